"""The last placements of a field, told apart by playing on (rollouts: Tesauro and Galperin 1996).

A search that is told the pairs of each future always has the right one for its trigger in time. Who plays does not: a
trigger is buried, its colour does not come, and the field is full. So the game is played on after each placement, in
the same futures for all, by a quick player that knows no more than the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from engine.games.puyo import rules
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House, Placement

Pick = Callable[[State], Placement | None]
"""A player: the placement of the first pair, the others being known; None where there is none."""

ENOUGH: Final = 50_000
"""Points of a chain after which nothing is played on: the field is empty then."""


def best(
    state: State,
    house: House,
    placements: Sequence[Placement],
    futures: Sequence[Sequence[str]],
    pick: Pick,
    more: Callable[[], bool],
) -> tuple[Placement, float]:
    """The placement of the first pair after which the largest chains were fired in the mean, and that mean in points.

    `futures` are the pairs that follow those of the state, of which as many are known at any time as at first. A third
    of them is played for all placements, the rest for the better half. What is played when there is no `more` time for
    it is the last.
    """
    ends = {placement: list[int]() for placement in placements}
    left = list(placements)
    third = len(futures) // 3
    for part in (futures[:third], futures[third:]):
        for future in part:
            for placement in left:
                ends[placement].append(_played(state, house, placement, future, pick))
            if not more():
                break
        left = sorted(left, key=lambda placement: -fmean(ends[placement]))[: -(-len(left) // 2)]
    return left[0], fmean(ends[left[0]])


def _played(state: State, house: House, placement: Placement | None, future: Sequence[str], pick: Pick) -> int:
    """The points of the largest chain of a game that goes on with this placement."""
    known, coming, largest = len(state.pairs), list(future), 0
    while placement is not None:
        field, steps, spent = rules.drop(state.field, state.pairs[0], placement, house, state.spent)
        state = replace(state, field=field, pairs=state.pairs[1:], spent=spent)
        largest = max(largest, rules.score(steps))
        if largest >= ENOUGH or not coming or rules.dead(state.field, house):
            break
        state = replace(state, pairs=(*state.pairs, coming.pop(0))[:known])
        placement = pick(state)
    return largest
