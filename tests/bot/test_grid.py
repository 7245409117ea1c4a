"""A grid's own ways to become another one."""

from __future__ import annotations

import pytest

from bot.grid import Grid

GRID = Grid(10.5, 20.0, 8.0, 12.0, rows=5, columns=7)


def test_a_part_begins_where_its_first_cell_does_and_may_lie_beyond() -> None:
    part = GRID.part(slice(-1, 3), slice(2, 9))
    assert part == Grid(26.5, 8.0, 8.0, 12.0, rows=4, columns=7)
    assert part.cell((1, 0)) == GRID.cell((0, 2))


def test_a_grid_grows_on_its_sides_and_shrinks_by_less_than_nothing() -> None:
    assert GRID.grown(left=1, bottom=2) == GRID.part(slice(0, 7), slice(-1, 7))
    assert GRID.grown(1, 1, 1, 1) == GRID.wider(1)
    assert GRID.grown(top=-2).cell((0, 0)) == GRID.cell((2, 0))


def test_a_step_keeps_the_size() -> None:
    stepped = GRID.stepped(2, -1)
    assert (stepped.rows, stepped.columns) == (GRID.rows, GRID.columns)
    assert stepped.cell((0, 0)) == GRID.cell((2, -1))
    assert stepped == GRID.moved(-8.0, 24.0)


@pytest.mark.parametrize("by", [(2.0,), (2.0, 2.0), (0.5, 3.0)])
def test_a_scaled_grid_is_that_of_the_scaled_picture(by: tuple[float, ...]) -> None:
    scaled, cell = GRID.scaled(*by), GRID.cell((3, 4))
    across, down = by[0], by[-1]
    assert scaled.cell((3, 4)) == (cell.x * across, cell.y * down, cell.w * across, cell.h * down)


def test_a_grid_in_step_begins_some_cells_after_another() -> None:
    part = GRID.part(slice(1, 4), slice(-2, 3))
    assert GRID.steps_to(part, 0.1) == (1, -2)
    assert GRID.steps_to(part.moved(0.7, 0.0), 0.1) == (1, -2)
    assert GRID.steps_to(part.moved(0.9, 0.0), 0.1) is None
    wider = Grid(part.x, part.y, 1.03 * part.pitch_x, part.pitch_y, part.rows, part.columns)
    assert GRID.steps_to(wider, 0.1) is None, "its last column lies an eighth of a cell aside"


def test_a_turned_grid_is_that_of_the_turned_picture() -> None:
    turned, cell = GRID.turned.cell((4, 3)), GRID.cell((3, 4))
    assert (turned.x, turned.y, turned.w, turned.h) == (cell.y, cell.x, cell.h, cell.w)
    assert GRID.turned.turned == GRID
