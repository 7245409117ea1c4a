"""House rules from the outside: what the person and the layout say, and what is left open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.api import BadRule, Game, load_game
from engine.player import Sized

_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def parse_rules(texts: Iterable[str]) -> dict[str, bool | int | str]:
    """House rules typed as `name=value`. Raises BadRule.

    >>> parse_rules(["gravity=on", "groups=AB,CD"])
    {'gravity': True, 'groups': 'AB,CD'}
    """
    rules: dict[str, bool | int | str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (equals and name and value):
            raise BadRule(f"A house rule is written name=value, such as gravity=on; found {text!r}.")
        rules[name] = _WORDS.get(value.lower(), int(value) if value.isascii() and value.isdigit() else value)
    return rules


def possible_games(name: str, rules: Mapping[str, Any]) -> list[Game[Any]]:
    """The game under the given house rules, then under the others that are still possible. Raises BadRule."""
    game = load_game(name, **rules)
    given = {rule: getattr(game, rule) for rule in rules}
    others = [other for other in game.variants() if all(getattr(other, rule) == value for rule, value in given.items())]
    return [game, *others]


def sized_rules(name: str, rows: int, columns: int) -> Mapping[str, bool | int | str] | None:
    """The house rules that a board of so many rows and columns asks for, where its game is played on several sizes and
    tells them by its rules; None where it is not played on that one.

    >>> sized_rules("puyo", 12, 6), sized_rules("shisen", 8, 18), sized_rules("puyo", 24, 12)
    ({}, {}, None)
    """
    game = load_game(name)
    return game.sized(rows, columns) if isinstance(game, Sized) else {}
