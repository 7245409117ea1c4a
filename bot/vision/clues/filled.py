"""Cells of a grid that are filled lines and all, so that nothing is drawn between two of them."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut, outside
from bot.vision.finding import edges as edging

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

INSET: Final = 0.15
"""Part of a cell that is left out at each of its sides: lines around filled cells are no edges in them."""
SAME: Final = 8
"""Grey levels by which cells may differ that are filled with one colour."""
SIDE: Final = 10
"""Pixels to which cells are cut to see whether they are filled…"""
EDGE: Final = 2
"""… without so many at each of their sides."""
KNOWN: Final = 3
"""Cells of a grid that are filled with the colour of a line beside it, at least."""
ENDED: Final = 40
"""Grey levels by which another colour lies behind such a line…"""
MOSTLY: Final = 0.9
"""… along so much of it."""


def filled_cells(pixels: Pixels, across: Bytes, down: Bytes, whole: Grid, ruled: Bools) -> Bools:
    """(rows, columns), the cells of a grid over all of a picture (h, w, 3) that are filled, lines and all, with the
    colour that is usual among those that lie between two that are `ruled`; none of them has edges (h, w, 2) in it.
    """
    edged = cv2.integral(((edging.either(across) > 0) | (edging.either(down) > 0)).astype(np.uint8))
    height, width = pixels.shape[:2]
    x, y = whole.x + np.arange(whole.columns) * whole.pitch_x, whole.y + np.arange(whole.rows) * whole.pitch_y
    left, middle, right = (_at(x + part * whole.pitch_x, width) for part in (INSET, 0.5, 1 - INSET))
    top, centre, below = (_at(y + part * whole.pitch_y, height) for part in (INSET, 0.5, 1 - INSET))
    steps = edged[np.ix_(below, right)] - edged[np.ix_(top, right)]
    steps -= edged[np.ix_(below, left)] - edged[np.ix_(top, left)]
    solid = (steps == 0) & ~ruled
    enclosed = solid & (_between(ruled, 0) | _between(ruled, 1))
    if not enclosed.any():
        return np.zeros_like(ruled)
    colours = pixels[np.ix_(np.minimum(centre, height - 1), np.minimum(middle, width - 1))].astype(np.float32)
    usual = np.median(colours[enclosed], 0)
    return np.asarray(solid & (np.abs(colours - usual).max(2) <= SAME), np.bool_)


def filled_beyond(pixels: Pixels, grid: Grid) -> tuple[bool, bool, bool, bool]:
    """Whether beyond the left, top, right and bottom side of a grid a whole line of cells is filled with a colour that
    some of its own cells are filled with, and that ends there: no line is seen between such cells.
    """
    wide = grid.wider(2)
    cells = cut(pixels, wide, size=(SIDE, SIDE))[:, :, EDGE:-EDGE, EDGE:-EDGE].reshape(wide.rows, wide.columns, -1, 3)
    colour, plain = np.median(cells, 2), np.ptp(cells, axis=2).max(2) <= 2 * SAME
    own, solid = colour[2:-2, 2:-2], plain[2:-2, 2:-2]
    seen = ~outside(wide, pixels)
    found = []
    for turn in (0, 1, 2, 3):  # the left side comes to lie at the left in turn
        turned = np.rot90(colour, turn)[2:-2]
        line, behind = turned[:, 1], turned[:, 0]
        filled = bool(np.rot90(plain & seen, turn)[2:-2, 1].all() and np.ptp(line, axis=0).max() <= SAME)
        usual = np.median(line, 0)
        known = int((solid & (np.abs(own - usual).max(2) <= SAME)).sum()) >= KNOWN
        ended = bool((np.abs(behind - usual).max(1) > ENDED).mean() > MOSTLY)
        found.append(filled and known and ended)
    left, top, right, bottom = found[0], found[1], found[2], found[3]
    return left, top, right, bottom


def _at(places: NDArray[np.floating[Any]], size: int) -> NDArray[np.intp]:
    """The pixels at some places, of so many."""
    return np.asarray(np.clip(np.rint(places), 0, size), np.intp)


def _between(marked: Bools, axis: int) -> Bools:
    """Which cells lie between two that are marked, along an axis."""
    before = np.logical_or.accumulate(marked, axis)
    return np.asarray(before & np.flip(np.logical_or.accumulate(np.flip(marked, axis), axis), axis), np.bool_)
