"""Boards that no program drew are found in full screens: their pitch, their place, and which of several is meant."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.finding import edges, locate
from bot.vision.finding.measure import measured
from bot.vision.finding.pitch import Guess
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import verdict
from tests.sweep import sweep
from tests.synthetic import APART, TUNED, Part, Spec, Truth, draw, empty, spec_of

BOARD = Spec(3, 6, 11, (33.4, 41.7), skin="bevel", ground="shaded", kinds=16, size=(900, 480), corner=(61.3, 70.8))
COLOURS = Spec(
    5, 9, 7, (36.0, 36.0), skin="panel", ground="plain", kinds=5, deal="stack", size=(900, 480), corner=(80, 70)
)


@pytest.mark.parametrize(
    ("pitch", "skin"), sweep([(16.3, 20.9), (24.48, 38.02), (57.7, 49.2)], ["bevel", "flat", "panel"])
)
def test_the_pitch_is_found_at_any_scale(skin: str, pitch: tuple[float, float]) -> None:
    spec = replace(BOARD, pitch=pitch, skin=skin, kinds=12)
    pixels, truth = draw(spec)
    found = locate.boards(pixels)[0].grid
    assert (found.rows, found.columns) == (truth.seen.rows, truth.seen.columns)
    assert found.pitch_x == pytest.approx(pitch[0], abs=0.25)
    assert found.pitch_y == pytest.approx(pitch[1], abs=0.25)
    assert found.x == pytest.approx(truth.seen.x, abs=0.15 * pitch[0])
    assert found.y == pytest.approx(truth.seen.y, abs=0.15 * pitch[1])


@pytest.mark.parametrize("halves", [(2, 2), (2, 1), (1, 2)])
def test_a_pitch_of_half_a_cell_leads_to_whole_cells(halves: tuple[int, int]) -> None:
    pixels, truth = draw(replace(BOARD, ground="plain"))
    box = truth.grid.box
    pitch = BOARD.pitch[0] / halves[0], BOARD.pitch[1] / halves[1]
    rows, columns = (int(box.y), int(box.y + box.h)), (int(box.x), int(box.x + box.w))
    found = locate.fit(pixels, *edges.levelled(*edges.edges(pixels)), Guess(*pitch, 1.0, rows, columns))
    assert found[0].grid.pitch_x == pytest.approx(BOARD.pitch[0], abs=0.5)
    assert found[0].grid.pitch_y == pytest.approx(BOARD.pitch[1], abs=0.5)
    assert found[0].tiles.shape == (truth.grid.rows, truth.grid.columns)


@pytest.mark.parametrize("skin", ["flat", "flush", "panel"])
@pytest.mark.parametrize("gone", [0.0, 0.4])
def test_cells_of_few_colours_lie_where_they_were_drawn(skin: str, gone: float) -> None:
    pixels, truth = draw(replace(COLOURS, skin=skin, gone=gone))
    found = locate.boards(pixels)[0].grid
    assert found.pitch_x == pytest.approx(36, abs=0.25) and found.pitch_y == pytest.approx(36, abs=0.25)
    for start, begin in ((found.x, truth.grid.x), (found.y, truth.grid.y)):
        off = (start - begin) / 36
        assert abs(off - round(off)) * 36 < 1.0


@pytest.mark.parametrize(("part", "seed"), [(APART, 200016), (APART, 200018), (APART, 200006), (TUNED, 200001)])
def test_stones_end_in_the_room_between_them_not_at_their_facets(part: Part, seed: int) -> None:
    """Cut stones between which the ground shows, and round ones under scan lines."""
    pixels, truth = draw(spec_of(seed, part, "stack"))
    found, seen = locate.boards(pixels)[0].grid, truth.seen
    for start, begin, pitch in ((found.x, seen.x, seen.pitch_x), (found.y, seen.y, seen.pitch_y)):
        off = (start - begin) / pitch
        assert abs(off - round(off)) < 0.15


def test_no_grid_spans_two_boards() -> None:
    pixels, truth = draw(replace(BOARD, columns=9, pitch=(30.4, 38.0), beside=("opponent",), corner=(40.0, 80.0)))
    both = [board.grid for board in locate.boards(pixels)[:2]]
    assert {(grid.rows, grid.columns) for grid in both} == {(6, 9)}
    assert truth.twin is not None
    lefts = sorted(grid.x for grid in both)
    assert lefts == pytest.approx([truth.grid.x, truth.twin.grid.x], abs=5)


def test_the_large_board_is_meant_and_not_its_thumbnail() -> None:
    pixels, truth = draw(replace(BOARD, beside=("thumbnail", "preview", "menu")))
    found = locate.boards(pixels)[0].grid
    assert found.pitch_x == pytest.approx(truth.grid.pitch_x, abs=0.25)
    assert (found.rows, found.columns) == (6, 11)


def test_the_large_board_is_read_though_text_repeats_like_the_cells_of_its_thumbnail() -> None:
    pixels, truth = draw(spec_of(102352, TUNED))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.grid is not None
    assert reading.grid.pitch_x == pytest.approx(truth.grid.pitch_x, abs=0.25)


def test_a_few_scattered_tiles_are_found() -> None:
    pixels, truth = draw(replace(BOARD, gone=0.7, ground="plain", kinds=8))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert verdict(truth.board, reading) != "wrong"
    assert reading.grid is not None
    assert reading.grid.pitch_x == pytest.approx(truth.grid.pitch_x, abs=0.25)


def test_wallpaper_is_not_taken_for_the_board() -> None:
    pixels, truth = draw(replace(BOARD, ground="plain"))
    box = truth.grid.box
    left, top, right, bottom = int(box.x), int(box.y), int(box.x + box.w) + 1, int(box.y + box.h) + 1
    leaf = np.random.default_rng(5).integers(60, 190, (8, 8, 3)).astype(np.uint8)
    leaf = np.asarray(cv2.resize(leaf, (112, 96), interpolation=cv2.INTER_CUBIC), np.uint8)
    paper = np.tile(leaf, (12, 17, 1))[:1080, :1900].copy()
    paper[430 : 430 + bottom - top, 670 : 670 + right - left] = pixels[top:bottom, left:right]
    reading = TileReader().read(Frame(paper, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert verdict(truth.board, reading) == "perfect"


@pytest.mark.parametrize(("part", "seed"), sweep([TUNED, APART], range(500, 506)))
def test_random_boards_are_never_misread(part: Part, seed: int) -> None:
    never_misread(*draw(spec_of(seed, part)))


@pytest.mark.parametrize(
    ("part", "seed"),
    [
        pytest.param(APART, 7001, id="two equal tiles beside each other that look like the ground"),
        pytest.param(APART, 7028, id="stars in two gaps of a board whose tiles have nothing in common"),
        pytest.param(TUNED, 7033, id="five kinds that melt into one"),
        pytest.param(TUNED, 101_110, id="two tiles told as gaps in the light of a picture out of focus"),
    ],
)
def test_what_hides_the_truth_is_never_misread(part: Part, seed: int) -> None:
    never_misread(*draw(spec_of(seed, part)))


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(101_012, id="a board of a hundred pixels on a large screen"),
        pytest.param(101_066, id="plain tiles under scan lines, which cross each at another height"),
    ],
)
def test_a_board_that_little_speaks_for_is_told(seed: int) -> None:
    pixels, truth = draw(spec_of(seed, TUNED))
    assert verdict(truth.board, TileReader().read(Frame(pixels, 0.0))) == "perfect"


def never_misread(pixels: Pixels, truth: Truth) -> None:
    reading = TileReader().read(Frame(pixels, 0.0))
    verdicts = [verdict(each.board, reading) for each in (truth, truth.twin) if each]
    assert set(verdicts) != {"wrong"}, (reading.grid, reading.why)


@pytest.mark.parametrize("seed", range(500, 504))
def test_a_screen_without_a_board_shows_none(seed: int) -> None:
    spec = replace(spec_of(seed), beside=("menu", "tools", "text"))
    assert TileReader().read(Frame(empty(spec), 0.0)).sight is not Sight.CLEAR


def test_the_same_spec_draws_the_same_picture() -> None:
    first, again = (draw(spec_of(12)) for _ in range(2))
    assert np.array_equal(first[0], again[0])
    assert first[1].board == again[1].board


def test_a_drawn_pair_board_has_every_kind_an_even_number_of_times() -> None:
    for seed in range(6):
        _, truth = draw(spec_of(seed))
        signs = "".join(truth.board)
        assert all(signs.count(sign) % 2 == 0 for sign in set(signs) - {"."})
        assert len(signs) - signs.count(".") >= 12


def test_where_nothing_repeats_no_board_is_measured() -> None:
    pixels = empty(replace(spec_of(48032, APART), beside=("menu", "tools", "text")))
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is not Sight.CLEAR


@pytest.mark.parametrize("seed", range(40))
def test_cells_that_are_measured_on_noise_stay_about_as_wide(seed: int) -> None:
    rng = np.random.default_rng(seed)
    across, down = (rng.integers(0, 256, (200, 260, 2), dtype=np.uint8) for _ in range(2))
    tiles = np.zeros((6, 7), np.bool_)
    tiles[rng.integers(0, 6, 3), rng.integers(0, 7, 3)] = True
    grid = Grid(float(rng.uniform(-20, 60)), float(rng.uniform(-20, 60)), 26.0, 24.0, 6, 7)
    found = measured(across, down, grid, tiles, (bool(seed % 2), bool(seed % 3)))
    assert 13 <= found.pitch_x <= 52
    assert 12 <= found.pitch_y <= 48
