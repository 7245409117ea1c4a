"""A real program's board that was calibrated in one window is read in another that is smaller, and of another shape."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.write import save
from engine.position import Position

FIXTURES = Path(__file__).parents[2] / "fixtures" / "shisen"


@pytest.mark.parametrize(
    ("skin", "calibrated", "now"),
    [
        ("kshisen-default", "in-a-large-window", "in-a-small-window"),  # tiles are drawn otherwise there
        ("kshisen-egypt", "in-a-wide-window", "in-a-tall-window"),  # two rows aside more lies as it did around it
    ],
)
def test_a_board_is_read_in_another_window(skin: str, calibrated: str, now: str, tmp_path: Path) -> None:
    screens = FIXTURES / skin / "screens"
    truth = Position.parse((screens / f"{calibrated}.txt").read_text()).board
    draft = discover([load(screens / f"{calibrated}.png")], game="shisen").labelled(Position({"board": truth}))
    reader = make_reader(save(draft, tmp_path / "shisen" / skin, title="A window"))
    reading = reader.read(Frame(load(screens / f"{now}.png"), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == Position.parse((screens / f"{now}.txt").read_text()).board
