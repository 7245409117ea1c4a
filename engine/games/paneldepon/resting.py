"""Boards of Panel de Pon at rest, compiled: what a swap leads to when the board comes to rest again.

By the settled model all of it can be foretold; frame by frame only what falls together, the rest is played out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.bounds import FAR, steps_needed
from engine.games.paneldepon.kernels import (
    frame,
    glide,
)
from engine.games.paneldepon.words import (
    ACTIVE,
    CHANGED,
    CHANGES,
    CLEARED,
    CLOCK,
    COLOUR,
    EVENT_SIZE,
    FACE,
    FLASH,
    GARBAGE,
    GREY,
    HEIGHT,
    LAST,
    MATCHED,
    PHASE,
    PHASE_AT,
    POPPED,
    QUEUED,
    TIMER,
    TIMER_AT,
    WAS_ACTIVE,
)
from engine.jit import helper

SETTLED, FRAMES = 0, 1
IN_VAIN, UNCLEAR, HALFWAY, STILL, FALLS = -1, -2, -3, -4, -5
"""What `foresee` and `lies_still` answer."""

KEYS = np.random.default_rng(59).integers(-(1 << 63), 1 << 63, size=(LAST, 16), dtype=np.int64)
"""A number for each colour at each place: a board's key is all of them together."""


@helper
def line_through(cells: Any, i: Any) -> Any:
    """Whether the panel at i lies in a run of three and more, all at rest."""
    colour = cells[i] & COLOUR
    if colour in (GREY, 0):
        return False
    n, j = 1, i
    while j % 6 > 0 and cells[j - 1] == colour:
        j -= 1
        n += 1
    j = i
    while j % 6 < 5 and cells[j + 1] == colour:
        j += 1
        n += 1
    if n >= 3:
        return True
    n, j = 1, i
    while j >= 12 and cells[j - 6] == colour:
        j -= 6
        n += 1
    j = i
    while j + 6 < LAST and cells[j + 6] == colour:
        j += 6
        n += 1
    return n >= 3


@helper
def fall(cells: Any) -> Any:
    """Everything falls that can, garbage stays where it is; whether all that falls does so by the same way."""
    way, level = 0, True
    for x in range(6):
        low = 6 + x
        for i in range(6 + x, LAST, 6):
            w = cells[i]
            if w & GARBAGE:
                low = i + 6
            elif w:
                if i != low:
                    cells[low], cells[i] = w, 0
                    level = level and way in (0, i - low)
                    way = i - low
                low += 6
    return level


@helper
def mark_runs(cells: Any) -> Any:
    """Mark all runs of three and more on a board at rest; whether there are any."""
    found = False
    for i in range(6, LAST):
        colour = cells[i] & COLOUR
        if colour in (0, GREY):
            continue
        if i % 6 < 4 and cells[i + 1] & COLOUR == colour and cells[i + 2] & COLOUR == colour:
            for j in range(i, i + 3):
                cells[j] |= CHANGED
            found = True
        if i + 12 < LAST and cells[i + 6] & COLOUR == colour and cells[i + 12] & COLOUR == colour:
            for j in range(i, i + 13, 6):
                cells[j] |= CHANGED
            found = True
    return found


@helper
def take_off(cells: Any, tally: Any) -> Any:
    """Take the marked runs off a board and out of its tally; how many panels went."""
    gone = 0
    for i in range(6, LAST):
        w = cells[i]
        if w & CHANGED:
            tally[w & COLOUR] -= 1 << (4 * (i % 6))
            cells[i] = 0
            gone += 1
    return gone


@helper
def count_up(cells: Any, tally: Any) -> Any:
    """Tally the colours of a board; its key."""
    tally[:] = 0
    key = np.int64(0)
    for i in range(6, LAST):
        w = cells[i]
        if w:
            tally[w & COLOUR] += 1 << (4 * (i % 6))
            key ^= KEYS[i, w & COLOUR]
    return key


@helper
def in_reach(tally: Any, memory: Any, left: Any) -> Any:
    """Whether the columns allow that everything is cleared with so many swaps."""
    total = 0
    if left >= FAR:
        return True
    for colour in range(1, GREY):
        if tally[colour]:
            need = steps_needed(tally[colour], memory)
            total += need
            if need > left or total > 2 * left:
                return False
    return True


@helper
def settle(cells: Any, tally: Any, memory: Any, left: Any) -> Any:
    """Everything falls, all runs vanish, and again until nothing changes; how many panels went, or -1 as soon as what
    remains cannot be cleared with the swaps left.
    """
    gone = 0
    while True:
        fall(cells)
        if not mark_runs(cells):
            return gone
        gone += take_off(cells, tally)
        if not in_reach(tally, memory, left):
            return -1


