"""Positions of Pentas as text, and back.

`board` has a row for each row of cells, from the top. `next` has a line for the current piece and one for the piece
after
it, as far as they are known: the letter of the piece, or its shape as it is drawn, row by row, such as `.#/##/#./#.`.
`score` is kept as it is written.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.api import BadPosition
from engine.games.pentas.rules import EMPTY, FILLED, LARGEST, PIECES, SMALLEST, Board, piece_of
from engine.position import UNKNOWN, Position

BLOCKS = ("board", "next", "score")
KNOWN = 2
"""So many pieces are shown at the most."""


@dataclass(frozen=True, slots=True)
class State:
    """A board and its current piece. What comes after it, and the score, are told and do not make another state: who
    plays a piece cannot know what the screen will show next.
    """

    board: Board
    piece: str | None
    """The piece that must be taken now, by its letter; None where it is not known."""
    following: str | None = field(default=None, compare=False)
    """The piece after it."""
    score: str | None = field(default=None, compare=False)
    """The points so far, as they were written."""


def parse(position: Position) -> State:
    """The state that a position shows. Raises BadPosition: a cell not known, an empty row, a piece that is none."""
    strange = [name for name in position.blocks if name not in BLOCKS]
    if strange:
        raise BadPosition(f"Pentas has the blocks {', '.join(BLOCKS)}, not {strange[0]!r}.")
    board = _board(position.board)
    lines = position.blocks.get("next", ())
    if len(lines) > KNOWN:
        raise BadPosition(f"`next` has the current piece and the one after it; found {len(lines)} lines.")
    pieces = [_piece(line, number) for number, line in enumerate(lines)]
    current, following = (*pieces, None, None)[:KNOWN]
    score = position.blocks.get("score", ())
    if len(score) > 1:
        raise BadPosition(f"`score` is one line; found {len(score)}.")
    return State(board, current, following, score[0] if score else None)


def show(state: State) -> Position:
    """The position of a state."""
    blocks = {"board": state.board}
    if state.piece:
        blocks["next"] = (state.piece, state.following) if state.following else (state.piece,)
    if state.score is not None:
        blocks["score"] = (state.score,)
    return Position(blocks)


def _board(board: Board) -> Board:
    if not SMALLEST <= len(board) <= LARGEST:
        raise BadPosition(f"A board has {SMALLEST} to {LARGEST} rows; found {len(board)}.")
    wide = len(board[0])
    if not SMALLEST <= wide <= LARGEST:
        raise BadPosition(f"A board has {SMALLEST} to {LARGEST} columns; row 0 has {wide}.")
    for row, line in enumerate(board):
        if len(line) != wide:
            raise BadPosition(f"Row {row} of the board has {len(line)} cells; expected {wide}.")
        for column, mark in enumerate(line):
            if mark == UNKNOWN:
                raise BadPosition(f"Cell {row},{column} of the board is not known (`?`).")
            if mark not in (FILLED, EMPTY):
                raise BadPosition(f"Cell {row},{column} is filled (`#`) or empty (`.`), not {mark!r}.")
        if FILLED not in line:
            raise BadPosition(f"Row {row} is empty: wait until a full one has come in on top.")
    return board


def _piece(line: str, number: int) -> str:
    if line in PIECES:
        return line
    cells = tuple((r, c) for r, row in enumerate(line.split("/")) for c, mark in enumerate(row) if mark == FILLED)
    piece = piece_of(cells)
    if piece is None or set(line) - {FILLED, EMPTY, "/"}:
        raise BadPosition(
            f"Line {number} of `next` is one of {' '.join(PIECES)}, or a shape such as ##/##/#.; not {line!r}."
        )
    return piece
