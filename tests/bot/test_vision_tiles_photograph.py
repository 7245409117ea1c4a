"""Figures cut out of their tiles that lie on a photograph: what is thin and pale the ground seems to run into."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.vision.tiles import sight
from bot.vision.tiles.board import NONE, UNSURE, Sorted

ROWS, COLUMNS, PITCH = 6, 9, 44
CRESCENTS = ((1, 2), (4, 6))
SHOWN = ((40, 40, 200), (200, 60, 40), (30, 30, 30), (180, 40, 160), (40, 110, 230), (120, 20, 60))


def leaves(seed: int) -> Pixels:
    """A ground of soft shapes in greens of which no two places are alike."""
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, 1, (ROWS * PITCH + 200, COLUMNS * PITCH + 260)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 7) * 90 + cv2.GaussianBlur(noise[::-1].copy(), (0, 0), 2) * 34
    return np.asarray(np.clip(np.array([96, 176, 150]) + soft[:, :, None], 0, 255), np.uint8)


def strewn(seed: int = 4) -> Pixels:
    """Pairs of discs with a mark each, and two crescents in nearly the colour of the leaves."""
    rng, page = np.random.default_rng(seed), leaves(seed)
    free = [(row, column) for row in range(ROWS) for column in range(COLUMNS) if (row, column) not in CRESCENTS]
    chosen = [free[k] for k in rng.permutation(len(free))[:24]]
    for number, (row, column) in enumerate(chosen):
        x, y = 130 + column * PITCH + PITCH // 2, 100 + row * PITCH + PITCH // 2
        kind = number // 4
        cv2.circle(page, (x, y), 17, SHOWN[kind], -1, cv2.LINE_AA)
        cv2.line(page, (x - 9, y - 9 + 3 * kind), (x + 9, y + 9 - 3 * kind), (250, 250, 250), 3, cv2.LINE_AA)
    for row, column in CRESCENTS:
        x, y = 130 + column * PITCH + PITCH // 2, 100 + row * PITCH + PITCH // 2
        cv2.ellipse(page, (x, y - 4), (17, 13), 0, 15, 165, (110, 225, 235), 4, cv2.LINE_AA)
    return page


def board(page: Pixels) -> Sorted:
    found = sight.first_sight(page)
    assert found is not None
    return found


def at(found: Sorted, row: int, column: int) -> int:
    """What a cell of the drawn board was read as, wherever the board that was found begins."""
    middle = 130 + (column + 0.5) * PITCH, 100 + (row + 0.5) * PITCH
    grid = found.grid
    down, across = int((middle[1] - grid.y) // grid.pitch_y), int((middle[0] - grid.x) // grid.pitch_x)
    return int(found.kind[down, across])


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_pale_figure_that_recurs_is_no_gap(seed: int) -> None:
    found = board(strewn(seed))
    told = {at(found, *cell) for cell in CRESCENTS}
    assert NONE not in told
    assert len(told) == 1
    assert told == {UNSURE} or min(told) > NONE


def test_leaves_are_no_figures() -> None:
    found = board(strewn())
    assert np.count_nonzero(found.kind != NONE) == 26
