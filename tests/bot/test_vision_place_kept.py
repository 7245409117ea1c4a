"""A board of few tiles that is followed is not looked for in all of the picture because something crosses it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.place.finder import Finder
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.write import save
from tests.bot.test_vision_blocks_fixtures import FIXTURES

AWAY = 46


@pytest.fixture(scope="module")
def shown() -> Pixels:
    """A game near its end, with room around its window."""
    screen = load(FIXTURES / "shisen" / "kshisen-jade" / "screens" / "few-on-wood.png")
    sides = (AWAY, AWAY, AWAY, AWAY)
    return np.asarray(cv2.copyMakeBorder(screen, *sides, cv2.BORDER_CONSTANT, value=(90, 60, 40)), np.uint8)


@pytest.fixture(scope="module")
def layout(shown: Pixels, tmp_path_factory: pytest.TempPathFactory) -> Layout:
    folder = tmp_path_factory.mktemp("layouts") / "shisen" / "jade"
    return save(discover([shown], game="shisen"), folder, title="Jade")


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Pixels]:
    """Pictures that were searched as a whole; nothing around the board tells that it stays."""
    searched: list[Pixels] = []
    anywhere: Callable[[Finder, Pixels], object] = Finder._anywhere

    def noted(finder: Finder, pixels: Pixels) -> object:
        searched.append(pixels)
        return anywhere(finder, pixels)

    monkeypatch.setattr(Finder, "_anywhere", noted)
    monkeypatch.setattr(Finder, "stays", lambda *_: False)
    return searched


def test_a_line_over_gaps_is_no_reason(shown: Pixels, layout: Layout, searches: list[Pixels]) -> None:
    reader = make_reader(layout)
    first = reader.read(Frame(shown, 0.0))
    assert first.sight is Sight.CLEAR, first.why
    assert first.grid is not None
    assert first.position is not None
    before = len(searches)
    crossed = shown.copy()
    gaps = [(r, c) for r, row in enumerate(first.position.board) for c, label in enumerate(row) if label == "."]
    for gap in gaps[:3]:
        middle = first.grid.cell(gap).centre
        cv2.line(crossed, (int(middle.x) - 12, int(middle.y)), (int(middle.x) + 12, int(middle.y)), (30, 20, 240), 7)
    assert reader.read(Frame(crossed, 1.0)).sight is not Sight.CLEAR
    assert len(searches) == before
    assert reader.read(Frame(shown, 1.1)).sight is Sight.CLEAR


def test_a_board_that_went_elsewhere_is_found(shown: Pixels, layout: Layout, searches: list[Pixels]) -> None:
    reader = make_reader(layout)
    first = reader.read(Frame(shown, 0.0))
    before = len(searches)
    moved = np.roll(shown, (AWAY - 9, 23), (0, 1))
    second = reader.read(Frame(moved, 1.0))
    assert len(searches) > before
    assert second.sight is Sight.CLEAR, second.why
    assert second.position == first.position
    assert first.grid is not None
    assert second.grid is not None
    assert (second.grid.x, second.grid.y) == pytest.approx((first.grid.x + 23, first.grid.y + AWAY - 9), abs=1)
