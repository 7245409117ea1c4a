"""Plan the placements of all pairs that are known: for the largest chain by `search`, against somebody by `versus`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.puyo import greedy, packing, rules, search, versus
from engine.games.puyo.held import longest
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House, Step
from engine.games.puyo.vectors import COLOURS
from engine.moves import Drop

NOTHING_TO_PLACE: Final = (
    "No pair is known that could be placed: show one whole in the air, or name it in the block `next` of a text."
)
"""What is said of a field without a pair."""


def plan(state: State, house: House, limit: Limit) -> Plan:
    """Placements for all pairs that are known, the current one first; the later ones are thought over less."""
    if len(packing.colours_of(state.field, state.pairs)) > COLOURS or house.group != search.FOUR:
        return greedy.plan(state, house)
    budget, effort = Budget(limit), search.Effort()
    now, moves, fired = state, list[Drop](), list[tuple[Step, ...]]()
    first: search.Choice | None = None
    while now.pairs and (choice := _chosen(now, house, budget, effort, first=first is None)):
        first = first or choice
        if first is not choice and not choice.survives:
            break
        moves.append(Drop(choice.placement.column, choice.placement.side))
        field, steps, spent = rules.drop(now.field, now.pairs[0], choice.placement, house, now.spent)
        now = replace(now, field=field, pairs=now.pairs[1:], spent=spent)
        fired.append(steps)
        effort = search.BRIEF
        if not choice.survives:
            break
    if first is None:
        over = rules.dead(state.field, house) or bool(state.pairs)
        if over:
            return Plan((), Outcome.STUCK, proof="no pair can appear")
        return Plan((), Outcome.OPEN, notes=(NOTHING_TO_PLACE, *_notes(state, house, [])))
    return Plan(
        tuple(moves),
        Outcome.OPEN if first.survives else Outcome.STUCK,
        score=first.worth,
        proof=None if first.survives else "every placement ends the game",
        notes=_notes(state, house, fired),
        info={"nodes": budget.nodes, "futures": first.futures, "points": max(map(rules.score, fired))},
    )


def at_once(state: State, house: House, limit: Limit) -> Drop | None:
    """The placement of the current pair alone, for a clock that does not wait; None where there is none."""
    if len(packing.colours_of(state.field, state.pairs)) > COLOURS or house.group != search.FOUR:
        moves = greedy.plan(state, house).moves
        return next((move for move in moves if isinstance(move, Drop)), None)
    choice = _chosen(state, house, Budget(limit), search.Effort(), first=True)
    return Drop(choice.placement.column, choice.placement.side) if choice else None


def _chosen(state: State, house: House, budget: Budget, effort: search.Effort, *, first: bool) -> search.Choice | None:
    """The placement of the current pair, as the house wants it to be played; later pairs are thought over less."""
    if house.goal == "chain":
        return search.choose(state, house, budget, effort)
    opponent, pending = versus.opponent_of(state, house)
    return versus.decide(state, house, budget, opponent, pending if first else 0)


def _notes(state: State, house: House, fired: list[tuple[Step, ...]]) -> tuple[str, ...]:
    """What the field holds, and what the placements set off."""
    holds = longest(state.field, house)
    return (
        *((str(holds),) if holds else ()),
        *(
            f"Placement {number} sets off a chain of {len(steps)} for {rules.score(steps):,} points."
            for number, steps in enumerate(fired, 1)
            if steps
        ),
    )
