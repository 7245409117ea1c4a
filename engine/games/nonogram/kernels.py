"""The hot loops of nonograms: lines solved on machine words, one after the other, and cells probed with every value.

Names used throughout; the arrays are made by `words.Words`:

    can     uint64[lines, 1 + colours, 2]   which cells of a line may be empty (0), or have a colour (1, 2, …);
                                            bit i of the two words together is cell i; rows first, then columns
    first   int32[lines + 1]                where the runs of a line's clue start in the next two
    length  int32[runs]                     the length of each run
    colour  int32[runs]                     its colour, from 1
    work    uint64[4, 130, 2]               room for one line: places and starts, seen from its front and its back
    queue   int32[2, lines]                 lines to look at again, and whether a line is among them

A place p lies before cell p. Sets of places that can be reached grow by carry, as in `line`, where the idea is told
on Python's integers. The way back is the way there in the mirror: that takes one reversal of bits for each run. Places
before the last cell are enough, so that 128 cells fit two words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import helper, kernel

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_WORD = 64
_THERE, _STARTS, _BACK = 0, 1, 2

_C = "u8[:,:,::1]"
_I = "i4[::1]"
_W = "u8[:,:,::1]"
_Q = "i4[:,::1]"
_PUZZLE = f"{_I},{_I},{_I},i8,i8"


@helper
def reversed_bits(x: Any) -> Any:
    """A word read from its other end."""
    x = ((x >> _ONE) & np.uint64(0x5555555555555555)) | ((x & np.uint64(0x5555555555555555)) << _ONE)
    x = ((x >> np.uint64(2)) & np.uint64(0x3333333333333333)) | ((x & np.uint64(0x3333333333333333)) << np.uint64(2))
    x = ((x >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)) | ((x & np.uint64(0x0F0F0F0F0F0F0F0F)) << np.uint64(4))
    x = ((x >> np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)) | ((x & np.uint64(0x00FF00FF00FF00FF)) << np.uint64(8))
    x = ((x >> np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)) | ((x & np.uint64(0x0000FFFF0000FFFF)) << np.uint64(16))
    return (x >> np.uint64(32)) | (x << np.uint64(32))


@helper
def trailing(x: Any) -> Any:
    """The number of the lowest bit of a word that is not 0."""
    n = 0
    if x & np.uint64(0xFFFFFFFF) == _ZERO:
        n += 32
        x >>= np.uint64(32)
    if x & np.uint64(0xFFFF) == _ZERO:
        n += 16
        x >>= np.uint64(16)
    if x & np.uint64(0xFF) == _ZERO:
        n += 8
        x >>= np.uint64(8)
    if x & np.uint64(0xF) == _ZERO:
        n += 4
        x >>= np.uint64(4)
    if x & np.uint64(0x3) == _ZERO:
        n += 2
        x >>= np.uint64(2)
    if x & _ONE == _ZERO:
        n += 1
    return n


# --- a line of up to 64 cells: one word --------------------------------------------------------------------------


@helper
def fits(able: Any, length: int) -> Any:
    """The cells from which so many cells on lie in a set."""
    done = 1
    while done < length:
        step = min(done, length - done)
        able &= able >> np.uint64(step)
        done += step
    return able


@helper
def spread(starts: Any, length: int) -> Any:
    """The cells that a run of this length covers from any of these starts."""
    done = 1
    while done < length:
        step = min(done, length - done)
        starts |= starts << np.uint64(step)
        done += step
    return starts


@helper
def narrow_short(can: Any, line: int, first: Any, length: Any, colour: Any, size: int, work: Any, out: Any) -> Any:
    """Write to `out` what the cells of a line of up to 64 cells can still be; False where it has no completion."""
    lo, hi = first[line], first[line + 1]
    runs = hi - lo
    mirror = np.uint64(_WORD - size)
    every = _FULL >> mirror
    white = can[line, 0, 0] & every
    if runs == 0:
        out[0, 0] = every
        for c in range(1, out.shape[0]):
            out[c, 0] = _ZERO
        return white == every
    place = (((white + (_ONE & white)) ^ white) | _ONE) & every
    work[_THERE, 0, 0] = place
    before = 0
    last = _ZERO
    for j in range(runs):
        n, c = length[lo + j], colour[lo + j]
        if n > size:
            return False
        if c == before:
            after = (last & (white >> _ONE)) << np.uint64(2)
            place = ((white + (after & white)) ^ white) | after
        starts = place & fits(can[line, c, 0] & every, n)
        if starts == _ZERO:
            return False
        work[_STARTS, j, 0] = starts
        last = starts << np.uint64(n - 1)
        after = last << _ONE
        place = (((white + (after & white)) ^ white) | after) & every
        work[_THERE, j + 1, 0] = place
        before = c
    for c in range(out.shape[0]):
        out[c, 0] = _ZERO
    etihw = reversed_bits(white) >> mirror
    place = (((etihw + (_ONE & etihw)) ^ etihw) | _ONE) & every
    rest = reversed_bits(place) >> mirror
    out[0, 0] = work[_THERE, runs, 0] & white & rest
    before = 0
    for j in range(runs - 1, -1, -1):
        n, c = length[lo + j], colour[lo + j]
        if c == before:
            rest = (white & rest) >> _ONE
        starts = work[_STARTS, j, 0] & (rest >> np.uint64(n - 1))
        if starts == _ZERO:
            return False
        out[c, 0] |= spread(starts, n)
        after = reversed_bits(starts) >> mirror
        after = after << _ONE
        place = (((etihw + (after & etihw)) ^ etihw) | after) & every
        rest = reversed_bits(place) >> mirror
        out[0, 0] |= work[_THERE, j, 0] & white & rest
        before = c
    return True


# --- a line of up to 128 cells: the same on two words ------------------------------------------------------------


@helper
def add(a: Any, a_up: Any, b: Any, b_up: Any) -> Any:
    """The sum of two pairs of words."""
    low = a + b
    return low, a_up + b_up + (_ONE if low < a else _ZERO)


@helper
def up(x: Any, x_up: Any, n: int) -> Any:
    """A pair of words moved up by n bits, 0 to 128."""
    if n == 0:
        return x, x_up
    if n >= _WORD:
        return _ZERO, (x << np.uint64(n - _WORD) if n < 2 * _WORD else _ZERO)
    return x << np.uint64(n), (x_up << np.uint64(n)) | (x >> np.uint64(_WORD - n))


@helper
def down(x: Any, x_up: Any, n: int) -> Any:
    """A pair of words moved down by n bits, 0 to 128."""
    if n == 0:
        return x, x_up
    if n >= _WORD:
        return (x_up >> np.uint64(n - _WORD) if n < 2 * _WORD else _ZERO), _ZERO
    return (x >> np.uint64(n)) | (x_up << np.uint64(_WORD - n)), x_up >> np.uint64(n)


@helper
def carried(x: Any, x_up: Any, m: Any, m_up: Any) -> Any:
    """The places that are reached from these going up through a set of cells."""
    low, high = add(m, m_up, x & m, x_up & m_up)
    return (low ^ m) | x, (high ^ m_up) | x_up


@helper
def mirrored(x: Any, x_up: Any, size: int) -> Any:
    """The first cells of a pair of words from their other end."""
    return down(reversed_bits(x_up), reversed_bits(x), 2 * _WORD - size)


@helper
def fits_long(x: Any, x_up: Any, length: int) -> Any:
    """The cells from which so many cells on lie in a set."""
    done = 1
    while done < length:
        step = min(done, length - done)
        y, y_up = down(x, x_up, step)
        x &= y
        x_up &= y_up
        done += step
    return x, x_up


@helper
def spread_long(x: Any, x_up: Any, length: int) -> Any:
    """The cells that a run of this length covers from any of these starts."""
    done = 1
    while done < length:
        step = min(done, length - done)
        y, y_up = up(x, x_up, step)
        x |= y
        x_up |= y_up
        done += step
    return x, x_up


@helper
def narrow_long(can: Any, line: int, first: Any, length: Any, colour: Any, size: int, work: Any, out: Any) -> Any:
    """Write to `out` what the cells of a line of up to 128 cells can still be; False where it has no completion."""
    lo, hi = first[line], first[line + 1]
    runs = hi - lo
    every, every_up = down(_FULL, _FULL, 2 * _WORD - size)
    white, white_up = can[line, 0, 0] & every, can[line, 0, 1] & every_up
    for c in range(out.shape[0]):
        out[c, 0] = _ZERO
        out[c, 1] = _ZERO
    if runs == 0:
        out[0, 0] = every
        out[0, 1] = every_up
        return white == every and white_up == every_up
    place, place_up = carried(_ONE, _ZERO, white, white_up)
    work[_THERE, 0, 0] = place
    work[_THERE, 0, 1] = place_up
    before = 0
    last, last_up = _ZERO, _ZERO
    for j in range(runs):
        n, c = length[lo + j], colour[lo + j]
        if n > size:
            return False
        if c == before:
            gap, gap_up = down(white, white_up, 1)
            after, after_up = up(last & gap, last_up & gap_up, 2)
            place, place_up = carried(after, after_up, white, white_up)
        able, able_up = fits_long(can[line, c, 0] & every, can[line, c, 1] & every_up, n)
        starts, starts_up = place & able, place_up & able_up
        if starts | starts_up == _ZERO:
            return False
        work[_STARTS, j, 0] = starts
        work[_STARTS, j, 1] = starts_up
        last, last_up = up(starts, starts_up, n - 1)
        after, after_up = up(last, last_up, 1)
        place, place_up = carried(after, after_up, white, white_up)
        work[_THERE, j + 1, 0] = place
        work[_THERE, j + 1, 1] = place_up
        before = c
    etihw, etihw_up = mirrored(white, white_up, size)
    place, place_up = carried(_ONE, _ZERO, etihw, etihw_up)
    rest, rest_up = mirrored(place, place_up, size)
    out[0, 0] = work[_THERE, runs, 0] & white & rest
    out[0, 1] = work[_THERE, runs, 1] & white_up & rest_up
    before = 0
    for j in range(runs - 1, -1, -1):
        n, c = length[lo + j], colour[lo + j]
        if c == before:
            rest, rest_up = down(white & rest, white_up & rest_up, 1)
        able, able_up = down(rest, rest_up, n - 1)
        starts, starts_up = work[_STARTS, j, 0] & able, work[_STARTS, j, 1] & able_up
        if starts | starts_up == _ZERO:
            return False
        cells, cells_up = spread_long(starts, starts_up, n)
        out[c, 0] |= cells
        out[c, 1] |= cells_up
        after, after_up = mirrored(starts, starts_up, size)
        after, after_up = up(after, after_up, 1)
        place, place_up = carried(after, after_up, etihw, etihw_up)
        rest, rest_up = mirrored(place, place_up, size)
        out[0, 0] |= work[_THERE, j, 0] & white & rest
        out[0, 1] |= work[_THERE, j, 1] & white_up & rest_up
        before = c
    return True


# --- the whole board -------------------------------------------------------------------------------------------


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
    own = ~(_ONE << np.uint64(at % _WORD))
    while gone != _ZERO:
        cross = other + trailing(gone) + word * _WORD
        gone &= gone - _ONE
        can[cross, c, at // _WORD] &= own
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
        if size <= _WORD:
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
            for word in range((size + _WORD - 1) // _WORD):
                gone = can[line, c, word] & ~sets[c, word]
                if gone != _ZERO:
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
    in_row, in_col = _ONE << np.uint64(col % _WORD), _ONE << np.uint64(row % _WORD)
    for other in range(can.shape[1]):
        if other != c:
            can[row, other, col // _WORD] &= ~in_row
            can[rows + col, other, row // _WORD] &= ~in_col
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
        bit = _ONE << np.uint64(col % _WORD)
        values = 0
        for c in range(colours):
            if can[row, c, col // _WORD] & bit != _ZERO:
                values += 1
        if values < 2:
            continue
        live = 0
        for c in range(colours):
            if can[row, c, col // _WORD] & bit == _ZERO:
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
