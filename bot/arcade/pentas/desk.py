"""Where things lie in the window of Pentas: the board, and beside it the current piece, the next one and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.arcade.stage import Bars, Stage
from bot.frame import Box
from bot.grid import Grid

_ROOM = 1.4
"""Cells of free space beside and between board and panel, together; and above and below the board."""
_PANEL = 3.4
"""Width of the panel in cells."""
CURRENT, NEXT = 0.62, 0.44
"""Cells of the pieces beside the board, as shares of the board's cells."""


@dataclass(frozen=True)
class Desk(Stage):
    """The geometry of one window size, in pixels."""

    current: Box
    """Where the piece that must be taken is shown."""
    following: Box
    """Where the one after it is shown."""
    score: Box

    @classmethod
    def lay(cls, size: tuple[int, int], rows: int, columns: int, names: Sequence[str]) -> Desk:
        """The largest board of whole-pixel cells with room for the panel; `names` are the buttons from the left."""
        bars = Bars.fit(size, names)
        free = bars.height - bars.top - bars.foot
        pitch = max(2, int(min(bars.width / (columns + _PANEL + 2 * _ROOM), free / (rows + _ROOM))))
        x = round((bars.width - (columns + _PANEL + _ROOM) * pitch) / 2)
        y = bars.top + (free - rows * pitch) // 2
        side, wide = x + (columns + _ROOM) * pitch, _PANEL * pitch
        step = rows * pitch / 8
        return cls(
            bars.width,
            bars.height,
            Grid(x, y, pitch, pitch, rows, columns),
            bars.buttons,
            bars.status,
            Box(side, y + 0.7 * step, wide, 3.1 * step),
            Box(side, y + 4.3 * step, wide, 2.1 * step),
            Box(side, y + 7.1 * step, wide, 0.8 * step),
        )
