"""Cells in doubt on one of several boards alike, told by a kind that another shows: of which this one shows too few, or
only under something.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.cluster import NOISE
from bot.vision.blocks.look import CAP, distances
from bot.vision.blocks.sorting import EMPTY, UNSURE

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SAME: Final = 0.5
"""Share of how far a cell is from the next kind, or from ground, up to which it is of the nearest kind."""


class Seen(NamedTuple):
    """One of several boards."""

    rows: Floats
    """(n, pixels), the looks of its cells."""
    kind: Ints
    """(n,), what they hold, numbered as on the others."""
    marked: Bools
    """(n,), cells that show their kind in another light, or under a cursor."""
    open: Bools
    """(n,), cells in doubt that may be told; not those of which is known that they are a kind, but not which."""


def witnessed(board: Seen, others: list[Seen]) -> tuple[Ints, Floats]:
    """What the cells of a board hold, (n,), with those that others tell; and how sure each of these is, or 0."""
    kind, margins = board.kind.copy(), np.zeros(len(board.kind), np.float32)
    open_ = np.flatnonzero(board.open)
    theirs = np.concatenate([np.where(one.marked, UNSURE, one.kind) for one in others])
    known = np.unique(theirs[theirs >= 0])
    if not len(open_) or len(known) < 2:
        return kind, margins
    number = np.concatenate([np.where(board.marked, UNSURE, kind), theirs])
    apart = distances(board.rows[open_], np.concatenate([board.rows, *(one.rows for one in others)]))
    looks = np.unique(number[number >= 0])
    away = np.stack([apart[:, number == look].min(1, initial=CAP) for look in (*looks, EMPTY)], 1)
    nearest, next_ = np.sort(away, 1)[:, :2].T + NOISE
    best = np.append(looks, EMPTY)[away.argmin(1)]
    told = np.isin(best, known) & (nearest < SAME * next_)
    kind[open_[told]], margins[open_[told]] = best[told], (1 - nearest / next_)[told]
    return kind, margins
