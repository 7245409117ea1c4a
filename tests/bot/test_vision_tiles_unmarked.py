"""Tiles of a calibrated board that look marked at another size, all of some kinds, are not."""

from __future__ import annotations

import numpy as np

from bot.vision.tiles.bank import Told
from bot.vision.tiles.calibrated import unmarked

KIND = np.array([[0, 1, 2, -1], [2, 0, 1, 3], [1, -2, 0, 3]])


def marks(*lit: int, also: tuple[int, int] | None = None) -> list[list[int]]:
    """The marks that are left where all tiles of the `lit` kinds are marked, and `also` a single cell."""
    marked = np.isin(KIND, lit)
    if also is not None:
        marked[also] = True
    told = Told(KIND, np.ones(KIND.shape, np.float32), marked, np.zeros(KIND.shape, np.bool_))
    return np.argwhere(unmarked(told).marked).tolist()


def test_marks_of_whole_kinds_are_taken_away_where_several_have_them() -> None:
    assert marks(0, 3) == []


def test_a_kind_that_is_lit_keeps_its_marks() -> None:
    assert marks(3) == [[1, 3], [2, 3]]


def test_a_tile_that_is_picked_keeps_its_mark() -> None:
    assert marks(0, 3, also=(0, 1)) == [[0, 1]]
