"""Cells taken for ground of another colour than all the ground around a board, where that has one alone or changes
evenly: flat blocks of nearly its colour.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import RIM, middle
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

ONE: Final = 5.0
"""Grey levels, in one channel, up to which the usual colours of nearly all cells around the board are one, or change as
evenly from side to side."""
NEARLY_ALL: Final = 0.9
"""Share of these cells: a frame may shine into some."""
ANOTHER: Final = 12.0
"""Grey levels from which a cell of the board has another colour."""
TURNS: Final = 3
"""Times that it is measured how their colour changes from side to side."""
FEWEST: Final = 8
"""Cells around the board from which its colour is told."""


def shades(cells: Cells, around: Bools, empty: Bools) -> Bools:
    """(rows, columns), the `empty` cells of a board that have another colour than those around it; none where these
    have several that do not change evenly from side to side, where none of the board has theirs, and where whole rows
    or columns of the board are of another shade.

    `cells` (rows + 2n, columns + 2n, SIDE, SIDE, 3) are the board's and n rings around it, `around` (rows + 2n,
    columns + 2n) those of the rings that are seen.
    """
    none = np.zeros(empty.shape, np.bool_)
    if around.sum() < FEWEST or not empty.any():
        return none
    colours = _colours(cells.reshape(-1, *cells.shape[2:])).reshape(-1, 3)
    y, x = np.mgrid[: cells.shape[0], : cells.shape[1]].reshape(2, -1)
    terms = np.stack([np.ones_like(x), x, y], 1).astype(np.float32)
    outer = around.ravel()
    even = np.ones(len(colours), np.bool_)
    for _ in range(TURNS):  # a frame may shine into some cells
        slopes = np.linalg.lstsq(terms[outer & even], colours[outer & even], None)[0]
        away = strongest(np.abs(colours - terms @ slopes))
        even = away <= max(ONE, float(middle(away[outer])))
    if (away[outer] < ONE).mean() < NEARLY_ALL:
        return none
    rings = (cells.shape[0] - empty.shape[0]) // 2
    away = away.reshape(around.shape)[rings : rings + empty.shape[0], rings : rings + empty.shape[1]]
    own, other = empty & (away < ONE), empty & (away > ANOTHER)
    mixed = [(own.any(axis) & other.any(axis)).any() for axis in (0, 1)]
    return other if all(mixed) else none


def _colours(cells: Cells) -> Floats:
    """(n, 3), the usual colour of the inside of each of n cells."""
    return middle(cells[:, RIM:-RIM, RIM:-RIM].reshape(len(cells), -1, 3), 1)
