"""How promising a still field is: the chain that it nearly holds, how its columns stand, what hangs together.

fields   uint16[n, PLANES, COLUMNS]   as in `kernels`
house    int64[HOUSE]                 the house rules as numbers
weights  float64[WEIGHTS]             what is weighed, as `search.Weights` says
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.puyo.glance import LINK_BITS, followed
from engine.games.puyo.triggers import lowest, taken, triggers
from engine.games.puyo.vectors import COLOURS, COLUMNS, PLANES, links
from engine.jit import helper

COLUMNS_USED, ROWS, COUNTED, SPAWN, DEATH, SWALLOWS, CLIMBS, BY_PUYOS, RATE, HOUSE = range(10)
"""The house rules as numbers."""
(
    CHAIN,
    HEIGHT,
    KEY,
    PAIRS,
    TWOS,
    SHAPE,
    BUMP,
    WELL,
    SWALLOWED,
    GARBAGE,
    TEAR,
    POP,
    EXTEND,
    DELAY,
    DETOUR,
    LEFT_PAIRS,
    LEFT_TWOS,
    DIG,
    WEIGHTS,
) = range(19)
"""What the evaluation weighs; `search.Weights` says what each is."""
_ONE = np.uint16(1)
_LINKS = np.uint64((1 << LINK_BITS) - 1)
_EACH_COLOUR = np.uint64(sum(1 << COLUMNS * colour for colour in range(COLOURS)))
_PUYOS = np.array([0, 1, 0, 2, 0, 0, 0, 3], np.int64)
"""How many puyos cells that lie one above the other are."""


@helper
def open_columns(heights: Any, house: Any) -> Any:
    """The columns that a pair can be brought over, as bits; the rule is `rules._open_columns`."""
    top = house[DEATH]
    spawn = house[SPAWN]
    highest = top - 1
    if house[CLIMBS]:
        walled = True
        if spawn > 0 and heights[spawn - 1] < top:
            walled = False
        if spawn + 1 < house[COLUMNS_USED] and heights[spawn + 1] < top:
            walled = False
        climbs = walled
        for away in (-1, 1):
            x = spawn
            while 0 <= x < house[COLUMNS_USED] and (x == spawn or heights[x] <= highest):
                if heights[x] == top - 1:
                    climbs = True
                x += away
        if climbs:
            highest = top
    ways = 1 << spawn
    for away in (-1, 1):
        x = spawn + away
        while 0 <= x < house[COLUMNS_USED] and heights[x] <= highest:
            ways |= 1 << x
            x += away
    return ways


@helper
def copy(source: Any, at: int, target: Any, to: int) -> None:
    """Copy a field."""
    for plane in range(PLANES):
        for x in range(COLUMNS):
            target[to, plane, x] = source[at, plane, x]


@helper
def garbage_in(fields: Any, at: int) -> Any:
    """How many pieces of garbage lie in a field."""
    count = 0
    for x in range(COLUMNS):
        garbage = fields[at, COLOURS, x]
        while garbage:
            count += 1
            garbage &= np.uint16(garbage - _ONE)
    return count


@helper
def potential(
    fields: Any, at: int, heights: Any, ways: int, weights: Any, house: Any, keys: Any, goes: Any, known: Any, told: Any
) -> Any:  # fmt: skip
    """The best chain that up to three puyos of one colour on one column would set off, weighed.

    Triggers that take the same puyos of the field set off the same chain: it is followed once, and kept in `known`
    (what goes) and `told` (what the chain is worth).
    """
    counted = np.uint16((1 << house[COUNTED]) - 1)
    best = 0.0
    chains_known = 0
    fires = triggers(fields, at, counted, keys)
    for x in range(house[COLUMNS_USED]):
        here = (fires >> np.uint64(x)) & _EACH_COLOUR
        if not (ways >> x) & 1 or not here:
            continue
        height = heights[x]
        beside = house[COUNTED]
        if x > 0:
            beside = min(beside, heights[x - 1])
        if x + 1 < house[COLUMNS_USED]:
            beside = min(beside, heights[x + 1])
        taken(fields, at, x, counted, keys, goes)
        while here:
            colour = lowest(here) // COLUMNS
            here &= here - np.uint64(1)
            bits = keys[colour, x]
            key = _PUYOS[bits >> height]
            place = 0
            while place < chains_known and known[place] != goes[colour]:
                place += 1
            if place == chains_known:
                chain = followed(fields, at, colour, x, bits, counted, goes)
                known[place] = goes[colour]
                told[place] = (
                    weights[CHAIN] * np.int64(chain & _LINKS)
                    + weights[LEFT_PAIRS] * np.int64((chain >> np.uint64(LINK_BITS)) & _LINKS)
                    + weights[LEFT_TWOS] * np.int64(chain >> np.uint64(2 * LINK_BITS))
                )
                chains_known += 1
            worth_here = weights[HEIGHT] * height + weights[KEY] * key
            worth_here += weights[EXTEND] * max(0, house[COUNTED] - max(beside, height + key))
            best = max(best, told[place] + worth_here)
    return best


@helper
def shape(heights: Any, weights: Any, house: Any) -> Any:
    """How well the columns stand: a bowl that is higher at its sides, without wells."""
    columns = house[COLUMNS_USED]
    total = 0
    for x in range(columns):
        total += heights[x]
    level = total / columns
    worth = 0.0
    for x in range(columns):
        edge = 1.0 if x == 0 or x == columns - 1 else 0.0
        worth += weights[SHAPE] * abs(heights[x] - level - edge)
        left = heights[x - 1] if x > 0 else 15
        right = heights[x + 1] if x + 1 < columns else 15
        well = min(left, right) - heights[x]
        if well > 1:
            worth += weights[WELL] * (well - 1)
        bump = heights[x] - max(left if x > 0 else 0, right if x + 1 < columns else 0)
        if bump > 1:
            worth += weights[BUMP] * (bump - 1)
    return worth


@helper
def evaluate(
    fields: Any, at: int, heights: Any, weights: Any, house: Any, keys: Any, goes: Any, known: Any, told: Any
) -> Any:
    """How promising a still field is; `keys`, `goes`, `known` and `told` are room to work in."""
    ways = open_columns(heights, house)
    counted = np.uint16((1 << house[COUNTED]) - 1)
    worth = potential(fields, at, heights, ways, weights, house, keys, goes, known, told)
    worth += shape(heights, weights, house)
    hang = links(fields, at, counted)
    worth += weights[PAIRS] * np.float64(hang & np.uint64(0xFFFFFFFF))
    worth += weights[TWOS] * np.float64(hang >> np.uint64(32))
    return worth + weights[GARBAGE] * garbage_in(fields, at)
