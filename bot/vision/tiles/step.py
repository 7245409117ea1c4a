"""Whether a grid is in step with its tiles: equal tiles lie alike in their cells.

Two boards that stand side by side seem to be one where a pitch a little too small or too large brings both nearly into
step. But no cell of such a grid is where its tile is, and equal tiles lie a part of a cell beside each other.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells, grey
from bot.vision.tiles.kinds import GRAIN
from bot.vision.tiles.presence import NOISE

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

REACH: Final = (3, 2)
"""Pixels of a cut cell, down and across, by which tiles are moved upon each other."""
ROUNDED: Final = 1.5
"""Pixels of the picture by which a program's rounding, and the grid's, may lay one beside the other at the most."""
BETTER: Final = 2.0
"""How many times less they differ there, if that is where they lie."""
FIGURED: Final = 2 * NOISE
"""Standard deviation, in grey levels, of the inner part of a face on which something is to be seen: a plain one looks
the same wherever in its cell it lies, but for what is around it."""


def astray(cells: Cells, kind: Ints, pitch: tuple[float, float]) -> float:
    """The share of the tiles that lie elsewhere in their cells than the first of their kind does: `cells` are
    (rows, columns, CELL_H, CELL_W, 3), `kind` (rows, columns) less than 0 for gaps, `pitch` the size of a cell in
    pixels of the picture.
    """
    tiles = kind >= 0
    faces = grey(cells[tiles])
    _, first, number = np.unique(kind[tiles], return_index=True, return_inverse=True)
    figured = faces[first][:, 2 * REACH[0] : -2 * REACH[0], 2 * REACH[1] : -2 * REACH[1]].std((1, 2)) > FIGURED
    other = np.setdiff1d(np.flatnonzero(figured[number]), first)
    if not len(other):
        return 0.0
    mates = _moved(faces[first[number[other]]], (0, 0))
    moved = faces[other]
    here = _apart(mates, _moved(moved, (0, 0)))
    least, far = np.full(len(other), np.inf, np.float32), np.zeros(len(other), np.bool_)
    for axis, scale in ((0, pitch[1] / CELL_H), (1, pitch[0] / CELL_W)):
        for step in range(-REACH[axis], REACH[axis] + 1):
            there = _apart(mates, _moved(moved, (step, 0) if axis == 0 else (0, step)))
            nearer = there < least
            least, far = np.where(nearer, there, least), np.where(nearer, abs(step) * scale > ROUNDED, far)
    return np.count_nonzero(far & (BETTER * least < here)) / len(faces)


def _moved(faces: Floats, by: tuple[int, int]) -> Floats:
    """The inner part of faces (n, CELL_H, CELL_W), moved by some pixels (down, across)."""
    down, across = REACH[0] + by[0], REACH[1] + by[1]
    return faces[:, down : down + CELL_H - 2 * REACH[0], across : across + CELL_W - 2 * REACH[1]]


def _apart(one: Floats, other: Floats) -> Floats:
    """(n,), how far each face is from the other, as the mean square."""
    away = (one - other).reshape(len(one), -1)
    return np.asarray(np.einsum("ij,ij->i", away, away) / away.shape[1] + GRAIN, np.float32)
