"""A cursor of thin lines that is drawn a pixel or two beside the grid that was measured."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cursor import OVER, CursorTeller

PITCH, THIN = 90, 2
GRID = Grid(40, 30, PITCH, PITCH, 6, 5)


def page(cell: tuple[int, int] | None, aside: tuple[int, int] = (0, 0)) -> Pixels:
    """A board of flat blocks, and a frame of thin lines over two of them, some pixels aside."""
    pixels = np.full((30 + 7 * PITCH, 40 + 6 * PITCH, 3), 30, np.uint8)
    rng = np.random.default_rng(8)
    inks = [(60, 60, 220), (70, 200, 70), (220, 120, 40), (40, 200, 220)]
    for row, column in np.ndindex(GRID.rows, GRID.columns):
        x, y = 40 + PITCH * column, 30 + PITCH * row
        if row > 1:
            cv2.rectangle(pixels, (x + 2, y + 2), (x + PITCH - 3, y + PITCH - 3), inks[rng.integers(4)], -1)
    if cell is not None:
        x, y = 40 + PITCH * cell[1] + aside[0], 30 + PITCH * cell[0] + aside[1]
        cv2.rectangle(pixels, (x, y), (x + 2 * PITCH - 1, y + PITCH - 1), (255, 255, 255), THIN)
    return pixels


def sample() -> Pixels:
    """The cursor cut out: two cells and what is around them, opaque where it is."""
    over = round(OVER * PITCH)
    x, y = 40 + PITCH - over, 30 + PITCH - over
    part = np.s_[y : y + PITCH + 2 * over, x : x + 2 * PITCH + 2 * over]
    seen, without = page((1, 1))[part], page(None)[part]
    return np.dstack([seen, np.where((seen != without).any(2), 255, 0).astype(np.uint8)])


@pytest.mark.parametrize("down", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("right", [-1, 0, 1])
def test_a_thin_cursor_is_seen_wherever_it_lies_beside_the_grid(down: int, right: int) -> None:
    teller = CursorTeller([sample()])
    for cell in ((3, 2), (0, 3), (5, 0)):
        found = teller.tell(page(cell, (right, down)), GRID)
        assert found is not None
        assert found[0] == cell
    assert teller.tell(page(None), GRID) is None
