"""What lies over cells of a nonogram and lets them shine through is never taken for marks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.clues.halves import halved
from bot.vision.clues.lines import Ruled
from bot.vision.clues.reader import ClueReader
from bot.vision.clues.seam import crossed
from tests.sweep import sweep
from tests.synthetic.digit_fonts import NEEDS_FONTS, Face, faces
from tests.synthetic.nonograms import THEMES, Drawn, Look, draw

FONTS = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

PICTURE = ("..##...#", "#######.", "##.#####", ".#....##", "########", "........", "#.#.#.#.", "##.##...", "..##.###")
MARKED = ("xx##...#", "#####...", "##......", ".#xxxx..", "........", "........", ".....x..", "........", "...#....")
EMPTY = ("." * 8,) * 9
MANY = ("..##....", "#######.", "##.#####", ".#....##", "########", "........", "........", "##.##...", "..##.###")
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


def sheet(picture: Drawn, rows: tuple[float, float], columns: tuple[float, float], share: float, level: int) -> Pixels:
    """The picture with something grey over these rows and columns, in cells, that leaves a share of it to be seen."""
    grid = picture.grid
    top, bottom = (round(grid.y + grid.pitch_y * row) for row in rows)
    left, right = (round(grid.x + grid.pitch_x * column) for column in columns)
    out = picture.pixels.astype(np.float32)
    out[top:bottom, left:right] = share * out[top:bottom, left:right] + (1 - share) * level
    return out.astype(np.uint8)


def chequered(picture: Drawn, size: int, share: float) -> Drawn:
    """The picture with every other block of so many cells shaded a little, and its lines more, also those between
    filled cells, which are not shaded.
    """
    level = round(float(np.mean(THEMES[picture.look.theme].paper))) - 25
    out = picture.pixels
    grid = picture.grid
    for row in range(0, grid.rows, size):
        for column in range(0, grid.columns, size):
            if (row + column) // size % 2:
                ends = (row, min(row + size, grid.rows)), (column, min(column + size, grid.columns))
                out = sheet(replace(picture, pixels=out), *ends, share, level)
    for row, column in np.argwhere([[mark == "#" for mark in line] for line in picture.truth.board]):
        cell = grid.cell((row, column))
        place = (
            slice(round(cell.y) + 2, round(cell.y + cell.h) - 2),
            slice(round(cell.x) + 2, round(cell.x + cell.w) - 2),
        )
        out[place] = picture.pixels[place]
    return replace(picture, pixels=out)


@pytest.mark.parametrize(("theme", "size"), sweep(["dark", "paper", "night"], [3, 5]))
def test_blocks_shaded_in_turn_are_ground(theme: str, size: int) -> None:
    for marks in (EMPTY, MARKED, MANY):
        for share in (0.9, 0.8):
            picture = chequered(drawn(theme, marks), size, share)
            reading = ClueReader().read(Frame(picture.pixels, 0.0))
            assert reading.sight is Sight.CLEAR, (share, reading.why)
            assert reading.position == picture.truth, (share, reading.position)


@pytest.mark.parametrize("theme", ["dark", "paper", "night"])
def test_and_what_lies_over_them_is_still_seen(theme: str) -> None:
    for marks in (EMPTY, MARKED):
        picture = chequered(drawn(theme, marks), 5, 0.8)
        for turn, veil in enumerate(VEILS):
            assert not wrong(ClueReader().read(Frame(under(picture, *veil, 3.0 * (turn % 2)), 0.0)), picture), veil


def test_lines_between_crossed_cells_tell_of_it_too() -> None:
    marks = ("xx##x..x", "xx.xx#.x", "xxxxxx.x", "x#xx.xx.", "xx.xxxx.", "xxx..x.x", "#xxxxxxx", "x.x.xx.x", "xx#xx.xx")
    picture = drawn("dark", marks)
    assert ClueReader().read(Frame(picture.pixels, 0.0)).sight is Sight.CLEAR
    assert not wrong(ClueReader().read(Frame(sheet(picture, (2, 5), (0.8, 6.2), 0.7, 200), 0.0)), picture)


@pytest.mark.parametrize("theme", ["page", "night"])
def test_a_thing_over_the_middle_of_four_cells_is_seen(theme: str) -> None:
    picture = drawn(theme, MARKED)
    assert ClueReader().read(Frame(picture.pixels, 0.0)).sight is Sight.CLEAR
    level = int(picture.pixels[tuple(int(v) for v in (picture.grid.y + 5 * 26 + 6, picture.grid.x + 6))].mean())
    hidden = sheet(picture, (4.15, 5.85), (1.15, 2.85), 0.07, level)
    assert ClueReader().read(Frame(hidden, 0.0)).sight is not Sight.CLEAR


@pytest.mark.parametrize("level", [60, 200])
def test_its_edge_divides_cells(level: int) -> None:
    picture = drawn("boxed", EMPTY)
    contrast = 200.0
    assert not halved(picture.pixels, picture.grid, contrast)
    assert not halved(drawn("boxed", MARKED).pixels, picture.grid, contrast)
    assert halved(sheet(picture, (2, 4.5), (3, 6), 0.4, level), picture.grid, contrast)
    assert halved(sheet(picture, (2, 6), (3.6, 6), 0.4, level), picture.grid, contrast)


def test_cells_that_all_have_two_halves_are_no_edge() -> None:
    picture = drawn("paper", EMPTY)
    glossy = picture.pixels.copy()
    for row in range(9):
        glossy = sheet(Drawn(glossy, picture.truth, picture.grid, 0, picture.look), (row, row + 0.5), (0, 8), 0.8, 160)
    assert not halved(glossy, picture.grid, 255.0)


def test_lines_that_end_in_wide_corners_are_not_cut() -> None:
    grid = Grid(10.0, 12.0, 44.9, 44.7, 6, 5)
    ruled = Ruled(grid, 5.5, 5.5, np.ones((6, 5), np.float32), 30.0)
    pixels = np.zeros((300, 260, 3), np.uint8)
    for row in range(7):
        corner = round(grid.y + row * grid.pitch_y)
        pixels[max(0, corner - 12) : corner + 12] = 40
    assert not crossed(pixels, ruled, 174.0)
    pixels[74:78] = 80
    assert crossed(pixels, ruled, 174.0)


def test_a_dot_in_every_line_is_no_edge_unless_the_cells_show_it_too() -> None:
    """Browsers put a picture together of parts, and lines that end between pixels are uneven where parts meet."""
    grid = Grid(10.0, 12.0, 44.0, 44.0, 6, 5)
    ruled = Ruled(grid, 1.0, 1.0, np.ones((6, 5), np.float32), 30.0)
    pixels = np.full((300, 260, 3), 255, np.uint8)
    lines = 12 + 44 * np.arange(7)
    pixels[lines, 10:231] = 127
    pixels[12:277, 10 + 44 * np.arange(6)] = 127
    assert not crossed(pixels, ruled, 224.0)
    seam = pixels.copy()
    seam[lines, 10 + 2 * 44 + 22] = 139
    assert not crossed(seam, ruled, 224.0)
    edge = seam.copy()
    edge[:, 10 + 2 * 44 + 22] = np.maximum(edge[:, 10 + 2 * 44 + 22], 12) - 12
    edge[lines, 10 + 2 * 44 + 22] = 139
    assert crossed(edge, ruled, 224.0), "the rim of something nearly clear, which lies over cells and lines"
    white = pixels.copy()
    white[:, 10 + 2 * 44 + 22] = 255
    assert crossed(white, ruled, 224.0), "the white rim of a white window"


BLOCK = ("........", "##......", "##......", "........", "........", "........", "........", "........", "........")


@pytest.mark.parametrize("theme", THEMES)
def test_a_block_of_four_filled_cells_is_what_it_is(theme: str) -> None:
    picture = drawn(theme, BLOCK)
    reading = ClueReader().read(Frame(picture.pixels, 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert reading.position.board == BLOCK


def test_unless_no_line_is_left_between_them_and_nothing_else_is_filled() -> None:
    picture = drawn("grey", EMPTY)
    grid = picture.grid
    rows, columns = (
        slice(round(start + pitch * first), round(start + pitch * (first + 2)))
        for start, pitch, first in ((grid.y, grid.pitch_y, 1), (grid.x, grid.pitch_x, 0))
    )
    over = picture.pixels.copy()
    over[rows, columns] = 24
    assert ClueReader().read(Frame(over, 0.0)).sight is Sight.COVERED


def test_nor_are_filled_cells_with_others_between_them_a_window() -> None:
    """Lines have the colour of filled cells here, and all that is filled is two columns of the same rows."""
    picture = drawn("grey", EMPTY)
    grid = picture.grid
    over = picture.pixels.copy()
    line = over[round(grid.y + 2 * grid.pitch_y), round(grid.x + 0.5 * grid.pitch_x)].copy()
    for row in (0, 1, 3):
        for column in (0, grid.columns - 1):
            cell = grid.cell((row, column))
            over[round(cell.y) : round(cell.y + cell.h), round(cell.x) : round(cell.x + cell.w)] = line
    reading = ClueReader().read(Frame(over, 0.0))
    assert reading.sight is not Sight.COVERED


@pytest.mark.parametrize("aside", [-3, 0, 2])
def test_a_white_dialog_over_whole_cells_of_a_darkened_board_is_none_of_them(aside: int) -> None:
    """The only cells of its colour lie under it, so they would pass for undecided ones, and all others for crossed."""
    done = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
    picture = draw(Look(face(), "paper", pitch=28.0), done, done)
    corner = picture.grid.cell((1, 1))
    behind = (picture.pixels * 0.4).round().astype(np.uint8)
    top, left = round(corner.y) + aside, round(corner.x) + aside
    behind[top : top + 4 * 28, left : left + 6 * 28] = 255
    assert ClueReader().read(Frame(behind, 0.0)).sight is not Sight.CLEAR


def test_undecided_cells_in_a_block_between_crossed_ones_are_no_dialog() -> None:
    marks = ("xx##xxxx", "x#####xx", "xx....xx", "xx....xx", "xx....xx", "xxxxxxxx", "#xxx#xxx", "##x##xxx", "xx##xxxx")
    for theme in THEMES:
        assert ClueReader().read(Frame(drawn(theme, marks).pixels, 0.0)).sight is Sight.CLEAR, theme


def test_a_sheet_over_all_but_a_row_and_a_column_is_no_light_on_these() -> None:
    """A pointer lights a row and a column, but then what is not lit is not crossed, as where crosses are drawn."""
    look = Look(face(), "reversed", 33.0, 0.46, cross="x", zero=True, thick=2)
    picture = ("...#.", "..#..", ".....", "..#..")
    drawn = draw(look, (".....", ".....", *picture), (".....", ".....", *picture[:3], "....x"), 1)
    grid = drawn.grid
    pixels = drawn.pixels.astype(np.float32)
    x, y = round(grid.x + grid.pitch_x), round(grid.y + 5 * grid.pitch_y)
    under = pixels[round(grid.y) : y, x : round(grid.x + 5 * grid.pitch_x)]
    under += 0.85 * (np.array([40, 40, 210]) - under)
    reading = ClueReader().read(Frame(pixels.astype(np.uint8), 0.0))
    assert reading.sight is not Sight.CLEAR


@pytest.mark.parametrize("dark", [0, 40])
def test_the_edge_of_a_thing_over_parts_of_cells_is_no_faint_cross(dark: int) -> None:
    look = Look(face(), "dark", 30.0, 0.46, cross="x")
    drawn = draw(look, PICTURE, EMPTY, 1)
    grid = drawn.grid
    pixels = drawn.pixels.astype(np.float32)
    x, y = grid.x + 4 * grid.pitch_x, grid.y + 5 * grid.pitch_y
    over = pixels[round(y + 11) : round(y + 55), round(x + 13) : round(x + 49)]
    over += 0.5 * (dark - over)
    reading = ClueReader().read(Frame(pixels.astype(np.uint8), 0.0))
    assert reading.sight is not Sight.CLEAR or "x" not in "".join(reading.position.board if reading.position else ())


def test_crosses_that_reach_into_the_lines_are_no_edge() -> None:
    grid = Grid(10.0, 12.0, 27.0, 27.0, 6, 5)
    ruled = Ruled(grid, 1.0, 1.0, np.ones((6, 5), np.float32), 30.0)
    pixels = np.full((200, 170, 3), 255, np.uint8)
    pixels[12 + 27 * np.arange(7), 10:146] = 102
    pixels[12:175, 10 + 27 * np.arange(6)] = 102
    marked = np.zeros((6, 5), np.bool_)
    for row, column in ((1, 1), (2, 1), (4, 3)):
        marked[row, column] = True
        below, right = 12 + 27 * (row + 1), 10 + 27 * (column + 1)
        pixels[below, right - 6 : right - 4], pixels[below, right - 4 : right] = 93, 46  # a soft stroke ends here
    assert crossed(pixels, ruled, 224.0)
    assert not crossed(pixels, ruled, 224.0, marked=marked)
    pixels[107:152, 78:] = 180
    assert crossed(pixels, ruled, 224.0, marked=marked), "a window that lies over a corner of it"
