"""Flat squares on a page whose header has the colour of some of them, and cells larger than those of most programs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.blocks.first import first_sight
from bot.vision.blocks.sorting import EMPTY, Sorting
from bot.vision.tiles.plausible import between

COLOURS = ((92, 184, 92), (80, 83, 217), (27, 183, 201), (222, 136, 14), (176, 39, 156))
"""B, G, R; the first is that of the header."""
Ints = NDArray[np.int64]


def stack(rows: int, columns: int, seed: int, *, full: bool = False) -> Ints:
    """Colours of cells, EMPTY above the stack of each column."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, len(COLOURS), (rows, columns))
    height = np.full(columns, rows) if full else rng.integers(rows // 2, rows + 1, columns)
    kind[np.arange(rows)[:, None] < rows - height] = EMPTY
    return np.asarray(kind, np.int64)


def page(kind: Ints, pitch: int, left: int, top: int, header: int) -> Pixels:
    """A white page with a header as wide as it, and squares that touch each other."""
    rows, columns = kind.shape
    pixels = np.full((top + rows * pitch + 5 * pitch, 2 * left + columns * pitch, 3), 255, np.uint8)
    pixels[:header] = COLOURS[0]
    cv2.putText(pixels, "SameGame", (pixels.shape[1] // 2 - 60, header - 14), 0, 0.8, (255, 255, 255), 1, cv2.LINE_AA)
    for (row, column), one in np.ndenumerate(kind):
        if one != EMPTY:
            y, x = top + row * pitch, left + column * pitch
            pixels[y : y + pitch, x : x + pitch] = COLOURS[one]
    cv2.putText(pixels, "61", (left, top + rows * pitch + 36), 0, 0.7, (0, 0, 0), 1, cv2.LINE_AA)
    return pixels


def told(pixels: Pixels) -> Sorting:
    found = first_sight(pixels)
    assert isinstance(found, Sorting), found
    return found


def same(one: Ints, other: Ints) -> bool:
    """Whether kinds are the same up to their names, and what is empty is."""
    if one.shape != other.shape or not ((one == EMPTY) == (other == EMPTY)).all():
        return False
    pairs = set(zip(one.ravel().tolist(), other.ravel().tolist(), strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.mark.parametrize(("pitch", "header"), [(40, 48), (50, 60), (32, 38)])
@pytest.mark.parametrize("full", [True, False])
def test_what_a_header_shows_is_not_the_ground(pitch: int, header: int, full: bool) -> None:
    kind = stack(10, 20, 3, full=full)
    found = told(page(kind, pitch, 2 * pitch + 20, header + pitch, header))
    assert same(kind, found.kind)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_header_is_no_row_of_the_board(seed: int) -> None:
    kind = stack(10, 20, seed)
    kind[0, [3, 14]] = 1
    found = told(page(kind, 40, 150, 88, 48))
    assert same(kind, found.kind)
    assert (found.grid.x, found.grid.y) == pytest.approx((150, 88), abs=3)


def test_cells_larger_than_usual_are_found() -> None:
    kind = stack(7, 8, 5, full=True)
    pixels = np.zeros((7 * 140 + 90, 8 * 140, 3), np.uint8)
    for (row, column), one in np.ndenumerate(kind):
        middle = column * 140 + 70, row * 140 + 120
        cv2.ellipse(pixels, middle, (54, 60), 0, 0, 360, COLOURS[one], -1, cv2.LINE_AA)
    assert same(kind, told(pixels).kind)


def test_cells_that_lie_between_flat_squares_are_told() -> None:
    rng = np.random.default_rng(1)
    shown = np.asarray(COLOURS, np.float32)[rng.integers(0, 5, (9, 8))]
    sheet = np.repeat(np.repeat(shown, 40, 0), 40, 1)

    def cells(down: int) -> NDArray[np.float32]:
        part = sheet[down : down + 320].reshape(8, 40, 8, 40, 3)
        return np.ascontiguousarray(part.swapaxes(1, 2))

    tiles = np.ones((8, 8), np.bool_)
    assert between(cells(13), tiles)
    assert not between(cells(0), tiles)
