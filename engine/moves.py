"""Moves: everything that a player can mean to do. `str` and `parse_move` are inverses.

A move says what is meant, in cells (row, column, counted from the top left, from 0); how it is done with a mouse or
keys is the business of `bot/control`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

Cell: TypeAlias = tuple[int, int]


class IllegalMove(ValueError):
    """A move that the rules do not allow here, or text that is no move; the message contains it."""


def parse_cell(text: str) -> Cell:
    """`row,column` as a cell. Raises IllegalMove.

    >>> parse_cell("3,14")
    (3, 14)
    """
    row, comma, column = text.partition(",")
    if not (comma and row.isascii() and row.isdigit() and column.isascii() and column.isdigit()):
        raise IllegalMove(f"A cell is written row,column, such as 3,14; found {text!r}.")
    return int(row), int(column)


def show_cell(cell: Cell) -> str:
    """A cell as `row,column`."""
    return f"{cell[0]},{cell[1]}"


@dataclass(frozen=True, slots=True, order=True)
class Tap:
    """Take one cell."""

    verb: ClassVar[str] = "tap"
    cell: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches, in order."""
        return (self.cell,)

    def __str__(self) -> str:
        return f"{self.verb} {show_cell(self.cell)}"

    @classmethod
    def of(cls, cells: list[Cell]) -> Tap:
        """The move on these cells."""
        (cell,) = cells
        return cls(cell)


@dataclass(frozen=True, slots=True, order=True)
class Pick:
    """Take two tiles that fit together; which one comes first makes no difference to the rules."""

    verb: ClassVar[str] = "pick"
    a: Cell
    b: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches, in order."""
        return (self.a, self.b)

    def __str__(self) -> str:
        return f"{self.verb} {show_cell(self.a)} {show_cell(self.b)}"

    @classmethod
    def of(cls, cells: list[Cell]) -> Pick:
        """The move on these cells."""
        a, b = cells
        return cls(a, b)


Move: TypeAlias = Tap | Pick

_VERBS: dict[str, type[Tap] | type[Pick]] = {kind.verb: kind for kind in (Tap, Pick)}


def parse_move(text: str) -> Move:
    """Read a move from its text. Raises IllegalMove.

    >>> parse_move("pick 0,1 3,4")
    Pick(a=(0, 1), b=(3, 4))
    """
    verb, *cells = text.split() or [""]
    if verb not in _VERBS:
        raise IllegalMove(f"A move starts with one of {', '.join(_VERBS)}; found {text!r}.")
    try:
        return _VERBS[verb].of([parse_cell(cell) for cell in cells])
    except ValueError as error:
        raise IllegalMove(f"{text!r} is no move: {error}") from error
