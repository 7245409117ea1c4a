"""Cells taken for ground of another colour than all around the board: blocks, but for rows and columns of a shade."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.vision.blocks.look import SIDE
from bot.vision.blocks.shades import shades

ROWS, COLUMNS = 6, 5
GROUND = 190, 81, 95
BLOCK = 169, 100, 82
ALL = np.ones((ROWS, COLUMNS), np.bool_)


def board(places: list[tuple[int, int]]) -> NDArray[np.float32]:
    """(ROWS, COLUMNS, SIDE, SIDE, 3), ground with cells of another colour."""
    cells = np.full((ROWS, COLUMNS, SIDE, SIDE, 3), GROUND, np.float32)
    for place in places:
        cells[place] = BLOCK
    return cells


def around(change: float = 0.0) -> NDArray[np.float32]:
    """(20, SIDE, SIDE, 3), ground whose colour changes from cell to cell."""
    return np.full((20, SIDE, SIDE, 3), GROUND, np.float32) + change * np.arange(20).reshape(-1, 1, 1, 1)


def test_flat_blocks_of_nearly_the_grounds_colour_are_told() -> None:
    places = [(1, 1), (4, 3)]
    assert np.argwhere(shades(board(places), ALL, around())).tolist() == [list(place) for place in places]


@pytest.mark.parametrize(
    ("places", "change", "what"),
    [
        ([(2, column) for column in range(COLUMNS)], 0.0, "a row of another shade"),
        ([(row, 3) for row in range(ROWS)], 0.0, "a column of another shade"),
        ([(row, column) for row in range(ROWS) for column in range(COLUMNS)], 0.0, "a board of another colour"),
        ([(1, 1), (4, 3)], 4.0, "ground of several colours"),
    ],
)
def test_ground_of_another_shade_stays(places: list[tuple[int, int]], change: float, what: str) -> None:
    assert not shades(board(places), ALL, around(change)).any(), what
