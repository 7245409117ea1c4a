"""Clues in boxes of their own, whole, dashed or dotted, and other things above them that look like larger digits."""

from __future__ import annotations

from itertools import groupby, product

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.clues.reader import ClueReader
from tests.synthetic.digit_fonts import NEEDS_FONTS, Face, coverage, faces

FONTS = faces(frozenset({"DejaVu Sans"}))
pytestmark = pytest.mark.skipif(not FONTS, reason=NEEDS_FONTS)

Clues = list[list[tuple[int, str]]]
INK = {"a": (70, 57, 230), "b": (8, 162, 241), "c": (143, 157, 42)}
"""Blue, green, red of each colour."""
WAYS = {"a": 0, "b": 5, "c": 2}
"""How long the dashes of the boxes around numbers of each colour are; 0 for a whole line."""
PICTURE = ("aab.c", "a.bbc", "bbbcc", "bccab")


def runs(line: str) -> list[tuple[int, str]]:
    """The clue of a line of colours."""
    return [(len(list(run)), kind) for kind, run in groupby(line) if kind != "."]


TOP: Clues = [runs("".join(column)) for column in zip(*PICTURE, strict=True)]
SIDE: Clues = [runs(row) for row in PICTURE]
DEEP, WIDE = max(map(len, TOP)), max(map(len, SIDE))


def face() -> Face:
    return next(face for face in FONTS if face.style == "Bold")


def side(canvas: Pixels, begin: tuple[int, int], end: tuple[int, int], colour: tuple[int, int, int], dash: int) -> None:
    """A line from one place (x, y) to another, of dashes so long and gaps as long."""
    (x0, y0), (x1, y1) = begin, end
    for at in range(0, max(x1 - x0, y1 - y0) + 1, 2 * dash or 10**6):
        along = max(x1 - x0, y1 - y0) if not dash else dash - 1
        here = (min(x0 + at, x1), min(y0 + at, y1))
        there = (min(here[0] + along, x1), min(here[1] + along, y1))
        cv2.line(canvas, here, there, colour, 1)


def boxed(canvas: Pixels, number: int, kind: str, middle: tuple[float, float], size: float) -> None:
    """A number in a box around a place (x, y)."""
    ink = coverage(face(), str(number), size)[:, :, None] / 255
    x, y = round(middle[0]), round(middle[1])
    top, left = y - ink.shape[0] // 2, x - ink.shape[1] // 2
    part = canvas[top : top + ink.shape[0], left : left + ink.shape[1]]
    part[:] = np.rint(part + (np.array(INK[kind]) - part.astype(np.float32)) * ink)
    half = round(0.72 * size)
    corners = [(x - half, y - half), (x + half, y - half), (x - half, y + half), (x + half, y + half)]
    for one, other in ((0, 1), (2, 3), (0, 2), (1, 3)):
        side(canvas, corners[one], corners[other], INK[kind], WAYS[kind])


def page(pitch: int, apart: float) -> Pixels:
    """A table whose clues stand in boxes so many sizes apart, under a bar of buttons."""
    size = 0.42 * pitch
    step = apart * 1.44 * size
    x, y = 40 + round(WIDE * step), 120 + round(DEEP * step) + 6
    canvas = np.full((y + 4 * pitch + 40, x + 5 * pitch + 60, 3), 255, np.uint8)
    for at in range(4):
        cv2.rectangle(canvas, (30 + 60 * at, 40), (76 + 60 * at, 90), (40, 40, 40), 2)
    for line in range(6):
        cv2.line(canvas, (x + line * pitch, 118), (x + line * pitch, y + 4 * pitch), (0, 0, 0), 1)
    for line in range(5):
        cv2.line(canvas, (36, y + line * pitch), (x + 5 * pitch, y + line * pitch), (0, 0, 0), 1)
    for column, clue in enumerate(TOP):
        for back, (number, kind) in enumerate(reversed(clue)):
            boxed(canvas, number, kind, (x + (column + 0.5) * pitch, y - 4 - (back + 0.5) * step), size)
    for row, clue in enumerate(SIDE):
        for back, (number, kind) in enumerate(reversed(clue)):
            boxed(canvas, number, kind, (x - 4 - (back + 0.5) * step, y + (row + 0.5) * pitch), size)
    return canvas


def told(reading: Reading) -> dict[str, tuple[str, ...]]:
    assert reading.position is not None
    return {name: reading.position.blocks[name] for name in ("rows", "cols")}


@pytest.mark.parametrize(("pitch", "apart"), list(product((48, 60), (1.0, 1.25))))
def test_numbers_in_boxes_that_touch_or_do_not(pitch: int, apart: float) -> None:
    reading = ClueReader().read(Frame(page(pitch, apart), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    lines = {"rows": SIDE, "cols": TOP}
    assert told(reading) == {
        name: tuple(" ".join(f"{number}{kind}" for number, kind in clue) for clue in clues)
        for name, clues in lines.items()
    }
