"""Tiles that are plates of one look, of which one bears what no other does, or is drawn aside while it is picked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.cells import cut
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.rims import nearly_plated, plated
from engine.position import UNKNOWN

ROWS, COLUMNS, WIDE, HIGH = 6, 10, 40, 50
LEFT, TOP = 300, 180


def plates(picked: tuple[int, int], by: int) -> Pixels:
    """Plates with signs on a dark picture full of lights, one of them drawn once more, so many pixels aside."""
    rng = np.random.default_rng(5)
    page = np.zeros((660, 1000, 3), np.uint8)
    page[:] = np.linspace((70, 10, 15), (130, 60, 110), 660)[:, None]
    for x, y in rng.integers(0, (1000, 660), (160, 2)).tolist():
        cv2.circle(page, (x, y), int(rng.integers(1, 5)), (250, 250, 250), -1)
    signs = rng.permutation(np.repeat(np.arange(ROWS * COLUMNS // 2), 2)).reshape(ROWS, COLUMNS)
    looks = [_plate(number) for number in range(ROWS * COLUMNS // 2)]
    for (row, column), sign in np.ndenumerate(signs):
        _lay(page, looks[sign], LEFT + WIDE * column, TOP + HIGH * row)
    row, column = picked
    _lay(page, looks[signs[picked]], LEFT + WIDE * column + by, TOP + HIGH * row + by)
    return page


def _plate(number: int) -> Pixels:
    plate = np.full((HIGH, WIDE, 3), (205, 225, 245), np.uint8)
    plate[:, -3:] = (170, 195, 225)
    rng = np.random.default_rng(100 + number)
    ink = rng.integers(0, 200, 3).tolist()
    for _ in range(4):
        cv2.ellipse(
            plate, rng.integers((12, 14), (WIDE - 12, HIGH - 14)).tolist(), rng.integers(3, 9, 2).tolist(),
            int(rng.integers(0, 180)), 0, 360, ink, -1,
        )  # fmt: skip
    return plate


def _lay(page: Pixels, plate: Pixels, x: int, y: int) -> None:
    page[y : y + HIGH, x : x + WIDE] = plate


@pytest.mark.parametrize("picked", [(0, 9), (2, 4), (5, 0), (3, 9)])
def test_a_tile_that_is_picked_and_drawn_aside_is_no_gap(picked: tuple[int, int]) -> None:
    reading = TileReader().read(Frame(plates(picked, 6), 0.0))
    assert reading.position is not None
    assert "." not in "".join(reading.position.board)
    assert reading.position.board[picked[0]][picked[1]] == UNKNOWN
    assert reading.sight is Sight.DOUBT


def test_cells_with_the_rim_of_tiles_are_told_from_the_ground_beside_them() -> None:
    cells = cut(plates((2, 4), 6), Grid(LEFT - WIDE, TOP - HIGH, WIDE, HIGH, ROWS + 2, COLUMNS + 2))
    inside = np.zeros(cells.shape[:2], np.bool_)
    inside[1:-1, 1:-1] = True
    tiles = inside.copy()
    tiles[1, 7] = tiles[3, 5] = False
    tiles[4:6, 5] = tiles[3, 6] = False  # the one that is drawn aside reaches into others
    assert plated(cells, tiles, ~inside)[1, 7]
    assert not plated(cells, tiles, ~inside)[3, 5]
    assert nearly_plated(cells, tiles, ~inside)[3, 5]
    assert not nearly_plated(cells, tiles, ~inside)[~inside].any()
    left = inside & (np.arange(COLUMNS + 2) < COLUMNS // 2)
    assert not plated(cells, left & tiles, inside & ~left).any(), "others beside them have that rim, too"
