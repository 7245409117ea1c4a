"""A calibrated board of tiles whose first picture showed no gap, in a page with signs around it instead of ground."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from bot.frame import Frame, Pixels
from bot.layout import Layout
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.write import save
from engine.position import Position
from tests.bot.test_vision_blocks_fixtures import FIXTURES

SCREENS = FIXTURES / "shisen" / "page-letters" / "screens"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    draft = discover([load(SCREENS / "full.png")], game="shisen", size=(8, 17))
    return save(draft, tmp_path / "shisen" / "letters", title="Letters")


@pytest.fixture
def half() -> Pixels:
    return load(SCREENS / "half-played.png")


def test_gaps_that_no_picture_showed_before_are_gaps(layout: Layout, half: Pixels) -> None:
    reading = make_reader(layout).read(Frame(half, 0.0))
    truth = Position.parse((SCREENS / "half-played.txt").read_text(encoding="utf-8"))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    for told, known in zip(reading.position.board, truth.board, strict=True):
        assert [label == "." for label in told] == [label == "." for label in known]
    names: dict[str, str] = {}
    for told, known in zip("".join(reading.position.board), "".join(truth.board), strict=True):
        assert names.setdefault(known, told) == told
    assert len(set(names.values())) == len(names)


def test_what_lies_over_a_board_is_no_gap(layout: Layout, half: Pixels) -> None:
    covered = half.copy()
    cv2.rectangle(covered, (150, 200), (420, 400), (236, 236, 240), -1)
    cv2.rectangle(covered, (150, 200), (420, 400), (90, 90, 90), 2)
    cv2.putText(covered, "Paused", (200, 310), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (40, 40, 40), 2)
    assert make_reader(layout).read(Frame(covered, 0.0)).sight is not Sight.CLEAR
