"""Opponents for matches of Puyo Puyo: our own greedy player, and a stand-in for the strongest one of FloboPuyo.

The stand-in is our own code after what is known about that player: it looks at one pair, at its own field only, likes
puyos of a colour side by side, keeps pairs together and low, would rather not spend four while the field is low, sees a
little of what lies over a group, and is a little moody.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import greedy, rules, versus
from engine.games.puyo.match import Player, Side
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Field, House, Placement
from engine.moves import Drop

LOW = 5
"""Rows up to which groups of four are saved for later."""


def ours(house: House, limit: Limit) -> Player:
    """Our player for matches."""

    def choose(state: State, side: Side, other: Side) -> Placement | None:
        opponent = versus.Opponent(other.field)
        choice = versus.decide(state, house, Budget(limit), opponent, side.purse.pending)
        return choice.placement if choice else None

    return choose


def two_pairs(house: House) -> Player:
    """The simple player: the points of two pairs, a low field."""

    def choose(state: State, side: Side, other: Side) -> Placement | None:
        moves = greedy.plan(state, house).moves
        drop = next((move for move in moves if isinstance(move, Drop)), None)
        return Placement(drop.column, drop.side) if drop else None

    return choose


def by_contacts(house: House, seed: int) -> Player:
    """The stand-in."""
    chance = random.Random(seed)

    def choose(state: State, side: Side, other: Side) -> Placement | None:
        placements = rules.placements(state.field, house, state.spent)
        mood: Callable[[Placement], float] = lambda p: _liking(state, p, house) + chance.random()  # noqa: E731
        return max(placements, key=mood, default=None)

    return choose


def _liking(state: State, placement: Placement, house: House) -> float:
    """How well a placement pleases the stand-in."""
    axis_at, child_at = rules.rests(state.field, placement)
    field = rules.put(state.field, state.pairs[0], placement, house)
    if rules.dead(field, house):
        return -1_000.0
    high = max(map(len, field))
    worth = -0.35 * (axis_at + child_at)
    for x, height in ((placement.column, axis_at), (placement.child, child_at)):
        worth += 2.0 * _alike(field, x, height) + 0.7 * _alike_over_one(field, x, height)
    if placement.side in "RL" and axis_at != child_at:
        worth -= 0.8
    if steps := rules.chain(field, house):
        worth += 4.0 * (len(steps) - 1) + 0.5 * steps[0].puyos
        if len(steps) == 1 and steps[0].puyos == house.group and high <= LOW:
            worth -= 6.0
        if high > house.death - 3:
            worth += 8.0
    return worth


def _alike(field: Field, x: int, height: int) -> int:
    """Neighbours of the same colour."""
    if height >= len(field[x]):
        return 0
    near = ((x - 1, height), (x + 1, height), (x, height - 1), (x, height + 1))
    return sum(_at(field, column, row) == field[x][height] for column, row in near)


def _alike_over_one(field: Field, x: int, height: int) -> int:
    """Puyos of the same colour beside and in the column, one further."""
    if height >= len(field[x]):
        return 0
    near = ((x, height - 2), (x - 1, height - 1), (x + 1, height - 1))
    return sum(_at(field, column, row) == field[x][height] for column, row in near)


def _at(field: Field, x: int, height: int) -> str:
    return field[x][height] if 0 <= x < len(field) and 0 <= height < len(field[x]) else ""
