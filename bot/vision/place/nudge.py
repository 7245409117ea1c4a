"""A rough place of a calibrated board, moved and scaled a little to where its cells look most like the samples."""

from __future__ import annotations

from dataclasses import replace
from math import gcd
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_W, Cells, sheet_of
from bot.vision.place.cellkinds import LIMIT, LIMITS, CellKinds
from bot.vision.place.reduced import around, reduced
from bot.vision.tiles.kinds import differences

Floats = NDArray[np.float32]

COARSE: Final = (10, 14)
"""Pixels of a cell, across and down, where the place is looked for roughly."""
NUDGE: Final = (3, 4)
"""How many of those it may lie aside."""
ROOM: Final = 1.15
"""Times as large that a frame's cells are kept for it: at any of the scales no pixel of them is left out."""
SOME: Final = 60
"""Cells of a large board, at least, that are compared there."""
HARDLY: Final = 0.9
"""Share of the difference that is left where another scale hardly brings cells nearer to the samples."""
SCALES: Final = (0.93, 0.96, 0.98, 1.02, 1.04, 1.075)
"""How many times larger it may be, one way and then the other."""


def nudged(kinds: CellKinds, pixels: Pixels, grid: Grid, reach: int = NUDGE[1]) -> Grid:
    """The grid moved, by up to a third of a cell each way, and scaled a little, to where its cells look most like
    the samples; up and down by `reach` pixels of COARSE.
    """
    samples = _small(kinds.sheets)
    part, corner = around(pixels, grid)
    small, scale_x, scale_y = reduced(part, grid, (ROOM * COARSE[0], ROOM * COARSE[1]))
    within = grid.moved(-corner[0], -corner[1]).scaled(1 / scale_x, 1 / scale_y)
    best = _beside(samples, small, within, NUDGE[0], reach)
    for turn in range(2):
        before = best[0]
        for axis in (0, 1):
            aside = (NUDGE[0], 0) if axis == 0 else (0, reach)
            tried = [_beside(samples, small, _grown(best[1], axis, by), *aside) for by in SCALES]
            best = min([best, *tried], key=lambda one: one[0])
        if turn == 0 and best[0] > max(HARDLY * before, LIMITS[0]):
            break  # cells that look like no sample, and hardly more so at any other scale: there is no board
    return best[1].scaled(scale_x, scale_y).moved(*corner)


def _beside(samples: Floats, pixels: Pixels, grid: Grid, reach_x: int, reach_y: int) -> tuple[float, Grid]:
    """The best of the places next to a grid, and how much its cells differ from the samples (n, pixels)."""
    wide, high = COARSE
    sheet = sheet_of(pixels, grid.wider(1), (0.0, 0.0), COARSE)
    # Each pixel averaged with the next ones: every other of them is the sheet at half its size.
    half = np.asarray(cv2.boxFilter(sheet, -1, (2, 2), anchor=(0, 0)), np.uint8)
    shape, some = (grid.rows, high // 2, grid.columns, wide // 2, 3), _some(grid)
    best = (np.inf, 0, 0)
    for y in range(-reach_y, reach_y + 1):
        for x in range(-reach_x, reach_x + 1):
            top, left = high + y, wide + x
            part = half[top : top + grid.rows * high : 2, left : left + grid.columns * wide : 2]
            cells = part.reshape(shape).transpose(0, 2, 1, 3, 4).reshape(grid.rows * grid.columns, -1)[some]
            apart = np.sqrt(differences(cells.astype(np.float32), samples).min(1))
            best = min(best, (float(np.minimum(apart, 2 * LIMIT).mean()), x, y))
    cost, x, y = best
    return cost, grid.moved(x / wide * grid.pitch_x, y / high * grid.pitch_y)


def _some(grid: Grid) -> slice:
    """Cells spread over a board, of all its rows and columns, that tell as well as all of them how like samples they
    are.
    """
    step = max(1, grid.rows * grid.columns // SOME)
    while gcd(step, grid.columns) > 1:
        step += 1
    return slice(None, None, step)


def _grown(grid: Grid, axis: int, by: float) -> Grid:
    """The grid so many times larger in one direction, about the same middle."""
    if axis == 0:
        return replace(grid, x=grid.x + grid.box.w * (1 - by) / 2, pitch_x=grid.pitch_x * by)
    return replace(grid, y=grid.y + grid.box.h * (1 - by) / 2, pitch_y=grid.pitch_y * by)


def _small(cells: Cells) -> Floats:
    """Cells (n, CELL_H, CELL_W, 3) at half of COARSE, as rows."""
    n, (wide, high) = len(cells), COARSE
    if not n:
        return np.zeros((0, wide * high * 3 // 4), np.float32)
    tall = cells.reshape(-1, CELL_W, 3)
    small = cv2.resize(tall, (wide // 2, n * (high // 2)), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.asarray(small).reshape(n, -1), dtype=np.float32)
