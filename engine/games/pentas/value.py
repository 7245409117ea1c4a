"""What a board of 8 x 8 cells is worth: a sum of numbers for its patterns of sixteen cells and for the room of each
piece.

    table    one number for every pattern at every place, then one for every piece and number of placements
    board    uint64, as in `eight`

Patterns are blocks of 4 x 4 cells, two rows, and two columns. A board and its mirror image are worth the same: places
that mirror each other share their numbers, and a place in the middle is read from whichever side gives the lesser
pattern.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.pentas.rules import PIECES
from engine.games.pentas.vectors import rooms
from engine.jit import helper, inlined, kernel

PATTERNS = 1 << 16
BLOCK_TABLES, ROW_TABLES, COLUMN_TABLES = 3 * 5, 7, 4
ROOM_AT = (BLOCK_TABLES + ROW_TABLES + COLUMN_TABLES) * PATTERNS
"""Where the numbers for the room of pieces begin."""
ROOMS = 64
"""So many placements of a piece, and more, are one."""
NUMBERS = ROOM_AT + len(PIECES) * ROOMS
PLACES = 25 + 7 + 7
PARTS = PLACES + len(PIECES)
"""So many numbers are added up."""
_W = np.uint64


@helper
def mirrored(board: Any) -> Any:
    """The board with left and right exchanged."""
    board = ((board >> _W(1)) & _W(0x5555555555555555)) | ((board & _W(0x5555555555555555)) << _W(1))
    board = ((board >> _W(2)) & _W(0x3333333333333333)) | ((board & _W(0x3333333333333333)) << _W(2))
    return ((board >> _W(4)) & _W(0x0F0F0F0F0F0F0F0F)) | ((board & _W(0x0F0F0F0F0F0F0F0F)) << _W(4))


@helper
def four_columns(board: Any) -> Any:
    """The four leftmost columns, four bits a row."""
    board &= _W(0x0F0F0F0F0F0F0F0F)
    board = (board | (board >> _W(4))) & _W(0x00FF00FF00FF00FF)
    board = (board | (board >> _W(8))) & _W(0x0000FFFF0000FFFF)
    return (board | (board >> _W(16))) & _W(0xFFFFFFFF)


@helper
def two_columns(board: Any) -> Any:
    """The two leftmost columns, two bits a row."""
    board &= _W(0x0303030303030303)
    board = (board | (board >> _W(6))) & _W(0x000F000F000F000F)
    board = (board | (board >> _W(12))) & _W(0x000000FF000000FF)
    return (board | (board >> _W(24))) & _W(0xFFFF)


@inlined
def look_up(board: Any, at: Any) -> None:
    """Where the numbers of a board stand in the table, as `at` u4[PARTS + 4]."""
    turned = mirrored(board)
    for left in range(2):
        here, there = four_columns(board >> _W(left)), four_columns(turned >> _W(left))
        for top in range(5):
            base = np.uint64((5 * left + top) * PATTERNS)
            at[10 * left + 2 * top] = base + ((here >> _W(4 * top)) & _W(0xFFFF))
            at[10 * left + 2 * top + 1] = base + ((there >> _W(4 * top)) & _W(0xFFFF))
    here, there = four_columns(board >> _W(2)), four_columns(turned >> _W(2))
    for top in range(5):
        at[20 + top] = np.uint64((10 + top) * PATTERNS) + min(
            (here >> _W(4 * top)) & _W(0xFFFF), (there >> _W(4 * top)) & _W(0xFFFF)
        )
    for top in range(7):
        at[25 + top] = np.uint64((15 + top) * PATTERNS) + min(
            (board >> _W(8 * top)) & _W(0xFFFF), (turned >> _W(8 * top)) & _W(0xFFFF)
        )
    for left in range(3):
        base = np.uint64((22 + left) * PATTERNS)
        at[32 + 2 * left] = base + two_columns(board >> _W(left))
        at[32 + 2 * left + 1] = base + two_columns(turned >> _W(left))
    at[38] = np.uint64(25 * PATTERNS) + min(two_columns(board >> _W(3)), two_columns(turned >> _W(3)))
    rooms(board, _W(ROOM_AT), _W(ROOMS), _W(ROOMS - 1), at, 39)


@inlined
def worth(board: Any, table: Any, at: Any, zero: Any) -> Any:
    """What a board is worth before its next piece is known; `zero` is the nought to add to."""
    look_up(board, at)
    a = b = c = d = zero
    for n in range(0, 48, 4):
        a += table[at[n]]
        b += table[at[n + 1]]
        c += table[at[n + 2]]
        d += table[at[n + 3]]
    return (a + b) + (c + d) + (table[at[48]] + table[at[49]] + table[at[50]])


@kernel("i8(u8, i2[::1])")
def worth_of(board: Any, table: Any) -> int:
    """What one board is worth, in units of the table."""
    at = np.zeros(PARTS + 16, np.uint32)
    total: int = worth(board, table, at, np.int64(0))
    return total
