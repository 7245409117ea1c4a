"""Look ahead on boards of 8 x 8 cells: both known pieces exactly, unknown ones by expectation.

    table    int16[...]     and the arrays after it are what is known of boards, the Tools of `changes`; worths are in
                            units of `ruling[UNIT]`
    prize    float64[6]     what so many rows at once are worth
    ruling   float64[4]     UNIT; DISCOUNT a turn; DEATH, what it is worth when a piece fits nowhere; CALM
    effort   int64[9]       FIRST, PAIRS, DEEP, KEPT, DEPTH, AHEAD, SECONDS, THIRDS, LIKELY

The worth of a board is an estimate before its next piece is known. `answers` tells for every piece that may come what a
board is worth with it, by the best board after it; `answers_further` looks on from the boards that are not calm, DEPTH
pieces further. Whoever looks further sees more ways out, so a board found that way is never worth more than a calm one.
`ahead` looks one piece further from every board, calm or not.
A placement is judged by the mean, over the pieces that may come, of the best that the next known piece leaves for each:
when that one is placed, the piece after it is known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.pentas.changes import Tools, bounded_after, exactly, read, room_to_work
from engine.games.pentas.eight import PLACEMENTS, settled
from engine.jit import helper, kernel

FIRST, PAIRS, DEEP, KEPT, DEPTH, AHEAD, SECONDS, THIRDS, LIKELY = range(9)
"""Placements of the current piece that are gone on with; pairs of placements that are answered; those of them that are
answered further where the outlook is not calm; how many boards of each piece are gone on with then, and for how many
pieces. Then, for a look `ahead` at any board: placements of the current piece, pairs for each piece that may come, and
placements of that piece. Of the placements of all pieces but the current one those that are `likely` the best, so many
of them, are looked at (twice as many of the next one).
"""
UNIT, DISCOUNT, DEATH, CALM = range(4)
MOST = 512
"""Placements of the current piece, and pairs, at the most."""
_PIECES = 12
_W = np.uint64
_NONE = -1e30
_SLOT_BITS, _SLOT_BITS_AHEAD = 13, 11
"""Of the number of boards whose answers are kept, for every depth of a long look, and for a look ahead."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


@helper
def rows_gone(board: Any, mask: Any) -> Any:
    """How many rows go with a placement."""
    _, cleared = settled(board & ~mask)
    return cleared


@helper
def best_after(
    board: Any, piece: int, keep: int, likely: int, prize: Any, ruling: Any, tools: Any, work: Any, boards: Any,
    masks: Any, values: Any,
) -> Any:  # fmt: skip
    """The best `keep` boards after a piece, best first, as `boards`, `masks` and `values`; gives how many there are,
    and how many were looked at.
    """
    scale = ruling[DISCOUNT] * ruling[UNIT]
    most = read(board, tools, work)
    seen = bounded_after(board, piece, likely, most, tools, work)
    found = 0
    for k in range(seen):
        gain = prize[work.cleared[k]]
        if found == keep and gain + scale * work.worths[k] <= values[keep - 1]:
            continue
        value = gain + scale * exactly(k, most, tools, work)
        if found == keep and value <= values[keep - 1]:
            continue
        n = min(found, keep - 1)
        while n > 0 and values[n - 1] < value:
            boards[n], masks[n], values[n] = boards[n - 1], masks[n - 1], values[n - 1]
            n -= 1
        boards[n], masks[n], values[n] = work.boards[k], work.masks[k], value
        found = min(found + 1, keep)
    return found, seen


@helper
def answers(board: Any, likely: int, prize: Any, ruling: Any, tools: Any, work: Any, out: Any) -> Any:
    """What a board is worth with each piece, `out` f8[12], by the best board after it; gives how many were looked
    at.
    """
    seen = 0
    scale = ruling[DISCOUNT] * ruling[UNIT]
    most = read(board, tools, work)
    for piece in range(_PIECES):
        found = bounded_after(board, piece, likely, most, tools, work)
        seen += found
        first, bound = -1, _NONE
        for k in range(found):
            hope = prize[work.cleared[k]] + scale * work.worths[k]
            if hope > bound:
                first, bound = k, hope
        if first < 0:
            out[piece] = ruling[DEATH]
            continue
        best = prize[work.cleared[first]] + scale * exactly(first, most, tools, work)
        for k in range(found):
            if prize[work.cleared[k]] + scale * work.worths[k] > best:
                best = max(best, prize[work.cleared[k]] + scale * exactly(k, most, tools, work))
        out[piece] = best
    return seen


