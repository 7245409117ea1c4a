"""The clues of all lines as text, out of the digits of both bands, each with how sure it is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from bot.vision.clues.bands import Band
from bot.vision.clues.numbers import SURE, border, grouped, lines_of

NONE: Final = "0"
"""The clue of a line that stays empty."""
FLOOR: Final = 0.08
"""Margin below which a digit may be another."""


@dataclass(frozen=True)
class Clue:
    """The clue of one line."""

    text: str
    margin: float
    """How sure its least sure digit or gap is, 0 to 1."""
    others: tuple[str, ...] = ()
    """What else it may say, the likeliest first."""


def read_clues(band: Band, count: int, upright: bool, longest: int, at: float) -> list[Clue]:
    """The clues of `count` lines of `longest` cells; `at` is the border between digits and numbers (`numbers`)."""
    by_line: list[list[int]] = [[] for _ in range(count)]
    for place, digit in enumerate(band.digits):
        by_line[digit.line].append(place)
    return [_clue(band, places, upright, at) for places in by_line]


def border_of(left: Band) -> float:
    """The border between digits of one number and numbers, from all pairs beside the rows."""
    return border(_pairs(left))


def _pairs(band: Band) -> list[float]:
    """The distances of all neighbours on one line of text, in widths of a digit."""
    found = []
    for places in _by_line(band):
        for line in _texts(band, places):
            middles = [band.digits[i].glyph.box.centre.x for i in line]
            found += [(b - a) / band.width for a, b in pairwise(middles)]
    return found


def _by_line(band: Band) -> list[list[int]]:
    lines: dict[int, list[int]] = {}
    for place, digit in enumerate(band.digits):
        lines.setdefault(digit.line, []).append(place)
    return list(lines.values())


def _texts(band: Band, places: list[int]) -> list[list[int]]:
    """The digits at some places as lines of text, each from left to right."""
    boxes = [band.digits[i].glyph.box for i in places]
    rows = lines_of([box.y for box in boxes], [box.y + box.h for box in boxes])
    return [sorted((places[k] for k in row), key=lambda i: band.digits[i].glyph.box.x) for row in rows]


def _clue(band: Band, places: list[int], upright: bool, at: float) -> Clue:
    """The clue of the digits at some places."""
    if not places:
        return Clue(NONE, 1.0)
    digits, margins = band.named.digit, band.named.margin
    words: list[str] = []
    margin = 1.0
    for line in _texts(band, places):
        if upright:
            numbers = [list(range(len(line)))]
        else:
            middles = np.array([band.digits[i].glyph.box.centre.x for i in line])
            numbers, off = grouped(middles, band.width, at)
            margin = min([margin, *(abs(one) / SURE * FLOOR for one in off)])
        words += ["".join(str(digits[line[k]]) for k in number) for number in numbers]
        margin = min(margin, float(margins[line].min()))
    return Clue(" ".join(words), margin)
