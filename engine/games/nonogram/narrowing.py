"""What the cells of a line can still be, on machine words: the line solver of the kernels.

Names used throughout; the arrays are made by `words.Words`:

    can     uint64[lines, 1 + colours, 2]   which cells of a line may be empty (0), or have a colour (1, 2, …);
                                            bit i of the two words together is cell i; rows first, then columns
    first   int32[lines + 1]                where the runs of a line's clue start in the next two
    length  int32[runs]                     the length of each run
    colour  int32[runs]                     its colour, from 1
    work    uint64[4, 130, 2]               room for one line: places and starts, seen from its front and its back

A place p lies before cell p. Sets of places that can be reached grow by carry, as in `line`, where the idea is told
on Python's integers. The way back is the way there in the mirror: that takes one reversal of bits for each run. Places
before the last cell are enough, so that 128 cells fit two words.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from engine.jit import helper

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
WORD: Final = 64
"""Cells that one word holds."""
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_THERE, _STARTS = 0, 1


@helper
def reversed_bits(x: Any) -> Any:
    """A word read from its other end."""
    x = ((x >> ONE) & np.uint64(0x5555555555555555)) | ((x & np.uint64(0x5555555555555555)) << ONE)
    x = ((x >> np.uint64(2)) & np.uint64(0x3333333333333333)) | ((x & np.uint64(0x3333333333333333)) << np.uint64(2))
    x = ((x >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)) | ((x & np.uint64(0x0F0F0F0F0F0F0F0F)) << np.uint64(4))
    x = ((x >> np.uint64(8)) & np.uint64(0x00FF00FF00FF00FF)) | ((x & np.uint64(0x00FF00FF00FF00FF)) << np.uint64(8))
    x = ((x >> np.uint64(16)) & np.uint64(0x0000FFFF0000FFFF)) | ((x & np.uint64(0x0000FFFF0000FFFF)) << np.uint64(16))
    return (x >> np.uint64(32)) | (x << np.uint64(32))


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
    mirror = np.uint64(WORD - size)
    every = _FULL >> mirror
    white = can[line, 0, 0] & every
    if runs == 0:
        out[0, 0] = every
        for c in range(1, out.shape[0]):
            out[c, 0] = ZERO
        return white == every
    place = (((white + (ONE & white)) ^ white) | ONE) & every
    work[_THERE, 0, 0] = place
    before = 0
    last = ZERO
    for j in range(runs):
        n, c = length[lo + j], colour[lo + j]
        if n > size:
            return False
        if c == before:
            after = (last & (white >> ONE)) << np.uint64(2)
            place = ((white + (after & white)) ^ white) | after
        starts = place & fits(can[line, c, 0] & every, n)
        if starts == ZERO:
            return False
        work[_STARTS, j, 0] = starts
        last = starts << np.uint64(n - 1)
        after = last << ONE
        place = (((white + (after & white)) ^ white) | after) & every
        work[_THERE, j + 1, 0] = place
        before = c
    for c in range(out.shape[0]):
        out[c, 0] = ZERO
    etihw = reversed_bits(white) >> mirror
    place = (((etihw + (ONE & etihw)) ^ etihw) | ONE) & every
    rest = reversed_bits(place) >> mirror
    out[0, 0] = work[_THERE, runs, 0] & white & rest
    before = 0
    for j in range(runs - 1, -1, -1):
        n, c = length[lo + j], colour[lo + j]
        if c == before:
            rest = (white & rest) >> ONE
        starts = work[_STARTS, j, 0] & (rest >> np.uint64(n - 1))
        if starts == ZERO:
            return False
        out[c, 0] |= spread(starts, n)
        after = reversed_bits(starts) >> mirror
        after = after << ONE
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
    return low, a_up + b_up + (ONE if low < a else ZERO)


@helper
def up(x: Any, x_up: Any, n: int) -> Any:
    """A pair of words moved up by n bits, 0 to 128."""
    if n == 0:
        return x, x_up
    if n >= WORD:
        return ZERO, (x << np.uint64(n - WORD) if n < 2 * WORD else ZERO)
    return x << np.uint64(n), (x_up << np.uint64(n)) | (x >> np.uint64(WORD - n))


@helper
def down(x: Any, x_up: Any, n: int) -> Any:
    """A pair of words moved down by n bits, 0 to 128."""
    if n == 0:
        return x, x_up
    if n >= WORD:
        return (x_up >> np.uint64(n - WORD) if n < 2 * WORD else ZERO), ZERO
    return (x >> np.uint64(n)) | (x_up << np.uint64(WORD - n)), x_up >> np.uint64(n)


@helper
def carried(x: Any, x_up: Any, m: Any, m_up: Any) -> Any:
    """The places that are reached from these going up through a set of cells."""
    low, high = add(m, m_up, x & m, x_up & m_up)
    return (low ^ m) | x, (high ^ m_up) | x_up


@helper
def mirrored(x: Any, x_up: Any, size: int) -> Any:
    """The first cells of a pair of words from their other end."""
    return down(reversed_bits(x_up), reversed_bits(x), 2 * WORD - size)


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
    every, every_up = down(_FULL, _FULL, 2 * WORD - size)
    white, white_up = can[line, 0, 0] & every, can[line, 0, 1] & every_up
    for c in range(out.shape[0]):
        out[c, 0] = ZERO
        out[c, 1] = ZERO
    if runs == 0:
        out[0, 0] = every
        out[0, 1] = every_up
        return white == every and white_up == every_up
    place, place_up = carried(ONE, ZERO, white, white_up)
    work[_THERE, 0, 0] = place
    work[_THERE, 0, 1] = place_up
    before = 0
    last, last_up = ZERO, ZERO
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
        if starts | starts_up == ZERO:
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
    place, place_up = carried(ONE, ZERO, etihw, etihw_up)
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
        if starts | starts_up == ZERO:
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
