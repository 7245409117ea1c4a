"""Ground that alternates from cell to cell, as on a chessboard or in stripes: painted over in one colour."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NEAR: Final = 8.0
"""Grey levels up to which a pixel shows the ground."""
APART: Final = 5.0
"""Grey levels by which two grounds differ at least."""
SHOWN: Final = 0.5
"""Share of the pixels along the sides of cells that show their ground."""
ASTRAY: Final = 0.1
"""Share of them that may show the other ground…"""
WHOLLY: Final = 1
"""… and how many cells may show it along most of their sides: more are blocks of that colour, which lie anywhere."""


def unchequered(cells: Cells) -> Cells:
    """The cells (rows, columns, h, w, 3) with alternating ground in one colour; the very same array where it does not
    alternate.
    """
    sides = np.concatenate(
        [cells[:, :, 1, 1:-1], cells[:, :, -2, 1:-1], cells[:, :, 1:-1, 1], cells[:, :, 1:-1, -2]], 2
    )
    (first, second), (third, fourth) = _levels(sides)
    turns = np.stack(
        [[first + fourth, second + third], [first + third, second + fourth], [first + second, third + fourth]]
    )
    y, x = np.ogrid[0 : cells.shape[0], 0 : cells.shape[1]]
    for turn, colours in _medians(turns):
        odd = ((y + x, x, y)[turn] % 2 == 1) & np.ones(cells.shape[:2], np.bool_)
        if _shown(sides, odd, colours):
            return _painted(cells, odd, colours)
    return cells


def _levels(sides: Floats) -> Ints:
    """(2, 2, 3, 256), how many pixels along the `sides` (rows, columns, n, 3) of cells have each level, by whether the
    cells' row and column are odd.
    """
    found = np.zeros((2, 2, 3, 256), np.int64)
    whole = sides.astype(np.uint8)
    for y, x, channel in np.ndindex(2, 2, 3):
        some = whole[y::2, x::2].reshape(-1, 1, 3)
        if len(some):
            found[y, x, channel] = np.asarray(cv2.calcHist([some], [channel], None, [256], [0, 256])).ravel()
    return found


def _medians(levels: Ints) -> list[tuple[int, Floats]]:
    """Of some pairs of sets of pixels, by how many have each level (n, 2, 3, 256): which have medians that are apart,
    and those, (2, 3).
    """
    below = levels.cumsum(3)
    count = below[:, :, :1, -1:]
    low, high = ((below <= rank).sum(3) for rank in ((count - 1) // 2, count // 2))
    colours = ((low + high) / 2).astype(np.float32)
    apart = np.abs(colours[:, 0] - colours[:, 1]).max(1) >= APART
    return [(turn, colours[turn]) for turn in np.flatnonzero(apart & count.all((1, 2, 3))).tolist()]


def _shown(sides: Floats, odd: Bools, colours: Floats) -> bool:
    """Whether the `colours` (2, 3) of even and `odd` cells are those of their ground."""
    # Between two colours that are hardly apart a pixel shows the nearer one.
    near = min(NEAR, float(np.abs(colours[0] - colours[1]).max()) / 2)
    for own, of in enumerate((~odd, odd)):
        shown, other = (strongest(np.abs(sides[of] - colours[one])) < near for one in (own, 1 - own))
        wholly = np.count_nonzero(other.mean(1) > SHOWN)
        if shown.mean() < SHOWN or other.mean() > ASTRAY or wholly > WHOLLY:
            return False
    return True


def _painted(cells: Cells, odd: Bools, colours: Floats) -> Cells:
    """The cells with what shows their ground in the colour between both, and what nearly shows it moved as far."""
    own = colours[odd.astype(np.int64)][:, :, None, None]
    near = min(NEAR, float(np.abs(colours[0] - colours[1]).max()))
    share = np.clip(2 - np.abs(cells - own).max(-1, keepdims=True) / near, 0, 1)
    return np.asarray(cells + share * (colours.mean(0) - own), np.float32)
