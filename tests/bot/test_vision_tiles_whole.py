"""A board grows to the size that is known of its game, but not one that cannot be a part of such a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.tiles.sight import first_sight, sliced
from bot.vision.tiles.whole import whole

COLOURS = ((244, 144, 96), (104, 96, 244), (160, 220, 96), (244, 150, 190), (90, 200, 250), (250, 190, 90))
SIZE = (9, 16)
PITCH = 60
CORNER = (1100 - SIZE[1] * PITCH) // 2 + 4 * PITCH, (720 - SIZE[0] * PITCH) // 2
"""Of a part that begins in the first row and the fifth column of a board in the middle of the page."""


def gems(kinds: NDArray[np.int64]) -> Pixels:
    """A page with a gem in each cell of such a part, a kind less than 0 for none."""
    pixels = np.full((720, 1100, 3), (70, 30, 20), np.uint8)
    for (row, column), kind in np.ndenumerate(kinds):
        if kind < 0:
            continue
        x, y = CORNER[0] + column * PITCH + PITCH // 2, CORNER[1] + row * PITCH + PITCH // 2
        turns = np.arange(3 + kind) * 2 * np.pi / (3 + kind)
        points = np.stack([x + 20 * np.sin(turns), y - 20 * np.cos(turns)], 1).round().astype(np.int32)
        cv2.fillPoly(pixels, [points], COLOURS[kind], cv2.LINE_AA)
    return pixels


def test_a_full_board_of_no_pairs_does_not_grow() -> None:
    kinds = np.random.default_rng(1).integers(0, 6, (8, 8))
    kinds[0, 0] = kinds[0, 0] if np.bincount(kinds.ravel())[kinds[0, 0]] % 2 else (kinds[0, 0] + 1) % 6
    pixels = gems(kinds)
    found = first_sight(pixels)
    assert found is not None
    assert found.kind.shape == (8, 8)
    assert whole(pixels, found, [SIZE]).kind.shape == (8, 8)


def test_what_is_left_of_a_board_of_pairs_grows() -> None:
    kinds = np.repeat(np.arange(6), 10)[:60]
    np.random.default_rng(2).shuffle(kinds)
    part = np.full(64, -1)
    part[[place for place in range(64) if place not in {9, 18, 43, 50}]] = kinds
    pixels = gems(part.reshape(8, 8))
    found = first_sight(pixels)
    assert found is not None
    assert found.kind.shape == (8, 8)
    assert whole(pixels, found, [SIZE]).kind.shape == SIZE


@pytest.mark.parametrize(("rows", "high", "slices"), [(2, 25.0, True), (4, 25.0, False), (2, 48.0, False)])
def test_flat_cells_in_few_rows_are_slices_of_tiles(rows: int, high: float, slices: bool) -> None:
    """A window that cut through a row of 14 tiles of 60 x 75 pixels was told as a board of two rows of 60 x 25."""
    assert sliced(Grid(499.0, 931.0, 60.0, high, rows, 14)) == slices