@helper
def answers_further(
    board: Any, depth: int, keep: int, likely: int, prize: Any, ruling: Any, tools: Any, work: Any,
    known: Any, told: Any, out: Any,
) -> Any:  # fmt: skip
    """What a board is worth with each piece, `out` f8[12]: by the best board after it where that is calm, otherwise by
    what the best `keep` boards after it are worth with each piece after that, CALM at the most, and so on for `depth`
    pieces; gives how many were looked at. Boards are come to in many ways: `known` u8[depths, slots] are those that
    were answered, `told` f8[depths, slots, 12] the answers.
    """
    slot = np.int64((board * _MIX) >> _W(64 - _SLOT_BITS))
    if known[depth, slot] == board:
        out[:] = told[depth, slot]
        return 0
    if not depth:
        seen = answers(board, likely, prize, ruling, tools, work, out)
    else:
        seen = 0
        boards, masks, values = np.empty(keep, np.uint64), np.empty(keep, np.uint64), np.empty(keep)
        best, answer = np.empty(_PIECES), np.empty(_PIECES)
        for piece in range(_PIECES):
            found, looked = best_after(board, piece, keep, likely, prize, ruling, tools, work, boards, masks, values)
            seen += looked
            out[piece] = values[0] if found else ruling[DEATH]
            if not found or values[0] >= ruling[CALM]:
                continue
            best[:] = _NONE
            for n in range(found):
                seen += answers_further(
                    boards[n], depth - 1, keep, likely, prize, ruling, tools, work, known, told, answer
                )
                best = np.maximum(best, prize[rows_gone(board, masks[n])] + ruling[DISCOUNT] * answer)
            out[piece] = min(best.mean(), ruling[CALM])
    known[depth, slot] = board
    told[depth, slot] = out
    return seen


@helper
def judged(firsts: int, rewards: Any, best: Any, ruling: Any, masks: Any, out_masks: Any, out_values: Any) -> Any:
    """Write down the placements of which pairs were answered, and what they are worth; gives the most of it."""
    here, most = 0, _NONE
    out_masks[:] = 0
    for n in range(firsts):
        if best[n, 0] > _NONE:
            value = rewards[n] + ruling[DISCOUNT] * best[n].mean()
            out_masks[here], out_values[here] = masks[n], value
            most = max(most, value)
            here += 1
    return most


@helper
def ahead(
    effort: Any, firsts: int, first_of: Any, ends: Any, gains: Any, told_of: Any, onward: Any, rewards: Any,
    prize: Any, ruling: Any, tools: Any, work: Any, best: Any,
) -> Any:  # fmt: skip
    """Look a piece further from the AHEAD placements that are best so far. For every piece that may come, the SECONDS
    pairs with this placement that are worth most with it, as `told_of` f8[pairs, 12] says, are gone on with: the THIRDS
    best boards after it are answered, of which the best may be taken for every piece after that. Writes `best`, what
    every placement is worth with each piece, anew; gives how many boards were looked at.
    """
    seen = 0
    keep, likely = effort[THIRDS], effort[LIKELY]
    hopes = np.empty(firsts)
    for n in range(firsts):
        hopes[n] = rewards[n] + ruling[DISCOUNT] * best[n].mean()
    chosen = np.argsort(-hopes)[: effort[AHEAD]]
    boards, masks, values = np.empty(keep, np.uint64), np.empty(keep, np.uint64), np.empty(keep)
    answer, most = np.empty(_PIECES), np.empty(_PIECES)
    means = np.full((len(chosen), _PIECES), _NONE)
    known, told = np.zeros(1 << _SLOT_BITS_AHEAD, np.uint64), np.empty((1 << _SLOT_BITS_AHEAD, _PIECES))
    for c in range(len(chosen)):
        n = chosen[c]
        if best[n, 0] <= _NONE:
            continue
        own = np.flatnonzero(first_of == n)
        for piece in range(_PIECES):
            worths = np.empty(len(own))
            for m in range(len(own)):
                worths[m] = gains[own[m]] + onward * told_of[own[m], piece]
            for m in np.argsort(-worths)[: effort[SECONDS]]:
                pair = own[m]
                found, looked = best_after(
                    ends[pair], piece, keep, likely, prize, ruling, tools, work, boards, masks, values
                )
                seen += looked
                if not found:
                    means[c, piece] = max(means[c, piece], worths[m])
                    continue
                most[:] = _NONE
                for k in range(found):
                    slot = np.int64((boards[k] * _MIX) >> _W(64 - _SLOT_BITS_AHEAD))
                    if known[slot] != boards[k]:
                        seen += answers(boards[k], likely, prize, ruling, tools, work, answer)
                        known[slot], told[slot] = boards[k], answer
                    gain = prize[rows_gone(ends[pair], masks[k])]
                    most = np.maximum(most, gain + ruling[DISCOUNT] * told[slot])
                means[c, piece] = max(means[c, piece], gains[pair] + onward * most.mean())
    best[:] = _NONE
    for c in range(len(chosen)):
        best[chosen[c]] = means[c]
    return seen


