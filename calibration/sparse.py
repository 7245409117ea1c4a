"""A few pieces on a board that is otherwise empty: most cells show the same, and that is the empty one."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import cells_of, distances, looks
from bot.vision.tiles.kinds import LABELS
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.tiles import in_order

MOST: Final = 0.6
"""Share of the cells that must be empty."""
NOISE: Final = 1.5
"""Grey levels by which equal cells may always differ."""
SAME: Final = 3.0
"""Times the usual difference of empty cells up to which pieces are equal."""
OTHER: Final = 2.0
"""Times that from which two cells are surely not equal; what lies between is not told."""


def sort_few(pixels: Pixels, grid: Grid) -> Shot | None:
    """The cells of a grid sorted into empty ones and pieces; None where most are not empty or that is not plain."""
    cells = cells_of(pixels, grid)
    rows = looks(cells.reshape(-1, *cells.shape[2:]))
    ground = np.median(rows, 0)[None]
    away = distances(rows, ground)[:, 0]
    usual = float(np.quantile(away, MOST)) + NOISE
    equal, other = SAME * usual, SAME * OTHER * usual
    empty, pieces = away <= equal, np.flatnonzero(away >= other)
    if empty.mean() < MOST or not len(pieces) or len(empty) - empty.sum() != len(pieces):
        return None
    apart = distances(rows[pieces], rows[pieces])
    kind = np.full(len(rows), EMPTY)
    margins = np.clip(1 - away / other, 0, 1).astype(np.float32)
    for number, piece in enumerate(pieces):
        like = np.flatnonzero(apart[number] <= equal)
        unclear = (apart[number] > equal) & (apart[number] < other)
        kind[piece] = UNSURE if unclear.any() else pieces[like[0]]
        apart_from = np.concatenate([apart[number][apart[number] > equal], away[[piece]]])
        margins[piece] = 0 if unclear.any() else np.clip(1 - equal / apart_from.min(), 0, 1)
    names = np.unique(kind[kind >= 0])
    if not len(names) or len(names) > len(LABELS):
        return None
    shape = grid.rows, grid.columns
    numbered = in_order(np.where(kind >= 0, np.searchsorted(names, kind), kind).reshape(shape))
    return Shot(np.ascontiguousarray(pixels), grid, numbered, margins.reshape(shape), np.zeros(shape, np.bool_))
