"""A nonogram that is seen anew, darkened or under something: what was known of it before tells what is which mark."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues.cells import Looks
from bot.vision.clues.reader import ClueReader
from bot.vision.clues.recall import unsure
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import Drawn, Look, draw

FONTS = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

PICTURE = (
    "###.....##",
    "##...#####",
    "##########",
    "#.#.#.#.#.",
    "####..####",
    "#........#",
    "#########.",
    "..##..##..",
)
LACKING = (*PICTURE[:4], "####..#..#", *PICTURE[5:])
"""Two cells are not filled yet."""
ASIDE = 20
"""Pixels by which the board moves."""


def drawn(board: tuple[str, ...], *, crossed: bool = True) -> Drawn:
    marks = tuple(row.replace(".", "x") for row in board) if crossed else board
    return draw(Look(FONTS[0], "page", pitch=26.0, done=0.9), PICTURE, marks)


def moved(pixels: Pixels) -> Pixels:
    return np.ascontiguousarray(np.pad(pixels, ((ASIDE, 0), (ASIDE, 0), (0, 0)), mode="edge")[:-ASIDE, :-ASIDE])


def seen_before(before: Drawn) -> ClueReader:
    reader = ClueReader()
    begun = draw(before.look, PICTURE, (*PICTURE[:3], *[".........."] * 5))
    for time, picture in ((0.0, begun), (0.1, before)):
        assert reader.read(Frame(picture.pixels, time)).sight is Sight.CLEAR
    return reader


def board(reading: Reading) -> tuple[str, ...]:
    assert reading.position is not None
    return reading.position.board


@pytest.mark.parametrize("left", [0.7, 0.5, 0.35])
def test_a_page_that_darkens_and_moves_changes_no_mark(left: float) -> None:
    reader = seen_before(drawn(LACKING))
    after = drawn(PICTURE)
    dark = np.round(moved(after.pixels) * left).astype(np.uint8)
    for time in (0.2, 0.4, 2.0):
        reading = reader.read(Frame(dark, time))
        if reading.sight is Sight.CLEAR:
            assert board(reading) == after.truth.board


@pytest.mark.parametrize("moves", [True, False], ids=["moved", "in place"])
def test_a_panel_nearly_of_the_colour_of_filled_cells_fills_none(moves: bool) -> None:
    before = drawn(LACKING)
    reader = seen_before(before)
    cell, last = before.grid.cell((3, 5)), before.grid.cell((6, 9))
    after = before.pixels.copy()
    after[round(cell.y) + 5 : round(last.y) + 20, round(cell.x) - 7 : round(last.x) + 17] = (66, 50, 34)
    after = moved(after) if moves else after
    for time in (0.2, 0.4, 2.0, 3.0):
        reading = reader.read(Frame(after, time))
        assert reading.sight is not Sight.CLEAR
        assert "#" not in {board(reading)[4][column] for column in (7, 8)}, board(reading)


def test_a_mark_that_became_one_of_which_there_was_none_lies_under_something() -> None:
    before, now = np.array([list("##"), list(".."), list("..")]), np.array([list("x#"), list("x."), list("..")])
    rows, columns = before.shape
    plain = np.zeros((rows, columns), np.float32)
    looks = Looks(
        np.zeros((rows, columns, 3), np.float32), plain, plain, np.ones((rows, columns, 4, 3), np.float32), plain, plain
    )
    assert unsure(looks, now, before, 200.0).tolist() == [[True, False], [False, False], [False, False]]
