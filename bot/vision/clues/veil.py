"""Whether something lies over a part of a board through which its lines still shine, or which has lines of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.clues.cells import Looks
from bot.vision.clues.fits import fits
from bot.vision.clues.halves import halved
from bot.vision.clues.lines import Ruled
from bot.vision.clues.marks import FILLED, Ink
from bot.vision.clues.seam import crossed
from bot.vision.clues.sheet import sheeted

MOST: Final = 0.5
"""Share of the lines through a block that must contradict their clues."""
SMALLEST: Final = 2
"""Rows and columns of a solid block that is no filling."""


def veiled(pixels: Pixels, ruled: Ruled, looks: Looks, board: Sequence[str], contrast: float, ink: Ink) -> bool:
    """Whether something lies over a part of a board (its picture, its cells, and what they read as): by its edge, or by
    the shade of the lines below it; or because a block is filled against its clues and nothing else is, so that nobody
    knows how the lines between filled cells look.
    """
    seen = crossed(pixels, ruled, contrast) or halved(pixels, ruled.grid, contrast)
    return _forbidden(board, ink) or seen or sheeted(looks, board, contrast, ink)


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
