"""A first row of which the frame hides a part: it counts where most of it is seen, else the board begins below it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.readers import make_reader
from calibration.discover import discover, in_the_way
from calibration.write import save
from engine.position import Position
from tests.calibration.test_scrolling import CELL, renamed, stack

ROWS = ("RGBYR", "YRBGB", "GYRYG", "BRGBY", "RGBRG", "GBYRY", "YRGBB", "BGRYR", "RYBGY")
OTHER = ("BYGRB", "GRYBY", "YBGRG", "RGBYR", "BYRGB", "YGRBG", "GRBYR", "RBYGB", "BGRYG")
X, Y = 93, 61


def well(hidden: float, rows: tuple[str, ...] = ROWS) -> Pixels:
    """A full well whose frame hides a part of the first row."""
    pixels = np.full((420, 360, 3), (120, 96, 70), np.uint8)
    seen = stack(rows)[round(hidden * CELL) :]
    width = len(rows[0]) * CELL
    cv2.rectangle(pixels, (X - 8, Y - 8), (X + width + 7, Y + len(seen) + 7), (200, 210, 220), -1)
    pixels[Y : Y + len(seen), X : X + width] = seen
    return pixels


@pytest.mark.parametrize(("hidden", "first"), [(0.25, 0), (0.4, 1), (0.6, 1), (0.75, 1)])
def test_whole_rows_lie_where_they_are_below_an_uneven_one(hidden: float, first: int, tmp_path: Path) -> None:
    draft = discover([well(hidden)], reader="blocks", game="uneven")
    assert in_the_way(draft) == ""
    grid = draft.shots[0].grid
    assert grid.rows == len(ROWS) - first
    assert grid.y == pytest.approx(Y + (first - hidden) * CELL, abs=0.15 * CELL)
    assert renamed(tuple(row.upper() for row in draft.position().board)) == renamed(ROWS[first:])
    layout = save(draft.labelled(Position({"board": ROWS[first:]})), tmp_path / "uneven" / "drawn", title="Uneven")
    reading = make_reader(layout).read(Frame(well(hidden, OTHER), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == OTHER[first:]
