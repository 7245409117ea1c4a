"""A board that is mostly empty: its cells are seen by the lines around them, or because nearly all of them look alike;
few of them hold a piece.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import cells_of, middle, structures
from bot.vision.clipped import to_edges
from bot.vision.clues.lines import find
from bot.vision.finding.locate import lattices
from calibration.shot import EMPTY, Shot
from calibration.sorting import Found, doubtful
from calibration.sparse import sort_few

FEWEST: Final = 16
"""Cells of the smallest board."""
PLAIN: Final = 6.0
"""Structure, in grey levels, that plain ground may show."""
NARROWEST: Final = 4
"""Rows or columns of the smallest one that is seen because its cells look alike."""
THIN: Final = 0.06
"""Half the width of a line, at most, as a part of a cell."""
SURE: Final = 0.8
"""How surely a cell's four sides are there, 0 to 1, from which it is ruled."""
ALL: Final = 0.98
"""Share of the cells that must be."""
GUESSES: Final = 3
"""Lattices of a picture that are looked at."""
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
    largest = max(grids, key=lambda grid: grid.box.w * grid.box.h, default=None)
    return None if largest is None else to_edges(pixels, largest)


def ruled_board(pixels: Pixels) -> Found | None:
    """The ruled board of a picture (height, width, 3), if most cells are empty; a full one is seen by its cells."""
    grid = ruled_grid(pixels)
    shot = sort_few(pixels, grid) if grid else None
    return Found("blocks", shot, QUALITY, doubtful(shot)) if shot else None


def raised_board(pixels: Pixels) -> Found | None:
    """The board of a picture (height, width, 3) whose cells have no thin lines around them, but repeat: they are raised
    or sunken, and most of them are empty and look alike.
    """
    for lattice in islice(lattices(pixels), GUESSES):
        grid = lattice.grid
        if min(grid.rows, grid.columns) >= NARROWEST and grid.rows * grid.columns >= FEWEST:
            shot = sort_few(pixels, grid)
            if shot is not None and _raised(shot):
                return Found("blocks", shot, QUALITY, doubtful(shot))
    return None


def _raised(shot: Shot) -> bool:
    """Whether the empty cells of a board show edges of their own: on plain ground cells of any size are alike."""
    usual = middle(cells_of(shot.pixels, shot.grid)[shot.kind == EMPTY])
    return bool(structures(usual[None])[0] > PLAIN)
