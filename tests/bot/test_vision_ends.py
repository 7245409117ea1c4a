"""Kinds that differ where a cell ends: told apart by tiles that all have another beside them."""

from __future__ import annotations

import numpy as np

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import ends

ROWS, COLUMNS, KINDS = 5, 8, 5


def drawn(kind: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> Cells:
    """Cells of one shade for each kind, on which there is a little grain."""
    rng = np.random.default_rng(7)
    cells = rng.normal(0, 1.5, (*kind.shape, CELL_H, CELL_W, 3)).astype(np.float32)
    return cells + (100 + 20 * kind[:, :, None, None, None]).astype(np.float32)


def dealt() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.random.default_rng(3).permutation(np.arange(ROWS * COLUMNS) % KINDS).reshape(ROWS, COLUMNS)


def test_equal_tiles_differ_at_no_end() -> None:
    kind = dealt()
    assert not ends.differ(drawn(kind), [], kind)


def test_a_tail_below_some_tiles_of_a_kind_is_told() -> None:
    kind = dealt()
    cells = drawn(kind)
    for row, column in np.argwhere(kind == 2)[::2]:
        cells[row, column, -2:, 5:15] = 20
    assert ends.differ(cells, [], kind)
    assert not ends.differ(cells, [drawn(kind)], kind), "which a pixel aside is not there"


def test_what_falls_beside_gaps_only_is_no_tail() -> None:
    kind = dealt()
    kind[1::2] = -1
    cells = drawn(kind)
    cells[::2, ::2, -2:] = 20
    assert not ends.differ(cells, [], kind)


def test_a_line_that_all_tiles_of_a_column_show_is_no_tail() -> None:
    kind = np.array([[row % 3, 3 + row % 2, row % 3, 3 + row % 2, (row + 1) % 3, 3] for row in range(6)])
    cells = drawn(kind)
    cells[:, 2, :, :2] = 20
    assert not ends.differ(cells, [], kind)
    only = np.where((kind == 0)[:, :, None, None, None], cells, drawn(kind))
    assert ends.differ(only, [], kind), "which tiles of one kind alone show"
