"""FloboPuyo's recorded screens: what is told is as the program's memory says; other screens are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.frame import Frame
from bot.layouts import find_layout
from bot.reading import Reading
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.position import EMPTY, UNKNOWN, Position

SCREENS = Path(__file__).parents[2] / "fixtures" / "puyo" / "flobopuyo-stage" / "screens"
OTHERS = ("lost", "paused")
"""Screens that show something else than the game."""
PLAYED = [path for path in sorted(SCREENS.glob("*.png")) if path.stem not in OTHERS]
FEW = 3
"""Cells of a board that a spark or a blink may hide, beside those that the truth leaves open."""


def read(path: Path) -> Reading:
    """What the layout makes of a picture."""
    return make_reader(find_layout("puyo/flobopuyo")).read(Frame(load(path), 0.0))


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_what_lies_is_told_as_it_is(path: Path) -> None:
    truth = Position.parse(path.with_suffix(".txt").read_text())
    position = read(path).position
    assert position is not None
    told = truth.board[1:]  # the first row lies behind the grille
    pairs = list(zip("".join(position.board), "".join(told), strict=True))
    wrong = [(seen, true) for seen, true in pairs if UNKNOWN not in (seen, true) and seen != true]
    assert not wrong
    assert sum(seen == UNKNOWN and true not in (UNKNOWN, EMPTY) for seen, true in pairs) <= FEW
    assert position.blocks["next"] == truth.blocks["next"][-1:]


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_what_the_opponent_has_and_sends_is_told_as_it_is(path: Path) -> None:
    truth = Position.parse(path.with_suffix(".txt").read_text())
    position = read(path).position
    assert position is not None
    pairs = zip("".join(position.blocks["board2"]), "".join(truth.blocks["board2"][1:]), strict=True)
    assert not [(seen, true) for seen, true in pairs if true != UNKNOWN and seen != true]
    assert position.blocks["next2"] == truth.blocks["next2"][-1:]
    assert position.blocks["pending"] == truth.blocks.get("pending", ("0",))


@pytest.mark.parametrize("shows", OTHERS)
def test_another_screen_is_no_board(shows: str) -> None:
    reading = read(SCREENS / f"{shows}.png")
    assert reading.position is None
    assert reading.shows == shows
