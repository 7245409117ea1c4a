"""Grids of pictures are no nonograms, and grids with marks and numbers in their cells are none of pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.vision.clues import lines
from bot.vision.clues.pictures import pictures
from bot.vision.picture import load

FIXTURES = Path(__file__).parents[2] / "fixtures"
NONOGRAMS = sorted((FIXTURES / "nonogram").glob("*/screens/*.png"))
FULL = sorted((FIXTURES / "shisen").glob("*/screens/full*.png"))


@pytest.mark.parametrize("file", NONOGRAMS, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
@pytest.mark.parametrize("grain", [0, 20])
def test_a_nonogram_is_no_grid_of_pictures(file: Path, grain: int) -> None:
    pixels = np.ascontiguousarray(load(file)[:, :, :3])
    noise = np.random.default_rng(3).normal(0, grain, pixels.shape)
    spoilt = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    ruled = next(iter(lines.find(pixels)))
    assert not pictures(spoilt, ruled.grid)


@pytest.mark.parametrize("file", FULL, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_full_board_of_tiles_is_one_of_pictures(file: Path) -> None:
    pixels = np.ascontiguousarray(load(file)[:, :, :3])
    for ruled in list(lines.find(pixels))[:1]:
        assert pictures(pixels, ruled.grid)
