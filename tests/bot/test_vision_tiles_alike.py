"""Boards of tiles beside each other: that there is another one is said, and which one is meant can be."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame
from bot.vision.finding.locate import shared
from bot.vision.tiles.alike import alike
from bot.vision.tiles.board import NONE
from bot.vision.tiles.pairs import divided
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


def halves(rng: np.random.Generator, kinds: int, shape: tuple[int, int]) -> NDArray[np.int64]:
    """A board of two halves beside an empty column, each with every kind twice, and gaps."""
    boards = []
    for _ in range(2):
        cells = np.full(shape[0] * shape[1], NONE)
        cells[: 2 * kinds] = np.repeat(np.arange(kinds), 2)
        boards.append(rng.permutation(cells).reshape(shape))
    return np.concatenate([boards[0], np.full((shape[0], 1), NONE), boards[1]], 1)


def test_two_boards_on_one_lattice_are_told_from_one_by_their_kinds() -> None:
    rng = np.random.default_rng(5)
    two = halves(rng, 16, (8, 5))
    assert divided(two)
    assert divided(two.T)
    assert not divided(halves(rng, 8, (8, 5))), "a few kinds may well lie so"
    spoilt = two.copy()
    first, second = np.argwhere(two[:, :5] == 0)[0], np.argwhere(two[:, 6:] == 1)[0] + (0, 6)
    spoilt[tuple(first)], spoilt[tuple(second)] = 1, 0
    assert divided(spoilt), "two tiles that are told otherwise do not hide it"


def test_one_board_with_an_empty_column_hardly_ever_looks_like_two() -> None:
    rng = np.random.default_rng(6)
    for _ in range(200):
        cells = np.full(8 * 10, NONE)
        cells[:48] = np.repeat(np.arange(12), 4)
        board = rng.permutation(cells).reshape(8, 10)
        assert not divided(np.insert(board, 5, NONE, axis=1))
