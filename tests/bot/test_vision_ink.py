"""Kinds that differ in the colour of their figures by very little: told apart by the ink, not by the outlines."""

from __future__ import annotations

import numpy as np

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import ink

ROWS, COLUMNS, KINDS = 4, 9, 6
Ints = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def dealt() -> Ints:
    return np.random.default_rng(5).permutation(np.arange(ROWS * COLUMNS) % KINDS).reshape(ROWS, COLUMNS)


def drawn(kind: Ints) -> Cells:
    """Pale cells with a bar for each kind at another height, and a little grain."""
    cells = np.random.default_rng(11).normal(220, 1.0, (*kind.shape, CELL_H, CELL_W, 3)).astype(np.float32)
    for row, column in np.ndindex(kind.shape):
        top = 5 + 2 * int(kind[row, column])
        cells[row, column, top : top + 6, 4:16] -= (160, 140, 150)
    return cells


def test_equal_tiles_have_one_ink() -> None:
    kind = dealt()
    assert not ink.suspected(drawn(kind), kind)
    assert not ink.differ(drawn(kind), [], kind)


def test_a_figure_in_two_nearly_equal_colours_is_told() -> None:
    kind = dealt()
    cells = drawn(kind)
    for row, column in np.argwhere(kind == 3)[::2]:
        cells[row, column, 11:17, 4:16] += (0, 14, 6)
    assert ink.suspected(cells, kind)
    assert ink.differ(cells, [], kind)
    assert not ink.differ(cells, [drawn(kind)], kind), "which a pixel aside is not there"


def test_a_figure_that_the_end_of_a_cell_cuts_has_the_same_ink() -> None:
    kind = dealt()
    cells = drawn(kind)
    for row, column in np.argwhere(kind == 3)[::2]:
        cells[row, column, 15:17, 4:16] += (160, 140, 150)
    assert ink.suspected(cells, kind)
    assert not ink.differ(cells, [], kind)
