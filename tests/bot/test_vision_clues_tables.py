"""Nonograms in tables: clues in cells as large as the board's, below headings, with numbers that count the lines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues import within
from bot.vision.clues.cells import Floats
from bot.vision.clues.reader import ClueReader
from engine.position import Position
from tests.sweep import sweep
from tests.synthetic.digit_fonts import NEEDS_FONTS, Face, coverage, faces
from tests.synthetic.nonograms import runs

FONTS = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

SMALL = (".###.", "#####", "#####", ".###.", "..#..")
OTHER = ("#.###.#", "##.#..#", "..#####", "#.#.#.#", "####..#", ".#.###.")
LARGE = ("##..######.###", "##..##...#...#", "##...###.##...", "##...####.####", "..##.#.#.##..#", "#.#####..#.###")


def face() -> Face:
    return next(face for face in FONTS if face.style == "Book")


def read(pixels: Pixels) -> Reading:
    return ClueReader().read(Frame(pixels, 0.0))


def put(canvas: Floats, text: str, size: float, middle: tuple[float, float], colour: int) -> None:
    """Write a text around a place (x, y)."""
    ink = coverage(face(), text, size)[:, :, None] / 255
    top, left = round(middle[1] - ink.shape[0] / 2), round(middle[0] - ink.shape[1] / 2)
    part = canvas[top : top + ink.shape[0], left : left + ink.shape[1]]
    part += ((colour - part) * ink[: part.shape[0], : part.shape[1]]).astype(canvas.dtype)


def clues(picture: tuple[str, ...]) -> tuple[list[str], list[str]]:
    return [runs(line) for line in picture], [runs("".join(column)) for column in zip(*picture, strict=True)]


def truth(picture: tuple[str, ...]) -> Position:
    rows, cols = clues(picture)
    board = tuple("." * len(line) for line in picture)
    return Position({"rows": tuple(rows), "cols": tuple(cols), "board": board})


def panes(picture: tuple[str, ...], pitch: int, size: float, *, outside: bool = False) -> Pixels:
    """A dark table of cells with gaps between them, whose outer ones hold the clues in small digits, which begin beside
    the board, or `outside`.
    """
    rows, cols = clues(picture)
    deep = max(len(clue.split()) for clue in cols)
    wide = max(len(clue.split()) for clue in rows)
    canvas = np.full((700, 1000, 3), (25, 15, 13), np.float32)
    for row in range(-deep, len(rows)):
        for column in range(-wide, len(cols)):
            x, y = 400 + column * pitch, 250 + row * pitch
            cell = (110, 45, 42) if row >= 0 and column >= 0 else (60, 30, 26)
            cv2.rectangle(canvas, (x + 2, y + 2), (x + pitch - 3, y + pitch - 3), cell, -1)
            own = cols[column].split()[::-1] if row < 0 <= column else rows[row].split()[::-1] if row >= 0 else []
            at = -1 - (row if row < 0 else column)
            if outside:
                own, at = own[::-1], row + deep if row < 0 else column + wide
            if min(row, column) < 0 <= max(row, column) and at < len(own):
                put(canvas, own[at], size, (x + pitch / 2, y + pitch / 2), 235)
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)


def ruled(picture: tuple[str, ...], pitch: int, *, heading: bool = False, counted: bool = False) -> Pixels:
    """A table on a white page: clues on grey ground and lines around all; a heading right above it, and cells below in
    which the columns are counted.
    """
    rows, cols = clues(picture)
    deep, size = max(len(clue.split()) for clue in cols), 0.62 * pitch
    step = 0.8 * pitch
    x0, y0 = 220, 120 + round(deep * step) + 6
    right, bottom = x0 + len(cols) * pitch, y0 + len(rows) * pitch
    canvas = np.full((bottom + 150, right + 260, 3), 255, np.float32)
    canvas[120:y0, 60:right] = canvas[y0:bottom, 60:x0] = 211
    for k in range(len(cols) + 1):
        x = x0 + k * pitch
        canvas[120 : bottom + counted * pitch + 1, x : x + 1] = 0
    for k in range(len(rows) + 1 + counted):
        canvas[y0 + k * pitch : y0 + k * pitch + 1, 60 if k <= len(rows) else x0 : right + 1] = 0
    canvas[120:121, 60 : right + 1] = canvas[120 : bottom + 1, 60:61] = 0
    for column, clue in enumerate(cols):
        for at, word in enumerate(clue.split()[::-1]):
            put(canvas, word, size, (x0 + (column + 0.5) * pitch, y0 - 0.1 * pitch - (at + 0.5) * step), 0)
        if counted:
            put(canvas, str(column + 1), 0.5 * pitch, (x0 + (column + 0.5) * pitch, bottom + pitch / 2), 0)
    for row, clue in enumerate(rows):
        width = coverage(face(), clue, size).shape[1]
        put(canvas, clue, size, (x0 - 6 - width / 2, y0 + (row + 0.5) * pitch), 0)
    if heading:
        for column in range(140, right, 210):
            put(canvas, "New Game: 8x8", 0.8 * pitch, (column, 106), 20)
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)


@pytest.mark.parametrize(("picture", "sizes"), sweep([SMALL, OTHER], [(44, 14.0), (52, 15.0), (36, 12.0)]))
def test_clues_in_small_digits_may_stand_in_cells_like_those_of_the_board(
    picture: tuple[str, ...], sizes: tuple[int, float]
) -> None:
    reading = read(panes(picture, *sizes))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(picture)


@pytest.mark.parametrize(("picture", "sizes"), sweep([SMALL, OTHER, LARGE], [(44, 18.0), (52, 24.0), (36, 16.0)]))
def test_clues_in_cells_may_begin_at_the_outer_edge_of_the_table(
    picture: tuple[str, ...], sizes: tuple[int, float]
) -> None:
    reading = read(panes(picture, *sizes, outside=True))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(picture)


@pytest.mark.parametrize(("picture", "pitch", "spare"), sweep([OTHER, LARGE], [48, 64], [0, 1]))
def test_clues_in_boxes_of_a_shade_of_their_own_may_leave_boxes_beside_the_board_empty(
    picture: tuple[str, ...], pitch: int, spare: int
) -> None:
    """Some cells are filled, and the corner shows them again, small. Beside the board may be no clue at all."""
    rows, cols = clues(picture)
    deep, wide = (max(len(clue.split()) for clue in some) + spare for some in (cols, rows))
    x0, y0, right, bottom = 60, 50, 60 + pitch * (wide + len(cols)), 50 + pitch * (deep + len(rows))
    canvas = np.full((bottom + 60, right + 80, 3), 255, np.float32)
    left, top = x0 + wide * pitch, y0 + deep * pitch
    canvas[y0:bottom, x0:right] = (208, 224, 224)
    canvas[y0:top, x0:left] = canvas[top:bottom, left:right] = 255
    small = min(deep, wide) * pitch // max(len(cols), len(rows))
    marks = [line if row % 2 else "." * len(line) for row, line in enumerate(picture)]
    for row, column in np.argwhere([[cell == "#" for cell in line] for line in marks]):
        x, y = left + column * pitch, top + row * pitch
        canvas[y + 5 : y + pitch - 4, x + 5 : x + pitch - 4] = 0
        canvas[y0 + row * small : y0 + (row + 1) * small, x0 + column * small : x0 + (column + 1) * small] = 0
    for k in range(wide + len(cols) + 1):
        canvas[top if k < wide else y0 : bottom + 1, x0 + k * pitch] = 40
    for k in range(deep + len(rows) + 1):
        canvas[y0 + k * pitch, left if k < deep else x0 : right + 1] = 40
    canvas[y0, x0:left] = canvas[y0:top, x0] = 40
    for column, clue in enumerate(cols):
        for at, word in enumerate(clue.split()):
            put(canvas, word, 0.5 * pitch, (left + (column + 0.5) * pitch, y0 + (at + 0.42) * pitch), 0)
    for row, clue in enumerate(rows):
        for at, word in enumerate(clue.split()):
            put(canvas, word, 0.5 * pitch, (x0 + (at + 0.5) * pitch, top + (row + 0.42) * pitch), 0)
    reading = read(np.asarray(np.clip(canvas, 0, 255), np.uint8))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == Position({**truth(picture).blocks, "board": tuple(marks)})


def stepped(picture: tuple[str, ...], pitch: int, marks: tuple[str, ...]) -> Pixels:
    """A board below the title of its window, with a box for every clue and grey beyond them; two boxes are lit, and no
    line is seen between cells that are filled.
    """
    rows, cols = clues(picture)
    x0, y0 = 60 + pitch * max(len(clue.split()) for clue in rows), 150 + pitch * max(len(clue.split()) for clue in cols)
    right, bottom = x0 + len(cols) * pitch, y0 + len(rows) * pitch
    canvas = np.full((bottom + 90, right + 70, 3), 236, np.float32)
    canvas[150:bottom, 60:right], canvas[y0:bottom, x0:right] = 192, 255
    boxes = [(-1 - at, column, word) for column, clue in enumerate(cols) for at, word in enumerate(clue.split()[::-1])]
    boxes += [(row, -1 - at, word) for row, clue in enumerate(rows) for at, word in enumerate(clue.split()[::-1])]
    boxes += [(row, column, "") for row in range(len(rows)) for column in range(len(cols))]
    for row, column, word in boxes:
        x, y = x0 + column * pitch, y0 + row * pitch
        if word:
            canvas[y : y + pitch, x : x + pitch] = (255, 150, 60) if 2 in {row, column} else (170, 225, 170)
        cv2.rectangle(canvas, (x, y), (x + pitch, y + pitch), (0, 0, 0), 1)
        if word:
            put(canvas, word, 0.55 * pitch, (x + pitch / 2, y + pitch / 2), 0)
        elif marks[row][column] == "#":
            canvas[y : y + pitch + 1, x : x + pitch + 1] = 0
    put(canvas, "Nonogram 17: 3 of 12", 24.0, (right - 180, 40), 20)
    put(canvas, "Preview 1 1 4 2", 20.0, (right - 120, 110), 20)
    return np.asarray(canvas, np.uint8)


@pytest.mark.parametrize(("picture", "pitch", "begun"), sweep([OTHER, LARGE], [44, 56], [False, True], every=2))
def test_clues_in_boxes_of_their_own_with_another_shade_beyond_them_are_all_there_is(
    picture: tuple[str, ...], pitch: int, begun: bool
) -> None:
    marks = tuple(line if begun and row % 3 else "." * len(line) for row, line in enumerate(picture))
    reading = read(stepped(picture, pitch, marks))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == Position({**truth(picture).blocks, "board": marks})


def stripped(picture: tuple[str, ...], pitch: int, marks: tuple[str, ...], colour: tuple[int, int, int]) -> Pixels:
    """A board with a coloured strip, as wide as a cell, between it and its clues; arrows in it show a row and a column,
    and the cell where these meet is lit.
    """
    rows, cols = clues(picture)
    x0, y0 = 330, 90 + pitch * (1 + max(len(clue.split()) for clue in cols))
    right, bottom = x0 + len(cols) * pitch, y0 + len(rows) * pitch
    canvas = np.full((bottom + 60, right + 60, 3), (225, 250, 225), np.float32)
    canvas[y0:bottom, x0:right] = 240
    canvas[y0 - pitch : y0, x0:right] = canvas[y0:bottom, x0 - pitch : x0] = colour
    for k in range(len(cols) + 1):
        canvas[60 : bottom + 1, x0 + k * pitch] = 0
    for k in range(len(rows) + 1):
        canvas[y0 + k * pitch, x0 - 6 * pitch : right + 1] = 0
    lit = (3, len(cols) - 1)
    canvas[y0 + 3 * pitch + 2 : y0 + 4 * pitch - 1, right - pitch + 2 : right - 1] = colour
    for x, y, turn in ((x0 - pitch / 2, y0 + 3.5 * pitch, 0), (right - pitch / 2, y0 - pitch / 2, 1)):
        arrow = np.array([(-0.2, -0.25), (-0.2, 0.25), (0.25, 0)]) * pitch
        corners = np.rint((arrow[:, ::-1] if turn else arrow) + np.array([x, y])).astype(np.int32)
        cv2.fillPoly(canvas, [corners], (120, 230, 150))
    for row, line in enumerate(marks):
        for column, mark in enumerate(line):
            if mark == "#" and (row, column) != lit:
                x, y = x0 + column * pitch, y0 + row * pitch
                canvas[y + 3 : y + pitch - 2, x + 3 : x + pitch - 2] = 90
    for column, clue in enumerate(cols):
        for at, word in enumerate(clue.split()[::-1]):
            put(canvas, word, 0.42 * pitch, (x0 + (column + 0.5) * pitch, y0 - (at + 1.5) * pitch), 0)
    for row, clue in enumerate(rows):
        for at, word in enumerate(clue.split()[::-1]):
            put(canvas, word, 0.42 * pitch, (x0 - (at + 1.5) * pitch, y0 + (row + 0.5) * pitch), 0)
    return np.asarray(canvas, np.uint8)


@pytest.mark.parametrize(
    ("picture", "pitch", "colour"), sweep([OTHER, LARGE], [32, 40], [(150, 255, 255), (255, 150, 150)], every=2)
)
def test_a_strip_between_the_clues_and_the_board_is_no_line_of_the_puzzle(
    picture: tuple[str, ...], pitch: int, colour: tuple[int, int, int]
) -> None:
    """Its row and its column were told as two of the puzzle, without a clue."""
    reading = read(stripped(picture, pitch, truth(picture).board, colour))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(picture)


def test_a_board_does_not_begin_in_the_midst_of_its_clues() -> None:
    shown = np.array([list(line) for line in ("..###", "##...", "##...", "##...", "##...", "##...")])
    digit = np.where(shown == "#", 1, -1)
    bare = np.zeros(digit.shape, np.bool_)
    bare[0, :2] = True
    shade = np.zeros_like(digit)
    corners = [corner[:2] for corner in within._corners(digit, bare, shade)]
    assert (1, 1) not in corners
    digit[3, 1] = digit[5, 1] = -1
    assert (1, 1) in [corner[:2] for corner in within._corners(digit, bare, shade)], "a few clues have two numbers"


@pytest.mark.parametrize("pitch", [22, 26, 34])
def test_a_heading_right_above_the_table_is_none_of_the_clues(pitch: int) -> None:
    reading = read(ruled(LARGE, pitch, heading=True))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(LARGE)


def test_a_faint_pattern_that_clues_stand_on_is_none_of_them() -> None:
    """A part of it that looks like a digit by chance leaves a clue in doubt."""
    clear = 0
    for seed in range(8):
        table = ruled(LARGE, 34)
        ground = (table == 211).all(2)
        pattern = np.zeros(table.shape[:2], np.uint8)
        random = np.random.default_rng(seed)
        for place in random.integers(0, table.shape[:2][::-1], (400, 2)):
            corners = place + random.integers(2, 16, (4, 2))
            cv2.fillConvexPoly(pattern, cv2.convexHull(corners.astype(np.int32)), (1,))
        table[ground & (pattern > 0)] = 233
        reading = read(table)
        assert reading.sight in {Sight.CLEAR, Sight.DOUBT}, reading.why
        clear += reading.sight is Sight.CLEAR
        assert reading.sight is not Sight.CLEAR or reading.position == truth(LARGE)
    assert clear >= 5


@pytest.mark.parametrize("pitch", [22, 26, 34])
def test_of_clues_that_contradict_each_other_below_a_heading_just_that_is_said(
    pitch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The heading taken for clues of the columns left more in doubt, and was what a person was told of."""
    rows, cols = clues(LARGE)
    wrong = [*rows[:-1], "1 5 1 2"]  # which was "1 5 1 3"
    monkeypatch.setattr(f"{__name__}.clues", lambda picture: (wrong, cols))
    reading = read(ruled(LARGE, pitch, heading=True))
    assert reading.sight is Sight.DOUBT
    assert "fill as many cells, found 50 and 51" in reading.why
    assert reading.position is not None
    assert reading.position.blocks["cols"] == tuple(cols)


