"""A calibrated board is found again where its program is enlarged pixel by pixel, as emulators enlarge, and where flat
blocks could be taken for several smaller ones.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut
from bot.vision.picture import load
from bot.vision.place.finder import Finder
from bot.vision.place.surroundings import surroundings
from bot.vision.samples import Sample
from tests.bot.test_vision_blocks_fixtures import FIXTURES, truth
from tests.bot.windows import off, placed

CELL = 16
CORNER = 39, 27
"""Where the enlarged picture lies in a frame: no multiple of what it is enlarged by."""
FLAT = FIXTURES / "samegame" / "swell-foop" / "screens" / "full-without-signs.png"


def rocks(seed: int) -> tuple[Pixels, Grid]:
    """A small picture of 240x224 pixels, no two of which next to each other are alike, around an empty board."""
    rng = np.random.default_rng(seed)
    palette = rng.integers(20, 230, (12, 3)).astype(np.uint8)
    picture = palette[rng.integers(len(palette), size=(224, 240))]
    grid = Grid(24.0, 16.0, CELL, CELL, 12, 6)
    picture[16:208, 24:120] = palette[0] // 3
    return picture, grid


def enlarged(picture: Pixels, grid: Grid, scale: float) -> tuple[Pixels, Grid]:
    """The picture as an emulator shows it, in a larger black window; each pixel is a block of whole pixels."""
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    large = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
    x, y = CORNER
    frame = np.zeros((size[1] + 2 * y, size[0] + 2 * x, 3), np.uint8)
    frame[y : y + size[1], x : x + size[0]] = large
    scale_x, scale_y = size[0] / picture.shape[1], size[1] / picture.shape[0]
    pitch_x, pitch_y = grid.pitch_x * scale_x, grid.pitch_y * scale_y
    return frame, Grid(x + grid.x * scale_x, y + grid.y * scale_y, pitch_x, pitch_y, grid.rows, grid.columns)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 2.5, 3.0, 3.3, 4.0, 5.0])
def test_a_board_among_rocks_drawn_pixel_by_pixel_is_found_at_any_size(scale: float) -> None:
    picture, grid = rocks(seed=3)
    frame, there = enlarged(picture, grid, scale)
    found = Finder.of(placed(picture, grid), surroundings([picture], [grid])).find(frame)
    assert found is not None
    assert off(found.grid, there) < 0.5 + 0.01 * CELL * scale


def test_other_rocks_are_another_place() -> None:
    picture, grid = rocks(seed=3)
    other, _ = rocks(seed=4)
    frame, _ = enlarged(other, grid, 3.0)
    assert Finder.of(placed(picture, grid), surroundings([picture], [grid])).find(frame) is None


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_halves_of_flat_blocks_are_no_blocks(scale: float) -> None:
    """Half a block of one colour looks like a whole one, so that a part of the board could be taken for all of it."""
    picture = load(FLAT)
    position, grid = truth(FLAT)
    crops = np.rint(cut(picture, grid, size=(50, 50))).astype(np.uint8)
    samples = [Sample(position.board[row][column], False, crops[row, column]) for row, column in np.ndindex(3, 15)]
    finder = Finder.of(placed(picture, grid), surroundings([picture], [grid]), samples)
    frame, there = enlarged(picture, grid, scale)
    found = finder.find(frame)
    assert found is not None
    assert off(found.grid, there) < 2
