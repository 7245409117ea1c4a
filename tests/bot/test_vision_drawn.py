"""Drawn boards that are hard for one reason each: what is read must be right, and what is not told must be doubted."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.tiles import plausible
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import verdict
from tests.sweep import sweep
from tests.synthetic import APART, TUNED, Part, draw, spec_of


@pytest.mark.parametrize(
    ("part", "seed"),
    sweep(
        [
            pytest.param(TUNED, 70052, id="letters of 16 pixels on whole pixels"),
            pytest.param(APART, 46023, id="one figure in two dark colours"),
            pytest.param(APART, 64016, id="one figure in two nearly equal colours"),
            pytest.param(APART, 51018, id="small letters that differ in a stroke"),
            pytest.param(APART, 70062, id="small tiles on fractions of pixels"),
            pytest.param(APART, 47030, id="two gaps that show the same stripes of wood"),
            pytest.param(TUNED, 70021, id="a plain tile alone in its row"),
            pytest.param(TUNED, 70016, id="a menu right above the board"),
            pytest.param(TUNED, 70050, id="a bar right below the board"),
            pytest.param(APART, 57108, id="a tool bar within a cell of the board"),
            pytest.param(TUNED, 57001, id="colours near to those of a photograph"),
            pytest.param(TUNED, 57020, id="scan lines over small letters"),
            pytest.param(TUNED, 58001, id="tiles of 16 pixels on fractions of pixels"),
            pytest.param(TUNED, 57070, id="the next pieces in step with the board"),
            pytest.param(APART, 57013, id="a star in a gap"),
            pytest.param(TUNED, 56006, id="the edge of a window near the board"),
            pytest.param(TUNED, 71029, id="a bar that begins within the row below the board"),
            pytest.param(TUNED, 71077, id="a menu above tiles without sides"),
            pytest.param(TUNED, 71064, id="two kinds of next pieces that the board has not"),
            pytest.param(APART, 75112, id="small letters that differ in a tail"),
            pytest.param(TUNED, 50058, id="letters below the middle of their cells, under scan lines"),
            pytest.param(TUNED, 50070, id="letters below the middle of their cells, by a fifth of one"),
            pytest.param(APART, 50069, id="empty cells in the bright middle of a slope"),
            pytest.param(APART, 51087, id="tiles of noise on clouds, under scan lines"),
            pytest.param(APART, 75002, id="large letters that differ in a stroke"),
            pytest.param(APART, 75027, id="discs with other ground in each corner"),
            pytest.param(APART, 75073, id="discs on whole pixels"),
            pytest.param(TUNED, 75137, id="small tiles told on the grid that was measured last"),
            pytest.param(TUNED, 75027, id="sides of tiles all around a gap"),
            pytest.param(TUNED, 75006, id="gaps in a photograph, of nearly one colour"),
            pytest.param(TUNED, 75048, id="plain tiles of a colour that is near to a photograph's"),
            pytest.param(TUNED, 75019, id="a full board of plain tiles below a tool bar"),
            pytest.param(TUNED, 75045, id="a gap between round tiles"),
            pytest.param(APART, 75028, id="two stones that are equal only nearly"),
            pytest.param(TUNED, 78029, id="blurred dots that differ by one"),
            pytest.param(TUNED, 78034, id="two islands with many corners"),
            pytest.param(APART, 78112, id="two islands of thirty tiles"),
            pytest.param(TUNED, 78018, id="few tiles with the next pieces out of step"),
            pytest.param(TUNED, 78059, id="scan lines over a full board"),
            pytest.param(APART, 78416, id="stones of many outlines on a shaded ground"),
            pytest.param(APART, 78411, id="discs that show clouds at their sides"),
            pytest.param(APART, 78436, id="discs between clouds, by their shores"),
            pytest.param(TUNED, 78460, id="five rows of which hardly any shore is seen"),
            pytest.param(APART, 78477, id="the next pieces in step with few small tiles"),
            pytest.param(TUNED, 78406, id="a column away from all others"),
            pytest.param(APART, 78566, id="gaps in the bright middle of a ground"),
            pytest.param(APART, 78413, id="gaps between stones in the middle of a ground"),
            pytest.param(TUNED, 52011, id="a tile nearly like a shaded ground"),
            pytest.param(APART, 78483, id="small discs that mix with the ground at their rims"),
            pytest.param(APART, 78614, id="few tiles seen half a cell beside at first"),
            pytest.param(APART, 79043, id="gaps between boxes whose sides fall into them"),
            pytest.param(APART, 79261, id="four gaps that are nearly the same cloud"),
            pytest.param(TUNED, 79290, id="a tile whose equal lies beyond what was found"),
            pytest.param(TUNED, 79778, id="letters with a line of ground between two columns"),
            pytest.param(APART, 79796, id="a full board of discs on clouds"),
            pytest.param(TUNED, 80071, id="scan lines that repeat in step with the cells"),
            pytest.param(APART, 80178, id="two equal tiles, one of them beyond what was found first"),
            pytest.param(APART, 80036, id="a row at the lower edge of the picture that is none"),
            pytest.param(APART, 79964, id="diamonds that do not fill the middle of their cells"),
            pytest.param(TUNED, 79628, id="scan lines in gaps that are nearly the same as around the board"),
            pytest.param(APART, 40119, id="stones on wood whose grain is nearly as strong as their outlines"),
            pytest.param(APART, 40141, id="small stones on wood under scan lines"),
            pytest.param(TUNED, 41094, id="two equal tiles side by side beyond what was found first"),
            pytest.param(TUNED, 41129, id="blank tiles on a board that has more than a set of each kind"),
            pytest.param(TUNED, 42064, id="blank tiles beside gaps that show the ground"),
            pytest.param(TUNED, 42085, id="letters whose halves make three even kinds"),
            pytest.param(TUNED, 40099, id="a tile like a photograph whose equal is alone in its row"),
            pytest.param(APART, 43164, id="a table found with a pitch that is a pixel wrong"),
            pytest.param(APART, 101781, id="discs that were cut, two letters alike in what was left"),
            pytest.param(APART, 54286, id="gaps that show two phases of a woven ground"),
            pytest.param(TUNED, 54110, id="letters with room around them, beside whose first column the ground begins"),
            pytest.param(TUNED, 100324, id="tiles of one colour without sides, one of which shows its neighbour"),
            pytest.param(TUNED, 100209, id="tiles whose sides fall into the corners of gaps"),
            pytest.param(APART, 100424, id="a guess in which hardly any tile bears a picture"),
            pytest.param(APART, 100290, id="next tiles in step, one of which has no equal"),
            pytest.param(APART, 100346, id="next tiles in step, one of which has no equal, on a gradient"),
            pytest.param(APART, 102054, id="a full board, and two pairs of clouds alike in step with it"),
        ]
    ),
)
def test_a_hard_board_is_read(part: Part, seed: int) -> None:
    pixels, truth = draw(spec_of(seed, part))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert verdict(truth.board, reading) == "perfect", reading.why


@pytest.mark.parametrize(("part", "seed"), [(TUNED, 60003), (APART, 100098)])
def test_of_a_board_and_a_small_picture_of_it_the_board_is_read(part: Part, seed: int) -> None:
    pixels, truth = draw(spec_of(seed, part))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert verdict(truth.board, reading) == "perfect", reading.why
    assert reading.grid is not None
    assert reading.grid.pitch_x == pytest.approx(truth.grid.pitch_x, abs=0.5)


def test_a_small_picture_is_not_read_instead_of_a_board_that_leaves_something_open() -> None:
    pixels, _ = draw(spec_of(100674, TUNED))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.DOUBT
    assert reading.grid is not None
    assert reading.grid.pitch_x > 50


@pytest.mark.parametrize(
    ("part", "seed"),
    sweep(
        [
            pytest.param(APART, 40169, id="oval discs that look as equal a fifth of a cell below"),
            pytest.param(APART, 41028, id="discs that look as equal a fifth of a cell aside"),
            pytest.param(TUNED, 41162, id="few tiles"),
            pytest.param(TUNED, 42075, id="scan lines"),
            pytest.param(APART, 42190, id="scan lines over wood"),
            pytest.param(APART, 100113, id="few tiles on wood that looks like tiles at first"),
            pytest.param(APART, 100171, id="beside another board, out of step"),
            pytest.param(APART, 101079, id="discs that look as equal lower down"),
            pytest.param(TUNED, 101269, id="few tiles that look as equal beside their places"),
        ]
    ),
)
def test_cells_lie_on_the_tiles(part: Part, seed: int) -> None:
    pixels, truth = draw(spec_of(seed, part))
    grid = TileReader().read(Frame(pixels, 0.0)).grid
    assert grid is not None
    seen = truth.seen
    assert (grid.rows, grid.columns) == (seen.rows, seen.columns)
    assert (grid.pitch_x, grid.pitch_y) == pytest.approx((seen.pitch_x, seen.pitch_y), abs=0.25)
    assert grid.x == pytest.approx(seen.x, abs=0.1 * seen.pitch_x)
    assert grid.y == pytest.approx(seen.y, abs=0.1 * seen.pitch_y)


@pytest.mark.parametrize(
    ("part", "seed"),
    [
        pytest.param(TUNED, 70014, id="like a photograph"),
        pytest.param(TUNED, 57089, id="two like a photograph"),
        pytest.param(APART, 40076, id="two stones like wood"),
        pytest.param(APART, 41042, id="two small stones like wood"),
        pytest.param(TUNED, 101836, id="two kinds like clouds, into which these run"),
    ],
)
def test_tiles_of_the_colour_of_the_ground_are_doubted(part: Part, seed: int) -> None:
    pixels, _ = draw(spec_of(seed, part))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.DOUBT


@pytest.mark.parametrize(
    ("part", "seed"),
    [
        pytest.param(TUNED, 76079, id="two gaps that are nearly a kind"),
        pytest.param(APART, 77043, id="halves of a few tiles"),
        pytest.param(APART, 75089, id="stones of the colour of wood"),
        pytest.param(TUNED, 79289, id="two tiles like a photograph that one look doubts"),
        pytest.param(TUNED, 78511, id="three digits in sixteen tiles of 17 pixels"),
        pytest.param(TUNED, 54008, id="six digits in twelve tiles of 17 pixels"),
        pytest.param(TUNED, 100104, id="two tiles in colours of a photograph, that equal others"),
    ],
)
def test_what_may_be_something_else_is_not_read(part: Part, seed: int) -> None:
    pixels, truth = draw(spec_of(seed, part))
    reading = TileReader().read(Frame(pixels, 0.0))
    if truth.twin and verdict(truth.twin.board, reading) == "perfect":  # the opponent's, where this one is in doubt
        assert any("Another board like this one" in note for note in reading.notes)
    else:
        assert verdict(truth.board, reading) != "wrong"


@pytest.mark.parametrize(
    ("part", "seed", "cells"),
    sweep(
        [
            (TUNED, 75006, (2, 2)),
            (TUNED, 75006, (3, 4)),
            (TUNED, 75048, (2, 3)),
            (APART, 75028, (2, 2)),
            (APART, 75028, (3, 4)),
        ]
    ),
)
def test_a_plain_panel_over_a_board_is_no_kind_of_tile(part: Part, seed: int, cells: tuple[int, int]) -> None:
    pixels, truth = draw(spec_of(seed, part))
    grid = truth.grid
    top, left = round(grid.y + grid.pitch_y), round(grid.x + grid.pitch_x)
    pixels[top : top + round(cells[0] * grid.pitch_y), left : left + round(cells[1] * grid.pitch_x)] = (90, 140, 120)
    assert TileReader().read(Frame(pixels, 0.0)).sight is not Sight.CLEAR


@pytest.mark.parametrize(
    ("part", "seed"),
    sweep(
        [
            pytest.param(TUNED, 64096, id="in step"),
            pytest.param(TUNED, 78459, id="few tiles out of step"),
            pytest.param(APART, 78453, id="few tiles nearly in step"),
            pytest.param(APART, 78422, id="the other leaves a doubt"),
            pytest.param(APART, 78447, id="half a cell out of step"),
            pytest.param(TUNED, 79451, id="sixteen plain tiles in the colour of a photograph"),
            pytest.param(TUNED, 79052, id="plain tiles of two kinds in colours of a photograph"),
            pytest.param(TUNED, 79744, id="few tiles a quarter of a cell out of step"),
            pytest.param(TUNED, 44062, id="few tiles whose halves are even, too"),
            pytest.param(TUNED, 78597, id="tiles that end plainly in colours of a photograph"),
            pytest.param(APART, 50081, id="a pair that stands beyond the rim by itself"),
            pytest.param(TUNED, 100071, id="few tiles a seventh of a cell out of step"),
        ]
    ),
)
def test_one_of_two_boards_is_read(part: Part, seed: int) -> None:
    pixels, truth = draw(spec_of(seed, part))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert truth.twin is not None
    assert "perfect" in {verdict(board, reading) for board in (truth.board, truth.twin.board)}, reading.why


def test_what_stands_out_of_its_kind_by_its_figure_is_doubted() -> None:
    """Two fives among six letters S in nineteen blurred pixels: as light as they are, and so no marked ones."""
    pixels, truth = draw(spec_of(74, APART))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert truth.twin is not None
    assert verdict(truth.twin.board, reading) == "refused"
    assert [(doubt.row, doubt.col) for doubt in reading.doubts] == [(0, 13), (6, 10)]


def test_a_board_cut_through_a_line_is_told_under_scan_lines() -> None:
    pixels, truth = draw(spec_of(57025, TUNED))
    cut = np.ascontiguousarray(pixels[int(truth.seen.y + 0.75 * truth.seen.pitch_y) :])
    assert TileReader().read(Frame(cut, 0.0)).sight is Sight.COVERED


def test_where_every_kind_looks_like_ground_nothing_is_read_and_nothing_fails() -> None:
    pixels, truth = draw(spec_of(72019, TUNED))
    assert verdict(truth.board, TileReader().read(Frame(pixels, 0.0))) != "wrong"


def test_thirds_of_tiles_are_no_board() -> None:
    board = np.random.default_rng(3).integers(0, 9, (5, 8))
    assert plausible.doubled(np.repeat(board, 3, 0))
    assert plausible.doubled(np.repeat(board, 3, 1)[:, 1:])
    assert not plausible.doubled(board)
