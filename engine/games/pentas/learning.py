"""Learn what boards are worth by playing: temporal differences, with a step of its own for every number.

The worth of a board is learned as -E[discount ** turns until no piece fits]: -1 where the game is over, near 0 where
that is far. All numbers begin at 0, which is optimistic, so whatever was not tried looks good. The step of a number is
the share of its changes that did not cancel out (temporal coherence, D. F. Beal and M. C. Smith 1999; on tables of
patterns: W. Jaskowski 2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.pentas.eight import FULL, settled
from engine.games.pentas.value import PARTS, look_up, worth
from engine.jit import helper, inlined, kernel

_W = np.uint64
PIECES = 12
RANDOM, BOARD, BEFORE, POINTS, ROWS = range(5)
STATE = 5
"""Words that a game in training is kept in: the random numbers, the board, ..."""


@helper
def random(word: Any) -> Any:
    """The next 64 bits (xorshift)."""
    word ^= word << _W(13)
    word ^= word >> _W(7)
    return word ^ (word << _W(17))


@inlined
def learn(board: Any, target: Any, rate: Any, table: Any, drift: Any, travel: Any, at: Any) -> None:
    """Move every number of a board towards making its worth the target."""
    look_up(board, at)
    total = np.float32(0)
    for n in range(PARTS):
        total += table[at[n]]
    error = np.float32(target - total)
    size = abs(error)
    share = rate * error / np.float32(PARTS)
    for n in range(PARTS):
        k = at[n]
        far = travel[k]
        if far > 0:
            table[k] += share * abs(drift[k]) / far
        else:
            table[k] += share
        drift[k] += error
        travel[k] = far + size


@kernel("i8(f4[::1], f4[::1], f4[::1], u8[:,::1], i8[::1], u8[::1], f4[::1], i8, f4, f4, f4)")
def train(
    table: Any,
    drift: Any,
    travel: Any,
    lie: Any,
    begin: Any,
    state: Any,
    prize: Any,
    turns: int,
    discount: float,
    rate: float,
    death: float,
) -> int:
    """Play so many turns, each piece where the worth after it is best, and learn; gives how many games ended.

    `prize` f4[6]: what so many rows at once are worth. Everything but the state may be shared by threads.
    """
    at = np.zeros(PARTS + 4, np.uint32)
    deaths = 0
    chance, board, before = state[RANDOM], state[BOARD], state[BEFORE]
    zero = np.float32(0)
    for _ in range(turns):
        chance = random(chance)
        piece = np.int64((chance >> _W(20)) % _W(12))
        best = np.float32(-1e30)
        then = FULL
        gone = 0
        for way in range(piece, PIECES * begin[piece] + piece, PIECES):
            left = lie[5, way] & (board >> lie[0, way]) & (board >> lie[1, way])
            left &= (board >> lie[2, way]) & (board >> lie[3, way]) & (board >> lie[4, way])
            while left:
                corner = left & (~left + _W(1))
                left ^= corner
                after, cleared = settled(board & ~(lie[6, way] * corner))
                value = np.float32(discount) * worth(after, table, at, zero) + prize[cleared]
                if value > best:
                    best, then, gone = value, after, cleared
        state[ROWS] += _W(gone)
        if best == np.float32(-1e30):
            learn(before, death, rate, table, drift, travel, at)
            board = before = FULL
            deaths += 1
        else:
            learn(before, best, rate, table, drift, travel, at)
            before = board = then
    state[RANDOM], state[BOARD], state[BEFORE] = chance, board, before
    return deaths
