"""What falls over a board, told apart from what lies there: a piece that the player steers hangs in the air.

The cells that it touches are named in the block `falling`, and are empty on the board. Where the piece is two whole
cells side by side or one above the other, their labels are the block `current`, the lower or left one first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bot.frame import Frame
from bot.reading import Reader, Reading
from engine.moves import Cell, parse_cell, show_cell
from engine.position import EMPTY, UNKNOWN, Position

FALLING: Final = "falling"
CURRENT: Final = "current"
SPAN: Final = 3
"""Cells in a row, and in a column, that a pair touches at the most, as it falls by parts of a cell."""
PAIR: Final = 2
STILL: Final = 4.0
"""Seconds for which a cell beside a pair in the air must not be told to be a part of a picture behind the board."""


class FallingReader:
    """Reads a board by another reader, and parts a pair that falls from what lies there."""

    def __init__(self, board: Reader) -> None:
        self._board = board
        self._since: dict[Cell, float] = {}
        """Since when each cell cannot be told that cannot be told now."""

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        return parted(self._without_scenery(self._board.read(frame)))

    def _without_scenery(self, reading: Reading) -> Reading:
        """A reading without cells that hang in the air beside a pair and have long shown nothing that can be told: what
        falls does not stay, but a part of a picture behind the board does.
        """
        position = reading.position
        if position is None:
            self._since.clear()
            return reading
        self._since = {cell: self._since.get(cell, reading.time) for cell in reading.unknown}
        cells = hanging(position.board)
        still = {cell for cell in cells if reading.time - self._since.get(cell, reading.time) >= STILL}
        if may_be_pair(cells) or not still or not may_be_pair([cell for cell in cells if cell not in still]):
            return reading
        return reading.emptied(bare_at(position, still), still)


def parted(reading: Reading) -> Reading:
    """A reading whose board holds only what lies; the same where more hangs in the air than a pair."""
    position = reading.position
    if position is None:
        return reading
    apart = told_apart(position)
    if apart is position:
        return reading
    cells = {parse_cell(line) for line in apart.blocks[FALLING]}
    return reading.emptied(apart, cells)


def told_apart(position: Position) -> Position:
    """A position whose board holds only what lies; the same one where nothing hangs in the air, or more than a pair."""
    cells = hanging(position.board)
    told = [cell for cell in cells if position.board[cell[0]][cell[1]] != UNKNOWN]
    if not cells or len(told) > PAIR or not may_be_pair(cells):
        return position
    blocks = dict(bare_at(position, cells).blocks)
    blocks[FALLING] = tuple(show_cell(cell) for cell in cells)
    if len(told) == len(cells) == PAIR and _beside(*told):
        (first, second) = sorted(told, key=lambda cell: (-cell[0], cell[1]))
        pair = position.board[first[0]][first[1]] + position.board[second[0]][second[1]]
        blocks[CURRENT] = (pair,)
    return Position(blocks)


def bare_at(position: Position, cells: Collection[Cell]) -> Position:
    """The position with these cells of its board empty."""
    board = tuple(
        "".join(EMPTY if (row, column) in cells else label for column, label in enumerate(line))
        for row, line in enumerate(position.board)
    )
    return Position({**position.blocks, "board": board})


def hanging(board: Sequence[str]) -> list[Cell]:
    """The cells over an empty one that are not empty, from the top."""
    found = []
    for column in range(len(board[0]) if board else 0):
        lying = True
        for row in reversed(range(len(board))):
            empty = board[row][column] == EMPTY
            lying = lying and not empty
            if not lying and not empty:
                found.append((row, column))
    return sorted(found)


def may_be_pair(cells: Sequence[Cell]) -> bool:
    """Whether one pair may touch all of these cells as it falls."""
    if not cells:
        return True
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    high, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    return max(high, wide) <= SPAN and min(high, wide) <= PAIR


def _beside(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
