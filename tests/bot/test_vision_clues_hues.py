"""Nonograms whose filled cells are of several colours, or shown in another light: filled all the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.reading import Sight
from engine.moves import Cell
from tests.bot.test_vision_clues_filled import BEGUN, PICTURE, crossed_out, drawn_with, read
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import THEMES, Look, draw

pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)

GUESSES = {(0, 2): (50, 50, 205), (0, 3): (50, 50, 205), (4, 4): (200, 120, 20), (8, 1): (40, 140, 30)}
"""Filled cells, and the colours that some programs give to what is only tried."""


def coloured(marks: tuple[str, ...], cells: dict[Cell, tuple[int, int, int]], figures: bool = False) -> Pixels:
    """The picture with some of its filled cells in other colours, and a bright figure in them on request."""
    drawn = drawn_with("paper", marks)
    pixels = drawn.pixels.copy()
    for cell, colour in cells.items():
        box = drawn.grid.cell(cell)
        left, top = round(box.x) + 3, round(box.y) + 3
        right, bottom = round(box.x + box.w) - 3, round(box.y + box.h) - 3
        cv2.rectangle(pixels, (left, top), (right, bottom), colour, -1)
        if figures:
            middle = (left + right) // 2, (top + bottom) // 2
            cv2.rectangle(pixels, (middle[0] - 4, middle[1] - 1), (middle[0] + 4, middle[1] + 5), (235, 235, 245), -1)
            cv2.circle(pixels, (middle[0], middle[1] - 2), 3, (235, 235, 245), 1, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("figures", [False, True])
def test_filled_cells_of_other_colours_are_filled(figures: bool) -> None:
    marks = crossed_out(PICTURE)
    reading = read(coloured(marks, GUESSES, figures))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == marks


def test_where_nothing_is_crossed_out_they_are_no_more_than_likely_to_be() -> None:
    reading = read(coloured(BEGUN, {cell: GUESSES[cell] for cell in ((0, 2), (0, 3))}))
    assert reading.sight is Sight.DOUBT
    assert reading.position is not None
    assert reading.position.board == BEGUN
    assert len(reading.guesses[0].texts) > 1
    assert "found 2 that may be filled or not (such as at 0,2)" in reading.why


@pytest.mark.parametrize("column", [2, 5, 9])
def test_filled_cells_of_a_lit_column_are_filled(column: int) -> None:
    marks = crossed_out(PICTURE)
    drawn = drawn_with("paper", marks)
    pixels = drawn.pixels.copy()
    box, high = drawn.grid.cell((0, column)), drawn.grid.rows * drawn.grid.pitch_y
    part = pixels[round(box.y) : round(box.y + high), round(box.x) : round(box.x + box.w), :3]
    part[:] = np.clip(part * 0.7 + np.array([70, 40, 25]), 0, 255).astype(np.uint8)
    reading = read(pixels)
    assert reading.position is not None
    assert reading.position.board == marks


def test_zeros_that_are_shown_as_done_on_a_blank_board_are_no_other_colour() -> None:
    picture = ("." * 12, *PICTURE[1:5], "." * 12, *PICTURE[6:])
    face = faces(frozenset({"DejaVu Sans"}))[0]
    drawn = draw(Look(face, "night", pitch=28.0, zero=True, furniture=False), picture, ["." * 12 for _ in picture])
    pixels, page = drawn.pixels.copy(), np.array(THEMES["night"].page, np.float32)
    for row in (0, 5):
        box = drawn.grid.cell((row, 0))
        clue = pixels[round(box.y) + 3 : round(box.y + box.h) - 3, : round(box.x) - 3]
        share = np.abs(clue - page).max(2, keepdims=True) / np.abs(clue - page).max()
        clue[:] = np.rint(page + share * (np.array((20, 130, 70)) - page))
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


def test_several_clues_longer_than_their_lines_tell_that_a_part_is_not_seen() -> None:
    drawn = drawn_with("paper", BEGUN)
    cut = round(drawn.grid.y + 7 * drawn.grid.pitch_y)
    pixels = drawn.pixels.copy()
    pixels[cut:] = 128
    reading = read(pixels)
    assert reading.sight is not Sight.CLEAR
    assert "not seen" in reading.why or "cut off" in reading.why, reading.why


@pytest.mark.parametrize("part", [0.2, 0.5, 0.85])
def test_a_puzzle_whose_empty_last_row_is_cut_off_is_said_to_be(part: float) -> None:
    picture = (*PICTURE[:9], "." * 12)
    drawn = drawn_with("paper", ("." * 12,) * 10, picture, furniture=False)
    cut = round(drawn.grid.y + (9 + part) * drawn.grid.pitch_y)
    reading = read(drawn.pixels[:cut])
    assert reading.sight is Sight.COVERED
    assert "cut off at the bottom" in reading.why
    assert read(drawn.pixels).sight is Sight.CLEAR
