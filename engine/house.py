"""House rules as people write them: `on`, a number, a word of a few. Each game says which it takes."""

from __future__ import annotations

from collections.abc import Collection

from engine.api import BadRule

_YES_NO = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


def switch(name: str, value: object) -> bool:
    """A house rule that is on or off, from a truth value or its text. Raises BadRule.

    >>> switch("gravity", "on"), switch("gravity", False)
    (True, False)
    """
    known = _YES_NO.get(str(value).strip().lower())
    if known is None:
        raise BadRule(f"The house rule {name} is on or off, not {value!r}.")
    return known


def whole(name: str, value: object, least: int, most: int) -> int:
    """A house rule that is a whole number in a range, both ends included. Raises BadRule."""
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise BadRule(f"The house rule {name} is a number from {least} to {most}, not {value!r}.")
    return int(text)


def one_of(name: str, value: object, known: Collection[str]) -> str:
    """A house rule that is one of a few words. Raises BadRule."""
    if not (isinstance(value, str) and value in known):
        raise BadRule(f"The house rule {name} is one of {', '.join(known)}, not {value!r}.")
    return value
