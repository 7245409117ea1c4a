"""A board that is mostly empty: its cells are seen by the lines around them, or because nearly all of them look alike;
few of them hold a piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.blocks.look import cells_of, middle, structures
from bot.vision.cells import cut
from bot.vision.clipped import to_edges
from bot.vision.clues.lines import Ruled, find
from bot.vision.falling import may_be_pair
from bot.vision.finding.locate import lattices
from calibration.resting import rests
from calibration.shot import EMPTY, Shot
from calibration.sorting import Found, doubtful, sort_cells
from calibration.sparse import sort_few
from engine.moves import Cell

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
"""Share of the cells that must be…"""
MOSTLY: Final = 0.6
"""Share of the cells from which lines are worth telling a person of, though what they part is not told."""
MANY: Final = 0.9
"""… or this much where the sides of others may be hidden by a pair that falls between two rows."""
SOME: Final = 60
"""Empty cells of which the usual one is taken."""
PARTS: Final = 6
"""Times, at most, that a texture repeats within a cell…"""
AGAIN: Final = 0.4
"""… which then looks so much more like itself, moved by such a part, than like its usual colour."""
GUESSES: Final = 3
"""Lattices of a picture that are looked at."""
QUALITY: Final = 3.0
"""How well lines around every cell bear a board out."""


def lined_grid(pixels: Pixels) -> Grid | None:
    """The largest grid of lines in a picture (height, width, 3), some of which may not be seen; None where there is
    none.
    """
    grids = [one.grid for one in find(pixels) if one.sides.size >= FEWEST and (one.sides >= SURE).mean() >= MOSTLY]
    return max(grids, key=lambda grid: grid.box.w * grid.box.h, default=None)


def _ruled_grid(pixels: Pixels) -> tuple[Grid, list[Cell]] | None:
    """The largest ruled grid in a picture (height, width, 3), and its cells whose lines something hides; None where
    there is none.
    """
    grids = [
        (one.grid, hidden)
        for one in find(pixels)
        if one.sides.size >= FEWEST and one.line <= THIN * min(one.grid.pitch_x, one.grid.pitch_y)
        if (hidden := _hidden(one, pixels)) is not None
    ]
    if not grids:
        return None
    largest, hidden = max(grids, key=lambda one: one[0].box.w * one[0].box.h)
    grid = to_edges(pixels, largest)
    down, right = round((largest.y - grid.y) / grid.pitch_y), round((largest.x - grid.x) / grid.pitch_x)
    cells = {(row + down, column + right) for row, column in hidden}
    # Of a cell at the end of the picture no line is known that could be hidden, but those of the next one are.
    for row, column in sorted(cells):
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            at = near[0] - down, near[1] - right
            if not (0 <= at[0] < largest.rows and 0 <= at[1] < largest.columns):
                cells.add(near)
    inside = (cell for cell in cells if 0 <= cell[0] < grid.rows and 0 <= cell[1] < grid.columns)
    return grid, sorted(inside)


def _hidden(one: Ruled, pixels: Pixels) -> list[Cell] | None:
    """The cells whose lines a pair hides that falls, as far as the picture (h, w, 3) reaches; None where more of them
    are missing.
    """
    sure = one.sides >= SURE
    ruled = sure.mean() >= ALL
    height, width = pixels.shape[:2]
    near, box = max(2.0, one.line), one.grid.box
    # What the end of the picture bounds needs no line there.
    sure[0] |= box.y < near
    sure[-1] |= height - box.y - box.h < near
    sure[:, 0] |= box.x < near
    sure[:, -1] |= width - box.x - box.w < near
    hidden = [(int(row), int(column)) for row, column in np.argwhere(~sure)]
    if may_be_pair(hidden):
        return hidden if sure.mean() >= MANY else None
    return [] if ruled else None


def ruled_board(pixels: Pixels) -> Found | None:
    """The ruled board of a picture (height, width, 3), if most cells are empty; a full one is seen by its cells."""
    found = _ruled_grid(pixels)
    shot = sort_few(pixels, *found) if found else None
    if shot is None:
        return None
    few = () if (shot.kind >= 0).any() else (_none_yet(shot.grid),)
    return Found("blocks", shot, QUALITY, (*few, *doubtful(shot)))


def lined_board(pixels: Pixels, sizes: Sequence[tuple[int, int]]) -> Found | None:
    """The board of a picture (height, width, 3) in lines of which glows and pieces hide more than a falling pair does:
    where it has one of the `sizes` (rows, columns) that its game is played on, and all but a pair lies on its floor.
    """
    grid = lined_grid(pixels)
    if grid is None or (grid.rows, grid.columns) not in sizes:
        return None
    shot = sort_cells(pixels, grid, "blocks")
    return Found("blocks", shot, QUALITY, doubtful(shot)) if rests(shot) else None


def _none_yet(grid: Grid) -> Reason:
    said = (
        f"Expected pieces that lie on the board, found a ruled one of {grid.rows} rows x {grid.columns} columns on "
        "which none lies in a cell yet: show it later in the game."
    )
    return Reason(About.FEW, said)


def raised_board(pixels: Pixels) -> Found | None:
    """The board of a picture (height, width, 3) whose cells have no thin lines around them, but repeat: they are raised
    or sunken, and most of them are empty and look alike.
    """
    for lattice in islice(lattices(pixels), GUESSES):
        grid = lattice.grid
        if min(grid.rows, grid.columns) >= NARROWEST and grid.rows * grid.columns >= FEWEST:
            shot = sort_few(pixels, grid)
            if shot is not None and (shot.kind >= 0).any() and _raised(shot):
                return Found("blocks", shot, QUALITY, doubtful(shot))
    return None


def _raised(shot: Shot) -> bool:
    """Whether the empty cells of a board show edges of their own, once each: on plain ground cells of any size are
    alike, and on a texture those of some sizes.
    """
    grid, empty = shot.grid, shot.kind == EMPTY
    if structures(middle(cells_of(shot.pixels, grid)[empty])[None])[0] <= PLAIN:
        return False
    size = round(grid.pitch_x), round(grid.pitch_y)
    usual = np.median(cut(shot.pixels, grid, size=size)[empty][:SOME], 0)
    structure = np.abs(usual - np.median(usual, (0, 1))).mean()
    return not any(
        np.abs(usual - np.roll(usual, round(size[1 - axis] / parts), axis)).mean() < AGAIN * structure
        for axis in (0, 1)
        for parts in range(2, PARTS + 1)
    )
