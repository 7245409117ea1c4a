"""Positions of Puyo Invader: what a screen shows of it, and what a person writes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import BadPosition
from engine.games.invader import rules
from engine.games.invader.rules import SIDES, UNSEEN, Aim, Field, House
from engine.position import EMPTY, UNKNOWN, Position

BULLET = "!"
"""A cell that a bullet crosses; it is blank."""
KNOWN = ("board", "next", "shooter", "height", "stand", "scroll")
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class State:
    """A field at rest, the pair to be shot, where the shooter stands, and how far the field has come down."""

    field: Field
    pair: str
    shooter: str
    """The column and the side of the child, as they were written; empty where they were not."""
    height: int


def parse(position: Position, house: House) -> State:
    """The state that a position shows. Raises BadPosition: a cell not known, a pair or a shooter that is none."""
    strange = [name for name in position.blocks if name not in KNOWN]
    if strange:
        raise BadPosition(f"Puyo Invader has the blocks {', '.join(KNOWN)}, not {strange[0]!r}.")
    board, height = rows_shown(position)
    field = field_of(board, house)
    pairs = position.blocks.get("next", ())
    if len(pairs) > 1 or any(len(pair) != 2 or not pair.isalpha() or not pair.islower() for pair in pairs):
        raise BadPosition(f"`next` is one pair of lower-case colours, pivot before child, not {pairs!r}.")
    pair, shooter = "".join(pairs), _shooter(position.blocks.get("shooter", ()), house)
    if standing := stands(position.blocks.get("stand", ())):
        pair, shooter = standing[0], f"{standing[1].column} {standing[1].side}"
    return State(field, pair, shooter, height)


def show(state: State, house: House) -> Position:
    """The position of a state: the rows that the screen shows, or all where more is known."""
    seen = state.field[: rules.rows_seen(state.height, house)]
    rows = seen if _whole(seen, house) == state.field else state.field
    blocks = {"board": tuple(reversed(rows)), "height": (str(state.height),)}
    if state.pair:
        blocks["next"] = (state.pair,)
    if state.shooter:
        blocks["shooter"] = (state.shooter,)
    return Position(blocks)


def field_of(board: tuple[str, ...], house: House) -> Field:
    """The field of which a board shows the rows next to the player. Raises BadPosition."""
    if not 1 <= len(board) <= house.rows:
        raise BadPosition(f"The board has 1 to {house.rows} rows; found {len(board)}.")
    for row, cells in enumerate(board):
        if len(cells) != house.columns:
            raise BadPosition(f"Row {row} of the board has {len(cells)} cells; expected {house.columns}.")
        if UNKNOWN in cells:
            raise BadPosition(f"Cell {row},{cells.index(UNKNOWN)} of the board is not known (`?`).")
        if strange := [label for label in cells if label not in (EMPTY, BULLET, UNSEEN) and not label.isalpha()]:
            raise BadPosition(f"Cell {row},{cells.index(strange[0])} of the board is no alien and no puyo.")
    return _whole(tuple(cells.replace(BULLET, EMPTY) for cells in reversed(board)), house)


def rows_shown(position: Position) -> tuple[tuple[str, ...], int]:
    """The rows that a position shows, and where the lowest of them is drawn: as it is written, or by the part of a cell
    that the rows lie above the lowest place where a cell may be; else as at the start. Raises BadPosition.
    """
    board = position.board
    if "scroll" in position.blocks and "height" not in position.blocks:
        above = rules.SINKS * round(rules.CELL_HEIGHT * float(position.blocks["scroll"][0]) / rules.SINKS)
        if above < rules.CELL_HEIGHT or not board:
            return board, rules.LOWEST - above
        return (*board, EMPTY * len(board[0])), rules.LOWEST
    text = "".join(position.blocks.get("height", ())) or str(rules.START_HEIGHT)
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise BadPosition(f"`height` is where the row next to the player is drawn, in pixels; not {text!r}.")
    return board, int(text)


def stands(lines: tuple[str, ...]) -> tuple[str, Aim] | None:
    """The pair at the bottom of the screen, pivot before child, and how it is aimed; None where that cannot be told.

    The two lines are the upper and the lower halves of the cells; the pivot is written in lower case. What stands
    upright takes half a cell for each half of the pair. Beside each other either half of a cell tells it.

    >>> stands(("...aB....", "...aB...."))
    ('ab', Aim(column=3, side='R'))
    >>> stands(("...aB....", "...??...."))
    ('ab', Aim(column=3, side='R'))
    >>> stands(("...B.....", "...a....."))
    ('ab', Aim(column=3, side='U'))
    """
    if len(lines) != len(_HALVES):
        return None
    found = {
        column: halves
        for column, halves in enumerate(zip(*lines, strict=True))
        if halves[0].isalpha() or halves[1].isalpha()
    }
    if len(found) == 1:
        column, (above, below) = next(iter(found.items()))
        if above.islower() and below.isupper():
            return above + below.lower(), Aim(column, "D")
        if above.isupper() and below.islower():
            return below + above.lower(), Aim(column, "U")
        return None
    whole = {column: {half for half in halves if half != UNKNOWN} for column, halves in found.items()}
    if len(found) != len(_HALVES) or any(len(half) > 1 for half in whole.values()):
        return None
    (left, (first,)), (right, (second,)) = sorted(whole.items())
    if right != left + 1 or first.islower() == second.islower():
        return None
    pivot, child = (first, second) if first.islower() else (second, first)
    return pivot + child.lower(), Aim(left, "R") if first.islower() else Aim(right, "L")


def reaches_out(lines: tuple[str, ...]) -> Aim | None:
    """How a pair is aimed whose child is beyond a wall: only its pivot is seen, at that wall; None for any other.

    >>> reaches_out(("........a", "........a"))
    Aim(column=8, side='R')
    """
    found = {halves for halves in zip(*lines, strict=True) if any(half.isalpha() for half in halves)}
    if len(lines) != len(_HALVES) or len(found) != 1 or not all(half.islower() for half in next(iter(found))):
        return None
    pivot = next(iter(found))[0]
    places = [column for column, label in enumerate(lines[0]) if label == pivot]
    if len(places) != 1 or places[0] not in (0, len(lines[0]) - 1):
        return None
    return Aim(places[0], "R" if places[0] else "L")


_HALVES = ("upper", "lower")


def _whole(seen: Field, house: House) -> Field:
    """The rows next to the player, and those above the screen: unseen, or none where the last one seen is blank."""
    beyond = UNSEEN if seen[-1].strip(EMPTY) else EMPTY
    return (*seen, *[beyond * house.columns] * (house.rows - len(seen)))


def _shooter(lines: tuple[str, ...], house: House) -> str:
    text = "".join(lines)
    column, _, side = text.partition(" ")
    if text and not (column.isascii() and column.isdigit() and int(column) < house.columns and side in SIDES):
        raise BadPosition(f"`shooter` is a column from 0 and a side, such as 3 R; not {text!r}.")
    return text
