"""Kinds that a chain of likenesses has joined: two kinds, or more, that pass for one."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.cluster import COLOURED, joined, tree
from bot.vision.blocks.look import PLAINLY, areas, middle

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SEVERAL: Final = 3
"""Cells from which a part of a kind may be a kind of its own."""
TWO_COLOURS: Final = 45.0
"""Grey levels between the colours of two such parts, with no cell between: of 1,300 kinds none had more than 30."""
INKED: Final = 0.05
"""Share of its cell in which every kind shows each of two colours where all are figures of one ink: of 4,121 kinds of
balls, gems, panels and plain blocks none shares both, even in 0.03."""
STEP: Final = 5.0
"""Grey levels from cell to cell beyond which figures of one ink are no longer one kind: of 708 such kinds none had two
parts so far apart, nor even at 4."""
ENDS: Final = 0.1
"""Share of all pixels that are taken first for one colour, and for the other."""
TURNS: Final = 5
"""Times that the two colours are measured anew."""


def mixed(rows: Floats, apart: Floats, kind: Ints) -> Bools:
    """(n,), cells of kinds that fall into two parts, each of several cells, which differ nearly all over or in their
    colour, and nothing between; or, where all kinds are figures of one ink, are more than a step apart.

    `rows` are the looks of n cells, `apart` (n, n) how far those are apart, `kind` is 0 or more where they are blocks.
    """
    out = np.zeros(len(kind), np.bool_)
    inked = _inked(rows, kind)
    for k in np.unique(kind[kind >= 0]):
        of = np.flatnonzero(kind == k)
        if len(of) < 2 * SEVERAL:
            continue
        if _two_colours(rows[of]):
            out[of] = True
            continue
        own = apart[np.ix_(of, of)]
        if inked and _parts(own) > 1:
            out[of] = True
            continue
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


def _parts(own: Floats) -> int:
    """How many parts of several cells there are, each a STEP and more from every other; `own` (n, n) is how far the
    cells of a kind are apart.
    """
    part = joined([(one, other) for step, one, other in tree(own) if step <= STEP], len(own))
    return int((np.bincount(part) >= SEVERAL).sum())


def _inked(rows: Floats, kind: Ints) -> bool:
    """Whether all kinds are figures of one colour on blocks of another one."""
    kinds = np.unique(kind[kind >= 0])
    if not len(kinds):
        return False
    looks = np.stack([middle(rows[kind == k]) for k in kinds]).reshape(len(kinds), -1, 3)
    pixels = looks.reshape(-1, 3)
    away = pixels - pixels.mean(0)
    along = away @ np.linalg.svd(away, full_matrices=False)[2][0]
    order = np.argsort(along)
    some = max(1, int(ENDS * len(pixels)))
    one, other = pixels[order[:some]].mean(0), pixels[order[-some:]].mean(0)
    for _ in range(TURNS):
        first = np.abs(pixels - one).max(1) < np.abs(pixels - other).max(1)
        if first.all() or not first.any():
            return False
        one, other = np.median(pixels[first], 0), np.median(pixels[~first], 0)
    shows = [(np.abs(looks - colour).max(2) < PLAINLY).mean(1).min() for colour in (one, other)]
    return min(shows) > INKED and float(np.abs(one - other).max()) > 2 * PLAINLY
