"""Which screen of its program a picture shows, beside the board: a game that is won ends there, whatever its cells say.

The board is read as ever where no such screen is shown; where one is, its cells are let alone, for programs pale them
and write over them.
"""

from __future__ import annotations

from typing import Final

from bot.frame import Frame
from bot.layout import Layout
from bot.reading import Reader, Reading, Sight
from bot.vision.place.finder import Finder

PLAYED: Final = (None, "game")
"""What is shown while the board can be read."""


class ShownReader:
    """Reads a board by another reader, unless another screen of the program is shown."""

    def __init__(self, board: Reader, finder: Finder) -> None:
        """`finder` knows the screens and where the board lies."""
        self._board, self._finder = board, finder
        self._place: tuple[float, float, float] | None = None
        """Where the board was when the screens were last placed beside it."""

    @classmethod
    def around(cls, board: Reader, layout: Layout, finder: Finder | None = None) -> ShownReader:
        """The reader of a layout with screens; `finder` is one for it, where there is one. Raises LayoutError."""
        return cls(board, finder or Finder(layout))

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        shows = self._finder.screen(frame.pixels)
        if shows in PLAYED:
            reading = self._board.read(frame)
            if (grid := reading.grid) is not None and (place := (grid.x, grid.pitch_x, grid.pitch_y)) != self._place:
                self._finder.find(frame.pixels)
                self._place = place
            return reading
        why = f"Expected the game, found the screen that says {shows}."
        return Reading(frame.time, Sight.LOST, frame.size, why=why, shows=shows)
