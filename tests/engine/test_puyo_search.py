"""How far the Puyo Puyo player looks, and that it does so the same each time."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from itertools import product

import pytest

from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import GAME, House, futures, held, planning, rules, search
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Placement
from engine.games.puyo.search import Effort, Weights

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


@pytest.mark.parametrize(("colours", "rounds"), [(3, 1), (4, 1), (4, 3), (5, 2)])
def test_in_each_place_of_the_last_futures_every_pair_comes_equally_often(colours: int, rounds: int) -> None:
    rows = list(futures.any_futures(rounds * colours**2, 6, colours))
    for place in zip(*rows, strict=True):
        assert Counter(place) == dict.fromkeys(product(range(colours), repeat=2), rounds)


def test_few_of_the_last_futures_hold_no_pair_twice_in_a_place() -> None:
    for place in zip(*futures.any_futures(7, 6, 4), strict=True):
        assert len(set(place)) == 7


def test_a_chain_that_one_puyo_sets_off_is_not_said_to_need_three() -> None:
    field = ("aaab", "bb", "b", "", "", "")
    worth, long = held.held(field, GAME()), held.longest(field, GAME())
    assert worth is not None
    assert long is not None
    assert (worth.puyos, long.puyos, len(long.steps)) == (3, 1, 2)
    assert str(long) == "The field holds a chain of 2 for 360 points, set off by a on column 2."


@pytest.mark.parametrize(("colours", "count"), [(4, 16), (3, 18), (5, 25)])
def test_in_the_last_futures_no_colour_comes_much_sooner_or_later_than_it_should(colours: int, count: int) -> None:
    rows = list(futures.any_futures(count, 6, colours))
    for colour, pairs in product(range(colours), range(1, 7)):
        come = sum(any(colour in pair for pair in row[:pairs]) for row in rows)
        assert come == pytest.approx(count * (1 - (1 - 1 / colours) ** (2 * pairs)), abs=2)


def test_when_the_field_is_nearly_full_every_next_pair_is_thought_of() -> None:
    full = ("RGBYRGBYRG", "GBYRGBYRGB", "BYRGBYRG", "YRGBYRGBYR", "RGBYRGBYRGB", "GBYRGBYRGBY")
    narrow = Effort(width=8, depth=8, futures=2)
    for columns, least in ((full, 16), (("", "R", "", "", "G", ""), 2)):
        choice = search.choose(State(columns, ("RG", "BY")), House(), Budget(Limit()), narrow)
        assert choice is not None
        assert choice.futures == least


def test_a_larger_chain_that_is_sure_is_waited_for_however_little_larger_it_is() -> None:
    field = ("RGRRYYBRGG", "RYYGRRGG", "RYRGYYGY", "BRBGYG", "BBRRGB", "RRGBYYGGYY")
    state, house = State(field, ("GB", "GG")), House()
    known = Effort(width=200, depth=2, futures=1)
    choice = search.choose(state, house, Budget(Limit()), known)
    assert choice is not None
    now = [rules.score(rules.chain(rules.put(field, "GB", p, house), house)) for p in rules.placements(field, house)]
    assert max(now) == 23_780
    assert choice.worth == 24_060


def test_garbage_that_a_chain_takes_off_ones_own_field_counts_as_so_many_pieces() -> None:
    house = House(attack="puyos", goal="rush")
    state = State(("RRR", "###", "", "", "", ""), ("RB",))
    one = Effort(width=10, depth=1, futures=1)
    told = [search.worths(state, house, Budget(Limit()), one, Weights(dig=dig))[0] for dig in (0.0, 2.0)]
    pops, builds = Placement(0, "U"), Placement(4, "R")
    assert told[1][pops] - told[0][pops] == 2 * 3 * house.rate
    assert told[1][builds] == told[0][builds]


def test_who_is_buried_takes_garbage_off_rather_than_hope_for_a_chain() -> None:
    house = House(
        rows=14, counted=14, death=13, swallows=False, steering="low", colours=5, attack="puyos", at_once=0,
        holds_off=False, goal="rush",
    )  # fmt: skip
    state = State(("RRR", "B###", "GG##", "Y#P##", "GYB##", "PGR##"), ("RB", "YG"))
    after = house_after(state, house)
    assert sum(column.count("#") for column in after.field) < sum(column.count("#") for column in state.field)


def house_after(state: State, house: House) -> State:
    """What the player for matches makes of a state."""
    game = GAME(**asdict(house))
    drop = planning.at_once(state, house, Limit(nodes=8_000))
    assert drop is not None
    return game.play(state, drop)
