"""Regions: next pieces beside a board are read by the kinds of the board, wherever the window is."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError, Region
from bot.reading import Sight
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.write import save
from tests.calibration.drawn import draw, rows
from tests.calibration.test_discover import FULL, GRID

SIDE = Grid(400.0, 80.0, 36.0, 44.0, 3, 1)
NEXT = "A\nC\nH"


def screen(following: str = NEXT) -> Pixels:
    """The board with three next tiles to the right of it, under a title bar with a caption."""
    pixels = np.full((360, 480, 3), (70, 110, 40), np.uint8)
    board = draw(FULL, GRID)
    pixels[: board.shape[0], : board.shape[1]] = board
    column = draw(following, Grid(40.0, 40.0, 36.0, 44.0, 3, 1))
    pixels[80 : 80 + 132, 400:436] = column[40 : 40 + 132, 40:76]
    pixels[:24] = (90, 60, 40)
    cv2.putText(pixels, "A game of letters", (12, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (240, 240, 240), 1, cv2.LINE_AA)
    cv2.putText(pixels, "NEXT", (398, 66), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (240, 240, 240), 2, cv2.LINE_AA)
    return pixels


def region(**given: object) -> Region:
    box = SIDE.box
    usual: dict[str, object] = {
        "name": "next", "reader": "cells", "rows": 3, "columns": 1, "left": box.x / 480, "top": box.y / 360,
        "right": (box.x + box.w) / 480, "bottom": (box.y + box.h) / 360,
    }  # fmt: skip
    return Region.model_validate({**usual, **given})


def layout(folder: Path, *regions: Region) -> Layout:
    draft = discover([screen()], game="shisen", size=(6, 8))
    return save(draft, folder / "shisen" / "letters", title="Letters", regions=regions)


def test_next_pieces_are_read_beside_the_board(tmp_path: Path) -> None:
    reader = make_reader(layout(tmp_path, region()))
    reading = reader.read(Frame(screen("B\nB\nF"), 0.0))
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert reading.position.board == rows(FULL)
    assert reading.position.blocks["next"] == ("B", "B", "F")


def test_what_shows_no_kind_is_doubted(tmp_path: Path) -> None:
    reader = make_reader(layout(tmp_path, region()))
    pixels = screen()
    pixels[80 + 44 : 80 + 88, 400:436] = np.random.default_rng(5).integers(0, 255, (44, 36, 3), np.uint8)
    reading = reader.read(Frame(pixels, 0.0))
    assert reading.sight is Sight.DOUBT
    assert "next" in reading.why
    assert reading.position is not None
    assert reading.position.blocks["next"] == ("A", "?", "H")
    assert [(doubt.block, doubt.row, doubt.col) for doubt in reading.doubts] == [("next", 1, 0)]


@pytest.mark.parametrize(
    ("given", "says"), [({"reader": "ears"}, "no reader 'ears'"), ({"name": "board"}, "block of the board")]
)
def test_a_region_that_cannot_be_read_is_refused(tmp_path: Path, given: dict[str, object], says: str) -> None:
    with pytest.raises(LayoutError, match=says):
        make_reader(layout(tmp_path, region(**given)))
