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
