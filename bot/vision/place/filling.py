"""A board that fills its window: nothing around it tells where it lies, but then the window does."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Place
from bot.vision.cells import Cells, cut
from bot.vision.place.cellkinds import NOTHING, CellKinds, Fit

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

ROOM: Final = 0.2
"""Cells that a window may leave on each side of a board that fills it."""
BORNE: Final = 0.85
"""Share of the cells that must be told."""
ALIKE: Final = 6.0
"""Grey levels, in the mean, by which the outline of an empty cell may differ from that of a known one."""
LINES: Final = 12.0
"""Grey levels from an empty cell's middle to its outline from which lines tell it from plain ground."""


def fills(place: Place) -> bool:
    """Whether a calibrated board left no room in its picture."""
    across, down = (place.right - place.left) / place.columns, (place.bottom - place.top) / place.rows
    return max(place.left / across, (1 - place.right) / across, place.top / down, (1 - place.bottom) / down) < ROOM


def filling(kinds: CellKinds, pixels: Pixels, grid: Grid) -> Fit | None:
    """The cells of a board that fills a frame (h, w, 3), where they bear out that it does: by what lies on them, or,
    where hardly anything does, by the lines around those that are empty.
    """
    fit = kinds.look(pixels, grid)
    if kinds.borne(fit, BORNE):
        return fit
    cells = cut(pixels, grid)
    rows = cells.reshape(-1, *cells.shape[2:])
    number, _, _, nearest = kinds.tell(rows)
    known = kinds.sheets[nearest]
    drawn = np.max([np.abs(side - np.median(known, (1, 2))[:, None]).max((1, 2)) for side in _sides(known)], 0)
    apart = [np.abs(here - there).mean(2) for here, there in zip(_sides(rows), _sides(known), strict=True)]
    inside = _inside(grid.rows, grid.columns)
    # Of the outermost lines the frame may show a part.
    weight = [side.ravel()[:, None] * np.ones(part.shape[1]) for side, part in zip(inside, apart, strict=True)]
    away = np.average(np.concatenate(apart, 1), axis=1, weights=np.concatenate(weight, 1))
    ruled = (number == NOTHING) & (drawn > LINES) & (away < ALIKE)
    told = ruled.reshape(fit.told.shape) | (fit.told & (fit.number != NOTHING))
    return fit if told.mean() >= BORNE else None


def _sides(cells: Cells) -> tuple[Floats, Floats, Floats, Floats]:
    """The outermost pixels of cells (n, CELL_H, CELL_W, 3) at the top, the bottom, the left and the right, each
    (n, pixels, 3).
    """
    return cells[:, 0], cells[:, -1], cells[:, 1:-1, 0], cells[:, 1:-1, -1]


def _inside(rows: int, columns: int) -> tuple[Bools, Bools, Bools, Bools]:
    """Which cells, (rows, columns), have another one beyond that side."""
    row, column = np.indices((rows, columns))
    return row > 0, row < rows - 1, column > 0, column < columns - 1
