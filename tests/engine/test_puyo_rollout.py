"""The last placements of a field, told apart by playing on."""

from __future__ import annotations

from engine.api import Limit
from engine.budget import Budget
from engine.games.puyo import House, futures, rollout, rules, search
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Placement

FIELD = ("RRR", "", "", "", "", "")
FIRE, SAVE = Placement(0, "U"), Placement(5, "U")


def nobody(_: State) -> Placement | None:
    return None


def test_who_stops_at_once_is_best_off_with_the_chain_that_is_fired_now() -> None:
    told = rollout.best(State(FIELD, ("RB", "GY")), House(), (SAVE, FIRE), [["GY"]] * 3, nobody, lambda: True)
    assert told == (FIRE, 40)


def test_as_many_pairs_are_known_as_at_first_and_they_come_in_order() -> None:
    seen = list[tuple[str, ...]]()

    def note(state: State) -> Placement | None:
        seen.append(state.pairs)
        return Placement(1 + len(seen) % 4, "U")

    rollout.best(State(FIELD, ("RB", "GY")), House(), (SAVE,), [["RR", "BB", "YY"]] * 3, note, lambda: True)
    assert seen[:3] == [("GY", "RR"), ("RR", "BB"), ("BB", "YY")]


def test_a_chain_on_the_way_counts_and_the_game_goes_on_only_while_it_is_small() -> None:
    def fire(state: State) -> Placement | None:
        return FIRE if state.pairs[0] == "RB" else None

    told = rollout.best(State(FIELD, ("YY", "RB")), House(), (SAVE,), [["RB", "GG"]] * 3, fire, lambda: True)
    assert told == (SAVE, 40)


def test_without_time_all_placements_are_played_on_in_one_future_only() -> None:
    played = list[State]()

    def note(state: State) -> Placement | None:
        played.append(state)
        return None

    rows = [["GG", "GG"]] * 6
    rollout.best(State(FIELD, ("YY", "BB")), House(), (SAVE, Placement(4, "U")), rows, note, lambda: False)
    assert len(played) == 2 + 1  # the better half goes on in one more


def test_a_trigger_is_not_buried_for_a_chain_that_only_a_seer_would_fire() -> None:
    """With three cells free: the placement that promises most ends three games in sixteen without any chain."""
    field = ("YBGGBGBYYBBYR", "YBGBBRBYGRB", "YBYGGRRGBRG", "GGYBYYGGRBRY", "RBRRYRRRBRY", "BBYRBBYYBGY")
    state, house = State(field, ("GY", "RR"), frozenset({0})), House()
    choice = search.choose(state, house, Budget(Limit()))
    told = search.worths(state, house, Budget(Limit()), search.Effort(), search.Weights(delay=0.0))[0]
    promising = max(told, key=lambda placement: told[placement])
    assert choice is not None
    assert choice.placement != promising
    rows = [["RYGB"[axis] + "RYGB"[child] for axis, child in row] for row in futures.any_futures(32, 16, 4)]

    def pick(other: State) -> Placement | None:
        quick = search.Effort(30, 8, 2, late=6)
        if not rules.placements(other.field, house, other.spent):
            return None
        worth = search.worths(other, house, Budget(Limit()), quick, search.Weights(delay=0.0))[0]
        return max(worth, key=lambda placement: worth[placement])

    means = [
        rollout.best(state, house, (placement,), rows, pick, lambda: True)[1]
        for placement in (choice.placement, promising)
    ]
    assert means[0] > means[1]
