"""What a board of 8 x 8 cells is worth: a sum of numbers for its patterns of sixteen cells and for the room of each
piece.

    table    one number for every pattern at every place, then one for every piece and number of placements
    board    uint64, as in `eight`
    at       uint32[SCRATCH], where in the table the numbers of some boards stand, STRIDE apart

Patterns are blocks of 4 x 4 cells, two rows, and two columns. A board and its mirror image are worth the same: places
that mirror each other share their numbers, and a place in the middle is read from whichever side gives the lesser
pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from engine.games.pentas import vectors
from engine.games.pentas.eight import PLACEMENTS, boards_after
from engine.games.pentas.rooms import counted
from engine.games.pentas.rules import PIECES
from engine.jit import helper, kernel

PATTERNS = 1 << 16
BLOCK_TABLES, ROW_TABLES, COLUMN_TABLES = 3 * 5, 7, 4
ROWS_AT = BLOCK_TABLES * PATTERNS
COLUMNS_AT = ROWS_AT + ROW_TABLES * PATTERNS
ROOM_AT = COLUMNS_AT + COLUMN_TABLES * PATTERNS
"""Where the numbers for rows, columns and the room of pieces begin."""
ROOMS = 64
"""So many placements of a piece, and more, are one."""
NUMBERS = ROOM_AT + len(PIECES) * ROOMS
PLACES = 25 + 7 + 7
PARTS = PLACES + len(PIECES)
"""So many numbers are added up."""
STRIDE = 64
TOGETHER = 16
SCRATCH = STRIDE * TOGETHER
_FOUR_COLUMNS = ((0x0F0F0F0F0F0F0F0F, 4), (0x00FF00FF00FF00FF, 8), (0x0000FFFF0000FFFF, 16)), 0xFFFFFFFF
_TWO_COLUMNS = ((0x0303030303030303, 6), (0x000F000F000F000F, 12), (0x000000FF000000FF, 24)), 0xFFFF
_OTHER_SIDE = (4, 5, 6, 7, 0, 1, 2, 3)


@helper
def mirrored(board: Any) -> Any:
    """The board with left and right exchanged."""
    for mask, shift in ((0x5555555555555555, 1), (0x3333333333333333, 2), (0x0F0F0F0F0F0F0F0F, 4)):
        half, by = np.uint64(mask), np.uint64(shift)
        board = ((board >> by) & half) | ((board & half) << by)
    return board


def _written(least: bool) -> Any:
    """What writes where the numbers of a board and its mirror image stand, from `start` on: PARTS of them, and a few
    that mean nothing. Patterns in the middle are read from the side that gives the lesser one, or as they are.
    """

    def generate(context: Any, b: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        word, other, array, begin = arguments
        data = b.gep(context.make_array(signature.args[2])(context, b, array).data, [begin])
        here, there = vectors.spread(b, word), vectors.spread(b, other)
        low = vectors.same(PATTERNS - 1)
        # lanes 0 to 3: the board from its columns 0 to 3 on; 4 to 7: its mirror image
        sides = vectors.shifted(b, vectors.chosen(b, here, there, (0, 1, 2, 3, 8, 9, 10, 11)), (0, 1, 2, 3) * 2)
        fours, twos = (vectors.squeezed(b, sides, *steps) for steps in (_FOUR_COLUMNS, _TWO_COLUMNS))
        for top in range(5):
            blocks = b.and_(b.lshr(fours, vectors.same(4 * top)), low)
            middle = _lesser(b, blocks) if least else blocks
            blocks = vectors.chosen(b, blocks, middle, (0, 4, 1, 5, 10, 10, 10, 10))
            tables = vectors.constant(PATTERNS * (5 * left + top) for left in (0, 0, 1, 1, 2, 2, 2, 2))
            vectors.store(b, b.add(blocks, tables), data, 5 * top)
        tops = [8 * row for row in range(8)]
        rows, others = (b.and_(vectors.shifted(b, side, tops), low) for side in (here, there))
        tables = vectors.constant(ROWS_AT + PATTERNS * row for row in range(8))
        vectors.store(b, b.add(vectors.smaller(b, rows, others) if least else rows, tables), data, 25)
        middle = _lesser(b, twos) if least else twos
        columns = vectors.chosen(b, twos, middle, (0, 4, 1, 5, 2, 6, 11, 11))
        tables = vectors.constant(COLUMNS_AT + PATTERNS * left for left in (0, 0, 1, 1, 2, 2, 3, 3))
        vectors.store(b, b.add(columns, tables), data, 32)
        _write_rooms(b, word, data, PLACES)
        return context.get_dummy_value()

    return generate


def _lesser(builder: ir.IRBuilder, patterns: Any) -> Any:
    """The lesser of each pattern and the one of the other side."""
    return vectors.smaller(builder, patterns, vectors.chosen(builder, patterns, patterns, _OTHER_SIDE))


def _write_rooms(builder: ir.IRBuilder, board: Any, data: Any, start: int) -> None:
    """Write where the numbers of the rooms stand."""
    for half, placements in enumerate(counted(builder, board)):
        tables = vectors.constant(ROOM_AT + ROOMS * (8 * half + lane) for lane in range(8))
        rooms = vectors.smaller(builder, placements, vectors.same(ROOMS - 1))
        vectors.store(builder, builder.add(rooms, tables), data, start + 8 * half)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _look_up(typing: Any, board: Any, turned: Any, at: Any, start: Any) -> Any:
    return types.void(types.uint64, types.uint64, at, types.int64), _written(least=True)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _patterns_of(typing: Any, board: Any, turned: Any, at: Any, start: Any) -> Any:
    return types.void(types.uint64, types.uint64, at, types.int64), _written(least=False)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def rooms_of(typing: Any, board: Any, at: Any, start: Any) -> Any:
    """Write where the numbers of the rooms of a board stand, from `start` on, and four that mean nothing."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        word, array, begin = arguments
        data = builder.gep(context.make_array(signature.args[1])(context, builder, array).data, [begin])
        _write_rooms(builder, word, data, 0)
        return context.get_dummy_value()

    return types.void(types.uint64, at, types.int64), generate


