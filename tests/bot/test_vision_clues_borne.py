"""A digit that a font draws in a way of its own, and clues that begin beyond the picture."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues import puzzle
from bot.vision.clues.cells import Floats
from bot.vision.clues.reader import ClueReader
from tests.bot.test_vision_clues_tables import FONTS, clues, put, truth
from tests.synthetic.digit_fonts import NEEDS_FONTS

pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

PICTURE = (
    "####..####.##", "#.####.####.#", "####.##.####.", "..####..#.###", "####.####.###", "#..####.#.###",
    "#.#..#.##.#.#", "##.####.#.###",
)  # fmt: skip
PITCH = 46
Sign = Callable[[Floats, tuple[int, int]], None]


def open_four(canvas: Floats, middle: tuple[int, int]) -> None:
    """A 4 whose stem hangs below its bar alone."""
    x, y = middle
    for one, other in (
        ((x - 4, y - 12), (x - 9, y + 5)),
        ((x - 9, y + 5), (x + 10, y + 5)),
        ((x + 5, y + 4), (x + 5, y + 12)),
    ):
        cv2.line(canvas, one, other, (20, 20, 20), 3, cv2.LINE_AA)


def flag(canvas: Floats, middle: tuple[int, int]) -> None:
    """No digit at all."""
    x, y = middle
    cv2.rectangle(canvas, (x - 8, y - 12), (x + 8, y), (20, 20, 20), 3)
    cv2.line(canvas, (x - 8, y - 12), (x - 8, y + 12), (20, 20, 20), 3)


def page(four: Sign) -> Pixels:
    """A puzzle with large clues, the 4 among them drawn in another way."""
    rows, cols = clues(PICTURE)
    canvas = np.full((260 + PITCH * len(rows), 360 + PITCH * len(cols), 3), 250, np.float32)
    for row in range(len(rows)):
        for column in range(len(cols)):
            x, y = 300 + column * PITCH, 200 + row * PITCH
            cv2.rectangle(canvas, (x, y), (x + PITCH, y + PITCH), (60, 60, 60), 1)
    places = [(n, (280 - 40 * k, 200 + PITCH * line + PITCH // 2)) for line, clue in enumerate(rows)
              for k, n in enumerate(reversed(clue.split()))]  # fmt: skip
    places += [(n, (300 + PITCH * line + PITCH // 2, 175 - 34 * k)) for line, clue in enumerate(cols)
               for k, n in enumerate(reversed(clue.split()))]  # fmt: skip
    for number, middle in places:
        if number == "4":
            four(canvas, middle)
        else:
            put(canvas, number, 32, middle, 20)
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)


def read(pixels: Pixels) -> Reading:
    return ClueReader().read(Frame(pixels, 0.0))


def test_a_digit_that_looks_like_none_is_told_by_what_the_clues_add_up_to(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = read(page(open_four))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position == truth(PICTURE)
    monkeypatch.setattr(puzzle, "borne_out", lambda left, above, *_: (left, above))
    assert read(page(open_four)[:-1]).sight is Sight.DOUBT


def test_a_sign_that_is_no_digit_is_not() -> None:
    assert read(page(flag)).sight is not Sight.CLEAR


def plain_four(canvas: Floats, middle: tuple[int, int]) -> None:
    put(canvas, "4", 32, middle, 20)


def test_clues_of_which_the_picture_cuts_off_the_first_are_said_to_be_cut_off() -> None:
    pixels = page(plain_four)
    assert read(pixels).sight is Sight.CLEAR
    most = max(len(clue.split()) for clue in clues(PICTURE)[1])
    cut = read(np.ascontiguousarray(pixels[175 - 34 * (most - 1) + 14 :]))
    assert cut.sight is Sight.COVERED
    assert "top of the picture" in cut.why
