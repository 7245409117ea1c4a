"""Nonograms as consoles show them: square digits set as far apart as their numbers, with a halo, on shaded bands."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.clues.bank import bank
from bot.vision.clues.glyph import features, tile
from bot.vision.clues.ink import usual
from bot.vision.clues.numbers import rules
from bot.vision.clues.pieces import STRANGE
from bot.vision.clues.reader import ClueReader
from tests.synthetic import square_digits
from tests.synthetic.nonograms import runs

PICTURE = (
    "##..#.##..",
    "#.#.#.#.#.",
    ".########.",
    "..##..##..",
    "####.#####",
    "#...##...#",
    ".#.#..#.#.",
    "..######..",
)


def inked(digit: str, height: int, thick: float, aspect: float) -> np.ndarray:
    """The first way to write a digit in a thickness and width that are not learned."""
    way = square_digits.STROKES[digit][0]
    return square_digits.drawn(way, height, thick * height, aspect * height)


def page(height: int, pitch: int, *, halo: bool) -> Pixels:
    """A puzzle with bands that are shaded in turn, and numbers one digit's advance apart."""
    rows, columns = (
        [runs(row).split() for row in PICTURE],
        [runs("".join(c)).split() for c in zip(*PICTURE, strict=True)],
    )
    advance = round(1.17 * height)
    left, top = 24 + advance * max(map(len, rows)), 60 + (height + 6) * max(map(len, columns))
    size = top + pitch * len(rows) + 40, left + pitch * len(columns) + 60
    fade = np.linspace(0, 50, size[1])[None, :, None]
    pixels = np.clip(np.array([185, 235, 205]) - fade + np.zeros((*size, 1)), 0, 255).astype(np.uint8)
    for line in range(len(rows)):
        band = pixels[top + line * pitch : top + (line + 1) * pitch, 8:left]
        band[:] = band - 14 * (line % 2)
    board = pixels[top : top + pitch * len(rows), left : left + pitch * len(columns)]
    board[:] = (240, 238, 232)
    for line in range(max(len(rows), len(columns)) + 1):
        for point, end, count in (
            ((left, top + line * pitch), (left + pitch * len(columns), top + line * pitch), len(rows)),
            ((left + line * pitch, top), (left + line * pitch, top + pitch * len(rows)), len(columns)),
        ):
            if line <= count:
                cv2.line(pixels, point, end, (96, 92, 92), 2)

    def put(digit: str, x: int, y: int) -> None:
        ink = inked(digit, height, 0.16, 0.9)
        room = pixels[y - 2 : y + ink.shape[0] + 2, x - 2 : x + ink.shape[1] + 2]
        around = np.pad(ink, 2)
        if halo:
            light = cv2.GaussianBlur(cv2.dilate(around, np.ones((3, 3), np.uint8)), (0, 0), 0.8)[:, :, None] / 255
            room[:] = room + (np.minimum(room + 24.0, 255) - room) * light
        room[:] = room * (1 - around[:, :, None] / 255) + np.array([40, 36, 36]) * (around[:, :, None] / 255)

    for line, words in enumerate(rows):
        y = top + line * pitch + (pitch - height) // 2
        for k, word in enumerate(reversed(words)):
            put(word, left - 8 - advance * (k + 1), y)
    for line, words in enumerate(columns):
        x = left + line * pitch + (pitch - height) // 2
        for k, word in enumerate(reversed(words)):
            put(word, x, top - (height + 6) * (k + 1) - 4)
    return np.dstack([pixels, np.full(size, 255, np.uint8)])


@pytest.mark.parametrize("halo", [False, True])
@pytest.mark.parametrize(("height", "pitch"), [(12, 21), (18, 28), (27, 42)])
def test_a_console_puzzle_is_read(height: int, pitch: int, halo: bool) -> None:
    reading = ClueReader().read(Frame(page(height, pitch, halo=halo), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.blocks["rows"] == tuple(runs(row) for row in PICTURE)
    assert reading.position.blocks["cols"] == tuple(runs("".join(column)) for column in zip(*PICTURE, strict=True))


@pytest.mark.parametrize("height", [9, 15, 24])
@pytest.mark.parametrize(("thick", "aspect"), [(0.15, 0.7), (0.2, 0.9)])
def test_square_digits_are_named(height: int, thick: float, aspect: float) -> None:
    tiles = np.stack([tile(np.pad(inked(str(digit), height, thick, aspect), 2)) for digit in range(10)])
    named = bank().name(features(tiles))
    assert named.digit.tolist() == list(range(10))
    assert named.distance.max() < STRANGE


@pytest.mark.parametrize("width", [7, 9, 11, 14, 18])
def test_a_block_that_is_painted_over_a_digit_is_none(width: int) -> None:
    block = tile(np.pad(np.full((15, width), 255, np.uint8), 2))
    assert bank().name(features(block[None])).distance[0] > STRANGE


def test_the_ground_of_digits_with_more_ink_than_ground_is_what_lies_between_them() -> None:
    strip = np.full((21, 120, 3), (171, 230, 221), np.uint8)
    for x in (20, 41, 62):
        strip[2:19, x : x + 16][inked("2", 17, 0.22, 0.9)[:, :16][:17] > 128] = 40
    assert (np.abs(usual(strip, 1).astype(int) - (171, 230, 221)).max() <= 1).all()


def test_each_digit_may_be_a_number_of_its_own() -> None:
    found = rules([(False, True, 1.17), (True, True, 1.17), (True, False, 1.17)])
    assert all(found[-1].off(1.17, first, second) > 0 for first, second in ((False, True), (True, True), (True, False)))
    assert not all(found[0].off(1.17, first, second) > 0 for first, second in ((False, True), (True, True)))