@helper
def look_up(board: Any, at: Any, start: int) -> None:
    """Write where the numbers of a board stand, `at[start : start + PARTS]`."""
    _look_up(board, mirrored(board), at, start)


@helper
def patterns_of(board: Any, at: Any, start: int) -> None:
    """The same with the patterns in the middle as they are, which only a table for either side tells the worth of."""
    _patterns_of(board, mirrored(board), at, start)


def adding(tables: Sequence[int]) -> Any:
    """Code for the sum of the numbers of an int16 table that stand at `at[start + n]`, counted from `tables[n]`."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        numbers, places = (
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args[:2], arguments[:2], strict=True)
        )
        word = ir.IntType(64)
        places = builder.gep(places, [arguments[2]])
        sums: list[Any] = [ir.Constant(ir.IntType(32), 0)] * 4  # one would have to wait for itself
        for n, table in enumerate(tables):
            place = builder.zext(builder.load(builder.gep(places, [ir.Constant(word, n)])), word)
            own = builder.gep(numbers, [ir.Constant(word, table)])
            number = builder.load(builder.gep(own, [place]))
            sums[n % 4] = builder.add(sums[n % 4], builder.sext(number, ir.IntType(32)))
        return builder.sext(builder.add(builder.add(sums[0], sums[1]), builder.add(sums[2], sums[3])), word)

    return generate


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def added(typing: Any, table: Any, at: Any, start: Any) -> Any:
    """The sum of the numbers of an int16 table that stand at `at[start : start + PARTS]`."""
    return types.int64(table, at, types.int64), adding([0] * PARTS)


class Work(NamedTuple):
    """What `judged_after` writes."""

    at: Any
    boards: Any
    """uint64[PLACEMENTS]: every board after a piece..."""
    masks: Any
    """uint64[PLACEMENTS]: ...the placement that leads to it..."""
    cleared: Any
    """int64[PLACEMENTS]: ...the rows that went..."""
    worths: Any
    """int64[PLACEMENTS]: ...and what it is worth, in units of the table."""


@helper
def room_to_work() -> Any:
    """Arrays for `judged_after`, which may serve again and again."""
    return Work(
        np.zeros(SCRATCH, np.uint32),
        np.empty(PLACEMENTS, np.uint64),
        np.empty(PLACEMENTS, np.uint64),
        np.empty(PLACEMENTS, np.int64),
        np.empty(PLACEMENTS, np.int64),
    )


@helper
def judged_after(board: Any, piece: int, table: Any, lie: Any, count: Any, work: Any) -> Any:
    """Every board after a piece and what it is worth, into `work`; gives how many there are.

    Where the numbers stand is told for a few boards before any of them is looked up: the processor then waits for many
    at once.
    """
    found = boards_after(board, piece, lie, count, work.boards, work.masks, work.cleared)
    for first in range(0, found, TOGETHER):
        end = min(found, first + TOGETHER)
        for n in range(first, end):
            look_up(work.boards[n], work.at, (n - first) * STRIDE)
        for n in range(first, end):
            work.worths[n] = added(table, work.at, (n - first) * STRIDE)
    return found


@kernel("i8(u8, i2[::1])")
def worth_of(board: Any, table: Any) -> int:
    """What one board is worth, in units of the table."""
    at = np.zeros(SCRATCH, np.uint32)
    look_up(board, at, 0)
    total: int = added(table, at, 0)
    return total
