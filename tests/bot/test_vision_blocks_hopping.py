"""Columns that hop: where a stack comes near its end a game draws whole columns of it higher or lower for a moment."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.blocks.look import SIDE, looks
from bot.vision.blocks.rounding import rejoined

ROWS, COLUMNS, KINDS = 8, 6, 4
GRID = Grid(0.0, 0.0, 48.0, 48.0, ROWS, COLUMNS)
HOP = 4


def panel(kind: int, up: int = 0) -> NDArray[np.float32]:
    """A cell of 48 pixels with a star of some points, which lies so many pixels higher."""
    drawn = np.full((48, 48, 3), (60, 40, 90), np.float32)
    points = cv2.ellipse2Poly((24, 24 - up), (17, 17), 90, 0, 360, 360 // (3 + kind))
    cv2.fillPoly(drawn, [np.asarray(points)], (40.0 + 60 * kind, 225.0 - 30 * kind, 230.0), cv2.LINE_AA)
    return np.asarray(cv2.resize(drawn, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


def stack(hopping: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The kinds of a full board, (rows, columns), and the looks of its cells, one column of which hops."""
    kind = np.random.default_rng(2).integers(0, KINDS, (ROWS, COLUMNS))
    cells = [panel(int(kind[row, column]), HOP * (column == hopping)) for row, column in np.ndindex(kind.shape)]
    return kind, looks(np.stack(cells))


def test_a_kind_that_is_drawn_higher_in_one_column_is_the_same() -> None:
    kind, rows = stack(hopping=2)
    seen = kind.copy()
    seen[:, 2] += KINDS
    joined = rejoined(GRID, rows, np.unique(seen, return_inverse=True)[1].ravel(), np.ones_like(kind, np.bool_))
    pairs = set(zip(joined.tolist(), kind.ravel().tolist(), strict=True))
    assert len(pairs) == len(np.unique(kind))


def test_kinds_that_differ_stay_apart() -> None:
    kind, rows = stack(hopping=-1)
    seen = np.where(np.arange(COLUMNS) == 2, KINDS, kind % 2)
    seen[:, 2] = np.where(kind[:, 2] == kind[0, 2], KINDS, KINDS + 1)
    joined = rejoined(GRID, rows, np.unique(seen, return_inverse=True)[1].ravel(), np.ones_like(kind, np.bool_))
    assert len(np.unique(joined)) >= 3
