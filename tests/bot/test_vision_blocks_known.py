"""Cells told one by one by samples of their kinds."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.blocks.known import Known
from bot.vision.blocks.look import looks, one_cell
from bot.vision.blocks.sorting import EMPTY, UNSURE
from bot.vision.samples import Sample

BLACK, RED, BLUE = (0, 0, 0), (0, 0, 255), (255, 0, 0)


def disc(colour: tuple[int, int, int]) -> Pixels:
    """A round piece on black ground, (40, 40, 3)."""
    rows, columns = np.mgrid[:40, :40] - 19.5
    return np.where((rows**2 + columns**2 < 19**2)[..., None], colour, BLACK).astype(np.uint8)


def told(*cells: Pixels, grounds: tuple[tuple[int, int, int], ...] = (BLACK,)) -> list[int]:
    """What these cells are told to hold where red, 0, and blue, 1, are known on such ground."""
    bare = [Sample(".", False, np.full((40, 40, 3), ground, np.uint8)) for ground in grounds]
    known = Known.of_samples([*bare, Sample("r", False, disc(RED)), Sample("b", False, disc(BLUE))], ["r", "b"])
    rows = looks(np.stack([one_cell(cell) for cell in cells]))
    return [int(kind) for kind in known.tell(rows).kind]


def test_known_pieces_and_the_ground_are_told() -> None:
    assert told(disc(RED), disc(BLUE), np.zeros((40, 40, 3), np.uint8)) == [0, 1, EMPTY]


@pytest.mark.parametrize("colour", [(0, 200, 0), (0, 255, 0), (0, 90, 0)])
def test_a_piece_of_a_colour_that_nobody_knows_is_no_even_ground(colour: tuple[int, int, int]) -> None:
    assert told(disc(colour)) == [UNSURE]


def test_ground_in_another_light_is_ground() -> None:
    assert told(np.full((40, 40, 3), (14, 12, 10), np.uint8)) == [EMPTY]


def test_where_the_ground_has_many_colours_it_may_have_one_more() -> None:
    green = np.full((40, 40, 3), (0, 90, 0), np.uint8)
    assert told(green, grounds=(BLACK, (40, 120, 30), (10, 40, 90))) == [EMPTY]
