"""A few pieces on a board that is otherwise empty: most cells show the same, and that is the empty one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import cells_of, distances, looks, middle
from bot.vision.cells import Cells
from bot.vision.falling import may_be_pair
from bot.vision.tiles.kinds import LABELS
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.tiles import in_order
from engine.moves import Cell

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

MOST: Final = 0.6
"""Share of the cells that must be empty."""
NOISE: Final = 1.5
"""Grey levels by which equal cells may always differ."""
SAME: Final = 3.0
"""Times the usual difference of empty cells up to which pieces are equal."""
OTHER: Final = 2.0
"""Times that from which two cells are surely not equal; what lies between is not told."""
ALIKE: Final = 12.0
"""Grey levels by which pieces of one colour differ in it, at the most, where more is not plain…"""
UNLIKE: Final = 48.0
"""… and those of two, at the least."""
DRAWN: Final = 16.0
"""Grey levels, in the mean, by which a row of a cell's pixels differs from an empty cell's where something is drawn."""
FIGURE: Final = (32.0, 0.03)
"""Grey levels by which a figure stands out, and the share of a cell that it takes, at the least."""
RIM: Final = 6
"""The part of a cell, from each side, in which lines between cells may lie."""
HARDLY: Final = 0.25
"""Share of the empty cells that show one, at the most."""
PART: Final = 0.12
"""Share of a cell's height by which a piece reaches into the next one, at the least, where it is on its way."""


def sort_few(pixels: Pixels, grid: Grid, hidden: Sequence[Cell] = ()) -> Shot | None:
    """The cells of a grid sorted into empty ones and pieces; None where most are not empty or that is not plain. Where
    lines between cells are `hidden` by a piece it lies between them, and is not told; where all pieces do, no kind is.
    """
    cells = cells_of(pixels, grid)
    rows = looks(cells.reshape(-1, *cells.shape[2:]))
    ground = np.median(rows, 0)[None]
    away = distances(rows, ground)[:, 0]
    usual = float(np.quantile(away, MOST)) + NOISE
    equal, other = SAME * usual, SAME * OTHER * usual
    empty, pieces = away <= equal, np.flatnonzero(away >= other)
    between = np.flatnonzero(~empty & (away < other))
    if empty.mean() < MOST or not len(pieces) or not _a_pair(between, grid):
        return None
    if _figured(cells.reshape(-1, *cells.shape[2:])[empty]).mean() > HARDLY:
        return None  # where figures differ, those are the pieces, whatever their cells have in common
    apart = distances(rows[pieces], rows[pieces])
    kind = np.full(len(rows), EMPTY)
    kind[between] = UNSURE
    margins = np.clip(1 - away / other, 0, 1).astype(np.float32)
    near, far = apart <= equal, apart >= other
    hues = _hues(cells.reshape(-1, *cells.shape[2:]), empty, pieces)
    # Pieces that join others of their colour look otherwise around their middle.
    near, far = near | (~far & (hues <= ALIKE)), far | (~near & (hues >= UNLIKE))
    odd = _odd(~near & ~far)
    for number, piece in enumerate(pieces):
        kind[piece] = UNSURE if odd[number] else pieces[np.flatnonzero(near[number] & ~odd)[0]]
        apart_from = np.concatenate([apart[number][~near[number] & ~odd], away[[piece]]])
        margins[piece] = np.clip(1 - equal / apart_from.min(), 0, 1)
    kind[_on_the_way(cells, empty.reshape(cells.shape[:2]), kind.reshape(cells.shape[:2])).ravel()] = UNSURE
    for row, column in hidden:
        if kind[number := row * grid.columns + column] != EMPTY:
            kind[number] = UNSURE
    margins[kind == UNSURE] = 0
    names = np.unique(kind[kind >= 0])
    if len(names) > len(LABELS):
        return None
    shape = grid.rows, grid.columns
    numbered = in_order(np.where(kind >= 0, np.searchsorted(names, kind), kind).reshape(shape))
    return Shot(np.ascontiguousarray(pixels), grid, numbered, margins.reshape(shape), np.zeros(shape, np.bool_))


def _figured(cells: Cells) -> Bools:
    """(n,), which of some cells (n, h, w, 3) have a figure drawn on their middle that they do not usually have."""
    rim = cells.shape[1] // RIM
    inner = cells[:, rim:-rim, rim:-rim]
    apart = np.abs(inner - np.median(inner, 0)).max(3)
    return np.asarray((apart > FIGURE[0]).mean((1, 2)) > FIGURE[1])


def _hues(cells: Cells, empty: Bools, pieces: Ints) -> NDArray[np.float32]:
    """(n, n), grey levels by which the usual colours of n pieces differ, of what is drawn over the ground."""
    usual = np.median(cells[empty], 0)
    apart = np.abs(cells[pieces] - usual).max(3)
    drawn = apart >= np.minimum(DRAWN, apart.max((1, 2)))[:, None, None]
    tones = np.stack([np.median(cell[on], 0) for cell, on in zip(cells[pieces], drawn, strict=True)])
    return np.asarray(np.abs(tones[:, None] - tones[None]).max(2), np.float32)


def _odd(unclear: Bools) -> Bools:
    """(n,), the fewest of n pieces without which no two are left of which it is `unclear`, (n, n), whether they are
    equal: one that is nearly like several others is the odd one; of two, both are.
    """
    left, odd = unclear.copy(), np.zeros(len(unclear), np.bool_)
    while left.any():
        times = left.sum(1)
        most = times == times.max()
        odd |= most
        left[most], left[:, most] = False, False
    return odd


def _a_pair(cells: Ints, grid: Grid) -> bool:
    """Whether one pair that falls may touch all of these cells, told by their numbers."""
    return may_be_pair([divmod(int(cell), grid.columns) for cell in cells])


def _on_the_way(cells: Cells, empty: Bools, kind: Ints) -> Bools:
    """(rows, columns), the cells that show pieces between two rows, as those do that fall: a piece that is like no
    other one and does not reach as far up, or down, as all others do; the cell that it reaches into; and what lies
    against it.
    """
    usual = middle(cells[empty])
    side = cells.shape[2]
    drawn = np.abs(cells[..., side // 4 : -side // 4, :] - usual[:, side // 4 : -side // 4]).max(4).mean(3) > DRAWN
    part = max(2, round(PART * side))
    above, below = drawn[..., :part].all(2), drawn[..., -part:].all(2)
    numbers, times = np.unique(kind[~empty], return_counts=True)
    alone = ~empty & np.isin(kind, numbers[times == 1])
    if not alone.any() or alone.sum() == np.count_nonzero(~empty):
        return np.zeros_like(empty)
    # Tiles whose sides or shadows hang over their cells all do so.
    hangs = [_next(~empty, way)[empty & reached] for reached, way in ((above, 1), (below, -1))]
    beside = [np.count_nonzero(_next(~empty, way) & empty) for way in (1, -1)]
    reached = np.zeros_like(empty)
    for edge, way, hung, of in zip((above, below), (1, -1), hangs, beside, strict=True):
        if np.count_nonzero(hung) <= of / 2:
            reached |= empty & edge & _next(alone, way)
    whole = ~empty & ~alone
    uneven = alone & (above != below) & bool((above == below)[whole].all())
    aside = reached | uneven
    return np.asarray(aside | (alone & (_next(aside, 1) | _next(aside, -1))))


def _next(some: Bools, way: int) -> Bools:
    """(rows, columns), the cells below some, for 1, or above them, for -1."""
    moved = np.zeros_like(some)
    if way > 0:
        moved[1:] = some[:-1]
    else:
        moved[:-1] = some[1:]
    return moved
