"""A board that was learned without an empty cell says so where it does not know one."""

from __future__ import annotations

from pathlib import Path

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.readers import make_reader
from calibration.discover import discover
from calibration.write import save
from tests.bot.synthetic_blocks import Wish, draw


def test_cells_that_may_be_empty_are_said_to_be_so(tmp_path: Path) -> None:
    drawn = draw(1, Wish("panel", "plain", "full", size=(6, 6), kinds=4, pitch=40.0, framed=True, damage=False))
    layout = save(discover([drawn.pixels], game="samegame"), tmp_path / "samegame" / "full", title="Full")
    pixels, cell = drawn.pixels.copy(), drawn.grid.cell((0, 2))
    pixels[round(cell.y) : round(cell.y + cell.h), round(cell.x) : round(cell.x + cell.w)] = (24, 20, 20)
    reading = make_reader(layout).read(Frame(pixels, 0.0))
    assert reading.sight is Sight.DOUBT
    assert "No empty cell was seen when this board was learned" in reading.why
    assert "(the first at 0,2)" in reading.why
