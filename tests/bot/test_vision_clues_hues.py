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
