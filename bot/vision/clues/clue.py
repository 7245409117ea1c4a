"""The clues of all lines as text, out of the digits of a band, each with how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from bot.vision.clues.bands import Band
from bot.vision.clues.numbers import SURE, USUAL, borders, grouped, lines_of

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

    @property
    def total(self) -> int:
        """The cells that it fills."""
        return sum(int(word) for word in self.text.split())

    @property
    def room(self) -> int:
        """The least number of cells that it needs."""
        return self.total + max(0, len(self.text.split()) - 1)


def read_clues(band: Band, lines: Sequence[int], upright: bool, at: float) -> dict[int, Clue]:
    """The clues of some lines; `at` is the border between digits and numbers (`numbers`)."""
    by_line = _by_line(band)
    return {line: _clue(band, by_line.get(line, []), line in band.strays, upright, at) for line in lines}


def read_rows(left: Band, lines: Sequence[int], longest: int, total: int) -> tuple[dict[int, Clue], float]:
    """The clues of the rows, each of at most `longest` cells, and the border between digits of one number and numbers.

    Of the borders that may be, that one is taken by which most clues fit and all add up to `total`, which the columns
    say.
    """
    best: tuple[tuple[int, bool, float], dict[int, Clue], float] | None = None
    for at, weight in borders(_distances(left)):
        clues = read_clues(left, lines, False, at)
        too_long = sum(clue.room > longest for clue in clues.values())
        price = (too_long, sum(clue.total for clue in clues.values()) != total, -weight)
        if best is None or price < best[0]:
            best = price, clues, at
    return (best[1], best[2]) if best else (read_clues(left, lines, False, USUAL), USUAL)


def _distances(band: Band) -> list[float]:
    """The distances between the middles of all neighbours, in widths of a digit."""
    found = []
    for places in _by_line(band).values():
        for line in _texts(band, places):
            middles = [band.digits[i].glyph.box.centre.x for i in line]
            found += [(b - a) / band.width for a, b in pairwise(middles)]
    return found


def _by_line(band: Band) -> dict[int, list[int]]:
    """The places of the digits of each line."""
    lines: dict[int, list[int]] = {}
    for place, digit in enumerate(band.digits):
        lines.setdefault(digit.line, []).append(place)
    return lines


def _texts(band: Band, places: Sequence[int]) -> list[list[int]]:
    """The digits at some places as lines of text, each from left to right."""
    boxes = [band.digits[i].glyph.box for i in places]
    rows = lines_of([box.y for box in boxes], [box.y + box.h for box in boxes])
    return [sorted((places[k] for k in row), key=lambda i: band.digits[i].glyph.box.x) for row in rows]


def _clue(band: Band, places: Sequence[int], stray: bool, upright: bool, at: float) -> Clue:
    """The clue of the digits at some places; with a `stray` piece of ink among them it is in doubt."""
    if not places:
        return Clue(NONE, 0.0 if stray else 1.0)
    digits, margins = band.named.digit, band.named.margin
    words: list[str] = []
    margin = 0.0 if stray else 1.0
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
