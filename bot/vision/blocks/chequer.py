"""Ground that alternates from cell to cell, as on a chessboard or in stripes: painted over in one colour."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

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
    rows, columns = cells.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns]
    for turn in ((y + x) % 2, x % 2, y % 2):
        odd = turn.astype(np.bool_)
        found = _grounds(cells, odd)
        if found is not None:
            return _painted(cells, odd, found)
    return cells


def _grounds(cells: Cells, odd: Bools) -> Floats | None:
    """(2, 3), the colours of the ground of even and `odd` cells; None where it does not alternate."""
    sides = np.concatenate(
        [cells[:, :, 1, 1:-1], cells[:, :, -2, 1:-1], cells[:, :, 1:-1, 1], cells[:, :, 1:-1, -2]], 2
    )
    pixels = [sides[~odd].reshape(-1, 3), sides[odd].reshape(-1, 3)]
    if not all(len(some) for some in pixels):
        return None
    colours = np.stack([np.median(some, 0) for some in pixels]).astype(np.float32)
    apart = float(np.abs(colours[0] - colours[1]).max())
    if apart < APART:
        return None
    # Between two colours that are hardly apart a pixel shows the nearer one.
    near = min(NEAR, apart / 2)
    for own, some in enumerate(pixels):
        shown = [float((strongest(np.abs(some - colour)) < near).mean()) for colour in colours]
        if shown[own] < SHOWN or shown[1 - own] > ASTRAY:
            return None
    return colours


def _painted(cells: Cells, odd: Bools, colours: Floats) -> Cells:
    """The cells with what shows their ground in the colour between both, and what nearly shows it moved as far."""
    own = colours[odd.astype(np.int64)][:, :, None, None]
    near = min(NEAR, float(np.abs(colours[0] - colours[1]).max()))
    share = np.clip(2 - np.abs(cells - own).max(-1, keepdims=True) / near, 0, 1)
    return np.asarray(cells + share * (colours.mean(0) - own), np.float32)
