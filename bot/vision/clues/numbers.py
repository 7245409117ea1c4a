"""Digits put together to numbers: those that stand as near as digits of one number do.

What tells it is the distance from the middle of one digit to the middle of the next, in widths of a digit: within a
number it is one advance of the font, between two numbers an advance and a space. All pairs of a board are looked at
together, because they come in these two kinds only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import erf
from typing import Final

import numpy as np
from numpy.typing import NDArray

USUAL: Final = 1.56
"""Distance that lies between both kinds in most fonts; an advance is about 1.2 widths."""
LEEWAY: Final = 0.18
"""How far from that it may well be."""
SPAN: Final = (0.6, 2.3)
"""Distances between which it surely lies."""
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


def border(distances: Iterable[float]) -> float:
    """The distance of two middles from which digits belong to two numbers: in the widest gap between all distances,
    where what is nearer to the usual counts more.
    """
    seen = [d for d in distances if SPAN[0] < d < SPAN[1]]
    points = [SPAN[0], *sorted(seen), SPAN[1]]
    best, found = 0.0, USUAL
    for a, b in pairwise(points):
        weight = erf((b - USUAL) / LEEWAY) - erf((a - USUAL) / LEEWAY)
        if weight > best:
            best, found = weight, min(max((a + b) / 2, min(a + 0.25, USUAL)), max(b - 0.25, USUAL))
    return found


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
