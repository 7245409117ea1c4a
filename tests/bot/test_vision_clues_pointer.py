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


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("light", [(255, 255, 150), (150, 255, 255), (255, 150, 150)])
def test_an_undecided_cell_that_alone_is_lit_is_neither_crossed_nor_filled(
    light: tuple[int, int, int], begun: bool
) -> None:
    """On a blank board, and where the crosses that are drawn and the filled cells leave no other meaning."""
    blank = ("." * 10,) * 7
    marks = (*(line.replace(".", "x") for line in PICTURE[:3]), *blank[3:]) if begun else blank
    drawn = draw(Look(faces(frozenset({"DejaVu Sans"}))[0], "paper", pitch=30.0), PICTURE, marks)
    cell = drawn.grid.cell((5, 6))
    top, left = round(cell.y) + 2, round(cell.x) + 2
    drawn.pixels[top : top + 26, left : left + 26] = light
    reading = ClueReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


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


@pytest.mark.parametrize("cell", [(3, 9), (0, 0), (6, 4)])
@pytest.mark.parametrize("theme", ["reversed", "paper"])
def test_the_lit_lines_of_the_pointer_are_no_sheet(theme: str, cell: tuple[int, int]) -> None:
    """Some programs light the whole row and column, clues and lines included, also at the rim of the board."""
    drawn = draw(Look(faces(frozenset({"DejaVu Sans"}))[0], theme, pitch=36.0), PICTURE, ("." * 10,) * 7)
    grid, lit = drawn.grid, drawn.pixels.astype(np.float32)
    left, top = round(grid.x - 2.5 * grid.pitch_x), round(grid.y - 2.5 * grid.pitch_y)
    box, right, bottom = grid.cell(cell), round(grid.box.x + grid.box.w), round(grid.box.y + grid.box.h)
    rows, columns = slice(round(box.y), round(box.y + box.h)), slice(round(box.x), round(box.x + box.w))
    for rectangle in ((rows, slice(max(0, left), right)), (slice(max(0, top), bottom), columns)):
        lit[rectangle] = lit[rectangle] * 0.85 + np.array((100, 240, 255), np.float32) * 0.15
    reading = ClueReader().read(Frame(lit.round().astype(np.uint8), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth
