"""How far the Puyo Puyo player looks, and that it does so the same each time."""

from __future__ import annotations

import pytest

from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import House, search
from engine.games.puyo.notation import State
from engine.games.puyo.search import Effort

CHILDREN = 22


@pytest.mark.parametrize("nodes", [1, 3_000, 8_000, 60_000, 130_000, 300_000, 10_000_000])
@pytest.mark.parametrize("effort", [Effort(), Effort(40, 8, 4), Effort(96, 12, 3)])
def test_an_effort_keeps_within_its_nodes_and_never_grows(effort: Effort, nodes: int) -> None:
    less = effort.within(nodes)
    assert 1 <= less.width <= effort.width
    assert 1 <= less.depth <= effort.depth
    assert 1 <= less.futures <= effort.futures
    least = CHILDREN * less.depth * less.futures
    assert least * less.width <= max(nodes, least)


def test_with_few_nodes_futures_are_given_up_before_the_beam_grows_narrow() -> None:
    full = Effort(250, 16, 6)
    assert full.within(CHILDREN * 250 * 16 * 6) == full
    assert full.within(CHILDREN * 250 * 16 * 4) == Effort(250, 16, 4)
    assert full.within(CHILDREN * 250 * 13 * 3) == Effort(250, 13, 3)
    assert full.within(CHILDREN * 96 * 12 * 3) == Effort(96, 12, 3)


def test_the_same_nodes_give_the_same_placement_and_are_not_exceeded_by_much() -> None:
    state = State(("R", "RG", "GB", "B", "", ""), ("RG", "BY"))
    told = []
    for _ in range(2):
        budget = Budget(Limit(nodes=5_000))
        choice = search.choose(state, House(), budget)
        assert choice is not None
        assert 0 < budget.nodes <= 5_000
        told.append((choice.placement, choice.worth, budget.nodes))
    assert told[0] == told[1]