@pytest.mark.parametrize("pitch", [22, 26, 34])
def test_cells_that_count_the_columns_are_none_of_the_board(pitch: int) -> None:
    reading = read(ruled(LARGE, pitch, counted=True))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(LARGE)


@pytest.mark.parametrize("picture", [SMALL, OTHER])
def test_signs_above_a_table_with_clues_in_its_cells_are_none_of_the_clues(picture: tuple[str, ...]) -> None:
    rows, cols = clues(picture)
    pitch, deep, wide = 70, max(len(clue.split()) for clue in cols), max(len(clue.split()) for clue in rows)
    canvas = np.full((960, 1000, 3), (129, 183, 117), np.float32)
    x0, y0 = 340, 380
    right, bottom = x0 + pitch * len(cols), y0 + pitch * len(rows)
    canvas[y0 - pitch * deep : bottom, x0 - pitch * wide : right] = (201, 212, 225)
    canvas[y0 - pitch * deep : y0, x0 - pitch * wide : x0] = (88, 166, 240)
    canvas[y0:bottom, x0:right] = 240
    for k in range(-wide, len(cols) + 1):
        if k >= 0 or k == -wide:
            thick = 4 if k in {-wide, 0, len(cols)} else 1
            canvas[y0 - pitch * deep : bottom, x0 + k * pitch : x0 + k * pitch + thick] = 0 if thick > 1 else 120
    for k in range(-deep, len(rows) + 1):
        if k >= 0 or k == -deep:
            thick = 4 if k in {-deep, 0, len(rows)} else 1
            left = x0 - pitch * wide
            canvas[y0 + k * pitch : y0 + k * pitch + thick, left : right + 4] = 0 if thick > 1 else 120
    for column, clue in enumerate(cols):
        for at, word in enumerate(clue.split()[::-1]):
            put(canvas, word, 46, (x0 + (column + 0.5) * pitch, y0 - (at + 0.5) * pitch), 60)
    for row, clue in enumerate(rows):
        for at, word in enumerate(clue.split()[::-1]):
            put(canvas, word, 46, (x0 - (at + 0.5) * pitch, y0 + (row + 0.5) * pitch), 60)
    top = y0 - pitch * deep
    for k in range(3):
        x = x0 + 60 + k * 66
        cv2.circle(canvas, (x, top - 42), 26, (88, 166, 240), -1)
        cv2.circle(canvas, (x, top - 42), 26, (30, 30, 30), 2)
        cv2.circle(canvas, (x, top - 42), 9, (60, 60, 60), 2)
    put(canvas, "Nonograms 5x5 00:00", 30, (x0 + 160, top - 110), 40)
    reading = read(np.asarray(np.clip(canvas, 0, 255), np.uint8))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(picture)


