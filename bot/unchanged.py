"""Whether a newer picture still shows what a decision was made on, but for what was done since.

Marks are drawn in many strokes, which take longer than a picture may be old. Before the next one nothing new has to be
read where all else is as it was: what lies over the board, or another board, changes more than the cells that were
marked and the clues beside them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame
from bot.grid import Grid
from engine.moves import Cell

Bools = NDArray[np.bool_]

LEVEL: Final = 16
"""Grey levels, in any colour, by which a pixel must differ to be another one: pictures of a stream have a grain."""
ON_BOARD: Final = 0.5
"""Cells of the board, together, that may be other than they were beside those that were marked: edges of these."""
BESIDE: Final = 0.01
"""Share of the picture that may be other beside the board: a clock, a count of cells."""
AROUND: Final = 0.1
"""Part of a cell by which a mark may reach into the next one."""


class Unchanged:
    """A picture on which marks were decided, and the cells that they change."""

    def __init__(self, frame: Frame, grid: Grid, cells: Iterable[Cell]) -> None:
        """Keeps the picture, whose buffer may be written over; `cells` are those of the marks, on the `grid`."""
        self._pixels = np.ascontiguousarray(frame.pixels[:, :, :3]).copy()
        self._taken = frame
        self._board = np.zeros(frame.pixels.shape[:2], np.bool_)
        self._board[_area(grid, 0, 0, grid.rows, grid.columns)] = True
        self._free = np.zeros_like(self._board)
        touched = set(cells)
        for row, column in touched:
            self._free[_area(grid, row - AROUND, column - AROUND, row + 1 + AROUND, column + 1 + AROUND)] = True
        # Clues are greyed or struck through where their line is done.
        lines = [_area(grid, row, -grid.columns, row + 1, 2 * grid.columns) for row in {row for row, _ in touched}]
        lines += [_area(grid, -grid.rows, column, 2 * grid.rows, column + 1) for column in {c for _, c in touched}]
        for line in lines:
            self._free[line] |= ~self._board[line]
        self._most = ON_BOARD * grid.pitch_x * grid.pitch_y

    def holds(self, now: Frame) -> bool:
        """Whether a newer picture of the same place shows the same but for the marks, and a little beside the board."""
        return self.strange(now) == 0

    def strange(self, now: Frame) -> int:
        """How many pixels of a newer picture are other than they may be; all of them where it is of another place."""
        then = self._taken
        if (now.size, now.origin, now.scale, now.window) != (then.size, then.origin, then.scale, then.window):
            return self._board.size
        step = cv2.absdiff(np.ascontiguousarray(now.pixels[:, :, :3]), self._pixels)
        other = np.asarray(cv2.max(cv2.max(step[:, :, 0], step[:, :, 1]), step[:, :, 2]) > LEVEL) & ~self._free
        on_board = int(np.count_nonzero(other & self._board))
        beside = int(np.count_nonzero(other)) - on_board
        return on_board + beside if on_board > self._most or beside > BESIDE * other.size else 0


def _area(grid: Grid, top: float, left: float, bottom: float, right: float) -> tuple[slice, slice]:
    """The part of a picture that some rows and columns of a grid cover."""
    y, x = ((grid.y + r * grid.pitch_y for r in (top, bottom)), (grid.x + c * grid.pitch_x for c in (left, right)))
    (first, last), (start, end) = ([max(0, round(at)) for at in ends] for ends in (y, x))
    return slice(first, last), slice(start, end)
