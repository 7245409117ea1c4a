"""A board on a screen that is dimmed, as at night: looked at as if it were bright, for how far two looks are apart is
told in levels of bright boards.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid

DIM: Final = 150.0
"""Grey levels of the brightest that a board shows, but for a few pixels, from which on it is bright enough…"""
NIGHT: Final = 60.0
"""… and below which so little is to be seen that no light helps."""
BRIGHT: Final = 230.0
"""Grey levels of that in a board that was lightened…"""
MOST: Final = 2.0
"""… which gets no more than so many times brighter, for its noise does, too."""
PEAK: Final = 0.98
"""Share of what it shows that is darker than its brightest."""


def lightened(pixels: Pixels, grid: Grid) -> Pixels:
    """A picture (h, w, 3 or 4) in which the board on a grid is bright: itself, unless that is dimmed."""
    x, y, w, h = (max(0, round(side)) for side in grid.box)
    board = pixels[y : y + h : 2, x : x + w : 2, :3]
    if not board.size:
        return pixels
    high = float(np.quantile(board.max(2), PEAK))
    if not NIGHT <= high < DIM:
        return pixels
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=min(MOST, BRIGHT / high)))