@helper
def begin(cells: Any, meta: Any) -> None:
    """Make `meta` that of a stack at rest which does not rise."""
    meta[:] = 0
    top = len(cells) - 1
    while cells[top] == 0:
        top -= 1
    meta[HEIGHT] = top // 6 + 1
    meta[QUEUED] = -1
    meta[CLOCK] = 2


@helper
def play_out(cells: Any, meta: Any, times: Any, greys: Any, tally: Any, memory: Any, left: Any) -> Any:
    """Let frames pass until the board is at rest, and only colours are left in it; how many panels went, or -1 as soon
    as what remains cannot be cleared with the swaps left.
    """
    while meta[QUEUED] >= 0 or meta[ACTIVE] or meta[WAS_ACTIVE] or meta[CHANGES]:
        glide(cells, meta, 2000)
        frame(cells, meta, times, greys, greys, -1, 0)
        if meta[EVENT_SIZE]:
            new = MATCHED << PHASE_AT | (times[FLASH] + times[FACE]) << TIMER_AT
            for i in range(6, LAST):
                w = cells[i]
                if w & (PHASE | TIMER | GARBAGE) == new:
                    tally[w & COLOUR] -= 1 << (4 * (i % 6))
            if not in_reach(tally, memory, left):
                return -1
    for i in range(6, len(cells)):
        w = cells[i]
        cells[i] = w if w & GARBAGE else w & COLOUR
    return meta[CLEARED]


@helper
def swap_and_rest(
    cells: Any, i: Any, physics: Any, meta: Any, times: Any, greys: Any, tally: Any, memory: Any, left: Any
) -> Any:
    """Swap i and i + 1 on a board at rest and let it come to rest again; how many panels went, or -1 as soon as what
    remains cannot be cleared with the swaps left. The tally is that after the swap, and is kept up.
    """
    if physics == SETTLED:
        cells[i], cells[i + 1] = cells[i + 1], cells[i]
        return settle(cells, tally, memory, left)
    begin(cells, meta)
    meta[QUEUED] = i
    return play_out(cells, meta, times, greys, tally, memory, left)


@helper
def quiet(cells: Any, i: Any) -> Any:
    """Whether the swap of i and i + 1, already made, leaves everything else as it is."""
    for j in range(i, i + 2):
        if cells[j] == 0:
            if j + 6 < LAST and cells[j + 6]:
                return False
        elif cells[j - 6] == 0 or line_through(cells, j):
            return False
    return True


@helper
def lies_still(cells: Any, i: Any) -> Any:
    """Whether nothing falls first after the swap of i and i + 1, already made, so that the first match is seen: STILL;
    it FALLS; or UNCLEAR: the swapped panel matches while others fall.
    """
    a, b = cells[i], cells[i + 1]
    if a and b:
        return STILL
    at, hole = (i, i + 1) if a else (i + 1, i)
    if cells[at - 6] == 0:
        return FALLS
    if hole + 6 >= LAST or cells[hole + 6] == 0:
        return STILL
    kept = cells[hole + 6 : LAST : 6].copy()
    cells[hole + 6 : LAST : 6] = 0
    matches = line_through(cells, at)
    cells[hole + 6 : LAST : 6] = kept
    return UNCLEAR if matches else FALLS


@helper
def foresee(cells: Any, i: Any, spare: Any, physics: Any, tally: Any, memory: Any, left: Any) -> Any:
    """What the swap of i and i + 1, already made, leads to, as far as that can be told without letting frames pass: how
    many panels go (and it has been done), IN_VAIN, UNCLEAR, or HALFWAY: played to where a match is about to vanish. For
    boards without garbage; the tally is kept up.

    Under the settled model all can be told. Frame by frame, what has lost its hold hovers and falls together, and
    meanwhile matches nothing; what does not fall lies where it will lie. So a fall after which there is no run ends
    there; and where all that falls does so by the same way it lands in the same frame, and the runs seen then are what
    clears next.
    """
    start = FALLS if physics == SETTLED else lies_still(cells, i)
    if start == UNCLEAR:
        return UNCLEAR
    spare[:] = cells
    level = True
    if start == FALLS:
        level = fall(spare) or physics == SETTLED
    gone = 0
    while mark_runs(spare):
        if not level:
            if gone == 0:
                return UNCLEAR
            for j in range(6, LAST):
                if cells[j] & CHANGED:
                    cells[j] = (cells[j] & COLOUR) | POPPED << PHASE_AT | 1 << TIMER_AT
            return HALFWAY
        cells[:] = spare
        gone += take_off(spare, tally)
        if not in_reach(tally, memory, left):
            return IN_VAIN
        level = fall(spare) or physics == SETTLED
    cells[:] = spare
    return gone
