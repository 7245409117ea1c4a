"""Where the cells of a board lie exactly: halves of blocks recur, too, and so do cells of a little another shape."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame
from bot.reading import Sight
from bot.vision.blocks.look import CAP
from bot.vision.blocks.pitch import _power, edge_maps, rivals
from bot.vision.blocks.reader import BlockReader
from bot.vision.blocks.recur import lattices_of, spots_of
from bot.vision.blocks.settle import FINE, _costs, _rms, settled, sharper
from tests.bot.compare import renamed, trimmed
from tests.synthetic import APART, TUNED, Part, draw, spec_of

FEW_KINDS = [(TUNED, 8220), (TUNED, 8223), (TUNED, 8247), (TUNED, 8262), (TUNED, 8271), (APART, 8241), (APART, 8260)]


@pytest.mark.parametrize(("part", "seed"), FEW_KINDS)
def test_halves_of_blocks_are_not_taken_for_cells(part: Part, seed: int) -> None:
    pixels, drawn = draw(spec_of(seed, part, "stack"))
    across, down = edge_maps(pixels)
    cut = lattices_of(pixels.astype(np.float32), drawn.grid.pitch_x, drawn.grid.pitch_y)
    spot = spots_of(cut, np.maximum(across, down))[0]
    grid = settled(pixels, sharper(across, down, spot)[0], spot.cells)
    for here, there, pitch, count in (
        (grid.x, drawn.grid.x, drawn.grid.pitch_x, (grid.columns - 1) / 2),
        (grid.y, drawn.grid.y, drawn.grid.pitch_y, (grid.rows - 1) / 2),
    ):
        own = grid.pitch_x if pitch == drawn.grid.pitch_x else grid.pitch_y
        aside = (here + count * own - there) / pitch - count
        assert abs(aside - round(aside)) < 0.15


@pytest.mark.parametrize(("part", "seed"), [(TUNED, 8101), (TUNED, 8240), (APART, 8131), (APART, 8149)])
def test_boards_of_few_kinds_are_read_where_halves_recur(part: Part, seed: int) -> None:
    pixels, drawn = draw(spec_of(seed, part, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert reading.position is not None, reading.why
    assert renamed(trimmed(reading.position.board)) == renamed(trimmed(drawn.board))


def test_oblong_cells_rival_square_ones_that_are_wider_and_less_high() -> None:
    assert rivals((38.2, 38.2), [(36.6, 39.2), (38.2, 38.2), (37.0, 37.0)]) == [(36.6, 39.2)]
    pixels, drawn = draw(spec_of(8155, TUNED, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    told = reading.grid is not None and abs(reading.grid.pitch_y - drawn.grid.pitch_y) < 0.25
    assert told or reading.sight is not Sight.CLEAR


def test_cells_that_turn_out_to_be_higher_are_looked_at_again() -> None:
    pixels, drawn = draw(spec_of(8456, APART, "stack"))
    reading = BlockReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(drawn.board)


@pytest.mark.parametrize("axis", [0, 1])
def test_moved_cells_are_compared_as_if_each_place_were_cut_by_itself(
    axis: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(7)
    sheet = rng.integers(0, 256, (FINE * 7, FINE * 6, 3)).astype(np.float32)
    sheet[FINE : 3 * FINE] = sheet[3 * FINE : 5 * FINE]
    cells, aside = rng.random((5, 4)) < 0.7, 3
    found = []
    for step in range(1 - FINE // 2, FINE // 2):
        top, left = (FINE + step, FINE + aside) if axis == 0 else (FINE + aside, FINE + step)
        part = sheet[top : top + 5 * FINE : 2, left : left + 4 * FINE : 2].reshape(5, FINE // 2, 4, FINE // 2, 3)
        flat = part.swapaxes(1, 2)[cells].reshape(np.count_nonzero(cells), -1)
        apart = np.minimum(_rms(flat, flat), CAP)
        usual = apart.mean()
        np.fill_diagonal(apart, CAP)
        found.append(usual + apart.min(1).mean())
    np.testing.assert_allclose(_costs(sheet, cells, axis, aside), found, rtol=1e-6)
    monkeypatch.setattr("bot.vision.blocks.settle.AT_ONCE", 40)
    np.testing.assert_allclose(_costs(sheet, cells, axis, aside), found, rtol=1e-6)


@pytest.mark.parametrize("size", [15, 16])
def test_the_power_of_rows_is_what_numpy_says(size: int) -> None:
    rows = np.random.default_rng(8).random((3, 9)).astype(np.float32)
    np.testing.assert_allclose(_power(rows, size), np.abs(np.fft.rfft(rows, size)) ** 2, rtol=1e-4, atol=1e-5)


def test_how_far_a_place_is_moved_to_the_right_is_known_before_it_is_moved_down_again() -> None:
    pixels, drawn = draw(spec_of(8220, TUNED, "stack"))
    cells = np.ones((drawn.grid.rows, drawn.grid.columns), np.bool_)
    assert settled(pixels, drawn.grid, cells, axes=(1, 0, 1)).x == settled(pixels, drawn.grid, cells).x