@kernel(
    "i8(u8, i8, i8, i2[::1], i8[::1], i8[::1], i8, u8[:,::1], i8[::1], i2[:,::1], u2[::1], u1[:,:,::1], u8[:,::1],"
    "f8[::1], f8[::1], i8[::1], u8[::1], f8[::1])"
)
def look(
    board: Any, piece: int, following: int, table: Any, rooms: Any, roof: Any, highest: int, lie: Any, count: Any,
    number: Any, hits: Any, edges: Any, cover: Any, prize: Any, ruling: Any, effort: Any, out_masks: Any,
    out_values: Any,
) -> int:  # fmt: skip
    """Judge the placements of a piece, given the piece after it (-1: not known): `out_masks` u8[MOST] and `out_values`
    f8[MOST] for those that were looked at furthest; empty places are 0. Gives how many boards were looked at.
    """
    work, tools = room_to_work(), Tools(table, rooms, roof, highest, lie, count, number, hits, edges, cover)
    keep, likely = effort[PAIRS], effort[LIKELY]
    boards, masks, values = np.empty(MOST, np.uint64), np.empty(MOST, np.uint64), np.empty(MOST)
    seen: int
    firsts, seen = best_after(
        board, piece, effort[FIRST], PLACEMENTS, prize, ruling, tools, work, boards, masks, values
    )  # fmt: skip
    rewards = np.array([prize[rows_gone(board, masks[n])] for n in range(firsts)])
    # the most promising pairs of placements: the board after both, its worth, the rows of the second, the first
    ends, hopes, gains = np.empty(keep, np.uint64), np.empty(keep), np.empty(keep)
    first_of = np.empty(keep, np.int64)
    pairs = 0
    then, ways, then_values = np.empty(keep, np.uint64), np.empty(keep, np.uint64), np.empty(keep)
    for n in range(firsts):
        found = 1
        if following < 0:
            then[0], ways[0], then_values[0] = boards[n], _W(0), (values[n] - rewards[n]) / ruling[DISCOUNT]
        else:
            found, looked = best_after(
                boards[n], following, keep, 2 * likely, prize, ruling, tools, work, then, ways, then_values
            )
            seen += looked
        for m in range(found):
            hope = rewards[n] + ruling[DISCOUNT] * then_values[m]
            if pairs == keep and hope <= hopes[keep - 1]:
                break
            if np.any(ends[:pairs] == then[m]):  # the same two the other way round
                continue
            k = min(pairs, keep - 1)
            while k > 0 and hopes[k - 1] < hope:
                ends[k], hopes[k], gains[k], first_of[k] = ends[k - 1], hopes[k - 1], gains[k - 1], first_of[k - 1]
                k -= 1
            gain = prize[rows_gone(boards[n], ways[m])] if following >= 0 else 0.0
            ends[k], hopes[k], gains[k], first_of[k] = then[m], hope, gain, n
            pairs = min(pairs + 1, keep)
    best, answer = np.full((max(1, firsts), _PIECES), _NONE), np.empty(_PIECES)
    if not pairs:  # the next piece fits after no placement
        best[:] = ruling[DEATH]
        judged(firsts, rewards, best, ruling, masks, out_masks, out_values)
        return seen
    onward = ruling[DISCOUNT] if following >= 0 else 1.0
    told_of = np.empty((pairs, _PIECES))
    for k in range(pairs):
        n = first_of[k]
        seen += answers(ends[k], likely, prize, ruling, tools, work, answer)
        told_of[k] = answer
        best[n] = np.maximum(best[n], gains[k] + onward * answer)
        hopes[k] = rewards[n] + ruling[DISCOUNT] * (gains[k] + onward * answer.mean())
    most = judged(firsts, rewards, best, ruling, masks, out_masks, out_values)
    if effort[AHEAD]:
        seen += ahead(
            effort, firsts, first_of[:pairs], ends, gains, told_of, onward, rewards, prize, ruling, tools, work, best
        )
        most = judged(firsts, rewards, best, ruling, masks, out_masks, out_values)
    if not effort[DEEP] or most >= ruling[CALM]:
        return seen
    known = np.zeros((effort[DEPTH] + 1, 1 << _SLOT_BITS), np.uint64)
    told = np.empty((effort[DEPTH] + 1, 1 << _SLOT_BITS, _PIECES))
    best[:] = _NONE
    for k in np.argsort(-hopes[:pairs])[: effort[DEEP]]:
        n = first_of[k]
        seen += answers_further(
            ends[k], effort[DEPTH], effort[KEPT], likely, prize, ruling, tools, work, known, told, answer
        )  # fmt: skip
        best[n] = np.maximum(best[n], gains[k] + onward * answer)
    judged(firsts, rewards, best, ruling, masks, out_masks, out_values)
    return seen
