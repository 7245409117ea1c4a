"""Boards of few pieces between masonry, told by the islands of colour that they are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.vision.blocks.common import in_common
from bot.vision.blocks.loose import heaps
from bot.vision.blocks.places import standing
from bot.vision.blocks.reader import BlockReader
from bot.vision.blocks.recur import Spot
from bot.vision.blocks.scene import Scene
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import UNSURE, Sorting
from tests.bot.test_vision_blocks_fixtures import FIXTURES, SCREENS, shown, truth, wrong
from tests.bot.test_vision_blocks_refusal import FEW, stage, strewn

PITCH = 40
INKS = [ink for _, _, ink in FEW]
HEAP = {(9, 0): 0, (9, 1): 1, (9, 2): 0, (8, 2): 2, (7, 2): 1, (6, 2): 2, (9, 4): 0, (8, 4): 2, (9, 5): 1}
"""What a well of ten rows and six columns holds, by row and column."""


def walled(heap: dict[tuple[int, int], int], well: tuple[int, int] = (300, 20)) -> Pixels:
    """A picture of bricks with a dark well that has its upper left corner there, and balls in it."""
    pixels = np.full((460, 600, 3), 120, np.uint8)
    for row in range(0, pixels.shape[0], 22):
        cv2.line(pixels, (0, row), (pixels.shape[1], row), (84, 90, 92), 2)
        for column in range(row // 22 % 2 * 25, pixels.shape[1], 50):
            cv2.line(pixels, (column, row), (column, row + 22), (84, 90, 92), 2)
    x, y = well
    cv2.rectangle(pixels, (x - 6, y - 6), (x + 6 * PITCH + 5, y + 10 * PITCH + 5), (150, 156, 160), -1)
    cv2.rectangle(pixels, (x, y), (x + 6 * PITCH - 1, y + 10 * PITCH - 1), (46, 40, 38), -1)
    for (row, column), ink in heap.items():
        middle = x + column * PITCH + PITCH // 2, y + row * PITCH + PITCH // 2
        cv2.circle(pixels, middle, 17, INKS[ink], -1, cv2.LINE_AA)
    return pixels


def wells(pixels: Pixels) -> list[Sorting]:
    """The boards on all grids that pieces tell, in the frames that they stand in."""
    scene = Scene(pixels)
    found = (standing(scene, ruled, frame, Spot(grid, held, 0), None) for ruled, frame, grid, held in heaps(scene))
    return [one for one in found if one is not None]


def test_few_pieces_in_a_well_tell_its_grid() -> None:
    found = wells(walled(HEAP))[0]
    assert (found.grid.x, found.grid.y, found.grid.rows, found.grid.columns) == pytest.approx((300, 20, 10, 6), abs=0.5)
    assert (found.grid.pitch_x, found.grid.pitch_y) == (PITCH, PITCH)
    assert {(int(row), int(column)) for row, column in np.argwhere(found.kind >= 0)} == set(HEAP)
    for ink in range(3):
        assert len({int(found.kind[place]) for place, other in HEAP.items() if other == ink}) == 1


def test_pieces_that_hang_in_the_air_are_no_heap() -> None:
    assert not wells(walled({(row - 3, column): ink for (row, column), ink in HEAP.items()}))


def test_pieces_without_a_well_are_no_board() -> None:
    assert not list(heaps(Scene(strewn(INKS))))


def test_a_group_that_bursts_between_bricks_and_grilles_is_read() -> None:
    reading = BlockReader().read(Frame(stage("group-bursts"), 0.0))
    path = next(path for path in SCREENS if path.stem == "group-bursts")
    position, grid = truth(path)
    assert reading.grid is not None
    assert reading.position is not None
    assert (reading.grid.x, reading.grid.pitch_x) == pytest.approx((grid.x, grid.pitch_x), abs=0.25)
    kind = np.array([[-1 if label == "." else ord(label) for label in row] for row in reading.position.board])
    assert wrong(shown(position)[-len(kind) :], kind) == 0


@pytest.mark.parametrize(("screen", "cell"), [("neutrals-pending", (11, 5)), ("group-blinks", (9, 4))])
def test_a_single_block_is_a_kind_where_the_next_ones_show_it(screen: str, cell: tuple[int, int]) -> None:
    pixels = stage(screen)
    _, grid = truth(FIXTURES / "puyo" / "flobopuyo-stage" / "screens" / f"{screen}.png")
    alone = sort_blocks(pixels, replace(grid, y=grid.y + grid.pitch_y, rows=12))
    assert alone.kind[cell] == UNSURE
    told = in_common(pixels, [alone])
    assert told.kind[cell] >= 0
    assert (told.kind == told.kind[cell]).sum() == 1
