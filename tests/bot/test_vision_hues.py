"""Boards told by hue: recorded screens of Crack Attack! are read right, and in no light taken for another board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.layouts import find_layout
from bot.reading import Reading, Sight
from bot.vision.hues import MIDDLE, by_hue, evenly
from bot.vision.picture import load
from bot.vision.readers import make_reader
from engine.position import UNKNOWN, Position

SCREENS = sorted((Path(__file__).parents[2] / "fixtures" / "paneldepon" / "crack-attack" / "screens").glob("*.png"))
GREY = "k="
"""Without a hue there is only brightness to go by: they may be left open."""


def read(pixels: Pixels) -> Reading:
    return make_reader(find_layout("paneldepon/crack-attack")).read(Frame(pixels, 0.0))


def lamp(pixels: Pixels, left: float, right: float) -> Pixels:
    """The picture with a light that goes from one share of its brightness to another."""
    light = np.linspace(left, right, pixels.shape[1])[None, :, None]
    return np.asarray(np.clip(pixels[:, :, :3] * light, 0, 255), np.uint8)


def compare(path: Path, reading: Reading) -> int:
    """How many cells are left open; none may be wrong, and only grey ones may be open."""
    truth = Position.parse(path.with_suffix(".txt").read_text()).board
    assert reading.position is not None, reading.why
    seen = reading.position.board
    wrong = [
        (row, a, b) for row, (a, b) in enumerate(zip(seen, truth[len(truth) - len(seen) :], strict=True))
        if any(x not in (y, UNKNOWN) or (x == UNKNOWN and y not in GREY) for x, y in zip(a, b, strict=True))
    ]  # fmt: skip
    assert not wrong
    return sum(row.count(UNKNOWN) for row in seen)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.stem)
def test_a_recorded_board_is_read_with_its_cursor_and_how_far_it_has_risen(path: Path) -> None:
    truth = Position.parse(path.with_suffix(".txt").read_text())
    reading = read(load(path))
    assert (compare(path, reading) == 0) == (reading.sight is Sight.CLEAR)
    assert reading.position is not None
    blocks = reading.position.blocks
    rows = len(truth.board) - len(reading.position.board)
    row, column = (int(n) for n in truth.blocks["cursor"][0].split(","))
    assert blocks["cursor"] == (f"{row - rows},{column}",)
    assert float(blocks["scroll"][0]) == pytest.approx(float(truth.blocks["scroll"][0]), abs=0.05)


@pytest.mark.parametrize(("left", "right"), [(0.75, 0.75), (0.7, 1.0), (1.0, 0.7)])
@pytest.mark.parametrize("path", SCREENS[:2], ids=lambda path: path.stem)
def test_the_light_may_change(path: Path, left: float, right: float) -> None:
    compare(path, read(lamp(load(path), left, right)))


def test_a_hue_is_the_same_in_any_light_and_seen_twice() -> None:
    colour, white = np.array([10, 60, 110]), np.array([40, 40, 40])
    lit = np.array([[colour, 2 * colour, colour + white]], np.uint8)
    seen = by_hue(lit)
    assert np.ptp(seen[0, :, :3], axis=0).max() <= 1
    assert np.array_equal(by_hue(seen), seen)


def test_what_is_pale_and_lit_is_one_grey_to_a_cursor() -> None:
    seen = evenly(np.array([[[130, 130, 130], [255, 250, 255], [70, 70, 70]]], np.uint8))
    assert seen[0, :, 0].tolist() == [MIDDLE, MIDDLE, 70]
