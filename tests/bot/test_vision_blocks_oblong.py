"""Boards of cells that are not square, as in windows that were stretched, and boards on ground that changes slowly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.blocks.extent import GOES_ON
from bot.vision.blocks.pitch import edge_maps, pitches, square
from bot.vision.blocks.reader import BlockReader
from bot.vision.blocks.recur import Spot
from bot.vision.blocks.settle import reshaped
from bot.vision.picture import load
from tests.bot.compare import renamed, trimmed
from tests.bot.test_vision_blocks_fixtures import FIXTURES, shown, truth
from tests.synthetic import APART, TUNED, Part, draw, spec_of


def same(board: tuple[str, ...], reading: Reading) -> bool:
    """Whether all cells were told right, however far the board reaches."""
    assert reading.position is not None, reading.why
    return renamed(trimmed(board)) == renamed(trimmed(reading.position.board))


@pytest.mark.parametrize(
    ("part", "seed", "what"),
    [
        (TUNED, 5012, "25.1 by 24.1 pixels"),
        (TUNED, 5029, "19.6 by 21.6 pixels"),
        (TUNED, 5053, "20.2 by 18.4 pixels"),
        (APART, 5016, "21.7 by 24.3 pixels"),
        (APART, 5030, "42.4 by 43.9 pixels"),
        (APART, 6009, "square, over clouds"),
        (APART, 6012, "27.0 by 28.7 pixels, over clouds"),
        (APART, 6013, "square, over clouds, a heap"),
    ],
)
def test_boards_in_large_windows_are_read_whatever_the_shape_of_their_cells(part: Part, seed: int, what: str) -> None:
    pixels, drawn = draw(spec_of(seed, part, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert same(drawn.board, reading), what
    assert reading.grid is not None
    assert abs(reading.grid.pitch_x - drawn.grid.pitch_x) < 0.25, what
    assert abs(reading.grid.pitch_y - drawn.grid.pitch_y) < 0.25, what


def test_few_rows_of_cells_that_are_nearly_square_are_read() -> None:
    pixels, drawn = draw(spec_of(102434, TUNED, "stack"))  # 30.1 by 31.1 pixels, 4 rows
    assert same(drawn.board, BlockReader().read(Frame(pixels, 0.0)))


@pytest.mark.parametrize(
    "name", ["columns/kdiamond/screens/full-of-small-diamonds", "samegame/sgt-samegame/screens/six-colours"]
)
def test_a_window_that_was_stretched_a_little_is_read_as_before(name: str) -> None:
    pixels = np.asarray(cv2.resize(load(FIXTURES / f"{name}.png"), None, fx=1, fy=1.07), np.uint8)
    assert same(shown(truth(FIXTURES / f"{name}.png")[0]), BlockReader().read(Frame(pixels, 0.0)))


def test_a_stretched_board_is_not_cut_into_a_row_less() -> None:
    pixels = load(FIXTURES / "columns/stax/screens/risen-over-bricks.png")[:, :, :3]
    reading = BlockReader().read(Frame(np.asarray(cv2.resize(pixels, None, fx=1.143, fy=1), np.uint8), 0.0))
    assert reading.sight is not Sight.CLEAR or (reading.grid is not None and abs(reading.grid.pitch_y - 20) < 0.25)


def test_a_stretched_board_that_may_go_on_is_no_whole_one() -> None:
    pixels = load(FIXTURES / "columns/gemdropx/screens/five-full-rows.png")[:, :, :3]
    reading = BlockReader().read(Frame(np.asarray(cv2.resize(pixels, None, fx=1.3, fy=1.6), np.uint8), 0.0))
    assert reading.sight is not Sight.CLEAR
    assert reading.why == GOES_ON.said
    assert reading.about == {GOES_ON.about}


def test_a_slab_across_a_stretched_board_does_not_bound_a_smaller_one() -> None:
    file = FIXTURES / "paneldepon/arcade-panels/screens/garbage.png"
    higher = np.asarray(
        cv2.resize(load(file)[:, :, :3], None, fx=1, fy=1.143, interpolation=cv2.INTER_LINEAR), np.uint8
    )
    reading = BlockReader().read(Frame(higher, 0.0))
    assert same(shown(truth(file)[0]), reading)


@pytest.mark.parametrize(
    ("name", "across"),
    [
        ("columns/page-frame/screens/full", 1.33),
        ("paneldepon/arcade-letters/screens/puzzle-101", 1.5),
        ("lines/five-or-more/screens/small-window", 1.5),
    ],
)
def test_cells_half_as_wide_again_as_high_are_read(name: str, across: float) -> None:
    pixels = np.asarray(cv2.resize(load(FIXTURES / f"{name}.png")[:, :, :3], None, fx=across, fy=1), np.uint8)
    assert same(shown(truth(FIXTURES / f"{name}.png")[0]), BlockReader().read(Frame(pixels, 0.0)))


@pytest.mark.parametrize("name", ["start", "half-played", "two-colours"])
def test_two_cells_that_lie_together_are_not_one(name: str) -> None:
    file = FIXTURES / f"samegame/sgt-samegame/screens/{name}.png"
    wider = np.asarray(cv2.resize(load(file)[:, :, :3], None, fx=1.5, fy=1), np.uint8)
    reading = BlockReader().read(Frame(wider, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert same(shown(truth(file)[0]), reading)


def test_cells_that_are_nearly_square_are_measured_both_ways() -> None:
    pixels, drawn = draw(spec_of(5012, TUNED, "stack"))
    found = pitches(*edge_maps(pixels))
    assert any(abs(x - drawn.grid.pitch_x) < 0.1 and abs(y - drawn.grid.pitch_y) < 0.1 for x, y in found)
    assert all(x == y or not square(x, y) for x, y in found)


def test_a_single_block_tells_no_other_height() -> None:
    pixels = np.zeros((100, 100, 3), np.uint8)
    for cells in (np.zeros((4, 4), np.bool_), np.eye(4, dtype=np.bool_) & (np.arange(4) == 1)):
        assert reshaped(pixels, Spot(Grid(10, 10, 20, 20, 4, 4), cells, 0), 20, 22) is None
