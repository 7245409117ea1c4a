"""Levelling the stack: panels of high columns are pushed over the edge, so that more rows can come up."""

from __future__ import annotations

import numpy as np

from engine.games.paneldepon import words as k
from engine.games.paneldepon.kernels import can_swap
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.reckoning import WALL
from engine.games.paneldepon.timing import COLUMNS, ROWS

STEEP = 2
"""An edge so high is levelled."""


def heights(cells: Words) -> tuple[list[int], list[int]]:
    """For each column how many panels it will have below any garbage when all that clears is gone, and the row of the
    highest of them now. What could not be told is taken for a panel, or for garbage where some of its row hangs over
    nothing.
    """
    board = cells[: (ROWS + 1) * COLUMNS].reshape(-1, COLUMNS)[1:]
    phase = (board & k.PHASE) >> k.PHASE_AT
    hollow = np.logical_or.accumulate(board & k.COLOUR == 0, axis=0)
    hangs = ((board == WALL) & hollow).any(axis=1, keepdims=True)
    open_above = np.logical_and.accumulate((board & k.GARBAGE == 0) | ((phase == k.DIMMED) & ~hangs), axis=0)
    taken = ((board & k.COLOUR) != 0) & open_above
    stays = taken & ~((phase >= k.MATCHED) & (phase <= k.POPPED))
    rows = np.arange(1, ROWS + 1)[:, None]
    return [int(n) for n in stays.sum(axis=0)], [int(top) for top in (taken * rows).max(axis=0)]


def level(cells: Words, meta: Words, place: int, steep: int = STEEP) -> int:
    """The place of the swap that lowers the highest edge of the stack, the nearest to the cursor's place among equals;
    -1 where no edge is steep, or its panels cannot be taken hold of now.
    """
    counts, tops = heights(cells)
    best, chosen = (0, 0), -1
    for left in range(COLUMNS - 1):
        high, low = (left, left + 1) if counts[left] >= counts[left + 1] else (left + 1, left)
        drop = counts[high] - counts[low]
        if drop < steep:
            continue
        row = tops[high]
        while row > tops[low] and cells[row * COLUMNS + high] == WALL:
            row -= 1  # what cannot be told comes down with what is pushed out below it
        goal = row * COLUMNS + left
        if row <= tops[low] or not can_swap(cells, meta, goal) or _bars(cells, goal):
            continue
        away = abs(row - place // COLUMNS) + abs(left - place % COLUMNS)
        if (drop, -away) > best or chosen < 0:
            best, chosen = (drop, -away), goal
    return chosen


def spread(cells: Words, meta: Words) -> int:
    """The place of a swap that takes the top of a highest column a step towards the nearest column that is lower by two
    and more, over others that are not higher: garbage then rests on more columns. -1 where there is none.
    """
    counts, tops = heights(cells)
    high = max(counts)
    best, chosen = COLUMNS, -1
    for start, count in enumerate(counts):
        for end in range(COLUMNS):
            way = 1 if end > start else -1
            between = counts[start + way : end : way]
            if count < high or counts[end] > high - STEEP or high in between or abs(end - start) >= best:
                continue
            goal = tops[start] * COLUMNS + min(start, start + way)
            if can_swap(cells, meta, goal) and not _bars(cells, goal):
                best, chosen = abs(end - start), goal
    return chosen


def _bars(cells: Words, place: int) -> bool:
    """Whether nothing can be pushed over the edge at a place: garbage lies there, or panels on both sides."""
    a, b = cells[place], cells[place + 1]
    return bool((a | b) & k.GARBAGE or (a and b))
