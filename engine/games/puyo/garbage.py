"""Garbage: what a chain sends, what it takes off what is on its way, and how it falls.

Under Tsu points are turned into pieces: one for every `rate` points, what is left over is carried on. The rate sinks
when a match takes long (the margin time). Pieces of one's own first cancel what is on its way to oneself. At most
`at_once` fall in a turn, in full rows, and the rest in columns that differ. Other programs count the puyos that
vanish (`attack=puyos`): all but three of a step, six more in every later step, and everything falls at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.puyo import rules
from engine.games.puyo.rules import GARBAGE, Field, House, Step
from engine.games.puyo.tables import ALL_CLEAR

MARGIN = 96
"""Seconds of a match after which the rate begins to sink."""
MARGIN_STEP = 16
"""Seconds from one sinking to the next."""
MARGIN_STEPS = 14
_SPARED, _LATER = 3, 6


@dataclass(frozen=True)
class Purse:
    """What one player has not sent yet, and what is on its way to that player."""

    carried: int = 0
    """Points that were too few for a piece."""
    pending: int = 0
    """Pieces that will fall on this player."""
    cleared: bool = False
    """Whether the field was cleared, which the next chain is paid for."""


def rate(house: House, seconds: float = 0.0) -> int:
    """Points a piece, so many seconds into a match: three quarters after the margin, then each time half of what it
    was two sinkings before.

    >>> [rate(House(), second) for second in (0, 96, 112, 128, 144, 160)]
    [70, 52, 35, 26, 17, 13]
    """
    if seconds < MARGIN:
        return house.rate
    sunk = min(MARGIN_STEPS, 1 + int((seconds - MARGIN) // MARGIN_STEP))
    before, now = house.rate, house.rate * 3 // 4
    for _ in range(sunk - 1):
        before, now = now, before // 2
    return max(1, now)


def sent(steps: Sequence[Step], purse: Purse, house: House, seconds: float = 0.0) -> tuple[int, Purse]:
    """The pieces that a chain sends to the opponent after those on their way to oneself are cancelled, and the purse
    after it.
    """
    if not steps:
        return 0, purse
    if house.attack == "puyos":
        pieces = sum(step.puyos - _SPARED + _LATER * (number > 0) for number, step in enumerate(steps))
        carried = 0
    else:
        points = purse.carried + rules.score(steps) + ALL_CLEAR * purse.cleared
        pieces, carried = divmod(points, rate(house, seconds))
    cancelled = min(pieces, purse.pending)
    return pieces - cancelled, Purse(carried, purse.pending - cancelled, rules.clears_all(steps[-1].after))


def fallen(field: Field, purse: Purse, house: House, order: Sequence[int]) -> tuple[Field, Purse]:
    """The field and the purse after what is pending fell, as far as it does in one turn.

    `order` are the columns in which a row that is not full begins to fill; what finds no room is gone.
    """
    pieces = min(purse.pending, house.at_once) if house.at_once else purse.pending
    full, rest = divmod(pieces, house.columns)
    extra = set(order[:rest])
    columns = tuple(
        (column + GARBAGE * (full + (x in extra)))[: max(len(column), house.rows)] for x, column in enumerate(field)
    )
    return columns, Purse(purse.carried, purse.pending - pieces, purse.cleared)
