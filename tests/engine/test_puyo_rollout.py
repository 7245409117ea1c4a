"""The last placements of a field, told apart by playing on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import astuple
from itertools import product
from statistics import fmean

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import House, beam, futures, packing, rollout, rules, search, trial
from engine.games.puyo.notation import State
from engine.games.puyo.rollout import Games, Quick
from engine.games.puyo.rules import Field, Placement

COLOURS = "BGRY"
FIRE, SAVE = Placement(0, "U"), Placement(5, "U")
WEIGHTS = np.array(astuple(search.Weights(delay=0.0)))
THOUGHT = np.array(list(futures.any_futures(3, 4, len(COLOURS))), np.uint8)
QUICK = Quick(12, 5_000, WEIGHTS, THOUGHT)


def rows(*futures: Sequence[str]) -> NDArray[np.uint8]:
    """Futures as numbers of colours."""
    return np.array([[[COLOURS.index(label) for label in pair] for pair in row] for row in futures], np.uint8)


def promised(state: State, house: House, quick: Quick, depth: int) -> dict[Placement, int]:
    """The points that each placement promises the quick player, added up over its futures, each looked at alone."""
    total, best = np.zeros(beam.SPOTS, np.int64), np.zeros(beam.SPOTS, np.int64)
    for row in quick.futures:
        beam.search(
            packing.packed(state.field, COLOURS),
            np.uint16(packing.columns_bits(state.spent)),
            np.concatenate((rows(state.pairs)[0], row))[:depth],
            packing.house_words(house),
            quick.weights,
            quick.width,
            quick.fires,
            best,
        )
        total += best
    return {packing.placement_of(spot): int(total[spot]) for spot in range(beam.SPOTS) if best[spot] >= 0}


def played(state: State, house: House, quick: Quick, coming: Sequence[str]) -> int:
    """What `trial.play_on` tells, by the readable rules."""
    largest, known, queue = 0, len(state.pairs), [*state.pairs, *coming]
    while len(queue) >= known and not rules.dead(state.field, house):
        state = State(state.field, tuple(queue[:known]), state.spent)
        free = house.columns * house.counted - sum(map(len, state.field))
        depth = max(known, min(known + quick.futures.shape[1], max(2 * trial.SPARE, free // 2 + trial.SPARE)))
        told = promised(state, house, quick, depth)
        if not told:
            break
        ends = {one: rules.drop(state.field, queue[0], one, house, state.spent) for one in told}
        choice = max(told, key=lambda one: (not rules.dead(ends[one].field, house), told[one]))
        largest = max(largest, rules.score(ends[choice].steps))
        if largest >= rollout.ENOUGH:
            break
        state = State(ends[choice].field, (), ends[choice].spent)
        queue.pop(0)
    return largest


def some_field(chance: random.Random, house: House) -> Field:
    """A field at rest that is half full or fuller."""
    columns = tuple("".join(chance.choices(COLOURS, k=chance.randint(6, 11))) for _ in range(house.columns))
    steps = rules.chain(columns, house)
    return steps[-1].after if steps else columns


@pytest.mark.parametrize(("known", "house"), [(2, House()), (1, House()), (3, House(steering="low", swallows=False))])
def test_a_game_that_is_played_on_is_the_one_that_the_rules_tell(known: int, house: House) -> None:
    chance = random.Random(known)
    fired = 0
    for _ in range(8):
        field = some_field(chance, house)
        queue = ["".join(chance.choices(COLOURS, k=2)) for _ in range(known + 16)]
        state = State(field, tuple(queue[:known]), frozenset(x for x in range(6) if chance.random() < 0.2))
        told, nodes = trial.play_on(
            packing.packed(field, COLOURS),
            np.uint16(packing.columns_bits(state.spent)),
            rows(queue)[0],
            known,
            QUICK.futures,
            packing.house_words(house),
            QUICK.weights,
            QUICK.width,
            QUICK.fires,
            rollout.ENOUGH,
        )
        assert told == played(state, house, QUICK, queue[known:]), state
        assert nodes > 0 or rules.dead(field, house)
        fired += told > 0
    assert fired >= 4


def test_what_the_placement_itself_sets_off_counts_and_a_large_chain_is_the_end() -> None:
    field = ("RRR", "YY", "GG", "BB", "", "")
    nodes = list[int]()
    games = Games(State(field, ("RB", "GY")), House(), QUICK, rows(["GY", "BY"]), nodes.append)
    assert games.end(FIRE, 0) >= 40
    assert nodes
    assert nodes[0] > 0


def test_the_pairs_that_are_known_come_first_and_then_the_future() -> None:
    chance, house = random.Random(5), House()
    for _ in range(6):
        state = State(some_field(chance, house), ("GY", "".join(chance.choices(COLOURS, k=2))))
        coming = [["".join(chance.choices(COLOURS, k=2)) for _ in range(12)] for _ in range(2)]
        games = Games(state, house, QUICK, rows(*coming), lambda _: None)
        for future, placement in product(range(2), (Placement(5, "U"), Placement(0, "D"))):
            after = rules.drop(state.field, "GY", placement, house)
            begun = State(after.field, (state.pairs[1], coming[future][0]), after.spent)
            onwards = played(begun, house, QUICK, coming[future][1:])
            assert games.end(placement, future) == max(rules.score(after.steps), onwards)


def test_a_quarter_of_the_futures_is_for_all_placements_and_half_of_them_for_the_last_two() -> None:
    asked = list[tuple[Placement, int]]()
    worth = {Placement(x, "U"): 100.0 * x for x in range(6)}

    def end(placement: Placement, future: int) -> int:
        asked.append((placement, future))
        return round(worth[placement])

    assert rollout.best(worth, 8, end, lambda: True) == (Placement(5, "U"), 500)
    played = {one.column: [future for other, future in asked if other == one] for one in worth}
    assert [len(played[x]) for x in range(6)] == [2, 2, 2, 4, 8, 8]
    assert all(row == list(range(len(row))) for row in played.values())


@pytest.mark.parametrize(("promise", "chosen"), [(40, SAVE), (60, FIRE)])
def test_a_promise_counts_as_much_as_a_few_games(promise: int, chosen: Placement) -> None:
    """Two games that bring 100 points more outweigh a promise of 40 more, but not one of 60 more."""
    told = rollout.best({SAVE: 0, FIRE: promise}, 8, lambda placement, _: 100 * (placement == SAVE), lambda: True)
    assert told[0] == chosen


def test_without_time_all_placements_are_played_on_in_one_future_only() -> None:
    asked = list[Placement]()

    def end(placement: Placement, _: int) -> int:
        asked.append(placement)
        return 0

    rollout.best({SAVE: 0, FIRE: 0}, 8, end, lambda: False)
    assert asked == [SAVE, FIRE, SAVE, SAVE]  # the better one goes on, once for each part that is left


def test_a_trigger_is_not_buried_for_a_chain_that_only_a_seer_would_fire() -> None:
    """With three cells free: the placement that promises most ends three games in sixteen without any chain."""
    field = ("YBGGBGBYYBBYR", "YBGBBRBYGRB", "YBYGGRRGBRG", "GGYBYYGGRBRY", "RBRRYRRRBRY", "BBYRBBYYBGY")
    state, house = State(field, ("GY", "RR"), frozenset({0})), House()
    choice = search.choose(state, house, Budget(Limit()))
    told = search.worths(state, house, Budget(Limit()), search.Effort(), search.Weights(delay=0.0))[0]
    promising = max(told, key=lambda placement: told[placement])
    assert choice is not None
    assert choice.placement != promising
    quick = Quick(30, 5_000, WEIGHTS, np.array(list(futures.any_futures(6, 6, 4)), np.uint8))
    others = np.random.default_rng(1).integers(0, 4, (48, 16, 2), np.uint8)  # none of those that it was chosen by
    games = Games(state, house, quick, others, lambda _: None)
    means = [fmean(games.end(one, future) for future in range(48)) for one in (choice.placement, promising)]
    assert means[0] > means[1]
