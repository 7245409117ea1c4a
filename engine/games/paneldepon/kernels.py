"""Panel de Pon frame by frame, compiled: the same as `frames`, a frame in well under a microsecond.

A board is an array of words, six a row from the bottom, row 0 being the floor or the incoming row; a word holds all
that `frames.Panel` does. At rest a word is nothing but its colour. What belongs to the whole stack is in `meta`, at the
places named below; `times` holds the fields of `timing.Times` in their order.

Short names: w a word, i its place, b the word below, k a count of frames.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.timing import (
    CHAIN_SCORES,
    COMBO_SCORES,
    PANELS_TO_NEXT_SPEED,
    RISE_FRAMES,
    SHAKE_FRAMES,
)
from engine.jit import helper, kernel

NORMAL, SWAPPING, MATCHED, POPPING, POPPED, HOVERING, FALLING, LANDING, DIMMED = range(9)
GREY = 9

COLOUR = 15
PHASE_AT, TIMER_AT = 4, 8
PHASE = 15 << PHASE_AT
TIMER = 0x7FF << TIMER_AT
CHANGED, CHAINING, PASSES, PULLS, ONCE, HELD, WILL_HOVER, GARBAGE, FRESH, KNOWN = (1 << (19 + n) for n in range(10))
INDEX_AT, SIZE_AT = 29, 36
X_AT, Y_AT, WIDTH_AT, HEIGHT_AT, NUMBER_AT = 29, 32, 37, 40, 45
INDEX, SIZE = 127 << INDEX_AT, 127 << SIZE_AT
BRICK = ((1 << 24) - 1) << 29
MARKED, TOUCHED = 1 << 53, 1 << 54
"""Only inside a frame: part of a match, of garbage that it touches. `Y` is counted from -1."""

FLAGS = CHANGED | PASSES | ONCE | HELD | WILL_HOVER
_CALM = ~(PHASE | FLAGS | INDEX | SIZE)
_RESTLESS = PHASE | CHANGED | CHAINING | PASSES | PULLS | GARBAGE

(
    CLOCK, QUEUED, CHAIN, SCORE, CLEARED, STOP, PRE_STOP, SHAKE, PEAK, ACTIVE, WAS_ACTIVE, DISPLACEMENT, SPEED,
    RISE_TIMER, TO_SPEEDUP, HEALTH, MAX_HEALTH, LOCKED, LIFTING, LIFTING_BEGUN, LIFT_REFUSED, LIFTED, FED, GREYED,
    BRICKS, OVER, RISING, ONE_PAIR, HEIGHT, CHANGES, CHAINERS, EVENT_SIZE, EVENT_CHAIN, EVENT_GARBAGE,
) = range(34)  # fmt: skip
META = 34
"""QUEUED is the place of the left panel or -1; HEIGHT the rows in use with row 0; CHANGES and CHAINERS say whether
any panel may have changed, or is chaining."""

HOVER, FLASH, FACE, POP, GARBAGE_HOVER, STOP_COMBO, STOP_CHAIN, STOP_DANGER = range(8)
LAST = 12 * 6 + 6
"""One past the last cell on the screen."""

_CHAINS = np.array(CHAIN_SCORES)
_COMBOS = np.array(COMBO_SCORES)
_SHAKES = np.array(SHAKE_FRAMES)
_RISES = np.array(RISE_FRAMES)
_NEXT_SPEED = np.array(PANELS_TO_NEXT_SPEED)


@helper
def matchable(w: Any) -> Any:
    """Whether a panel may be part of a match now."""
    colour, phase = w & COLOUR, (w & PHASE) >> PHASE_AT
    if colour in (0, GREY):
        return False
    return phase in (NORMAL, LANDING) or (phase == HOVERING and w & ONCE != 0)


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
def wake_garbage(cells: Any, meta: Any, times: Any, greys: Any, size: Any, link: Any) -> Any:
    """Let all garbage that the marked match touches flash; how many cells of it there are, and how many are seen."""
    end = meta[HEIGHT] * 6
    grown = True
    while grown:
        grown = False
        for i in range(6, end):
            w = cells[i]
            if w & GARBAGE == 0 or w & (PHASE | TOUCHED) != 0:
                continue
            if i // 6 - ((w >> Y_AT) & 31) + 1 > 12 and w & KNOWN == 0:
                continue
            column = i % 6
            near = cells[i - 6] if i >= 12 else 0
            if i + 6 < end:
                near |= cells[i + 6]
            if column > 0:
                near |= cells[i - 1]
            if column < 5:
                near |= cells[i + 1]
            if near & (MARKED | TOUCHED):
                cells[i] = w | TOUCHED
                grown = True
    total, seen = 0, 0
    for i in range(6, end):
        if cells[i] & TOUCHED:
            total += 1
            seen += i < LAST
    if total == 0:
        return 0, 0
    timer = times[FLASH] + times[FACE] + times[POP] * (size + seen) + 1
    for row in range(1, meta[HEIGHT]):
        used = False
        for column in range(6):
            i = row * 6 + column
            w = cells[i]
            if w & TOUCHED:
                w = (w & ~(TOUCHED | PHASE | TIMER)) | MATCHED << PHASE_AT | timer << TIMER_AT | KNOWN
                w -= (1 << Y_AT) + (1 << HEIGHT_AT)
                cells[i] = w
            if w & GARBAGE and (w >> Y_AT) & 31 == 0 and w & COLOUR == GREY:
                colour = greys[meta[GREYED] % len(greys), column]
                used = True
                cells[i] = (w & ~COLOUR) | colour | (CHAINING if link else 0)
        if used:
            meta[GREYED] += 1
    return total, seen


@helper
def find_matches(cells: Any, meta: Any, times: Any, greys: Any) -> None:
    """Find all runs of three and more with a panel that has just changed, and let them flash."""
    size, link = 0, False
    if meta[CHANGES]:
        for i in range(6, LAST):
            w = cells[i]
            if w & CHANGED == 0 or not matchable(w):
                continue
            colour = w & COLOUR
            for way in range(2):
                stride = 1 if way == 0 else 6
                low = i - i % 6 if way == 0 else 6
                high = i - i % 6 + 6 if way == 0 else LAST
                first, last = i, i
                while first - stride >= low and cells[first - stride] & COLOUR == colour:
                    if not matchable(cells[first - stride]):
                        break
                    first -= stride
                while last + stride < high and cells[last + stride] & COLOUR == colour:
                    if not matchable(cells[last + stride]):
                        break
                    last += stride
                if last - first >= 2 * stride:
                    for j in range(first, last + 1, stride):
                        if cells[j] & MARKED == 0:
                            cells[j] |= MARKED
                            size += 1
                            if cells[j] & CHAINING and (cells[j] & PHASE) >> PHASE_AT != HOVERING:
                                link = True
    if size:
        if link:
            meta[CHAIN] = meta[CHAIN] + 1 if meta[CHAIN] else 2
        meta[LIFTING] = 0
        timer = times[FLASH] + times[FACE] + 1
        number = 0
        for row in range(12, 0, -1):
            for i in range(row * 6, row * 6 + 6):
                w = cells[i]
                if w & MARKED:
                    number += 1
                    if (w & PHASE) >> PHASE_AT == HOVERING:
                        w &= ~CHAINING
                    w = (w & ~(PHASE | TIMER | INDEX | SIZE)) | MATCHED << PHASE_AT | timer << TIMER_AT
                    cells[i] = w | number << INDEX_AT | size << SIZE_AT | (CHAINING if link else 0)
        total, seen = wake_garbage(cells, meta, times, greys, size, link)
        meta[PRE_STOP] = max(meta[PRE_STOP], timer - 1 + times[POP] * (size + seen))
        if size > 3 or link:
            stop = times[STOP_CHAIN] if link else times[STOP_COMBO]
            meta[STOP] = max(meta[STOP], times[STOP_DANGER] if topped(cells, meta) else stop)
        if meta[CHAIN] < len(_CHAINS):
            meta[SCORE] += _CHAINS[meta[CHAIN]]
        meta[SCORE] += _COMBOS[min(size, len(_COMBOS) - 1)]
        meta[EVENT_SIZE], meta[EVENT_GARBAGE] = size, total
        meta[EVENT_CHAIN] = meta[CHAIN] if link else 0
    if meta[CHAINERS] or size:
        for i in range(6, min(meta[HEIGHT] * 6, LAST + 12)):
            w = cells[i]
            eligible = w & CHAINING and w & (MARKED | ONCE) == 0 and (matchable(w) or w & COLOUR == GREY)
            if eligible and (i < 12 or (cells[i - 6] & PHASE) >> PHASE_AT != SWAPPING):
                cells[i] = w & ~CHAINING
    if size:
        for i in range(6, LAST):
            cells[i] &= ~MARKED


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
    w &= _CALM & ~TIMER
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
        if w & _RESTLESS == 0 and b & CHANGED == 0:
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
                w = (w & _CALM & ~TIMER) | (b & PASSES) | HOVERING << PHASE_AT | (b & TIMER) | CHANGED
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
                    w = (w & _CALM) | HOVERING << PHASE_AT | times[HOVER] << TIMER_AT | CHANGED | (b & PASSES)
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
                        w = (w & _CALM & ~(GARBAGE | FRESH | KNOWN | BRICK)) | CHAINING | PASSES | CHANGED
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
