"""How a session that ended is told."""

from __future__ import annotations

import pytest

from bot.cli.view import conclusion


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("nobody can win from here", "Stuck: nobody can win from here."),
        ("no move is left.", "Stuck: no move is left."),
        ("it did not take the move; is it over?", "Stuck: it did not take the move; is it over?"),
    ],
)
def test_the_last_word_is_one_sentence(why: str, told: str) -> None:
    counts = dict.fromkeys(("moves", "frames", "misread", "retries", "refused"), 0)
    answer = {"outcome": "stuck", "why": why, "seconds": 1.0, "times": {}, **counts}
    assert conclusion(answer).splitlines()[0] == told


@pytest.mark.parametrize(("moves", "told"), [(0, "0 moves in"), (1, "1 move in"), (2, "2 moves in")])
def test_one_move_is_no_moves(moves: int, told: str) -> None:
    counts = dict.fromkeys(("frames", "misread", "retries", "refused"), 0)
    answer = {"outcome": "won", "why": "all is done", "seconds": 1.0, "times": {}, "moves": moves, **counts}
    assert conclusion(answer).splitlines()[1].startswith(told)
