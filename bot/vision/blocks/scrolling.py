"""By how many pixels a stack has risen from one picture to the next: its blocks are the same, only higher."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

Bools = NDArray[np.bool_]
Ints = NDArray[np.int16]

ACROSS: Final = (0.25, 0.5, 0.75)
"""Where in each column of cells pixels are compared."""
DOWN, UP = 10, 14
"""Pixels by which a stack may sink and rise between two pictures."""
CAP: Final = 60
"""Grey levels beyond which a pixel is simply different."""
SAME: Final = 2.0
"""Mean difference, in grey levels, up to which nothing has risen."""
ALIKE: Final = 10.0
"""Mean difference up to which the stack is the same one."""
BETTER: Final = 0.5
"""The part of the difference that is left where it has risen."""
FEWEST: Final = 4
"""Cells with blocks that tell it, at least."""


class Strips:
    """Upright lines of pixels through every column of a board's frame."""

    def __init__(self, grid: Grid, shape: tuple[int, ...]) -> None:
        """`grid` is where the board lies at rest, `shape` that of the frame's pixels."""
        height, width = shape[:2]
        places = np.arange(grid.columns)[:, None] + np.array(ACROSS)
        self._x = np.clip((grid.x + places.ravel() * grid.pitch_x).astype(int), 0, width - 1)
        self._top, bottom = max(0, round(grid.y)), min(height, round(grid.y + grid.rows * grid.pitch_y))
        self._rows = slice(self._top, bottom)
        self._grid = grid

    def take(self, pixels: Pixels) -> Ints:
        """(height of the board, lines): what they show."""
        return np.asarray(pixels[self._rows, self._x, 1], np.int16)

    def covers(self, full: Bools, scroll: float) -> Bools:
        """(height of the board, lines), which of the pixels lie on a cell that is `full`, (rows, columns)."""
        y = (np.arange(self._rows.start, self._rows.stop) + 0.5 - self._grid.y) / self._grid.pitch_y + scroll
        rows = np.clip(y.astype(int), 0, len(full) - 1)
        return np.asarray(np.repeat(full[rows], len(ACROSS), axis=1))

    def rise(self, before: Ints, now: Ints, full: Bools, scroll: float) -> int | None:
        """By how many pixels the stack is higher now; None where that cannot be told.

        `full` says which cells held blocks before, when the stack had risen by `scroll` of a cell.
        """
        if full.sum() < FEWEST:
            return None
        covers = self.covers(full, scroll)
        apart = {0: _apart(before, now, covers, 0)}
        if apart[0] <= SAME:
            return 0
        apart |= {by: _apart(before, now, covers, by) for by in range(-DOWN, UP + 1) if by}
        best = min(apart, key=lambda by: (apart[by], abs(by)))
        if apart[best] > ALIKE or (best and apart[best] > BETTER * apart[0]):
            return None
        return best


def _apart(before: Ints, now: Ints, covers: Bools, by: int) -> float:
    """How different the blocks are, if they are so many pixels higher now."""
    height = len(now)
    then, here = slice(max(0, by), height + min(0, by)), slice(max(0, -by), height - max(0, by))
    blocks = covers[then]
    if not blocks.any():
        return float("inf")
    return float(np.minimum(np.abs(before[then] - now[here])[blocks], CAP).mean())
