"""Sorting the cells of a grid that is given into tiles and gaps."""

from __future__ import annotations

import cv2
import numpy as np

from bot.grid import Grid
from calibration.shot import EMPTY
from calibration.tiles import sort_tiles

GROUND = (46, 46, 46)
COLOURS = [(255, 0, 0), (0, 0, 255), (0, 200, 0), (0, 255, 255), (255, 0, 255), (255, 255, 0)]
"""The first, pure blue, is as bright as the ground; blue, green, red."""


def test_squares_of_one_colour_that_are_as_bright_as_the_ground_are_no_gaps() -> None:
    rng = np.random.default_rng(2)
    kind = rng.permutation(np.repeat(np.arange(len(COLOURS)), 6)).reshape(4, 9)
    kind[1, 4] = kind[3, 7] = EMPTY
    grid = Grid(60.0, 50.0, 48.0, 48.0, *kind.shape)
    pixels = np.full((300, 560, 3), GROUND, np.uint8)
    for (row, column), number in np.ndenumerate(kind):
        x, y = 60 + 48 * column, 50 + 48 * row
        if number != EMPTY:
            cv2.rectangle(pixels, (x, y), (x + 47, y + 47), (26, 26, 26), -1)
            cv2.rectangle(pixels, (x + 2, y + 2), (x + 45, y + 45), COLOURS[number], -1)
    told = sort_tiles(pixels, grid).kind
    assert ((told == EMPTY) == (kind == EMPTY)).all()
    assert len({(int(a), int(b)) for a, b in zip(told.ravel(), kind.ravel(), strict=True)}) == 1 + len(COLOURS)
