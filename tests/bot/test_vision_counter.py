"""Counters: numbers beside a board are read, or refused; never wrong."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.counter import read_number
from engine.position import UNKNOWN

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


def written(text: str, size: float = 1.0, font: int = FONTS[0], ink: int = 235, ground: int = 40) -> Pixels:
    """A text on a plain strip."""
    (width, height), under = cv2.getTextSize(text, font, size, 2)
    strip = np.full((height + under + 14, width + 16, 3), ground, np.uint8)
    cv2.putText(strip, text, (8, height + 6), font, size, (ink, ink, ink // 2), 2, cv2.LINE_AA)
    return strip


@pytest.mark.parametrize("font", FONTS)
def test_numbers_are_read_or_refused(font: int) -> None:
    read = 0
    for text in ("0", "7", "42", "360", "1985", "20467", "913058"):
        for size in (0.6, 1.0, 1.7):
            for ink, ground in ((235, 40), (20, 210)):
                seen = read_number(written(text, size, font, ink, ground))[0]
                assert seen in (text, UNKNOWN)
                read += seen == text
    assert read >= 10


def test_a_plain_number_is_read_surely() -> None:
    text, margin = read_number(written("360"))
    assert text == "360"
    assert margin > 0.5


@pytest.mark.parametrize("text", ["0:36", "3.5", "1,250", "12 A", "HI", "GAME", "-4"])
def test_what_is_no_plain_number_is_refused(text: str) -> None:
    assert read_number(written(text))[0] == UNKNOWN


def test_a_number_that_is_cut_off_is_refused() -> None:
    whole = written("4096")
    inked = whole[:, :, 0] > 80
    top, left = int(np.argmax(inked.any(1))), int(np.argmax(inked.any(0)))
    assert read_number(whole)[0] == "4096"
    assert read_number(whole[top + 3 :])[0] == UNKNOWN
    assert read_number(whole[:, left + 4 :])[0] == UNKNOWN


def test_nothing_is_no_number() -> None:
    assert read_number(np.full((20, 60, 3), 90, np.uint8)) == (UNKNOWN, 0.0)
    noise = np.random.default_rng(3).integers(0, 255, (24, 60, 3)).astype(np.uint8)
    assert read_number(noise)[0] == UNKNOWN
