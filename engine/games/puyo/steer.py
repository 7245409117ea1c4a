"""The buttons that bring a falling pair to its placement: steps to a side, turns, and the drop.

A pair appears upright in the column of the spawn, its axis in the row that ends the game when it is filled. Each press
moves it at once, or not at all; it falls slowly meanwhile. So a way is looked for first on which it may have fallen a
few rows, without touching anything; only where there is none, one that must be walked before it falls at all, with the
kicks that the house knows: a turn into a taken cell pushes the pair the other way, and between two walls a second press
lets its halves change places (Tsu).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.games.puyo.rules import SIDES, Field, House, Placement

TURN, BACK = "turn", "back"
"""The buttons that turn a pair clockwise and back."""
DROP = "drop"
SLACK = (3, 2, 1, 0)
"""How many rows a pair may have fallen before it is dropped; the most careful first."""
_OFFSET = {"U": (0, 1), "R": (1, 0), "D": (0, -1), "L": (-1, 0)}


class _Falling(NamedTuple):
    """A pair in the air: the column and height of its axis, the side of its child, a press that did nothing yet."""

    column: int
    height: int
    side: str
    pressed: str = ""
    """The turn that was pressed between two walls: pressed again, its halves change places."""


def buttons(
    field: Field, placement: Placement, house: House, turns: Collection[str] = (TURN, BACK)
) -> tuple[str, ...] | None:
    """The presses that bring a pair to rest so, ending with `drop`; None where no way is found.

    Words: `left`, `right`, `turn` (clockwise), `back` (counter-clockwise), `drop`. `turns` are those that the program
    has a key for.

    >>> buttons(("",) * 6, Placement(0, "R"), House())
    ('turn', 'left', 'left', 'drop')
    """
    heights = [len(column) for column in field]
    for slack in SLACK:
        raised = [height + slack for height in heights]
        way = _way(raised, placement, house, turns, kicks=slack == 0 and house.steering == "tsu")
        if way is not None:
            return (*way, DROP)
    return None


def _way(
    heights: Sequence[int], placement: Placement, house: House, turns: Collection[str], *, kicks: bool
) -> tuple[str, ...] | None:
    """The fewest presses, turns before steps; None where it cannot be done."""
    start = _Falling(house.spawn, house.death - 1, "U")
    if not _free(start, heights, house):
        return None
    ways: dict[_Falling, tuple[str, ...]] = {start: ()}
    edge = deque([start])
    while edge:
        now = edge.popleft()
        if (now.column, now.side) == placement and not now.pressed:
            return ways[now]
        for press in (*sorted(turns, reverse=True), "left", "right"):
            then = _pressed(now, press, heights, house, kicks=kicks)
            if then is not None and then not in ways:
                ways[then] = (*ways[now], press)
                edge.append(then)
    return None


def _pressed(now: _Falling, press: str, heights: Sequence[int], house: House, *, kicks: bool) -> _Falling | None:
    """Where a press brings a pair; None where it does nothing."""
    column, height, side, pressed = now
    if press in ("left", "right"):
        stepped = _Falling(column + (1 if press == "right" else -1), height, side)
        return stepped if _free(stepped, heights, house) else None
    side = SIDES[(SIDES.index(side) + (1 if press == TURN else -1)) % len(SIDES)]
    turned = _Falling(column, height, side)
    if _free(turned, heights, house):
        return turned
    if not kicks:
        return None
    dx, dy = _OFFSET[side]
    pushed = _Falling(column - dx, height - dy, side)
    if _free(pushed, heights, house):
        return pushed
    if pressed != press:
        return _Falling(column, height, now.side, press)
    over = SIDES[(SIDES.index(now.side) + 2) % len(SIDES)]
    swapped = _Falling(column, height - _OFFSET[over][1], over)
    return swapped if _free(swapped, heights, house) else None


def _free(pair: _Falling, heights: Sequence[int], house: House) -> bool:
    """Whether both halves have room; the axis never rises above the row over the one in which it appears."""
    column, height, side, _ = pair
    dx, dy = _OFFSET[side]
    child = column + dx
    return (
        0 <= column < house.columns
        and 0 <= child < house.columns
        and height <= house.death
        and heights[column] <= height
        and heights[child] <= height + dy
    )