def test_dots_on_the_board_are_no_numbers_of_its_clues() -> None:
    """Clues that begin at the outer edge; dots that cross cells out look like a 0."""
    digit = np.full((7, 8), -1)
    digit[0, 3:], digit[1, 3:6], digit[2, 4] = 1, 2, 3
    digit[3:, 0], digit[3:5, 1], digit[4, 2] = 2, 1, 1
    bare = digit < 0
    digit[3, 5] = digit[5, 4] = 0
    assert within._from_outside(digit, 3, 3)
    assert [corner[:2] for corner in within._corners(digit, bare, np.zeros_like(digit))][-1] == (3, 3)
    digit[6, 6] = 7
    assert not within._from_outside(digit, 3, 3)


def test_lines_that_filled_cells_hide_are_none_of_a_table_but_those_of_its_clues() -> None:
    sides = np.ones((6, 7), np.float32)
    sides[2:, 2:] = 0
    assert not within._lined(sides, 2, 2)
    sides[range(2, 6), range(2, 6)] = sides[2, 6] = 1
    assert within._lined(sides, 2, 2)
    sides[:2] = 0
    assert not within._lined(sides, 2, 2)


def test_a_line_through_the_clues_of_the_columns_is_no_number_in_the_corner() -> None:
    """The bar above a table may end just as far above the first line of the board as its rows are high."""
    pitch = 60
    canvas = np.full((520, 520, 3), 255, np.float32)
    x, y = 80, 120
    for line in range(7):
        canvas[y + line * pitch : y + line * pitch + 2, (x if line else 0) : x + 6 * pitch + 2] = 0
        canvas[y + 12 : y + 6 * pitch + 2, x + line * pitch : x + line * pitch + 2] = 0
    canvas[y + 12 : y + 14, x : x + 6 * pitch] = 0
    for at, clue in enumerate("11511"):
        put(canvas, clue, 26, (x + (at + 1.5) * pitch, y + 38), 0)
        put(canvas, clue, 26, (x + 40, y + (at + 1.5) * pitch), 0)
    reading = read(canvas.astype(np.uint8))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.blocks["rows"] == reading.position.blocks["cols"] == tuple("11511")
