"""Where things lie in the window of a nonogram: buttons, clues beside and above the board, a note and a status line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.arcade.stage import LARGEST, SMALLEST
from bot.frame import Box
from bot.grid import Grid

_BAR = 0.062
"""Height of the row of buttons, as a share of the window's height."""
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
class Sheet:
    """The geometry of one window size, in pixels."""

    width: int
    height: int
    grid: Grid
    buttons: Mapping[str, Box]
    note: Box
    """Where a hint is told; its height is 0 where the window is too small."""
    status: Box

    @classmethod
    def fit(
        cls, size: tuple[int, int], board: tuple[int, int], figures: tuple[int, int],
        names: Sequence[str],
    ) -> Sheet:  # fmt: skip
        """The largest board of whole-pixel cells for which there is room with its clues.

        `size` is width and height of the window, `board` rows and columns, `figures` the most numbers that a row's and
        a column's clue has, `names` are the buttons from the left.
        """
        rows, columns = board
        width, height = (max(low, min(high, n)) for n, low, high in zip(size, SMALLEST, LARGEST, strict=True))
        roomy = height >= 150 and width >= 240
        bar = max(16, min(54, round(min(height * _BAR, width * 0.07)))) if roomy else 0
        foot = round(bar * 0.72)
        note = round(bar * 0.62) * NOTES if roomy else 0
        left = max(1, figures[0]) * NUMBER + 0.3
        top = max(1, figures[1]) * FIGURE + 0.3
        free_x, free_y = width, height - bar - note - foot
        pitch = max(2, int(min(free_x / (columns + left + _ROOM), free_y / (rows + top + _ROOM_Y))))
        band_x, band_y = round(left * pitch), round(top * pitch)
        x = (width - columns * pitch - band_x) // 2 + band_x
        y = bar + round((free_y - rows * pitch - band_y) * _ABOVE) + band_y
        gap = max(1, bar // 9)
        step = min(bar * 2.9, (width - gap) / len(names))
        buttons = {name: Box(gap + n * step, gap, step - gap, bar - 2 * gap) for n, name in enumerate(names) if roomy}
        return cls(
            width, height, Grid(x, y, pitch, pitch, rows, columns), buttons,
            note=Box(0, height - foot - note, width, note), status=Box(0, height - foot, width, foot),
        )  # fmt: skip
