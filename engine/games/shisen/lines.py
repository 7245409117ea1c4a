"""Lines on a board of Shisen-sho whose tiles only ever go, compiled; a line is found with a few steps on whole words.

place   int32[2, tiles]    row and column of each tile, counted from 1; the rim is 0
here    uint8[tiles]       whether a tile is still there
lines   uint64[128]        the free cells of each row (bit = column), then of each column (bit = row); the
                           rim is free where lines may leave the board
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit import helper

ROW, COL = range(2)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_COLUMNS = 64


@helper
def run(free: Any, own: Any) -> Any:
    """The free run along a line through one cell, itself included, as bits."""
    under = own - _ONE
    blocked = ~free & under
    blocked |= blocked >> _ONE
    blocked |= blocked >> np.uint64(2)
    blocked |= blocked >> np.uint64(4)
    blocked |= blocked >> np.uint64(8)
    blocked |= blocked >> np.uint64(16)
    blocked |= blocked >> np.uint64(32)
    over = ~(under | own)
    stop = ~free & over
    return (under & ~blocked) | own | (((stop & (_ZERO - stop)) - _ONE) & over)


@helper
def crosses(place: Any, lines: Any, a: int, b: int) -> Any:
    """Whether a line with at most two corners joins a and b: what their runs share, less what lies in between."""
    a_row, a_col, b_row, b_col = place[ROW, a], place[COL, a], place[ROW, b], place[COL, b]
    shared = run(lines[a_row], _ONE << np.uint64(a_col)) & run(lines[b_row], _ONE << np.uint64(b_col))
    if shared != _ZERO:
        for row in range(min(a_row, b_row) + 1, max(a_row, b_row)):
            shared &= lines[row]
        if shared != _ZERO:
            return True
    shared = run(lines[_COLUMNS + a_col], _ONE << np.uint64(a_row))
    shared &= run(lines[_COLUMNS + b_col], _ONE << np.uint64(b_row))
    if shared == _ZERO:
        return False
    for col in range(min(a_col, b_col) + 1, max(a_col, b_col)):
        shared &= lines[_COLUMNS + col]
    return shared != _ZERO


@helper
def remove(place: Any, here: Any, lines: Any, t: int) -> None:
    """Take tile t off the board."""
    row, col = place[ROW, t], place[COL, t]
    here[t] = 0
    lines[row] |= _ONE << np.uint64(col)
    lines[_COLUMNS + col] |= _ONE << np.uint64(row)


@helper
def copy_board(here: Any, lines: Any, source: int, target: int) -> None:
    """Make one layer equal to another."""
    here[target], lines[target] = here[source], lines[source]
