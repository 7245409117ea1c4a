"""Bars along a board: one plain area from beyond one end of it to beyond the other is no row of tiles."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import flow

ROWS, COLUMNS = 6, 9
GREEN, GREY = (60, 150, 70), (200, 200, 200)
Bools = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
INSIDE = np.ones((ROWS, COLUMNS), np.bool_)


def ground() -> Cells:
    return np.tile(np.array(GREEN, np.float32), (ROWS, COLUMNS, CELL_H, CELL_W, 1))


def some_tiles(cells: Cells) -> Bools:
    """Flat tiles in other colours within the cells, drawn there; which these are."""
    tiles = np.zeros((ROWS, COLUMNS), np.bool_)
    tiles[2:5, 2:7] = np.random.default_rng(2).random((3, 5)) < 0.7
    for number, (row, column) in enumerate(np.argwhere(tiles)):
        cells[row, column, 1:-1, 1:-1] = (20 + 15 * number, 255 - 17 * number, 90)
    return tiles


def rows(found: Bools) -> list[int]:
    assert (found.all(1) == found.any(1)).all()
    return np.flatnonzero(found.all(1)).tolist()


def test_ground_is_no_bar() -> None:
    cells = ground()
    assert rows(flow.bars(cells, some_tiles(cells), INSIDE)) == []


def test_a_bar_with_something_written_on_it_is_told() -> None:
    cells = ground()
    tiles = some_tiles(cells)
    cells[1] = GREY
    cells[1, 4, 8:20, ::2] = 0
    assert rows(flow.bars(cells, tiles, INSIDE)) == [1]


def test_a_bar_that_begins_within_a_row_is_told() -> None:
    cells = ground()
    tiles = some_tiles(cells)
    cells[5, :, 3 * CELL_H // 5 :] = GREY
    assert rows(flow.bars(cells, tiles, INSIDE)) == [5]


@pytest.mark.parametrize("first", [0, 2])
def test_a_row_that_ends_with_the_board_is_no_bar(first: int) -> None:
    cells = ground()
    tiles = some_tiles(cells)
    cells[1, first:7] = GREY
    assert rows(flow.bars(cells, tiles, INSIDE)) == []


def test_faces_that_run_into_each_other_are_no_bar() -> None:
    cells = ground()
    tiles = some_tiles(cells)
    cells[1] = GREY
    tiles[1, 4] = True
    assert rows(flow.bars(cells, tiles, INSIDE)) == []
