"""A board of tiles that a page darkens behind its dialog."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.tiles.reader import TileReader
from tests.bot.synthetic_tiles import draw
from tests.bot.test_vision_tiles import wipe
from tests.sweep import sweep


def dialog_over(pixels: Pixels, left: float, shade: int) -> Pixels:
    """The picture under an even sheet that leaves this share of every colour."""
    return np.round(pixels * left + shade).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(("seed", "sheet"), sweep([104, 105, 106, 108], [(0.5, 0), (0.35, 120)]))
def test_gaps_and_tiles_are_told_through_it_and_nothing_under_the_dialog(seed: int, sheet: tuple[float, int]) -> None:
    left, shade = sheet
    drawn = draw(seed, rows=6, columns=10, gone=0.0)
    reader, before = TileReader(), drawn.pixels.copy()
    first = reader.read(Frame(before, 0.0))
    assert first.sight is Sight.CLEAR
    assert first.position is not None
    after = before.copy()
    for cell in ((0, 0), (5, 9)):
        wipe(after, drawn, *cell)
    behind = dialog_over(after, left, shade)
    corner, end = drawn.grid.cell((2, 3)), drawn.grid.cell((3, 6))
    behind[round(corner.y) : round(end.y + end.h), round(corner.x) : round(end.x + end.w)] = (250, 250, 250)
    reading = reader.read(Frame(behind, 0.1))
    assert reading.sight is Sight.COVERED
    assert reading.position is not None
    for r, (row, was) in enumerate(zip(reading.position.board, first.position.board, strict=True)):
        for c, (label, old) in enumerate(zip(row, was, strict=True)):
            if 2 <= r <= 3 and 3 <= c <= 6:
                assert label == "?"
            else:
                assert label == ("." if (r, c) in {(0, 0), (5, 9)} else old)
    assert reader.read(Frame(behind, 0.2)).position == reading.position, "a picture that stands still"
    back = reader.read(Frame(before, 0.3))
    assert (back.sight, back.position) == (Sight.CLEAR, first.position)
