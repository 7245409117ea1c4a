"""Matches: what is fired, what is answered, and what travels between two sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.api import BadRule, Limit
from engine.budget import Budget
from engine.games.puyo import Puyo, match, rules, versus
from engine.games.puyo.match import Pace, Side
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House, Placement
from engine.position import Position

TSU = House()
RUSH = House(goal="rush", enough=5)
BRIEF = Limit(nodes=3_000)


def field(*rows: str) -> rules.Field:
    """A field drawn from the top."""
    return tuple("".join(row[x] for row in reversed(rows)).rstrip(".") for x in range(len(rows[0])))


HOLDS_TWO = field("G.....", "G.....", "G.....", "R.....", "R.....", "R.....")
"""A red puyo beside it, with a green one on top, sets off a chain of two."""


def test_what_can_be_sent_now_is_told_apart_from_what_the_next_pair_sends() -> None:
    found = versus.attacks(State(HOLDS_TWO, ("YB", "RG")), TSU)
    assert max(found.now.values()) == 0
    assert found.most == max(found.soon.values()) == 5


def test_a_rush_fires_what_is_enough() -> None:
    state = State(field("R.....", "R.....", "RB....", "GBB..."), ("RB", "YY"))
    choice = versus.decide(state, replace(RUSH, enough=1), Budget(BRIEF))
    assert choice is not None
    steps = rules.chain(rules.put(state.field, "RB", choice.placement, TSU), TSU)
    assert steps


@pytest.mark.parametrize(("high", "fires"), [(11, True), (2, False)], ids=["nearly full", "low"])
def test_a_rush_fires_less_where_that_ends_the_match(high: int, fires: bool) -> None:
    house = House(goal="rush", enough=14, attack="puyos", at_once=0)
    other = versus.Opponent(("", "", ("RG" * 6)[:high], "", "", ""))
    choice = versus.decide(State(HOLDS_TWO, ("RG", "YB")), house, Budget(BRIEF), other)
    assert choice is not None
    assert (choice.nodes == 0) == fires, "what ends the match is sent without looking further"
    assert not fires or rules.chain(rules.put(HOLDS_TWO, "RG", choice.placement, house), house)


def test_what_would_kill_is_answered() -> None:
    state = State(field("R.....", "R.....", "RG....", "YGG..."), ("RG", "YB"))
    choice = versus.decide(state, RUSH, Budget(BRIEF), pending=200)
    assert choice is not None
    assert rules.chain(rules.put(state.field, "RG", choice.placement, TSU), TSU)


def test_the_blocks_beside_the_board_tell_of_the_opponent() -> None:
    game = Puyo(goal="versus")
    rows = ("......",) * 11 + ("R.G...",)
    other = ("......",) * 10 + ("..B...", "R?G...")
    seen = Position({"board": rows, "next": ("RG", "BB"), "board2": other, "pending": ("7",)})
    opponent, pending = versus.opponent_of(game.parse(seen), game)
    assert pending == 7
    assert opponent == versus.Opponent(("R", "#", "GB", "", "", ""))
    assert game.plan(game.parse(seen), BRIEF).moves


def test_a_turn_sends_and_cancels() -> None:
    house = House(attack="puyos", at_once=0)
    side = match.received(Side(field("R.....", "RRG...")), 1)
    done = match.turn(side, "RG", Placement(1, "R"), house)
    assert [step.puyos for step in done.steps] == [4]
    assert (done.sent, done.side.purse.pending) == (0, 0)


def test_garbage_waits_for_the_end_of_a_chain_where_the_house_holds_it_off() -> None:
    side = replace(match.received(match.begun(TSU), 6), popped=True)
    assert match.fall(side, TSU, range(6)) == side
    assert match.fall(side, replace(TSU, holds_off=False), range(6)).field == ("#",) * 6


def test_a_match_is_lost_by_who_gives_up() -> None:
    def stacks(state: State, side: Side, other: Side) -> Placement:
        return Placement(2, "U")

    def spreads(state: State, side: Side, other: Side) -> Placement:
        return min(rules.placements(side.field, TSU), key=lambda p: max(rules.rests(side.field, p)))

    queue = ["RG", "BY"]
    result = match.played(queue, TSU, (stacks, spreads), (Pace(1.0), Pace(1.5)))
    assert result.winner == 1
    assert len(result.sides[0].field[2]) >= TSU.death


def test_a_goal_is_one_of_three() -> None:
    with pytest.raises(BadRule, match="goal"):
        House(goal="points")
