"""A stack that scrolls, its cursor and its counter, read by a calibrated layout on recorded screens of known truth."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bot.frame import Frame
from bot.layout import find_layout
from bot.reading import Reading, Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.position import Position

FIXTURES = Path(__file__).parents[2] / "fixtures" / "paneldepon"
CLEAR = (
    "blockattack-puzzle/shallow",
    "blockattack-puzzle/cursor-over-blocks",
    "blockattack-puzzle/text-over-top-row",
    "blockattack-puzzle/small-window",
    "blockattack-endless/risen-7-of-50",
    "blockattack-endless/risen-23-of-50",
)
IN_PART = ("blockattack-puzzle/clearing", "blockattack-endless/bombs", "blockattack-endless/nearly-full-risen-45-of-50")
"""Bombs hide colours, and the frame hides a row that has risen into it."""


@cache
def read(name: str) -> tuple[Reading, Position]:
    path = FIXTURES / name.replace("/", "/screens/")
    reader = make_reader(find_layout("paneldepon/blockattack"))
    return reader.read(Frame(load(path.with_suffix(".png")), 0.0)), Position.parse(path.with_suffix(".txt").read_text())


@pytest.mark.parametrize("name", CLEAR)
def test_a_board_is_read_with_its_cursor_and_its_counter(name: str) -> None:
    reading, truth = read(name)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == truth.board
    assert reading.position.blocks["cursor"] == truth.blocks["cursor"]
    assert reading.position.blocks.get("moves") == truth.blocks.get("moves")
    scroll = float(truth.blocks.get("scroll", ("0",))[0])
    assert float(reading.position.blocks["scroll"][0]) == pytest.approx(scroll, abs=0.03)


@pytest.mark.parametrize("name", IN_PART)
def test_what_cannot_be_seen_is_unknown_and_nothing_is_wrong(name: str) -> None:
    reading, truth = read(name)
    assert reading.sight in {Sight.DOUBT, Sight.COVERED}
    assert reading.position is not None
    pairs = list(zip("".join(reading.position.board), "".join(truth.board), strict=True))
    assert all(seen in ("?", true) for seen, true in pairs)
    assert sum(seen == "?" for seen, _ in pairs) <= 6
    assert reading.position.blocks["cursor"] == truth.blocks["cursor"]
