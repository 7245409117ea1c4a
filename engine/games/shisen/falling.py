"""The hot loops of Shisen-sho with gravity: which pairs a board of stacks offers, and one layer of a beam.

Tiles are counted column by column, each from the bottom up, so that a set of tiles, as bits, is a whole board. With
gravity a cell that is free is free all the way up, which makes the lines simple.

    col      int32[tiles]       column of each tile, counted from 1; 0 and width + 1 are the rim
    pair     int32[2, pairs]    the two tiles of a pair
    label    int32[2, tiles]    the number of each tile's label; the tiles in the order of the program's own search
    shape    int64[5]           RIM (0 or 1), HEIGHT, WIDTH, FIRST_FOUR (0 or 1), MOST pairs tried on one board
    taste    int64[6]           what the parts of a board's worth count
    board    uint64[words]      the tiles that are left, as bits
    level    int32[tiles]       how many tiles are left below a tile, or GONE
    over     int32[tiles]       how many tiles are left above a tile
    heap     int32[64]          how many tiles are left in each column
    rows     uint64[64]         the free cells of each level, from the bottom, as bits
    run_of   uint64[tiles]      the free run along the row through a tile, itself included
    start    uint8[tiles]       whether the program's own search for a pair would start from a tile
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.shisen.lines import run
from engine.jit import helper, inlined, kernel

RIM, HEIGHT, WIDTH, FIRST_FOUR, MOST = range(5)
OFFER, LEFT, ONE_APART, TWO_APART, FAR, REACH = range(6)
GONE = -1

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)

_B = "u8[::1]"
_I = "i4[::1]"
_P = "i4[:,::1]"
_S = "i8[::1]"


@inlined
def has(board: Any, t: int) -> Any:
    """Whether tile t is left."""
    return (board[t >> 6] >> np.uint64(t & 63)) & _ONE != _ZERO


@helper
def stand(board: Any, col: Any, shape: Any, level: Any, over: Any, heap: Any, rows: Any, run_of: Any) -> Any:
    """Where the tiles of a board stand: their levels, the heaps, the free cells of each level and the runs.
    Says whether there are any.
    """
    height, width = shape[HEIGHT], shape[WIDTH]
    for c in range(width + 2):
        heap[c] = 0
    for t in range(col.size):
        if has(board, t):
            level[t] = heap[col[t]]
            heap[col[t]] += 1
        else:
            level[t] = GONE
    some = False
    edge = _ONE | (_ONE << np.uint64(width + 1)) if shape[RIM] else _ZERO
    for h in range(height):
        rows[h] = edge
    for c in range(1, width + 1):
        some = some or heap[c] > 0
        for h in range(heap[c], height):
            rows[h] |= _ONE << np.uint64(c)
    for t in range(col.size):
        if level[t] >= 0:
            over[t] = heap[col[t]] - 1 - level[t]
            own = _ONE << np.uint64(col[t])
            free = rows[level[t]]
            beside = free & ((own << _ONE) | (own >> _ONE))
            run_of[t] = own if beside == _ZERO else run(free, own)
    return some


@inlined
def touch(rim: Any, sky: Any, col: Any, level: Any, over: Any, run_of: Any, a: int, b: int) -> Any:
    """Whether two tiles that are left are joined; `sky` is the free part of the top row, `rim` 1 or 0."""
    a_col, b_col, a_level, b_level = col[a], col[b], level[a], level[b]
    shared = run_of[a] & run_of[b]
    if a_col == b_col:
        return abs(a_level - b_level) == 1 or shared & ~(_ONE << np.uint64(a_col)) != _ZERO
    if a_level == b_level and (abs(a_col - b_col) == 1 or (a_level == 0 and rim == 1)):
        return True
    if over[a] + over[b] == 0:
        between = (_ONE << np.uint64(max(a_col, b_col))) - (_TWO << np.uint64(min(a_col, b_col)))
        if rim == 1 or sky & between == between:
            return True
    if shared == _ZERO or a_level == b_level:
        return shared != _ZERO
    if a_level > b_level:
        return over[b] == 0 or shared & ~(_ONE << np.uint64(b_col)) != _ZERO
    return over[a] == 0 or shared & ~(_ONE << np.uint64(a_col)) != _ZERO


@helper
def mark_starts(label: Any, shape: Any, level: Any, start: Any, seen: Any) -> None:
    """Mark the tiles from which the program's own search starts: all, or the first four of each label."""
    for i in range(level.size):
        seen[i] = 0
        start[i] = 1 - shape[FIRST_FOUR]
    if shape[FIRST_FOUR]:
        for i in range(level.size):
            t = label[1, i]
            if level[t] >= 0 and seen[label[0, t]] < 4:
                seen[label[0, t]] += 1
                start[t] = 1


