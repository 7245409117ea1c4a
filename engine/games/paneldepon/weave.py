"""Search swaps that are made while panels still move, compiled; `motion` asks it and tells the answer.

Depth first over swaps; between two swaps lies a *line* of frames, at the end of each of which every swap that the
board allows may be asked for. At rest time does not matter, so a line ends there. Branches end where the columns of the
panels that are not yet matched show that the swaps left cannot do, and where the very same board in the very same
motion was searched in vain before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.bounds import FAR, steps_needed
from engine.games.paneldepon.explore import CHAIN_ALL, CLEAR_GARBAGE, SUM, measure, won
from engine.games.paneldepon.kernels import (
    frame,
    may_swap,
)
from engine.games.paneldepon.resting import in_reach, play_out
from engine.games.paneldepon.words import (
    ACTIVE,
    CHAINERS,
    CHANGES,
    CLEARED,
    COLOUR,
    EVENT_SIZE,
    GARBAGE,
    GREY,
    LAST,
    MATCHED,
    PHASE,
    PHASE_AT,
    POPPED,
    QUEUED,
    WAS_ACTIVE,
)
from engine.jit import helper, kernel

DEPTH, LIMIT, NODES, FOUND, SPARSE = range(5)
STATE = 5
"""Of the search: the depth at which it stands (-1: done), the swaps allowed, frames and swaps looked at, whether an
answer was found, whether to try swaps only in frames in which something changes."""
LONGEST = 2_000
"""Frames of a line at the most; nothing moves for so long."""

_PRIME = 0x9E3779B97F4A7C15 - (1 << 64)


@helper
def at_rest(meta: Any) -> Any:
    """Whether nothing moves and nothing can match by itself."""
    return meta[QUEUED] < 0 and meta[ACTIVE] == 0 and meta[WAS_ACTIVE] == 0 and meta[CHANGES] == 0


@helper
def key_of(cells: Any, meta: Any, left: Any) -> Any:
    """A key of a board in motion, with so many swaps left."""
    key = np.int64(left + 1)
    for i in range(6, LAST):
        key = (key ^ cells[i]) * np.int64(_PRIME)
        key ^= key >> 29
    key = (key ^ meta[ACTIVE]) * np.int64(_PRIME)
    key = (key ^ meta[WAS_ACTIVE]) * np.int64(_PRIME)
    return (key ^ (key >> 31)) | 1


@helper
def tally_free(cells: Any, tally: Any) -> None:
    """Tally the panels that are not part of a match."""
    tally[:] = 0
    for i in range(6, LAST):
        w = cells[i]
        phase = (w & PHASE) >> PHASE_AT
        if w & COLOUR and w & GARBAGE == 0 and (phase < MATCHED or phase > POPPED):
            tally[w & COLOUR] += 1 << (4 * (i % 6))


@helper
def dropped(cells: Any, meta: Any) -> Any:
    """Whether something was cleared and no chain lives that could clear the rest."""
    if meta[CLEARED] == 0 or meta[CHAINERS]:
        return False
    flashing = 0
    for i in range(6, LAST):
        phase = (cells[i] & PHASE) >> PHASE_AT
        flashing |= phase >= MATCHED and phase <= POPPED
    return flashing == 0


@helper
def pass_frame(
    cells: Any, meta: Any, times: Any, greys: Any, tally: Any, need: Any, memory: Any, left: Any, goal: Any
) -> Any:
    """Let a frame pass; whether the swaps left may still do."""
    frame(cells, meta, times, greys, greys, -1, 0)
    if goal == CHAIN_ALL and dropped(cells, meta) and not won(cells, goal):
        return False
    if meta[EVENT_SIZE] == 0 or goal == CLEAR_GARBAGE:
        return True
    tally_free(cells, tally)
    if left < FAR and not in_reach(tally, memory, left):
        return False
    measure(tally, memory, need)
    return True


_A, _B = "i8[::1]", "i8[:,::1]"


@kernel(f"void({_B}, {_B}, {_A}, {_A}, {_B}, {_B}, {_B}, {_B}, {_A}, u1[::1], {_A}, {_A}, {_B}, i8, i8)")
def weave(
    boards: Any,
    metas: Any,
    cursor: Any,
    waited: Any,
    keys: Any,
    tally: Any,
    need: Any,
    path: Any,
    state: Any,
    memory: Any,
    table: Any,
    times: Any,
    greys: Any,
    goal: Any,
    until: Any,
) -> None:
    """Go on with the search until it is done, an answer is found, or so many frames and swaps were looked at.

    One row for each depth: the board as it moves, its `meta`, the next swap to try (0: the frame has just begun), the
    frames waited, the keys of the line, the tally and what its colours need. `path` holds place and wait of each swap.
    """
    limit = state[LIMIT]
    mask = len(table) - 1
    while state[DEPTH] >= 0 and state[NODES] < until and state[FOUND] == 0:
        d = state[DEPTH]
        cells, meta, left = boards[d], metas[d], limit - d
        i = cursor[d]
        ended = False
        if i == 0:
            mark = key_of(cells, meta, left)
            ended = table[(mark >> 20) & mask] == mark
            keys[d, waited[d]] = mark
            cursor[d] = 6
            skip = state[SPARSE] and meta[CHANGES] == 0 and waited[d] > 0 and not at_rest(meta)
            if skip:
                cursor[d] = LAST
        elif i >= LAST - 1:
            state[NODES] += 1
            if at_rest(meta) or waited[d] + 2 >= LONGEST:
                ended = True
            elif pass_frame(cells, meta, times, greys, tally[d], need[d], memory, left, goal):
                waited[d] += 1
                cursor[d] = 0
            else:
                ended = True
        else:
            cursor[d] = i + 1
            if i % 6 == 5 or (cells[i] | cells[i + 1]) & COLOUR == 0 or not may_swap(cells, meta, i):
                continue
            a, b = cells[i] & COLOUR, cells[i + 1] & COLOUR
            step = (1 << (4 * (i % 6 + 1))) - (1 << (4 * (i % 6)))
            if goal != CLEAR_GARBAGE and left <= FAR and a != b:
                total = need[d, SUM]
                if a not in (0, GREY):
                    total += steps_needed(tally[d, a] + step, memory) - need[d, a]
                if b not in (0, GREY):
                    total += steps_needed(tally[d, b] - step, memory) - need[d, b]
                if total > 2 * (left - 1):
                    continue
            elif goal != CLEAR_GARBAGE and need[d, SUM] > 2 * (left - 1):
                continue
            state[NODES] += 1
            path[d, 0], path[d, 1] = i, waited[d]
            boards[d + 1] = cells
            metas[d + 1] = meta
            metas[d + 1, QUEUED] = i
            tally[d + 1] = tally[d]
            if a != b:
                tally[d + 1, a] += step
                tally[d + 1, b] -= step
            tally[d + 1, 0] = 0
            if left == 1:
                bar = FAR if goal == CLEAR_GARBAGE else 0
                gone = play_out(boards[d + 1], metas[d + 1], times, greys, tally[d + 1], memory, bar)
                if gone >= 0 and won(boards[d + 1], goal):
                    state[FOUND] = 1
                continue
            measure(tally[d + 1], memory, need[d + 1])
            open_yet = True
            for _ in range(2):
                open_yet = open_yet and pass_frame(
                    boards[d + 1], metas[d + 1], times, greys, tally[d + 1], need[d + 1], memory, left - 1, goal
                )
            if open_yet:
                waited[d + 1], cursor[d + 1] = 0, 0
                state[DEPTH] = d + 1
        if ended:
            for n in range(waited[d] + 1):
                if keys[d, n]:
                    table[(keys[d, n] >> 20) & mask] = keys[d, n]
                keys[d, n] = 0
            state[DEPTH] = d - 1


@kernel(f"void({_A}, {_A}, {_A}, u1[::1])")
def open_motion(cells: Any, tally: Any, need: Any, memory: Any) -> None:
    """Tally a board in motion and measure what its colours need."""
    tally_free(cells, tally)
    measure(tally, memory, need)
