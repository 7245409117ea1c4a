"""A bar of the page beyond a board that no frame holds: a row of cells all alike, and nothing between it and others."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.blocks.exact import exactly
from bot.vision.blocks.settle import settled
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, Sorting

Ints = NDArray[np.int64]

LONG: Final = 5
"""Cells of the shortest bar."""


def without_bar(pixels: Pixels, sorting: Sorting) -> Sorting:
    """A board in a picture (h, w, 3) that is taken to reach as far as there are blocks, without bars above and below
    it, and the columns in which there was nothing else; the same where there are none.
    """
    kind = sorting.kind
    if sorting.why is None or sorting.twins:
        return sorting
    rows = slice(_barred(kind), len(kind) - _barred(kind[::-1]))
    held = kind[rows] != EMPTY
    if rows == slice(0, len(kind)) or not held.any():
        return sorting
    down, across = np.flatnonzero(held.any(1)), np.flatnonzero(held.any(0))
    top = rows.start
    window = slice(top + int(down[0]), top + int(down[-1]) + 1), slice(int(across[0]), int(across[-1]) + 1)
    grid, blocks = sorting.grid.part(*window), kind[window] >= 0
    found = sort_blocks(pixels, settled(pixels, grid, blocks))
    return replace(found, grid=exactly(pixels, found), why=sorting.why)


def _barred(kind: Ints) -> int:
    """The first rows of a board, 0 or 1, that are such a bar."""
    first, second = kind[0], kind[1:2]
    alike = len(first) >= LONG and first[0] >= 0 and bool((first == first[0]).all())
    return int(alike and bool((second == EMPTY).all()) and bool((kind[1:] != EMPTY).any()))
