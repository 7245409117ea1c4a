"""Boards of 8 x 8 cells, a byte a row: where every piece can be taken out, all at once, and what is left.

    board    uint64       bit = 8 * row + column, rows from the top; set where filled
    lie      uint64[7, 96]   of every way a piece may lie: the distances of its five cells from the corner of its box,
                          then the corners at which it stays within the columns (CORNERS), and its cells at the corner
                          0 (SHAPE). The n-th way of piece p is number 12 * n + p; places without a way have no corners.
    count    int64[12]    how many ways every piece has

A placement is the word of its cells: its way to lie, multiplied by the bit of its corner.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.pentas.rules import CELLS, PIECES, orientations
from engine.jit import helper

SIDE = 8
MOST = 8
"""So many ways may a piece lie at the most."""
PLACEMENTS = MOST * (SIDE - 1) * (SIDE - 2)
"""No piece has more on a board: P, which is two cells by three, has so many."""
CORNERS = CELLS
SHAPE = CELLS + 1
_W = np.uint64
_PIECES = len(PIECES)
_ONE = np.uint64(1)
_LOW = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@cache
def ways(reflections: bool) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """All ways to lie, as `lie` and `count`."""
    lie = np.zeros((SHAPE + 1, MOST, len(PIECES)), np.uint64)
    count = np.zeros(len(PIECES), np.int64)
    for number, piece in enumerate(PIECES):
        for way, shape in enumerate(orientations(piece, reflections)):
            cells = [SIDE * row + column for row, column in shape]
            room = SIDE - max(column for _, column in shape)
            valid = sum(1 << (SIDE * row + column) for row in range(SIDE) for column in range(room))
            lie[:, way, number] = [*cells, valid, sum(1 << cell for cell in cells)]
            count[number] = way + 1
    return lie.reshape(SHAPE + 1, -1), count


@helper
def settled(board: Any) -> Any:
    """The board after its empty rows are gone and full ones have come in on top, and how many those were."""
    cleared = 0
    empty = (board - _LOW) & ~board & _HIGH
    while empty:
        above = (empty & (~empty + _ONE)) - _ONE  # all bits of the rows over the highest empty one, and 7 of its own
        board = (board & ~above) | ((board & above) << _W(8)) | _W(0xFF)
        cleared += 1
        empty = (board - _LOW) & ~board & _HIGH
    return board, cleared


@helper
def boards_after(board: Any, piece: int, lie: Any, count: Any, boards: Any, masks: Any, cleared: Any) -> Any:
    """Every board after a piece, as `boards`, the placement that leads there and the rows that go, arrays of
    PLACEMENTS; gives how many there are.
    """
    found = 0
    for way in range(piece, _PIECES * count[piece] + piece, _PIECES):
        left = lie[CORNERS, way] & (board >> lie[0, way]) & (board >> lie[1, way])
        left &= (board >> lie[2, way]) & (board >> lie[3, way]) & (board >> lie[4, way])
        while left:
            corner = left & (~left + _ONE)
            left ^= corner
            masks[found] = lie[SHAPE, way] * corner
            boards[found], cleared[found] = settled(board & ~masks[found])
            found += 1
    return found
