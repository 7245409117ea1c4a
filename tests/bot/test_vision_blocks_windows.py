"""Boards of few kinds on whole desktops: windows, pages and panels around them have edges, too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.blocks.extent import UNKNOWN
from bot.vision.blocks.reader import BlockReader, first_sight_blocks
from tests.bot.compare import renamed, trimmed
from tests.bot.synthetic_blocks import Wish, draw
from tests.synthetic import TUNED, spec_of
from tests.synthetic import draw as window

PITCH = 48
HEAP = ("...abc", "dceece", "afebfc", "dadcfd")
COMING = "cefadb"
INKS = {
    "a": (60, 220, 60),
    "b": (60, 60, 230),
    "c": (220, 220, 60),
    "d": (230, 60, 230),
    "e": (40, 220, 240),
    "f": (220, 110, 30),
}


def desktop(picture: Pixels, left: int, top: int) -> Pixels:
    """A picture in a white page of a window, on a bare desktop."""
    height, width = picture.shape[:2]
    pixels = np.zeros((1000, 1400, 3), np.uint8)
    pixels[12:30, 60:1160] = (200, 160, 120)
    pixels[30:880, 60:1160] = 255
    pixels[top : top + height, left : left + width] = picture
    return pixels


def well(risen: int) -> Pixels:
    """A black well of 13 rows with a heap that has risen by so many pixels, and half a row that is coming."""
    canvas = np.zeros((14 * PITCH, 6 * PITCH, 3), np.uint8)
    for row, line in enumerate((*HEAP, COMING)):
        for column, label in enumerate(line):
            if label == ".":
                continue
            x, y = column * PITCH, (9 + row) * PITCH - risen
            light = 0.3 if row == len(HEAP) else 1.0
            ink = tuple(int(light * part) for part in INKS[label])
            cv2.rectangle(canvas, (x + 2, y + 2), (x + 44, y + 44), tuple(part // 3 for part in ink), -1)
            cv2.rectangle(canvas, (x + 2, y + 2), (x + 44, y + 44), ink, 2)
            centre, sides = (x + 23, y + 23), 3 + "abcdef".index(label)
            turned = [
                (centre[0] + 13 * np.cos(2 * np.pi * k / sides), centre[1] + 13 * np.sin(2 * np.pi * k / sides))
                for k in range(sides)
            ]
            cv2.fillPoly(canvas, [np.array(turned, np.int32)], ink)
    return np.ascontiguousarray(canvas[: 13 * PITCH])


@pytest.mark.parametrize("risen", [0, 9, 15, 21])
def test_what_recurs_along_the_edges_of_a_window_does_not_hide_a_board_in_it(risen: int) -> None:
    reading = BlockReader().read(Frame(desktop(well(risen), 466, 145), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position and reading.grid
    assert renamed(reading.position.board[-4:]) == renamed(HEAP)
    assert set("".join(reading.position.board[:-4])) == {"."}
    assert reading.grid.x == pytest.approx(466, abs=1)
    assert reading.grid.box.y + reading.grid.box.h == pytest.approx(145 + 13 * PITCH - risen, abs=PITCH / 4)


@pytest.mark.parametrize("seed", [1_338_023, 1_338_027, 1_338_045])
def test_the_edge_of_a_panel_does_not_join_a_board_to_what_lies_around(seed: int) -> None:
    board = draw(seed, Wish(skin="flat", ground="plain", fill="stack", framed=True, damage=False))
    reading = BlockReader().read(Frame(desktop(board.pixels, 300, 120), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position and reading.grid
    assert renamed(reading.position.board) == renamed(board.board)
    beside = abs(reading.grid.x - 300 - board.grid.x), abs(reading.grid.y - 120 - board.grid.y)
    assert max(beside) < 0.1 * board.grid.pitch_x


@pytest.mark.parametrize("period", [16, 24])
def test_a_board_on_a_page_with_wallpaper_is_found(period: int) -> None:
    drawn = draw(1, Wish("panel", "plain", "stack", size=(12, 6), kinds=5, pitch=30.0, framed=True, damage=False))
    page = np.full((800, 1000, 3), 40, np.uint8)
    for half in (0, period // 2):
        page[half::period, half::period] = page[half + 1 :: period, half::period] = 12
        page[half + 2 :: period, half::period] = 78
    x, y, box = 410, 20, drawn.grid.box
    left, top, reach = round(box.x) - 6, round(box.y) - 6, 12
    part = drawn.pixels[top : top + round(box.h) + reach, left : left + round(box.w) + reach]
    page[y : y + part.shape[0], x : x + part.shape[1]] = part
    found = first_sight_blocks(page)
    assert found is not None
    assert (found.grid.rows, found.grid.columns) == (12, 6)
    assert found.grid.x == pytest.approx(x + 6, abs=2)
    assert found.grid.pitch_y == pytest.approx(30, abs=0.2)


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (8434, "a block above the part that was found first, like two in it"),
        (8402, "the same on another heap"),
        (8416, "the border of the desktop a whole number of cells around the board"),
    ],
)
def test_what_lies_around_a_part_of_a_heap_is_not_all_ground(seed: int, what: str) -> None:
    pixels, drawn = window(spec_of(seed, TUNED, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert reading.position is not None, what
    assert reading.why == UNKNOWN.said, what
    assert reading.about == {UNKNOWN.about}, what
    assert renamed(trimmed(reading.position.board)) == renamed(trimmed(drawn.board)), what
