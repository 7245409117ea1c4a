"""Nonograms on pages: small and faint on a large screen, or with large cells and much text close to small clues."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues.cells import Floats
from bot.vision.clues.reader import ClueReader
from tests.sweep import sweep
from tests.synthetic.digit_fonts import NEEDS_FONTS, Face, coverage, faces
from tests.synthetic.nonograms import THEMES, Drawn, Look, draw, puzzle

FONTS = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

SMALL = ("..#..", ".###.", "#####", ".###.", "..#..")
OTHER = ("#..##", ".#.#.", "##..#", "..#.#", "#.##.", ".####")


def face() -> Face:
    return next(face for face in FONTS if face.style == "Book")


def read(pixels: Pixels) -> Reading:
    return ClueReader().read(Frame(pixels, 0.0))


def written(canvas: Floats, text: str, size: float, at: tuple[int, int], colour: int) -> None:
    """Write a line of text on a picture."""
    ink = coverage(face(), text, size)[:, :, None] / 255
    part = canvas[at[1] : at[1] + ink.shape[0], at[0] : at[0] + ink.shape[1]]
    part += ((colour - part) * ink[: part.shape[0], : part.shape[1]]).astype(canvas.dtype)


def on_screen(drawn: Drawn, faint: float, at: tuple[int, int]) -> Pixels:
    """The puzzle somewhere on a screen of 1280 x 800 with a page of text on it, its lines faint on their cells."""
    part = drawn.pixels.astype(np.float32)
    box = drawn.grid.box
    inner = part[round(box.y) - 1 : round(box.y + box.h) + 1, round(box.x) - 1 : round(box.x + box.w) + 1]
    paper = np.array(THEMES[drawn.look.theme].paper, np.float32)
    inner += (1 - faint) * (paper - inner)
    screen = np.zeros((800, 1280, 3), np.float32)
    screen[20:780, 40:1040] = THEMES[drawn.look.theme].page
    for row in range(14):
        written(screen, "How to play: fill the cells that the numbers count, cross out", 12, (560, 60 + 50 * row), 60)
    screen[at[1] : at[1] + part.shape[0], at[0] : at[0] + part.shape[1]] = part
    return np.asarray(np.clip(screen + 0.5, 0, 255), np.uint8)


@pytest.mark.parametrize(("picture", "pitch"), sweep([SMALL, OTHER], [24.0, 30.0, 34.0]))
def test_a_small_board_with_faint_lines_is_found_on_a_large_screen(picture: tuple[str, ...], pitch: float) -> None:
    marks = tuple("." * len(line) for line in picture)
    for theme in ("page", "dark"):
        look = Look(face(), theme, pitch, every=0, thick=1, furniture=False)
        drawn = draw(look, picture, marks)
        reading = read(on_screen(drawn, 0.25, (100, 300)))
        assert reading.sight is Sight.CLEAR, (theme, reading.why)
        assert reading.position == drawn.truth


def carded(drawn: Drawn, rim: int) -> Pixels:
    """The puzzle on a card whose rim runs close by, below a heading and buttons in large letters."""
    grid, (height, width) = drawn.grid, drawn.pixels.shape[:2]
    part = drawn.pixels.copy()
    right, bottom = round(grid.x + grid.box.w) + rim, round(grid.y + grid.box.h) + rim
    part[:, right : right + 1], part[bottom : bottom + 1] = 110, 110
    page = np.empty((height + 190, width, 3), np.float32)
    page[:] = THEMES[drawn.look.theme].page
    for row, (text, size) in enumerate(
        (("Nonogram 5x5 8x8 10x10", 26), ("Time 0:13  Best 0:08", 17), ("Fill Mark Undo", 19))
    ):
        for column in range(0, width, 380):
            written(page, text, size, (8 + column, 8 + 54 * row), 120)
    page[190:] = part
    return np.asarray(np.clip(page + 0.5, 0, 255), np.uint8)


@pytest.mark.parametrize("theme", ["dark", "page"])
@pytest.mark.parametrize("pitch", [64.0, 92.0])
def test_small_clues_of_large_cells_are_told_from_what_stands_around(theme: str, pitch: float) -> None:
    drawn = draw(Look(face(), theme, pitch, digit=11 / pitch, every=0, furniture=False), OTHER, ("." * 5,) * 6)
    reading = read(carded(drawn, 9))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


def headed(drawn: Drawn, text: str, size: float) -> Pixels:
    """The puzzle close below a heading that is written above the middle of its columns."""
    theme, box = THEMES[drawn.look.theme], drawn.grid.box
    height, width = coverage(face(), text, size).shape
    page = np.empty((drawn.pixels.shape[0] + height - 2, drawn.pixels.shape[1], 3), np.float32)
    page[:] = theme.page
    page[height - 2 :] = drawn.pixels
    written(page, text, size, (round(box.x + box.w / 2 - width / 2), 0), theme.ink[0])
    return np.asarray(np.clip(page + 0.5, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("theme", "heading", "size"),
    sweep(["paper", "dark", "blue"], ["Moss Garden", "Puzzle 105", "Daily picture 7 of 30"], [14, 18, 22]),
)
def test_a_heading_close_above_the_clues_of_the_columns_is_none_of_them(theme: str, heading: str, size: float) -> None:
    picture = puzzle(Random(heading), 11, 10, 0.6)
    drawn = draw(Look(face(), theme, 30.0, digit=0.35, furniture=False), picture, ("." * 10,) * 11)
    reading = read(headed(drawn, heading, size))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("theme", ["page", "blue"])
def test_faint_stripes_all_over_a_wide_page_are_no_clues(theme: str) -> None:
    drawn = draw(Look(face(), theme, 30.0, digit=0.35, furniture=False), OTHER, ("." * 5,) * 6)
    page = np.array(THEMES[theme].page, np.uint8)
    striped = np.empty((drawn.pixels.shape[0], drawn.pixels.shape[1] + 400, 3), np.uint8)
    striped[:] = page
    striped[:, 400:] = drawn.pixels
    y, x = np.indices(striped.shape[:2])
    striped[((x + y) % 13 == 0) & (striped == page).all(2)] = page - 24
    reading = read(striped)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth
