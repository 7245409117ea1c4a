"""Cells taken for ground that have another colour than all the ground around a board, where that has one alone: flat
blocks of nearly its colour.
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
"""Grey levels, in one channel, up to which the usual colours of nearly all cells around the board are one."""
NEARLY_ALL: Final = 0.9
"""Share of these cells: a frame may shine into some."""
ANOTHER: Final = 12.0
"""Grey levels from which a cell of the board has another colour."""
FEWEST: Final = 8
"""Cells around the board from which its colour is told."""


def shades(cells: Cells, empty: Bools, around: Cells) -> Bools:
    """(rows, columns), the `empty` ones of the cells (rows, columns, SIDE, SIDE, 3) that have another colour than those
    `around` the board (n, SIDE, SIDE, 3); none where these have several, where none of the board has theirs, and where
    whole rows or columns of the board are of another shade.
    """
    none = np.zeros(empty.shape, np.bool_)
    if len(around) < FEWEST or not empty.any():
        return none
    outer = _colours(around)
    usual = middle(outer)
    if (strongest(np.abs(outer - usual)) < ONE).mean() < NEARLY_ALL:
        return none
    away = strongest(np.abs(_colours(cells.reshape(-1, *cells.shape[2:])).reshape(*empty.shape, 3) - usual))
    own, other = empty & (away < ONE), empty & (away > ANOTHER)
    mixed = [(own.any(axis) & other.any(axis)).any() for axis in (0, 1)]
    return other if all(mixed) else none


def _colours(cells: Cells) -> Floats:
    """(n, 3), the usual colour of the inside of each of n cells."""
    return middle(cells[:, RIM:-RIM, RIM:-RIM].reshape(len(cells), -1, 3), 1)
