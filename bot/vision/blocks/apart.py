"""Heaps of one board that stand apart on its floor, with nothing but ground between them: it goes on there."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import SIDE, cells_of, distances, looks, quantile_of
from bot.vision.blocks.plausible import NOISE, kinds_seen
from bot.vision.blocks.sorting import EMPTY, Sorting

Bools = NDArray[np.bool_]

FARTHEST: Final = 12
"""Columns on each side that are looked at."""
GAP: Final = 3
"""Empty columns between two heaps, at the most."""
FEWEST: Final = 4
"""Empty cells that tell what ground looks like, at the least."""
CUT: Final = 0.1
"""Share of a cell that may lie outside the picture: boards in windows of their own begin where these do."""


def with_heaps(pixels: Pixels, sorting: Sorting) -> Grid:
    """The grid of a board in a picture (h, w, 3) with the columns in which blocks of its kinds stand on its floor,
    beyond empty ones, too: the same where it has none, or where anything else lies between.
    """
    grid, kind = sorting.grid, sorting.kind
    bare = kind == EMPTY
    if np.count_nonzero(bare) < FEWEST or not (kind[-1] >= 0).any():
        return grid
    room = grid.x, pixels.shape[1] - grid.x - grid.box.w
    left, right = (min(FARTHEST, max(0, int(wide / grid.pitch_x + CUT))) for wide in room)
    wide = grid.grown(left=left, right=right)
    rows = looks(cells_of(pixels, wide).reshape(-1, SIDE, SIDE, 3))
    own = np.zeros((wide.rows, wide.columns), np.bool_)
    own[:, left : left + grid.columns] = True
    seen = kinds_seen(sorting, rows[own.ravel()])
    if seen is None:
        return grid
    ground = rows[own.ravel()][bare.ravel()]
    among = distances(ground, ground)
    np.fill_diagonal(among, np.inf)
    away = distances(rows, ground).min(1)
    empty = (away <= 2 * quantile_of(among.min(1), 0.9) + NOISE).reshape(own.shape)
    block = (distances(rows, seen.look).min(1) <= seen.limit).reshape(own.shape) & ~empty
    before = _reach(block[:, :left][:, ::-1], empty[:, :left][:, ::-1])
    after = _reach(block[:, left + grid.columns :], empty[:, left + grid.columns :])
    return grid.grown(left=before, right=after)


def _reach(block: Bools, empty: Bools) -> int:
    """How many of the columns beyond a board, (rows, columns) from it on, are those of heaps on its floor, and of the
    ground between them.
    """
    known = np.logical_and.accumulate((block | empty).all(0))
    heaps = np.flatnonzero(block[-1] & known)
    reach = 0
    for at in heaps.tolist():
        if at - reach > GAP:
            break
        reach = at + 1
    return reach
