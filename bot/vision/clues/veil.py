"""Whether something lies over a part of a board through which its lines still shine, or which has lines of its own.

The line between two cells looks as that between any two others that show the same. Where a block of cells is set off
by lines that no other cells have, it is not the cells that are seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.cells import Bools, Floats, Looks

OFF: Final = 0.2
"""How much a line may differ from the usual one, as a share of the strongest contrast."""
SIDES: Final = 2
"""Sides of a cell that differ so where something may lie over it."""
USUAL: Final = (0.5, 0.2, 0.8)
"""Where in the order of a line's colours the usual one may stand: a cover may be as large as what it leaves."""
MOST: Final = 0.5
"""Share of the lines in a block that must be unlike all others."""
SQUARE: Final = np.ones((2, 2), np.uint8)

Ints = NDArray[np.int64]


def veiled(looks: Looks, board: Sequence[str], contrast: float) -> bool:
    """Whether a block of cells has lines that cells which show the same do not have elsewhere."""
    shown = np.array([[ord(cell) for cell in row] for row in board])
    level = np.concatenate([looks.rim[:, :, 0], looks.rim[-1:, :, 1]])
    upright = np.concatenate([looks.rim[:, :, 2], looks.rim[:, -1:, 3]], 1)
    off = OFF * max(contrast, 40.0)
    for share in USUAL:
        odd_level = np.abs(level - np.quantile(level, share, 1, keepdims=True)).max(2) > off
        odd_upright = np.abs(upright - np.quantile(upright, share, 0, keepdims=True)).max(2) > off
        sides = np.stack([odd_level[:-1], odd_level[1:], odd_upright[:, :-1], odd_upright[:, 1:]], 2).sum(2)
        odd = cv2.morphologyEx((sides >= SIDES).astype(np.uint8), cv2.MORPH_OPEN, SQUARE)
        count, numbers = cv2.connectedComponents(odd, connectivity=4)
        blocks = np.asarray(numbers)
        if any(_strange(shown, level, upright, blocks == number, off) for number in range(1, count)):
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
            unlike += int((np.abs(own[:, None] - others).max(2).min(1) > off).sum())
    return unlike > MOST * known


def _pairs(first: Ints, second: Ints) -> Ints:
    """A number for what two neighbours show, whichever of them shows what."""
    return (np.minimum(first, second) << 32 | np.maximum(first, second)).ravel()
