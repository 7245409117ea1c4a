"""What a game of Puyo Puyo could have made, told from the states that were thought over."""

from __future__ import annotations

from benchmarks.puyo_losses import Lost, at_most, figures
from engine.games.puyo import House
from engine.games.puyo.notation import State


def test_what_the_pair_would_set_off_and_what_any_puyos_would_are_told_apart() -> None:
    unfit = State(("RRR", "B", "B", "B", "", ""), ("YY",))
    four, six = 40, 180
    assert at_most([unfit], House()) == (0, six)
    fits = State(unfit.field, ("RY",))
    assert at_most([unfit, fits], House()) == (four, six)


def test_games_that_stayed_small_are_told_by_what_they_held() -> None:
    games = [
        Lost(1, 90_000, 95_000, 96_000, False),
        Lost(2, 0, 60_000, 81_000, True),
        Lost(3, 70_000, 70_000, 70_000, False),
    ]
    told = figures(games)
    assert told["small"] == 2
    assert told["small_fired"] == 35_000
    assert told["small_that_held_enough"] == 1
    assert told["deaths"] == 1
