"""The rules of nonograms, readable: what a puzzle is, how it is written, and when it is done.

Every row and every column has a clue: the lengths of its runs of filled cells, in order. Between two runs of one
colour lies at least one empty cell; runs of different colours may touch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from engine.api import Outcome
from engine.moves import IllegalMove, Mark, show_cell
from engine.position import EMPTY, UNKNOWN, BadPosition, Position

BLACK = "#"
"""The colour of a clue that names none, and of the cells that it fills."""
CROSS = "x"
"""A cell that is known to stay empty."""
LARGEST = 128
"""Rows or columns that are taken at the most."""

Run: TypeAlias = tuple[int, str]
"""Length and colour of a run of filled cells."""
Clue: TypeAlias = tuple[Run, ...]
"""The runs of a line, in order; none where it stays empty."""

_RUN = re.compile(r"([0-9]{1,3})([a-wyz#]?)")


@dataclass(frozen=True)
class House:
    """What differs between programs."""

    crosses: bool = False
    """Whether a puzzle is only done when every empty cell is crossed out."""


@dataclass(frozen=True, slots=True)
class State:
    """A puzzle and what is filled in so far."""

    rows: tuple[Clue, ...]
    cols: tuple[Clue, ...]
    board: tuple[str, ...]
    """A character a cell: `#` or a colour's letter, `x` crossed out, `.` undecided."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the clues, sorted."""
        return tuple(sorted({colour for clue in (*self.rows, *self.cols) for _, colour in clue}))

    @property
    def lines(self) -> tuple[tuple[Clue, str], ...]:
        """Every line's clue and cells: the rows from the top, then the columns from the left."""
        columns = ("".join(cells) for cells in zip(*self.board, strict=True))
        return (*zip(self.rows, self.board, strict=True), *zip(self.cols, columns, strict=True))

    def with_board(self, board: Iterable[str]) -> State:
        """The same puzzle with other cells."""
        return State(self.rows, self.cols, tuple(board))


def parse(position: Position) -> State:
    """The puzzle that a position shows; without a `board` nothing is filled in yet. Raises BadPosition.

    A clue that does not fit its line, or rows and columns that do not agree, are a puzzle without a solution, no
    position that cannot be: the plan says so, and which clue seems wrong.
    """
    strange = [name for name in position.blocks if name not in {"rows", "cols", "board", "title", "grade"}]
    if strange:
        raise BadPosition(f"A nonogram has the blocks rows, cols, board, title and grade, not {strange[0]!r}.")
    for name in ("rows", "cols"):
        if not position.blocks.get(name):
            what = "rows" if name == "rows" else "columns"
            raise BadPosition(
                f"A nonogram needs the clues of its {what} (in a text: a block `{name}` with one on each line, such as "
                "3 1); found none."
            )
    rows = tuple(_parse_clue(line, "row", number) for number, line in enumerate(position.blocks["rows"]))
    cols = tuple(_parse_clue(line, "column", number) for number, line in enumerate(position.blocks["cols"]))
    if max(len(rows), len(cols)) > LARGEST:
        raise BadPosition(f"A nonogram has at most {LARGEST} rows and columns; this one is {len(rows)}x{len(cols)}.")
    state = State(rows, cols, position.board or (EMPTY * len(cols),) * len(rows))
    _check_board(state)
    return state


def parse_clue(text: str) -> Clue:
    """A clue from its text; `0` is an empty line. Raises ValueError.

    >>> parse_clue("3 1"), parse_clue("2a 1b"), parse_clue("0")
    (((3, '#'), (1, '#')), ((2, 'a'), (1, 'b')), ())
    """
    words = text.split()
    if words == ["0"]:
        return ()
    runs: list[Run] = []
    for word in words:
        match = _RUN.fullmatch(word)
        if match is None or int(match[1]) == 0:
            raise ValueError(
                f"expected numbers such as 3 1, each with its colour's letter if it has one, found {word!r}"
            )
        runs.append((int(match[1]), match[2] or BLACK))
    return tuple(runs)


def show_clue(clue: Clue) -> str:
    """The text of a clue; `parse_clue` undoes it."""
    return " ".join(f"{length}{colour if colour != BLACK else ''}" for length, colour in clue) or "0"


