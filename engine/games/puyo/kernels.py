"""The hot loops of Puyo Puyo: chains on fields of 16-bit columns.

    fields   uint16[n, PLANES, COLUMNS]   a plane for each colour, then garbage; bit = row from the floor
    gone     uint16[COLOURS, COLUMNS]     what vanished in the last step

`vectors` holds the step itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.puyo.tables import COLOURS as COLOUR_BONUS
from engine.games.puyo.tables import GROUPS, MOST, STEPS
from engine.games.puyo.vectors import COLOURS, COLUMNS, COUNT_BITS, vanish
from engine.jit import helper, inlined, kernel

_POWER = np.array(STEPS, dtype=np.int64)
_COLOUR_BONUS = np.array(COLOUR_BONUS, dtype=np.int64)
_GROUP_BONUS = np.array([*GROUPS, *[GROUPS[-1]] * (100 - len(GROUPS))], dtype=np.int64)
_COUNT = np.uint64((1 << COUNT_BITS) - 1)
_F = "u2[:,:,::1]"


@helper
def group_bonus(gone: Any, colour: int) -> Any:
    """The bonus for the groups of one colour, where there may be more than one."""
    total = 0
    for column in range(COLUMNS):
        while gone[colour, column]:
            group = np.uint16(gone[colour, column] & (~gone[colour, column] + 1))
            size = _take(gone, colour, column, group)
            total += _GROUP_BONUS[size]
    return total


@helper
def _take(gone: Any, colour: int, column: int, seed: Any) -> Any:
    """Remove the group of a cell; gives its size."""
    group = np.zeros(COLUMNS, np.uint16)
    group[column] = seed
    grown = True
    while grown:
        grown = False
        for x in range(COLUMNS):
            near = group[x] | group[x] << 1 | group[x] >> 1
            if x > 0:
                near |= group[x - 1]
            if x + 1 < COLUMNS:
                near |= group[x + 1]
            near &= gone[colour, x]
            if near != group[x]:
                group[x] = near
                grown = True
    size = 0
    for x in range(COLUMNS):
        gone[colour, x] &= ~group[x]
        bits = group[x]
        while bits:
            bits &= np.uint16(bits - 1)
            size += 1
    return size


@inlined
def settle(fields: Any, at: int, counted: Any, gone: Any) -> Any:
    """Let the `at`-th field come to rest; gives the length of the chain, its points, and how many puyos vanished."""
    counts = vanish(fields, at, counted, gone)
    chains = 0
    points = 0
    total = np.int64(0)
    while True:
        if counts == 0:
            return chains, points, total
        puyos: Any = 0
        colours = 0
        bonus = _POWER[min(chains, len(_POWER) - 1)]
        chains += 1
        for colour in range(COLOURS):
            count = np.int64((counts >> np.uint64(COUNT_BITS * colour)) & _COUNT)
            if count == 0:
                continue
            puyos += count
            colours += 1
            bonus += _GROUP_BONUS[count] if count < 8 else group_bonus(gone, colour)
        bonus += _COLOUR_BONUS[colours]
        points += 10 * puyos * max(1, min(bonus, MOST))
        total += puyos
        counts = vanish(fields, at, counted, gone)


@kernel(f"void({_F}, u2, i8[::1], i8[::1])")
def settle_all(fields: Any, counted: Any, chains: Any, points: Any) -> None:
    """Let many fields come to rest, in place; writes the length of each chain and its points."""
    gone = np.zeros((COLOURS, COLUMNS), np.uint16)
    for at in range(len(fields)):
        chains[at], points[at], _ = settle(fields, at, counted, gone)
