"""Lines at the rim of a board that are none of the puzzle, though their cells are as large: numbers that count the
others, and strips of a shade of their own between the clues and the board, in which some programs show where one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.clues.bank import Bank
from bot.vision.clues.lines import FEWEST, Ruled
from bot.vision.clues.puzzle import Puzzle
from bot.vision.clues.strips import edge_of
from bot.vision.clues.within import contents, shades

MANY: Final = 0.5
"""Share of the cells of such a line whose number is told; none of them is bare."""
KINDS: Final = 4
"""Digits at least that differ: crosses and other marks may look like a digit, but all like one."""
OF_ONE: Final = 0.8
"""Share of the cells of such strips that have their shade, at the least."""
ELSEWHERE: Final = 0.03
"""Share of the cells beside them that have it, at the most."""


def without_rims(pixels: Pixels, puzzle: Puzzle, bank: Bank) -> Ruled | None:
    """The grid of a puzzle without outermost lines that have no clue but a number in nearly every cell, or are strips
    between the clues and the board; None where there are none such.
    """
    ruled = puzzle.ruled
    size = ruled.grid.rows, ruled.grid.columns
    bands = puzzle.left, puzzle.above
    clued = [{digit.line for digit in band.digits} | band.strays for band in bands]
    beside = [size[axis] - 1 if band.after else 0 for axis, band in enumerate(reversed(bands))]
    if all(line not in clued[axis] for axis, line in enumerate(beside)) and _strips(pixels, ruled, bank, beside):
        rows, columns = (slice(int(line == 0), size[axis] - int(line > 0)) for axis, line in enumerate(beside))
        part = _part(ruled, rows, columns)
        ends = (abs(edge_of(part, bool(axis), band.after) - band.begin) for axis, band in enumerate(bands))
        left, above = (end + band.height / 2 for end, band in zip(ends, bands, strict=True))
        within = replace(part, reach=(left, above), clear=(ruled.grid.pitch_x, ruled.grid.pitch_y))
        return within if min(part.sides.shape) >= FEWEST else None
    rows, columns = (_kept(pixels, ruled, bank, axis, lines) for axis, lines in enumerate(clued))
    shape = rows.stop - rows.start, columns.stop - columns.start
    return _part(ruled, rows, columns) if shape != size and min(shape) >= FEWEST else None


def _strips(pixels: Pixels, ruled: Ruled, bank: Bank, beside: Sequence[int]) -> bool:
    """Whether a row and a column are of one shade, which hardly any of the other cells has."""
    shade = shades(contents(pixels, ruled, bank)[2])
    row, column = beside
    own = np.concatenate([np.delete(shade[row], column), np.delete(shade[:, column], row)])
    usual = np.bincount(own).argmax()
    others = np.delete(np.delete(shade, row, 0), column, 1)
    return bool((own == usual).mean() >= OF_ONE and (others == usual).mean() <= ELSEWHERE)


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
    return replace(ruled, grid=ruled.grid.part(rows, columns), sides=ruled.sides[rows, columns])
