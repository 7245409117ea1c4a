"""Nonograms with the mouse's pointer on them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.clues.reader import ClueReader
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import Look, draw

PICTURE = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
HAND = np.array([(0, 0), (0, 15), (4, 11), (7, 17), (9, 16), (6, 10), (11, 10)], np.int32)
"""The outline of an arrow."""

pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)


def test_a_cell_that_is_lit_under_the_pointer_has_no_meaning_of_its_own() -> None:
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], "dark", pitch=26.0, cross="plain")
    marks = (*(line.replace(".", "x") for line in PICTURE[:4]), "####......", "#.........", "..........")
    drawn = draw(look, PICTURE, marks)
    cell = drawn.grid.cell((5, 6))
    inside = drawn.pixels[
        round(cell.y) + 2 : round(cell.y + cell.h) - 2, round(cell.x) + 2 : round(cell.x + cell.w) - 2
    ]
    inside[:] = (170, 160, 120)
    inside[8:16, 8:13] = 255
    reading = ClueReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board[:5] == marks[:5]


@pytest.mark.parametrize("theme", ["paper", "dark", "page"])
@pytest.mark.parametrize("cross", ["x", "plain"])
def test_a_filled_cell_under_the_pointer_stays_filled(theme: str, cross: str) -> None:
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], theme, pitch=34.0, cross=cross)
    marks = (*(line.replace(".", "x") for line in PICTURE[:3]), "#.#.......", "####......", "#.........", "..........")
    drawn = draw(look, PICTURE, marks)
    cell = drawn.grid.cell((2, 4))
    outline = HAND + np.array([round(cell.x) + 10, round(cell.y) + 9], np.int32)
    cv2.fillPoly(drawn.pixels, [outline], (250, 250, 250))
    cv2.polylines(drawn.pixels, [outline], True, (0, 0, 0), 1)
    reading = ClueReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board[2] == "##########"
