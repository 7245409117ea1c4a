"""Whether something lies over a part of a board through which its lines still shine, or which has lines of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.clues.cells import Bools, Looks, sort
from bot.vision.clues.fits import fits
from bot.vision.clues.halves import halved
from bot.vision.clues.lines import Ruled
from bot.vision.clues.marks import CROSSED, FILLED, Ink
from bot.vision.clues.seam import crossed
from bot.vision.clues.sheet import SAME, between, sheeted
from engine.position import EMPTY

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


def blank(looks: Looks, board: Sequence[str], contrast: float, ink: Ink) -> bool:
    """Whether the only filled cells of a board are a solid block, between which no line is left, and not all it takes:
    a window with nothing in it looks just so, and nothing else on the board tells how filled cells look.
    """
    block = _block(board)
    if block is None:
        return False
    done = [row.replace(EMPTY, CROSSED) for row in board]
    everywhere = np.ones(len(done), np.bool_), np.ones(len(done[0]), np.bool_)
    if all(clue is None or fits(clue, cells) for clue, cells in _through(done, ink, *everywhere)):
        return False
    filled = np.logical_and.outer(*block)
    groups = sort(looks, contrast)
    if not len(groups.means):
        return False
    gone = [
        np.abs(side.colour - groups.means[side.look]).max(2)[side.within(filled) & (side.look >= 0)]
        for side in between(looks, groups)
    ]
    lines = np.concatenate(gone)
    return bool(len(lines)) and float(lines.max()) <= max(SAME * contrast, 2.0)


def _block(board: Sequence[str]) -> tuple[Bools, Bools] | None:
    """The rows and the columns of the solid block that all filled cells of a board make up, where they do."""
    filled = np.array([[cell == FILLED for cell in row] for row in board])
    tall, wide = np.asarray(filled.any(1)), np.asarray(filled.any(0))
    if min(tall.sum(), wide.sum()) < SMALLEST or not np.array_equal(filled, np.logical_and.outer(tall, wide)):
        return None
    return tall, wide


def _through(board: Sequence[str], ink: Ink, rows: Bools, columns: Bools) -> Iterator[tuple[Sequence[int] | None, str]]:
    """The clues of some rows and columns, where they are known, and what these show."""
    for row in map(int, np.flatnonzero(rows)):
        yield ink.rows[row], board[row]
    for column in map(int, np.flatnonzero(columns)):
        yield ink.cols[column], "".join(row[column] for row in board)


def _forbidden(board: Sequence[str], ink: Ink) -> bool:
    """Whether all filled cells of a board make up one solid block, and most clues of its lines do not allow that."""
    block = _block(board)
    if block is None:
        return False
    through = list(_through(board, ink, *block))
    against = sum(clue is not None and not fits(clue, cells) for clue, cells in through)
    return against > MOST * len(through)
