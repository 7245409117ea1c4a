"""What is remembered of a board of blocks from one look to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.reading import Reading
from bot.reason import Reason
from bot.vision.blocks.known import Told
from bot.vision.blocks.lit import Light
from bot.vision.blocks.points import Points
from bot.vision.blocks.rising import risen
from bot.vision.blocks.scrolling import Strips
from bot.vision.blocks.sorting import UNSURE


@dataclass(eq=False)
class Track:
    """A board that is being followed."""

    size: tuple[int, int]
    grid: Grid
    """Where the board's frame lies."""
    scroll: float
    points: Points
    shown: NDArray[np.generic]
    told: Told
    light: Light
    reading: Reading
    why: Reason | None = None
    strips: Strips | None = None
    """Of a stack that scrolls: by them it is seen how far it has risen since `lines`."""
    lines: NDArray[np.int16] | None = None
    settled: float = 0.0
    """How far it had risen when its cells were last asked."""
    rose: float = 0.0
    """When it was last seen to rise."""
    sure: bool = True
    """Whether they would say the same now."""
    asked: float = 0.0
    """When they were last asked because many could not be told."""
    lit: float = 0.0
    """When it was last asked whether the samples' own light tells more."""
    lost: float | None = None
    """Since when most of its cells could not be told."""

    @property
    def place(self) -> Grid:
        """Where its cells lie, as far as the stack has risen."""
        return risen(self.grid, self.scroll)

    @property
    def lifted(self) -> int:
        """The same in pixels."""
        return round(self.scroll * self.grid.pitch_y)


def higher(told: Told, cells: int) -> Told:
    """What cells hold whose stack has risen by rows of so many cells; at the bottom nothing is known."""
    if not cells:
        return told
    kind, margins, marked = np.roll(told.kind, -cells), np.roll(told.margins, -cells), np.roll(told.marked, -cells)
    kind[-cells:], margins[-cells:], marked[-cells:] = UNSURE, 0, False
    return Told(kind, margins, marked)
