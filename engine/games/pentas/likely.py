"""Which placements of a piece are worth a look: those that empty a row, and those that leave the least surface.

    edges    uint8[96, 12, 2]  of a way to lie: every edge of its outline, as the side it lies on and the distance of
                               its cell from the corner
    cover    uint64[96, 64]    of a way to lie and a cell: the corners at which it takes that cell
    beside   uint64[5]         of a board: the cells beside which nothing is, on each side, and no cell at all

Taking a piece out adds a border wherever a filled cell lies beside it, and takes one away wherever none does. So the
more of its outline lies at empty cells the less surface is left: these edges are counted for all corners of a way to
lie at once, a word for each digit of the count.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.games.pentas.eight import CORNERS, SHAPE, SIDE, ways
from engine.games.pentas.rules import PIECES
from engine.jit import helper

SIDES = 4
OUTLINE = 12
"""No piece has more edges."""
THIN = 5
"""A row of more cells is emptied by no piece."""
_PIECES = len(PIECES)
_W = np.uint64
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_LEFT = np.uint64(0x0101010101010101)
_RIGHT = np.uint64(0x8080808080808080)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def trailing(typing: Any, word: Any) -> Any:
    """How many bits lie under the lowest one."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def set_bits(typing: Any, word: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@helper
def see_beside(board: Any, beside: Any) -> None:
    """Write `beside`; beside the board and below it is nothing, above it something."""
    beside[0] = ~((board << _W(SIDE)) | _W(0xFF))
    beside[1] = ~(board >> _W(SIDE))
    beside[2] = ~((board << _ONE) & ~_LEFT)
    beside[3] = ~((board >> _ONE) & ~_RIGHT)
    beside[SIDES] = _W(0)


@helper
def choose(
    board: Any, piece: int, most: int, beside: Any, lie: Any, count: Any, edges: Any, cover: Any, digits: Any,
    taken: Any, corners: Any,
) -> None:  # fmt: skip
    """Write `corners` u8[MOST]: of each way of the piece to lie those at which it fits, empties rows or is among the
    `most` that leave the least surface. `digits` u8[MOST, 4] and `taken` u8[MOST] are to work
    with.
    """
    total = 0
    for n in range(count[piece]):
        way = _PIECES * n + piece
        left = lie[CORNERS, way] & (board >> lie[0, way]) & (board >> lie[1, way])
        left &= (board >> lie[2, way]) & (board >> lie[3, way]) & (board >> lie[4, way])
        corners[n] = left
        total += set_bits(left)
    if total <= most:
        return
    for n in range(count[piece]):
        way = _PIECES * n + piece
        ones, twos, fours, eights = _W(0), _W(0), _W(0), _W(0)
        for k in range(OUTLINE):
            more = beside[edges[way, k, 0]] >> _W(edges[way, k, 1])
            carried = ones & more
            ones ^= more
            more = twos & carried
            twos ^= carried
            carried = fours & more
            fours ^= more
            eights ^= carried
        digits[n, 0], digits[n, 1], digits[n, 2], digits[n, 3] = ones, twos, fours, eights
        taken[n] = _W(0)
    chosen = 0
    for row in range(SIDE):
        under = _W(SIDE * row)
        cells = (board >> under) & _W(0xFF)
        if set_bits(cells) > THIN:
            continue
        for n in range(count[piece]):
            emptied = corners[n]
            rest = cells
            while rest and emptied:
                emptied &= cover[_PIECES * n + piece, SIDE * row + trailing(rest)]
                rest &= rest - _ONE
            taken[n] |= emptied
    for n in range(count[piece]):
        chosen += set_bits(taken[n])
    level = OUTLINE
    while chosen < most and level >= 0:
        ones = _W(0) if level & 1 else _ALL
        twos = _W(0) if level & 2 else _ALL
        fours = _W(0) if level & 4 else _ALL
        eights = _W(0) if level & 8 else _ALL
        for n in range(count[piece]):
            here = (digits[n, 0] ^ ones) & (digits[n, 1] ^ twos) & (digits[n, 2] ^ fours) & (digits[n, 3] ^ eights)
            here &= corners[n] & ~taken[n]
            while here and chosen < most:
                corner = here & (~here + _ONE)
                here ^= corner
                taken[n] |= corner
                chosen += 1
        level -= 1
    for n in range(count[piece]):
        corners[n] = taken[n]


@cache
def outlines() -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """`edges` and `cover`."""
    lie, _ = ways(reflections=True)
    edges = np.zeros((lie.shape[1], OUTLINE, 2), np.uint8)
    edges[:, :, 0] = SIDES
    cover = np.zeros((lie.shape[1], SIDE * SIDE), np.uint64)
    for way in range(lie.shape[1]):
        if not lie[SHAPE, way]:
            continue
        cells = {divmod(int(cell), SIDE) for cell in lie[:CORNERS, way]}
        sides = ((-1, 0), (1, 0), (0, -1), (0, 1))
        outline = [
            (side, SIDE * row + column)
            for row, column in sorted(cells)
            for side, (down, right) in enumerate(sides)
            if (row + down, column + right) not in cells
        ]
        edges[way, : len(outline)] = outline
        for cell in range(SIDE * SIDE):
            for row, column in cells:
                corner = cell - SIDE * row - column
                if corner >= 0 and int(lie[CORNERS, way]) >> corner & 1:
                    cover[way, cell] |= _ONE << _W(corner)
    return edges, cover
