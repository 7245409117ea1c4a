"""Digits put together to numbers: those that stand as near as digits of one number do.

What tells it is the distance from the middle of one digit to the middle of the next, in widths of a digit: within a
number it is one advance of the font, between two numbers an advance and a space. All pairs of a board are looked at
together, because they come in these two kinds only. The ink of a 1 often lies beside the middle of its advance: by how
much is found out, it is so much for every 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import erf
from typing import Final

import numpy as np

USUAL: Final = 1.42
"""Distance that lies between both kinds in most fonts; an advance is about 1.15 widths, a space half a width."""
LEEWAY: Final = 0.2
"""How far from that it may well be."""
SPAN: Final = (0.6, 2.4)
"""Distances between which it surely lies."""
APART: Final = 0.06
"""Distances nearer to each other than this may be of one kind."""
LIKELY: Final = 0.08
"""Share of the likeliness of the best way to divide numbers from which another is thinkable."""
SURE: Final = 0.08
"""Room on both sides of the border between the kinds from which a pair is beyond question."""
ASIDE: Final = (-0.32, -0.24, -0.16, -0.08, 0.0, 0.08, 0.16, 0.24, 0.32)
"""How far the ink of a 1 may lie to the right of its middle."""


@dataclass(frozen=True)
class Rule:
    """What divides digits of one number from numbers."""

    border: float = USUAL
    """Distance of two middles from which they belong to two numbers, in widths of a digit."""
    one: float = 0.0
    """How far the ink of a 1 lies to the right of the middle of its advance."""
    weight: float = 0.0
    """How likely the border is, 0 to 1."""
    confirmed: bool = False
    """Whether the numbers that it gives add up to what the other clues say."""

    def off(self, distance: float, first_is_one: bool, second_is_one: bool) -> float:
        """How far beyond the border two digits are from each other; below it they belong to one number."""
        return distance + self.one * (int(first_is_one) - int(second_is_one)) - self.border


def rules(pairs: Sequence[tuple[bool, bool, float]]) -> list[Rule]:
    """The ways to divide numbers, the likeliest first. `pairs` are neighbours: whether the first is a 1, whether the
    second is, and how far they are from each other. The last is that each digit is a number: programs may set them no
    farther apart than digits.
    """
    found: list[Rule] = []
    for one in ASIDE:
        true = [Rule(0.0, one).off(distance, first, second) for first, second, distance in pairs]
        found += [Rule(border, one, weight - 0.5 * abs(one)) for border, weight in borders(true)]
    found.sort(key=lambda rule: -rule.weight)
    likely = [rule for rule in found if rule.weight >= LIKELY * found[0].weight]
    ways: dict[tuple[bool, ...], Rule] = {}
    for rule in likely:
        ways.setdefault(tuple(rule.off(distance, first, second) > 0 for first, second, distance in pairs), rule)
    ways.setdefault((True,) * len(pairs), Rule(0.0))
    return list(ways.values())


def borders(distances: Sequence[float]) -> list[tuple[float, float]]:
    """The distances that may lie between both kinds, each with how likely it is: in gaps between those that occur.

    >>> [(round(at, 2), round(weight, 2)) for at, weight in borders([1.2, 1.25, 1.9, 1.95])][:2]
    [(1.5, 0.88), (0.95, 0.06)]
    """
    seen = sorted(d for d in distances if SPAN[0] < d < SPAN[1])
    found = []
    for a, b in pairwise([SPAN[0], *seen, SPAN[1]]):
        if b - a >= APART:
            weight = (erf((b - USUAL) / LEEWAY) - erf((a - USUAL) / LEEWAY)) / 2
            nearest = float(np.clip(USUAL, min(a + 0.25, (a + b) / 2), max(b - 0.25, (a + b) / 2)))
            found.append((nearest, weight))
    return sorted(found, key=lambda one: -one[1])
