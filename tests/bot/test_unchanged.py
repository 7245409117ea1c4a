"""What may change between two pictures while marks are made, and what may not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.frame import Frame, Pixels, Point
from bot.grid import Grid
from bot.unchanged import Unchanged

GRID = Grid(90, 80, 20, 20, 10, 12)
CELLS = [(2, 3), (2, 4), (2, 5)]


def picture() -> Pixels:
    return np.random.default_rng(7).integers(60, 90, (320, 400, 3), dtype=np.uint8)


def painted(*areas: tuple[int, int, int, int]) -> Frame:
    """The picture with some areas, left, top, width and height, in another colour, taken later."""
    pixels = picture()
    for left, top, width, height in areas:
        pixels[top : top + height, left : left + width] = 240
    return Frame(pixels, 2.0)


def holds(now: Frame) -> bool:
    return Unchanged(Frame(picture(), 1.0), GRID, CELLS).holds(now)


@pytest.mark.parametrize(
    "areas",
    [
        (),
        ((151, 121, 18, 18), (171, 121, 18, 18)),  # two of the marked cells
        ((20, 122, 60, 16),),  # the clue of their row
        ((152, 10, 16, 60),),  # that of a column
        ((10, 300, 50, 12),),  # a clock
        ((149, 119, 62, 22),),  # all of them with their edges
    ],
)
def test_what_marks_change_is_nothing_new(areas: tuple[tuple[int, int, int, int], ...]) -> None:
    assert holds(painted(*areas))


@pytest.mark.parametrize(
    "area",
    [
        (211, 121, 18, 18),  # the next cell
        (90, 120, 240, 20),  # the whole row
        (100, 100, 120, 80),  # a notice
        (10, 200, 70, 60),  # one over the clues of other rows
        (340, 200, 50, 60),  # one beside the board
    ],
)
def test_what_else_changes_is(area: tuple[int, int, int, int]) -> None:
    assert not holds(painted(area))


def test_another_place_or_size_is_another_picture() -> None:
    now = painted()
    assert not holds(replace(now, origin=Point(5, 0)))
    assert not holds(replace(now, pixels=now.pixels[:300]))


def test_it_keeps_what_its_buffer_showed() -> None:
    frame = Frame(picture(), 1.0)
    before = Unchanged(frame, GRID, CELLS)
    frame.pixels[:] = 0
    assert before.holds(painted())
    assert not before.holds(frame)
