"""The search for large chains: a beam over one future of pairs; `promise.py` says which fields it follows.

    fields   uint16[n, PLANES, COLUMNS]   as in `kernels`
    spent    uint16[n]                    columns that swallowed a child, as bits
    first    int32[n]                     the placement of the first pair that leads here, as a number
    value    float64[n]                   how promising a field is
    pairs    uint8[depth, 2]              the colours of axis and child

A placement is the number side * COLUMNS + column, sides in the order of `rules.SIDES`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.puyo.glance import GOES, digest, measure
from engine.games.puyo.kernels import settle
from engine.games.puyo.promise import (
    BY_PUYOS,
    CLIMBS,
    COLUMNS_USED,
    COUNTED,
    DEATH,
    DELAY,
    DETOUR,
    DIG,
    POP,
    RATE,
    ROWS,
    SPAWN,
    SWALLOWED,
    SWALLOWS,
    TEAR,
    copy,
    evaluate,
    garbage_in,
    open_columns,
)
from engine.games.puyo.vectors import COLOURS, COLUMNS, PLANES
from engine.jit import helper, kernel

SPOTS = 4 * COLUMNS
UP, RIGHT, DOWN, LEFT = range(4)
_F = "u2[:,:,::1]"


@helper
def child_of(spot: int) -> Any:
    """The column of the child of a placement."""
    side = spot // COLUMNS
    column = spot % COLUMNS
    if side == RIGHT:
        return column + 1
    return column - 1 if side == LEFT else column


@helper
def fits(spot: Any, heights: Any, ways: int, spent: Any, house: Any) -> Any:
    """Whether a pair can be brought to rest so."""
    column = spot % COLUMNS
    child = child_of(spot)
    if child < 0 or child >= house[COLUMNS_USED] or column >= house[COLUMNS_USED]:
        return False
    if not (ways >> column) & (ways >> child) & 1:
        return False
    side = spot // COLUMNS
    axis_at = heights[column] + (1 if side == DOWN else 0)
    child_at = heights[child] + (1 if side == UP else 0)
    if side == DOWN and not house[CLIMBS] and (axis_at >= house[DEATH] or ways == 1 << house[SPAWN]):
        return False
    room = house[ROWS]
    if house[SWALLOWS] and not (spent >> child) & 1:
        room += 1
    return axis_at < house[ROWS] and child_at < room


@helper
def put(fields: Any, at: int, spot: Any, axis: Any, other: Any, heights: Any, house: Any) -> Any:
    """Put a pair on the `at`-th field; gives the column that swallowed its child as a bit, or 0."""
    column = spot % COLUMNS
    child = child_of(spot)
    side = spot // COLUMNS
    axis_at = heights[column] + (1 if side == DOWN else 0)
    child_at = heights[child] + (1 if side == UP else 0)
    fields[at, axis, column] |= np.uint16(1 << axis_at)
    if child_at >= house[ROWS]:
        return 1 << child
    fields[at, other, child] |= np.uint16(1 << child_at)
    return 0


@helper
def pieces_of(chains: Any, puyos: Any) -> Any:
    """What a chain sends where puyos count: all but three of a step, six more in every later one."""
    return puyos + 3 * chains - 6 if chains else 0


@helper
def sift_down(heap: Any, value: Any, size: int, start: int) -> None:
    """Keep the least value on top."""
    at = start
    while True:
        least = at
        for child in (2 * at + 1, 2 * at + 2):
            if child < size and value[heap[child]] < value[heap[least]]:
                least = child
        if least == at:
            return
        heap[at], heap[least] = heap[least], heap[at]
        at = least


@kernel(f"i8({_F}, u2, u1[:,::1], i8[::1], f8[::1], i8, i8, i8[::1])")
def search(root: Any, root_spent: Any, pairs: Any, house: Any, weights: Any, width: int, fires: int, best: Any) -> Any:
    """Follow the most promising fields through a row of pairs.

    `best` i8[SPOTS] takes, for each first placement, the points of the largest chain that was met; -1 where it
    cannot be played. Where puyos count (BY_PUYOS), points are the pieces that a chain sends, times the rate; garbage
    that a chain takes off one's own field counts as DIG pieces. Fields on which `fires` points and more were made are
    not followed, nor is what the last pair leads to judged. Gives the fields looked at.
    """
    fields = np.zeros((2, width, PLANES, COLUMNS), np.uint16)
    spent = np.zeros((2, width), np.uint16)
    first = np.zeros((2, width), np.int32)
    value = np.zeros((2, width), np.float64)
    past = np.zeros((2, width), np.float64)
    pops = np.zeros((2, width), np.int32)
    heap = np.zeros(width, np.int64)
    slots = 1
    while slots < 4 * width:
        slots *= 2
    slots *= 4
    seen = np.zeros(slots, np.uint64)
    child = np.zeros((1, PLANES, COLUMNS), np.uint16)
    gone = np.zeros((COLOURS, COLUMNS), np.uint16)
    goes = np.zeros(GOES, np.uint64)
    known = np.zeros(COLUMNS * COLOURS, np.uint64)
    told = np.zeros(COLUMNS * COLOURS, np.float64)
    heights = np.zeros(COLUMNS, np.int64)
    after = np.zeros(COLUMNS, np.int64)
    counted = np.uint16((1 << house[COUNTED]) - 1)
    best[:] = -1
    copy(root, 0, fields[0], 0)
    spent[0, 0] = root_spent
    count = 1
    nodes = 0
    last = len(pairs) - 1
    for depth in range(len(pairs)):
        now = depth & 1
        then = 1 - now
        axis, other = np.int64(pairs[depth, 0]), np.int64(pairs[depth, 1])
        size = 0
        full_heap = False
        seen[:] = 0
        for n in range(count):
            measure(fields[now], n, heights)
            if heights[house[SPAWN]] >= house[DEATH]:
                continue
            ways = open_columns(heights, house)
            buried = garbage_in(fields[now], n)
            for spot in range(2 * COLUMNS if axis == other else SPOTS):
                if not fits(spot, heights, ways, np.int64(spent[now, n]), house):
                    continue
                nodes += 1
                start = spot if depth == 0 else first[now, n]
                copy(fields[now], n, child, 0)
                swallowed = put(child, 0, spot, axis, other, heights, house)
                chains, points, puyos = settle(child, 0, counted, gone)
                if house[BY_PUYOS]:
                    points = house[RATE] * pieces_of(chains, puyos)
                gain = points * 1.0
                if buried and chains:
                    gain += weights[DIG] * house[RATE] * (buried - garbage_in(child, 0))
                best[start] = max(
                    best[start], np.int64(gain * (1.0 - weights[DELAY] * depth - weights[DETOUR] * pops[now, n]))
                )
                if points >= fires or depth == last:
                    continue
                measure(child, 0, after)
                if after[house[SPAWN]] >= house[DEATH]:
                    continue
                key = digest(child, 0)
                slot = np.int64(key & np.uint64(slots - 1))
                full = True
                for _ in range(8):
                    if seen[slot] == key or seen[slot] == 0:
                        full = False
                        break
                    slot = (slot + 1) & (slots - 1)
                if not full and seen[slot] == key and depth > 0:
                    continue
                if not full:
                    seen[slot] = key
                road = past[now, n]
                if swallowed:
                    road += weights[SWALLOWED]
                if spot // COLUMNS in (RIGHT, LEFT):
                    road += weights[TEAR] * abs(heights[spot % COLUMNS] - heights[child_of(spot)])
                if chains:
                    road += weights[POP]
                worth = road + evaluate(child, 0, after, weights, house, goes, known, told)
                if size < width:
                    to = size
                    size += 1
                elif worth > value[then, heap[0]]:
                    to = heap[0]
                else:
                    continue
                copy(child, 0, fields[then], to)
                spent[then, to] = spent[now, n] | np.uint16(swallowed)
                first[then, to] = start
                value[then, to] = worth
                past[then, to] = road
                pops[then, to] = pops[now, n] + (1 if chains else 0)
                if full_heap:
                    sift_down(heap, value[then], width, 0)
                elif size == width:
                    full_heap = True
                    for at in range(width):
                        heap[at] = at
                    for at in range(width // 2 - 1, -1, -1):
                        sift_down(heap, value[then], width, at)
        count = size
        if count == 0:
            break
    return nodes
