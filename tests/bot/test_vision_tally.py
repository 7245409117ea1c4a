"""Signs in a row are counted by what they are worth, at any scale, also where they overlap."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.layout import LayoutError
from bot.layouts import find_layout
from bot.vision.readers import make_reader
from bot.vision.tally import Sign, Tally

SMALL, LARGE = (18, 16), (30, 22)
"""Width and height of the two signs."""


def face(size: tuple[int, int]) -> Pixels:
    """A ball with two eyes and a mouth."""
    wide, high = size
    pixels = np.full((high, wide, 3), 40, np.uint8)
    cv2.ellipse(pixels, (wide // 2, high // 2), (wide // 2 - 1, high // 2 - 1), 0, 0, 360, (220, 230, 240), -1)
    for x in (wide // 3, 2 * wide // 3):
        cv2.circle(pixels, (x, 2 * high // 5), max(1, wide // 10), (20, 20, 20), -1)
    cv2.line(pixels, (wide // 3, 3 * high // 4), (2 * wide // 3, 3 * high // 4), (20, 20, 20), 2)
    return pixels


def strip(*stands: tuple[tuple[int, int], int]) -> Pixels:
    """A grille with signs whose left edges are given, each over the one before it."""
    pixels = np.full((34, 240, 3), 40, np.uint8)
    pixels[:, ::16] = 90
    for size, x in stands:
        pixels[5 : 5 + size[1], x : x + size[0]] = face(size)
    return pixels


TALLY = Tally([Sign(face(SMALL), 1), Sign(face(LARGE), 6)])


@pytest.mark.parametrize(
    ("stands", "worth"),
    [
        ([], 0),
        ([(SMALL, 9)], 1),
        ([(LARGE, 3), (LARGE, 50), (SMALL, 90), (SMALL, 121)], 14),
        ([(LARGE, 10 + 22 * number) for number in range(5)], 30),
    ],
    ids=["none", "one", "large and small ones", "large ones that overlap"],
)
def test_signs_are_counted_by_what_they_are_worth(stands: list[tuple[tuple[int, int], int]], worth: int) -> None:
    assert TALLY.count(strip(*stands)) == worth


@pytest.mark.parametrize("scale", [0.75, 1.5, 2.0])
def test_a_window_of_another_size_shows_the_same_signs(scale: float) -> None:
    picture = strip((LARGE, 20), (LARGE, 70), (SMALL, 130))
    shown = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    assert TALLY.count(np.asarray(shown, np.uint8), scale) == 13


def test_a_strip_that_is_too_small_shows_nothing() -> None:
    assert TALLY.count(np.zeros((1, 1, 3), np.uint8)) == 0


def test_a_layout_that_adds_up_no_signs_is_refused() -> None:
    layout = find_layout("puyo/flobopuyo")
    bare = [one.model_copy(update={"signs": None}) if one.reader == "tally" else one for one in layout.regions]
    with pytest.raises(LayoutError, match="pending: expected pictures in signs"):
        make_reader(layout.model_copy(update={"regions": tuple(bare)}))
