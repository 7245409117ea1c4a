"""Pale tiles on a picture of nearly their colour: never a gap beyond doubt."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.tiles.board import NONE, UNSURE
from bot.vision.tiles.sight import first_sight

BOARD = (".......a", "....b.Eb", "cd.ef.ag", "ag..dc.f", "ab..fe.d", "c.gb.E.e", "fd....bc", "e......g")
"""E is an egg."""
INKS = ((60, 60, 200), (60, 160, 60), (180, 80, 60), (40, 150, 220), (150, 60, 150), (70, 70, 75), (120, 120, 30))
PITCH = 72


def meadow(pale: tuple[int, int, int], line: tuple[int, int, int], eggs: bool = True) -> Pixels:
    """Balls with faces, without any tiles around them, and two eggs before a pale sky."""
    height, width = len(BOARD) * PITCH + 160, len(BOARD[0]) * PITCH + 80
    down = np.linspace(0, 1, height)[:, None, None]
    sky = (np.array([240, 232, 200]) * (1 - down) + np.array([232, 226, 236]) * down) * np.ones((height, width, 1))
    pixels = np.ascontiguousarray(sky.astype(np.uint8))
    for number, x in enumerate(range(0, width, 130)):
        place = (x, height - 40), (110, 60 + 20 * (number % 3))
        cv2.ellipse(pixels, *place, 0, 0, 360, (226, 224, 220), -1, cv2.LINE_AA)
    for (row, column), label in np.ndenumerate(np.array([list(line) for line in BOARD])):
        x, y = 40 + column * PITCH + PITCH // 2, 60 + row * PITCH + PITCH // 2
        if label == "E" and eggs:
            cv2.ellipse(pixels, (x, y), (27, 31), 0, 0, 360, pale, -1, cv2.LINE_AA)
            cv2.ellipse(pixels, (x, y), (27, 31), 0, 0, 360, line, 1, cv2.LINE_AA)
            crack = np.array([(x - 24 + 8 * step, y + (-1, 4)[step % 2]) for step in range(7)])
            cv2.polylines(pixels, [crack], False, line, 1, cv2.LINE_AA)
        elif label not in ".E":
            kind = ord(label) - ord("a")
            cv2.circle(pixels, (x, y), 30, INKS[kind], -1, cv2.LINE_AA)
            cv2.circle(pixels, (x, y), 30, (30, 30, 30), 2, cv2.LINE_AA)
            for aside in (-10, 10):
                cv2.circle(pixels, (x + aside, y - 8), 8, (250, 250, 250), -1, cv2.LINE_AA)
            mouth = (x - 4 - 2 * kind, y + 10), (x + 4 + 2 * kind, y + 13 + kind)
            cv2.rectangle(pixels, *mouth, (20, 20, 20), -1)
    return pixels


@pytest.mark.parametrize(
    ("pale", "line"),
    [((232, 238, 246), (120, 140, 160)), ((236, 236, 240), (150, 160, 170)), ((240, 240, 244), (90, 110, 130))],
)
def test_pale_tiles_that_recur_are_no_gaps(pale: tuple[int, int, int], line: tuple[int, int, int]) -> None:
    board = first_sight(meadow(pale, line))
    assert board is not None
    assert board.kind[1, 6] != NONE
    assert board.kind[5, 5] != NONE


def test_gaps_before_the_same_sky_are_told() -> None:
    board = first_sight(meadow((0, 0, 0), (0, 0, 0), eggs=False))
    assert board is not None
    assert not (board.kind == UNSURE).any()
    assert [[label in ".E" for label in row] for row in BOARD] == (board.kind == NONE).tolist()
