"""Ground with a pattern that returns at another distance than cells do: no cell beside a board shows just what is cut
out of it in the gaps, but somewhere beside the board it is drawn.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.tiles.plausible import SAME

Bools = NDArray[np.bool_]

BESIDE: Final = 1.6
"""Cells beside a board in which its ground is looked at."""
PART: Final = 0.5
"""Share of a cell, each way, that is looked for there: sides and shadows of tiles fall into the rest of a gap."""
LEAST: Final = 8
"""Pixels of that part, each way, at the least."""


def woven(pixels: Pixels, grid: Grid, cells: Bools) -> Bools:
    """(rows, columns), those of some `cells` of a grid in a picture (h, w, 3) of which the middle is drawn beside the
    board as well, at whatever place.
    """
    found = np.zeros_like(cells)
    grey, beside = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), _strips(grid, pixels.shape)
    for row, column in np.argwhere(cells).tolist():
        box = grid.cell((row, column))
        high, wide = round(PART * box.h), round(PART * box.w)
        top, left = round(box.centre.y - high / 2), round(box.centre.x - wide / 2)
        part = grey[top : top + high, left : left + wide]
        if min(high, wide) < LEAST or part.shape != (high, wide):
            continue
        found[row, column] = any(
            cv2.matchTemplate(grey[strip], part, cv2.TM_CCOEFF_NORMED).max() > SAME
            for strip in beside
            if min(grey[strip].shape[0] - high, grey[strip].shape[1] - wide) >= 0
        )
    return found


def _strips(grid: Grid, shape: tuple[int, ...]) -> list[tuple[slice, slice]]:
    """The parts of a picture of that shape above and below a board, and to its left and right."""
    box, (room_x, room_y) = grid.box, (BESIDE * grid.pitch_x, BESIDE * grid.pitch_y)
    x = [min(shape[1], max(0, round(at))) for at in (box.x - room_x, box.x, box.x + box.w, box.x + box.w + room_x)]
    y = [min(shape[0], max(0, round(at))) for at in (box.y - room_y, box.y, box.y + box.h, box.y + box.h + room_y)]
    across, down = slice(x[0], x[3]), slice(y[1], y[2])
    return [
        (slice(y[0], y[1]), across),
        (slice(y[2], y[3]), across),
        (down, slice(x[0], x[1])),
        (down, slice(x[2], x[3])),
    ]
