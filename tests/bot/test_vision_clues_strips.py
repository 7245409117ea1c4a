"""The strips beside a grid: what on them is ink, what is ground, and where the table of the clues ends."""

from __future__ import annotations

import numpy as np
import pytest

from bot.vision.clues.chips import _digits, _from_outside
from bot.vision.clues.ends import line_end, table_end
from bot.vision.clues.ink import Strip, smoothed, without_sides


@pytest.mark.parametrize("along", [0, 1])
def test_a_digit_that_touches_a_side_of_its_square_with_its_tip_is_ink(along: int) -> None:
    page = np.zeros((24, 80), np.bool_)
    page[:17, 30:33] = page[15:17, 27:36] = page[10:24, 5:7] = page[10:12, 5:20] = True
    page[:, 50:53] = page[:3, 60:74] = True  # what shows between two squares, and beside one
    shown = page if along else page.T
    outside = _from_outside(shown & ~_digits(shown, along), along)
    outside = outside if along else outside.T
    assert not outside[:, 26:37].any()
    assert not outside[:, 4:21].any()
    assert outside[:, 50:53].all()
    assert outside[:3, 60:74].all()


@pytest.mark.parametrize("along", [0, 1])
def test_lines_along_the_sides_of_a_strip_are_no_ink(along: int) -> None:
    ink = np.zeros((20, 90), np.float32)
    ink[:2, 30:] = ink[-1, 30:] = 90  # thick lines beside the table, which begins at 30
    ink[:, 70:73] = ink[9, 60:84] = 120
    strip = Strip(ink if along else ink.T, np.zeros((90, 3), np.uint8))
    found = without_sides(strip, along, slice(-40, None)).ink
    found = found if along else found.T
    assert not found[:2].any()
    assert not found[-1].any()
    assert (found[2:-1] == ink[2:-1]).all()


def test_what_stands_at_the_end_of_a_strip_is_not_its_ground() -> None:
    middle = np.full((60, 3), 211, np.uint8)
    middle[-6:] = 60
    assert (smoothed(middle, 40.0) == 211).all()


def test_a_table_ends_where_the_ground_of_all_strips_changes_for_good() -> None:
    grey, white = np.full((60, 3), 211, np.uint8), np.full((90, 3), 255, np.uint8)
    assert table_end([np.concatenate([white, grey])] * 8, 20.0, after=False) == 60
    assert table_end([np.concatenate([grey, white])] * 8, 20.0, after=True) == 60
    in_turn = [np.concatenate([grey[:20], white[:20]] * 3)] * 8
    assert table_end(in_turn, 20.0, after=False) is None
    assert (
        table_end([*[np.concatenate([white, grey])] * 4, *[np.full((150, 3), 211, np.uint8)] * 4], 20.0, True) is None
    )


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("upright", [False, True])
def test_a_line_across_all_strips_is_where_their_table_ends(upright: bool, after: bool) -> None:
    """Three strips of 30 by 120 pixels with a number in each, all of which end at a line 80 from the board."""
    strips = [np.full((30, 120, 3), 240, np.uint8) for _ in range(3)]
    for strip in strips:
        strip[:, 80:82] = 20
        strip[8:22, 10:30] = 60
    strips[0][:, 50] = 20  # a line across one of them is none of the table's
    placed = [strip if after else strip[:, ::-1] for strip in strips]
    placed = [strip.swapaxes(0, 1) if upright else strip for strip in placed]
    assert line_end(placed, 30.0, upright, after) == 80
    assert line_end([np.full_like(strip, 240) for strip in placed], 30.0, upright, after) is None
    for strip in strips:
        strip[:, [27, 54, 118]] = 20  # a box for every number, and a line elsewhere on the page
    assert line_end(placed, 28.0, upright, after) == 80
