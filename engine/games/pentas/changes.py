"""What a board of 8 x 8 cells is worth after every placement of a piece, by what the placement changes of it.

A placement without a row that goes takes cells out of patterns, and no piece has more room after it than before. So the
patterns of the board are read once, those after a placement are `base & ~hits`, and the numbers of the rooms before it,
at their best (`roof`), bound what it is worth: rooms are only counted where that bound matters. The worths are exactly
those of `value`.

    table     int16[...]       numbers of patterns as in `value`, the same for one in the middle and its mirror image
    rooms     int64[12 * 64]   numbers of rooms
    roof      int64[12 * 64]   the best number of a piece with so many placements or fewer
    number    int16[96, 64]    of a way to lie and a corner: the number of that placement
    hits      uint16[n * 40]   for every placement the cells it takes from each pattern, 40 for 39 patterns
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from engine.games.pentas import vectors
from engine.games.pentas.eight import CORNERS, MOST, PLACEMENTS, SHAPE, SIDE, settled, ways
from engine.games.pentas.likely import SIDES, choose, outlines, see_beside, trailing
from engine.games.pentas.rules import PIECES
from engine.games.pentas.value import (
    COLUMNS_AT,
    PATTERNS,
    PLACES,
    ROOM_AT,
    ROOMS,
    ROWS_AT,
    SCRATCH,
    adding,
    patterns_of,
    rooms_of,
)
from engine.jit import helper, kernel

HELD = 40
"""Patterns are held in whole vectors."""
_PIECES = len(PIECES)
_W = np.uint64
_ONE = np.uint64(1)
_TABLES = (
    *(5 * left + top for top in range(5) for left in (0, 0, 1, 1, 2)),
    *(ROWS_AT // PATTERNS + row for row in range(7)),
    *(COLUMNS_AT // PATTERNS + left for left in (0, 0, 1, 1, 2, 2, 3)),
)
"""The table of each pattern, in the order in which they are read."""
_APART = PATTERNS + 96
"""So far apart do tables lie: the same pattern of all of them would share a few lines of the processor's cache if that
were a power of two, and sums would take 1.7 times as long.
"""
_HALVES = ir.VectorType(ir.IntType(16), vectors.WIDTH)


class Tools(NamedTuple):
    """What is known of all boards."""

    table: Any
    rooms: Any
    roof: Any
    highest: Any
    """The most that any rooms are worth."""
    lie: Any
    count: Any
    number: Any
    hits: Any
    edges: Any
    cover: Any


class Work(NamedTuple):
    """What the helpers below write."""

    at: Any
    base: Any
    """uint16[HELD]: the patterns of the board..."""
    patterns: Any
    """uint16[PLACEMENTS * HELD]: ...and those after every placement of a piece."""
    boards: Any
    """uint64[PLACEMENTS]: every board after a piece..."""
    masks: Any
    """uint64[PLACEMENTS]: ...the placement that leads to it..."""
    cleared: Any
    """int64[PLACEMENTS]: ...the rows that went..."""
    worths: Any
    """int64[PLACEMENTS]: ...and what it is worth, in units of the table: no more than that where no row went."""
    beside: Any
    digits: Any
    taken: Any
    corners: Any
    """As in `likely`."""


@helper
def room_to_work() -> Any:
    """Arrays that may serve again and again."""
    return Work(
        np.zeros(SCRATCH, np.uint32),
        np.zeros(HELD, np.uint16),
        np.zeros(PLACEMENTS * HELD, np.uint16),
        np.empty(PLACEMENTS, np.uint64),
        np.empty(PLACEMENTS, np.uint64),
        np.empty(PLACEMENTS, np.int64),
        np.empty(PLACEMENTS, np.int64),
        np.zeros(SIDES + 1, np.uint64),
        np.zeros((MOST, 4), np.uint64),
        np.zeros(MOST, np.uint64),
        np.zeros(MOST, np.uint64),
    )


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _without(typing: Any, base: Any, hits: Any, hit: Any, patterns: Any, start: Any) -> Any:
    """Write `patterns[start : start + HELD] = base & ~hits[hit : hit + HELD]`."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        whole, parts, out = (
            context.make_array(signature.args[n])(context, builder, arguments[n]).data for n in (0, 1, 3)
        )
        parts, out = builder.gep(parts, [arguments[2]]), builder.gep(out, [arguments[4]])
        for n in range(0, HELD, vectors.WIDTH):
            here, taken, there = (
                builder.bitcast(builder.gep(data, [ir.Constant(ir.IntType(64), n)]), _HALVES.as_pointer())
                for data in (whole, parts, out)
            )
            kept = builder.not_(builder.load(taken, align=2))
            builder.store(builder.and_(builder.load(here, align=2), kept), there, align=2)
        return context.get_dummy_value()

    return types.void(base, hits, types.int64, patterns, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _patterns_added(typing: Any, table: Any, patterns: Any, start: Any) -> Any:
    """The sum of the numbers of the patterns that stand at `patterns[start : start + PLACES]`."""
    return types.int64(table, patterns, types.int64), adding([_APART * which for which in _TABLES])


@helper
def _rooms_added(board: Any, tools: Any, at: Any) -> Any:
    """The sum of the numbers of the rooms of a board."""
    rooms_of(board, at, 0)
    total = 0
    for n in range(_PIECES):
        total += tools.rooms[np.int64(at[n]) - ROOM_AT]
    return total


@helper
def read(board: Any, tools: Any, work: Any) -> Any:
    """Read the patterns of a board into `work.base`; gives the most that the rooms are worth after a placement."""
    at = work.at
    see_beside(board, work.beside)
    patterns_of(board, at, 0)
    for n in range(PLACES):
        work.base[n] = np.uint16(at[n] & np.uint32(PATTERNS - 1))
    most = 0
    for n in range(PLACES, PLACES + _PIECES):
        most += tools.roof[np.int64(at[n]) - ROOM_AT]
    return most


@helper
def bounded_after(board: Any, piece: int, likely: int, most: int, tools: Any, work: Any) -> Any:
    """The boards after a piece, of a board that was `read`, into `work`; gives how many there are. Placements are those
    that are `likely` the best, so many of them and those that empty rows. Where rows went the worth is exact, elsewhere
    a bound: with rooms that are worth `most`.
    """
    found = 0
    lie, masks, boards, cleared, worths = tools.lie, work.masks, work.boards, work.cleared, work.worths
    choose(
        board, piece, likely, work.beside, lie, tools.count, tools.edges, tools.cover, work.digits, work.taken,
        work.corners,
    )  # fmt: skip
    for n in range(tools.count[piece]):
        way, left = _PIECES * n + piece, work.corners[n]
        while left:
            corner = trailing(left)
            left &= left - _ONE
            mask = lie[SHAPE, way] << _W(corner)
            masks[found] = mask
            boards[found], cleared[found] = settled(board & ~mask)
            _without(work.base, tools.hits, np.int64(tools.number[way, corner]) * HELD, work.patterns, found * HELD)
            found += 1
    for k in range(found):
        if not cleared[k]:
            worths[k] = most + _patterns_added(tools.table, work.patterns, k * HELD)
        else:
            patterns_of(boards[k], work.at, 0)
            for n in range(PLACES):
                work.patterns[k * HELD + n] = np.uint16(work.at[n] & np.uint32(PATTERNS - 1))
            worths[k] = tools.highest + _patterns_added(tools.table, work.patterns, k * HELD)
    return found


@helper
def exactly(k: int, most: int, tools: Any, work: Any) -> Any:
    """What a board after a piece is worth, whose bound is known."""
    if work.cleared[k]:
        most = tools.highest
    return work.worths[k] - most + _rooms_added(work.boards[k], tools, work.at)


@kernel("void(u8[::1], u2[::1])")
def _read_hits(masks: Any, hits: Any) -> None:
    """The cells that placements take from each pattern."""
    at = np.zeros(SCRATCH, np.uint32)
    for k in range(len(masks)):
        patterns_of(masks[k], at, 0)
        for n in range(PLACES):
            hits[k * HELD + n] = np.uint16(at[n] & np.uint32(PATTERNS - 1))


@cache
def placements() -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """`number` and `hits`."""
    lie, _ = ways(reflections=True)
    number = np.full((lie.shape[1], SIDE * SIDE), -1, np.int16)
    masks: list[int] = []
    for way, (corners, shape) in enumerate(zip(lie[CORNERS].tolist(), lie[SHAPE].tolist(), strict=True)):
        for corner in range(SIDE * SIDE):
            if corners >> corner & 1 and (shape << corner) >> (SIDE * SIDE) == 0:
                number[way, corner] = len(masks)
                masks.append(shape << corner)
    hits = np.zeros(len(masks) * HELD, np.uint16)
    _read_hits(np.array(masks, np.uint64), hits)
    return number, hits


def patterns_apart(table: NDArray[np.int16]) -> NDArray[np.int16]:
    """The numbers of patterns, from which those in the middle may be read from either side."""
    pattern = np.arange(PATTERNS)

    def turned(width: int) -> NDArray[np.int64]:
        """The patterns with the cells of each of their rows the other way round."""
        other = np.zeros_like(pattern)
        for cell in range(16):
            row, column = divmod(cell, width)
            other |= (pattern >> cell & 1) << (row * width + width - 1 - column)
        return other

    tables = table[:ROOM_AT].reshape(-1, PATTERNS).copy()
    rows, columns = ROWS_AT // PATTERNS, COLUMNS_AT // PATTERNS
    for some, width in ((slice(10, 15), 4), (slice(rows, rows + 7), 8), (slice(columns + 3, columns + 4), 2)):
        tables[some] = tables[some, np.minimum(pattern, turned(width))]
    apart = np.zeros((len(tables), _APART), np.int16)
    apart[:, :PATTERNS] = tables
    return apart.reshape(-1)


def room_numbers(table: NDArray[np.int16]) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """`rooms`, `roof` and `highest`."""
    rooms = table[ROOM_AT : ROOM_AT + _PIECES * ROOMS].astype(np.int64)
    roof = np.maximum.accumulate(rooms.reshape(_PIECES, ROOMS), axis=1)
    return rooms, roof.reshape(-1), int(roof[:, -1].sum())


def tools(table: NDArray[np.int16]) -> Tools:
    """All that is known of boards, with the numbers of a table."""
    return Tools(patterns_apart(table), *room_numbers(table), *ways(reflections=True), *placements(), *outlines())
