"""Digits put together to numbers: those that stand as near as digits of one number do.

What tells it is the distance from the middle of one digit to the middle of the next, in widths of a digit: within a
number it is one advance of the font, between two numbers an advance and a space. All pairs of a board are looked at
together, because they come in these two kinds only; and the numbers must fit their lines and add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import erf
from typing import Final

import numpy as np
from numpy.typing import NDArray

USUAL: Final = 1.56
"""Distance that lies between both kinds in most fonts; an advance is about 1.2 widths."""
LEEWAY: Final = 0.2
"""How far from that it may well be."""
SPAN: Final = (0.6, 2.4)
"""Distances between which it surely lies."""
APART: Final = 0.06
"""Distances nearer to each other than this may be of one kind."""
SURE: Final = 0.07
"""Room on both sides of the border between the kinds from which a pair is beyond question."""


def lines_of(tops: Sequence[float], bottoms: Sequence[float]) -> list[list[int]]:
    """Which of some pieces stand on one line of text: their numbers, line for line from the top."""
    order = sorted(range(len(tops)), key=lambda i: tops[i] + bottoms[i])
    lines: list[list[int]] = []
    for i in order:
        middle = (tops[i] + bottoms[i]) / 2
        last = lines[-1] if lines else []
        if last and middle < float(np.mean([bottoms[k] for k in last])) - 0.15 * (bottoms[i] - tops[i]):
            last.append(i)
        else:
            lines.append([i])
    return lines


def borders(distances: Sequence[float]) -> list[tuple[float, float]]:
    """The distances of two middles that may divide digits of one number from numbers, each with how likely it is,
    the likeliest first: they lie in gaps between the distances that occur.
    """
    seen = sorted(d for d in distances if SPAN[0] < d < SPAN[1])
    found = []
    for a, b in pairwise([SPAN[0], *seen, SPAN[1]]):
        if b - a >= APART:
            weight = (erf((b - USUAL) / LEEWAY) - erf((a - USUAL) / LEEWAY)) / 2
            found.append((min(max((a + b) / 2, min(a + 0.25, USUAL)), max(b - 0.25, USUAL)), weight))
    return sorted(found, key=lambda one: -one[1])


def grouped(middles: NDArray[np.float64], width: float, at: float) -> tuple[list[list[int]], list[float]]:
    """Digits of a line of text as numbers: the places in `middles`, which are sorted; and for every pair of
    neighbours how far their distance is from the border `at`, in widths of a digit.
    """
    numbers, sure = [[0]] if len(middles) else [], []
    for i in range(1, len(middles)):
        distance = float(middles[i] - middles[i - 1]) / width
        sure.append(distance - at)
        if distance < at:
            numbers[-1].append(i)
        else:
            numbers.append([i])
    return numbers, sure
