"""A game that is played on from a field, by a quick player, without a word of Python: what `rollout` asks for.

    field    uint16[1, PLANES, COLUMNS]   as in `kernels`; it is played on
    pairs    uint8[n, 2]                  the colours of axis and child of all pairs that come, in order
    futures  uint8[count, depth, 2]       pairs that the player thinks of in place of those that it does not know

The player follows `beam.grow` through the pairs that it knows once, and from there through each of the futures.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.puyo.beam import SPOTS, beam_of, desk_of, grow, put, start
from engine.games.puyo.glance import measure
from engine.games.puyo.kernels import settle
from engine.games.puyo.promise import COLUMNS_USED, COUNTED, DEATH, SPAWN, copy
from engine.games.puyo.vectors import COLOURS, COLUMNS
from engine.jit import helper, kernel

SPARE = 3
"""Pairs beyond those that fit, because something will vanish; never fewer than twice as many."""
_F = "u2[:,:,::1]"


@helper
def pairs_that_fit(heights: Any, house: Any) -> Any:
    """How far ahead it is worth looking."""
    free = house[COLUMNS_USED] * house[COUNTED]
    for x in range(house[COLUMNS_USED]):
        free -= heights[x]
    return max(2 * SPARE, free // 2 + SPARE)


@helper
def think(
    field: Any, spent: Any, known: Any, futures: Any, depth: int, beam: Any, desk: Any, house: Any, weights: Any,
    fires: int, best: Any, total: Any,
) -> Any:  # fmt: skip
    """Write to `total` i8[SPOTS] the points that each placement of the first pair promises, over all futures; below 0
    where it cannot be played. Gives the fields looked at.
    """
    waits = 2
    count = 1
    nodes = 0
    best[:] = -1
    start(beam, 0, field, spent)
    for at in range(len(known)):
        then = waits if at == len(known) - 1 else 1 - (at & 1)
        axis, other = np.int64(known[at, 0]), np.int64(known[at, 1])
        last = at == depth - 1
        count, looked = grow(beam, desk, at & 1, then, count, at, last, axis, other, house, weights, fires, best)
        nodes += looked
    sure = best.copy()
    total[:] = 0
    for row in range(len(futures)):
        best[:] = sure
        size = count
        for at in range(depth - len(known)):
            now = waits if at == 0 else 1 - (at & 1)
            axis, other = np.int64(futures[row, at, 0]), np.int64(futures[row, at, 1])
            deep = len(known) + at
            size, looked = grow(
                beam, desk, now, at & 1, size, deep, deep == depth - 1, axis, other, house, weights, fires, best
            )
            nodes += looked
        total += best
    return nodes


@helper
def chosen(field: Any, axis: Any, other: Any, total: Any, tried: Any, gone: Any, heights: Any, house: Any) -> Any:
    """The placement that promises most of those that do not end the game, or of all if all do; -1 where there is none.

    `tried`, `gone` and `heights` are room to work in.
    """
    counted = np.uint16((1 << house[COUNTED]) - 1)
    best = -1
    survives = False
    for spot in range(SPOTS):
        if total[spot] < 0 or (survives and total[spot] <= total[best]):
            continue
        copy(field, 0, tried, 0)
        measure(field, 0, heights)
        put(tried, 0, spot, axis, other, heights, house)
        settle(tried, 0, counted, gone)
        measure(tried, 0, heights)
        alive = heights[house[SPAWN]] < house[DEATH]
        if best < 0 or (alive and not survives) or (alive == survives and total[spot] > total[best]):
            best, survives = spot, alive
    return best


@kernel(f"UniTuple(i8, 2)({_F}, u2, u1[:,::1], i8, u1[:,:,::1], i8[::1], f8[::1], i8, i8, i8)")
def play_on(
    field: Any, spent: Any, pairs: Any, shown: int, futures: Any, house: Any, weights: Any, width: int, fires: int,
    enough: int,
) -> Any:  # fmt: skip
    """The points of the largest chain of a game in which `shown` of the pairs are seen at any time; and the fields
    looked at.

    It ends with a chain of `enough` points, when no pair can appear or be placed, and when fewer pairs are left than
    are shown. A placement that ends the game is played only where all do.
    """
    beam, desk = beam_of(width), desk_of(width)
    best, total = np.zeros(SPOTS, np.int64), np.zeros(SPOTS, np.int64)
    tried, gone = np.zeros_like(field), np.zeros((COLOURS, COLUMNS), np.uint16)
    heights = np.zeros(COLUMNS, np.int64)
    counted = np.uint16((1 << house[COUNTED]) - 1)
    largest = nodes = 0
    for at in range(len(pairs) - shown + 1):
        measure(field, 0, heights)
        if heights[house[SPAWN]] >= house[DEATH]:
            break
        depth = max(shown, min(shown + futures.shape[1], pairs_that_fit(heights, house)))
        nodes += think(
            field, spent, pairs[at : at + shown], futures, depth, beam, desk, house, weights, fires, best, total
        )
        axis, other = np.int64(pairs[at, 0]), np.int64(pairs[at, 1])
        spot = chosen(field, axis, other, total, tried, gone, heights, house)
        if spot < 0:
            break
        measure(field, 0, heights)
        spent |= np.uint16(put(field, 0, spot, axis, other, heights, house))
        largest = max(largest, settle(field, 0, counted, gone)[1])
        if largest >= enough:
            break
    return largest, nodes
