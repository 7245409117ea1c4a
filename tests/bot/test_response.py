"""How long a move is waited for."""

from __future__ import annotations

from bot.manners import Manners
from bot.response import Response

MANNERS = Manners(response=2.0, patience=5.0, settle=0.1)


def test_a_program_that_is_known_to_be_quick_is_waited_for_less() -> None:
    response = Response(MANNERS)
    assert response.patience(1) == 2.0
    response.learn(0.3, first=True)
    assert response.patience(1) == 2 * 0.3 + 0.1


def test_once_slow_is_always_slow_but_for_the_first_move() -> None:
    response = Response(MANNERS)
    response.learn(0.8, first=True)
    response.learn(0.1, first=False)
    assert response.patience(1) == 2 * 0.8 + 0.1
    response.learn(60.0, first=False)
    assert response.patience(1) == MANNERS.response


def test_every_further_attempt_is_waited_for_longer_but_not_for_ever() -> None:
    response = Response(MANNERS)
    assert [response.patience(attempt) for attempt in (1, 2, 3, 9)] == [2.0, 4.0, 5.0, 5.0]


def test_what_shows_in_less_than_half_of_the_least_time_may_be_a_sign_only() -> None:
    response = Response(MANNERS)
    assert not response.too_soon(0.0, 0.0)
    response.learn(1.0, first=True)
    assert response.too_soon(0.4, 0.5)
    assert not response.too_soon(0.6, 0.7)
    assert not response.too_soon(0.4, 1.3)
