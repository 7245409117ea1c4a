"""A stack that rises by whole rows: between two of its jumps it stands as still as that of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.position import EMPTY, UNKNOWN

MOST: Final = 4
"""Rows by which a stack may have risen between two looks."""
SAME: Final = 0.75
"""Share of its cells that are seen again higher up: a swap was made meanwhile, and a match may have gone."""
CLEAR: Final = 0.2
"""By so much it is more than what is seen again in its place."""
LEAST: Final = 12
"""Cells that tell it."""


def rows_up(before: Sequence[str], after: Sequence[str]) -> int:
    """By how many rows a stack rose from one board to another of the same size; 0 where it did not.

    >>> rows_up((".....", "ABCDE", "CDEAB", "EABCD"), ("ABCDE", "CDEAB", "EABCD", "BBDAA"))
    1
    """
    still = _again(before, after, 0)
    told = [(_again(before, after, rows), rows) for rows in range(1, min(MOST, len(before) - 1) + 1)]
    share, rows = max(told, key=lambda one: one[0])
    return rows if share > max(SAME, still + CLEAR) else 0


def _again(before: Sequence[str], after: Sequence[str], rows: int) -> float:
    """Share of the cells of a board that are seen again so many rows higher, of those that hold something and are told
    both times; 0 where these are too few.
    """
    pairs = [
        (old, new)
        for above, below in zip(after, before[rows:], strict=False)
        for new, old in zip(above, below, strict=True)
        if old != EMPTY and UNKNOWN not in (old, new)
    ]
    return sum(old == new for old, new in pairs) / len(pairs) if len(pairs) >= LEAST else 0.0
