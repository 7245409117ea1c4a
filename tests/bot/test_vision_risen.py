"""A stack that has risen half into its frame: the row that is hidden is no part of what is read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.grid import Grid
from bot.reading import Doubt, Reading, Sight
from bot.vision.risen import seen_of
from engine.position import Position

ROWS = ("??....", ".b....", "ab..a.")


def reading(scroll: float, *doubts: Doubt) -> Reading:
    position = Position({"board": ROWS, "scroll": (f"{scroll:.3f}",), "marked": ("0,1", "2,0")})
    margins = np.ones((3, 6), np.float32)
    grid = Grid(10, 20 - 30 * scroll, 30, 30, 3, 6)
    return Reading(0.0, Sight.DOUBT, (200, 200), position, grid, margins, doubts, "two cells are in doubt")


def test_a_stack_that_has_hardly_risen_is_read_whole() -> None:
    given = reading(0.4, Doubt("board", 0, 0, 0.0))
    assert seen_of(given) is given


def test_a_hidden_row_is_left_out_with_its_doubts() -> None:
    found = seen_of(reading(0.6, Doubt("board", 0, 0, 0.0), Doubt("board", 0, 1, 0.0)))
    assert found.sight is Sight.CLEAR
    assert found.position is not None
    assert found.grid is not None
    assert found.position.board == ROWS[1:]
    assert found.position.blocks["marked"] == ("1,0",)
    assert (found.grid.y, found.grid.rows) == (20 - 18 + 30, 2)


def test_doubts_further_down_stay() -> None:
    found = seen_of(reading(0.6, Doubt("board", 0, 0, 0.0), Doubt("board", 2, 3, 0.1)))
    assert found.sight is Sight.DOUBT
    assert found.doubts == (Doubt("board", 1, 3, 0.1),)


@pytest.mark.parametrize(
    ("top", "second", "rows"), [("??????", "......", 2), ("?????.", "......", 3), ("??????", "??....", 3)]
)
def test_a_top_row_of_which_nothing_can_be_told_is_cut_off_by_a_well_that_is_half_a_cell_too_low(
    top: str, second: str, rows: int
) -> None:
    given = reading(0.2, *(Doubt("board", 0, column, 0.0) for column in range(6)))
    assert given.position is not None
    blocks = {**given.position.blocks, "board": (top, second, ROWS[2])}
    found = seen_of(replace(given, position=Position(blocks)))
    assert found.position is not None
    assert len(found.position.board) == rows
    assert (found.sight is Sight.CLEAR) == (rows == 2)
