"""How far a stack has risen between two pictures: told by its blocks, whatever else moves."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.scrolling import Strips

GRID = Grid(20, 10, 16, 16, rows=8, columns=4)
FULL = np.repeat(np.arange(8) >= 3, 4).reshape(8, 4)
"""Five rows of blocks below three empty ones."""


def picture(rise: int, seed: int = 1) -> Pixels:
    """A striped ground that stays, and noisy blocks that have risen by so many pixels; new ones follow from below."""
    pixels = np.zeros((160, 120, 3), np.uint8)
    pixels[:] = (np.arange(160) % 7 * 20)[:, None, None]
    blocks = np.random.default_rng(seed).integers(0, 255, (200, 64, 3), np.uint8)
    top = 10 + 3 * 16 - rise
    pixels[top : 10 + 8 * 16, 20:84] = blocks[: 10 + 8 * 16 - top]
    return pixels


@pytest.mark.parametrize("rise", [0, 1, 3, 13])
def test_a_rise_is_told_to_the_pixel(rise: int) -> None:
    strips = Strips(GRID, picture(0).shape)
    assert strips.rise(strips.take(picture(2)), strips.take(picture(2 + rise)), FULL, 2 / 16) == rise


def test_what_lies_over_a_part_of_the_stack_does_not_matter() -> None:
    strips, after = Strips(GRID, picture(0).shape), picture(4)
    after[90:110, 30:50] = 255
    assert strips.rise(strips.take(picture(0)), strips.take(after), FULL, 0.0) == 4


def test_another_stack_tells_nothing() -> None:
    strips = Strips(GRID, picture(0).shape)
    assert strips.rise(strips.take(picture(0)), strips.take(picture(0, seed=2)), FULL, 0.0) is None


def test_an_empty_board_tells_nothing() -> None:
    strips = Strips(GRID, picture(0).shape)
    before = strips.take(picture(0))
    assert strips.rise(before, before, np.zeros((8, 4), np.bool_), 0.0) is None


@pytest.mark.parametrize("rise", [1, 4])
def test_a_slab_of_one_colour_has_no_vote(rise: int) -> None:
    def with_slab(risen: int) -> Pixels:
        pixels = picture(risen)
        pixels[10 + 3 * 16 - risen : 10 + 6 * 16 - risen, 20:84] = 180
        return pixels

    strips = Strips(GRID, picture(0).shape)
    assert strips.rise(strips.take(with_slab(0)), strips.take(with_slab(rise)), FULL, 0.0) == rise


def test_blocks_without_any_texture_tell_nothing() -> None:
    strips, plain = Strips(GRID, picture(0).shape), np.full((160, 120, 3), 90, np.uint8)
    assert strips.rise(strips.take(plain), strips.take(plain), FULL, 0.0) is None
