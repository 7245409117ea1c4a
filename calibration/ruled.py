"""A board that is ruled and mostly empty: thin lines stand around all of its cells, and few of them hold a piece."""

from __future__ import annotations

from typing import Final

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.clues.lines import find
from calibration.sorting import Found, doubtful
from calibration.sparse import sort_few

FEWEST: Final = 16
"""Cells of the smallest board."""
THIN: Final = 0.06
"""Half the width of a line, at most, as a part of a cell."""
SURE: Final = 0.8
"""How surely a cell's four sides are there, 0 to 1, from which it is ruled."""
ALL: Final = 0.98
"""Share of the cells that must be."""
QUALITY: Final = 3.0
"""How well lines around every cell bear a board out."""


def ruled_grid(pixels: Pixels) -> Grid | None:
    """The largest ruled grid in a picture (height, width, 3); None where there is none."""
    grids = [
        one.grid
        for one in find(pixels)
        if one.sides.size >= FEWEST
        and one.line <= THIN * min(one.grid.pitch_x, one.grid.pitch_y)
        and (one.sides >= SURE).mean() >= ALL
    ]
    return max(grids, key=lambda grid: grid.box.w * grid.box.h, default=None)


def ruled_board(pixels: Pixels) -> Found | None:
    """The ruled board of a picture (height, width, 3), if most cells are empty; a full one is seen by its cells."""
    grid = ruled_grid(pixels)
    shot = sort_few(pixels, grid) if grid else None
    return Found("blocks", shot, QUALITY, doubtful(shot)) if shot else None
