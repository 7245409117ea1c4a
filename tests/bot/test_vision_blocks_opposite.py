"""A board like one that was found, beside it, which no frame of its own gives away."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.blocks.common import SEVERAL
from bot.vision.blocks.reader import BlockReader
from tests.bot.compare import renamed

MINE = (
    "......", "......", "......", "......", "......", "......",
    "c....d", "d.b..c", "bac.ad", "ccdaba", "abcdcb", "dbaacd",
)  # fmt: skip
THEIRS = (
    "......", "......", "......", "......", "......", "......",
    "......", "......", "d.....", "aab..c", "dcbabb", "cdaacd",
)  # fmt: skip
INKS = {"a": (200, 60, 230), "b": (230, 200, 40), "c": (40, 210, 240), "d": (60, 200, 60)}
PITCH = 36


def page(theirs: tuple[str, ...], left: int) -> Pixels:
    """Two wells of balls on dark ground, of which only the left one has a border."""
    pixels = np.full((560, 800, 3), (44, 34, 30), np.uint8)
    cv2.rectangle(pixels, (54, 54), (65 + 6 * PITCH, 65 + 12 * PITCH), (160, 150, 150), 2)
    for rows, x in ((MINE, 60), (theirs, left)):
        for (row, column), label in np.ndenumerate(np.array([list(row) for row in rows])):
            middle = x + PITCH * column + PITCH // 2, 60 + PITCH * row + PITCH // 2
            if label != ".":
                cv2.circle(pixels, middle, 15, INKS[label], -1, cv2.LINE_AA)
                cv2.circle(pixels, (middle[0] - 4, middle[1] - 5), 4, (250, 250, 250), -1, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("left", [400, 455, 507])
def test_a_board_without_a_border_is_found_by_the_blocks_of_the_one_beside_it(left: int) -> None:
    reading = BlockReader().read(Frame(page(THEIRS, left), 0.0))
    assert reading.position is not None
    assert reading.why == SEVERAL.said
    assert [grid.x for grid in reading.beside] == pytest.approx([left], abs=3)
    told = zip(reading.position.blocks["board"], reading.position.blocks["board2"], strict=True)
    both = tuple(mine + theirs for mine, theirs in zip(MINE, THEIRS, strict=True))
    assert renamed(tuple(mine + theirs for mine, theirs in told)) == renamed(both)


@pytest.mark.parametrize("theirs", [("......",) * 12, ("......",) * 9 + ("..ab..", "..cd..", "......")])
def test_a_few_blocks_beside_a_board_are_no_other_board(theirs: tuple[str, ...]) -> None:
    reading = BlockReader().read(Frame(page(theirs, 455), 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None and renamed(reading.position.board) == renamed(MINE)
