"""Equal tiles lie alike in their cells, unless the grid is out of step with them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.cells import cut
from bot.vision.tiles import step
from tests.bot.compare import trimmed
from tests.synthetic import Spec, draw

BOARD = Spec(5, 6, 14, (31.3, 36.8), skin="letters", ground="plain", kinds=12, gone=0.3, size=(800, 480))


@pytest.mark.parametrize("skin", ["letters", "panel", "gem", "picture"])
@pytest.mark.parametrize(("by", "out"), [(0.0, False), (0.08, True)], ids=["in step", "out of step"])
def test_a_grid_that_is_off_at_both_ends_is_out_of_step(skin: str, by: float, out: bool) -> None:
    pixels, truth = draw(replace(BOARD, skin=skin))
    board = np.array([list(row) for row in trimmed(truth.board)])
    kind = np.where(board == ".", -1, np.unique(board, return_inverse=True)[1].reshape(board.shape))
    seen = truth.seen
    pitch = seen.pitch_x * (1 - 2 * by / (seen.columns - 1))
    grid = Grid(seen.x + by * seen.pitch_x, seen.y, pitch, seen.pitch_y, seen.rows, seen.columns)
    assert (step.astray(cut(pixels, grid), kind, (grid.pitch_x, grid.pitch_y)) > 0.2) == out


def test_plain_tiles_lie_anywhere() -> None:
    cells = np.full((2, 2, 28, 20, 3), 90, np.float32)
    cells[1, :, :5] = 200  # what is above them falls into their cells
    assert step.astray(cells, np.zeros((2, 2), np.int64), (30, 40)) == 0


def test_kinds_of_one_tile_each_say_nothing() -> None:
    cells = np.random.default_rng(1).uniform(0, 255, (1, 3, 28, 20, 3)).astype(np.float32)
    assert step.astray(cells, np.array([[0, 1, -1]]), (30, 40)) == 0
