"""What lies over cells of a nonogram and lets them shine through is never taken for marks."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues.reader import ClueReader
from tests.synthetic.digit_fonts import NEEDS_FONTS, Face, faces
from tests.synthetic.nonograms import THEMES, Drawn, Look, draw

FONTS = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

PICTURE = ("..##...#", "#######.", "##.#####", ".#....##", "########", "........", "#.#.#.#.", "##.##...", "..##.###")
MARKED = ("xx##...#", "#####...", "##......", ".#xxxx..", "........", "........", ".....x..", "........", "...#....")
EMPTY = ("." * 8,) * 9
VEILS = ((20, 20, 20), 0.7), ((128, 128, 128), 0.85), ((230, 230, 230), 0.85), ((60, 50, 45), 0.93)
"""Colours of what lies over the cells, and how dense it is."""


def face() -> Face:
    return next(face for face in FONTS if face.style == "Book")


def drawn(theme: str, marks: tuple[str, ...]) -> Drawn:
    return draw(Look(face(), theme, pitch=26.0, cross="plain" if theme == "grey" else "x"), PICTURE, marks)


def under(drawn: Drawn, colour: tuple[int, int, int], density: float, inset: float) -> Pixels:
    """The picture with a rectangle of five rows and four columns under something, its edge so far inside the cells."""
    first, last = drawn.grid.cell((2, 2)), drawn.grid.cell((6, 5))
    rows = slice(round(first.y + inset), round(last.y + last.h - inset))
    columns = slice(round(first.x + inset), round(last.x + last.w - inset))
    out = drawn.pixels.astype(np.float32)
    out[rows, columns] += density * (np.array(colour, np.float32) - out[rows, columns])
    return out.astype(np.uint8)


def wrong(reading: Reading, drawn: Drawn) -> bool:
    """Whether it is said to be clear and is not what was drawn."""
    assert reading.position is not None
    return reading.sight is Sight.CLEAR and reading.position.board != drawn.truth.board


@pytest.mark.parametrize("theme", THEMES)
def test_cells_under_it_are_never_read_as_others(theme: str) -> None:
    plain = [drawn(theme, marks) for marks in (MARKED, EMPTY)]
    for turn, (veil, inset) in enumerate(zip(VEILS, (0.0, 3.0, 9.0, 0.0), strict=True)):
        picture = plain[turn % 2]
        assert not wrong(ClueReader().read(Frame(under(picture, *veil, inset), 0.0)), picture), (veil, inset)


@pytest.mark.parametrize("theme", ["dark", "paper", "striped"])
def test_nor_where_it_comes_over_a_board_that_is_known(theme: str) -> None:
    picture = drawn(theme, MARKED)
    reader = ClueReader()
    assert reader.read(Frame(picture.pixels, 0.0)).sight is Sight.CLEAR
    for time, (veil, inset) in enumerate(zip(VEILS, (0.0, 3.0, 9.0, 0.0), strict=True), 1):
        assert not wrong(reader.read(Frame(under(picture, *veil, inset), float(time))), picture), (veil, inset)
    assert reader.read(Frame(picture.pixels, 9.0)).sight is Sight.CLEAR
