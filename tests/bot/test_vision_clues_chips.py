"""Coloured clues on squares as large as cells: digits as high as these, two of them as wide, and turned when done."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.reading import Sight
from bot.vision.clues.clue import runs_of
from engine.position import EMPTY
from tests.bot.test_vision_clues_filled import read
from tests.synthetic.digit_fonts import NEEDS_FONTS, coverage, faces

SERIF = faces(frozenset({"DejaVu Serif"}))
pytestmark = pytest.mark.skipif(not SERIF, reason=NEEDS_FONTS)

PICTURE = (
    "aaaaaaaaaaaa", "abbbbbbbbbba", "ab..cccc..ba", "ab..cccc..ba", "abbb.dd.bbba", "aa...dd...aa", ".a..bbbb..a.",
    "bbbbbbbbbbbb", "..aa....aa..", "cccc....cccc",
)  # fmt: skip
COLOURS = {"a": (233, 30, 99), "b": (21, 101, 192), "c": (46, 125, 50), "d": (251, 192, 45)}
"""Red, green, blue."""


def clues(line: str) -> list[tuple[int, str]]:
    """The runs of a line, each with its colour."""
    return [run for run in runs_of(line) if run[1] != EMPTY]


def picture(pitch: int, shown: tuple[str, ...], *, done: tuple[int, ...] = (), raised: float = 0.06) -> Pixels:
    """A puzzle of which some cells are `shown`, with the clues of the rows that are `done` turned around."""
    rows, columns = [clues(row) for row in PICTURE], [clues("".join(column)) for column in zip(*PICTURE, strict=True)]
    left, above = 2 + max(map(len, rows)), 2 + max(map(len, columns))
    size = (above + len(rows) + 1) * pitch, (left + len(columns) + 1) * pitch
    canvas = np.full((*size, 3), 255, np.float32)

    def square(row: int, column: int, colour: tuple[int, int, int], text: str = "", *, turned: bool = False) -> None:
        paper, ink = ((255, 255, 255), colour) if turned else (colour, (255, 255, 255))
        part = canvas[row * pitch : (row + 1) * pitch, column * pitch : (column + 1) * pitch]
        part[:] = paper
        if text:
            drawn = coverage(SERIF[0], text, 0.82 * pitch)[:, :, None].astype(np.float32) / 255
            high, wide = drawn.shape[0], min(drawn.shape[1], pitch)
            top, start = max(0, round((pitch - high) / 2 - raised * pitch)), (pitch - wide) // 2
            where = part[top : top + high, start : start + wide]
            where[:] += drawn[: len(where), :wide] * (np.array(ink, np.float32) - where)

    for at, runs in enumerate(rows):
        for place, (length, label) in enumerate(reversed(runs)):
            square(above + at, left - 1 - place, COLOURS[label], str(length), turned=at in done)
    for at, runs in enumerate(columns):
        for place, (length, label) in enumerate(reversed(runs)):
            square(above - 1 - place, left + at, COLOURS[label], str(length))
    for at, cells in enumerate(shown):
        for place, cell in enumerate(cells):
            if cell != EMPTY:
                square(above + at, left + place, COLOURS[cell])
    bottom, right = (above + len(rows)) * pitch, (left + len(columns)) * pitch
    for line in range(len(rows) + 1):
        y = (above + line) * pitch
        canvas[y - 1 : y + 1, 2 * pitch : right] += 0.5 * (128 - canvas[y - 1 : y + 1, 2 * pitch : right])
    for line in range(len(columns) + 1):
        x = (left + line) * pitch
        canvas[2 * pitch : bottom, x - 1 : x + 1] += 0.5 * (128 - canvas[2 * pitch : bottom, x - 1 : x + 1])
    return np.ascontiguousarray(np.clip(np.rint(canvas), 0, 255).astype(np.uint8)[:, :, ::-1])


def expected(line: str) -> str:
    """A clue as text, up to the names of the colours."""
    return " ".join(str(length) for length, _ in clues(line))


@pytest.mark.parametrize("pitch", [20, 24, 31])
@pytest.mark.parametrize("done", [(), (0, 7)])
def test_squares_as_large_as_cells_are_clues(pitch: int, done: tuple[int, ...]) -> None:
    shown = tuple(row if at in done else EMPTY * len(row) for at, row in enumerate(PICTURE))
    reading = read(picture(pitch, shown, done=done))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    columns = ["".join(column) for column in zip(*PICTURE, strict=True)]
    for block, lines in (("rows", PICTURE), ("cols", columns)):
        told = [
            " ".join(number.rstrip("abcdefgh") for number in clue.split()) for clue in reading.position.blocks[block]
        ]
        assert told == [expected(line) for line in lines]
    names: dict[str, str] = {}
    for row, clue in zip(PICTURE, reading.position.blocks["rows"], strict=True):
        letters = [number.lstrip("0123456789") for number in clue.split()]
        names |= dict(zip((label for _, label in clues(row)), letters, strict=True))
    assert len(set(names.values())) == len(COLOURS)
    for label, colour in COLOURS.items():
        assert np.abs(np.array(reading.colours[names[label]][::-1]) - colour).max() <= 8
    assert reading.position.board == tuple(
        "".join(cell if cell == EMPTY else names[cell] for cell in row) for row in shown
    )


def test_what_a_page_shows_beyond_the_squares_of_a_column_is_none_of_its_clues() -> None:
    pixels = picture(24, tuple(EMPTY * len(row) for row in PICTURE))
    left = 7 * 24  # of the first column, which has three squares where others have six
    for x in (left + 4, left + 16):  # dark sides of a palette, as a 1 is
        cv2.rectangle(pixels, (x, 50), (x + 2, 66), (20, 20, 20), -1)
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert len(reading.position.blocks["cols"][0].split()) == 3
