"""Learn what boards are worth by playing: temporal differences, with a step of its own for every number.

The worth of a board is learned as -E[discount ** turns until no piece fits], or as the points to come, of a player that
sees one piece at a time and does not look ahead. Its games may be one walk from the full board to the end; or a player
that does look ahead, at the placements of both known pieces, plays game after game, and from every board that it comes
to a walk without a look sets out, of some turns, with pieces of its own. Such walks are cut off, not ended: what is
beyond is what the table says.

What is played with may stand on another table, as `under`: the worth of lasting long, say, while what is learned is the
points to come. Then the points alone are learned, and the sum of both is what placements are chosen by.

The step of a number is the share of its changes that did not cancel out (temporal coherence, D. F. Beal and M. C. Smith
1999; on tables of patterns: W. Jaskowski 2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.pentas.eight import FULL
from engine.games.pentas.value import PARTS, judged_after, look_up, room_to_work
from engine.jit import helper, inlined, kernel

_W = np.uint64
_PIECES = 12
_NONE = np.float32(-1e30)
RANDOM, BOARD, PIECE, NEXT = range(4)
STATE = 4
"""Words that a game in training is kept in: the random numbers, the board, the current piece and the one after it."""
DISCOUNT, RATE, DEATH, UNIT, FIRSTS, ONWARD, APART = range(7)
"""Of `how` f4[7]: what a turn later is worth less; share of an error that a fresh number takes away; what it is worth
when no piece fits; the unit of `short`; how many placements of the current piece the player goes on with (0: it does
not look ahead, and its game is one walk); how likely a walk goes on; whether it is learned apart from what it stands
on (1), or there is nothing that it stands on (0).
"""
WALKED, WALKS_ENDED, TURNS, POINTS, DEATHS, GAINED = range(6)
TOLD = 6
"""Of `told` f8[TOLD]: turns of walks, walks that ended where no piece fits; turns, points and deaths of the player;
points of walks.
"""
LARGEST = np.float32(32_000)


@helper
def random(word: Any) -> Any:
    """The next 64 bits (xorshift)."""
    word ^= word << _W(13)
    word ^= word >> _W(7)
    return word ^ (word << _W(17))


@helper
def drawn(word: Any) -> Any:
    """A piece, from random bits."""
    return np.int64((word >> _W(20)) % _W(_PIECES))


@helper
def points_ahead(board: Any, table: Any, at: Any) -> Any:
    """What is learned of a board."""
    look_up(board, at, 0)
    total = np.float32(0)
    for n in range(PARTS):
        total += table[at[n]]
    return total


@inlined
def learn(
    board: Any, target: Any, how: Any, table: Any, under: Any, short: Any, drift: Any, travel: Any, at: Any
) -> None:  # fmt: skip
    """Move every number of a board towards making its worth the target."""
    total = points_ahead(board, table, at)
    error = np.float32(target - total)
    size = abs(error)
    share = how[RATE] * error / np.float32(PARTS)
    for n in range(PARTS):
        k = at[n]
        far = travel[k]
        if far > 0:
            table[k] += share * abs(drift[k]) / far
        else:
            table[k] += share
        drift[k] += error
        travel[k] = far + size
        short[k] = np.int16(np.rint(min(max((under[k] + table[k]) / how[UNIT], -LARGEST), LARGEST)))


@helper
def best_boards(
    board: Any, piece: int, keep: int, short: Any, lie: Any, count: Any, prize: Any, how: Any, work: Any, boards: Any,
    scores: Any, gains: Any,
) -> Any:  # fmt: skip
    """The best `keep` boards after a piece, best first, as `boards`, what they are worth, and the points on the way;
    gives how many there are.
    """
    found = 0
    scale = how[UNIT] * how[DISCOUNT]
    for k in range(judged_after(board, piece, short, lie, count, work)):
        gain = prize[work.cleared[k]]
        score = gain + scale * np.float32(work.worths[k])
        if found == keep and score <= scores[keep - 1]:
            continue
        n = min(found, keep - 1)
        while n > 0 and scores[n - 1] < score:
            boards[n], scores[n], gains[n] = boards[n - 1], scores[n - 1], gains[n - 1]
            n -= 1
        boards[n], scores[n], gains[n] = work.boards[k], score, gain
        found = min(found + 1, keep)
    return found


@kernel("void(f4[::1], f4[::1], i2[::1], f4[::1], f4[::1], u8[:,::1], i8[::1], u8[::1], f4[::1], i8, f4[::1], f8[::1])")
def train(
    table: Any, under: Any, short: Any, drift: Any, travel: Any, lie: Any, count: Any, state: Any, prize: Any,
    turns: int, how: Any, told: Any,
) -> None:  # fmt: skip
    """Play, and learn from so many turns of walks.

    `short` is the sum of `table` and `under` in units, which is what is played with. `prize` f4[6]: what so many rows
    at once are worth.
    `told` is added to. Everything but the state may be shared by threads.
    """
    work = room_to_work()
    at = work.at
    firsts = int(how[FIRSTS])
    keep = max(firsts, 1)
    boards, scores, gains = np.empty(keep, np.uint64), np.empty(keep, np.float32), np.empty(keep, np.float32)
    one, one_score, one_gain = np.empty(1, np.uint64), np.empty(1, np.float32), np.empty(1, np.float32)
    chance, board = state[RANDOM], state[BOARD]
    piece: Any = np.int64(state[PIECE])  # an int of an unsigned word stays unsigned
    following: Any = np.int64(state[NEXT])
    learned = 0
    while learned < turns:
        walk = board
        while True:
            chance = random(chance)
            found = best_boards(walk, drawn(chance), 1, short, lie, count, prize, how, work, one, one_score, one_gain)
            target = one_score[0] if found else how[DEATH]
            if how[APART]:
                target = one_gain[0] + how[DISCOUNT] * points_ahead(one[0], table, at) if found else np.float32(0)
            learn(walk, target, how, table, under, short, drift, travel, at)
            learned += 1
            told[WALKED] += 1.0
            if not found:
                told[WALKS_ENDED] += 1.0
                walk = FULL
                break
            walk = one[0]
            told[GAINED] += one_gain[0]
            chance = random(chance)
            if np.float32(chance >> _W(40)) >= how[ONWARD] * np.float32(1 << 24) or learned >= turns:
                break
        if not firsts:
            board = walk
            continue
        found = best_boards(board, piece, firsts, short, lie, count, prize, how, work, boards, scores, gains)
        if not found:
            board = FULL
            told[DEATHS] += 1.0
        else:
            best, most = 0, _NONE
            for n in range(found):
                if best_boards(boards[n], following, 1, short, lie, count, prize, how, work, one, one_score, one_gain):
                    score = gains[n] + how[DISCOUNT] * one_score[0]
                    if score > most:
                        best, most = n, score
            board = boards[best]
            told[TURNS] += 1.0
            told[POINTS] += gains[best]
        chance = random(chance)
        piece, following = following, drawn(chance)
    state[RANDOM], state[BOARD] = chance, board
    state[PIECE], state[NEXT] = _W(piece), _W(following)
