"""The next match of one who gets his own garbage, compiled: soon made, beside garbage, and nothing links to it.

A board is written cell by cell, six a row from the bottom, as `words` has it: 0 an empty cell, up to 15 a panel that
can be taken hold of, HELD with its colour one that cannot, BURNS what clears, WALLED what is only known to lie there,
and from SLAB on the pieces of garbage by their numbers. Time is forgotten: everything falls, then it is looked for
matches. `next_match` pushes panels over edges, a few one after the other, and on every board that this leads to it
moves three of a colour along their rows. What is found is worth the less the longer hands take for it.

Short names: i j places, v what lies in a cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.paneldepon.linking import (
    MOST_SWAPS,
    STEP_PACE,
    SWAP_PACE,
    assign,
    distance,
    route,
)
from engine.games.paneldepon.words import (
    COLOUR,
    DIMMED,
    GARBAGE,
    GREY,
    LANDING,
    LAST,
    MATCHED,
    NORMAL,
    NUMBER_AT,
    PHASE,
    PHASE_AT,
    POPPED,
)
from engine.games.paneldepon.words import HELD as IS_HELD
from engine.jit import helper, kernel

HELD, BURNS, WALLED, SLAB = 32, 64, 96, 128
NUMBERS = 256
"""Pieces of garbage that are told apart."""
MOST_BOARDS = 200
FALLS = 15
"""Frames for a push besides the swap: the panel falls, and must be seen where it lies."""
TOUCH, TOUCHED_CELL, TOUCHED_MOST, LINK, WAKE, PANEL = 240, 10, 18, 200, 120, 60
"""How many frames later a match may come that touches garbage, for each cell of it up to so many; how many earlier it
must for each link that follows, where what wakes up would match, and for each panel more than three."""
SCORE, COUNT, TIME, TOUCHES, SIZE, LINKS, WAKES, UNEVEN = range(8)
"""Of the answer: what it is worth, its swaps, the frames to it, cells of garbage that it touches, panels that match,
links that follow by themselves, whether what wakes up would match, and how uneven the columns are afterwards."""


@helper
def encode(cells: Any, board: Any) -> None:
    """Write the words of a board as this module does."""
    board[:] = 0
    for i in range(6, LAST):
        w = cells[i]
        phase, colour = (w & PHASE) >> PHASE_AT, w & COLOUR
        if colour == 0:
            continue
        if w & GARBAGE:
            board[i] = WALLED if phase in (DIMMED, MATCHED) else SLAB + ((w >> NUMBER_AT) & (NUMBERS - 1))
        elif MATCHED <= phase <= POPPED:
            board[i] = BURNS
        elif colour == GREY:
            board[i] = WALLED
        elif phase in (NORMAL, LANDING) and w & IS_HELD == 0:
            board[i] = colour
        else:
            board[i] = HELD + colour
    _join_hanging(board)


@helper
def _join_hanging(board: Any) -> None:
    """Garbage that would hang over nothing is of one piece with what lies beside it: a screen does not show pieces."""
    for i in range(12, LAST):
        v = board[i]
        if v < SLAB or board[i - 6] == v or (i % 6 and board[i - 1] == v):
            continue
        width, hangs = 0, True
        while i % 6 + width < 6 and board[i + width] == v:
            hangs &= board[i + width - 6] == 0
            width += 1
        beside = 0
        if i % 6 and board[i - 1] >= SLAB:
            beside = board[i - 1]
        elif i % 6 + width < 6 and board[i + width] >= SLAB:
            beside = board[i + width]
        if hangs and beside:
            for j in range(i, LAST):
                if board[j] == v:
                    board[j] = beside


@helper
def settle(board: Any) -> None:
    """Let everything fall: panels one by one, garbage piece by piece."""
    for i in range(12, LAST):
        v = board[i]
        if v == 0 or HELD <= v < SLAB:
            continue
        if v < HELD:
            j = i
            while j >= 12 and board[j - 6] == 0:
                j -= 6
            if j != i:
                board[j], board[i] = v, 0
            continue
        if (i % 6 and board[i - 1] == v) or board[i - 6] == v:
            continue
        width = 1
        while i % 6 + width < 6 and board[i + width] == v:
            width += 1
        drop = 0
        while i - 6 * drop >= 12:
            free = True
            for x in range(width):
                free &= board[i - 6 * (drop + 1) + x] == 0
            if not free:
                break
            drop += 1
        if drop:
            j = i
            while j < LAST and board[j] == v:
                board[j - 6 * drop : j - 6 * drop + width] = v
                board[j : j + width] = 0
                j += 6


@helper
def mark(board: Any, marked: Any) -> Any:
    """Mark what lies three and more in a line; how many panels these are."""
    marked[:] = 0
    for i in range(6, LAST):
        v = board[i]
        if v == 0 or v >= HELD:
            continue
        if i % 6 <= 3 and board[i + 1] == v and board[i + 2] == v:
            marked[i : i + 3] = 1
        if i + 12 < LAST and board[i + 6] == v and board[i + 12] == v:
            marked[i] = marked[i + 6] = marked[i + 12] = 1
    return marked.sum()


@helper
def burn(board: Any, marked: Any, woken: Any) -> Any:
    """Let what is marked clear, and the garbage wake up that it touches; how many cells of it."""
    woken[:] = 0
    for i in range(6, LAST):
        if not marked[i]:
            continue
        board[i] = BURNS
        _wake_beside(board, i, woken)
    spreads = True
    while spreads:
        spreads = False
        for i in range(6, LAST):
            if board[i] >= SLAB and woken[board[i] - SLAB]:
                spreads |= _wake_beside(board, i, woken)
    count = 0
    for i in range(6, LAST):
        if board[i] >= SLAB and woken[board[i] - SLAB]:
            board[i] = WALLED
            count += 1
    return count


@helper
def _wake_beside(board: Any, i: Any, woken: Any) -> Any:
    """Whether garbage beside a place had not been woken before; now it is."""
    new = False
    if i >= 12 and board[i - 6] >= SLAB:
        new |= not woken[board[i - 6] - SLAB]
        woken[board[i - 6] - SLAB] = True
    if i + 6 < LAST and board[i + 6] >= SLAB:
        new |= not woken[board[i + 6] - SLAB]
        woken[board[i + 6] - SLAB] = True
    if i % 6 > 0 and board[i - 1] >= SLAB:
        new |= not woken[board[i - 1] - SLAB]
        woken[board[i - 1] - SLAB] = True
    if i % 6 < 5 and board[i + 1] >= SLAB:
        new |= not woken[board[i + 1] - SLAB]
        woken[board[i + 1] - SLAB] = True
    return new


@helper
def links_of(board: Any, marked: Any) -> Any:
    """How many matches follow when all that clears is gone; the board is then what remains."""
    links = 0
    while True:
        for i in range(6, LAST):
            if board[i] == BURNS or (links and marked[i]):
                board[i] = 0
        settle(board)
        if not mark(board, marked):
            return links
        links += 1


@helper
def unevenness(board: Any) -> Any:
    """How uneven the columns of panels are, up to the garbage on them: the squares of how far each is from their mean,
    added up.
    """
    total, squares = 0, 0
    for x in range(6):
        height = 0
        for i in range(6 + x, LAST, 6):
            if board[i] >= SLAB:
                break
            if board[i]:
                height = i // 6
        total += height
        squares += height * height
    return squares - total * total // 6


@helper
def judge(board: Any, marked: Any, woken: Any, out: Any) -> None:
    """Write down what a match is worth that is marked on a board; the board is then what remains of it."""
    out[SIZE] = marked.sum()
    out[TOUCHES] = burn(board, marked, woken)
    out[LINKS] = links_of(board, marked)
    out[UNEVEN] = unevenness(board)
    for i in range(6, LAST):
        if HELD < board[i] < BURNS:
            board[i] -= HELD
    settle(board)
    out[WAKES] = mark(board, marked) > 0
    out[SCORE] = -out[TIME] - LINK * out[LINKS] - WAKE * out[WAKES] - PANEL * (out[SIZE] - 3) - out[UNEVEN]
    if out[TOUCHES]:
        out[SCORE] += TOUCH + TOUCHED_CELL * min(out[TOUCHES], TOUCHED_MOST)


@helper
def survey(board: Any, span: Any, where: Any) -> None:
    """For every place the columns of its row that can be reached from it panel by panel, for every row and colour the
    columns where it lies.
    """
    where[:] = 0
    for row in range(1, 13):
        for x in range(6):
            i = row * 6 + x
            if board[i] == 0 or board[i] >= HELD:
                span[i] = 0
                continue
            where[row, board[i]] |= 1 << x
            # It is one with the panel to its left, which so far knew nothing of it.
            span[i] = (span[i - 1] if x else 0) | 1 << x
            for j in range(i - 1, row * 6 - 1, -1):
                if span[j] == 0:
                    break
                span[j] |= 1 << x


@kernel("i8[::1](i8[::1], i8, i8[::1], i8, i8[::1])")
def next_match(cells: Any, place: Any, pace: Any, most_pushes: Any, swaps: Any) -> Any:
    """Find the match that is worth most, from where the cursor is, after so many pushes at the most; `swaps` are those
    to be made at once, the first push or all that complete it. COUNT is 0 where there is none.
    """
    boards = np.zeros((MOST_BOARDS, LAST), dtype=np.int64)
    spot, time = np.zeros(MOST_BOARDS, dtype=np.int64), np.zeros(MOST_BOARDS, dtype=np.int64)
    pushes, first = np.zeros(MOST_BOARDS, dtype=np.int64), np.zeros(MOST_BOARDS, dtype=np.int64)
    board, marked = np.zeros(LAST, dtype=np.int64), np.zeros(LAST, dtype=np.int64)
    woken = np.zeros(NUMBERS, dtype=np.bool_)
    span, where = np.zeros(LAST, dtype=np.int64), np.zeros((13, 16), dtype=np.int64)
    targets, sources = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    way = np.zeros(MOST_SWAPS, dtype=np.int64)
    best, now = np.zeros(8, dtype=np.int64), np.zeros(8, dtype=np.int64)
    encode(cells, boards[0])
    best[SCORE] = -(1 << 30)
    spot[0] = place
    count, at = 1, 0
    while at < count:
        # Three of a colour are moved along their rows.
        survey(boards[at], span, where)
        for j in range(6, LAST):
            for upright in range(2):
                stride = 6 if upright else 1
                if (not upright and j % 6 > 3) or j + 2 * stride >= LAST:
                    continue
                for m in range(3):
                    targets[m] = j + m * stride
                for colour in range(1, GREY):
                    if assign(targets, colour, span, where, sources) >= 99:
                        continue
                    n, frames = route(spot[at], sources, targets, pace, way)
                    if n == 0 or n >= MOST_SWAPS:
                        continue
                    now[TIME] = time[at] + frames
                    if TOUCH + TOUCHED_CELL * TOUCHED_MOST - now[TIME] <= best[SCORE]:
                        continue
                    board[:] = boards[at]
                    made = 0
                    while made < n:
                        i = way[made]
                        board[i], board[i + 1] = board[i + 1], board[i]
                        made += 1
                        if mark(board, marked):
                            break
                    judge(board, marked, woken, now)
                    if now[SCORE] > best[SCORE]:
                        best[:] = now
                        best[COUNT] = 1 if pushes[at] else made
                        if pushes[at]:
                            swaps[0] = first[at]
                        else:
                            swaps[:made] = way[:made]
        # Panels are pushed over an edge.
        if pushes[at] < most_pushes:
            for i in range(6, LAST - 1):
                a, b = boards[at, i], boards[at, i + 1]
                if i % 6 == 5 or a >= HELD or b >= HELD or (a == 0) == (b == 0):
                    continue
                board[:] = boards[at]
                board[i], board[i + 1] = b, a
                settle(board)
                frames = time[at] + distance(spot[at], i) * pace[STEP_PACE] + pace[SWAP_PACE] + FALLS
                if mark(board, marked):
                    now[TIME] = frames
                    judge(board, marked, woken, now)
                    if now[SCORE] > best[SCORE]:
                        best[:] = now
                        best[COUNT] = 1
                        swaps[0] = first[at] if pushes[at] else i
                elif count < MOST_BOARDS:
                    boards[count] = board
                    spot[count], time[count], pushes[count] = i, frames, pushes[at] + 1
                    first[count] = first[at] if pushes[at] else i
                    count += 1
        at += 1
    return best
