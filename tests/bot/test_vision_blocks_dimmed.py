"""A screen that is dimmed shows the same kinds, or they are left open; never others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.blocks.dimmed import lightened
from bot.vision.blocks.reader import first_sight_blocks
from bot.vision.blocks.sorting import UNSURE
from bot.vision.picture import load
from tests.bot.compare import renamed

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize("share", [0.7, 0.55, 0.45])
@pytest.mark.parametrize("screen", ["columns/page-flat/screens/full", "columns/page-round/screens/half-filled"])
def test_kinds_of_a_dimmed_screen_are_those_of_the_bright_one(screen: str, share: float) -> None:
    pixels = np.ascontiguousarray(load(FIXTURES / f"{screen}.png")[:, :, :3])
    bright, dim = (first_sight_blocks(np.asarray(pixels * light, np.uint8)) for light in (1.0, share))
    assert bright is not None
    if dim is None or dim.kind.shape != bright.kind.shape:
        return
    letters = np.array([*"abcdefghijklmn", "?", "."])
    rows = [["".join(row) for row in letters[found.kind]] for found in (bright, dim)]
    told = dim.kind != UNSURE
    assert told.all()
    assert renamed(rows[0]) == renamed(rows[1])


def test_only_a_dim_board_is_lightened() -> None:
    grid = Grid(0.0, 0.0, 10.0, 10.0, 4, 4)
    for level, changed in ((30, False), (100, True), (200, False)):
        pixels = np.full((40, 40, 3), level, np.uint8)
        assert (int(lightened(pixels, grid).max()) > level) is changed
