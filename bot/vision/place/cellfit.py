"""The strongest evidence of where a calibrated board lies: its own cells, which look like the samples of its kinds.

On a rough grid every cell is told by the samples; the samples, laid out as they were told, make a picture of the whole
board; and the grid is moved and scaled until the frame looks most like that picture (Gauss-Newton on all pixels at
once). Where it lies wrong, cells look like no sample, so that the fit judges itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, CELL_W, Cells, cut
from bot.vision.place.cellkinds import LIMIT, NOTHING, CellKinds, Fit
from bot.vision.place.reduced import around, reduced

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

TURNS: Final = (4, 12)
"""Steps of the fit at half and at full size, at most; a fit that is not done then is none."""
STILL: Final = 0.02
"""A step smaller than this, in pixels of a cut cell, ends the fit."""
ROUGHLY: Final = 0.3
"""Share of the cells that must be told, not quite so surely, on a rough grid that is fitted."""
ROOMY: Final = 1.3
"""Pixels of a cell, for each of a cut one, up to which a frame is reduced before a fit."""
FAR: Final = 0.3
"""A step larger than this, in cells, is no step towards a board nearby."""
ODD: Final = 24.0
"""Grey levels from which a pixel counts less."""
FEWEST: Final = 4
"""Cells that must be told for a fit, not counting empty ones."""
SHADE: Final = 3.0
"""Pixels of a cut cell that resampling ties together."""


def fitted(
    kinds: CellKinds, pixels: Pixels, grid: Grid, share: float = ROUGHLY, full: Bools | None = None
) -> Fit | None:
    """The grid of this many rows and columns next to a rough one; None where its cells do not hold it, or where
    less than this share of them is told, not quite so surely, at half size: of those that are `full` (rows, columns),
    where that is known.
    """
    part, corner = around(pixels, grid)
    small, scale_x, scale_y = reduced(part, grid, (ROOMY * CELL_W, ROOMY * CELL_H))
    grid = grid.moved(-corner[0], -corner[1]).scaled(1 / scale_x, 1 / scale_y)
    error = np.inf
    for half, turns in ((2, TURNS[0]), (1, TURNS[1])):
        for turn in range(turns):
            step = _step(kinds, small, grid, half)
            if step is None or (half == 1 and turn == turns - 1):
                return None
            moved, error = step
            across = max(abs(moved.x - grid.x), abs(moved.box.x + moved.box.w - grid.box.x - grid.box.w))
            down = max(abs(moved.y - grid.y), abs(moved.box.y + moved.box.h - grid.box.y - grid.box.h))
            grid = moved
            if half == 2 and turn == 1 and not kinds.likely(kinds.look(small, grid), ROUGHLY, full):
                return None
            if max(across / grid.pitch_x * CELL_W, down / grid.pitch_y * CELL_H) < STILL * half**3:
                break
        if half == 2 and not kinds.likely(kinds.look(small, grid), share, full):
            return None
    return kinds.look(pixels, grid.scaled(scale_x, scale_y).moved(*corner), error * max(scale_x, scale_y))


def _step(kinds: CellKinds, pixels: Pixels, grid: Grid, half: int) -> tuple[Grid, float] | None:
    """The grid after one step of the fit, and how far off its corners then are."""
    cells = cut(pixels, grid)
    flat = cells.reshape(-1, *cells.shape[2:])
    number, far, margins, nearest = kinds.tell(flat)
    trust = np.clip(margins, 0, 1) / (1 + (far / LIMIT) ** 4)
    if ((trust > 0.1) & (number != NOTHING)).sum() < FEWEST:
        return None
    high, wide = CELL_H // half, CELL_W // half
    seen = _grey_sheet(flat, grid, half)
    known = _grey_sheet(kinds.sheets[nearest], grid, half)
    # What one cell shows of the next is not in its sample.
    weight = np.zeros((high, wide), np.float32)
    weight[1:-1, 1:-1] = 1
    weights = np.kron(trust.reshape(grid.rows, grid.columns).astype(np.float32), weight)
    rest = known - seen
    weights = np.asarray(weights / (1 + (rest / ODD) ** 2), np.float32)
    across = ((np.roll(seen, -1, 1) - np.roll(seen, 1, 1)) / 2).astype(np.float32)
    down = ((np.roll(seen, -1, 0) - np.roll(seen, 1, 0)) / 2).astype(np.float32)
    solved = _solve(across, down, rest, weights)
    if solved is None:
        return None
    (ax, bx, ay, by), deviation = solved
    unit_x, unit_y = grid.pitch_x / wide, grid.pitch_y / high
    if max(abs(ax) + abs(bx), 0) > FAR * wide * 2 or max(abs(ay) + abs(by), 0) > FAR * high * 2:
        return None
    box = grid.box
    left, right = box.x + (ax - bx) * unit_x, box.x + box.w + (ax + bx) * unit_x
    top, bottom = box.y + (ay - by) * unit_y, box.y + box.h + (ay + by) * unit_y
    moved = replace(grid, x=left, y=top, pitch_x=(right - left) / grid.columns, pitch_y=(bottom - top) / grid.rows)
    return moved, 2 * max(deviation[0] * unit_x, deviation[1] * unit_y)


def _grey_sheet(cells: Cells, grid: Grid, half: int) -> Floats:
    """Cells in the order of the grid as one picture of it, in brightness, at full or at half size."""
    sheet = cells.reshape(grid.rows, grid.columns, CELL_H, CELL_W, 3).transpose(0, 2, 1, 3, 4)
    sheet = sheet.reshape(grid.rows * CELL_H, grid.columns * CELL_W, 3)
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(sheet), cv2.COLOR_BGR2GRAY), np.float32)
    size = grid.columns * CELL_W // half, grid.rows * CELL_H // half
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA) if half > 1 else grey
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0.8), np.float32)


def _solve(
    across: Floats, down: Floats, rest: Floats, weights: Floats
) -> tuple[tuple[float, float, float, float], tuple[float, float]] | None:
    """(offset, growth in x, the same in y) of the least squares step, in pixels, and the deviation of an edge each way.

    An edge of the board moves by offset - growth or offset + growth.
    """
    height, width = rest.shape
    lever_x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    lever_y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    slopes = [across, across * lever_x, down, down * lever_y]
    flat = np.stack([slope.ravel() for slope in slopes])
    weighted = flat * weights.ravel()
    matrix = np.asarray(weighted @ flat.T, np.float64)
    aim = np.asarray(weighted @ rest.ravel(), np.float64)
    matrix[np.diag_indices(4)] += 1e-6
    if np.linalg.cond(matrix) > 1e6:
        return None
    inverse = np.linalg.inv(matrix)
    ax, bx, ay, by = (float(v) for v in inverse @ aim)
    noise = float((weights * rest * rest).sum() / max(float(weights.sum()), 1e-6)) * SHADE**2
    off = [np.sqrt(noise * (inverse[i, i] + inverse[i + 1, i + 1] + 2 * abs(inverse[i, i + 1]))) for i in (0, 2)]
    return (ax, bx, ay, by), (float(off[0]), float(off[1]))
