"""Where things lie in the window of a tile game: buttons above, the board in the middle, a status line below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.frame import Box
from bot.grid import Grid

SMALLEST = (64, 48)
LARGEST = (4096, 3072)

_BAR = 0.062
"""Height of the row of buttons, as a share of the window's height."""
_ROOM = 1.5
"""Columns and rows of free space around the board, together on both sides: lines run there and edges hang over."""


@dataclass(frozen=True)
class Stage:
    """The geometry of one window size, in pixels."""

    width: int
    height: int
    grid: Grid
    buttons: Mapping[str, Box]
    status: Box
    """The status line; its height is 0 where the window is too small for one."""

    @classmethod
    def fit(cls, size: tuple[int, int], rows: int, columns: int, aspect: float, names: Sequence[str]) -> Stage:
        """The largest board of whole-pixel cells that a window has room for.

        `size` is width and height of the window, `aspect` the height of a cell over its width, `names` are the
        buttons from the left.
        """
        width, height = (max(low, min(high, n)) for n, low, high in zip(size, SMALLEST, LARGEST, strict=True))
        roomy = height >= 150 and width >= 240
        bar = max(16, min(54, round(min(height * _BAR, width * 0.07)))) if roomy else 0
        foot = round(bar * 0.72)
        pitch_x = max(2, int(min(width / (columns + _ROOM), (height - bar - foot) / (rows + _ROOM) / aspect)))
        pitch_y = max(2, round(pitch_x * aspect))
        grid = Grid(
            x=(width - columns * pitch_x) // 2,
            y=bar + (height - bar - foot - rows * pitch_y) // 2,
            pitch_x=pitch_x,
            pitch_y=pitch_y,
            rows=rows,
            columns=columns,
        )
        gap = max(1, bar // 9)
        step = min(bar * 2.9, (width - gap) / len(names))
        buttons = {name: Box(gap + n * step, gap, step - gap, bar - 2 * gap) for n, name in enumerate(names) if roomy}
        return cls(width, height, grid, buttons, Box(0, height - foot, width, foot))
