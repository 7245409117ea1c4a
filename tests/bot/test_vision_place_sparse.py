"""A nearly empty board in a stretched window: an outer line is empty and hardly anything around the board is where it
was, and yet the place, the cells and the regions beside it are right.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Region
from bot.reading import Sight
from bot.vision.blocks.known import Known
from bot.vision.blocks.reader import BlockReader
from bot.vision.place.finder import Finder
from bot.vision.place.scene import Scene
from bot.vision.place.search import Search
from bot.vision.regions import RegionReader
from tests.bot.windows import Calibrated, Program, calibrated, desktop, off, place, shown

EMPTY_AT = {"bottom": 2005, "right": 2008, "top": 2013, "left": 2020}
"""Deals of few blocks, none of them on that side, which fit cells of another width as well if ground counts alike."""


@pytest.fixture(scope="module")
def known() -> Calibrated:
    return shown(Program(2, framed=False), (528, 437), 2, 0.8, title=True)


def stretched(known: Calibrated, side: str) -> tuple[Pixels, Grid, tuple[str, ...]]:
    """A window that is much lower, with bars that kept their height; its board; and what it shows."""
    board = known.program.board(EMPTY_AT[side], 0.16, (known.grid.rows, known.grid.columns))
    window, grid = known.program.draw((500, 310), EMPTY_AT[side], density=0.16)
    bare = desktop(np.random.default_rng(EMPTY_AT[side]), 1280, 800)
    return *place(window, grid, bare, 37, 29), board


def line(board: tuple[str, ...], side: str) -> str:
    """One of the outer lines."""
    columns = ["".join(column) for column in zip(*board, strict=True)]
    return {"top": board[0], "bottom": board[-1], "left": columns[0], "right": columns[-1]}[side]


@pytest.mark.parametrize("side", EMPTY_AT)
def test_a_nearly_empty_board_is_read_where_it_is(known: Calibrated, side: str) -> None:
    frame, grid, board = stretched(known, side)
    assert not line(board, side).strip(".")
    labels = sorted({sample.label for sample in known.samples} - {"."})
    finder = Finder.of(known.place, known.sample, known.samples)
    blocks = BlockReader(Known.of_samples(known.samples, labels), labels, finder=finder)
    there = known.place
    top = there.bottom - (there.bottom - there.top) / there.rows
    region = Region(
        name="last", reader="cells", rows=1, columns=there.columns,
        left=there.left, top=top, right=there.right, bottom=there.bottom,
    )  # fmt: skip
    reading = RegionReader(blocks, finder, [region], known.samples).read(Frame(frame, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.grid is not None
    assert off(reading.grid, grid) < 0.6
    assert reading.position.board == board
    assert reading.position.blocks["last"] == (board[-1],)


def test_stretched_windows_are_not_looked_for_where_nothing_resembles_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    scales = Search.all

    def noted(search: Search, scene: Scene, slender: float) -> Iterator[tuple[float, float]]:
        asked.append(slender)
        return scales(search, scene, slender)

    monkeypatch.setattr(Search, "all", noted)
    known = calibrated(20_002)
    bare = desktop(np.random.default_rng(20_002), 1280, 720)
    assert Finder.of(known.place, known.sample, known.samples).find(bare) is None
    assert set(asked) == {1.0}
