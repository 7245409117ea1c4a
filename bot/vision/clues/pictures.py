"""Cells in which pictures are, each another one: a grid of tiles, which is no nonogram, whatever stands beside it."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut

SIDE: Final = 8
"""Pixels to which a cell is scaled, each way."""
INNER: Final = slice(2, 6)
"""The part of it that is looked at: neither lines nor frames reach it."""
RESTLESS: Final = 12.0
"""Grey levels by which a cell differs from its mean in which something is drawn, at least."""
MOST: Final = (0.75, 10)
"""Share of the cells of a nonogram, and of the table that it is in, in which something is drawn, and in how many ways:
of 30 recorded ones none had more than 0.3 and 4, of 9 full boards of tiles with lines between them none less than 0.97
and 22."""
ANOTHER: Final = 0.7
"""Share of how much they differ within from which two of them are drawn in another way."""
ASKED: Final = 150
"""Cells that are compared at the most."""


def pictures(pixels: Pixels, grid: Grid) -> bool:
    """Whether in nearly all cells of a grid something is drawn, and in more ways than the marks, colours and numbers of
    a nonogram are drawn. `pixels` are (h, w, 3).
    """
    cells = cut(pixels, grid, size=(SIDE, SIDE))[:, :, INNER, INNER].reshape(grid.rows * grid.columns, -1, 3)
    unrest = np.sqrt(((cells - cells.mean(1, keepdims=True)) ** 2).mean((1, 2)))
    restless = np.flatnonzero(unrest > RESTLESS)
    if len(restless) <= MOST[0] * len(cells):
        return False
    rows = cells[restless[:: -(-len(restless) // ASKED)]].reshape(-1, cells[0].size)
    apart = np.sqrt(((rows[:, None] - rows[None]) ** 2).mean(2)) >= ANOTHER * float(np.median(unrest[restless]))
    ways = 0
    left = np.ones(len(rows), np.bool_)
    while left.any() and ways <= MOST[1]:
        left &= apart[int(left.argmax())]
        ways += 1
    return ways > MOST[1]
