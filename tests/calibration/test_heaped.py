"""A few pieces in the frame of a game in which pairs fall: found at once, though they lie on one another only."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from calibration.heaped import heaped_board
from engine.moves import Cell

PITCH = 44
INKS = [(60, 60, 220), (70, 190, 70), (220, 150, 40), (40, 200, 220)]
COLUMN = {(11, 2): 0, (10, 2): 1, (9, 2): 2, (8, 2): 1, (7, 2): 3}


def window(heap: dict[Cell, int], *, frame: bool = True, padding: int = 5) -> Pixels:
    """A dark page with a bevelled frame around 12 rows and 6 columns, in which shaded balls lie; a next pair beside."""
    pixels = np.full((640, 760, 3), 12, np.uint8)
    left, top, right, bottom = 90, 40, 90 + 6 * PITCH + 2 * padding, 40 + 12 * PITCH + 2 * padding
    if frame:
        cv2.rectangle(pixels, (left - 6, top - 6), (right + 5, bottom + 5), (40, 40, 40), -1)
        cv2.rectangle(pixels, (right, top), (right + 5, bottom + 5), (120, 120, 120), -1)
        cv2.rectangle(pixels, (left, bottom), (right + 5, bottom + 5), (120, 120, 120), -1)
        cv2.rectangle(pixels, (left, top), (right - 1, bottom - 1), (0, 0, 0), -1)
    for (row, column), ink in heap.items():
        _ball(pixels, left + padding + column * PITCH + PITCH // 2, top + padding + row * PITCH + PITCH // 2, ink)
    for row in (0, 1):
        _ball(pixels, 560, 100 + row * PITCH, row)
    return pixels


def _ball(pixels: Pixels, x: int, y: int, ink: int) -> None:
    for step, radius in enumerate((18, 15, 12)):
        colour = [min(255, level + 18 * step) for level in INKS[ink]]
        cv2.circle(pixels, (x - step, y - step), radius, colour, -1, cv2.LINE_AA)


def test_a_single_column_of_pieces_tells_the_board() -> None:
    found = heaped_board(window(COLUMN))
    assert found is not None
    grid = found.shot.grid
    assert (grid.x, grid.y, grid.pitch_x, grid.rows, grid.columns) == pytest.approx((95, 45, PITCH, 12, 6), abs=1)
    kind = found.shot.kind
    assert {(int(row), int(column)) for row, column in np.argwhere(kind >= 0)} == set(COLUMN)
    assert kind[10, 2] == kind[8, 2]
    assert len({int(kind[place]) for place in COLUMN}) == 4


def test_a_pair_in_the_air_is_none_of_the_heap() -> None:
    found = heaped_board(window({**COLUMN, (1, 4): 0, (2, 4): 2}))
    assert found is not None
    assert np.count_nonzero(found.shot.kind >= 0) == len(COLUMN) + 2


@pytest.mark.parametrize(
    "heap",
    [
        {(row - 2, column): ink for (row, column), ink in COLUMN.items()},
        {**COLUMN, (2, 0): 1, (3, 4): 2, (4, 0): 0},
        {(11, 1): 0, (11, 2): 1, (11, 4): 2},
    ],
    ids=["in the air", "scattered", "too few"],
)
def test_other_things_in_a_frame_are_no_heap(heap: dict[Cell, int]) -> None:
    assert heaped_board(window(heap)) is None


def test_without_a_frame_nobody_knows_how_far_the_board_reaches() -> None:
    assert heaped_board(window(COLUMN, frame=False)) is None


def test_a_frame_that_holds_no_whole_number_of_cells_is_none_of_the_board() -> None:
    assert heaped_board(window(COLUMN, padding=16)) is None
