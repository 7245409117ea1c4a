"""Whether something lies over a part of a board through which its lines still shine, or which has lines of its own.

The line between two cells looks as that between any two others that show the same. Where a block of cells is set off
by lines that no other cells have, it is not the cells that are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.clues.cells import Bools, Floats, Looks
from bot.vision.clues.fits import fits
from bot.vision.clues.lines import Ruled
from bot.vision.clues.marks import FILLED, Ink
from bot.vision.clues.seam import crossed
from bot.vision.clues.sheet import sheeted
from engine.position import EMPTY

OFF: Final = (0.2, 0.06)
"""How much a line may differ from the usual one, as shares of the strongest contrast."""
GRAIN: Final = 3.0
"""How many times as much as lines of one kind differ from each other anyway."""
SOME: Final = 150
"""Lines of one kind that are compared with each other."""
SIDES: Final = 2
"""Sides of a cell that differ so where something may lie over it."""
USUAL: Final = (0.5, 0.2, 0.8)
"""Where in the order of a line's colours the usual one may stand: a cover may be as large as what it leaves."""
MOST: Final = 0.5
"""Share of the lines in a block that must be unlike all others."""
FEWEST: Final = 3
"""Lines of which that must be so."""
SMALLEST: Final = 2
"""Rows and columns of a solid block that is no filling."""
SQUARE: Final = np.ones((2, 2), np.uint8)

Ints = NDArray[np.int64]


def veiled(pixels: Pixels, ruled: Ruled, looks: Looks, board: Sequence[str], contrast: float, ink: Ink) -> bool:
    """Whether something lies over a part of a board (its picture, its cells, and what they read as): by its edge, by
    the shade of the lines below it; by a block of cells that has lines which cells that show the same do not have
    elsewhere; or because it is filled against its clues and nothing else is, so that nobody knows how the lines between
    filled cells look.
    """
    if _forbidden(board, ink) or crossed(pixels, ruled, contrast) or sheeted(looks, board, contrast, ink):
        return True
    return _apart(looks, board, contrast)


def _apart(looks: Looks, board: Sequence[str], contrast: float) -> bool:
    """Whether a block of cells has lines that cells which show the same do not have elsewhere."""
    shown = np.array([[ord(cell) for cell in row] for row in board])
    level = np.concatenate([looks.rim[:, :, 0], looks.rim[-1:, :, 1]])
    upright = np.concatenate([looks.rim[:, :, 2], looks.rim[:, -1:, 3]], 1)
    for off, share in product(OFF, USUAL):
        apart = off * max(contrast, 40.0)
        odd_level = np.abs(level - np.quantile(level, share, 1, keepdims=True)).max(2) > apart
        odd_upright = np.abs(upright - np.quantile(upright, share, 0, keepdims=True)).max(2) > apart
        sides = np.stack([odd_level[:-1], odd_level[1:], odd_upright[:, :-1], odd_upright[:, 1:]], 2).sum(2)
        odd = cv2.morphologyEx((sides >= SIDES).astype(np.uint8), cv2.MORPH_OPEN, SQUARE)
        count, numbers = cv2.connectedComponents(odd, connectivity=4)
        blocks = np.asarray(numbers)
        # Filled cells may bleed into their lines, each in its own way: where little tells, only open cells count.
        told = (
            shown
            if off == OFF[0]
            else np.where(shown == ord(EMPTY), shown, -1 - np.arange(shown.size).reshape(shown.shape))
        )
        if any(_strange(told, level, upright, blocks == number, apart) for number in range(1, count)):
            return True
    return False


def _strange(shown: Ints, level: Floats, upright: Floats, block: Bools, off: float) -> bool:
    """Whether most of the lines between two cells of a block are unlike those between cells elsewhere that show the
    same.
    """
    kinds = np.concatenate([_pairs(shown[:-1], shown[1:]), _pairs(shown[:, :-1], shown[:, 1:])])
    colours = np.concatenate([level[1:-1].reshape(-1, 3), upright[:, 1:-1].reshape(-1, 3)])
    inside = np.concatenate([(block[:-1] & block[1:]).ravel(), (block[:, :-1] & block[:, 1:]).ravel()])
    # The rim of what lies over them may reach a little farther.
    near = cv2.dilate(block.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    beside = np.concatenate([(near[:-1] | near[1:]).ravel(), (near[:, :-1] | near[:, 1:]).ravel()])
    known = unlike = 0
    for kind in np.unique(kinds[inside]):
        own, others = colours[inside & (kinds == kind)], colours[~beside & (kinds == kind)]
        if len(others):
            known += len(own)
            unlike += int((_nearest(own, others) > max(off, GRAIN * _grain(others))).sum())
    return known >= FEWEST and unlike > MOST * known


def _nearest(own: Floats, others: Floats) -> Floats:
    """(n,): how far each colour (n, 3) is from the nearest of some others."""
    return np.asarray(np.abs(own[:, None] - others).max(2).min(1), np.float32)


def _grain(colours: Floats) -> float:
    """How far most of some colours are from the nearest of the rest."""
    some = colours[:: -(-len(colours) // SOME)]
    if len(some) < 2:
        return 0.0
    return float(np.percentile([_nearest(some[k : k + 1], np.delete(some, k, 0))[0] for k in range(len(some))], 95))


def _forbidden(board: Sequence[str], ink: Ink) -> bool:
    """Whether all filled cells of a board make up one solid block, and most clues of its lines do not allow that."""
    filled = np.array([[cell == FILLED for cell in row] for row in board])
    tall, wide = np.asarray(filled.any(1)), np.asarray(filled.any(0))
    if min(tall.sum(), wide.sum()) < SMALLEST or not np.array_equal(filled, np.logical_and.outer(tall, wide)):
        return False
    columns = ["".join(cells) for cells in zip(*board, strict=True)]
    through = [(ink.rows[row], board[row]) for row in map(int, np.flatnonzero(tall))]
    through += [(ink.cols[column], columns[column]) for column in map(int, np.flatnonzero(wide))]
    against = sum(clue is not None and not fits(clue, cells) for clue, cells in through)
    return against > MOST * len(through)


def _pairs(first: Ints, second: Ints) -> Ints:
    """A number for what two neighbours show, whichever of them shows what."""
    return (np.minimum(first, second) * (1 << 32) + np.maximum(first, second)).ravel()
