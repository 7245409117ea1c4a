"""Drawn boards that were refused or told in part, and what was amiss with each."""

from __future__ import annotations

import pytest

from benchmarks.find_board import meant
from bot.frame import Frame
from bot.reading import Sight
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed
from tests.synthetic import APART, TUNED, Part, draw, spec_of


@pytest.mark.parametrize(
    ("part", "seed"),
    [
        pytest.param(TUNED, 50058, id="letters below the middle of their cells, under scan lines"),
        pytest.param(TUNED, 50070, id="letters below the middle of their cells, by a fifth of one"),
        pytest.param(APART, 50069, id="empty cells in the bright middle of a slope"),
        pytest.param(APART, 51087, id="tiles of noise on clouds, under scan lines"),
        pytest.param(APART, 50081, id="a pair that stands beyond the rim by itself"),
    ],
)
def test_a_drawn_board_is_told_in_full(part: Part, seed: int) -> None:
    pixels, truth = draw(spec_of(seed, part))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(meant(reading.grid, truth).board)
