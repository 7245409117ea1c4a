"""Cells of a sorted board that may be another thing than what they were told as."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.cluster import NOISE
from bot.vision.blocks.figures import alone, figures, holes
from bot.vision.blocks.look import CAP
from bot.vision.blocks.seen import Shown
from bot.vision.blocks.shades import shades
from bot.vision.blocks.sorting import EMPTY, UNSURE
from bot.vision.blocks.support import bearing

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NEARER: Final = 4.0
"""How many times nearer to a cell in doubt than to all of its kind a cell is that is in doubt as well."""
EVENLY: Final = (4.0, 12.0)
"""Grey levels, in any channel, up to which the cells around a board, and those on it, have the colour of a ground that
slopes evenly: 1, and 10 where blocks beside are blurred into them; the nearest kind of blocks was 50 away."""
RIM_CELLS: Final = 12
"""Cells around a board by which its slope is told, at the least."""
SEVERAL: Final = 3
"""Cells in doubt above a stack from which a single cell there that looks like no other is in doubt as well."""


def in_doubt(seen: Shown, rows: Floats, apart: Floats, kind: Ints) -> Bools:
    """(rows, columns), cells whose `kind` (rows, columns) is not sure in the light of the whole board: empty ones that
    may be thin or pale blocks, and blocks that may be scenery or what could not be told elsewhere.

    `rows` (n, values) are the looks of the cells, `apart` (n, n) how far they differ.
    """
    empty = kind == EMPTY
    thin = figures(seen.board, empty, kind == UNSURE) | alone(seen.board, empty) | holes(seen.board, empty)
    pale = shades(seen.cells, seen.around, empty) | bearing(rows, empty, kind >= 0)
    return thin | pale | _alone_on_top(kind) | _like_doubted(apart, kind) | _sloping(seen, kind)


def _sloping(seen: Shown, kind: Ints) -> Bools:
    """(rows, columns), cells of a kind each of which has the very colour that the ground around the board has in its
    place, where that slopes evenly, and the empty cells do as well: ground farther up a slope.
    """
    found = np.zeros(kind.shape, np.bool_)
    outermost = seen.around.copy()
    outermost[1:-1, 1:-1] = False
    if np.count_nonzero(outermost) < RIM_CELLS or np.count_nonzero(kind == EMPTY) < SEVERAL:
        return found
    colours = seen.cells.mean((2, 3))
    rows, columns = np.indices(colours.shape[:2])
    at = np.stack([rows, columns, np.ones_like(rows)], 2).astype(np.float64)
    slope = np.linalg.lstsq(at[outermost], colours[outermost], rcond=None)[0]
    away = np.abs(colours - at @ slope).max(2)
    off = away[seen.inside]
    if np.quantile(away[outermost], 0.9) > EVENLY[0] or np.quantile(off[kind == EMPTY], 0.9) > EVENLY[1]:
        return found
    for number in np.unique(kind[kind >= 0]):
        of = kind == number
        found |= of & bool((off[of] <= EVENLY[1]).all())
    return found


def _alone_on_top(kind: Ints) -> Bools:
    """(rows, columns), cells that alone show a kind, with no block above, where SEVERAL others are in doubt with none
    above either: a painted scenery behind a stack looks like nothing else wherever it is seen.
    """
    free = ~np.logical_or.accumulate(kind >= 0, 0)  # no block there or above
    over = np.vstack([np.ones_like(free[:1]), free[:-1]])
    if np.count_nonzero((kind == UNSURE) & free) < SEVERAL:
        return np.zeros_like(free)
    times = np.bincount(kind[kind >= 0], minlength=1)
    return np.asarray((kind >= 0) & over & (times[np.maximum(kind, 0)] == 1))


def _like_doubted(apart: Floats, kind: Ints) -> Bools:
    """(rows, columns), cells told as a kind that look far more like one in doubt than like any other of that kind, by
    how far all are `apart` (n, n): what could not be told of that one is not known of these.
    """
    flat = kind.ravel()
    doubted = flat == UNSURE
    if not doubted.any():
        return np.zeros_like(kind, np.bool_)
    same = (flat[:, None] == flat) & ~np.eye(len(flat), dtype=bool)
    own = np.where(same, apart, CAP).min(1)
    return np.asarray((flat >= 0) & (own > NEARER * (apart[:, doubted].min(1) + NOISE))).reshape(kind.shape)
