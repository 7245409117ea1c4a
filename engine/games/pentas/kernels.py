"""The hot loops of Pentas: boards of up to 64 cells as words.

    board    uint64            bit = row * columns + column, rows from the top; set where filled
    masks    uint64[n]         every placement of every piece, piece after piece, each in the order of
    `rules.placements` starts   int64[13]         where a piece's placements begin
    shape    int64[2]          columns and rows

The names of the functions are those of `rules`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.pentas.eight import settled
from engine.jit import helper, kernel

COLUMNS, ROWS = range(2)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_M = "u8[::1]"
_S = "i8[::1]"


@helper
def ones(count: int) -> Any:
    """So many bits from the lowest."""
    return ~_ZERO if count >= 64 else (_ONE << np.uint64(count)) - _ONE


@helper
def bits(word: Any) -> Any:
    """How many bits are set."""
    word -= (word >> _ONE) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@helper
def taken(board: Any, mask: Any, shape: Any) -> Any:
    """The board without a placement, and how many rows that emptied."""
    columns = shape[COLUMNS]
    line = ones(columns)
    board &= ~mask
    cleared = 0
    for row in range(shape[ROWS]):
        under = np.uint64(row * columns)
        if (mask >> under) & line and not (board >> under) & line:
            above = board & ones(row * columns)
            below = board & ~ones((row + 1) * columns)
            board = below | (above << np.uint64(columns)) | line
            cleared += 1
    return board, cleared


@helper
def surface(board: Any, shape: Any) -> Any:
    """Borders between filled and empty cells; beside the board and below it is empty, above it filled."""
    columns, rows = shape[COLUMNS], shape[ROWS]
    line = ones(columns)
    total = 0
    before = line
    for row in range(rows):
        here = (board >> np.uint64(row * columns)) & line
        total += bits(here ^ before) + bits((here ^ (here << _ONE)) & (line | (_ONE << np.uint64(columns))))
        before = here
    return total + bits(before)


@kernel(f"i8(u8, i8, i8, {_M}, {_S}, {_S}, b1, {_S})")
def article(
    board: Any, piece: int, following: int, masks: Any, starts: Any, shape: Any, mended: bool, reward: Any
) -> int:
    """The placement that the article's player takes, as an index into `masks`; -1 where there is none.

    Over all placements of both pieces the least cost, of equals the last: `surface`, less the `reward` i8[6] for so
    many rows at once. Where the second piece fits after none, the last placement; with
    `mended` the one that empties the most rows.
    """
    best, least = -1, 1 << 30
    last, rows = -1, -1
    for first in range(starts[piece], starts[piece + 1]):
        mask = masks[first]
        if board & mask != mask:
            continue
        after, cleared = taken(board, mask, shape)
        if not mended or cleared >= rows:
            last, rows = first, cleared
        for second in range(starts[following], starts[following + 1]):
            other = masks[second]
            if after & other != other:
                continue
            end, more = taken(after, other, shape)
            cost = surface(end, shape) - reward[cleared] - reward[more]
            if cost <= least:
                best, least = first, cost
    return best if best >= 0 else last


@kernel(f"i8(u8, {_S}, {_M}, {_S}, {_S}, b1, {_S}, {_S})")
def article_game(
    board: Any, pieces: Any, masks: Any, starts: Any, shape: Any, mended: bool, reward: Any, rows: Any
) -> int:
    """Let the article's player play a row of pieces to its end, or to the end of the row; gives how many it placed.

    `rows` i8[6] counts how often so many rows went at once.
    """
    for turn in range(len(pieces) - 1):
        choice = article(board, pieces[turn], pieces[turn + 1], masks, starts, shape, mended, reward)
        if choice < 0:
            return turn
        board, cleared = taken(board, masks[choice], shape)
        rows[cleared] += 1
    return len(pieces) - 1


@kernel("Tuple((u8, i8))(u8, u8)")
def take(board: Any, mask: Any) -> tuple[Any, int]:
    """A board of 8 x 8 cells without a placement, and how many rows went."""
    then, cleared = settled(board & ~mask)
    return then, cleared
