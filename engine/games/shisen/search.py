"""Plan a clearing of the board."""

from __future__ import annotations

from engine.api import Limit, Outcome, Plan
from engine.budget import Budget
from engine.games.shisen import rules
from engine.games.shisen.rules import House, State


def plan(state: State, house: House, limit: Limit) -> Plan:
    """The first pair each time."""
    budget = Budget(limit)
    taken = []
    while found := rules.moves(state, house):
        if not budget.slice(1):
            break
        budget.spend(1)
        taken.append(found[0])
        state = rules.take(state, found[0], house)
    won = rules.cleared(state)
    return Plan(tuple(taken), Outcome.WON if won else Outcome.OPEN, commit=1, score=2.0 * len(taken))
