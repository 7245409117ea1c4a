"""With which keys a game is played: what the person says of them, and what is said to the person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from bot.errors import UsageError
from bot.layout import Hands, Layout
from bot.layouts import known_layouts


def check_keys(game: str, keys: Sequence[str]) -> None:
    """Raise UsageError for a meaning that no layout of a known game has, before its board is looked for: that takes
    seconds, while the clock of the game runs.
    """
    meanings = dict.fromkeys(meaning for layout in known_layouts(game) for meaning in layout.hands.keys)
    for said in keys:
        if meanings and said.partition("=")[0] not in meanings:
            raise _no_such_key(said, game, ", ".join(meanings))


def with_keys(layout: Layout, keys: Sequence[str]) -> Layout:
    """The layout with other keys, each `MEANING=KEY`. Raises UsageError for a meaning that the game's keys do not have,
    or what is no name of a key.
    """
    if not keys:
        return layout
    known = dict(layout.hands.keys)
    for said in keys:
        meaning, equals, key = said.partition("=")
        if not equals or meaning not in known:
            raise _no_such_key(said, layout.game, ", ".join(known) or "none: it is played with the mouse")
        known[meaning] = key
    try:
        hands = Hands.model_validate({**_values(layout.hands), "keys": known})
    except ValidationError:
        raise UsageError(f"Expected names of keys as X has them (c, space, Return), found {', '.join(keys)}.") from None
    return layout.model_copy(update={"hands": hands})


def _no_such_key(said: str, game: str, meant: str) -> UsageError:
    return UsageError(f"Expected MEANING=KEY, such as swap=c, found {said!r}; the keys of {game} are {meant}.")


def told_keys(layout: Layout) -> str:
    """With which keys a game is played whose keys nobody knows; empty where it is played with the mouse."""
    keys = layout.hands.keys
    if not keys:
        return ""
    named = ", ".join(f"{meaning}={key}" for meaning, key in keys.items())
    return f" It is played with the keys {named}; where the game has others, say so: --key {list(keys)[-1]}=KEY."


def _values(hands: Hands) -> dict[str, Any]:
    """All that is said of hands; `dict` would take their keys for its own."""
    return {name: getattr(hands, name) for name in Hands.model_fields}
