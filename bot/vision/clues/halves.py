"""Whether the straight edge of something that lies over a board divides cells of it.

Such a cell is of one colour on one side and of another on the other side, and so are those beside it, at the same
place. A stroke leaves the ground on both of its sides.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut
from bot.vision.clues.cells import SIZE, Floats

INNER: Final = slice(3, 13)
"""The part of a cell scaled to `SIZE` that is looked at."""
STEP: Final = 0.05
"""How much the halves differ, at least, as a share of the contrast of the clues."""
REST: Final = 0.2
"""How much each is not of one colour at most, as a share of that."""
EDGES: Final = 2
"""Rows or columns of cells at most through which edges of one thing go; what more show is how cells look."""


def halved(pixels: Pixels, grid: Grid, contrast: float) -> bool:
    """Whether an edge goes through two cells side by side at least; `contrast` is that of the clues."""
    cells = np.asarray(cut(pixels, grid, size=(SIZE, SIZE))[:, :, INNER, INNER], np.float32)
    level, upright = cells, cells.transpose(1, 0, 3, 2, 4)
    return any(_divided(way, STEP * max(contrast, 40.0)) for way in (level, upright))


def _divided(cells: Floats, least: float) -> bool:
    """Whether a row of cells (rows, columns, height, width, 3) is divided by a level edge."""
    along = cells.mean(3)
    place, step = _highest(along)
    count = along.shape[2]
    upper = np.arange(count)[None, None] < place[..., None]
    halves = np.where(upper[..., None], _mean(along, upper), _mean(along, ~upper))
    # The edge itself may lie between two pixels.
    beside = np.abs(np.arange(count)[None, None] + 0.5 - place[..., None]) < 1
    rest = np.where(beside[..., None, None], 0, np.abs(cells - halves[:, :, :, None]))
    plain = np.quantile(rest.reshape(*rest.shape[:2], -1), 0.98, axis=2) <= REST * step
    found = plain & (step > least)
    pairs = found[:, :-1] & found[:, 1:] & (np.abs(place[:, :-1] - place[:, 1:]) <= 1)
    return 0 < int(pairs.any(1).sum()) <= EDGES


def _highest(along: Floats) -> tuple[NDArray[np.intp], Floats]:
    """(rows, columns): where the highest step along cells (rows, columns, n, 3) lies, and how high it is."""
    count = along.shape[2]
    places = np.arange(2, count - 1)
    steps = np.stack([np.abs(along[:, :, :at].mean(2) - along[:, :, at:].mean(2)).max(2) for at in places])
    best = steps.argmax(0)
    return places[best], np.asarray(steps.max(0), np.float32)


def _mean(along: Floats, where: NDArray[np.bool_]) -> Floats:
    """(rows, columns, 1, 3): the mean of a part of (rows, columns, n, 3)."""
    weight = where[..., None]
    return np.asarray((along * weight).sum(2, keepdims=True) / weight.sum(2, keepdims=True), np.float32)
