"""What blocks are told by, worked out quickly, is what slow and obvious ways give."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.grid import Grid
from bot.vision.blocks.cluster import numbered
from bot.vision.blocks.lattice import RIM, SAME, SMALL, TOGETHER, Lattice, Neighbours, _near, _near_own
from bot.vision.blocks.look import SIDE, areas, distances, middle, middles, quantile_of
from bot.vision.blocks.recur import _trimmed, lattices_of


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 40])
def test_quantiles_and_medians_are_those_of_numpy_to_the_last_bit(count: int) -> None:
    rng = np.random.default_rng(count)
    values = np.asarray(40 * rng.random(count), np.float32)
    before = values.copy()
    for share in (0.0, 0.25, 0.3, 0.6, 0.95, 1.0):
        assert quantile_of(values, share) == float(np.quantile(values, share))
        doubles = values.astype(np.float64) / 3
        assert quantile_of(doubles, share) == float(np.quantile(doubles, share))
    assert float(middle(values)) == float(np.median(values))
    assert (values == before).all()


def test_it_does_not_matter_which_of_two_sets_of_looks_is_the_larger() -> None:
    rng = np.random.default_rng(1)
    many, few = (np.asarray(255 * rng.random((n, 30)), np.float32) for n in (9, 4))
    for apart in (distances, areas):
        alone = np.array([[apart(one[None], other[None])[0, 0] for other in few] for one in many])
        assert (apart(many, few) == alone).all()
        assert (apart(few, many) == alone.T).all()


def test_groups_are_numbered_as_they_appear_and_show_their_usual_look() -> None:
    group = numbered(np.array([7, 2, 7, 9, 2, 7]))
    assert group.tolist() == [0, 1, 0, 2, 1, 0]
    cells = np.arange(6, dtype=np.float32)[:, None, None, None] * np.ones((SIDE, SIDE, 3), np.float32)
    found = middles(cells.reshape(2, 3, SIDE, SIDE, 3), group.reshape(2, 3), np.bincount(group))
    assert found[:, 0, 0, 0].tolist() == [2.0, 2.5, 3.0]


def test_lines_that_hold_hardly_any_cells_are_no_part_of_a_board() -> None:
    of = np.zeros((6, 8), np.bool_)
    of[1:5, 2:7] = True
    of[0, 4] = of[5, 2] = of[2, 0] = True
    kept = np.argwhere(_trimmed(of))
    assert kept.min(0).tolist() == [1, 2]
    assert kept.max(0).tolist() == [4, 6]


def test_neighbours_of_any_lattice_are_compared_at_once() -> None:
    small = np.asarray(np.random.default_rng(3).integers(0, 256, (30, 37, 3)), np.float32)
    beside, below = Neighbours(small).away(2, 4, 3, 4)
    cells = small[2:26, 4:36].reshape(3, SMALL, 4, SMALL, 3)[:, RIM:-RIM, :, RIM:-RIM].swapaxes(1, 2)
    assert np.allclose(beside, ((cells[:, 1:] - cells[:, :-1]) ** 2).mean((2, 3, 4)), rtol=1e-5)
    assert np.allclose(below, ((cells[1:] - cells[:-1]) ** 2).mean((2, 3, 4)), rtol=1e-5)


def test_cells_are_seen_again_as_often_as_they_look_the_same() -> None:
    rng = np.random.default_rng(4)
    kinds = np.asarray(rng.integers(0, 256, (3, SMALL, SMALL, 3)), np.float32)
    kind = rng.integers(0, 3, (6, 7))
    cells = kinds[kind] + np.asarray(rng.normal(0, 1, (6, 7, SMALL, SMALL, 3)), np.float32)
    small = cells.swapaxes(1, 2).reshape(6 * SMALL, 7 * SMALL, 3)
    lattice = Lattice(Neighbours(small), Grid(0, 0, SMALL, SMALL, 6, 7))
    assert lattice.again.sum() > 30
    inner = cells[:, :, RIM:-RIM, RIM:-RIM][lattice.again].reshape(int(lattice.again.sum()), -1)
    apart = np.sqrt(((inner[:, None] - inner[None]) ** 2).mean(2))
    assert lattice.likes(lattice.again).tolist() == (apart < SAME).sum(1).tolist()


@pytest.mark.parametrize("pitch", [16.0, 20.3, 24.0, 31.7, 32.0, 48.0, 64.0])
def test_a_picture_is_made_smaller_as_one_of_bytes_is(pitch: float) -> None:
    pixels = np.asarray(np.random.default_rng(5).integers(0, 256, (250, 310, 3)), np.uint8)
    scale = SMALL / pitch
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    first = lattices_of(pixels.astype(np.float32), pitch, pitch)[0]
    beside, _ = Neighbours(np.asarray(small, np.float32)).away(0, 0, first.whole.rows, first.whole.columns)
    assert (first.away[0] == beside).all()


def test_cells_are_compared_with_those_alone_that_may_look_like_them() -> None:
    rng = np.random.default_rng(9)
    look = rng.integers(0, 256, (2 * TOGETHER, 108)).astype(np.float32)
    look[TOGETHER:] = np.clip(look[:TOGETHER] + rng.integers(-9, 10, (TOGETHER, 1)), 0, 255)
    look = look[np.argsort(look.sum(1))]
    near = _near_own(look)
    assert (near == _near(look, look)).all()
    assert np.count_nonzero(near) > 2 * TOGETHER + 50
