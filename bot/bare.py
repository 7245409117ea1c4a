"""Cells that are known to be empty, though they look like neither a tile nor a gap: a picture behind the board may show
anything there.
"""

from __future__ import annotations

from dataclasses import replace

from bot.reading import Reading, Sight
from engine.moves import Cell
from engine.position import EMPTY, UNKNOWN, Position


class Bare:
    """What moves emptied, of one game."""

    def __init__(self) -> None:
        self._cells: set[Cell] = set()

    def note(self, seen: Reading, told: Reading) -> None:
        """What could not be told of a board that was `seen` is empty, as it is `told`."""
        self._cells |= seen.unknown - told.unknown

    def lift(self, reading: Reading) -> Reading:
        """The reading with these cells told as empty, clear where nothing else is in doubt. Those that show something
        are forgotten.
        """
        if not self._cells or reading.position is None or reading.sight not in {Sight.CLEAR, Sight.DOUBT}:
            return reading
        board = reading.position.board
        inside = {(r, c) for r, c in self._cells if r < len(board) and c < len(board[r])}
        self._cells = {(r, c) for r, c in inside if board[r][c] in (EMPTY, UNKNOWN)}
        unknown = reading.unknown
        if not unknown or not unknown <= self._cells:
            return reading
        told = tuple("".join(EMPTY if x == UNKNOWN else x for x in row) for row in board)
        position = Position({**reading.position.blocks, "board": told})
        return replace(reading, sight=Sight.CLEAR, position=position, doubts=(), why="")
