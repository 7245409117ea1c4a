"""Boards of a layout's kinds in another light: told in the light that all cells show, and doubted where none is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.blocks.known import Known
from bot.vision.blocks.lit import Light, distances_in
from bot.vision.blocks.look import distances
from bot.vision.blocks.reader import BlockReader
from tests.bot.synthetic_blocks import Drawn, Wish, draw
from tests.bot.test_vision_blocks import Here, samples

SEEN = Wish(skin="bevel", fill="stack", ground="plain", size=(9, 7), kinds=5, pitch=32.0, damage=False, framed=True)


def lit(
    pixels: Pixels, *, gamma: float = 1.0, cast: tuple[float, float, float] = (1, 1, 1), slope: float = 0.0
) -> Pixels:
    """A picture with a gamma, factors for blue, green and red, and a light that falls from left to right."""
    light: NDArray[np.float64] = np.linspace(1 + slope, 1 - slope, pixels.shape[1])[None, :, None]
    return np.asarray(np.clip(255 * (pixels / 255 * light * np.array(cast)) ** gamma, 0, 255), np.uint8)


def read(clean: Drawn, pixels: Pixels, hidden: str = "") -> Reading:
    """A picture of the same board by samples of the clean one."""
    labels = sorted({c for row in clean.board for c in row} - {"."})
    known = Known.of_samples([one for one in samples(clean) if one.label != hidden], labels)
    return BlockReader(known, labels, finder=Here(clean.grid)).read(Frame(pixels, 0.0))


LIGHTS = {
    "a gamma": {"gamma": 1.35},
    "a cast": {"cast": (0.85, 1.0, 0.93)},
    "a light from the left": {"slope": 0.25},
    "all of them": {"gamma": 0.8, "cast": (1.0, 0.9, 0.95), "slope": 0.15},
}


@pytest.mark.parametrize("light", LIGHTS)
def test_all_cells_are_told_in_another_light(light: str) -> None:
    clean = draw(8, SEEN)
    reading = read(clean, lit(clean.pixels, **LIGHTS[light]))  # type: ignore[arg-type]
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == clean.board


@pytest.mark.parametrize("light", LIGHTS)
def test_a_kind_without_samples_is_doubted_in_any_light(light: str) -> None:
    clean = draw(8, SEEN)
    reading = read(clean, lit(clean.pixels, **LIGHTS[light]), hidden="B")  # type: ignore[arg-type]
    assert reading.position is not None
    told = zip("".join(reading.position.board), "".join(clean.board), strict=True)
    assert {label for label, true in told if true == "B"} == {"?"}


def test_a_board_under_a_dark_veil_is_not_told() -> None:
    clean = draw(8, SEEN)
    assert read(clean, np.asarray(clean.pixels * 0.45, np.uint8)).sight is not Sight.CLEAR


def test_a_row_in_its_own_light_is_doubted() -> None:
    clean = draw(8, replace(SEEN, fill="full"))
    pixels = clean.pixels.copy()
    box = clean.grid.cell((8, 0))
    row = np.s_[round(box.y) : round(box.y + box.h)]
    pixels[row] = (pixels[row] * 0.55).astype(np.uint8)
    reading = read(clean, lit(pixels, slope=0.1))
    assert reading.position is not None
    assert reading.position.board[:8] == clean.board[:8]
    assert all(label in {"?", true} for label, true in zip(reading.position.board[8], clean.board[8], strict=True))
    assert "?" in reading.position.board[8]


def test_ground_that_changes_slowly_is_empty_everywhere() -> None:
    clean = draw(31, replace(SEEN, ground="gradient", fill="stack", size=(12, 7)))
    reading = read(clean, clean.pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == clean.board


def test_cells_that_lie_half_a_pixel_beside_are_told() -> None:
    clean = draw(8, replace(SEEN, skin="signs", pitch=20.0))
    grid = replace(clean.grid, x=clean.grid.x + 0.7, y=clean.grid.y - 0.6)
    labels = sorted({c for row in clean.board for c in row} - {"."})
    reading = BlockReader(Known.of_samples(samples(clean), labels), labels, finder=Here(grid)).read(
        Frame(clean.pixels, 0.0)
    )
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert reading.position.board == clean.board


def test_a_light_is_followed() -> None:
    clean = draw(8, replace(SEEN, fill="full"))
    labels = sorted({c for row in clean.board for c in row})
    reader = BlockReader(Known.of_samples(samples(clean), labels), labels, finder=Here(clean.grid))
    seen = lit(clean.pixels, gamma=1.3)
    assert reader.read(Frame(seen, 0.0)).sight is Sight.CLEAR
    row = next(r for r, line in enumerate(clean.board) if line[0] != line[1])
    one, two = (clean.grid.cell((row, column)) for column in (0, 1))
    after = seen.copy()
    high, wide = round(one.h), round(one.w)
    for source, target in ((one, two), (two, one)):
        part = seen[round(source.y) : round(source.y) + high, round(source.x) : round(source.x) + wide]
        after[round(target.y) : round(target.y) + high, round(target.x) : round(target.x) + wide] = part
    reading = reader.read(Frame(after, 0.1))
    assert reading.position is not None
    line = clean.board[row]
    assert reading.position.board[row] == line[1] + line[0] + line[2:]


def test_distances_in_the_samples_own_light() -> None:
    """The table of a light that changes nothing gives the plain distances."""
    rng = np.random.default_rng(2)
    rows, known = rng.integers(0, 256, (5, 300)), rng.integers(0, 256, (7, 300)).astype(np.uint8)
    own = Light(1.0, np.zeros((5, 3)))
    found = distances_in(own, rows.astype(np.float32), known)
    assert found == pytest.approx(distances(rows.astype(np.float32), known.astype(np.float32)), abs=0.01)
