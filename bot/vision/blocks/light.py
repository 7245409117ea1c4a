"""Light that falls unevenly over a board: measured on cells of one kind, and taken away."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import RIM, SIDE, middle
from bot.vision.cells import Cells

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FEWEST: Final = 4
"""Cells of a group that tell how light changes over the board."""
FAINT: Final = 0.04
"""Change of light over the board, as a share, below which it is left as it is."""
DARK: Final = 25.0
"""Grey levels below which a cell says nothing about the light."""
AGREE: Final = 0.6
"""Share of the cells whose groups must look more alike without the change."""


def evened(cells: Cells, group: Ints, full: Bools | None = None) -> Cells:
    """The cells (rows, columns, h, w, 3) as if light fell evenly; the very same array where it does.

    Light is taken to change by a constant factor from cell to cell, its slope is the one that most groups show; where
    it is known which cells are `full` only those are asked.
    """
    rows, columns = group.shape
    core = cells[:, :, RIM : SIDE - RIM, RIM : SIDE - RIM]
    inner = ((core[..., 0] + core[..., 1] + core[..., 2]) / 3).reshape(rows, columns, -1)
    y, x = np.mgrid[0:rows, 0:columns]
    y, x = (y - (rows - 1) / 2) / max(1, rows - 1), (x - (columns - 1) / 2) / max(1, columns - 1)
    slopes, weights, parts = [], [], []
    told = np.ones(group.shape, np.bool_) if full is None else full
    for number in np.flatnonzero(np.bincount(group[told], minlength=1) >= FEWEST):
        of = told & (group == number)
        if inner[of].mean() < DARK or np.ptp(y[of]) == 0 or np.ptp(x[of]) == 0:
            continue
        # Of two kinds that were taken for one most pixels are the same.
        level = np.log(middle((inner[of] + 1) / (middle(inner[of]) + 1), 1)).astype(np.float64)
        places = np.stack([y[of], x[of], np.ones(of.sum())], 1)
        slopes.append(np.linalg.lstsq(places, level, rcond=None)[0][:2])
        weights.append(int(of.sum()))
        parts.append((places[:, :2], level))
    if len(slopes) < 2:
        return cells
    slope = np.array([_median(np.array(slopes)[:, i], np.array(weights)) for i in (0, 1)])
    if np.abs(slope).sum() < FAINT:
        return cells
    better = [np.std(level - places @ slope) < 0.7 * np.std(level) for places, level in parts]
    if np.dot(better, weights) < AGREE * np.sum(weights):
        return cells
    light = np.exp(y * slope[0] + x * slope[1])
    return np.asarray(cells / light[:, :, None, None, None], np.float32)


def _median(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])
