"""Nonograms on web pages: in tables of large cells, beside headings, in round frames, with fillings of many kinds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues.reader import ClueReader
from tests.synthetic.digit_fonts import NEEDS_FONTS, coverage, faces

FACES = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FACES, reason=NEEDS_FONTS)

HOUSE: Final = ("..#..", ".###.", "#####", ".#.#.", ".#.##")
WHITE, BLACK, GREY = (255, 255, 255), (0, 0, 0), (128, 128, 128)
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Table:
    """A nonogram as a page lays it out, in pixels."""

    pitch: int
    beside: int
    """Width of the cells that hold the clues of rows."""
    above: int
    """Height of those that hold the clues of columns."""
    size: int
    """Height of a digit and what is around it."""
    page: Colour = WHITE
    box: Colour = WHITE
    corner: Colour = WHITE
    line: Colour = BLACK
    ink: Colour = BLACK
    wide: int = 2
    x: int = 300
    y: int = 260

    @property
    def left(self) -> int:
        """Where the cells begin."""
        return self.x + self.beside

    @property
    def top(self) -> int:
        return self.y + self.above


def runs(line: Sequence[str]) -> list[int]:
    return [len(list(own)) for cell, own in groupby(line) if cell == "#"] or [0]


def write(pixels: Pixels, text: str, x: float, y: float, size: float, colour: Colour = BLACK) -> None:
    """Put a text with its middle there."""
    ink = coverage(FACES[0], text, size)
    top, left = round(y - ink.shape[0] / 2), round(x - ink.shape[1] / 2)
    place = pixels[top : top + ink.shape[0], left : left + ink.shape[1]]
    place[:] = place + (np.array(colour) - place) * (ink / 255)[..., None]


def box(pixels: Pixels, x: int, y: int, right: int, bottom: int, colour: Colour) -> None:
    cv2.rectangle(pixels, (x, y), (right, bottom), colour, -1)


def drawn(table: Table, picture: Sequence[str] = HOUSE, *, size: tuple[int, int] = (900, 1000)) -> Pixels:
    """The page with an empty board of this picture."""
    rows, columns = len(picture), len(picture[0])
    pixels = np.full((*size, 3), table.page, np.uint8)
    right, bottom = table.left + columns * table.pitch, table.top + rows * table.pitch
    box(pixels, table.left, table.y, right, table.top, table.box)
    box(pixels, table.x, table.top, table.left, bottom, table.box)
    box(pixels, table.x, table.y, table.left, table.top, table.corner)
    box(pixels, table.left, table.top, right, bottom, WHITE)
    for column in range(columns + 1):
        at = table.left + column * table.pitch
        cv2.line(pixels, (at, table.y), (at, bottom), table.line, table.wide)
    for row in range(rows + 1):
        at = table.top + row * table.pitch
        cv2.line(pixels, (table.x, at), (right, at), table.line, table.wide)
    for row, line in enumerate(picture):
        middle = table.top + (row + 0.5) * table.pitch
        for back, number in enumerate(reversed(runs(line))):
            write(pixels, str(number), table.left - (back + 0.6) * table.size * 1.1, middle, table.size, table.ink)
    for column, cells in enumerate(zip(*picture, strict=True)):
        middle = table.left + (column + 0.5) * table.pitch
        for back, number in enumerate(reversed(runs(cells))):
            write(pixels, str(number), middle, table.top - (back + 0.6) * table.size * 1.2, table.size, table.ink)
    return pixels


def cell(table: Table, row: int, column: int) -> tuple[slice, slice]:
    """The pixels within the lines around a cell."""
    y, x, inset = table.top + row * table.pitch, table.left + column * table.pitch, table.wide
    return slice(y + inset, y + table.pitch - inset + 1), slice(x + inset, x + table.pitch - inset + 1)


def cross(pixels: Pixels, table: Table, row: int, column: int, colour: Colour = BLACK, reach: int = 0) -> None:
    rows, columns = cell(table, row, column)
    one, other = (columns.start - reach, rows.start - reach), (columns.stop - 1 + reach, rows.stop - 1 + reach)
    cv2.line(pixels, one, other, colour, 1, cv2.LINE_AA)
    cv2.line(pixels, (one[0], other[1]), (other[0], one[1]), colour, 1, cv2.LINE_AA)


def read(pixels: Pixels) -> Reading:
    return ClueReader().read(Frame(pixels, 0.0))


def check(reading: Reading, picture: Sequence[str] = HOUSE, board: Sequence[str] | None = None) -> None:
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    blocks = reading.position.blocks
    assert blocks["rows"] == tuple(" ".join(map(str, runs(line))) for line in picture)
    assert blocks["cols"] == tuple(" ".join(map(str, runs(line))) for line in zip(*picture, strict=True))
    assert blocks["board"] == tuple(board or ("." * len(picture[0]),) * len(picture))


PLANE: Final = ("..#..", ".###.", "#####", "..#..", ".###.")
HEART: Final = (".#.#.", "#####", "#####", ".###.", "..#..")
SMALL = Table(pitch=32, beside=60, above=60, size=18)
WRONG = ("#..#x", "x..##", ".x.#x", ".#..#", "#x.x#")
"""Filled at random: most lines contradict their clues."""


@pytest.mark.parametrize("colour", [BLACK, (133, 105, 37), (64, 172, 255)])
def test_what_is_filled_against_the_clues_is_told_as_it_looks_where_crosses_are_drawn(colour: Colour) -> None:
    pixels = drawn(SMALL, PLANE)
    for row, line in enumerate(WRONG):
        for column, mark in enumerate(line):
            if mark == "#":
                pixels[cell(SMALL, row, column)] = colour
            elif mark == "x":
                cross(pixels, SMALL, row, column)
    check(read(pixels), PLANE, WRONG)


def test_scribbles_beside_clues_on_another_ground_are_fillings() -> None:
    tan = (158, 192, 203)
    table = Table(pitch=32, beside=60, above=60, size=18, box=tan, corner=tan, ink=(77, 39, 28))
    pixels, board = drawn(table, PLANE), ("....x", ".####", ".#...", "#...#", "..xx#")
    noise = np.random.default_rng(4).integers(0, 2, (31, 31, 1)).astype(np.uint8) * 90
    scribble = cv2.blur(np.uint8(170) - np.repeat(noise, 3, 2), (2, 2))
    for row, line in enumerate(board):
        for column, mark in enumerate(line):
            if mark == "#":
                place = cell(table, row, column)
                pixels[place] = scribble[: pixels[place].shape[0], : pixels[place].shape[1]]
            elif mark == "x":
                cross(pixels, table, row, column, (140, 150, 155))
    check(read(pixels), PLANE, board)


@pytest.mark.parametrize("pitch", [26, 29])
def test_crosses_that_reach_over_the_lines_hide_nothing(pitch: int) -> None:
    table = Table(pitch=pitch, beside=60, above=60, size=15, line=GREY, wide=1)
    pixels, board = drawn(table), ("..xx.", ".##x.", "..#x#", "#..##", ".#x##")
    for row, line in enumerate(board):
        for column, mark in enumerate(line):
            if mark == "#":
                pixels[cell(table, row, column)] = BLACK
            elif mark == "x":
                rows, columns = cell(table, row, column)
                one, other = (columns.start - 1, rows.start - 1), (columns.stop, rows.stop)
                cv2.line(pixels, one, other, BLACK, 3, cv2.LINE_AA)
                cv2.line(pixels, (one[0], other[1]), (other[0], one[1]), BLACK, 3, cv2.LINE_AA)
    check(read(pixels), board=board)


def test_crosses_whose_ground_covers_the_lines_hide_nothing() -> None:
    pixels = drawn(SMALL)
    board = ("xxx..", "xxx..", "xx#..", ".....", ".....")
    crossed = [(row, column) for row, line in enumerate(board) for column, mark in enumerate(line) if mark == "x"]
    for row, column in crossed:
        rows, columns = cell(SMALL, row, column)
        pixels[rows.start - 2 : rows.stop + 2, columns.start - 2 : columns.stop + 2] = WHITE
    for row, column in crossed:
        cross(pixels, SMALL, row, column)
    pixels[cell(SMALL, 2, 2)] = BLACK
    check(read(pixels), board=board)


def test_clues_in_boxes_far_shorter_than_their_cells_are_wide_are_read_on_a_page_of_another_colour() -> None:
    check(read(drawn(Table(pitch=90, beside=40, above=44, size=14, page=BLACK, corner=BLACK))))


@pytest.mark.parametrize(("title", "away"), [("Heart", 31), ("Picross!", 60), ("Level", 45)])
def test_a_heading_above_the_clues_is_none(title: str, away: int) -> None:
    table = Table(pitch=38, beside=50, above=28, size=15, line=GREY)
    pixels = drawn(table, HEART)
    write(pixels, title, table.left + 95, table.y + 13 - away, 20)
    check(read(pixels), HEART)


def test_what_stands_above_a_column_beyond_a_gap_is_no_clue_of_it() -> None:
    """A button, no farther from the topmost number than numbers are from each other."""
    table = Table(pitch=75, beside=160, above=200, size=45, box=WHITE, line=GREY, wide=1, y=200)
    picture = ("###.#", "#####", "#.###", "##..#", "....#")
    pixels = drawn(table, picture)
    pixels[table.y : table.top, table.left : table.left + 376][
        np.all(pixels[table.y : table.top, 460:836] == GREY, 2)
    ] = WHITE
    cv2.rectangle(pixels, (table.left + 190, 205), (table.left + 330, 240), (179, 255, 148), 5, cv2.LINE_AA)
    check(read(pixels), picture)


def test_the_round_corner_of_a_frame_is_no_clue() -> None:
    grey = (176, 180, 184)
    table = Table(pitch=30, beside=40, above=54, size=15, box=grey, corner=grey, line=GREY, ink=(83, 83, 83))
    pixels = drawn(table, ("...#.", "...##", ".####", ".####", "..#.#"))
    right = table.left + 5 * table.pitch
    pixels[table.y - 2 : table.y + 9, right - 9 : right + 4] = WHITE
    cv2.ellipse(pixels, (right - 9, table.y + 8), (8, 10), 0, 270, 360, GREY, 3, cv2.LINE_AA)
    check(read(pixels), ("...#.", "...##", ".####", ".####", "..#.#"))


def test_a_table_whose_clues_take_as_many_cells_as_its_board_is_read() -> None:
    """With the name of the puzzle in the corner, as large as the board, and room between the three."""
    table = Table(pitch=33, beside=168, above=168, size=15, box=(204, 212, 208), wide=1)
    pixels = drawn(table, PLANE)
    for at in range(0, 166, table.pitch):
        cv2.line(pixels, (table.left, table.y + at), (table.left + 165, table.y + at), BLACK, 1)
        cv2.line(pixels, (table.x + at, table.top), (table.x + at, table.top + 165), BLACK, 1)
    for beside in (slice(table.y + 166, table.top), slice(None)), (slice(None), slice(table.x + 166, table.left)):
        pixels[beside] = WHITE
    write(pixels, "HOUSE", table.x + 82, table.y + 60, 18, GREY)
    write(pixels, "00:00", table.x + 82, table.y + 100, 18, GREY)
    check(read(pixels), PLANE)
