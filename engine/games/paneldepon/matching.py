"""Matches of Panel de Pon, compiled: runs of three that flash, the garbage that they wake, and what they are worth.

Short names: w a word, i its place, b the word below, k a count of frames.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.lifting import topped
from engine.games.paneldepon.timing import CHAIN_SCORES, COMBO_SCORES
from engine.games.paneldepon.words import (
    CHAIN,
    CHAINERS,
    CHAINING,
    CHANGED,
    CHANGES,
    COLOUR,
    EVENT_CHAIN,
    EVENT_GARBAGE,
    EVENT_SIZE,
    FACE,
    FLASH,
    GARBAGE,
    GREY,
    GREYED,
    HEIGHT,
    HEIGHT_AT,
    HOVERING,
    INDEX,
    INDEX_AT,
    KNOWN,
    LANDING,
    LAST,
    LIFTING,
    MARKED,
    MATCHED,
    NORMAL,
    ONCE,
    PHASE,
    PHASE_AT,
    POP,
    PRE_STOP,
    SCORE,
    SIZE,
    SIZE_AT,
    STOP,
    STOP_CHAIN,
    STOP_COMBO,
    STOP_DANGER,
    SWAPPING,
    TIMER,
    TIMER_AT,
    TOUCHED,
    Y_AT,
)
from engine.jit import helper

_CHAINS = np.array(CHAIN_SCORES)
_COMBOS = np.array(COMBO_SCORES)


@helper
def matchable(w: Any) -> Any:
    """Whether a panel may be part of a match now."""
    colour, phase = w & COLOUR, (w & PHASE) >> PHASE_AT
    if colour in (0, GREY):
        return False
    return phase in (NORMAL, LANDING) or (phase == HOVERING and w & ONCE != 0)


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
