"""Tiles vanish in pairs: what that says of places that their looks leave open, or that something lies over."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import Cells
from bot.vision.tiles.bank import Bank, Told
from bot.vision.tiles.board import FLOOR, NONE, UNSURE

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

LIT: Final = 0.4
"""Agreement of outlines from which the only cell in doubt may be the only tile that a kind lacks…"""
SHOWN: Final = 0.85
"""… and from which what was taken for a gap is."""
SHARED: Final = 12
"""Kinds on both sides of an empty line, an even number of times on each, that one board hardly ever has: of kinds that
lie on both sides three in seven do…"""
STRAY: Final = 6
"""… and how many of them there are, at the least, for each that does not."""


def settled(told: Told, likely: Ints | None = None, counts: Ints | None = None) -> Told:
    """The same with bare places taken for gaps, and those that are `likely` (rows, columns) of some kind, -1 for none,
    for tiles of that kind, where all kinds are then there an even number of times. `counts` says as which kind each
    counts, one for all that fit one another; itself where it is not given.

    Ground like a photograph looks different at every place, so a gap that was never seen before is not told by its
    looks; but tiles vanish in pairs.
    """
    unsure = told.kind == UNSURE
    if not unsure.any():
        return told
    tiles = np.zeros_like(unsure) if likely is None else unsure & (likely >= 0)
    few = unsure.sum() <= max(4, np.count_nonzero(told.kind >= 0) // 2)
    if not few or not (told.bare | tiles)[unsure].all():
        return told
    kind = np.where(unsure, NONE, told.kind)
    if likely is not None:
        kind[tiles] = likely[tiles]
    if odd(kind, counts).any():
        return told
    return told._replace(kind=kind, margins=np.where(unsure, 2 * FLOOR, told.margins).astype(np.float32))


def completed(told: Told, cells: Cells, bank: Bank, counts: Ints | None = None) -> Told:
    """The same with the one tile that a kind lacks where a tile in another light shows its figure: the one under the
    mouse, say, or that was picked. What all other tiles are must be told; `counts` is as for `settled`.
    """
    lacking = _fellow(told, counts)
    if lacking is None or not lacking[0].any():
        return told
    where, kind = lacking
    doubted = (told.kind[where] != NONE).any()
    seen = where.copy()
    seen[where] = bank.shows(cells[where], kind) > (LIT if doubted else SHOWN)
    if np.count_nonzero(seen) != 1:
        return told
    return told._replace(
        kind=np.where(seen, kind, told.kind),
        margins=np.where(seen, np.float32(2 * FLOOR), told.margins),
        marked=told.marked | seen,
    )


def _fellow(told: Told, counts: Ints | None = None) -> tuple[Bools, int] | None:
    """Which cells, (rows, columns), may show the one tile that a kind lacks, which is told as no other, and that kind:
    the only cell in doubt, or, where none is, a gap. None where more is open.
    """
    doubted = (told.kind == UNSURE) | ((told.kind >= 0) & (told.margins < FLOOR))
    lacking = np.flatnonzero(odd(np.where(doubted, NONE, told.kind), counts))
    if len(lacking) != 1 or doubted.sum() > 1:
        return None
    return (doubted if doubted.any() else told.kind == NONE), int(lacking[0])


def unpaired(told: Told, before: Told, counts: Ints | None = None) -> Bools:
    """(rows, columns), places that look like gaps and held tiles `before`, where that cannot be: side by side, as what
    lies under a plain panel, and of kinds that are there an odd number of times then. Nothing may be open. `counts` is
    as for `settled`.
    """
    gone = (before.kind >= 0) & (told.kind == NONE)
    if not gone.any() or (told.kind == UNSURE).any() or not _beside(gone):
        return np.zeros_like(gone)
    counts = np.arange(int(max(told.kind.max(), before.kind.max(), 0)) + 1) if counts is None else counts
    fresh = odd(told.kind, counts) & ~odd(before.kind, counts)
    return gone if fresh.any() else np.zeros_like(gone)


def divided(kind: Ints, counts: Ints | None = None) -> bool:
    """Whether a board, (rows, columns), falls into two at an empty row or column: nearly all kinds are there an even
    number of times on either side, many of them on both. One board hardly ever comes to that by itself.
    """
    counts = np.arange(int(kind.max(initial=0)) + 1) if counts is None else counts
    return any(_halved(board, counts) for board in (kind, kind.T))


def _halved(kind: Ints, counts: Ints) -> bool:
    """The same at an empty column."""
    for column in np.flatnonzero(~(kind >= 0).any(0)):
        left, right = kind[:, :column], kind[:, column + 1 :]
        uneven = np.flatnonzero(odd(left, counts) | odd(right, counts))
        even = np.setdiff1d(np.intersect1d(left[left >= 0], right[right >= 0]), uneven)
        if len(even) >= max(SHARED, STRAY * len(uneven)):
            return True
    return False


def _beside(gone: Bools) -> bool:
    """Whether two of the places lie side by side, or one above the other."""
    return bool((gone[1:] & gone[:-1]).any() or (gone[:, 1:] & gone[:, :-1]).any())


def odd(kind: Ints, counts: Ints | None = None) -> Bools:
    """Which kinds are on a board (rows, columns) an odd number of times, as they count; some count as none."""
    counts = np.arange(int(kind.max(initial=0)) + 1) if counts is None else counts
    counted = counts[kind[kind >= 0]]
    return np.asarray(np.bincount(counted[counted >= 0], minlength=len(counts)) % 2 > 0)
