"""The search for large chains: a beam over one future of pairs; `promise.py` says which fields it follows.

    fields   uint16[n, PLANES, COLUMNS]   as in `kernels`
    spent    uint16[n]                    columns that swallowed a child, as bits
    first    int32[n]                     the placement of the first pair that leads here, as a number
    value    float64[n]                   how promising a field is
    pairs    uint8[depth, 2]              the colours of axis and child

A placement is the number side * COLUMNS + column, sides in the order of `rules.SIDES`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.games.puyo.glance import digest, measure
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
from engine.games.puyo.triggers import GOES
from engine.games.puyo.vectors import COLOURS, COLUMNS, PLANES
from engine.jit import helper, kernel
from engine.lent import lent

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


class Beam(NamedTuple):
    """Three layers of fields: one that is followed, one that grows from it, and one that waits to be followed again."""

    fields: Any
    spent: Any
    first: Any
    value: Any
    past: Any
    """The part of the value that the way there has, not the field."""
    pops: Any
    """On how many of the placements before something vanished."""


class Desk(NamedTuple):
    """Room to work in."""

    heap: Any
    seen: Any
    """Digests of the fields that a layer has met."""
    child: Any
    gone: Any
    keys: Any
    goes: Any
    known: Any
    told: Any
    heights: Any
    after: Any


@helper
def beam_of(width: int) -> Any:
    """A beam without fields."""
    return Beam(
        np.zeros((3, width, PLANES, COLUMNS), np.uint16),
        np.zeros((3, width), np.uint16),
        np.zeros((3, width), np.int32),
        np.zeros((3, width), np.float64),
        np.zeros((3, width), np.float64),
        np.zeros((3, width), np.int32),
    )


@helper
def desk_of(width: int) -> Any:
    """Room for a beam so wide."""
    slots = 1
    while slots < 4 * width:
        slots *= 2
    return Desk(
        np.zeros(width, np.int64),
        np.zeros(4 * slots, np.uint64),
        np.zeros((1, PLANES, COLUMNS), np.uint16),
        np.zeros((COLOURS, COLUMNS), np.uint16),
        np.zeros((COLOURS, COLUMNS), np.uint16),
        np.zeros(GOES, np.uint64),
        np.zeros(COLUMNS * COLOURS, np.uint64),
        np.zeros(COLUMNS * COLOURS, np.float64),
        np.zeros(COLUMNS, np.int64),
        np.zeros(COLUMNS, np.int64),
    )


@helper
def start(beam: Any, layer: int, field: Any, spent: Any) -> None:
    """Put the field that is looked at into a layer, alone."""
    copy(field, 0, beam.fields[layer], 0)
    beam.spent[layer, 0] = spent
    beam.value[layer, 0] = beam.past[layer, 0] = 0.0
    beam.pops[layer, 0] = 0


@helper
def grow(
    beam: Any, desk: Any, now: int, then: int, count: int, depth: int, last: bool, axis: Any, other: Any,
    house: Any, weights: Any, fires: int, best: Any,
) -> Any:  # fmt: skip
    """Place a pair, the `depth`-th, on the `count` fields of the layer `now`; the most promising ones become `then`.

    The `last` pair's fields are not judged. Gives how many fields the layer has, and how many were looked at.
    """
    width = len(desk.heap)
    heap, seen, child, heights, after = (
        lent(desk.heap),
        lent(desk.seen),
        lent(desk.child),
        lent(desk.heights),
        lent(desk.after),
    )
    gone, keys, goes, known, told = lent(desk.gone), lent(desk.keys), lent(desk.goes), lent(desk.known), lent(desk.told)
    fields, new_fields = lent(beam.fields[now]), lent(beam.fields[then])
    spent, new_spent = lent(beam.spent[now]), lent(beam.spent[then])
    firsts, new_firsts = lent(beam.first[now]), lent(beam.first[then])
    value = lent(beam.value[then])
    past, new_past = lent(beam.past[now]), lent(beam.past[then])
    pops, new_pops = lent(beam.pops[now]), lent(beam.pops[then])
    house, weights, best = lent(house), lent(weights), lent(best)
    counted = np.uint16((1 << house[COUNTED]) - 1)
    slots = len(seen)
    size = nodes = 0
    full_heap = False
    seen[:] = 0
    for n in range(count):
        measure(fields, n, heights)
        if heights[house[SPAWN]] >= house[DEATH]:
            continue
        ways = open_columns(heights, house)
        buried = garbage_in(fields, n)
        for spot in range(2 * COLUMNS if axis == other else SPOTS):
            if not fits(spot, heights, ways, np.int64(spent[n]), house):
                continue
            nodes += 1
            first = spot if depth == 0 else firsts[n]
            copy(fields, n, child, 0)
            swallowed = put(child, 0, spot, axis, other, heights, house)
            chains, points, puyos = settle(child, 0, counted, gone)
            if house[BY_PUYOS]:
                points = house[RATE] * pieces_of(chains, puyos)
            gain = points * 1.0
            if buried and chains:
                gain += weights[DIG] * house[RATE] * (buried - garbage_in(child, 0))
            best[first] = max(best[first], np.int64(gain * (1.0 - weights[DELAY] * depth - weights[DETOUR] * pops[n])))
            if points >= fires or last:
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
            road = past[n]
            if swallowed:
                road += weights[SWALLOWED]
            if spot // COLUMNS in (RIGHT, LEFT):
                road += weights[TEAR] * abs(heights[spot % COLUMNS] - heights[child_of(spot)])
            if chains:
                road += weights[POP]
            worth = road + evaluate(child, 0, after, weights, house, keys, goes, known, told)
            if size < width:
                to = size
                size += 1
            elif worth > value[heap[0]]:
                to = heap[0]
            else:
                continue
            copy(child, 0, new_fields, to)
            new_spent[to] = spent[n] | np.uint16(swallowed)
            new_firsts[to] = first
            value[to] = worth
            new_past[to] = road
            new_pops[to] = pops[n] + (1 if chains else 0)
            if full_heap:
                sift_down(heap, value, width, 0)
            elif size == width:
                full_heap = True
                for at in range(width):
                    heap[at] = at
                for at in range(width // 2 - 1, -1, -1):
                    sift_down(heap, value, width, at)
    return size, nodes


@kernel(f"i8({_F}, u2, u1[:,::1], i8[::1], f8[::1], i8, i8, i8[::1])")
def search(root: Any, root_spent: Any, pairs: Any, house: Any, weights: Any, width: int, fires: int, best: Any) -> Any:
    """Follow the most promising fields through a row of pairs.

    `best` i8[SPOTS] takes, for each first placement, the points of the largest chain that was met; -1 where it
    cannot be played. Where puyos count (BY_PUYOS), points are the pieces that a chain sends, times the rate; garbage
    that a chain takes off one's own field counts as DIG pieces. Fields on which `fires` points and more were made are
    not followed, nor is what the last pair leads to judged. Gives the fields looked at.
    """
    beam, desk = beam_of(width), desk_of(width)
    best[:] = -1
    start(beam, 0, root, root_spent)
    count = 1
    nodes = 0
    for depth in range(len(pairs)):
        axis, other = np.int64(pairs[depth, 0]), np.int64(pairs[depth, 1])
        now, last = depth & 1, depth == len(pairs) - 1
        count, looked = grow(beam, desk, now, 1 - now, count, depth, last, axis, other, house, weights, fires, best)
        nodes += looked
    return nodes
