"""Every recorded screen of a game of tiles is read without a fault, or refused with the reason."""

from pathlib import Path

import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.picture import load
from bot.vision.tiles.reader import TileReader
from engine.position import Position
from tests.bot.compare import verdict

SCREENS = sorted((Path(__file__).parents[2] / "fixtures" / "shisen").glob("*/screens/*.png"))
HARD = {
    "kshisen-default/few-left",
    "kshisen-default/half-on-landscape",
    "kshisen-jade/few-on-wood",
    "page-letters/full",
    "page-letters/half-played",
}
"""Screens that may be refused at first sight; they are never misread."""


def name(picture: Path) -> str:
    return f"{picture.parts[-3]}/{picture.stem}"


@pytest.mark.parametrize("picture", SCREENS, ids=name)
def test_screen_is_read_or_refused(picture: Path) -> None:
    truth = Position.parse(picture.with_suffix(".txt").read_text())
    reading = TileReader().read(Frame(load(picture), 0.0))
    if "sight" in truth.blocks:
        assert reading.sight is not Sight.CLEAR
        assert reading.why
        return
    expected = {"perfect", "refused"} if name(picture) in HARD else {"perfect"}
    assert verdict(truth.board, reading) in expected, reading.why
    if reading.grid and reading.sight is Sight.CLEAR and "grid" in truth.blocks:
        x, y, pitch_x, pitch_y = (float(v) for v in truth.blocks["grid"][0].split(","))
        assert reading.grid.pitch_x == pytest.approx(pitch_x, abs=0.25)
        assert reading.grid.pitch_y == pytest.approx(pitch_y, abs=0.25)
        for start, begin, pitch in ((reading.grid.x, x, pitch_x), (reading.grid.y, y, pitch_y)):
            off = (start - begin) / pitch
            assert abs(off - round(off)) < 0.2


def test_there_are_screens() -> None:
    assert len(SCREENS) >= 20
