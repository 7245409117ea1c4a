"""Colours that have a letter: what pictures in text, coloured puzzles and the files of other programs call them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""

_PAINTS: Final[Mapping[str, tuple[str, str]]] = {
    "#": ("black", "000000"),
    "r": ("red", "ff0000"),
    "b": ("blue", "0000ff"),
    "g": ("green", "00b000"),
    "y": ("yellow", "ffe600"),
    "o": ("orange", "ff8000"),
    "p": ("purple", "8000ff"),
    "n": ("brown", "804000"),
    "c": ("cyan", "00c0d0"),
    "k": ("pink", "ff80b0"),
    "e": ("grey", "808080"),
}
LETTERS: Final = "".join(_PAINTS)
"""The colours that have a name, those first that are told apart most easily."""


def name(letter: str) -> str:
    """What people call a colour.

    >>> name("r"), name("q")
    ('red', 'colour q')
    """
    return _PAINTS[letter][0] if letter in _PAINTS else f"colour {letter}"


def rgb(letter: str) -> str:
    """A colour as six hexadecimal digits; letters without a colour of their own get shades that differ.

    >>> rgb("o")
    'ff8000'
    """
    if letter in _PAINTS:
        return _PAINTS[letter][1]
    place = ascii_lowercase.index(letter)
    return f"{(place * 67 + 40) % 256:02x}{(place * 151 + 90) % 256:02x}{(place * 29 + 140) % 256:02x}"


def colour(letter: str) -> Colour:
    """A colour as red, green and blue.

    >>> colour("b")
    (0.0, 0.0, 1.0)
    """
    red, green, blue = (int(rgb(letter)[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def letters(colours: Sequence[Colour]) -> str:
    """A letter for each of some colours, at most as many as there are names: the nearest pairs come first, and no two
    share one.

    >>> letters([(0.9, 0.1, 0.1), (0.1, 0.1, 0.1), (0.8, 0.0, 0.0)])
    'r#n'
    """
    if len(colours) > len(LETTERS):
        raise ValueError(f"There are names for {len(LETTERS)} colours, not for {len(colours)}.")
    pairs = sorted(
        (sum((a - b) ** 2 for a, b in zip(own, colour(letter), strict=True)), place, at)
        for place, own in enumerate(colours)
        for at, letter in enumerate(LETTERS)
    )
    found: dict[int, str] = {}
    for _, place, at in pairs:
        if place not in found and LETTERS[at] not in found.values():
            found[place] = LETTERS[at]
    return "".join(found[place] for place in range(len(colours)))
