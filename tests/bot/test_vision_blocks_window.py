"""Blocks without a border that fill their window: its ends are the border, if they are those of cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.reason import About
from bot.vision.blocks.first import first_sight
from bot.vision.blocks.sorting import EMPTY, Sorting

COLOURS = np.array([(60, 60, 230), (60, 200, 60), (230, 90, 60), (40, 220, 240)], np.uint8)
ROWS, COLUMNS, PITCH = 12, 6, 40


def stack(ground: int) -> tuple[Pixels, np.ndarray]:
    """A picture of nothing but a stack of flat blocks, and their kinds, -1 where none is."""
    rng = np.random.default_rng(5)
    kind = rng.integers(0, len(COLOURS), (ROWS, COLUMNS))
    kind[np.arange(ROWS)[:, None] < ROWS - rng.integers(4, 8, COLUMNS)] = -1
    pixels = np.full((ROWS * PITCH, COLUMNS * PITCH, 3), ground, np.uint8)
    for row, column in np.argwhere(kind >= 0):
        y, x = row * PITCH, column * PITCH
        pixels[y : y + PITCH - 1, x : x + PITCH - 1] = COLOURS[kind[row, column]]
    return pixels, kind


def board(pixels: Pixels) -> Sorting:
    found = first_sight(pixels)
    assert not isinstance(found, str), found
    return found


@pytest.mark.parametrize("ground", [0, 245])
def test_the_ends_of_a_window_that_cells_fill_are_the_border(ground: int) -> None:
    pixels, kind = stack(ground)
    found = board(pixels)
    assert found.why is None
    assert (found.grid.rows, found.grid.columns) == (ROWS, COLUMNS)
    assert ((found.kind == EMPTY) == (kind < 0)).all()


def test_a_window_that_is_no_whole_number_of_cells_high_bounds_nothing() -> None:
    pixels, _ = stack(0)
    found = board(np.ascontiguousarray(np.vstack([np.zeros((13, COLUMNS * PITCH, 3), np.uint8), pixels])))
    assert found.why is not None and found.why.about is About.EXTENT


def test_rows_in_which_something_is_written_are_not_known_to_be_of_the_board() -> None:
    pixels, _ = stack(0)
    cv2.putText(pixels, "Score: 1250", (6, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
    found = board(pixels)
    assert found.why is not None and found.why.about is About.EXTENT
