"""Boards of Panel de Pon as text: what a position may hold, and what is wrong where it holds something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.api import BadPosition
from engine.games.paneldepon.settling import GARBAGE_LABEL, GREY_LABEL
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.moves import Cell, show_cell
from engine.position import EMPTY, UNKNOWN, Position

MOST_COLOURS = 8
MOST_SWAPS = 20
_LOOKS = ("cursor", "grid", "clearing", "sight", "marked", "title", "grade")
"""Blocks of a reading or of a puzzle that are no part of the state; those of the other player end in 2."""
_OWN = ("board", "moves", "incoming", "scroll", "garbage", "motion")


class Piece(NamedTuple):
    """A piece of garbage: its upper left cell and its size."""

    row: int
    column: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Motion:
    """Where panels are moving: what the text of the board does not tell. Words are those of `packing`."""

    labels: str
    """The label of colour 1, 2, 3 …"""
    words: tuple[int, ...]
    """Row by row from the bottom, the floor included."""
    queued: int = -1
    """The word whose swap with its right neighbour is about to begin."""
    chain: int = 0
    active: tuple[int, int] = (0, 0)
    """Panels that were moving after this frame and the one before."""


@dataclass(frozen=True, slots=True)
class State:
    """A board; its rows from the top, as many as were given."""

    board: tuple[str, ...]
    moves: int | None = None
    """Swaps left; None where they are not counted."""
    incoming: str = ""
    """The row that comes up next, where it is known."""
    rises: bool = False
    """Whether it is told how far the stack has risen: a running game; how far does not belong to the state."""
    garbage: tuple[Piece, ...] = ()
    motion: Motion | None = None
    """None for a board at rest."""


def parse(position: Position) -> State:
    """The state that a position shows. Raises BadPosition with the block and the row or cell that is at fault."""
    for name in position.blocks:
        if name not in _OWN and name.removesuffix("2") not in (*_LOOKS, "board", "incoming", "scroll"):
            raise BadPosition(f"Panel de Pon has the blocks {', '.join(_OWN + _LOOKS)}; not {name!r}.")
    board = position.board
    if not 1 <= len(board) <= ROWS:
        raise BadPosition(f"A board of Panel de Pon has 1 to {ROWS} rows; this one has {len(board)}.")
    for row, line in enumerate(board):
        _check_line(line, f"Row {row} of the board", f"Cell {row},{{}} of the board")
    colours = labels_of(board)
    if len(colours) > MOST_COLOURS:
        raise BadPosition(f"At most {MOST_COLOURS} colours are known; the board has {len(colours)}: {colours}.")
    incoming = _single(position, "incoming")
    if incoming:
        _check_line(incoming.replace(UNKNOWN, EMPTY), "The incoming row", "Cell {} of the incoming row")
    moves = _single(position, "moves")
    if moves and not (moves.isascii() and moves.isdigit() and int(moves) <= MOST_SWAPS):
        raise BadPosition(f"The block `moves` holds the number of swaps left, at most {MOST_SWAPS}; not {moves!r}.")
    garbage = _parse_garbage(position, board)
    motion = _parse_motion(position.blocks["motion"]) if "motion" in position.blocks else None
    return State(
        board,
        moves=int(moves) if moves else None,
        incoming="" if UNKNOWN in incoming else incoming,
        rises="scroll" in position.blocks,
        garbage=garbage,
        motion=motion,
    )


def _check_line(line: str, row: str, cell: str) -> None:
    """Refuse a row that no board has."""
    if len(line) != COLUMNS:
        raise BadPosition(f"{row} has {len(line)} cells; a row has {COLUMNS}.")
    for column, label in enumerate(line):
        if label == UNKNOWN:
            raise BadPosition(f"{cell.format(column)} is not known (`?`).")
        if not (label in (EMPTY, GREY_LABEL, GARBAGE_LABEL) or (label.isalnum() and not label.isupper())):
            wanted = "a small letter or digit, # (clears with nothing), = (garbage) or ."
            raise BadPosition(f"{cell.format(column)} holds {label!r}; expected {wanted}.")


def _single(position: Position, name: str) -> str:
    """The only line of a block, or nothing."""
    lines = position.blocks.get(name, ())
    if len(lines) > 1:
        raise BadPosition(f"The block {name!r} has one line, not {len(lines)}.")
    return "".join(lines)


def _parse_garbage(position: Position, board: Sequence[str]) -> tuple[Piece, ...]:
    """The pieces of garbage: as the block `garbage` says, otherwise every run of = in a row is one."""
    if "garbage" not in position.blocks:
        return tuple(runs_of_garbage(board))
    pieces, left = (
        [],
        {(r, c) for r, line in enumerate(board) for c, label in enumerate(line) if label == GARBAGE_LABEL},
    )
    for line in position.blocks["garbage"]:
        words = line.split(",")
        if len(words) != 4 or not all(word.isascii() and word.isdigit() for word in words):
            raise BadPosition(f"A piece of garbage is written row,column,width,height; not {line!r}.")
        piece = Piece(*map(int, words))
        cells = set(cells_of(piece))
        if not cells or not cells <= left:
            raise BadPosition(f"The board has no free = everywhere in the piece of garbage {line!r}.")
        left -= cells
        pieces.append(piece)
    if left:
        raise BadPosition(f"The = at {show_cell(min(left))} belongs to no piece in the block `garbage`.")
    return tuple(sorted(pieces))


def runs_of_garbage(board: Sequence[str]) -> Iterator[Piece]:
    """Every run of = in a row as a piece of its own."""
    for row, line in enumerate(board):
        column = 0
        while (column := line.find(GARBAGE_LABEL, column)) >= 0:
            width = len(line) - column - len(line[column:].lstrip(GARBAGE_LABEL))
            yield Piece(row, column, width, 1)
            column += width


def cells_of(piece: Piece) -> list[Cell]:
    """The cells that a piece of garbage covers."""
    rows = range(piece.row, piece.row + piece.height)
    return [(row, column) for row in rows for column in range(piece.column, piece.column + piece.width)]


def _parse_motion(lines: Sequence[str]) -> Motion:
    """The block `motion`, as `show` writes it."""
    try:
        head, *rows = lines
        labels, queued, chain, now, before = head.split()
        words = tuple(int(word, 16) for row in rows for word in row.split())
        found = Motion(labels, words, int(queued), int(chain), (int(now), int(before)))
    except ValueError as error:
        raise BadPosition(f"The block `motion` cannot be read: {error}.") from error
    if len(words) < (ROWS + 1) * COLUMNS or len(words) % COLUMNS:
        raise BadPosition(f"The block `motion` holds {len(words)} words; expected {ROWS + 1} rows of {COLUMNS}.")
    return found


def show(state: State) -> Position:
    """The position of a state."""
    blocks = {"board": state.board}
    if state.moves is not None:
        blocks["moves"] = (str(state.moves),)
    if state.incoming:
        blocks["incoming"] = (state.incoming,)
    if state.rises:
        blocks["scroll"] = ("0",)
    if state.garbage != tuple(runs_of_garbage(state.board)):
        blocks["garbage"] = tuple(",".join(map(str, piece)) for piece in state.garbage)
    if state.motion:
        motion = state.motion
        rows = [motion.words[i : i + COLUMNS] for i in range(0, len(motion.words), COLUMNS)]
        head = f"{motion.labels} {motion.queued} {motion.chain} {motion.active[0]} {motion.active[1]}"
        blocks["motion"] = (head, *(" ".join(f"{word:x}" for word in row) for row in rows))
    return Position(blocks)


def labels_of(board: Sequence[str]) -> str:
    """The labels of all colours on the board, sorted; colour 1 is the first."""
    return "".join(sorted(set("".join(board)) - {EMPTY, GREY_LABEL, GARBAGE_LABEL}))
