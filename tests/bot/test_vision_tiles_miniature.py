"""Whether one board is a small picture of another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.vision.tiles.board import NONE
from bot.vision.tiles.miniature import pictures

Ints = NDArray[np.int64]


def board(seed: int, rows: int = 6, columns: int = 8, gone: int = 12) -> Ints:
    rng = np.random.default_rng(seed)
    kinds = np.repeat(np.arange(rows * columns // 4), 4)
    kinds[:gone] = NONE
    return rng.permutation(kinds).reshape(rows, columns)


def test_kinds_may_have_other_names() -> None:
    large = board(1)
    small = np.where(large == NONE, NONE, 40 - large)
    assert pictures(small, large)


def test_a_row_and_a_column_may_be_missing() -> None:
    large = board(2)
    assert pictures(large[1:, :-1], large)
    assert pictures(large, large[1:, :-1])


def test_another_deal_is_another_board() -> None:
    assert not pictures(board(3), board(4))
    assert not pictures(board(3, gone=0), board(4, gone=0))


def test_few_tiles_tell_nothing() -> None:
    few = board(5, gone=44)
    assert not pictures(few, few)
