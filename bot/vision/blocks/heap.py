"""What lies on top of all else: how unlikely it is that cells which are no ground lie so."""

from __future__ import annotations

from functools import lru_cache
from math import comb, log10
from typing import Final

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]

PIECE: Final = 4
"""Cells of other looks, at the most, that may hang within the ground: those of a piece that falls."""
PART: Final = 0.1
"""The same, as a share of the ground."""


def hanging(of: Bools) -> float:
    """Evidence of lying on top of all else (or below it), but for a piece that falls: chance does not sort cells so."""
    if of.sum() < 3 or np.count_nonzero(of.any(0)) < 2:
        return 0.0
    return max(heaped(of), heaped(of[::-1]) / 2, _over_all(of))


def _over_all(of: Bools) -> float:
    """The same of what fills whole rows from the topmost down, though there is more of it among the blocks below."""
    whole = 0 if of.all() else int(of.all(1).argmin())
    chance = max((_unlikely(of, rows) for rows in range(whole, len(of)) if whole), default=0.0)
    return 2.0 if chance > 6 else 1.0 if chance > 3 else 0.0


def _unlikely(of: Bools, rows: int) -> float:
    """How unlikely it is, as a logarithm, that so many of these cells lie in the topmost rows, were they anywhere."""
    cells, among, there = of[:rows].size, int(of.sum()), int(of[:rows].sum())
    ways = sum(comb(cells, n) * comb(of.size - cells, among - n) for n in range(there, min(cells, among) + 1))
    return log10(comb(of.size, among)) - log10(ways)


def heaped(of: Bools) -> float:
    """The same of what lies on top, (rows, columns)."""
    rows = of.shape[0]
    depths = np.where(of.any(0), rows - of[::-1].argmax(0), 0)
    holes = int(depths.sum() - of.sum())
    if holes > min(PIECE, PART * of.sum()):
        return 0.0
    # How many ways there are to choose as many cells in every column, and of them the holes.
    ways = _ways(rows)
    chance = sum(ways[depth] for depth in depths.tolist())
    chance -= log10(comb(int(depths.sum()), holes))
    return 2.0 if chance > 6 else 1.0 if chance > 3 else 0.0


@lru_cache(maxsize=32)
def _ways(rows: int) -> tuple[float, ...]:
    """In how many ways 0, 1… of so many rows can be chosen, as logarithms."""
    return tuple(log10(comb(rows, depth)) for depth in range(rows + 1))
