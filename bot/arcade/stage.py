"""Where things lie in a window: buttons above, the board in the middle, a status line below."""

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
class Bars:
    """What a window of some size has above and below its board, in pixels."""

    width: int
    height: int
    top: int
    """Height of the row of buttons; 0 where the window is too small for one."""
    foot: int
    """Height of the status line."""
    buttons: Mapping[str, Box]

    @classmethod
    def fit(cls, size: tuple[int, int], names: Sequence[str]) -> Bars:
        """Those of a window with this width and height; `names` are the buttons from the left."""
        width, height = (max(low, min(high, n)) for n, low, high in zip(size, SMALLEST, LARGEST, strict=True))
        roomy = height >= 150 and width >= 240
        top = max(16, min(54, round(min(height * _BAR, width * 0.07)))) if roomy else 0
        gap = max(1, top // 9)
        step = min(top * 2.9, (width - gap) / max(1, len(names)))
        buttons = {name: Box(gap + n * step, gap, step - gap, top - 2 * gap) for n, name in enumerate(names) if roomy}
        return cls(width, height, top, round(top * 0.72), buttons)

    @property
    def status(self) -> Box:
        """Where the status line is."""
        return Box(0, self.height - self.foot, self.width, self.foot)


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
        bars = Bars.fit(size, names)
        free = bars.height - bars.top - bars.foot
        pitch_x = max(2, int(min(bars.width / (columns + _ROOM), free / (rows + _ROOM) / aspect)))
        pitch_y = max(2, round(pitch_x * aspect))
        x, y = (bars.width - columns * pitch_x) // 2, bars.top + (free - rows * pitch_y) // 2
        return cls(bars.width, bars.height, Grid(x, y, pitch_x, pitch_y, rows, columns), bars.buttons, bars.status)
