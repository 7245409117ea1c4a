"""Pieces that a game lights under the pointer, on a board of a game that nobody named."""

from __future__ import annotations

import numpy as np
import pytest

from bot.grid import Grid
from calibration.draft import start
from calibration.lit import without_lit
from calibration.shot import UNSURE, Shot


def board(*lit: tuple[int, int], kinds: int = 3) -> np.ndarray:
    kind = np.random.default_rng(4).integers(0, kinds, (8, 10))
    for cell in lit:
        kind[cell] = kinds
    return kind


def doubted(kind: np.ndarray) -> list[tuple[int, int]]:
    rows, columns = kind.shape
    grid = Grid(0, 0, 20, 20, rows, columns)
    pixels = np.zeros((20 * rows, 20 * columns, 3), np.uint8)
    shot = Shot(pixels, grid, kind, np.ones(kind.shape, np.float32), np.zeros(kind.shape, np.bool_))
    told = without_lit(start([shot], "blocks")).shots[0].kind
    return [(int(row), int(column)) for row, column in np.argwhere(told == UNSURE)]


def test_one_small_group_that_looks_like_no_other_is_in_doubt() -> None:
    assert doubted(board((2, 3), (2, 4), (3, 4))) == [(2, 3), (2, 4), (3, 4)]


@pytest.mark.parametrize(
    "kind",
    [
        board(),
        board((2, 3), (5, 7)),
        board((2, 3)),
        board((2, 3), (2, 4), kinds=2)[:2],
        np.array([[0, 0, -1, 1], [0, 0, 2, 1], [2, 2, 2, 1]]),
    ],
    ids=["nothing", "two places", "one alone", "too few others", "late in a game"],
)
def test_kinds_that_may_be_kinds_are_told(kind: np.ndarray) -> None:
    assert doubted(kind) == []
