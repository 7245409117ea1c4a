"""Numbers at the rim of a board that count its lines: cells as large as the others, but none of the puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.clues.bank import Bank
from bot.vision.clues.lines import FEWEST, Ruled
from bot.vision.clues.puzzle import Puzzle
from bot.vision.clues.within import contents

MANY: Final = 0.5
"""Share of the cells of such a line whose number is told; none of them is bare."""
KINDS: Final = 4
"""Digits at least that differ: crosses and other marks may look like a digit, but all like one."""


def unnumbered(pixels: Pixels, puzzle: Puzzle, bank: Bank) -> Ruled | None:
    """The grid of a puzzle without outermost lines that have no clue but a number in nearly every cell; None where
    there are none such.
    """
    ruled = puzzle.ruled
    size = ruled.grid.rows, ruled.grid.columns
    rows, columns = (
        _kept(pixels, ruled, bank, axis, {digit.line for digit in band.digits} | band.strays)
        for axis, band in enumerate((puzzle.left, puzzle.above))
    )
    shape = rows.stop - rows.start, columns.stop - columns.start
    return _part(ruled, rows, columns) if shape != size and min(shape) >= FEWEST else None


def _kept(pixels: Pixels, ruled: Ruled, bank: Bank, axis: int, clued: set[int] | frozenset[int]) -> slice:
    """The rows (axis 0) or columns that count nothing; `clued` are those that have a clue."""
    count = (ruled.grid.rows, ruled.grid.columns)[axis]
    whole = slice(0, ruled.grid.rows), slice(0, ruled.grid.columns)
    counting = []
    for line in (0, count - 1):
        if line in clued:
            counting.append(False)
            continue
        own = slice(line, line + 1)
        digit, bare, _ = contents(pixels, _part(ruled, own if axis == 0 else whole[0], own if axis else whole[1]), bank)
        told = digit[digit >= 0]
        counting.append(not bare.any() and len(told) >= MANY * digit.size and len(np.unique(told)) >= KINDS)
    return slice(int(counting[0]), count - int(counting[1]))


def _part(ruled: Ruled, rows: slice, columns: slice) -> Ruled:
    """Some rows and columns of a grid."""
    corner = ruled.grid.cell((rows.start, columns.start))
    shape = rows.stop - rows.start, columns.stop - columns.start
    grid = replace(ruled.grid, x=corner.x, y=corner.y, rows=shape[0], columns=shape[1])
    return replace(ruled, grid=grid, sides=ruled.sides[rows, columns])
