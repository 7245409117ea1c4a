"""Paints running games: boards, what is told beside them, a notice over them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Final, TypeVar

from bot.arcade.easel import BRIGHT, Easel
from bot.arcade.paint import Colour, cloth, tint
from bot.arcade.running.arena import Arena
from bot.arcade.running.seen import Picture
from bot.frame import Box, Pixels
from bot.grid import Grid

DARK: Final[Colour] = (24, 20, 18)
RIM: Final = 0.12
"""Cells that the frame of a board is wide."""
W = TypeVar("W")


class WellsView(Easel[Picture[W]]):
    """The pictures of one or two boards in one window size."""

    stage: Arena

    def __init__(self, arena: Arena, table: tuple[Colour, Colour]) -> None:
        """`table` are the two colours of the ground."""
        super().__init__(arena, cloth(arena.width, arena.height, *table, grain=0.0), tint(table[1], DARK, 0.5))
        self._table = table
        self._light = sum(table[0]) < 384
        """Whether what stands beside the boards must be light to be seen."""
        buttons = round(max((box.y * 2 + box.h for box in arena.buttons.values()), default=0))
        for y0, y1 in ((0, buttons), (round(arena.status.y), arena.height)):
            self._bare[y0:y1] = self._bar

    @abstractmethod
    def paint_well(self, pixels: Pixels, grid: Grid, well: W) -> None:
        """What is on a board."""

    @abstractmethod
    def paint_beside(self, pixels: Pixels, box: Box, well: W) -> None:
        """What stands beside a board."""

    def paint(self, picture: Picture[W]) -> Pixels:
        """Everything anew: while the clock runs, everything changes."""
        pixels = self._bare.copy()
        for grid, well in zip(self.stage.wells, picture.wells, strict=True):
            self.paint_well(pixels, grid, well)
        for box, well in zip(self.stage.facts, picture.wells, strict=False):
            self.paint_beside(pixels, box, well)
        self.paint_buttons(pixels, picture.off)
        self.paint_status(pixels, picture.status)
        if picture.panel:
            self.paint_notice(pixels, picture.panel, self.stage.middle)
        return pixels

    def paint_frame(self, box: Box, colour: Colour) -> None:
        """The frame of a board, on the bare window."""
        x0, y0, x1, y1 = int(box.x), int(box.y), int(box.x + box.w), int(box.y + box.h)
        self._bare[max(0, y0 - self.rim) : y1 + self.rim, max(0, x0 - self.rim) : x1 + self.rim] = colour

    @property
    def rim(self) -> int:
        """How wide the frame of a board is, in pixels."""
        return max(1, int(self.stage.grid.pitch_x * RIM))

    def paint_facts(self, pixels: Pixels, box: Box, facts: Iterable[tuple[str, str]], below: float = 0.0) -> None:
        """Words and figures one below the other, from so many cells below the top of a box."""
        pitch = self.stage.grid.pitch_x
        ink = BRIGHT if self._light else DARK
        small, large = max(5, round(pitch * 0.42)), max(8, round(pitch * 0.8))
        y = round(box.y + below * pitch)
        for word, figure in facts:
            self._label(word, round(box.w), small, tint(ink, self._table[0], 0.25)).paste(pixels, round(box.x), y)
            self._label(figure, round(box.w), large, ink).paste(pixels, round(box.x), y + small)
            y += small + large + round(pitch * 0.5)
