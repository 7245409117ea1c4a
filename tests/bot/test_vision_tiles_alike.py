"""Boards of tiles beside each other: that there is another one is said, and which one is meant can be."""

from __future__ import annotations

import pytest

from bot.frame import Frame
from bot.vision.finding.locate import shared
from bot.vision.tiles.alike import alike
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.side import on_side
from tests.synthetic.board import Truth, draw
from tests.synthetic.spec import TUNED, spec_of

TWO = [7, 99, 222, 373]
"""Seeds of drawn pictures with an opponent's board."""


def drawn(seed: int) -> tuple[Frame, Truth, Truth]:
    """The picture, and both boards from left to right."""
    pixels, truth = draw(spec_of(seed, TUNED))
    assert truth.twin is not None
    left, right = sorted((truth, truth.twin), key=lambda one: one.grid.x)
    return Frame(pixels, 0.0), left, right


@pytest.mark.parametrize("seed", TWO)
def test_that_another_board_lies_beside_is_said(seed: int) -> None:
    frame, left, right = drawn(seed)
    reading = TileReader().read(frame)
    assert reading.grid is not None
    taken_left = abs(reading.grid.x - left.grid.x) < abs(reading.grid.x - right.grid.x)
    (note,) = (note for note in reading.notes if "nother board" in note)
    assert ("--which right" if taken_left else "--which left") in note
    (other,) = alike(frame.pixels, reading.grid)
    assert shared(other, (right if taken_left else left).grid) > 0.8


@pytest.mark.parametrize("seed", TWO)
@pytest.mark.parametrize("rightmost", [False, True])
def test_either_of_two_boards_may_be_meant(seed: int, rightmost: bool) -> None:
    frame, left, right = drawn(seed)
    meant = right if rightmost else left
    found = on_side(frame.pixels, rightmost=rightmost)
    assert found is not None
    assert found.grid.x == pytest.approx(meant.grid.x, abs=0.1 * meant.grid.pitch_x)
    assert (found.grid.rows, found.grid.columns) == (meant.grid.rows, meant.grid.columns)


def test_a_single_board_has_none_beside_it() -> None:
    pixels, truth = draw(spec_of(1, TUNED))
    assert truth.twin is None
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.grid is not None
    assert not alike(pixels, reading.grid)
    assert not any("nother board" in note for note in reading.notes)