@helper
def worth(
    col: Any,
    pair: Any,
    rim: int,
    sky: Any,
    level: Any,
    over: Any,
    run_of: Any,
    start: Any,
    live: Any,
    n: int,
    apart: Any,
    taste: Any,
) -> Any:
    """How good a board looks, 1 at least, or 0 where the program finds no pair: pairs that are joined, pairs that
    are left, pairs from which few tiles keep apart, and tiles that are far from all of their mates.
    """
    for t in range(level.size):
        apart[t] = taste[REACH]
    offers, left, one, two = 0, 0, 0, 0
    for i in range(n):
        p = live[i]
        a, b = pair[0, p], pair[1, p]
        a_level, b_level = level[a], level[b]
        if a_level < 0 or b_level < 0:
            continue
        left += 1
        distance = 0
        if touch(rim, sky, col, level, over, run_of, a, b):
            offers += start[a] | start[b]
        else:
            distance = min(a_level + b_level, over[a] + over[b])
            columns, levels = abs(col[a] - col[b]), abs(a_level - b_level)
            if columns == 0:
                distance = min(distance, levels - 1)
            elif columns == 1:
                distance = min(distance, levels)
            one += distance == 1
            two += distance == 2
        apart[a] = min(apart[a], distance)
        apart[b] = min(apart[b], distance)
    if offers == 0:
        return 0
    value = taste[OFFER] * offers + taste[LEFT] * left + taste[ONE_APART] * one + taste[TWO_APART] * two
    for t in range(level.size):
        if level[t] >= 0:
            value += taste[FAR] * (taste[REACH] - apart[t])
    return value + 1


@kernel(
    f"i8(u8[:,::1], {_I}, {_P}, {_P}, {_S}, {_S}, {_B}, {_I}, {_I}, {_I}, {_B}, {_B}, {_B}, u1[::1], {_I}, {_I}, {_I},"
    f"{_I}, {_I}, {_I}, {_B}, {_I}, {_B}, {_S}, i8, i8)"
)
def expand(
    boards: Any,
    col: Any,
    pair: Any,
    label: Any,
    shape: Any,
    taste: Any,
    zobrist: Any,
    level: Any,
    over: Any,
    heap: Any,
    rows: Any,
    run_of: Any,
    child: Any,
    start: Any,
    live: Any,
    offers: Any,
    apart: Any,
    parent: Any,
    taken: Any,
    score: Any,
    key: Any,
    table: Any,
    keys: Any,
    tally: Any,
    first: int,
    last: int,
) -> Any:
    """All different boards that follow from boards first..last-1, appended to (parent, taken, score, key); tally
    counts them, all that were looked at, and whether some were left out. Returns the index of a child that is empty,
    or -1. `table` is a hash table of children by key; equal keys are told apart by the boards themselves.
    """
    words = boards.shape[1]
    mask = table.size - 1
    rim = shape[RIM]
    for s in range(first, last):
        stand(boards[s], col, shape, level, over, heap, rows, run_of)
        n_live, count = 0, 0
        for p in range(pair.shape[1]):
            a, b = pair[0, p], pair[1, p]
            if level[a] < 0 or level[b] < 0:
                continue
            live[n_live] = p
            n_live += 1
            if touch(rim, rows[shape[HEIGHT] - 1], col, level, over, run_of, a, b):
                offers[count] = p
                count += 1
        if count > shape[MOST]:
            tally[2] = 1
            for i in range(shape[MOST]):
                offers[i] = offers[i * count // shape[MOST]]
            count = shape[MOST]
        for i in range(count):
            p = offers[i]
            now = keys[s] ^ zobrist[pair[0, p]] ^ zobrist[pair[1, p]]
            for w in range(words):
                child[w] = boards[s, w]
            for end in range(2):
                child[pair[end, p] >> 6] ^= _ONE << np.uint64(pair[end, p] & 63)
            slot = np.int64(now & np.uint64(mask))
            known = False
            while table[slot] >= 0 and not known:
                c = table[slot]
                known = key[c] == now
                for w in range(words):
                    if not known:
                        break
                    other = boards[parent[c], w]
                    for end in range(2):
                        t = pair[end, taken[c]]
                        if t >> 6 == w:
                            other ^= _ONE << np.uint64(t & 63)
                    known = other == child[w]
                slot = (slot + 1) & mask
            if known:
                continue
            if tally[0] == score.size:
                tally[2] = 1
                return -1
            tally[1] += 1
            n = tally[0]
            parent[n], taken[n], key[n] = s, p, now
            if not stand(child, col, shape, level, over, heap, rows, run_of):
                return n
            mark_starts(label, shape, level, start, apart)
            sky = rows[shape[HEIGHT] - 1]
            score[n] = worth(col, pair, rim, sky, level, over, run_of, start, live, n_live, apart, taste)
            table[slot] = n
            tally[0] = n + 1
    return -1
