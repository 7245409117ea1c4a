"""The outline of pieces that lie over a picture: the picture behind them has none at its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

SIDE: Final = 24
"""Cells are cut to this many pixels each way."""
OTHER: Final = 16.0
"""Grey levels from which a pixel shows something else."""
FAINTER: Final = 0.5
"""Share of the step at a piece's outline, in grey levels, that a picture shows at the same place at the most."""


def differing(one: Floats, other: Floats) -> Bools:
    """(SIDE, SIDE), where two looks of a cell, (SIDE, SIDE, 3), differ, but for single pixels."""
    apart = strongest(np.abs(one - other)) > OTHER
    return np.asarray(cv2.morphologyEx(apart.astype(np.uint8), cv2.MORPH_OPEN, _SQUARE), np.bool_)


def step(shown: Floats, inside: Bools) -> float:
    """How plain an outline a cell, (SIDE, SIDE, 3), shows around some of its pixels, (SIDE, SIDE), in grey levels from
    one pixel to the next; 0 where they have none but the cell's own.
    """
    area = inside.astype(np.uint8)
    rim = cv2.dilate(area, _SQUARE) != cv2.erode(area, _SQUARE)
    rim[[0, -1]], rim[:, [0, -1]] = False, False
    if not rim.any():
        return 0.0
    steps = np.zeros((SIDE, SIDE), np.float32)
    across, down = (strongest(np.abs(np.diff(shown, axis=axis))) for axis in (1, 0))
    for part, by in ((np.s_[:, 1:], across), (np.s_[:, :-1], across), (np.s_[1:], down), (np.s_[:-1], down)):
        steps[part] = np.maximum(steps[part], by)
    return float(np.median(np.asarray(cv2.dilate(steps, _SQUARE))[rim]))


class Outline:
    """The usual outline of the pieces of a board, by samples of them on one tone."""

    def __init__(self, pieces: Sequence[Pixels], tone: tuple[int, int, int]) -> None:
        """`pieces` are pictures of single cells, (h, w, 3)."""
        cells = [_cut(one) for one in pieces]
        ground = np.full((SIDE, SIDE, 3), tone, np.float32)
        shapes = [differing(cell, ground) for cell in cells] or [np.zeros((SIDE, SIDE), np.bool_)]
        self._inside: Bools = np.asarray(np.mean(shapes, 0) > 0.5)
        self._usual = float(np.median([step(cell, self._inside) for cell in cells])) if cells else 0.0

    def lacks(self, pixels: Pixels) -> bool:
        """Whether a picture of a cell, (h, w, 3), surely shows no piece: nothing has an outline there."""
        return step(_cut(pixels), self._inside) < FAINTER * self._usual


def _cut(pixels: Pixels) -> Cells:
    """A picture of a single cell as (SIDE, SIDE, 3)."""
    grid = Grid(0, 0, pixels.shape[1], pixels.shape[0], 1, 1)
    return np.asarray(cut(pixels, grid, size=(SIDE, SIDE))[0, 0], np.float32)


_SQUARE: Final = np.ones((3, 3), np.uint8)
