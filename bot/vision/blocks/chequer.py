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
"""Share of them that may show the other ground."""


def unchequered(cells: Cells) -> Cells:
    """The cells (rows, columns, h, w, 3) with alternating ground in one colour; the very same array where it does not
    alternate.
    """
    sides = np.concatenate(
        [cells[:, :, 1, 1:-1], cells[:, :, -2, 1:-1], cells[:, :, 1:-1, 1], cells[:, :, 1:-1, -2]], 2
    )
    levels = _levels(sides)
    rows, columns = cells.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns]
    for turn in (np.array([[0, 1], [1, 0]]), np.array([[0, 1], [0, 1]]), np.array([[0, 0], [1, 1]])):
        odd = turn.astype(np.bool_)
        colours = _medians(np.stack([levels[~odd].sum(0), levels[odd].sum(0)]))
        if colours is not None and _shown(sides, odd[y % 2, x % 2], colours):
            return _painted(cells, odd[y % 2, x % 2], colours)
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


def _medians(levels: Ints) -> Floats | None:
    """(2, 3), the medians of two sets of pixels by how many have each level (2, 3, 256); None where one is empty, or
    both are hardly apart.
    """
    below = levels.cumsum(2)
    count = below[:, :1, -1:]
    if not count.all():
        return None
    low, high = ((below <= rank).sum(2) for rank in ((count - 1) // 2, count // 2))
    colours = ((low + high) / 2).astype(np.float32)
    return colours if np.abs(colours[0] - colours[1]).max() >= APART else None


def _shown(sides: Floats, odd: Bools, colours: Floats) -> bool:
    """Whether the `colours` (2, 3) of even and `odd` cells are those of their ground."""
    # Between two colours that are hardly apart a pixel shows the nearer one.
    near = min(NEAR, float(np.abs(colours[0] - colours[1]).max()) / 2)
    for own, of in enumerate((~odd, odd)):
        shown = [float((strongest(np.abs(sides[of] - colour)) < near).mean()) for colour in colours]
        if shown[own] < SHOWN or shown[1 - own] > ASTRAY:
            return False
    return True


def _painted(cells: Cells, odd: Bools, colours: Floats) -> Cells:
    """The cells with what shows their ground in the colour between both, and what nearly shows it moved as far."""
    own = colours[odd.astype(np.int64)][:, :, None, None]
    near = min(NEAR, float(np.abs(colours[0] - colours[1]).max()))
    share = np.clip(2 - np.abs(cells - own).max(-1, keepdims=True) / near, 0, 1)
    return np.asarray(cells + share * (colours.mean(0) - own), np.float32)
