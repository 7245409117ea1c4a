"""How much work a first look at boards of blocks takes: where there is none, it ends."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.vision.blocks import scene
from bot.vision.blocks.filled import filled, rectangles
from bot.vision.blocks.panel import Frame as PanelFrame
from bot.vision.blocks.panel import Lines, frames
from bot.vision.blocks.pitch import edge_maps
from bot.vision.blocks.reader import BlockReader, sort_blocks
from bot.vision.blocks.recur import Spot
from bot.vision.blocks.sorting import Sorting
from bot.vision.picture import load
from tests.bot.test_vision_blocks_fixtures import FIXTURES

MOST: Final = 7_500
"""Cells that are sorted in a picture without a board."""


def test_a_picture_without_a_board_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = load(FIXTURES / "puyo/flobopuyo-stage/screens/paused.png")
    sorted_, looked, framed = [], [], []

    def counted(pixels: Pixels, grid: Grid) -> Sorting:
        sorted_.append(scene.FIXED + grid.rows * grid.columns)
        return sort_blocks(pixels, grid)

    def seen(pixels: Pixels) -> tuple[object, object]:
        looked.append(pixels.shape)
        return edge_maps(pixels)

    monkeypatch.setattr(scene, "sort_blocks", counted)

    def tried(pixels: Pixels, upright: Lines, level: Lines) -> list[tuple[PanelFrame, Spot]]:
        framed.append(pixels.shape)
        return filled(pixels, upright, level)

    monkeypatch.setattr(scene, "edge_maps", seen)
    monkeypatch.setattr("bot.vision.blocks.find.filled", tried)
    # Another picture than any that was seen before: a look is kept.
    reading = BlockReader().read(Frame(pixels[:-1], 0.0))
    assert "colour" in reading.why
    assert sum(sorted_) < MOST
    assert len(looked) == len(framed) == 1


def test_of_a_thousand_rectangles_at_few_places_each_place_is_looked_at_once() -> None:
    page = np.full((700, 700, 3), 90, np.uint8)
    for at in range(0, 640, 100):
        for by in (0, 3, 6, 9, 12):
            page[at + by, :], page[:, at + by] = 200, 200
    across, down = edge_maps(page)
    upright, level = Lines(across), Lines(np.ascontiguousarray(down.T))
    found = rectangles(upright, level)
    assert len(found) == len(set(found))
    for one, other in pairwise(found):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 10
    chosen, _ = frames(upright, level, Grid(100, 100, 25.0, 25.0, 16, 16), np.ones((16, 16), np.bool_))
    assert len(chosen) <= 5


def test_the_longest_lines_of_a_length_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    edge = np.zeros((90, 120), np.float32)
    edge[5:85, [20, 70]] = 1
    lines = Lines(edge)
    assert lines.long(60).tolist() == [20, 70]
    monkeypatch.setattr(Lines, "_longest", None)
    assert lines.long(60).tolist() == [20, 70]
