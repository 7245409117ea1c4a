"""A stack that scrolls, its cursor and its counter, read by a calibrated layout on recorded screens of known truth."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bot.frame import Frame
from bot.layouts import find_layout
from bot.reading import Reading, Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.api import load_game
from engine.position import Position

FIXTURES = Path(__file__).parents[2] / "fixtures" / "paneldepon"
CLEAR = (
    "blockattack-puzzle/shallow",
    "blockattack-puzzle/cursor-over-blocks",
    "blockattack-puzzle/text-over-top-row",
    "blockattack-puzzle/small-window",
    "blockattack-puzzle/wide-window",
    "blockattack-endless/risen-7-of-50",
    "blockattack-endless/risen-23-of-50",
)
BOMBS = ("blockattack-puzzle/clearing", "blockattack-endless/bombs")
RISEN = (
    "blockattack-endless/nearly-full-risen-45-of-50",
    "blockattack-endless/risen-38-of-50",
    "blockattack-endless/wide-risen-31-of-50",
)


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


@pytest.mark.parametrize("name", BOMBS)
def test_panels_under_bombs_are_capitals(name: str) -> None:
    reading, truth = read(name)
    assert reading.position is not None
    under = {(int(r), int(c)): k for r, c, k in (line.split(",") for line in truth.blocks["clearing"])}
    for r, (seen, true) in enumerate(zip(reading.position.board, truth.board, strict=True)):
        for c, (label, letter) in enumerate(zip(seen, true, strict=True)):
            assert label in ("?", under[r, c].upper() if (r, c) in under else letter)
    assert "".join(reading.position.board).count("?") <= 1
    assert reading.position.blocks["cursor"] == truth.blocks["cursor"]


@pytest.mark.parametrize("name", RISEN)
def test_a_row_that_the_frame_hides_is_no_part_of_the_board(name: str) -> None:
    reading, truth = read(name)
    assert reading.sight is Sight.CLEAR
    assert reading.position is not None
    assert reading.position.board == truth.board[1:]
    row, column = map(int, truth.blocks["cursor"][0].split(","))
    assert reading.position.blocks["cursor"] == (f"{row - 1},{column}",)


def test_a_theme_that_is_not_known_is_read_in_letters_that_the_game_knows() -> None:
    reader = make_reader(find_layout("paneldepon/blockattack-themes"))
    reading = reader.read(Frame(load(FIXTURES / "blockattack-puzzle/screens/cursor-over-blocks.png"), 0.0))
    assert reading.position is not None
    state = load_game("paneldepon").parse(reading.position)
    assert "".join(state.board).count(".") == 29
