"""What beside a board looks like its cells: another player's board and the next pair change, the frame stays."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.layouts import load_layout
from bot.vision.place.finder import Finder
from calibration.draft import start
from calibration.elsewhere import elsewhere
from calibration.sorting import sort_cells
from calibration.write import save

MINE = Grid(8, 20, 24, 24, 10, 6)
THEIRS = Grid(268, 20, 24, 24, 10, 6)
COLOURS = {"A": (40, 40, 220), "B": (220, 60, 40), "C": (40, 190, 40), "D": (30, 210, 230)}

LOW = """
......
......
......
..A...
..B...
......
......
......
A...C.
BB.ACA
"""
HIGH = """
......
A..B..
AB.C..
CB.A..
CC.B.A
BA.C.B
AB.B.B
AC.A.C
BBACAA
BCCABC
"""


def match(mine: str, theirs: str, coming: str) -> Pixels:
    """Two boards in frames side by side, and the pairs that come next between them."""
    picture = np.full((272, 420, 3), 245, np.uint8)
    for grid in (MINE, THEIRS):
        x, y, w, h = (round(side) for side in grid.box)
        cv2.rectangle(picture, (x - 1, y - 1), (x + w, y + h), (190, 190, 190), 1)
    cv2.putText(picture, "NEXT", (174, 200), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (90, 90, 90), 2)
    places = [(grid, text.split()) for grid, text in ((MINE, mine), (THEIRS, theirs))]
    balls = [
        (grid.x + column * grid.pitch_x + 12, grid.y + row * grid.pitch_y + 12, label)
        for grid, rows in places
        for row, line in enumerate(rows)
        for column, label in enumerate(line)
        if label != "."
    ]
    balls += [(x, 32 + 24 * at, label) for x in (178, 242) for at, label in enumerate(coming)]
    for middle_x, middle_y, label in balls:
        cv2.circle(picture, (round(middle_x), round(middle_y)), 11, COLOURS[label], -1, cv2.LINE_AA)
    return picture


def test_another_board_in_the_same_frame_and_the_next_pair_are_seen() -> None:
    places = elsewhere(sort_cells(match(LOW, HIGH, "BCAABC"), MINE, "blocks"))
    x, y, w, h = THEIRS.box
    assert any(place == pytest.approx((x, y, w, h), abs=2) for place in places)
    for at in (0, 1):
        assert any(place == pytest.approx((166, 20 + 24 * at, 24, 24), abs=2) for place in places)
    assert not any(place.x < MINE.box.x + MINE.box.w for place in places)


def test_a_picture_that_shows_nothing_like_the_cells_beside_them_has_none() -> None:
    empty = "\n".join(["......"] * 10)
    assert elsewhere(sort_cells(match(LOW, empty, ""), MINE, "blocks")) == ()


@pytest.mark.parametrize("theirs", [HIGH, "\n".join(["......"] * 10)], ids=["high", "empty"])
def test_a_board_learned_beside_another_is_known_again_when_that_one_changed(theirs: str, tmp_path: Path) -> None:
    draft = start([sort_cells(match(LOW, HIGH, "BCAABC"), MINE, "blocks")], "blocks", "puyo")
    finder = Finder(load_layout(save(draft, tmp_path / "puyo" / "match", title="Match").folder))
    alone = "\n".join(["......"] * 10)
    found = finder.find(match(alone, theirs, "DDCBAD"))
    assert found is not None
    assert (found.grid.x, found.grid.y) == pytest.approx((MINE.x, MINE.y), abs=0.5)
    assert (found.grid.pitch_x, found.grid.pitch_y) == pytest.approx((24, 24), abs=0.1)
