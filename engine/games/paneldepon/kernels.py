"""Panel de Pon frame by frame, compiled: the same as `frames`, a frame in well under a microsecond.

Boards are written as `words` says. Short names: w a word, i its place, b the word below, k a count of frames.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.lifting import lift, rise
from engine.games.paneldepon.matching import find_matches
from engine.games.paneldepon.timing import SHAKE_FRAMES
from engine.games.paneldepon.words import (
    ACTIVE,
    BRICK,
    CALM,
    CHAIN,
    CHAINERS,
    CHAINING,
    CHANGED,
    CHANGES,
    CLEARED,
    CLOCK,
    COLOUR,
    DIMMED,
    EVENT_SIZE,
    FALLING,
    FRESH,
    GARBAGE,
    GARBAGE_HOVER,
    HEIGHT,
    HEIGHT_AT,
    HELD,
    HOVER,
    HOVERING,
    INDEX_AT,
    KNOWN,
    LANDING,
    LAST,
    LIFT_REFUSED,
    LIFTING,
    LIFTING_BEGUN,
    MATCHED,
    NORMAL,
    NUMBER_AT,
    ONCE,
    ONE_PAIR,
    PASSES,
    PEAK,
    PHASE,
    PHASE_AT,
    POP,
    POPPED,
    POPPING,
    PRE_STOP,
    PULLS,
    QUEUED,
    RESTLESS,
    RISING,
    SCORE,
    SHAKE,
    SIZE_AT,
    STOP,
    SWAPPING,
    TIMER,
    TIMER_AT,
    TO_SPEEDUP,
    WAS_ACTIVE,
    WIDTH_AT,
    WILL_HOVER,
    X_AT,
    Y_AT,
)
from engine.jit import helper, kernel

_SHAKES = np.array(SHAKE_FRAMES)


@helper
def swappable(w: Any) -> Any:
    """Whether a panel may be taken hold of."""
    phase = (w & PHASE) >> PHASE_AT
    if w & (HELD | GARBAGE):
        return False
    return phase in (NORMAL, SWAPPING, FALLING, LANDING)


@helper
def half_empty(a: Any, b: Any) -> Any:
    """Whether a panel and a hole are just being swapped with each other."""
    swapping = (a & PHASE) >> PHASE_AT == SWAPPING and (b & PHASE) >> PHASE_AT == SWAPPING
    return swapping and (a & COLOUR == 0) != (b & COLOUR == 0)


@helper
def may_swap(cells: Any, meta: Any, i: Any) -> Any:
    """Whether the panels at i and i + 1 may change places."""
    a, b = cells[i], cells[i + 1]
    if (a | b) & COLOUR == 0 or meta[CLOCK] <= 1 or not swappable(a) or not swappable(b):
        return False
    inside = i + 6 < meta[HEIGHT] * 6
    if inside:
        for j in range(i + 6, i + 8):
            if (cells[j] & PHASE) >> PHASE_AT == HOVERING:
                return False
    if meta[ONE_PAIR]:
        for j in range(6, LAST):
            if (cells[j] & PHASE) >> PHASE_AT == SWAPPING:
                return False
    if a & COLOUR == 0 or b & COLOUR == 0:
        if inside and i + 6 < LAST and half_empty(cells[i + 6], cells[i + 7]):
            return False
        if i >= 12 and half_empty(cells[i - 6], cells[i - 5]):
            return False
    return True


@helper
def begin_swap(cells: Any, meta: Any, i: Any) -> None:
    """Let the swap of i and i + 1 begin."""
    cells[i], cells[i + 1] = cells[i + 1], cells[i]
    for j in range(i, i + 2):
        w = cells[j] & (COLOUR | CHAINING)
        w |= SWAPPING << PHASE_AT | 4 << TIMER_AT | CHANGED
        if w & COLOUR:
            b = cells[j - 6]
            if j >= 12 and (b & COLOUR == 0 or (b & PHASE) >> PHASE_AT == FALLING):
                w |= HELD
        elif j < LAST - 6 and cells[j + 6] & COLOUR:
            w |= HELD
        cells[j] = w


@helper
def hover_after_swaps(cells: Any, times: Any, i: Any) -> Any:
    """How long one hovers over panels, from i down, that are swapping over a match that is gone."""
    wait = 0
    while i >= 6 and (cells[i] & PHASE) >> PHASE_AT == SWAPPING:
        wait += (cells[i] & TIMER) >> TIMER_AT
        i -= 6
    if (cells[i] & PHASE) >> PHASE_AT == HOVERING:
        return wait + ((cells[i] & TIMER) >> TIMER_AT)
    return wait + times[HOVER]


@helper
def hovering(cells: Any, w: Any, i: Any, timer: Any) -> Any:
    """The panel w at i as it begins to hover because of what happened below."""
    b = cells[i - 6]
    w &= CALM & ~TIMER
    if b & PASSES:
        w |= PASSES | CHAINING
        low = i - 6
        if b & COLOUR and b & ONCE == 0:
            while True:
                b = cells[low]
                phase = (b & PHASE) >> PHASE_AT
                hovers = phase == HOVERING and b & CHANGED and b & PASSES and b & ONCE == 0
                if phase != SWAPPING and not hovers:
                    break
                low -= 6
        b = cells[low]
        if b & PASSES and (b & COLOUR == 0 or b & ONCE):
            w |= ONCE
    return w | HOVERING << PHASE_AT | timer << TIMER_AT | CHANGED


@helper
def carried(cells: Any, w: Any, i: Any) -> Any:
    """Whether something lies below: for garbage anywhere along its width, itself not counted."""
    if i < 12:
        return True
    if w & GARBAGE == 0:
        return cells[i - 6] & COLOUR != 0
    left = i - ((w >> X_AT) & 7)
    for j in range(left, left + ((w >> WIDTH_AT) & 7)):
        b = cells[j - 6]
        if b & COLOUR:
            if b & GARBAGE and (b >> NUMBER_AT) & 255 == (w >> NUMBER_AT) & 255:
                return (b >> Y_AT) & 31 != (w >> Y_AT) & 31
            return True
    return False


@helper
def update(cells: Any, meta: Any, times: Any) -> None:
    """Move every panel on by a frame, row by row from the bottom."""
    active, chainers, changes, shaken = 0, 0, 0, 0
    for i in range(6, meta[HEIGHT] * 6):
        w, b = cells[i], cells[i - 6]
        if w & RESTLESS == 0 and b & CHANGED == 0:
            continue
        w &= ~(CHANGED | PASSES | PULLS)
        phase = (w & PHASE) >> PHASE_AT
        below = (b & PHASE) >> PHASE_AT
        falls = False
        if phase in (NORMAL, LANDING):
            if w & GARBAGE:
                falls = not carried(cells, w, i)
            elif w & COLOUR and b & CHANGED:
                if below == HOVERING:
                    w = hovering(cells, w, i, (b & TIMER) >> TIMER_AT)
                elif b & COLOUR == 0:
                    if b & PULLS:
                        falls = True
                    elif below == NORMAL:
                        w = hovering(cells, w, i, times[HOVER])
                elif below == SWAPPING and b & WILL_HOVER and b & PASSES:
                    w = hovering(cells, w, i, hover_after_swaps(cells, times, i - 6))
            if phase == LANDING and not falls and w & CHANGED == 0:
                w -= 1 << TIMER_AT
                if w & TIMER == 0:
                    w = (w & ~PHASE) | CHANGED
        elif phase == FALLING:
            if not carried(cells, w, i):
                falls = True
            elif w & GARBAGE:
                w = (w & ~(PHASE | TIMER)) | CHANGED
                if w & FRESH and i < LAST:
                    size = ((w >> WIDTH_AT) & 7) * ((w >> HEIGHT_AT) & 31)
                    w &= ~FRESH
                    meta[PEAK] = max(meta[PEAK], _SHAKES[min(size, len(_SHAKES) - 1)])
                    shaken = meta[PEAK]
            elif i >= 12 and below == HOVERING:
                w = (w & CALM & ~TIMER) | (b & PASSES) | HOVERING << PHASE_AT | (b & TIMER) | CHANGED
            else:
                w = (w & ~(PHASE | TIMER)) | LANDING << PHASE_AT | 12 << TIMER_AT | CHANGED
        elif phase != DIMMED:
            if w & TIMER:
                w -= 1 << TIMER_AT
            done = w & TIMER == 0
            if phase == SWAPPING:
                if not done:
                    if b & CHANGED and b & PASSES:
                        w = (w & ~WILL_HOVER) | CHANGED | PASSES | (WILL_HOVER if w & COLOUR else 0)
                elif w & COLOUR and (b & COLOUR == 0 or below == HOVERING or w & WILL_HOVER):
                    w = (w & CALM) | HOVERING << PHASE_AT | times[HOVER] << TIMER_AT | CHANGED | (b & PASSES)
                    if b & COLOUR and below == HOVERING:
                        w |= b & ONCE
                else:
                    w = (w & ~(PHASE | HELD)) | CHANGED
            elif phase == HOVERING:
                w &= ~ONCE
                if done:
                    if below == HOVERING:
                        w |= b & TIMER
                    elif b & COLOUR:
                        w = (w & ~PHASE) | LANDING << PHASE_AT | 12 << TIMER_AT | CHANGED
                    else:
                        falls = True
            elif done:
                if phase == MATCHED and w & GARBAGE:
                    if (w >> Y_AT) & 31:
                        w &= ~PHASE
                    else:
                        w = (w & CALM & ~(GARBAGE | FRESH | KNOWN | BRICK)) | CHAINING | PASSES | CHANGED
                        w |= HOVERING << PHASE_AT | times[GARBAGE_HOVER] << TIMER_AT
                elif phase == MATCHED:
                    w = (w & ~PHASE) | POPPING << PHASE_AT | CHANGED
                    w |= (((w >> INDEX_AT) & 127) * times[POP]) << TIMER_AT
                else:
                    if phase == POPPING:
                        meta[SCORE] += 10
                        meta[CLEARED] += 1
                    later = ((w >> SIZE_AT) & 127) - ((w >> INDEX_AT) & 127)
                    if phase == POPPING and later:
                        w = (w & ~PHASE) | POPPED << PHASE_AT | (later * times[POP]) << TIMER_AT | CHANGED
                    else:
                        meta[TO_SPEEDUP] -= 1
                        w = PASSES | CHANGED
        at = i
        if falls:
            at = i - 6
            e = cells[at]
            if w & GARBAGE:
                e |= PULLS | CHANGED
                changes = 1
            cells[i] = e
            if phase != FALLING:
                w = (w & ~(PHASE | TIMER)) | FALLING << PHASE_AT | CHANGED
        cells[at] = w
        phase = (w & PHASE) >> PHASE_AT
        if w & COLOUR:
            if at < LAST and phase != NORMAL and (phase != LANDING or w & GARBAGE):
                active += 1
            if w & CHAINING:
                chainers = 1
        if w & CHANGED:
            changes = 1
    meta[WAS_ACTIVE], meta[ACTIVE] = meta[ACTIVE], active
    meta[CHAINERS], meta[CHANGES] = chainers, changes
    meta[SHAKE] = max(meta[SHAKE] - 1, shaken, 0)
    if meta[SHAKE] == 0:
        meta[PEAK] = 0


@helper
def frame(cells: Any, meta: Any, times: Any, feed: Any, greys: Any, swap: Any, lifts: Any) -> None:
    """One frame, in which the swap at a place (-1: none) and the raising of the stack are asked for."""
    meta[EVENT_SIZE] = 0
    if lifts and not meta[LIFT_REFUSED]:
        meta[LIFTING], meta[LIFTING_BEGUN] = 1, 0
    if meta[PRE_STOP]:
        meta[PRE_STOP] -= 1
    elif meta[STOP]:
        meta[STOP] -= 1
    if meta[RISING]:
        rise(cells, meta, feed)
    swapped = meta[QUEUED] >= 0
    if swapped:
        begin_swap(cells, meta, meta[QUEUED])
        meta[QUEUED] = -1
    if meta[CHANGES] or meta[CHAINERS]:
        find_matches(cells, meta, times, greys)
    update(cells, meta, times)
    if swap >= 0 and not swapped and may_swap(cells, meta, swap):
        meta[QUEUED] = swap
    if meta[RISING] and meta[LIFTING]:
        lift(cells, meta)
    if meta[CHAINERS] == 0:
        meta[CHAIN] = 0
    while meta[HEIGHT] > 13:
        filled = 0
        for i in range(meta[HEIGHT] * 6 - 6, meta[HEIGHT] * 6):
            filled |= cells[i] & COLOUR
        if filled:
            break
        meta[HEIGHT] -= 1
        cells[meta[HEIGHT] * 6 : meta[HEIGHT] * 6 + 6] = 0
    meta[CLOCK] += 1


@helper
def glide(cells: Any, meta: Any, most: Any) -> Any:
    """Skip frames, at most so many, in which nothing but timers would change; how many were skipped."""
    if meta[RISING] or meta[CHANGES] or meta[QUEUED] >= 0 or meta[SHAKE]:
        return 0
    k = most + 1
    for i in range(6, meta[HEIGHT] * 6):
        w = cells[i]
        phase = (w & PHASE) >> PHASE_AT
        if phase == FALLING or w & (ONCE | PASSES | PULLS) or (w & CHAINING and phase in (NORMAL, LANDING)):
            return 0
        if w & TIMER:
            k = min(k, (w & TIMER) >> TIMER_AT)
    k -= 1
    if k <= 0 or k > most:
        return 0
    for i in range(6, meta[HEIGHT] * 6):
        if cells[i] & TIMER:
            cells[i] -= k << TIMER_AT
    meta[CLOCK] += k
    meta[WAS_ACTIVE] = meta[ACTIVE]
    pre = min(k, meta[PRE_STOP])
    meta[PRE_STOP] -= pre
    meta[STOP] = max(0, meta[STOP] - (k - pre))
    return k


_C, _M, _F = "i8[::1]", "i8[::1]", "i8[:,::1]"


@kernel(f"void({_C}, {_M}, i8[::1], {_F}, {_F}, i8[:,::1])")
def run(cells: Any, meta: Any, times: Any, feed: Any, greys: Any, inputs: Any) -> None:
    """Play frames: each row of `inputs` is one, the place of the swap asked for (-1: none) and whether to raise."""
    for n in range(len(inputs)):
        frame(cells, meta, times, feed, greys, inputs[n, 0], inputs[n, 1])


@kernel(f"b1({_C}, {_M}, i8)")
def can_swap(cells: Any, meta: Any, i: Any) -> Any:
    """Whether the panels at i and i + 1 may change places."""
    return may_swap(cells, meta, i)
