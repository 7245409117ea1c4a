"""Tiles that samples do not tell for sure, or show not at all, by those that are equal to them on the board at hand.

A tile that is drawn smaller looks otherwise than its sample, but all of its kind look otherwise alike.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bot.vision.tiles.board import UNSURE

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def by_equals(kind: Ints, groups: Ints, nearest: Ints) -> Ints:
    """The kinds of a board, (rows, columns), with those that are UNSURE told where equal tiles say what they are.

    `groups` are kinds that were sorted without samples, negative where there is no tile, and `nearest` the kind that
    each cell looks most like, though not for sure. Of a group that is told in part the rest is told, too. One of which
    nothing is told is what all of it looks most like, if nothing else on the board is of that kind.
    """
    told = kind.copy()
    for group in np.unique(groups[groups >= 0]):
        of = groups == group
        known, like = np.unique(kind[of & (kind != UNSURE)]), np.unique(nearest[of])
        if len(known) == 1 and known[0] >= 0:
            told[of] = known[0]
        elif not len(known) and of.sum() > 1 and len(like) == 1 and like[0] >= 0 and not (kind == like[0]).any():
            told[of] = like[0]
    return told


def fresh_kinds(open_: Bools, groups: Ints) -> Iterator[Bools]:
    """Tiles of kinds that no sample shows: two or more that are equal, all of them `open_`, not told by any sample.
    `groups` (rows, columns) are kinds that were sorted without samples, negative where there is no tile.
    """
    for group in np.unique(groups[groups >= 0]):
        of = groups == group
        if of.sum() > 1 and open_[of].all():
            yield of
