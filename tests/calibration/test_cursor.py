"""What a cursor looks like, learned from pictures between which it went."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cursor import CELL, OVER
from calibration.cursor import View, learn_cursor, stirs

GRID = Grid(0.0, 0.0, 40.0, 40.0, 8, 6)
STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
WAY = (None, "left", "left", "right", "up", "right", "right", "up", "left", "down", "left", "up")


def picture(row: int, column: int) -> Pixels:
    """A board at the very corner of its picture, and a thin white frame over two of its cells."""
    pixels = np.zeros((320, 400, 3), np.uint8)
    pixels[200:, :240] = np.random.default_rng(1).integers(0, 2, (3, 6, 1)).repeat(40, 0).repeat(40, 1) * (0, 90, 200)
    x, y = 40 * column, 40 * row
    cv2.rectangle(pixels, (x + 1, y + 1), (x + 78, y + 38), (255, 255, 255), 3)
    return pixels


def views(row: int, column: int) -> list[View]:
    """What is seen on the way from a cell; at a wall a key does nothing."""
    seen = []
    for pressed in WAY:
        down, right = STEPS[pressed] if pressed else (0, 0)
        row, column = min(max(row + down, 0), 7), min(max(column + right, 0), 4)
        seen.append(View(picture(row, column), GRID, pressed))
    return seen


@pytest.mark.parametrize("corner", [(0, 0), (0, 4), (7, 0), (7, 4)])
def test_a_cursor_that_sets_out_from_a_corner_stirs_before_it_is_given_up(corner: tuple[int, int]) -> None:
    assert stirs(views(*corner)[:7])


def test_beyond_the_picture_there_is_no_part_of_a_cursor() -> None:
    samples = learn_cursor(views(0, 0))
    assert samples
    rim = round(OVER * CELL)
    assert not samples[0][: rim - 1, :, 3].any(), "the uppermost line of the picture is repeated there"
    assert not samples[0][:, : rim - 1, 3].any()
    assert samples[0][rim : rim + 3, :, 3].any()
