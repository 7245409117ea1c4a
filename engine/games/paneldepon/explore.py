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
from engine.games.paneldepon.resting import (
    HALFWAY,
    KEYS,
    UNCLEAR,
    begin,
    count_up,
    foresee,
    in_reach,
    play_out,
    quiet,
    swap_and_rest,
)
from engine.games.paneldepon.words import (
    ACTIVE,
    COLOUR,
    GARBAGE,
    GREY,
    LAST,
)
from engine.jit import helper, kernel

CLEAR, CHAIN_ALL, CLEAR_GARBAGE = 0, 1, 2
MOST_SWAPS = 30
TALLIES = 16
SUM = 15
"""Where the steps stand that all colours need together."""

DEPTH, LIMIT, NODES, ANSWERS, PLAYED = range(5)
STATE = 5
"""Of the search: the depth at which it stands (-1: done), the swaps allowed, boards looked at, answers found, swaps
that were played out."""

_rng = np.random.default_rng(60)
_LEFT = _rng.integers(-(1 << 63), 1 << 63, size=MOST_SWAPS + 1, dtype=np.int64)


def new_table(entries: int = 1 << 20) -> NDArray[np.int64]:
    """Room for boards that were searched in vain; the number of entries is a power of two."""
    return np.zeros(entries, dtype=np.int64)


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
            fresh ^= KEYS[i, ca] ^ KEYS[i, cb] ^ KEYS[i + 1, ca] ^ KEYS[i + 1, cb]
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
