"""Whether something lies over a part of a board through which its lines still shine, or which has lines of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.clues.cells import Bools, Floats, Groups, Looks, sort
from bot.vision.clues.fits import fits
from bot.vision.clues.halves import halved
from bot.vision.clues.lines import Ruled
from bot.vision.clues.marks import CROSSED, FILLED, Ink
from bot.vision.clues.seam import crossed, framed
from bot.vision.clues.sheet import FEW, SAME, between, sheeted
from engine.moves import Cell
from engine.position import EMPTY

MOST: Final = 0.5
"""Share of the lines through a block that must contradict their clues."""
SMALLEST: Final = 2
"""Rows and columns of a solid block that is no filling."""
DRAWN: Final = 2.0
"""How many times as far from their cells as lines that are gone others are that are drawn."""


def veiled(pixels: Pixels, ruled: Ruled, looks: Looks, board: Sequence[str], contrast: float, ink: Ink) -> bool:
    """Whether something lies over a part of a board (its picture, its cells, and what they read as): by its edge, or by
    the shade of the lines below it; or because a block is filled against its clues and nothing else is, so that nobody
    knows how the lines between filled cells look.
    """
    filled = np.array([[cell == FILLED for cell in row] for row in board])
    strokes = sort(looks, contrast).strokes
    seen = crossed(pixels, ruled, contrast, strokes & filled, strokes & ~filled) or halved(pixels, ruled.grid, contrast)
    cursor = framed(pixels, ruled, contrast)
    plain = looks if cursor is None else _unframed(looks, cursor)
    return _forbidden(board, ink) or seen or sheeted(plain, board, contrast, ink)


def _unframed(looks: Looks, cell: Cell) -> Looks:
    """The looks of cells without the frame around one of them: lines there, and beside, are as they usually are."""
    row, column = cell
    rim = looks.rim.copy()
    rim[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = np.median(rim, (0, 1))
    return replace(looks, rim=rim)


def blank(looks: Looks, board: Sequence[str], contrast: float, ink: Ink) -> bool:
    """Whether the only filled cells of a board are a solid block, between which no line is left, and not all it takes:
    a window with nothing in it looks just so, and nothing else on the board tells how filled cells look. Or the only
    undecided ones are, while lines are drawn between the crossed ones.
    """
    groups = sort(looks, contrast)
    most = max(SAME * contrast, 2.0)
    return len(groups.means) > 0 and (_filled_in(looks, groups, board, most, ink) or _bare(looks, groups, board, most))


def _filled_in(looks: Looks, groups: Groups, board: Sequence[str], most: float, ink: Ink) -> bool:
    block = _block(board, FILLED)
    if block is None:
        return False
    done = [row.replace(EMPTY, CROSSED) for row in board]
    everywhere = np.ones(len(done), np.bool_), np.ones(len(done[0]), np.bool_)
    if all(clue is None or fits(clue, cells) for clue, cells in _through(done, ink, *everywhere)):
        return False
    lines = _lines(looks, groups, np.logical_and.outer(*block))
    return len(lines) > 0 and float(lines.max()) <= most


def _bare(looks: Looks, groups: Groups, board: Sequence[str], most: float) -> bool:
    block = _block(board, EMPTY)
    if block is None:
        return False
    crossed_out = np.array([[cell == CROSSED for cell in row] for row in board])
    lines, others = _lines(looks, groups, np.logical_and.outer(*block)), _lines(looks, groups, crossed_out)
    drawn = len(others) >= FEW and float(np.median(others)) > DRAWN * most
    return drawn and len(lines) > 0 and float(lines.max()) <= most


def _lines(looks: Looks, groups: Groups, cells: Bools) -> Floats:
    """(n,), how far the lines between some cells (rows, columns) are from the colour of those on both sides."""
    apart = [
        np.abs(side.colour - groups.means[side.look]).max(2)[side.within(cells) & (side.look >= 0)]
        for side in between(looks, groups)
    ]
    return np.concatenate(apart)


def _block(board: Sequence[str], label: str) -> tuple[Bools, Bools] | None:
    """The rows and the columns of the solid block that all cells of a board that read so make up, where they do: a
    window is a rectangle, without rows or columns of other cells in it.
    """
    filled = np.array([[cell == label for cell in row] for row in board])
    tall, wide = np.asarray(filled.any(1)), np.asarray(filled.any(0))
    if min(tall.sum(), wide.sum()) < SMALLEST or not np.array_equal(filled, np.logical_and.outer(tall, wide)):
        return None
    parted = any(int(np.ptp(np.flatnonzero(some))) >= some.sum() for some in (tall, wide))
    return None if parted else (tall, wide)


def _through(board: Sequence[str], ink: Ink, rows: Bools, columns: Bools) -> Iterator[tuple[Sequence[int] | None, str]]:
    """The clues of some rows and columns, where they are known, and what these show."""
    for row in map(int, np.flatnonzero(rows)):
        yield ink.rows[row], board[row]
    for column in map(int, np.flatnonzero(columns)):
        yield ink.cols[column], "".join(row[column] for row in board)


def _forbidden(board: Sequence[str], ink: Ink) -> bool:
    """Whether all filled cells of a board make up one solid block, and most clues of its lines do not allow that."""
    block = _block(board, FILLED)
    if block is None:
        return False
    through = list(_through(board, ink, *block))
    against = sum(clue is not None and not fits(clue, cells) for clue, cells in through)
    return against > MOST * len(through)
