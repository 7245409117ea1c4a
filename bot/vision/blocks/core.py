"""The part of a grid that holds blocks: what lies around it, walls among that, is no part of the board."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.blocks.plausible import FEWEST
from bot.vision.blocks.sorting import EMPTY, Sorting

HARDLY: Final = 0.6
"""Quality below which no part of it is a board."""
OWN: Final = 0.4
"""Share of an outer line's cells that show a kind of the rest, where the line is a part of the board."""


def core_of(sorting: Sorting) -> tuple[Grid, bool] | None:
    """The part of a grid that holds blocks, and whether it is full of them; None where there are too few."""
    kind = _inner(sorting.kind)
    if sorting.quality < HARDLY or np.count_nonzero(kind >= 0) < FEWEST:
        return None
    return _held(sorting.grid, kind >= 0)


def without_walls(sorting: Sorting) -> tuple[Grid, bool] | None:
    """The same of a board whose first or last column is of one kind that no other shows, as far as it is told, without
    such columns; None where it has none, or too few blocks besides.
    """
    kind = sorting.kind.copy()
    for side, rest in ((0, kind[:, 1:]), (-1, kind[:, :-1])):
        if _one(kind[:, side]) and not np.isin(kind[:, side][kind[:, side] >= 0], rest).any():
            kind[:, side] = EMPTY
    if (kind == sorting.kind).all() or np.count_nonzero(kind >= 0) < FEWEST:
        return None
    return _held(sorting.grid, kind >= 0)


def _held(grid: Grid, full: NDArray[np.bool_]) -> tuple[Grid, bool]:
    """The part of a grid that holds all blocks, and whether it is `full` of them."""
    ys, xs = np.flatnonzero(full.any(1)), np.flatnonzero(full.any(0))
    window = slice(int(ys[0]), int(ys[-1]) + 1), slice(int(xs[0]), int(xs[-1]) + 1)
    return grid.part(*window), bool(full[window].all())


def _one(line: NDArray[np.int64]) -> bool:
    """Whether no cell of a line is empty, and most are told as one kind."""
    told = line[line >= 0]
    return bool((line != EMPTY).all() and len(told) > len(line) / 2 and (told == told[0]).all())


def _inner(kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds without outer rows and columns that show hardly a kind of the rest: a frame is no part of the board."""
    kind = kind.copy()
    while (kind >= 0).any():
        ys, xs = np.flatnonzero((kind >= 0).any(1)), np.flatnonzero((kind >= 0).any(0))
        for line in (np.s_[ys[0]], np.s_[ys[-1]], np.s_[:, xs[0]], np.s_[:, xs[-1]]):
            # The line across may be of the same frame.
            rest = kind[ys[0] + 1 : ys[-1], xs[0] + 1 : xs[-1]]
            here = kind[line][kind[line] >= 0]
            if (rest >= 0).sum() >= FEWEST // 2 and np.isin(here, rest[rest >= 0]).mean() < OWN:
                kind[line] = EMPTY
                break
        else:
            break
    return kind
