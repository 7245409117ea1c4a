"""What of a cell is tile and what is ground, told by tiles of one kind and by where tiles end."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import cutout, gaps

ROWS, COLUMNS, KINDS = 5, 8, 5


def dealt() -> NDArray[np.int64]:
    return np.random.default_rng(3).permutation(np.arange(ROWS * COLUMNS) % KINDS).reshape(ROWS, COLUMNS)


def shaded() -> Cells:
    """Ground that brightens by a few levels from cell to cell."""
    cells = np.zeros((ROWS, COLUMNS, CELL_H, CELL_W, 3), np.float32)
    return cells + (60 + 9 * np.arange(COLUMNS) + 6 * np.arange(ROWS)[:, None])[..., None, None, None]


def disc() -> NDArray[np.bool_]:
    mask = np.zeros((CELL_H, CELL_W), np.uint8)
    return np.asarray(cv2.ellipse(mask, (CELL_W // 2, CELL_H // 2), (8, 12), 0, 0, 360, 1, -1) > 0)


def discs(kind: NDArray[np.int64]) -> Cells:
    """Discs of one shade for each kind on a shaded ground; none where the kind is -1."""
    cells = shaded()
    there = (kind >= 0)[..., None, None] & disc()
    return np.where(there[..., None], 150 + 15 * kind[..., None, None, None], cells).astype(np.float32)


def test_tiles_of_one_kind_that_lie_far_apart_show_where_the_ground_is() -> None:
    kind = dealt()
    part = cutout.of_kinds(discs(kind).reshape(-1, CELL_H, CELL_W, 3), kind.ravel(), np.argwhere(kind >= 0))
    assert part is not None
    inner = cv2.erode(disc().astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    assert (part == inner).mean() > 0.98, "all of the disc but its rim, which is mixed with the ground"


def test_tiles_that_fill_their_cells_have_no_ground_around_them() -> None:
    kind = dealt()
    cells = np.broadcast_to(100 + 20.0 * kind[..., None, None, None], (*kind.shape, CELL_H, CELL_W, 3))
    flat = np.asarray(cells, np.float32).reshape(-1, CELL_H, CELL_W, 3)
    assert cutout.of_kinds(flat, kind.ravel(), np.argwhere(kind >= 0)) is None


def test_a_gap_in_a_shaded_ground_ends_nowhere_and_every_disc_does() -> None:
    kind = dealt()
    kind[2, 3:5] = -1
    cells = discs(kind)
    around = shaded().reshape(-1, CELL_H, CELL_W, 3)
    assert (gaps.endless(cells, kind >= 0, around) == (kind < 0)).all()
    unknown = kind >= 0
    unknown[1, 1] = False
    assert not gaps.endless(cells, unknown, around)[1, 1], "a disc that was taken for a gap"


def test_nothing_is_endless_beside_plain_tiles_that_fill_their_cells() -> None:
    kind = dealt()
    cells = np.array(np.broadcast_to(100 + 20.0 * kind[..., None, None, None], (*kind.shape, CELL_H, CELL_W, 3)))
    tiles = np.ones_like(kind, np.bool_)
    tiles[2, 3] = False
    assert not gaps.endless(cells.astype(np.float32), tiles, shaded().reshape(-1, CELL_H, CELL_W, 3)).any()
