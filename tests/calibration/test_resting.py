"""Pieces that lie on a floor: what bounds a board below it is no border of the board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.reason import About
from calibration.discover import discover
from calibration.sorting import Found, sort_cells
from calibration.spot import on_the_spot
from tests.calibration.test_scrolling import stack

CELL = 34
FRAME = Grid(60.0, 40.0, CELL, CELL, 14, 6)
HEAP = (
    *("......",) * 2, "...R..", "...G..", *("......",) * 4, ".B....", "RG....", "RG....", "RY....", "......", "......"
)  # fmt: skip
"""A pair in the air, and a heap with two rows below it."""
LOW = ("......",) * 2 + HEAP[:-2]
"""The same heap on the lowest row."""
SCATTERED = ("......", "R....G", "......", "..B...", "......", "Y....R", "......", ".G..B.", *("......",) * 6)


def picture(rows: tuple[str, ...]) -> Pixels:
    """A framed board in a window."""
    pixels = np.full((620, 420, 3), (120, 96, 70), np.uint8)
    x, y, w, h = map(int, FRAME.box)
    cv2.rectangle(pixels, (x - 5, y - 5), (x + w + 4, y + h + 4), (210, 215, 220), -1)
    pixels[y : y + h, x : x + w] = stack(rows)
    return pixels


@pytest.fixture
def framed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board is found within its frame, as where the frame's colours differ from those of the floor."""

    def find(pixels: Pixels, *_: object) -> Found:
        return Found("blocks", sort_cells(pixels, FRAME, "blocks"), 3.0)

    monkeypatch.setattr("calibration.discover.board_of", find)


pytestmark = pytest.mark.usefixtures("framed")


def test_a_board_ends_at_the_floor_on_which_all_lies() -> None:
    draft = discover([picture(HEAP)])
    grid = draft.shots[0].grid
    assert grid.box.y + grid.box.h == pytest.approx(FRAME.y + 12 * CELL, abs=1)
    assert draft.about == {About.EXTENT}, "no line bounds it there, so its upper end is not known either"


def test_a_game_says_how_high_its_boards_are() -> None:
    spot = on_the_spot(picture(HEAP), "puyo", assuming=True)
    assert spot is not None
    grid = spot.reading().grid
    assert grid is not None
    assert (grid.rows, grid.columns) == (12, 6)
    assert grid.y == pytest.approx(FRAME.y, abs=1)
    assert "as large as boards of puyo are" in spot.assumed


@pytest.mark.parametrize("rows", [LOW, SCATTERED])
def test_a_frame_is_a_border_where_pieces_lie_on_it_or_on_nothing(rows: tuple[str, ...]) -> None:
    draft = discover([picture(rows)])
    assert draft.shots[0].grid.rows == FRAME.rows
    assert not draft.about
