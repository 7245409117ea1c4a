"""What the file that a person named showed: a board, or what of it could be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.errors import CannotReadError
from bot.frame import Point
from bot.reading import Reading, Sight
from bot.solve import Board, clause

HARDLY = 0.05
"""Share of the cells of a board that may be left open where nothing else is looked at for it."""


@dataclass(frozen=True)
class Seen:
    """What a file showed."""

    board: Board | None
    """None where it is read but no known game is played on it."""
    pixels: Any = None
    """The picture; None for a text."""
    reading: Reading | None = None
    """Where there is no board in a game: what was read."""
    layout: str | None = None
    """By which layout that was."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """What the JSON answer says besides."""
    asks: str = ""
    """Asks which game it is, where the picture does not tell it."""
    against: str = ""
    """What the rules of its game have against the board, as the end of a sentence."""
    seconds: float = 0.0
    """What it took to find out."""

    @property
    def sure(self) -> bool:
        """Whether all cells of a board were told."""
        return self.board is not None or (self.reading is not None and self.reading.sight is Sight.CLEAR)

    @property
    def nearly(self) -> bool:
        """Whether hardly a cell of a board was left open: what else a picture shows would not tell more of it."""
        if self.reading is None or self.reading.position is None:
            return self.sure
        cells = sum(map(len, self.reading.position.board))
        return self.sure or 0 < len(self.reading.doubts) <= HARDLY * cells

    def moved(self, corner: Point, pixels: Any) -> Seen:
        """The same in a larger picture, of which the one that was read is the part at a corner."""
        size = pixels.shape[1], pixels.shape[0]
        board, reading = self.board, self.reading
        if board is not None and board.reading is not None:
            board = replace(board, reading=board.reading.moved(corner, size))
        reading = None if reading is None else reading.moved(corner, size)
        return replace(self, board=board, reading=reading, pixels=pixels)

    def playable(self) -> Board:
        """The board of a game. Raises CannotReadError."""
        if self.board is None and self.against:
            raise CannotReadError(f"The board can be read (`banmen read` shows it), but {self.against}")
        if self.board is None and self.reading is not None and self.reading.doubts:
            why = clause(self.reading.why or "some cells could not be told.")
            raise CannotReadError(
                f"The board can be read (`banmen read` shows it), but not all of it: {why} {self.asks}".rstrip()
            )
        if self.board is None:
            raise CannotReadError(
                f"The board can be read (`banmen read` shows it). {self.asks}"
                if self.asks
                else "The board can be read (`banmen read` shows it), but it fits no game that is known here; "
                "`banmen games` lists those that are."
            )
        return self.board