def show(state: State) -> Position:
    """The position of a puzzle."""
    return Position(
        {
            "rows": tuple(map(show_clue, state.rows)),
            "cols": tuple(map(show_clue, state.cols)),
            "board": state.board,
        }
    )


def blank(state: State) -> State:
    """The puzzle with nothing filled in."""
    return state.with_board([EMPTY * len(state.cols)] * len(state.rows))


def room(clue: Clue) -> int:
    """The least number of cells in which a clue fits.

    >>> room(parse_clue("3 1")), room(parse_clue("3a 1b")), room(())
    (5, 4, 0)
    """
    gaps = sum(first[1] == second[1] for first, second in pairwise(clue))
    return sum(length for length, _ in clue) + gaps


def runs_of(cells: Sequence[str]) -> Clue:
    """The runs of filled cells in a line.

    >>> runs_of("##.x#aab")
    ((2, '#'), (1, '#'), (2, 'a'), (1, 'b'))
    """
    runs: list[Run] = []
    before = EMPTY
    for cell in cells:
        if cell not in EMPTY + CROSS:
            if cell == before:
                runs[-1] = (runs[-1][0] + 1, cell)
            else:
                runs.append((1, cell))
        before = cell
    return tuple(runs)


def outcome(state: State, house: House) -> Outcome:
    """Won when the filled cells are just what every clue says; a puzzle is never stuck, cells can be wiped."""
    if house.crosses and any(EMPTY in row for row in state.board):
        return Outcome.OPEN
    done = all(runs_of(cells) == clue for clue, cells in state.lines)
    return Outcome.WON if done else Outcome.OPEN


def moves(state: State, house: House) -> Iterator[Mark]:
    """Every change of a single cell: fill and cross out what is undecided, wipe what is not. None once it is won."""
    if outcome(state, house) is Outcome.WON:
        return
    fresh = (*(state.colours or (BLACK,)), CROSS)
    for row, cells in enumerate(state.board):
        for column, cell in enumerate(cells):
            for label in fresh if cell == EMPTY else EMPTY:
                yield Mark((row, column), (row, column), label)


def play(state: State, move: Mark) -> State:
    """The puzzle after a run of cells is marked, whatever they held before. Raises IllegalMove."""
    (top, left), (bottom, right) = move.a, move.b
    if bottom >= len(state.rows) or right >= len(state.cols):
        raise IllegalMove(f"{move}: the board has {len(state.rows)} rows and {len(state.cols)} columns.")
    if move.label not in {*state.colours, BLACK, CROSS, EMPTY}:
        raise IllegalMove(f"{move}: a cell is marked with one of {' '.join((*state.colours, CROSS, EMPTY))}.")
    if all(state.board[row][column] == move.label for row, column in move.cells):
        raise IllegalMove(f"{move}: {show_cell(move.a)} is {move.label!r} already.")
    board = list(state.board)
    for row in range(top, bottom + 1):
        board[row] = board[row][:left] + move.label * (right - left + 1) + board[row][right + 1 :]
    return state.with_board(board)


def _parse_clue(text: str, what: str, number: int) -> Clue:
    if UNKNOWN in text:
        raise BadPosition(f"The clue of {what} {number} is not known: {text!r}.")
    try:
        return parse_clue(text)
    except ValueError as error:
        raise BadPosition(f"The clue of {what} {number}: {error}.") from error


def _check_board(state: State) -> None:
    """Raises BadPosition where the cells do not fit the puzzle."""
    if len(state.board) != len(state.rows):
        raise BadPosition(f"The board has {len(state.board)} rows; there are clues for {len(state.rows)}.")
    known = {*state.colours, BLACK, CROSS, EMPTY}
    for row, cells in enumerate(state.board):
        if len(cells) != len(state.cols):
            raise BadPosition(f"Row {row} of the board has {len(cells)} cells; there are clues for {len(state.cols)}.")
        if UNKNOWN in cells:
            raise BadPosition(f"Cell {row},{cells.index(UNKNOWN)} of the board is not known (`?`).")
        if strange := set(cells) - known:
            raise BadPosition(
                f"Row {row} of the board holds {min(strange)!r}; expected one of {' '.join(sorted(known))}."
            )
