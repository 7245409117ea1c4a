"""House rules from the command line and from layouts."""

from __future__ import annotations

import pytest

from bot.rules import parse_rules, possible_games
from engine.api import BadRule


@pytest.mark.parametrize(
    ("text", "value"),
    [("a=on", True), ("a=False", False), ("a=12", 12), ("a=AB,CD", "AB,CD"), ("a=x=y", "x=y")],
)
def test_values(text: str, value: object) -> None:
    assert parse_rules([text]) == {"a": value}


@pytest.mark.parametrize("text", ["gravity", "=on", "gravity=", ""])
def test_what_is_no_rule_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadRule, match="gravity=on"):
        parse_rules([text])


def test_a_rule_that_is_given_closes_the_variants() -> None:
    assert len(possible_games("shisen", {})) == 5
    assert len(possible_games("shisen", {"rim": False})) == 5
    assert len(possible_games("shisen", {"gravity": False})) == 1


def test_an_unknown_game_lists_those_there_are() -> None:
    with pytest.raises(BadRule, match="shisen"):
        possible_games("chess", {})
