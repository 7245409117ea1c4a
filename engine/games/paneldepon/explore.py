"""Search all sequences of swaps on boards at rest, compiled; `search` asks it and tells the answers.

Depth first, with as many swaps as are left. A branch is given up where `bounds` shows that the swaps left cannot do,
and where the same board was searched before in vain with as many swaps left: that also takes care of swaps that may
be done in any order. Two swapped panels that match nothing and leave no hole change two cells and nothing else; every
other swap is played out, by the settled model or frame by frame.

The same board is told by a 64-bit key: among a million boards the chance that two share one is below one in a million.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.paneldepon.bounds import FAR, HOPELESS, steps_needed
from engine.games.paneldepon.kernels import (
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
    frame,
    glide,
)
from engine.jit import helper, kernel

SETTLED, FRAMES = 0, 1
CLEAR, CHAIN_ALL, CLEAR_GARBAGE = 0, 1, 2
IN_VAIN, UNCLEAR, HALFWAY, STILL, FALLS = -1, -2, -3, -4, -5
MOST_SWAPS = 30
TALLIES = 16
SUM = 15
"""Where the steps stand that all colours need together."""

DEPTH, LIMIT, NODES, ANSWERS, PLAYED = range(5)
STATE = 5
"""Of the search: the depth at which it stands (-1: done), the swaps allowed, boards looked at, answers found, swaps
that were played out."""

_rng = np.random.default_rng(59)
_KEYS = _rng.integers(-(1 << 63), 1 << 63, size=(LAST, 16), dtype=np.int64)
_LEFT = _rng.integers(-(1 << 63), 1 << 63, size=MOST_SWAPS + 1, dtype=np.int64)


def new_table(entries: int = 1 << 20) -> NDArray[np.int64]:
    """Room for boards that were searched in vain; the number of entries is a power of two."""
    return np.zeros(entries, dtype=np.int64)


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
def count_up(cells: Any, tally: Any) -> Any:
    """Tally the colours of a board; its key."""
    tally[:] = 0
    key = np.int64(0)
    for i in range(6, LAST):
        w = cells[i]
        if w:
            tally[w & COLOUR] += 1 << (4 * (i % 6))
            key ^= _KEYS[i, w & COLOUR]
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
        for i in range(6, LAST):
            w = cells[i]
            if w & CHANGED:
                tally[w & COLOUR] -= 1 << (4 * (i % 6))
                cells[i] = 0
                gone += 1
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
        for j in range(6, LAST):
            w = spare[j]
            if w & CHANGED:
                tally[w & COLOUR] -= 1 << (4 * (j % 6))
                spare[j] = 0
                gone += 1
        if not in_reach(tally, memory, left):
            return IN_VAIN
        level = fall(spare) or physics == SETTLED
    cells[:] = spare
    return gone


@helper
def measure(tally: Any, memory: Any, need: Any) -> None:
    """The steps that each colour needs, and at place SUM what all need together."""
    need[:] = 0
    for colour in range(1, GREY):
        if tally[colour]:
            need[colour] = steps_needed(tally[colour], memory)
    need[SUM] = need[1:GREY].sum()


@helper
def won(cells: Any, goal: Any) -> Any:
    """Whether nothing is left that must go."""
    for i in range(6, len(cells)):
        w = cells[i]
        if goal == CLEAR_GARBAGE:
            if w & GARBAGE:
                return False
        elif w & COLOUR != 0 and w & COLOUR != GREY:
            return False
    return True


@helper
def next_swap(cells: Any, i: Any, tally: Any, need: Any, memory: Any, left: Any) -> Any:
    """The first swap from place i on that changes something and after which the columns allow that everything is
    cleared with the swaps left; LAST where there is none.
    """
    short = need[SUM] - 2 * left
    while i < LAST - 1:
        a, b = cells[i], cells[i + 1]
        x = i % 6
        i += 1
        if a == b or x == 5 or (a | b) & GARBAGE:
            continue
        ca, cb = a & COLOUR, b & COLOUR
        if (need[ca] > 0) + (need[cb] > 0) < short:
            continue
        if left >= FAR:
            return i - 1
        step = (1 << (4 * (x + 1))) - (1 << (4 * x))
        total = need[SUM]
        if ca not in (0, GREY):
            now = steps_needed(tally[ca] + step, memory)
            total += now - need[ca]
            if now > left:
                continue
        if cb not in (0, GREY):
            now = steps_needed(tally[cb] - step, memory)
            total += now - need[cb]
            if now > left:
                continue
        if total <= 2 * left:
            return i - 1
    return LAST


_A, _B = "i8[::1]", "i8[:,::1]"


@kernel(f"void({_B}, {_A}, {_B}, {_A}, {_B}, {_A}, {_A}, u1[::1], {_A}, {_B}, {_A}, {_A}, {_B}, i8, i8, i8)")
def explore(
    boards: Any,
    cursor: Any,
    tally: Any,
    key: Any,
    need: Any,
    path: Any,
    state: Any,
    memory: Any,
    table: Any,
    answers: Any,
    meta: Any,
    times: Any,
    greys: Any,
    physics: Any,
    goal: Any,
    until: Any,
) -> None:
    """Go on with the search until it is done or so many boards were looked at.

    One row of `boards`, `cursor`, `tally`, `key` and `need` for each depth; `path` holds the swaps that lead to where
    the search stands; `answers` is filled row by row, and counts go on when it is full.
    """
    limit = state[LIMIT]
    mask = len(table) - 1
    bounded = goal != CLEAR_GARBAGE and limit <= FAR
    plain = True
    for i in range(6, LAST):
        if boards[0, i] & GARBAGE:
            plain = False
    while state[DEPTH] >= 0 and state[NODES] < until:
        d = state[DEPTH]
        here = boards[d]
        left = limit - d - 1
        i = next_swap(here, cursor[d], tally[d], need[d], memory, left if bounded else HOPELESS)
        if i >= LAST:
            if key[d] & 1 == 0:
                mark = (key[d] ^ _LEFT[limit - d]) | 1
                table[(mark >> 20) & mask] = mark
            elif d > 0:
                key[d - 1] |= 1
            state[DEPTH] = d - 1
            continue
        cursor[d] = i + 1
        a, b = here[i], here[i + 1]
        ca, cb = a & COLOUR, b & COLOUR
        step = (1 << (4 * (i % 6 + 1))) - (1 << (4 * (i % 6)))
        state[NODES] += 1
        here[i], here[i + 1] = b, a
        calm = (plain or (a != 0 and b != 0)) and quiet(here, i)
        here[i], here[i + 1] = a, b
        if calm and left == 0:
            continue
        child = boards[d + 1]
        child[:] = here
        child[i], child[i + 1] = b, a
        path[d] = i
        fresh = (key[d] >> 1) << 1
        tally[d + 1] = tally[d]
        tally[d + 1, ca] += step
        tally[d + 1, cb] -= step
        if calm:
            fresh ^= _KEYS[i, ca] ^ _KEYS[i, cb] ^ _KEYS[i + 1, ca] ^ _KEYS[i + 1, cb]
            fresh = (fresh >> 1) << 1
        else:
            bar = 0 if goal == CHAIN_ALL else left if bounded else FAR
            gone = UNCLEAR
            if plain:
                gone = foresee(child, i, boards[d + 2], physics, tally[d + 1], memory, bar)
            if gone == HALFWAY:
                state[PLAYED] += 1
                begin(child, meta)
                meta[ACTIVE] = 1
                gone = play_out(child, meta, times, greys, tally[d + 1], memory, bar)
                gone = gone if gone < 0 else gone + 1
            elif gone == UNCLEAR:
                child[:] = here
                state[PLAYED] += 1
                gone = swap_and_rest(child, i, physics, meta, times, greys, tally[d + 1], memory, bar)
            if gone < 0:
                continue
            if won(child, goal):
                if state[ANSWERS] < len(answers):
                    answers[state[ANSWERS], : d + 1] = path[: d + 1]
                state[ANSWERS] += 1
                key[d] |= 1
                continue
            if left == 0 or (goal == CHAIN_ALL and gone):
                continue
            fresh = count_up(child, tally[d + 1])
            fresh = (fresh >> 1) << 1
            if bounded and not in_reach(tally[d + 1], memory, left):
                continue
        mark = (fresh ^ _LEFT[left]) | 1
        if table[(mark >> 20) & mask] == mark:
            continue
        key[d + 1] = fresh
        cursor[d + 1] = 6
        measure(tally[d + 1], memory, need[d + 1])
        state[DEPTH] = d + 1


@kernel(f"i8({_A}, i8, i8, {_A}, {_A}, {_B}, {_A}, u1[::1])")
def swap(cells: Any, i: Any, physics: Any, meta: Any, times: Any, greys: Any, tally: Any, memory: Any) -> Any:
    """Swap i and i + 1 on a board at rest and let it come to rest again; how many panels went."""
    return swap_and_rest(cells, i, physics, meta, times, greys, tally, memory, FAR)


@kernel(f"i8({_A}, {_A}, {_A}, u1[::1])")
def open_board(cells: Any, tally: Any, need: Any, memory: Any) -> Any:
    """Tally a board and measure what its colours need; its key."""
    key = count_up(cells, tally)
    measure(tally, memory, need)
    return (key >> 1) << 1
