"""Clues that a program strikes out, hides or ticks off once their cells are filled."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import cv2
import numpy as np
import pytest

from bot.frame import Box, Frame, Pixels
from bot.reading import Sight
from bot.vision.clues.bank import bank
from bot.vision.clues.glyph import features
from bot.vision.clues.ink import Piece
from bot.vision.clues.pieces import freed
from bot.vision.clues.reader import ClueReader
from tests.sweep import sweep
from tests.synthetic.digit_fonts import NEEDS_FONTS, faces
from tests.synthetic.nonograms import Look, draw, puzzle

PICTURE = ("###.....##", "##...#####", "##########", "#.#.#.#.#.", "####..####", "#........#", "#########.")
TWO = ("..........", "..........", "..........", "..........", "####..####", "..........", "#.........")
ONE = ("..........", "..........", "..........", "..........", "####......", "..........", "..........")
"""Row 4 is done in TWO, and half of it in ONE."""


def lined(strip: Pixels) -> None:
    """A stroke through all of it, and faint digits behind."""
    strip[:] = 255 - (255 - strip.astype(int)) // 5
    middle = len(strip) // 2
    strip[middle - 1 : middle + 1] = 180


def hidden(strip: Pixels) -> None:
    """Nothing of it is left."""
    strip[:] = 255


def ticked(strip: Pixels) -> None:
    """A coloured square instead of each number."""
    strip[4:-4] = (110, 200, 40)


def crossed(strip: Pixels) -> None:
    """A cross over it, thicker than its digits."""
    for line in ((0, 0, strip.shape[1], len(strip)), (strip.shape[1], 0, 0, len(strip))):
        cv2.line(strip, line[:2], line[2:], (140, 140, 140), 3, cv2.LINE_AA)


def seen(marks: tuple[str, ...], change: Callable[[Pixels], None], share: float) -> tuple[Sight, tuple[str, ...]]:
    """What is read once `marks` are filled in and a share of the clue of row 4, from its left, looks otherwise."""
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], "paper", pitch=26.0)
    before, after = draw(look, PICTURE, ("..........",) * 7), draw(look, PICTURE, marks)
    reader = ClueReader()
    assert reader.read(Frame(before.pixels, 0.0)).sight is Sight.CLEAR
    cell = after.grid.cell((4, 0))
    strip = after.pixels[round(cell.y) + 3 : round(cell.y + cell.h) - 3, : round(cell.x) - 5]
    ink = np.flatnonzero(strip.min((0, 2)) < 128)
    change(strip[:, ink[0] - 2 : round(ink[0] + share * (ink[-1] - ink[0])) + 3])
    reading = reader.read(Frame(after.pixels, 0.2))
    assert reading.position is not None
    return reading.sight, reading.position.blocks["rows"]


CHANGES = pytest.mark.parametrize("change", [lined, hidden, ticked, crossed])
pytestmark = pytest.mark.skipif(not faces(frozenset({"DejaVu Sans"})), reason=NEEDS_FONTS)


@CHANGES
def test_the_clue_of_a_line_that_is_done_may_look_as_it_will(change: Callable[[Pixels], None]) -> None:
    sight, rows = seen(TWO, change, 1.0)
    assert sight is Sight.CLEAR
    assert rows[4] == "4 4"


@CHANGES
def test_a_number_may_be_struck_out_when_its_run_stands(change: Callable[[Pixels], None]) -> None:
    assert seen(ONE, change, 0.3)[0] is Sight.CLEAR


@pytest.mark.parametrize("change", [hidden, ticked])
def test_what_lies_over_numbers_whose_runs_do_not_stand_is_noticed(change: Callable[[Pixels], None]) -> None:
    assert seen(ONE, change, 1.0)[0] is not Sight.CLEAR


def selected(strip: Pixels) -> None:
    """On the ground of text that quick clicks selected."""
    strip[:] = strip * np.array((0.9, 0.5, 0.1))


def added(strip: Pixels) -> None:
    """With another number in the middle."""
    strip[6:-6, strip.shape[1] // 2 - 1 : strip.shape[1] // 2 + 1] = 0


@pytest.mark.parametrize("share", [0.3, 1.0])
def test_numbers_that_stand_on_other_ground_are_the_same(share: float) -> None:
    sight, rows = seen(("..........",) * 7, selected, share)
    assert sight is Sight.CLEAR
    assert rows[4] == "4 4"


def test_another_number_among_them_is_another_clue() -> None:
    assert seen(("..........",) * 7, added, 1.0)[0] is not Sight.CLEAR


def test_a_done_number_that_is_crossed_out_while_the_line_is_lit_is_no_other_clue() -> None:
    """The line that the pointer is in stands on another ground, so that what is left of its clue is read again."""
    look = Look(faces(frozenset({"DejaVu Sans"}))[0], "paper", pitch=26.0)
    before, after = draw(look, PICTURE, ("..........",) * 7), draw(look, PICTURE, ONE)
    reader = ClueReader()
    assert reader.read(Frame(before.pixels, 0.0)).sight is Sight.CLEAR
    cell = after.grid.cell((4, 0))
    strip = after.pixels[round(cell.y) + 3 : round(cell.y + cell.h) - 3, : round(cell.x) - 5]
    ink = np.flatnonzero(strip.min((0, 2)) < 128)
    strip[:] = strip * (0.8, 0.9, 1.0)
    crossed(strip[:, ink[0] - 2 : round(ink[0] + 0.3 * (ink[-1] - ink[0])) + 3])
    reading = reader.read(Frame(after.pixels, 0.2))
    assert reading.sight is Sight.CLEAR
    assert reading.position == after.truth


@pytest.mark.parametrize(
    ("family", "theme", "through"),
    sweep(["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"], ["paper", "dark"], [False, True]),
)
def test_numbers_that_are_struck_out_are_read_at_first_sight(family: str, theme: str, through: bool) -> None:
    rng = Random(f"{family} {theme}")
    picture = puzzle(rng, 12, 15, 0.6)
    marks = tuple(
        "".join((cell if cell == "#" else "x") if rng.random() < 0.5 else "." for cell in line) for line in picture
    )
    for face in faces(frozenset({family}))[::4]:
        drawn = draw(Look(face, theme, pitch=26.0, struck=0.7, through=through), picture, marks)
        reading = ClueReader().read(Frame(drawn.pixels, 0.0))
        assert reading.sight is Sight.CLEAR, (face.style, reading.why)
        assert reading.position == drawn.truth


@pytest.mark.parametrize(
    ("theme", "colour"), sweep(["paper", "dark", "grey"], [(0, 0, 255), (230, 120, 0), (60, 200, 60)])
)
def test_numbers_under_a_slanted_line_of_another_colour_are_read_at_first_sight(
    theme: str, colour: tuple[int, int, int]
) -> None:
    """Or they are in doubt, but never others."""
    clear = 0
    styles = faces(frozenset({"DejaVu Sans", "DejaVu Serif"}))[::2]
    for face in styles:
        drawn = draw(Look(face, theme, pitch=36.0), PICTURE, TWO)
        pixels = drawn.pixels.copy()
        for row in range(0, 7, 2):
            cell = drawn.grid.cell((row, 0))
            strip = pixels[round(cell.y) + 3 : round(cell.y + cell.h) - 3, : round(cell.x) - 5]
            apart = np.abs(strip.astype(int) - np.median(strip, (0, 1))).max(2) > 60
            numbers = cv2.dilate(apart.astype(np.uint8), np.ones((1, 5), np.uint8))
            for x, y, w, h, _ in cv2.connectedComponentsWithStats(numbers)[2][1:]:
                cv2.line(strip, (int(x) - 2, int(y + h) + 1), (int(x + w) + 1, int(y) - 2), colour, 2, cv2.LINE_AA)
        reading = ClueReader().read(Frame(pixels, 0.0))
        assert reading.sight in {Sight.CLEAR, Sight.DOUBT}, reading.why
        assert reading.sight is Sight.DOUBT or reading.position == drawn.truth
        clear += reading.sight is Sight.CLEAR
    assert clear >= len(styles) / 2


FOOTED = """
 0  0 53 77 92 93 89  0  0  0
 0  0 87 89 85 93 89  0  0  0
 0  0 16  0 53 93 89  0  0  0
 0  0  0  0 53 93 89  0  0  0
 0  0  0  0 53 93 89  0  0  0
46 93 93 93 93 93 93 93 93 93
 0  0  0  0 53 93 89  0  0  0
 0  0  0  0 53 93 89  0  0  0
 0  0 63 72 84 93 92 72 72 22
 0  0 81 93 93 93 93 93 93 29
"""
"""The ink of a struck 1 whose foot reaches faintly to the end of the line through it."""


def test_a_line_through_a_digit_may_end_with_the_faint_end_of_a_stroke() -> None:
    ink = np.pad(np.array([line.split() for line in FOOTED.split("\n") if line], np.float32), 1)
    piece = Piece(Box(0, 0, 10, 10), ink, 93.0, (164, 158, 150), (251, 250, 249))
    (digit,) = freed([[piece]], bank())[0]
    assert digit.box.w < piece.box.w
    assert bank().name(features(np.stack([digit.tile]))).digit.tolist() == [1]
