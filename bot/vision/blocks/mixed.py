"""Kinds that a chain of likenesses has joined: two kinds, or more, that pass for one."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.cluster import COLOURED
from bot.vision.blocks.look import areas, middle

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SEVERAL: Final = 3
"""Cells from which a part of a kind may be a kind of its own."""
TWO_COLOURS: Final = 30.0
"""Grey levels between the colours of two such parts, with no cell between. Of 9,534 kinds of drawn boards three were
two, 87 apart and more; of the others five, all of balls, had more than this, and none more than 34."""


def mixed(rows: Floats, apart: Floats, kind: Ints) -> Bools:
    """(n,), cells of kinds that fall into two parts, each of several cells, which differ nearly all over or in their
    colour, and nothing between.

    `rows` are the looks of n cells, `apart` (n, n) how far those are apart, `kind` is 0 or more where they are blocks.
    """
    out = np.zeros(len(kind), np.bool_)
    for k in np.unique(kind[kind >= 0]):
        of = np.flatnonzero(kind == k)
        if len(of) < 2 * SEVERAL:
            continue
        if _two_colours(rows[of]):
            out[of] = True
            continue
        own = apart[np.ix_(of, of)]
        ends = np.unravel_index(int(own.argmax()), own.shape)
        first = own[ends[0]] <= own[ends[1]]
        if min(first.sum(), (~first).sum()) < SEVERAL:
            continue
        halves = np.stack([middle(rows[of[first]]), middle(rows[of[~first]])])
        out[of] = areas(halves[:1], halves[1:])[0, 0] > COLOURED
    return out


def _two_colours(rows: Floats) -> bool:
    """Whether the usual colours of cells, by the looks of them, are two: what differs in one channel alone, however
    much, is no great difference as looks go.
    """
    colours = middle(rows.reshape(len(rows), -1, 3), 1)
    away = colours - colours.mean(0)
    along = np.sort(away @ np.linalg.svd(away, full_matrices=False)[2][0])
    return bool(np.diff(along)[SEVERAL - 1 : len(along) - SEVERAL].max() > TWO_COLOURS)
