"""How the stack of Panel de Pon rises, compiled: the same as `rising`. Short names: w a word, i its place."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.timing import PANELS_TO_NEXT_SPEED, RISE_FRAMES
from engine.games.paneldepon.words import (
    ACTIVE,
    CHANGED,
    CHANGES,
    COLOUR,
    DIMMED,
    DISPLACEMENT,
    FALLING,
    FED,
    GARBAGE,
    HEALTH,
    HEIGHT,
    LAST,
    LIFT_REFUSED,
    LIFTED,
    LIFTING,
    LIFTING_BEGUN,
    LOCKED,
    MAX_HEALTH,
    OVER,
    PHASE,
    PHASE_AT,
    QUEUED,
    RISE_TIMER,
    RISING,
    SCORE,
    SHAKE,
    SPEED,
    STOP,
    TO_SPEEDUP,
    WAS_ACTIVE,
)
from engine.jit import helper

_RISES = np.array(RISE_FRAMES)
_NEXT_SPEED = np.array(PANELS_TO_NEXT_SPEED)


@helper
def topped(cells: Any, meta: Any) -> Any:
    """Whether the top row is reached; garbage that is still falling does not count."""
    for i in range(LAST - 6, meta[HEIGHT] * 6):
        w = cells[i]
        if w & COLOUR and not (w & GARBAGE and (w & PHASE) >> PHASE_AT == FALLING):
            return True
    return False


@helper
def falling_garbage(cells: Any, meta: Any) -> Any:
    """Whether any garbage is falling."""
    found = False
    for i in range(6, meta[HEIGHT] * 6):
        found |= cells[i] & GARBAGE != 0 and (cells[i] & PHASE) >> PHASE_AT == FALLING
    return found


@helper
def new_row(cells: Any, meta: Any, feed: Any) -> None:
    """The row from below comes into play and the next one appears."""
    for i in range(meta[HEIGHT] * 6 - 1, -1, -1):
        cells[i + 6] = cells[i]
    for i in range(6):
        cells[i + 6] = (cells[i + 6] & COLOUR) | CHANGED
        cells[i] = feed[meta[FED] % len(feed), i] | DIMMED << PHASE_AT
    meta[FED] += 1
    meta[HEIGHT] += 1
    meta[CHANGES] = 1
    meta[DISPLACEMENT] = 16
    if meta[QUEUED] >= 0:
        meta[QUEUED] += 6


@helper
def rise(cells: Any, meta: Any, feed: Any) -> None:
    """Time passes for the rise of the stack."""
    if meta[DISPLACEMENT] == 0 and meta[LIFTED]:
        new_row(cells, meta, feed)
    locked = meta[QUEUED] >= 0 or meta[ACTIVE] > 0 or meta[WAS_ACTIVE] > 0 or meta[SHAKE] > 0
    if meta[LOCKED] and not locked:
        meta[LIFT_REFUSED] = 0
    meta[LOCKED] = locked
    if meta[TO_SPEEDUP] <= 0:
        meta[SPEED] = min(meta[SPEED] + 1, 99)
        meta[TO_SPEEDUP] += _NEXT_SPEED[meta[SPEED] - 1]
    full = topped(cells, meta)
    if meta[RISING] and not meta[LIFTING] and meta[STOP] == 0 and not locked:
        if full:
            meta[HEALTH] -= 1
        else:
            meta[RISE_TIMER] -= 16
            if meta[RISE_TIMER] <= 0:
                meta[DISPLACEMENT] -= 1
                if meta[DISPLACEMENT] == 0:
                    meta[LIFT_REFUSED] = 0
                    new_row(cells, meta, feed)
                meta[RISE_TIMER] += _RISES[min(meta[SPEED], len(_RISES)) - 1]
    if meta[RISING]:
        crushed = meta[HEALTH] <= 0 and meta[SHAKE] <= 0
        if crushed or (not locked and full and meta[LIFTING]):
            meta[OVER] = 1
    if not full and not falling_garbage(cells, meta):
        meta[HEALTH] = meta[MAX_HEALTH]


@helper
def lift(cells: Any, meta: Any) -> None:
    """The player raises the stack by a part."""
    if not meta[LOCKED]:
        if topped(cells, meta):
            meta[OVER] = 1
            return
        meta[LIFTED] = 1
        meta[DISPLACEMENT] -= 1
        if meta[DISPLACEMENT] == 1:
            meta[LIFTING] = 0
            meta[RISE_TIMER] = 16
            meta[SCORE] += 1 - meta[LIFT_REFUSED]
            meta[LIFT_REFUSED] = 1
        meta[LIFTING_BEGUN] = 1
        meta[STOP] = 0
    elif not meta[LIFTING_BEGUN] or falling_garbage(cells, meta):
        meta[LIFTING] = 0
