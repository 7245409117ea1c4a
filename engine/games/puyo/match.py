"""A match: two players, the same pairs, and the garbage that their chains send each other.

Pure values: a side of the match is what its player has, `turn` gives what a placement makes of it, `fall` lets what is
on its way come down before the next pair. Clocks belong to who runs the match: `played` runs one in which a placement
and every step of a chain take so long.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.games.puyo import garbage, rules
from engine.games.puyo.garbage import Purse
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Field, House, Placement, Step

KNOWN = 2
"""Pairs that a player sees, the current one included."""


@dataclass(frozen=True)
class Side:
    """What one player has."""

    field: Field
    purse: Purse = Purse()
    spent: frozenset[int] = frozenset()
    pairs: int = 0
    """How many were placed."""
    popped: bool = False
    """Whether the last placement made something vanish."""


@dataclass(frozen=True)
class Turn:
    """What a placement brought about."""

    side: Side
    steps: tuple[Step, ...]
    sent: int
    """Pieces that go to the opponent when the chain has ended."""


Player: TypeAlias = "Callable[[State, Side, Side], Placement | None]"
"""Chooses a placement from the state that is seen, one's own side and the other; None gives up."""


@dataclass(frozen=True)
class Pace:
    """How long a player takes, in seconds."""

    placement: float = 1.0
    """From the moment a pair appears until it lies."""
    step: float = 0.8
    """For each step of a chain."""


def begun(house: House) -> Side:
    """A side with an empty field."""
    return Side(("",) * house.columns)


def seen(side: Side, queue: Sequence[str], known: int = KNOWN) -> State:
    """What the player of a side sees of it; the queue begins again when it ends."""
    pairs = tuple(queue[(side.pairs + n) % len(queue)] for n in range(known))
    return State(side.field, pairs, side.spent)


def turn(side: Side, pair: str, placement: Placement, house: House, seconds: float = 0.0) -> Turn:
    """Place a pair, let the chain run, and cancel what is on its way with what it sends."""
    field, steps, spent = rules.drop(side.field, pair, placement, house, side.spent)
    sent, purse = garbage.sent(steps, side.purse, house, seconds)
    after = Side(field, purse, spent, side.pairs + 1, popped=bool(steps))
    return Turn(after, steps, sent)


def fall(side: Side, house: House, order: Sequence[int]) -> Side:
    """Let what is on its way fall, before the next pair; `order` as in `garbage.fallen`."""
    if not side.purse.pending or (side.popped and house.holds_off):
        return side
    field, purse = garbage.fallen(side.field, side.purse, house, order)
    return replace(side, field=field, purse=purse)


def received(side: Side, pieces: int) -> Side:
    """A side that pieces are on their way to."""
    return replace(side, purse=replace(side.purse, pending=side.purse.pending + pieces))


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    winner: int | None
    """0 or 1; None when time was up."""
    seconds: float
    sides: tuple[Side, Side]


def played(
    queue: Sequence[str],
    house: House,
    players: tuple[Player, Player],
    paces: tuple[Pace, Pace] = (Pace(), Pace()),
    seed: int = 0,
    seconds: float = 600.0,
) -> Result:
    """Run a match until one side can place nothing, or time is up. Garbage falls in columns that `seed` decides."""
    chance = random.Random(seed)
    sides = [begun(house), begun(house)]
    clocks = [0.0, 0.0]
    flying: list[tuple[float, int, int]] = []  # when they arrive, on whom, how many
    while True:
        who = 0 if clocks[0] <= clocks[1] else 1
        now = clocks[who]
        if now >= seconds:
            return Result(None, now, (sides[0], sides[1]))
        for _, whom, pieces in (each for each in flying if each[0] <= now):
            sides[whom] = received(sides[whom], pieces)
        flying = [each for each in flying if each[0] > now]
        sides[who] = side = fall(sides[who], house, chance.sample(range(house.columns), house.columns))
        state = seen(side, queue)
        placement = None
        if rules.placements(side.field, house, side.spent):
            placement = players[who](state, side, sides[1 - who])
        if placement is None:
            return Result(1 - who, now, (sides[0], sides[1]))
        done = turn(side, state.pairs[0], placement, house, now)
        sides[who] = done.side
        clocks[who] = now + paces[who].placement + len(done.steps) * paces[who].step
        if done.sent:
            flying.append((clocks[who], 1 - who, done.sent))
