"""How far tiles differ wherever in their cells they lie: each is moved to where it equals the other most.

A tile lies up to a part of a pixel beside the place that the grid says, and drawn at another fraction of a pixel its
figure changes along all borders by more than a stroke may make. Moved by so little, a picture changes by its slopes
times the way (Lucas and Kanade, 1981), and the way that leaves the least difference is the solution of two equations
for each pair of tiles: all pairs are compared at every shift by a few products of matrices.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import kinds

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

REACH: Final = 1.0
"""Pixels of the picture, each way, by which one of two equal tiles may lie beside the other."""
EQUAL: Final = (0.9, 2.0)
"""A share of the tiles that are no farther from the next of their kind than this, and how many times as far another
one may be."""
LEVEL: Final = 1e-3
"""Mean square of the slopes, in grey levels, that is as good as none."""


def differences(cells: Cells, pitch: tuple[float, float], part: Bools | None = None) -> Floats:
    """(n, n), the mean squared difference, in grey levels, of cells (n, CELL_H, CELL_W, 3) where they equal each other
    most; `pitch` is how wide and how high they are, in pixels of the picture. Only a `part` (CELL_H, CELL_W) of them
    is compared.
    """
    return reached(cells, cells, pitch, part)


def reached(cells: Cells, others: Cells, pitch: tuple[float, float], part: Bools | None = None) -> Floats:
    """The same of cells and the `others` (n, CELL_H, CELL_W, 3), the same tiles cut a little beside."""
    rows, beside = kinds.features(cells), kinds.features(others)
    faces = rows.reshape(len(cells), CELL_H - 2 * kinds.EDGE_Y, CELL_W - 2 * kinds.EDGE_X, 3)
    across, down = (np.gradient(faces, axis=axis).reshape(rows.shape) for axis in (2, 1))
    if part is not None:
        own = np.repeat(part[kinds.EDGE_Y : -kinds.EDGE_Y, kinds.EDGE_X : -kinds.EDGE_X].ravel(), 3)
        rows, beside, across, down = (np.ascontiguousarray(one[:, own]) for one in (rows, beside, across, down))
    reach = REACH * CELL_W / pitch[0], REACH * CELL_H / pitch[1]
    # How much of the difference of two tiles, second minus first, lies along the slopes of the first.
    along_x, along_y = (_along(slopes, rows, beside) for slopes in (across, down))
    xx, yy, xy = (_mean(a, b)[:, None] for a, b in ((across, across), (down, down), (across, down)))
    room = xx * yy - xy * xy + LEVEL * (xx + yy + LEVEL)
    by_x = np.clip(((yy + LEVEL) * along_x - xy * along_y) / room, -reach[0], reach[0])
    by_y = np.clip(((xx + LEVEL) * along_y - xy * along_x) / room, -reach[1], reach[1])
    gain = 2 * (by_x * along_x + by_y * along_y) - by_x * by_x * xx - by_y * by_y * yy - 2 * by_x * by_y * xy
    apart = np.maximum(kinds.differences(rows, beside) - np.maximum(gain, 0), 0)
    return np.asarray(np.minimum(apart, apart.T), np.float32)


def _along(slopes: Floats, rows: Floats, beside: Floats) -> Floats:
    """(n, n), the mean product of the slopes of each of the tiles with what every one `beside` has more than it."""
    return np.asarray((slopes @ beside.T) / rows.shape[1] - _mean(slopes, rows)[:, None], np.float32)


def _mean(one: Floats, other: Floats) -> Floats:
    """(n,), the mean product of each row of two arrays."""
    return np.asarray(np.einsum("ij,ij->i", one, other) / one.shape[1], np.float32)


def equal_within(apart: Floats, number: NDArray[np.int64]) -> float:
    """How far a tile may be from the next of its kind, by how far those of a board, (n, n) `apart` and of kinds
    `number` (n,), are; 0 where none has its like.
    """
    same = (number[:, None] == number) & ~np.eye(len(number), dtype=bool)
    near = np.where(same, apart, np.inf).min(1, initial=np.inf)
    known = near[np.isfinite(near)]
    return kinds.GRAIN + EQUAL[1] * float(np.quantile(known, EQUAL[0])) if len(known) else 0.0
