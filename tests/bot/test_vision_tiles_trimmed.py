"""A board that is cut out along its outermost tiles, or that fills its window, lacks nothing but ground around it."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.tiles.reader import TileReader
from engine.position import Position
from tests.bot.compare import renamed, verdict
from tests.bot.synthetic_tiles import Drawn, draw_flat
from tests.bot.test_vision_blocks_fixtures import FIXTURES
from tests.sweep import sweep


def cut_out(drawn: Drawn, sides: str, by: int = 0) -> Pixels:
    """The picture without what lies beyond the outermost tiles at these sides, and without so many pixels of them."""
    box, gap = drawn.grid.box, max(3, round(drawn.grid.pitch_x * 0.1))
    high, wide = drawn.pixels.shape[:2]
    left, top = (round(at) + by for at in (box.x, box.y))
    right, bottom = (round(at) - gap - by for at in (box.x + box.w, box.y + box.h))
    return np.ascontiguousarray(
        drawn.pixels[
            top if "top" in sides else 0 : bottom if "bottom" in sides else high,
            left if "left" in sides else 0 : right if "right" in sides else wide,
        ]
    )


@pytest.mark.parametrize(("gone", "dark"), sweep([0.0, 0.3], [False, True]))
def test_a_board_that_is_cut_out_along_its_tiles_is_read(dark: bool, gone: float) -> None:
    drawn = draw_flat(40, 6, 10, gone, dark)
    reading = TileReader().read(Frame(cut_out(drawn, "left top right bottom"), 0.0))
    assert verdict(drawn.board, reading) == "perfect", reading.why


def test_its_cells_lie_where_its_tiles_are() -> None:
    drawn = draw_flat(43, 6, 10)
    reading = TileReader().read(Frame(cut_out(drawn, "left top right bottom"), 0.0))
    assert reading.grid is not None
    middle, there = reading.grid.cell((5, 9)).centre, drawn.grid.cell((5, 9)).centre
    gap = max(3, round(drawn.grid.pitch_x * 0.1))
    assert abs(middle.x + round(drawn.grid.x) - there.x) < gap
    assert abs(middle.y + round(drawn.grid.y) - there.y) < gap


def test_a_tile_at_the_edge_of_the_picture_does_not_pass_for_ground() -> None:
    drawn = draw_flat(41, 6, 10)
    assert verdict(drawn.board, TileReader().read(Frame(cut_out(drawn, "bottom"), 0.0))) == "perfect"


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_tiles_of_which_a_part_is_missing_are_cut_off(side: str) -> None:
    drawn = draw_flat(42, 5, 8)
    reading = TileReader().read(Frame(cut_out(drawn, side, round(0.3 * drawn.grid.pitch_x)), 0.0))
    assert reading.sight is Sight.COVERED
    assert f"cut off at the {side} of the picture" in reading.why


@pytest.mark.parametrize("share", [0.04, 0.06, 0.08])
def test_tiles_that_lack_no_more_than_their_rims_are_whole(share: float) -> None:
    """Of a real screen, cut out along its tiles a few pixels inside of them."""
    screen = FIXTURES / "shisen" / "kshisen-default" / "screens" / "full.png"
    pixels, truth = load(screen), Position.parse(screen.with_suffix(".txt").read_text(encoding="utf-8"))
    grid = TileReader().read(Frame(pixels, 0.0)).grid
    assert grid is not None
    box = grid.box
    left, right = round(box.x + share * grid.pitch_x), round(box.x + box.w)
    part = np.ascontiguousarray(pixels[round(box.y) : round(box.y + box.h), left:right])
    reading = TileReader().read(Frame(part, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(truth.board)
