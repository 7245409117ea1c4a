"""Boards turned so that what falls falls down: lines are the same whichever way a board is turned."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.moves import Cell

Rows: TypeAlias = tuple[str, ...]

WAYS: Final = ("down", "up", "left", "right")
"""Where tiles may fall to."""


def turned(board: Rows, way: str) -> Rows:
    """The board with the side at the bottom to which tiles fall.

    >>> turned(("ABC", "D.."), "left")
    ('C.', 'B.', 'AD')
    """
    if way == "down":
        return board
    if way == "up":
        return board[::-1]
    columns = tuple("".join(column) for column in zip(*board, strict=True))
    return columns[::-1] if way == "left" else columns


def turned_back(board: Rows, way: str) -> Rows:
    """What was turned, as it was.

    >>> turned_back(("C.", "B.", "AD"), "left")
    ('ABC', 'D..')
    """
    if way in ("down", "up"):
        return turned(board, way)
    return tuple("".join(column) for column in zip(*(board[::-1] if way == "left" else board), strict=True))


def cell_back(cell: Cell, way: str, rows: int) -> Cell:
    """Where a cell of a turned board, which has so many rows, lies on the board itself.

    >>> cell_back((2, 1), "left", 3)
    (1, 0)
    """
    row, column = cell
    if way == "down":
        return cell
    if way == "up":
        return rows - 1 - row, column
    return column, rows - 1 - row if way == "left" else row
