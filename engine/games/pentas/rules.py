"""Pentas: take pentominoes out of a board that starts full; a row that becomes empty is replaced by a full one on top.

The readable truth about the game; what is fast is in `kernels` and `eight`, and is held against this. A board is a
tuple of rows from the top, `#` filled and `.` empty. Rules and scores are those of the phone game that the article
"automating Pentas" is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TypeAlias

from engine.house import one_of, switch, whole
from engine.moves import Cell

FILLED = "#"
EMPTY = "."
Board: TypeAlias = tuple[str, ...]
Shape: TypeAlias = tuple[Cell, ...]
"""Cells from the top left corner of their box, row by row."""

PIECES: dict[str, tuple[str, ...]] = {
    "F": (".##", "##.", ".#."),
    "I": ("#####",),
    "L": ("####", "#..."),
    "N": ("###.", "..##"),
    "P": ("##", "##", "#."),
    "T": ("###", ".#.", ".#."),
    "U": ("#.#", "###"),
    "V": ("#..", "#..", "###"),
    "W": ("#..", "##.", ".##"),
    "X": (".#.", "###", ".#."),
    "Y": ("####", ".#.."),
    "Z": ("##.", ".#.", ".##"),
}
"""The twelve free pentominoes by their usual letters."""
CELLS = 5
"""A piece takes so many cells, and makes as many points."""
SMALLEST, LARGEST = 2, 20
"""Rows and columns that a board may have."""
ROW_POINTS = (0, 8, 16, 24, 32, 40)
"""Points for so many rows at once under the first version of the game."""
BONUS = (0, 8, 25, 70, 190, 450)
"""Points for so many rows at once under the newer one."""
SCORINGS = {"rows": ROW_POINTS, "bonus": BONUS}


@dataclass(frozen=True)
class House:
    """The house rules. Raises BadRule."""

    columns: int = 8
    """Of the board at the start."""
    rows: int = 8
    reflections: bool = True
    """Pieces may be turned over, not only turned."""
    scoring: str = "rows"
    """`rows`: 8 points a row. `bonus`: more for rows that go at once."""

    def __post_init__(self) -> None:
        """Take numbers and switches as they are typed. Raises BadRule."""
        for name in ("columns", "rows"):
            object.__setattr__(self, name, whole(name, getattr(self, name), SMALLEST, LARGEST))
        object.__setattr__(self, "reflections", switch("reflections", self.reflections))
        one_of("scoring", self.scoring, SCORINGS)


@cache
def orientations(piece: str, reflections: bool) -> tuple[Shape, ...]:
    """The different ways in which a piece may lie.

    >>> [sum(len(orientations(piece, turned_over)) for piece in PIECES) for turned_over in (True, False)]
    [63, 41]
    """
    cells = [(r, c) for r, line in enumerate(PIECES[piece]) for c, mark in enumerate(line) if mark == FILLED]
    found: dict[Shape, None] = {}
    for turned_over in (False, True) if reflections else (False,):
        shape = [(r, -c) for r, c in cells] if turned_over else cells
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            found[to_corner(shape)] = None
    return tuple(found)


def to_corner(cells: list[Cell] | tuple[Cell, ...]) -> Shape:
    """The same cells, counted from the top left corner of their box."""
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


def full(house: House) -> Board:
    """The board at the start."""
    return (FILLED * house.columns,) * house.rows


def placements(board: Board, piece: str, house: House) -> Iterator[tuple[Cell, ...]]:
    """All ways to take a piece out, by the place of its box from the top left, row by row."""
    rows, columns = len(board), len(board[0])
    for row in range(rows):
        for column in range(columns):
            for shape in orientations(piece, house.reflections):
                cells = tuple((row + r, column + c) for r, c in shape)
                if all(r < rows and c < columns and board[r][c] == FILLED for r, c in cells):
                    yield cells


def piece_of(cells: tuple[Cell, ...]) -> str | None:
    """The piece that has the shape of these cells; None where there is none.

    >>> piece_of(((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)))
    'X'
    """
    if len(set(cells)) != CELLS:
        return None
    shape = to_corner(cells)
    return next((piece for piece in PIECES if shape in orientations(piece, True)), None)


def taken(board: Board, cells: tuple[Cell, ...]) -> tuple[Board, int]:
    """The board without these cells, and how many rows that emptied: each is gone, and a full one comes in on top."""
    rows = [list(line) for line in board]
    for row, column in cells:
        rows[row][column] = EMPTY
    kept = ["".join(line) for line in rows if FILLED in line]
    cleared = len(rows) - len(kept)
    return (FILLED * len(board[0]),) * cleared + tuple(kept), cleared


def points(cleared: int, house: House) -> int:
    """What taking a piece is worth when it empties so many rows."""
    return CELLS + SCORINGS[house.scoring][cleared]


def drawn(seed: int, number: int) -> str:
    """The piece with this number, from 0, in the row of a seed: each is drawn alike.

    >>> "".join(drawn(1, number) for number in range(8)) == "".join(drawn(1, number) for number in range(8))
    True
    """
    told = sha256(f"pentas {seed} {number}".encode()).digest()
    return list(PIECES)[int.from_bytes(told[:8], "big") % len(PIECES)]


def surface(board: Board) -> int:
    """Borders between filled and empty cells; beside the board and below it is empty, above it filled."""
    above = (FILLED * len(board[0]), *board)
    below = (*board, EMPTY * len(board[0]))
    lying = sum(a != b for upper, lower in zip(above, below, strict=True) for a, b in zip(upper, lower, strict=True))
    return lying + sum(a != b for line in board for a, b in zip(EMPTY + line, line + EMPTY, strict=True))
