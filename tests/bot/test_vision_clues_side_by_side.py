"""Pages on which the numbers of a clue stand side by side, above the columns too."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.reading import Sight
from tests.bot.test_vision_clues_tables import FONTS, LARGE, OTHER, clues, put, read, truth
from tests.synthetic.digit_fonts import NEEDS_FONTS

pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)


def side_by_side(picture: tuple[str, ...], pitch: int, size: float, apart: str = " ") -> Pixels:
    """A page on which the numbers of a clue stand side by side, above the columns too."""
    rows, cols = clues(picture)
    canvas = np.full((160 + pitch * len(rows), 260 + pitch * len(cols), 3), 250, np.float32)
    for row in range(len(rows)):
        for column in range(len(cols)):
            x, y = 200 + column * pitch, 100 + row * pitch
            cv2.rectangle(canvas, (x, y), (x + pitch, y + pitch), (60, 60, 60), 1)
    for column, clue in enumerate(cols):
        put(canvas, clue.replace(" ", apart), size, (200 + (column + 0.5) * pitch, 86), 20)
    for row, clue in enumerate(rows):
        put(canvas, clue.replace(" ", apart), size, (150, 100 + (row + 0.5) * pitch), 20)
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)


@pytest.mark.parametrize(("picture", "apart"), [(OTHER, " "), (OTHER, "  "), (LARGE, " ")])
def test_numbers_that_stand_side_by_side_above_columns_are_told_apart(picture: tuple[str, ...], apart: str) -> None:
    reading = read(side_by_side(picture, 64, 16, apart))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(picture)


STRIPES = ("#...##", ".#.#..", "#.#...", ".#.###", "#...##", "....#.", "#..#..", "..#.##", "#..#..")


@pytest.mark.parametrize(("apart", "clear"), [(13, True), (16, False)])
def test_a_number_that_may_be_the_next_columns_is_doubted(apart: int, clear: bool) -> None:
    """Five numbers above a column: the last one stands above the next column, as close to its numbers as to its own."""
    page = side_by_side(STRIPES, 62, 16).astype(np.float32)
    page[70:100, 195:325] = 250
    for place in range(5):
        put(page, "1", 16, (205 + place * apart, 86), 20)
    for place in range(2):
        put(page, "1", 16, (285 + place * apart, 86), 20)
    reading = read(page.astype(np.uint8))
    assert (reading.sight is Sight.CLEAR) == clear
    assert not clear or reading.position == truth(STRIPES)


def test_pale_cells_are_crossed_out() -> None:
    """A program that shades what is crossed out by less than a seventh of the contrast."""
    pixels = side_by_side(LARGE, 40, 12)
    pixels[pixels == 250] = 255
    rng, board = np.random.default_rng(2), []
    for row, line in enumerate(LARGE):
        said = ""
        for column, cell in enumerate(line):
            told = rng.random() < 0.5
            x, y = 200 + column * 40, 100 + row * 40
            if told:
                pixels[y + 1 : y + 40, x + 1 : x + 40] = 0 if cell == "#" else 224
            said += ("#" if cell == "#" else "x") if told else "."
        board.append(said)
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == tuple(board)
