"""Few tiles on plain ground, found by their shores: whole cells, and no more of them than a board has."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from bot.frame import Pixels
from bot.vision.finding import locate
from bot.vision.finding.halves import Halves
from bot.vision.finding.islands import sparse


def scattered(
    places: Sequence[tuple[float, float]], pitch: tuple[int, int], size: tuple[int, int], seed: int = 3
) -> Pixels:
    """Cards (width, height) with a figure each, at these places (row, column) on plain ground."""
    rng = np.random.default_rng(seed)
    rows, columns = (1 + max(place[axis] for place in places) for axis in (0, 1))
    page = np.full((round(rows * pitch[1]) + 60, round(columns * pitch[0]) + 60, 3), 236, np.uint8)
    for row, column in places:
        x, y = 30 + round(column * pitch[0]), 30 + round(row * pitch[1])
        cv2.rectangle(page, (x, y), (x + size[0] - 1, y + size[1] - 1), rng.integers(40, 160, 3).tolist(), cv2.FILLED)
        middle = x + size[0] // 2, y + size[1] // 2
        cv2.circle(page, middle, int(rng.integers(size[1] // 6, size[1] // 3)), rng.integers(160, 255, 3).tolist(), -1)
    return page


def test_keys_whose_rows_lie_aside_are_not_cut_into_thirds() -> None:
    keys = [(row, column + row % 3 / 3) for row in range(4) for column in range(9)]
    found = list(sparse(scattered(keys, (84, 84), (74, 74))))
    assert not any(lattice.grid.pitch_y < 80 for lattice in found if lattice.tiles.sum() > len(keys))


MAZE = [(row, column) for row in (0, 2, 4, 6) for column in range(row % 4 // 2, 9, 2)]
"""Walls on every other row, of which most tiles between are gone."""


def test_walls_on_every_other_row_are_not_taken_for_tiles_in_halves() -> None:
    found = list(sparse(scattered(MAZE, (70, 84), (68, 82))))
    assert any(abs(lattice.grid.pitch_y - 84) < 1 and lattice.tiles.sum() == len(MAZE) for lattice in found)


def test_lines_through_the_midst_of_tiles_cut_them() -> None:
    tops = np.repeat(np.arange(6) * 80, 2)
    boxes = np.stack([np.tile([0, 160], 6), tops, np.tile([60, 220], 6), tops + 77], 1)
    assert Halves().cut(boxes, 1, 40.0, 0.0, (0.0, 0.9))
    high = np.where(np.arange(12)[:, None] % 2, boxes, boxes - [[0, 0, 0, 40]])
    assert not Halves().cut(high, 1, 40.0, 0.0, (0.0, 0.9)), "half of them end in the row in which they begin"


def test_no_board_has_a_thousand_cells() -> None:
    rng = np.random.default_rng(8)
    chosen = np.flatnonzero(rng.random(30 * 36) < 0.16)
    found = list(sparse(scattered([divmod(int(cell), 36) for cell in chosen], (30, 22), (26, 19))))
    assert all(lattice.tiles.size <= locate.MOST_CELLS for lattice in found)
