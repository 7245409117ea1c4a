"""How much room every piece has: its placements on a board of 8 x 8 cells, counted for all pieces at once.

A piece with eight ways to lie has a lane of eight vectors to itself; two with four share one, the first in the upper
four vectors and the second in the lower; the last lane is shared by Z, I and X.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numpy.typing import NDArray

from engine.games.pentas import vectors
from engine.games.pentas.eight import CORNERS, MOST, SHAPE, ways
from engine.games.pentas.rules import PIECES

_UPPER, _LOWER, _ALL, _THIRD, _FOURTH = range(5)
"""Which vectors are added up for a piece: half of them, all, or a pair."""


def counted(builder: ir.IRBuilder, board: Any) -> list[Any]:
    """The placements of the pieces, the first eight and then the other four."""
    lie, where = _seats()
    spread = vectors.spread(builder, board)
    popcount = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(vectors.WORDS, [vectors.WORDS]), f"llvm.ctpop.v{vectors.WIDTH}i64"
    )
    counts = []
    for way in lie:
        found: Any = vectors.constant(way[CORNERS])
        for cell in way[:CORNERS]:
            found = builder.and_(found, vectors.shifted(builder, spread, cell))
        counts.append(builder.call(popcount, [found]))
    pairs = [builder.add(counts[n], counts[n + 1]) for n in range(0, MOST, 2)]
    upper, lower = builder.add(pairs[0], pairs[1]), builder.add(pairs[2], pairs[3])
    sums = [upper, lower, builder.add(upper, lower), *pairs[2:]]
    return [_gathered(builder, sums, where[:8]), _gathered(builder, sums, where[8:])]


def _seats() -> tuple[NDArray[np.uint64], list[tuple[int, int]]]:
    """The distances of cells and the corners of the ways that each vector looks at, (8, SHAPE, 8), and for every piece
    which sum has its placements, and its lane.
    """
    lie, count = ways(reflections=True)
    lie = lie.reshape(SHAPE + 1, MOST, len(PIECES))
    seats = np.zeros((MOST, SHAPE, vectors.WIDTH), np.uint64)
    where = {}
    starts = {_ALL: 0, _UPPER: 0, _LOWER: 4, _THIRD: 4, _FOURTH: 6}
    free = iter(
        [(_ALL, lane) for lane in range(5)]
        + [(half, lane) for lane in (5, 6) for half in (_UPPER, _LOWER)]
        + [(_UPPER, 7), (_THIRD, 7), (_FOURTH, 7)]
    )
    for piece in np.argsort(-count, kind="stable"):
        where[int(piece)] = part, lane = next(free)
        seats[starts[part] : starts[part] + count[piece], :, lane] = lie[:SHAPE, : count[piece], piece].T
    return seats, [where[piece] for piece in range(len(PIECES))]


def _gathered(builder: ir.IRBuilder, sums: list[Any], where: list[tuple[int, int]]) -> Any:
    """For pieces in turn the lane of the sum that is theirs."""
    gathered: Any = vectors.same(0)
    for part, words in enumerate(sums):
        lanes = list(range(vectors.WIDTH))
        for place, (one, lane) in enumerate(where):
            if one == part:
                lanes[place] = vectors.WIDTH + lane
        gathered = vectors.chosen(builder, gathered, words, lanes)
    return gathered
