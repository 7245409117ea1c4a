"""Gaps that show the same in two places, and nothing of the ground that lies around either."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles.mates import mates

ROWS, COLUMNS = 5, 6
GAPS = np.ones((ROWS, COLUMNS), np.bool_)


def clouds(seed: int) -> Cells:
    """Cells of a ground of which no two look the same."""
    rng = np.random.default_rng(seed)
    return np.asarray(
        np.broadcast_to(rng.uniform(0, 255, (ROWS, COLUMNS, 1, 1, 3)), (ROWS, COLUMNS, CELL_H, CELL_W, 3)), np.float32
    ).copy()


def found(cells: Cells, gaps: NDArray[np.bool_] = GAPS) -> list[list[int]]:
    return [[int(at) for at in cell] for cell in np.argwhere(mates(cells, gaps))]


def test_two_cells_of_one_colour_among_clouds_are_found() -> None:
    cells = clouds(1)
    cells[1, 1] = cells[3, 4] = (30, 200, 60)
    assert found(cells) == [[1, 1], [3, 4]]


def test_one_alone_is_not() -> None:
    cells = clouds(1)
    cells[1, 1] = (30, 200, 60)
    assert found(cells) == []


def test_ground_that_goes_on_beyond_them_is_none() -> None:
    cells = clouds(1)
    cells[1, 1:3] = cells[3, 4] = (30, 200, 60)
    assert found(cells) == []


def test_ground_that_repeats_with_what_lies_around_it_is_none() -> None:
    cells = clouds(1)
    cells[1:4, 3:6] = cells[1:4, 0:3]
    assert [1, 1] not in found(cells)


def test_ground_all_alike_is_none() -> None:
    cells = np.full((ROWS, COLUMNS, CELL_H, CELL_W, 3), 90, np.float32)
    assert found(cells) == []


def test_where_tiles_lie_around_them_nothing_is_known() -> None:
    cells = clouds(1)
    cells[1, 1] = cells[3, 4] = (30, 200, 60)
    gaps = np.zeros_like(GAPS)
    gaps[1, 1] = gaps[3, 4] = True
    assert found(cells, gaps) == []


def test_on_plain_ground_two_of_another_colour_are_found_and_their_equals_among_tiles() -> None:
    cells = np.full((ROWS, COLUMNS, CELL_H, CELL_W, 3), 250, np.float32)
    cells[:, :, 0] = cells[:, :, :, 0] = 190  # lines around all cells
    gaps = GAPS.copy()
    gaps[1:3, 2:4] = False
    for at in ((1, 1), (3, 4), (2, 2)):
        gaps[at], cells[at] = True, (240, 30, 20)
    assert found(cells, gaps) == [[1, 1], [2, 2], [3, 4]]
