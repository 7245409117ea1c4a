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


AROUND = np.pad(~ALL, 2, constant_values=True)


def board(places: list[tuple[int, int]], slope: float = 0.0, noise: float = 0.0) -> NDArray[np.float32]:
    """(ROWS + 4, COLUMNS + 4, SIDE, SIDE, 3), ground with cells of another colour on the board; brighter from above to
    below, and of another brightness in each cell.
    """
    cells = np.full((ROWS + 4, COLUMNS + 4, SIDE, SIDE, 3), GROUND, np.float32)
    for row, column in places:
        cells[row + 2, column + 2] = BLOCK
    cells += slope * np.arange(len(cells)).reshape(-1, 1, 1, 1, 1)
    return cells + np.random.default_rng(2).normal(0, noise, cells.shape[:2]).astype(np.float32)[..., None, None, None]


def told(cells: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Where another colour is told when all cells were taken for empty ones."""
    return [(int(row), int(column)) for row, column in np.argwhere(shades(cells, AROUND, ALL))]


@pytest.mark.parametrize("slope", [0.0, 4.0])
def test_flat_blocks_of_nearly_the_grounds_colour_are_told(slope: float) -> None:
    places = [(1, 1), (4, 3)]
    assert told(board(places, slope)) == places


@pytest.mark.parametrize(
    ("places", "noise", "what"),
    [
        ([(2, column) for column in range(COLUMNS)], 0.0, "a row of another shade"),
        ([(row, 3) for row in range(ROWS)], 0.0, "a column of another shade"),
        ([(row, column) for row in range(ROWS) for column in range(COLUMNS)], 0.0, "a board of another colour"),
        ([(1, 1), (4, 3)], 8.0, "ground of several colours"),
    ],
)
def test_ground_of_another_shade_stays(places: list[tuple[int, int]], noise: float, what: str) -> None:
    assert not told(board(places, noise=noise)), what
