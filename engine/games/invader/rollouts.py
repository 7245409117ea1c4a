"""Playing a field to its end many times over: how often is it cleared?

Nobody knows which pairs come, nor which aliens are above the screen; in each play they are drawn by lot, and every shot
is the one that `kernels.judge` likes best. Fields, rules and weights are arrays as in `kernels`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.invader.kernels import (
    COLOURS,
    HEIGHT,
    LOST,
    PUYO,
    SCORE,
    SINKS,
    UNSEEN,
    evaporate,
    judge,
    lands,
    shoot,
)
from engine.jit import helper, kernel

SHOTS = 80
"""Shots after which a play is given up."""
TICKED = 3
"""Shots in which the clock brings the field down once more than they do."""
SCANNED = 2
"""Draws of the clock that may pass before what is cut off evaporates; what hangs too low until then ends the game."""
_C = "i1[:,::1]"


@helper
def drawn(state: Any, among: Any) -> Any:
    """A number from 1 by lot, by the generator xorshift64 (Marsaglia 2003); `state` is uint64[1]."""
    x = state[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    state[0] = x
    return np.int64((x >> np.uint64(33)) % np.uint64(among)) + 1


@helper
def aliens_in(cells: Any) -> Any:
    """How many aliens are left."""
    count = 0
    for label in cells.ravel():
        count += 0 < label < PUYO
    return count


@helper
def too_low(cells: Any, house: Any) -> Any:
    """Whether the field lands after a shot while the scanner is still on its way."""
    return lands(cells, house[HEIGHT] + house[SINKS] * (1 + SCANNED), house)


@helper
def best_shot(cells: Any, one: Any, best: Any, first: Any, second: Any, house: Any, weights: Any, work: Any) -> Any:
    """Take the shot that is liked best, on `cells`; False where there is none."""
    stack, seen, out = work
    height, columns, most = house[HEIGHT], cells.shape[1], LOST
    for shot in range(4 * columns):
        if first == second and (shot // columns) > 1:
            continue
        one[:] = cells
        if not shoot(one, shot, first, second, house, stack, out) or too_low(one, house):
            continue
        points = out[0]
        if out[1]:
            points += evaporate(one, house, stack, seen)
        worth = weights[SCORE] * points + judge(one, height + house[SINKS], house, weights, stack)
        if worth > most:
            most = worth
            best[:] = one
    if most == LOST:
        return False
    cells[:] = best
    return True


@kernel(f"i8({_C}, i8, i8, i8, i8[::1], f8[::1], i8, i8)")
def times_cleared(
    cells: Any, shot: int, pivot: int, child: int, house: Any, weights: Any, plays: int, seed: int
) -> int:
    """In how many of so many plays a field is cleared that begin with a shot; the same seed draws the same lots."""
    rows, columns = cells.shape
    stack = np.zeros(2000, np.int64)
    seen = np.zeros(rows * columns, np.bool_)
    out = np.zeros(2, np.int64)
    one = np.zeros((rows, columns), np.int8)
    best = np.zeros((rows, columns), np.int8)
    now = np.zeros((rows, columns), np.int8)
    lots = np.zeros(1, np.uint64)
    begun, cleared = house[HEIGHT], 0
    for play in range(plays):
        lots[0] = np.uint64(seed + 1) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(play + 1)
        now[:] = cells
        for row in range(rows):
            for column in range(columns):
                if now[row, column] == UNSEEN:
                    now[row, column] = drawn(lots, house[COLOURS])
        house[HEIGHT] = begun
        if not shoot(now, shot, pivot, child, house, stack, out) or too_low(now, house):
            continue
        evaporate(now, house, stack, seen)
        for count in range(1, SHOTS):
            house[HEIGHT] += house[SINKS] * (1 + (count % TICKED == 0))
            if aliens_in(now) == 0:
                cleared += 1
                break
            first, second = drawn(lots, house[COLOURS]), drawn(lots, house[COLOURS])
            if not best_shot(now, one, best, first, second, house, weights, (stack, seen, out)):
                break
            evaporate(now, house, stack, seen)
    house[HEIGHT] = begun
    return cleared
