"""Dead reckoning, compiled: frames pass over boards that may be the one on the screen, and each is held against it.

What a screen shows of a cell is a number: its colour, CAPITAL added where it flashes or pulls a face, 0 for an empty
cell, UNTOLD where it could not be told. Short names: w a word, i a place.
"""

from __future__ import annotations

from typing import Any

from engine.games.paneldepon.kernels import frame
from engine.games.paneldepon.words import (
    CHANGED,
    CHANGES,
    COLOUR,
    DIMMED,
    EVENT_CHAIN,
    EVENT_SIZE,
    FED,
    GARBAGE,
    GREY,
    HEIGHT,
    LAST,
    MATCHED,
    PHASE,
    PHASE_AT,
    POPPED,
    POPPING,
    QUEUED,
    SWAPPING,
)
from engine.jit import helper, kernel

UNTOLD = -1
CAPITAL = 16
WALL = GREY | GARBAGE | DIMMED << PHASE_AT
"""A cell that could not be told: nothing is done with it."""


@kernel("i8(i8[::1], i8[::1], i8[::1], i8[:,::1], i8, i8[:,::1])")
def pass_frames(cells: Any, meta: Any, times: Any, greys: Any, frames: Any, swaps: Any) -> Any:
    """Let frames pass, in which swaps are asked for, and say how many matches began.

    A row of `swaps` is the number of a frame and a place, in order. `meta` then tells of the last match, of no event
    where there was none.
    """
    began, size, chain, at = 0, 0, 0, 0
    for n in range(frames):
        place = -1
        if at < len(swaps) and swaps[at, 0] <= n:
            place = swaps[at, 1]
            at += 1
        frame(cells, meta, times, greys, greys, place, False)
        if meta[EVENT_SIZE]:
            began, size, chain = began + 1, meta[EVENT_SIZE], meta[EVENT_CHAIN]
    meta[EVENT_SIZE], meta[EVENT_CHAIN] = size, chain
    return began


@kernel("void(i8[::1], i8[::1], i8[::1])")
def raise_row(cells: Any, meta: Any, shown: Any) -> None:
    """The stack has risen by a row: what the screen shows of the lowest one is in play now."""
    for i in range(LAST - 1, 5, -1):
        cells[i + 6] = cells[i]
    cells[LAST:] = 0
    for i in range(6, 12):
        colour = shown[i] & COLOUR
        cells[i] = colour | CHANGED if shown[i] > 0 and colour != GREY else WALL
    meta[FED] += 1
    meta[CHANGES] = 1
    meta[HEIGHT] = LAST // 6
    if meta[QUEUED] >= 0:
        meta[QUEUED] += 6


@helper
def differs(w: Any, shown: Any) -> Any:
    """Whether a cell cannot look like what is shown."""
    phase, colour = (w & PHASE) >> PHASE_AT, w & COLOUR
    if shown == UNTOLD or (w & GARBAGE and phase in (DIMMED, MATCHED)):
        return False
    if w & GARBAGE:
        return shown != GREY
    if colour == 0 or phase == POPPED:
        return shown != 0
    if colour == GREY:
        return shown == 0
    if phase in (MATCHED, POPPING):
        return shown & COLOUR != colour
    return shown != colour


@kernel("UniTuple(i8, 3)(i8[::1], i8[::1])")
def differences(cells: Any, shown: Any) -> Any:
    """How many cells cannot look like what is shown of them, how many of these hold garbage or should, and how many to
    which nothing happens could not be told.

    Where nothing was known of a cell it is filled in.
    """
    wrong, slabs, untold = 0, 0, 0
    for i in range(6, LAST):
        w, phase = cells[i], (cells[i] & PHASE) >> PHASE_AT
        if shown[i] == UNTOLD:
            untold += phase != SWAPPING
        elif differs(w, shown[i]):
            wrong += 1
            slabs += shown[i] == GREY or w & COLOUR == GREY
        elif shown[i] < CAPITAL and w == WALL and shown[i] != GREY:
            cells[i] = shown[i]
        elif shown[i] < CAPITAL and w & COLOUR == GREY and w & GARBAGE == 0 and phase != POPPED:
            cells[i] = (w & ~COLOUR) | shown[i]
    return wrong, slabs, untold
