"""The simple player that others are measured against: two pairs looked at, the points that they make, a low field.

It follows the readable rules, so any number of colours and any house rule will do.
"""

from __future__ import annotations

from engine.api import Outcome, Plan
from engine.games.puyo import rules
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Field, House
from engine.moves import Drop


def plan(state: State, house: House) -> Plan:
    """The placement of the current pair after which the next one makes the most points."""
    best: tuple[tuple[int, int, int], Drop] | None = None
    nodes = 0
    for placement in rules.placements(state.field, house, state.spent):
        field, points = _placed(state.field, state.pairs[0], placement, house)
        later = [
            _placed(field, pair, following, house)
            for pair in state.pairs[1:2]
            for following in rules.placements(field, house, state.spent)
        ]
        nodes += 1 + len(later)
        most = max((gained for _, gained in later), default=0)
        lowest = min((_steepness(after) for after, _ in later), default=_steepness(field))
        worth = (-rules.dead(field, house), points + most, -lowest)
        if best is None or worth > best[0]:
            best = (worth, Drop(placement.column, placement.side))
    if best is None:
        return Plan((), Outcome.STUCK, proof="the pair can be placed nowhere")
    (alive, points, _), move = best
    return Plan(
        (move,),
        Outcome.OPEN if alive == 0 else Outcome.STUCK,
        score=points,
        proof=None if alive == 0 else "every placement ends the game",
        info={"nodes": nodes},
    )


def _placed(field: Field, pair: str, placement: rules.Placement, house: House) -> tuple[Field, int]:
    """The field after a placement, and the points that it makes."""
    after = rules.put(field, pair, placement, house)
    steps = rules.chain(after, house)
    return (steps[-1].after if steps else after), rules.score(steps)


def _steepness(field: Field) -> int:
    """How high the field stands, high columns counting more."""
    return sum(len(column) ** 2 for column in field)
