"""A stack that scrolls is found again in windows of other sizes and shapes, wherever it has risen to."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame
from bot.layouts import find_layout
from bot.reading import Sight
from bot.vision.place import finder
from bot.vision.readers import make_reader
from tests.bot.record_panels import endless
from tests.bot.windows import desktop, place, scaled

WINDOWS = {
    "smaller": ((479, 576), 4.0, 1.0),
    "wider": ((800, 600), 9.0, 1.0),
    "scaled-down": ((615, 649), 12.0, 0.8),
    "scaled-up": ((579, 553), 6.5, 1.62),
    "narrow-without-figures": ((477, 810), 11.0, 1.0),
}


@pytest.mark.parametrize("name", WINDOWS)
def test_a_risen_stack_is_read_in_a_window_of_another_size(name: str) -> None:
    size, seconds, scale = WINDOWS[name]
    scene = endless("panels", seconds, seed=21, size=size)
    window, grid = scaled(scene.draw()[:, :, :3], scene.grid, scale, scale)
    rng = np.random.default_rng(5)
    bare = desktop(rng, max(1280, window.shape[1] + 90), max(720, window.shape[0] + 60))
    frame, grid = place(window, grid, bare, 83, 41)
    reading = make_reader(find_layout("paneldepon/arcade-rising")).read(Frame(frame, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    truth = scene.truth()
    scroll = float(truth.blocks["scroll"][0])
    assert reading.position.board == truth.board[scroll >= 0.5 :]
    assert float(reading.position.blocks["scroll"][0]) == pytest.approx(scroll, abs=0.06)


def test_panels_of_another_skin_bear_no_place_out() -> None:
    scene = endless("letters", 9.0, seed=21, size=(800, 600))
    bare = desktop(np.random.default_rng(6), 1280, 720)
    frame, _ = place(scene.draw()[:, :, :3], scene.grid, bare, 83, 41)
    reading = make_reader(find_layout("paneldepon/arcade-rising")).read(Frame(frame, 0.0))
    assert reading.sight is not Sight.CLEAR


def test_blocks_are_not_looked_for_on_a_page_without_any_colour_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked(_: object) -> None:
        raise AssertionError("a look at a whole picture takes as long as all else together")

    monkeypatch.setattr(finder, "first_sight_blocks", looked)
    page = np.full((720, 1280, 3), 250, np.uint8)
    page[60:660:30, 80:1200] = (60, 60, 200)
    for left in range(80, 1200, 140):
        page[60:640, left : left + 12] = (200, 120, 40)
    reading = make_reader(find_layout("paneldepon/crack-attack")).read(Frame(page, 0.0))
    assert reading.sight is Sight.LOST
