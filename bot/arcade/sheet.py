"""Where things lie in the window of a nonogram: clues beside and above the board, a note under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.arcade.stage import Bars, Stage
from bot.frame import Box
from bot.grid import Grid

NUMBER = 0.92
"""Columns that a number of a row's clue takes; two digits fit."""
FIGURE = 0.86
"""Rows that a number of a column's clue takes."""
_ROOM = 1.4
"""Columns of free space beside the board and its clues, together on both sides."""
_ROOM_Y = 2.1
_ABOVE = 0.7
"""Rows of free space above and below, and the share of it that is above: clues and buttons are kept apart."""
NOTES = 3
"""Lines of text under the board."""


@dataclass(frozen=True)
class Sheet(Stage):
    """The geometry of one window size, in pixels."""

    note: Box
    """Where a hint is told; its height is 0 where the window is too small."""

    @classmethod
    def with_clues(
        cls, size: tuple[int, int], board: tuple[int, int], figures: tuple[int, int], names: Sequence[str]
    ) -> Sheet:
        """The largest board of whole-pixel cells for which there is room with its clues.

        `size` is width and height of the window, `board` rows and columns, `figures` the most numbers that a row's and
        a column's clue has, `names` are the buttons from the left.
        """
        rows, columns = board
        bars = Bars.fit(size, names)
        note = round(bars.top * 0.62) * NOTES
        left = max(1, figures[0]) * NUMBER + 0.3
        top = max(1, figures[1]) * FIGURE + 0.3
        free_x, free_y = bars.width, bars.height - bars.top - note - bars.foot
        pitch = max(2, int(min(free_x / (columns + left + _ROOM), free_y / (rows + top + _ROOM_Y))))
        band_x, band_y = round(left * pitch), round(top * pitch)
        x = (bars.width - columns * pitch - band_x) // 2 + band_x
        y = bars.top + round((free_y - rows * pitch - band_y) * _ABOVE) + band_y
        grid = Grid(x, y, pitch, pitch, rows, columns)
        below = Box(0, bars.height - bars.foot - note, bars.width, note)
        return cls(bars.width, bars.height, grid, bars.buttons, bars.status, below)
