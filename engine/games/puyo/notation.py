"""Positions of Puyo Puyo as text, and back.

`board` has a row for each row of the field that is seen, from the top: the rows that count, or those with the ghost
row above them. `next` has a pair a line, the current one first; of each pair the axis comes first. `spent` names the
columns that swallowed a child. What lies beside (`board2`, `next2`, `pending`) is kept as it is written.

A screen tells the pair in the air apart from those to come: then it is `current`, `falling` names the cells that it
touches, and `waiting` is what is seen right over the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as attribute

from engine.api import BadPosition
from engine.games.puyo.rules import GARBAGE, Field, House, chain
from engine.position import EMPTY, UNKNOWN, Position

BESIDE = ("board2", "next2", "pending")
"""Blocks that are kept, and that change nothing about what one's own pair does."""
SEEN = ("current", "falling", "waiting")
"""Blocks that tell of a pair in the air."""


@dataclass(frozen=True, slots=True)
class State:
    """A field at rest and the pairs that are known to come."""

    field: Field
    pairs: tuple[str, ...]
    """The current pair first, axis before child."""
    spent: frozenset[int] = frozenset()
    """Columns that swallowed a child already."""
    beside: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The blocks of the opponent, as they were written."""
    rows: int = attribute(default=0, compare=False)
    """How many rows of the field the position showed; tells which row of a picture is meant."""


def parse(position: Position, house: House) -> State:
    """The state that a position shows. Raises BadPosition: a cell not known or in the air, a pair that is none."""
    known = ("board", "marked", "next", "spent", *SEEN, *BESIDE)
    strange = [name for name in position.blocks if name not in known]
    if strange:
        raise BadPosition(f"Puyo Puyo has the blocks {', '.join(known)}, not {strange[0]!r}.")
    return State(
        _field(position.board, house),
        tuple(_pair(line, number) for number, line in enumerate(_lines(position, house))),
        _spent(position.blocks.get("spent", ()), house),
        tuple((name, position.blocks[name]) for name in BESIDE if name in position.blocks),
        len(position.board),
    )


def show(state: State, house: House) -> Position:
    """The position of a state, with as many rows as were seen, or as there are puyos."""
    seen = max(house.visible, state.rows if max(map(len, state.field)) <= state.rows else house.rows)
    rows = tuple(
        "".join(column[height] if height < len(column) else EMPTY for column in state.field)
        for height in reversed(range(seen))
    )
    blocks = {"board": rows}
    if state.pairs:
        blocks["next"] = state.pairs
    if state.spent:
        blocks["spent"] = (",".join(map(str, sorted(state.spent))),)
    return Position({**blocks, **dict(state.beside)})


def _field(board: tuple[str, ...], house: House) -> Field:
    if not house.visible <= len(board) <= house.rows:
        raise BadPosition(f"The board has {house.visible} to {house.rows} rows; found {len(board)}.")
    for row, line in enumerate(board):
        if len(line) != house.columns:
            raise BadPosition(f"Row {row} of the board has {len(line)} cells; expected {house.columns}.")
        if UNKNOWN in line:
            raise BadPosition(f"Cell {row},{line.index(UNKNOWN)} of the board is not known (`?`).")
    columns = []
    for x in range(house.columns):
        column = "".join(line[x] for line in reversed(board)).rstrip(EMPTY)
        if EMPTY in column:
            row = len(board) - 1 - column.rindex(EMPTY)
            raise BadPosition(f"Cell {row},{x} is empty below a puyo: wait until everything lies still.")
        columns.append(column)
    field = tuple(columns)
    if steps := chain(field, house):
        x, height = min(steps[0].groups[0])
        raise BadPosition(
            f"Cell {len(board) - 1 - height},{x} belongs to {len(steps[0].groups[0])} that vanish: "
            "wait until everything lies still."
        )
    return field


def _lines(position: Position, house: House) -> tuple[str, ...]:
    """The pairs that are known, the one in the air first; none where that one cannot be told."""
    blocks = position.blocks
    over = blocks.get("waiting", ("",))[-1][house.spawn : house.spawn + 1]
    if "current" not in blocks and ("falling" in blocks or over not in ("", EMPTY, GARBAGE)):
        return ()
    return (*blocks.get("current", ()), *blocks.get("next", ()))


def _pair(line: str, number: int) -> str:
    if len(line) != 2 or set(line) & {EMPTY, UNKNOWN, GARBAGE}:
        raise BadPosition(f"Line {number} of `next` is two colours, axis before child, such as RG; not {line!r}.")
    return line


def _spent(lines: tuple[str, ...], house: House) -> frozenset[int]:
    numbers = [number for line in lines for number in line.split(",")]
    for number in numbers:
        if not (number.isascii() and number.isdigit() and int(number) < house.columns):
            raise BadPosition(f"`spent` names columns from 0 to {house.columns - 1}, such as 0,3; not {number!r}.")
    return frozenset(map(int, numbers))
