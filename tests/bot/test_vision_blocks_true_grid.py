"""Boards on their true grid, of which cells were once told wrong or doubted for no good reason."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.blocks.light import evened
from bot.vision.blocks.look import SIDE, cells_of, distances, looks
from bot.vision.blocks.rounding import beside, placed
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, UNSURE
from tests.bot.synthetic_blocks import draw
from tests.bot.test_vision_blocks import faults

PITCH = 18.5


@pytest.mark.parametrize(
    ("seed", "doubted", "what"),
    [
        (100_267, 0, "a column of small signs half a pixel aside, taken for signs of other kinds"),
        (1_361_112, 0, "triangles and stars of 19 pixels, taken for one kind"),
        (1_361_625, 0, "signs of 21 pixels in rows and columns half a pixel aside, all in doubt"),
        (1_360_587, 0, "signs in uneven light, of which a chain of likenesses made one kind"),
        (1_361_265, 0, "signs in uneven light, all in doubt"),
        (1_360_835, 0, "signs that differ in a small part, as figures of one colour do"),
        (1_361_425, 0, "hexagons with an outline, the most frequent kind, taken for the empty cells of a ruled board"),
        (1_361_814, 0, "two blocks of one colour with their eyes shut, taken for a kind"),
        (1_362_565, 0, "a single block among others, of nearly the ground's colour"),
        (1_362_767, 13, "ground between small bevelled blocks, whose edges shine into it, taken for a kind"),
        (1_362_942, 1, "dark figures over dark cloth"),
        (1_374_143, 0, "squares, the most frequent kind, drawn upon the ground that shows beside all figures"),
        (1_601_869, 12, "one of twelve blocks of nearly the ground's colour, into which the ground ran"),
        (1_609_616, 44, "small balls of two colours, which differ in one channel alone, joined by their eyes"),
        (1_374_686, 72, "three rows of signs half a pixel aside, of other kinds than those above"),
        (1_362_288, 4, "a thin star of the ground's colour"),
        (1_733_000, 13, "thin stars of nearly the ground's colour, taken for empty cells with them"),
        (1_746_423, 7, "three thin stars, each taken for something thin over an empty cell"),
        (1_730_440, 0, "flat blocks of nearly the colour of a cloth, which has a grain"),
        (1_731_519, 57, "triangles and stars of 19 pixels in two colours alone, taken for one kind"),
        (1_741_096, 53, "four of six figures of one ink, taken for one kind"),
        (1_801_554, 10, "flat blocks of nearly the ground's colour, into which it ran over blurred edges"),
        (1_800_723, 2, "two thin stars, taken for empty cells each by itself"),
        (1_814_062, 6, "a thin star, taken for an empty cell, like others in doubt"),
        (1_801_230, 0, "five rows of signs half a pixel above those below, told as other kinds"),
        (1_700_338, 0, "two rows of signs half a pixel below those under them, told as other kinds"),
        (1_808_003, 25, "gapped blocks of nearly the ground's colour, taken for empty cells"),
        (1_832_503, 45, "a third of all blocks, flat ones of nearly the ground's colour, taken for empty cells"),
        (1_835_917, 13, "flat blocks of nearly the ground's colour, which changes evenly"),
        (2_002_795, 27, "a row of one kind, taken for another one in less light"),
        (2_007_214, 0, "ground of a kind's hue below its blocks, taken for that kind in less light"),
        (2_008_853, 1, "a single block with another kind's sign, taken for that kind under a cursor"),
        (2_015_477, 7, "three blocks with the sign of another kind in their middles, likewise"),
        (2_046_331, 0, "empty cells between bevelled blocks, whose edges were taken for theirs, taken for a kind"),
        (2_057_177, 10, "an empty cell in the light of a corner, taken for a kind in more light"),
        (2_059_294, 7, "squares of nearly the ground's colour on a full board, taken for empty cells"),
        (2_113_244, 10, "dark balls, ten of them alike, taken for those of another dark kind under strokes"),
        (2_310_010, 1, "a single thin star on a plain ground of nearly its colour, taken for an empty cell"),
        (2_343_289, 35, "thin stars of nearly the colour of a cloth, the most frequent kind, taken for empty cells"),
        (2_360_095, 4, "one of three dark balls, of which two are in doubt, taken for another kind in less light"),
        (2_710_774, 33, "balls of two blues, one paler, in uneven light, taken for one kind"),
        (2_713_160, 14, "a single thin star of nearly the colour of a ground that slopes, taken for an empty cell"),
        (1_749_707, 130, "six figures of one ink, taken for two kinds"),
    ],
)
def test_nothing_is_told_wrong_on_the_true_grid(seed: int, doubted: int, what: str) -> None:
    drawn = draw(seed)
    found = faults(drawn, sort_blocks(drawn.pixels, drawn.grid))
    assert found[0] == 0, what
    assert found[1] <= doubted, what


def test_columns_drawn_at_whole_pixels_are_moved_back_to_their_places() -> None:
    grid = Grid(20, 20, PITCH, PITCH, 6, 8)
    pixels = np.full((160, 200, 3), 90, np.uint8)
    kind = np.random.default_rng(3).integers(0, 2, (6, 8))
    for row, column in np.ndindex(6, 8):
        x, y = (int(20 + PITCH * place) for place in (column, row))
        cv2.rectangle(pixels, (x + 1, y + 1), (x + 16, y + 16), (200, 120, 40), -1)
        size = (3, 6) if kind[row, column] else (6, 3)
        cv2.rectangle(pixels, (x + 9 - size[0], y + 9 - size[1]), (x + 8 + size[0], y + 8 + size[1]), (20, 20, 20), -1)
    cells, full = cells_of(pixels, grid), np.ones(kind.shape, np.bool_)
    moved, found = placed(pixels, grid, cells, kind, full)
    assert found is not None
    # Every other column and row begins half a pixel left of and above its place.
    for aside in found:
        assert np.ptp(aside[::2]) < 0.1
        assert np.mean(aside[::2]) - np.mean(aside[1::2]) == pytest.approx(0.5, abs=0.1)
    before, after = (looks(some.reshape(-1, SIDE, SIDE, 3))[kind.ravel() == 0] for some in (cells, moved))
    assert distances(after, after).max() < 0.2 * distances(before, before).max()


def test_cells_at_their_places_stay() -> None:
    cells = np.full((3, 4, SIDE, SIDE, 3), 90, np.float32)
    kind = np.zeros((3, 4), np.int64)
    full = np.ones((3, 4), np.bool_)
    assert beside(cells, kind, full) is None
    cells[:, :, 4:12, 4:12] = 200
    assert beside(cells, kind, full) is None


def test_uneven_light_is_seen_through_figures_of_two_kinds_taken_for_one() -> None:
    cells = np.full((6, 6, SIDE, SIDE, 3), 150, np.float32)
    cells[::2, :, 4:12, 6:10] = 20
    cells[1::2, :, 6:10, 6:10] = 20
    light = np.exp(0.2 * np.linspace(-0.5, 0.5, 6, dtype=np.float32))
    cells *= light[:, None, None, None, None]
    group = np.zeros((6, 6), np.int64)
    group[:, 3:] = 1
    bright = evened(cells, group)[:, :, 4, 4].mean((1, 2))
    assert np.ptp(bright) < 1.0


@pytest.mark.parametrize("seed", [2_525_000, 2_360_095])
def test_kinds_are_numbered_without_gaps_though_all_cells_of_one_are_in_doubt(seed: int) -> None:
    drawn = draw(seed)
    kind = sort_blocks(drawn.pixels, drawn.grid).kind
    told = kind[kind >= 0]
    assert sorted(set(told.tolist())) == list(range(int(told.max()) + 1))


def test_ground_farther_up_a_slope_is_no_kind_of_blocks() -> None:
    """Single empty cells among blocks were a kind of their own: they have the colour that the slope has there."""
    drawn = draw(2_701_337)
    wrong, doubted = faults(drawn, sort_blocks(drawn.pixels, drawn.grid))
    assert (wrong, doubted) == (0, 6)


def test_a_cursor_for_two_lies_over_a_block_and_an_empty_cell() -> None:
    rng = np.random.default_rng(5)
    kinds = rng.integers(0, 4, (6, 6))
    kinds[:2] = -1
    kinds[2, 3] = kinds[3, 3] = -1
    colours = ((40, 40, 220), (40, 200, 60), (220, 90, 40), (30, 210, 240))
    slope = np.linspace(0, 60, 320)[:, None, None]
    pixels = np.clip(np.array((120, 30, 60)) + slope * np.ones((320, 320, 3)), 0, 255).astype(np.uint8)
    for row, column in np.argwhere(kinds >= 0).tolist():
        x, y, colour = 40 + 40 * column, 40 + 40 * row, colours[kinds[row, column]]
        cv2.rectangle(pixels, (x + 1, y + 1), (x + 38, y + 38), [part // 2 for part in colour], -1)
        cv2.circle(pixels, (x + 20, y + 20), 12, colour, -1)
    for x in (120, 160):
        box = pixels[123:157, x + 3 : x + 37]
        inside = box[5:-5, 5:-5].copy()
        arms = box.copy()
        box[:] = (250, 250, 250)
        box[5:-5, 5:-5] = inside
        box[13:-13], box[:, 13:-13] = arms[13:-13], arms[:, 13:-13]
    found = sort_blocks(pixels, Grid(40, 40, 40, 40, 6, 6))
    assert ((found.kind == EMPTY) == (kinds == -1)).all()
    assert (found.kind != UNSURE).all()
    assert np.argwhere(found.marked).tolist() == [[2, 2]]
