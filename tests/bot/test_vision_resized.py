"""A real program's board that was calibrated in one window is read in another: smaller, or of another shape."""

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

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize(
    ("skin", "calibrated", "now"),
    [
        ("shisen/kshisen-default", "in-a-large-window", "in-a-small-window"),  # tiles are drawn otherwise there
        (
            "shisen/kshisen-egypt",
            "in-a-wide-window",
            "in-a-tall-window",
        ),  # two rows aside more lies as it did around it
        ("samegame/sgt-samegame", "its-own-window", "tall-window"),  # so it does at the top, where no cell was empty
    ],
)
def test_a_board_is_read_in_another_window(skin: str, calibrated: str, now: str, tmp_path: Path) -> None:
    screens = FIXTURES / skin / "screens"
    truth = Position.parse((screens / f"{calibrated}.txt").read_text()).board
    game = skin.split("/", maxsplit=1)[0]
    draft = discover([load(screens / f"{calibrated}.png")], game=game).labelled(Position({"board": truth}))
    reader = make_reader(save(draft, tmp_path / skin, title="A window"))
    reading = reader.read(Frame(load(screens / f"{now}.png"), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == Position.parse((screens / f"{now}.txt").read_text()).board
