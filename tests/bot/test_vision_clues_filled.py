"""Nonograms nearly done: cells filled lines and all, puzzles that end with the picture, cursors around a cell."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues.bank import Named
from bot.vision.clues.kinds import shared_out
from bot.vision.clues.reader import ClueReader
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import THEMES, Drawn, Look, draw, puzzle

PICTURE = (
    "..########..",
    ".##########.",
    "##..####..##",
    "##.######.##",
    "############",
    "#####..#####",
    "#..######..#",
    "##........##",
    ".####..####.",
    "..########.#",
)
BEGUN = (*PICTURE[:3], *("." * 12 for _ in PICTURE[3:]))
TWO = ("....#..#....", *("." * 12 for _ in PICTURE[1:]))

pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)


def drawn_with(theme: str, marks: tuple[str, ...], picture: tuple[str, ...] = PICTURE, **look: object) -> Drawn:
    face = faces(frozenset({"DejaVu Sans"}))[0]
    return draw(Look(face, theme, **{"pitch": 24.0, "every": 0, "thick": 1, **look}), picture, marks)  # type: ignore[arg-type]


def crossed_out(marks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row.replace(".", "x") for row in marks)


def filled_over(drawn: Drawn, marks: tuple[str, ...]) -> Pixels:
    """The picture with the lines between filled cells painted over, as programs do that fill whole squares."""
    pixels = drawn.pixels.copy()
    filled = np.array([[cell == "#" for cell in row] for row in marks])
    for row, column in np.argwhere(filled).tolist():
        cell = drawn.grid.cell((row, column))
        below, right = (
            filled[min(row + 1, len(filled) - 1), column],
            filled[row, min(column + 1, filled.shape[1] - 1)],
        )
        ends = round(cell.y + cell.h) + bool(below), round(cell.x + cell.w) + bool(right)
        pixels[round(cell.y) + 1 : ends[0], round(cell.x) + 1 : ends[1], :3] = THEMES[drawn.look.theme].filled
    return pixels


def read(pixels: Pixels) -> Reading:
    return ClueReader().read(Frame(pixels, 0.0))


@pytest.mark.parametrize("theme", ["paper", "page", "night"])
@pytest.mark.parametrize("marks", [crossed_out(PICTURE), (*crossed_out(PICTURE[:7]), *BEGUN[-3:])], ids=["all", "most"])
def test_cells_filled_lines_and_all_are_cells(theme: str, marks: tuple[str, ...]) -> None:
    drawn = drawn_with(theme, marks)
    reading = read(filled_over(drawn, marks))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("sides", [("right",), ("below",), ("right", "below"), ("left", "above")], ids="+".join)
def test_outer_lines_that_are_all_filled_have_no_lines_of_their_own(sides: tuple[str, ...]) -> None:
    cells = np.array([list(row) for row in PICTURE])
    lines = {"right": cells[:, -1], "below": cells[-1], "left": cells[:, 0], "above": cells[0]}
    for side in sides:
        lines[side][:] = "#"
    picture = tuple("".join(row) for row in cells)
    drawn = drawn_with("paper", crossed_out(picture), picture)
    reading = read(filled_over(drawn, picture))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("sides", [("right",), ("below",), ("right", "below")], ids="+".join)
@pytest.mark.parametrize("marks", [BEGUN, crossed_out(PICTURE)], ids=["begun", "done"])
def test_a_puzzle_may_end_with_the_picture_and_without_a_line(sides: tuple[str, ...], marks: tuple[str, ...]) -> None:
    drawn = drawn_with("paper", marks)
    box = drawn.grid.box
    pixels = filled_over(drawn, marks)
    pixels = pixels[: round(box.y + box.h)] if "below" in sides else pixels
    pixels = pixels[:, : round(box.x + box.w)] if "right" in sides else pixels
    reading = read(np.ascontiguousarray(pixels))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("side", ["right", "below"])
def test_a_puzzle_of_which_a_line_is_missing_is_not_read(side: str) -> None:
    drawn = drawn_with("paper", BEGUN)
    box = drawn.grid.box
    if side == "below":
        pixels = drawn.pixels[: round(box.y + box.h - drawn.grid.pitch_y)]
    else:
        pixels = drawn.pixels[:, : round(box.x + box.w - drawn.grid.pitch_x)]
    assert read(np.ascontiguousarray(pixels)).sight is not Sight.CLEAR


@pytest.mark.parametrize("cell", [(0, 0), (4, 7), (9, 11)])
@pytest.mark.parametrize("theme", ["page", "dark"])
def test_a_cursor_around_a_cell_may_reach_beyond_its_lines(cell: tuple[int, int], theme: str) -> None:
    drawn = drawn_with(theme, BEGUN, pitch=40.0)
    box = drawn.grid.cell(cell)
    corners = [(round(x), round(y)) for x, y in ((box.x, box.y), (box.x + box.w, box.y + box.h))]
    cv2.rectangle(drawn.pixels, corners[0], corners[1], (177, 114, 237), 9)
    reading = read(drawn.pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("theme", ["paper", "night"])
def test_a_cursor_may_take_parts_of_the_lines_beside_it(theme: str) -> None:
    drawn = drawn_with(theme, BEGUN, pitch=32.0)
    box = drawn.grid.cell((5, 6))
    (left, top), (right, below) = (round(box.x), round(box.y)), (round(box.x + box.w), round(box.y + box.h))
    paper = THEMES[theme].paper
    drawn.pixels[top - 9 : top, left - 1 : right + 2, :3] = drawn.pixels[
        below + 1 : below + 10, left - 1 : right + 2, :3
    ] = paper
    cv2.rectangle(drawn.pixels, (left, top), (right, below), (90, 160, 240), 2)
    reading = read(drawn.pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


def test_a_notice_over_a_few_cells_is_no_cursor() -> None:
    drawn = drawn_with("page", BEGUN, pitch=40.0)
    first, last = drawn.grid.cell((4, 3)), drawn.grid.cell((5, 6))
    corners = (round(first.x) - 5, round(first.y) - 5), (round(last.x + last.w) + 5, round(last.y + last.h) + 5)
    cv2.rectangle(drawn.pixels, *corners, (177, 114, 237), 9)
    cv2.rectangle(drawn.pixels, *corners, THEMES["page"].paper, -1)
    assert read(drawn.pixels).sight is not Sight.CLEAR


def test_a_cover_that_reaches_around_a_cell_is_no_cursor() -> None:
    drawn = drawn_with("grey", BEGUN, pitch=27.0, cross="plain")
    first, last = drawn.grid.cell((5, 4)), drawn.grid.cell((6, 5))
    left, top = round(first.x + 0.13 * first.w), round(first.y + 0.26 * first.h)
    right, below = round(last.x + last.w) + 1, round(last.y + last.h) + 1
    part = drawn.pixels[top:below, left:right, :3].astype(float)
    drawn.pixels[top:below, left:right, :3] = (part + 0.97 * (np.array([0.0, 0.0, 0.0]) - part)).astype(np.uint8)
    assert read(drawn.pixels).sight is not Sight.CLEAR


def named(*costs: dict[int, float]) -> Named:
    """Kinds that are so far from some digits, and from all others as far as a piece that is none."""
    return Named(np.array([[cost.get(digit, 0.8) for digit in range(10)] for cost in costs], np.float32))


def test_of_two_kinds_that_look_most_like_a_digit_one_is_the_next() -> None:
    given = shared_out(named({9: 0.324, 8: 0.332}, {9: 0.317, 5: 0.483}, {5: 0.256}))
    assert given.digit.tolist() == [8, 9, 5]
    assert given.distance.tolist() == pytest.approx([0.332, 0.317, 0.256])
    # Each is as sure as what the next best would cost all of them.
    assert given.cost[0, 9] == pytest.approx(0.332 + (0.324 + 0.8 + 0.256) - (0.332 + 0.317 + 0.256))
    assert min(given.margin) > 0.2


def test_a_kind_that_looks_like_one_digit_only_keeps_its_name() -> None:
    both = named({1: 0.2, 7: 0.7}, {1: 0.25, 7: 0.6})
    assert shared_out(both) is both


@pytest.mark.parametrize("marked", [1, 3, 8])
def test_cells_as_bright_as_the_digits_are_undecided_where_few_are_dark(marked: int) -> None:
    """Digits on dark plates are as bright as the paper, so that what is filled has the colour of the plates."""
    rng = Random(marked)
    picture = puzzle(rng, 10, 10, 0.5)
    filled = [(row, column) for row in range(10) for column in range(10) if picture[row][column] == "#"]
    chosen = set(rng.sample(filled, marked))
    marks = tuple("".join("#" if (row, column) in chosen else "." for column in range(10)) for row in range(10))
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], "reversed", pitch=36.0)
    drawn = draw(look, picture, marks)
    reading = ClueReader().read(Frame(drawn.pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == drawn.truth


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_filled_cells_that_uncover_a_picture_are_not_crossed_out(seed: int) -> None:
    """Strokes of a picture go through some of them, in each another one."""
    drawn = drawn_with("page", BEGUN, pitch=32.0)
    rng = np.random.default_rng(seed)
    pixels = drawn.pixels.copy()
    filled = [(row, column) for row, line in enumerate(BEGUN) for column, mark in enumerate(line) if mark == "#"]
    for row, column in rng.permutation(filled)[:7].tolist():
        cell = drawn.grid.cell((row, column))
        left, top = round(cell.x) + 3, round(cell.y) + 3
        part = np.ascontiguousarray(pixels[top : top + 25, left : left + 25, :3])
        first, second = rng.integers(0, 25, (2, 2)).tolist()
        cv2.line(part, first, second, (130, 150, 140), 4, cv2.LINE_AA)
        cv2.circle(part, rng.integers(4, 20, 2).tolist(), 4, (170, 160, 150), -1, cv2.LINE_AA)
        pixels[top : top + 25, left : left + 25, :3] = part
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == BEGUN


@pytest.mark.parametrize(("seed", "board"), [(1, BEGUN), (2, BEGUN), (3, BEGUN), (4, TWO), (5, TWO)])
def test_cells_scribbled_full_to_their_lines_are_filled(seed: int, board: tuple[str, ...]) -> None:
    """All by one scribble, which shines into the lines at the same places, as an edge that lies over them would."""
    drawn = drawn_with("page", tuple(row.replace("#", ".") for row in board), pitch=32.0)
    rng = np.random.default_rng(seed)
    pixels, side = drawn.pixels.copy(), 32
    white = tuple(int(level) for level in pixels[round(drawn.grid.y) + 9, round(drawn.grid.x) + 9, :3])
    scribble = np.full((side, side, 3), white, np.uint8)
    for at in range(-6, 2 * side, 3):
        first, second = (at + int(rng.integers(0, 3)), 0), (at - 10 + int(rng.integers(0, 8)), side)
        cv2.line(scribble, first, second, (188, 40, 10), 2, cv2.LINE_AA)
    for row, line in enumerate(board):
        for column, mark in enumerate(line):
            if mark == "#":
                cell = drawn.grid.cell((row, column))
                left, top = round(cell.x), round(cell.y)
                part = pixels[top : top + side, left : left + side, :3]
                part[1:, 1:] = scribble[1:, 1:]
                part[0], part[:, 0] = 0.8 * part[0] + 0.2 * scribble[0], 0.8 * part[:, 0] + 0.2 * scribble[:, 0]
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == board


def test_filled_cells_lit_in_the_row_and_the_column_under_the_pointer_stay_filled() -> None:
    """All other looks are known from the frame before: such cells were undecided, and were marked anew."""
    drawn = drawn_with("page", PICTURE, pitch=30.0)
    reader, lit = ClueReader(), drawn.pixels.copy()
    for row, line in enumerate(PICTURE):
        for column, mark in enumerate(line):
            if mark == "#" and (row == 4 or column == 6):
                cell = drawn.grid.cell((row, column))
                part = lit[round(cell.y) + 1 : round(cell.y + cell.h), round(cell.x) + 1 : round(cell.x + cell.w), :3]
                part[:] = 76
    first = reader.read(Frame(drawn.pixels, 0.0))
    assert first.position is not None
    then = reader.read(Frame(lit, 0.1))
    assert then.position is not None
    assert then.position.board == first.position.board == PICTURE


@pytest.mark.parametrize("seed", [7, 9, 11])
def test_cells_in_the_colour_of_the_clues_are_filled_though_most_lines_contradict_it(seed: int) -> None:
    """Nor are the black ones undecided and the white ones filled, though a few lines fewer contradict that."""
    rng = Random(seed)
    marks = [
        tuple("".join("#" if rng.random() < share else "." for _ in row) for row in PICTURE) for share in (0.3, 0.4)
    ]
    reading = read(drawn_with("paper", marks[1]).pixels)
    assert reading.position is not None
    assert reading.position.board == marks[1]
