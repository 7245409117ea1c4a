"""A board over a picture in which pairs fall: its pieces stand out of it like islands, and lie on its floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.extent import UNKNOWN
from bot.vision.finding import islands
from calibration.joined import sort_round
from calibration.resting import rests
from calibration.shot import EMPTY
from calibration.sorting import Found, doubtful, sort_cells

GUESSES: Final = 8
"""Grids that are tried at the most."""
FEWEST: Final = 8
"""Pieces that tell a grid, at the least."""
ROWS: Final = 4
"""Rows of pieces that tell how high cells are, at the least: the others are laid by that."""
QUALITY: Final = 1.0
"""How plainly it is seen, in the terms of first sight."""
OVER: Final = 0.3
"""Of a cell, how much may lie beyond the picture."""


def scattered_board(pixels: Pixels, sizes: Sequence[tuple[int, int]], size: tuple[int, int] | None) -> Found | None:
    """The board of a picture (height, width, 3) whose pieces end plainly on all sides, where a look at each cell of
    their grid finds the same ones, and all but a falling pair lie on its floor. It has one of the `sizes` (rows,
    columns) that its game is played on, or the `size` that a person says; None where nothing is beyond question.
    """
    for lattice in islice(islands.sparse(pixels), GUESSES):
        if lattice.tiles.sum() < FEWEST or lattice.grid.rows < ROWS:
            continue
        for rows, columns in [size] if size else sizes:
            above = rows - lattice.grid.rows
            if columns != lattice.grid.columns or above < 0 or lattice.grid.y < (above - OVER) * lattice.grid.pitch_y:
                continue
            shot = sort_cells(pixels, _higher(lattice.grid, above), "blocks")
            pieces = np.pad(lattice.tiles, ((above, 0), (0, 0)))
            if rests(shot) and np.array_equal(shot.kind != EMPTY, pieces):
                shot = sort_round(shot) or shot
                reasons = () if size or not above else (UNKNOWN,)
                return Found("blocks", shot, QUALITY, (*doubtful(shot), *reasons))
    return None


def _higher(grid: Grid, rows: int) -> Grid:
    """The grid with so many rows more above it."""
    return replace(grid, y=grid.y - rows * grid.pitch_y, rows=grid.rows + rows)
