"""Pictures on the squares of a chessboard: one kind lies on both colours of the ground."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, CELL_W, cut
from bot.vision.tiles import kinds, sameness, sight
from bot.vision.tiles.edge import cut_off
from bot.vision.tiles.sameness import Shown

SIDE, PITCH, KINDS = 8, 60, 15
GRID = Grid(20.0, 30.0, PITCH, PITCH, SIDE, SIDE)


def dealt(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).permutation(np.arange(SIDE * SIDE) % KINDS).reshape(SIDE, SIDE)


def chessboard(kind: np.ndarray, dark: int = 18, light: int = 76) -> Pixels:
    """Gems of some kinds (rows, columns) on squares of two greys, and a bar of the darker one below."""
    page = np.full((SIDE * PITCH + 80, SIDE * PITCH + 40, 3), dark, np.uint8)
    for row, column in np.ndindex(kind.shape):
        number = int(kind[row, column])
        x, y = round(GRID.x) + column * PITCH, round(GRID.y) + row * PITCH
        page[y : y + PITCH, x : x + PITCH] = (dark, light)[(row + column) % 2]
        corners = cv2.ellipse2Poly((x + 30, y + 30), (21, 21), 7 * number, 0, 360, 360 // (3 + number % 5))
        hue = np.full((1, 1, 3), (int(180 * number / KINDS), 210, 225), np.uint8)
        colour = [int(level) for level in cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0]]
        cv2.fillPoly(page, [np.asarray(corners)], colour, cv2.LINE_AA)
    return page


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_kind_on_both_colours_of_the_ground_is_one(seed: int) -> None:
    kind = dealt(seed)
    page = chessboard(kind)
    tiles = np.ones_like(kind, np.bool_)
    found = sameness.grouped(Shown.of(page, GRID), GRID, cut(page, GRID), tiles)
    pairs = set(zip(found.kind.tolist(), kind.ravel().tolist(), strict=True))
    assert len(pairs) == KINDS == found.kind.max() + 1


def test_a_bar_below_a_full_board_is_none_of_its_tiles() -> None:
    page = chessboard(dealt(1))[:, 20:-20].copy()
    page[:30], page[-50:] = (200, 160, 120), 34
    page[-44:-8, 280:470] = 151
    cv2.putText(page, "Score: 0", (10, SIDE * PITCH + 64), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (250, 250, 250), 2)
    found = sight.first_sight(page)
    assert found is not None
    assert found.kind.shape == (SIDE, SIDE)
    assert cut_off(page, found) is None


def drawn(figure: int, ground: float) -> np.ndarray:
    """A cell with one of some figures, through whose hole the ground shines."""
    cell = np.full((CELL_H, CELL_W, 3), ground, np.float32)
    middle = CELL_W // 2, CELL_H // 2
    corners = cv2.ellipse2Poly(middle, (7, 9), 40 * figure, 0, 360, 360 // (3 + figure))
    cv2.fillPoly(cell, [np.asarray(corners)], (40.0 + 40 * figure, 180.0 - 30 * figure, 90.0))
    cv2.circle(cell, middle, 2, (ground,) * 3, -1)
    return cell


def test_two_kinds_that_are_far_closer_than_any_others_and_have_one_outline_may_be_one() -> None:
    kind = np.repeat(np.arange(5), 4)
    cells = np.stack([drawn(min(number, 3), 236.0 if number == 4 else 250.0) for number in kind.tolist()])
    assert kinds.shaded(cells, kind)
    assert not kinds.shaded(cells[kind < 4], kind[kind < 4])
