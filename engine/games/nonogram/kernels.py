"""The hot loops of nonograms: lines solved one after the other, and cells probed with every value.

How one line is solved, and what the arrays `can`, `first`, `length`, `colour` and `work` are, tells `narrowing`; here
comes one more:

    queue   int32[2, lines]                 lines to look at again, and whether a line is among them
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.nonogram.narrowing import ONE, WORD, ZERO, narrow_long, narrow_short
from engine.jit import helper, kernel

_BACK = 2
"""The part of `work` that a solved line is written to."""

_C = "u8[:,:,::1]"
_I = "i4[::1]"
_W = "u8[:,:,::1]"
_Q = "i4[:,::1]"
_PUZZLE = f"{_I},{_I},{_I},i8,i8"


@helper
def trailing(x: Any) -> Any:
    """The number of the lowest bit of a word that is not 0."""
    n = 0
    if x & np.uint64(0xFFFFFFFF) == ZERO:
        n += 32
        x >>= np.uint64(32)
    if x & np.uint64(0xFFFF) == ZERO:
        n += 16
        x >>= np.uint64(16)
    if x & np.uint64(0xFF) == ZERO:
        n += 8
        x >>= np.uint64(8)
    if x & np.uint64(0xF) == ZERO:
        n += 4
        x >>= np.uint64(4)
    if x & np.uint64(0x3) == ZERO:
        n += 2
        x >>= np.uint64(2)
    if x & ONE == ZERO:
        n += 1
    return n


@helper
def enqueue(queue: Any, head: int, waiting: int, line: int) -> int:
    """Put a line at the end of those to look at, unless it is among them; returns how many there are."""
    if queue[1, line] == 0:
        queue[1, line] = 1
        queue[0, (head + waiting) % queue.shape[1]] = line
        return waiting + 1
    return waiting


@helper
def take_away(can: Any, line: int, rows: int, gone: Any, c: int, word: int, queue: Any, head: int, waiting: int) -> int:
    """Note in the crossing lines that cells of one word of a line cannot have a colour; returns how many lines wait."""
    at = line if line < rows else line - rows
    other = rows if line < rows else 0
    own = ~(ONE << np.uint64(at % WORD))
    while gone != ZERO:
        cross = other + trailing(gone) + word * WORD
        gone &= gone - ONE
        can[cross, c, at // WORD] &= own
        waiting = enqueue(queue, head, waiting, cross)
    return waiting


@helper
def settle(
    can: Any, first: Any, length: Any, colour: Any, rows: int, cols: int, work: Any, queue: Any, waiting: int
) -> Any:
    """Solve the waiting lines, and those that cross what changes, until nothing is new; False on a contradiction."""
    out = work[_BACK]
    head = 0
    colours = can.shape[1]
    while waiting > 0:
        line = queue[0, head]
        queue[1, line] = 0
        head = (head + 1) % queue.shape[1]
        waiting -= 1
        size = cols if line < rows else rows
        sets = out[:colours]
        if size <= WORD:
            fine = narrow_short(can, line, first, length, colour, size, work, sets)
        else:
            fine = narrow_long(can, line, first, length, colour, size, work, sets)
        if not fine:
            while waiting > 0:
                queue[1, queue[0, head]] = 0
                head = (head + 1) % queue.shape[1]
                waiting -= 1
            return False
        for c in range(colours):
            for word in range((size + WORD - 1) // WORD):
                gone = can[line, c, word] & ~sets[c, word]
                if gone != ZERO:
                    can[line, c, word] = sets[c, word]
                    waiting = take_away(can, line, rows, gone, c, word, queue, head, waiting)
    return True


@kernel(f"b1({_C},{_PUZZLE},{_W},{_Q})")
def settle_all(can: Any, first: Any, length: Any, colour: Any, rows: int, cols: int, work: Any, queue: Any) -> Any:
    """Solve all lines but those that are marked in the queue until nothing is new; False on a contradiction."""
    waiting = 0
    for line in range(rows + cols):
        waiting = enqueue(queue, 0, waiting, line)
    return settle(can, first, length, colour, rows, cols, work, queue, waiting)


@helper
def choose(can: Any, row: int, col: int, rows: int, c: int, queue: Any) -> int:
    """Give a cell one colour (0: empty) in its row and its column; returns how many lines wait."""
    in_row, in_col = ONE << np.uint64(col % WORD), ONE << np.uint64(row % WORD)
    for other in range(can.shape[1]):
        if other != c:
            can[row, other, col // WORD] &= ~in_row
            can[rows + col, other, row // WORD] &= ~in_col
    waiting = enqueue(queue, 0, 0, row)
    return enqueue(queue, 0, waiting, rows + col)


PROBES, CELL, QUIET, META = range(4)
"""What a probing remembers between its slices: probes made, the next cell, cells since something was last found."""
RUNNING, DONE, CONTRADICTION = range(3)


@kernel(f"i8({_C},{_PUZZLE},{_W},{_Q},{_C},{_C},i4[::1],i8[::1],i8)")
def probe(
    can: Any,
    first: Any,
    length: Any,
    colour: Any,
    rows: int,
    cols: int,
    work: Any,
    queue: Any,
    trial: Any,
    merged: Any,
    cells: Any,
    meta: Any,
    until: int,
) -> Any:
    """Try every value of open cells one after the other: what all that do not end in a contradiction have in common is
    so. Goes round the cells until that finds nothing new (DONE) or so many probes were made (RUNNING).
    """
    colours = can.shape[1]
    while meta[QUIET] < cells.shape[0]:
        if meta[PROBES] >= until:
            return RUNNING
        cell = cells[meta[CELL]]
        meta[CELL] = (meta[CELL] + 1) % cells.shape[0]
        meta[QUIET] += 1
        row, col = cell // cols, cell % cols
        bit = ONE << np.uint64(col % WORD)
        values = 0
        for c in range(colours):
            if can[row, c, col // WORD] & bit != ZERO:
                values += 1
        if values < 2:
            continue
        live = 0
        for c in range(colours):
            if can[row, c, col // WORD] & bit == ZERO:
                continue
            meta[PROBES] += 1
            trial[:] = can
            waiting = choose(trial, row, col, rows, c, queue)
            if not settle(trial, first, length, colour, rows, cols, work, queue, waiting):
                continue
            live += 1
            if live == 1:
                merged[:] = trial
            else:
                for line in range(can.shape[0]):
                    for other in range(colours):
                        merged[line, other, 0] |= trial[line, other, 0]
                        merged[line, other, 1] |= trial[line, other, 1]
        if live == 0:
            return CONTRADICTION
        news = False
        for line in range(rows):
            for other in range(colours):
                if merged[line, other, 0] != can[line, other, 0] or merged[line, other, 1] != can[line, other, 1]:
                    news = True
        if news:
            can[:] = merged
            meta[QUIET] = 0
    return DONE
