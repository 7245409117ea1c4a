"""Small pictures of a board, such as a preview shows: the same kinds in the same places."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.tiles.board import NONE

Ints = NDArray[np.int64]

ASIDE: Final = 2
"""Rows and columns by which what was seen of the two may begin elsewhere."""
PART: Final = 0.6
"""Share of the cells of the smaller picture that both must show, and…"""
SAME: Final = 0.9
"""… of these, the share that hold the same."""
FEWEST: Final = 8
"""Tiles among them, at the least."""


def pictures(small: Ints, large: Ints) -> bool:
    """Whether the kinds (rows, columns) of one board are those of another, in whatever way either names them, and as
    far as both were seen.
    """
    return any(_same(*both) for both in _overlaps(small, large))


def _overlaps(small: Ints, large: Ints) -> list[tuple[Ints, Ints]]:
    """The parts that both show, for all ways to lay one upon the other that show enough of it."""
    found = []
    for down, right in product(range(-ASIDE, ASIDE + 1), repeat=2):
        top, left = max(0, -down), max(0, -right)
        one, other = small[top:, left:], large[max(0, down) :, max(0, right) :]
        rows, columns = min(len(one), len(other)), min(one.shape[1], other.shape[1])
        if rows * columns >= PART * small.size:
            found.append((one[:rows, :columns], other[:rows, :columns]))
    return found


def _same(one: Ints, other: Ints) -> bool:
    """Whether nearly all cells hold the same, each kind of the one being the kind of the other that it mostly meets."""
    if np.count_nonzero((one > NONE) & (other > NONE)) < FEWEST:
        return False
    agree = (one <= NONE) & (other <= NONE)
    for kind in np.unique(one[one > NONE]):
        met = other[one == kind]
        if (met > NONE).any():
            agree |= (one == kind) & (other == np.bincount(met[met > NONE]).argmax())
    return bool(agree.mean() >= SAME)
