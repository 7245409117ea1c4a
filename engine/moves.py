"""Moves: everything that a player can mean to do. `str` and `parse_move` are inverses.

A move says what is meant, in cells (row, column, counted from the top left, from 0); how it is done with a mouse or
keys is the business of `bot/control`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Self, TypeAlias

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
    def read(cls, words: list[str]) -> Tap:
        """The move that is written so, without its verb. Raises ValueError."""
        (cell,) = words
        return cls(parse_cell(cell))


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
    def read(cls, words: list[str]) -> Pick:
        """The move that is written so, without its verb. Raises ValueError."""
        a, b = words
        return cls(parse_cell(a), parse_cell(b))


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """Write one label into every cell of a straight run: fill it, cross it out, or wipe it."""

    verb: ClassVar[str] = "mark"
    a: Cell
    b: Cell
    """The last cell of the run; in the same row or column as the first, and after it."""
    label: str

    def __post_init__(self) -> None:
        """Refuse what is no straight run, or no label. Raises IllegalMove."""
        (top, left), (bottom, right) = self.a, self.b
        if not ((top == bottom and left <= right) or (left == right and top <= bottom)):
            raise IllegalMove(
                f"A run goes right or down from its first cell; {show_cell(self.a)} {show_cell(self.b)} does not."
            )
        if len(self.label) != 1 or self.label.isspace() or self.label == "?":
            raise IllegalMove(f"A cell is marked with one character, such as #; not {self.label!r}.")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches, in order."""
        (top, left), (bottom, right) = self.a, self.b
        return tuple((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))

    def __str__(self) -> str:
        end = f" {show_cell(self.b)}" if self.b != self.a else ""
        return f"{self.verb} {show_cell(self.a)}{end} {self.label}"

    @classmethod
    def read(cls, words: list[str]) -> Mark:
        """The move that is written so, without its verb. Raises ValueError."""
        *ends, label = words
        first, *last = ends
        (end,) = last or [first]
        return cls(parse_cell(first), parse_cell(end), label)


@dataclass(frozen=True, slots=True, order=True)
class Swap:
    """Let a cell and its right neighbour change places."""

    verb: ClassVar[str] = "swap"
    cell: Cell
    """The left one of the two."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches, in order."""
        return (self.cell, (self.cell[0], self.cell[1] + 1))

    def __str__(self) -> str:
        return f"{self.verb} {show_cell(self.cell)}"

    @classmethod
    def read(cls, words: list[str]) -> Swap:
        """The move that is written so, without its verb. Raises ValueError."""
        (cell,) = words
        return cls(parse_cell(cell))


@dataclass(frozen=True, slots=True, order=True)
class Wait:
    """Let so many frames of the game's own clock pass."""

    verb: ClassVar[str] = "wait"
    frames: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches: none."""
        return ()

    def __str__(self) -> str:
        return f"{self.verb} {self.frames}"

    @classmethod
    def read(cls, words: list[str]) -> Wait:
        """The move that is written so, without its verb. Raises ValueError."""
        (frames,) = words
        if not (frames.isascii() and frames.isdigit() and int(frames) > 0):
            raise IllegalMove(f"One waits for a number of frames, such as 12; not {frames!r}.")
        return cls(int(frames))


@dataclass(frozen=True, slots=True, order=True)
class Raise:
    """Let the next row come up from below."""

    verb: ClassVar[str] = "raise"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches: none."""
        return ()

    def __str__(self) -> str:
        return self.verb

    @classmethod
    def read(cls, words: list[str]) -> Raise:
        """The move that is written so, without its verb. Raises ValueError."""
        () = words
        return cls()


class Steered:
    """What moves have in common that are made press by press: a pair that falls, a pair that is shot."""

    __slots__ = ()
    verb: ClassVar[str]
    way: tuple[str, ...]

    @property
    def leads(self) -> bool:
        """Whether the presses of its way only lead to where it can be made: the last of one that makes it is its verb.
        A move without a way leads nowhere yet; the hand finds one.
        """
        return bool(self.way) and self.way[-1] != self.verb


@dataclass(frozen=True, slots=True, order=True)
class _Aimed(Steered):
    """A pair and where it goes: the column of its axis, and the side of its child."""

    column: int
    """Counted from the left, from 0."""
    side: str
    """Where the child lies: U, R, D or L."""
    way: tuple[str, ...] = field(default=(), compare=False)
    """The presses that bring it there, `left`, `right`, `turn` (clockwise), `back`, at the end its verb, where somebody
    has worked them out; they are no part of what is meant, nor of its text."""

    def __post_init__(self) -> None:
        """Refuse what is no side. Raises IllegalMove."""
        if self.side not in ("U", "R", "D", "L"):
            raise IllegalMove(f"{self.verb!r} wants the child of the pair at U, R, D or L; not {self.side!r}.")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the hand touches: none."""
        return ()

    def __str__(self) -> str:
        return f"{self.verb} {self.column} {self.side}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """The move that is written so, without its verb. Raises ValueError."""
        column, side = words
        if not (column.isascii() and column.isdigit()):
            raise IllegalMove(f"A column is a number from 0; not {column!r}.")
        return cls(int(column), side)


class Drop(_Aimed):
    """Let a falling pair come to rest: its axis in a column, its child above, right of, below or left of it."""

    __slots__ = ()
    verb: ClassVar[str] = "drop"


class Shoot(_Aimed):
    """Shoot a pair: its pivot up a column, its child above, right of, below or left of it.

    The pair need not stand right yet: its way is then the presses that are due now, without `shoot` at the end.
    """

    __slots__ = ()
    verb: ClassVar[str] = "shoot"


@dataclass(frozen=True, slots=True, order=True)
class Take:
    """Take several cells at once, as one piece."""

    verb: ClassVar[str] = "take"
    cells: tuple[Cell, ...]
    """In the order in which the hand touches them."""

    def __str__(self) -> str:
        return " ".join((self.verb, *map(show_cell, self.cells)))

    @classmethod
    def read(cls, words: list[str]) -> Take:
        """The move that is written so, without its verb. Raises ValueError."""
        if not words:
            raise IllegalMove("At least one cell is taken.")
        return cls(tuple(map(parse_cell, words)))


Move: TypeAlias = Tap | Pick | Mark | Swap | Wait | Raise | Drop | Shoot | Take

_KINDS = (Tap, Pick, Mark, Swap, Wait, Raise, Drop, Shoot, Take)
_VERBS: dict[str, type[Move]] = {kind.verb: kind for kind in _KINDS}


def parse_move(text: str) -> Move:
    """Read a move from its text. Raises IllegalMove.

    >>> parse_move("pick 0,1 3,4")
    Pick(a=(0, 1), b=(3, 4))
    >>> parse_move("mark 0,1 0,4 #").cells
    ((0, 1), (0, 2), (0, 3), (0, 4))
    """
    verb, *words = text.split() or [""]
    if verb not in _VERBS:
        raise IllegalMove(f"A move starts with one of {', '.join(_VERBS)}; found {text!r}.")
    try:
        return _VERBS[verb].read(words)
    except ValueError as error:
        raise IllegalMove(f"{text!r} is no move: {error}") from error
