"""By how many pixels a stack has risen from one picture to the next: its blocks are the same, only higher.

Every block votes by itself, so those that fall, flash or are covered meanwhile outvote nobody.
"""

from __future__ import annotations

from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int16]

ACROSS: Final = (0.25, 0.5, 0.75)
"""Where in each column of cells pixels are compared."""
DOWN: Final = 4
"""Pixels by which a stack may sink between two pictures."""
NEAR: Final = 0.25
UP: Final = 1.1
"""Cells by which it usually rises between two pictures, and by which it may."""
CAP: Final = 60
"""Grey levels beyond which a pixel is simply different."""
SAME: Final = 2.0
"""Mean difference, in grey levels, up to which a block has not moved."""
ALIKE: Final = 10.0
"""Mean difference up to which it is the same one; a block that differs more says nothing."""
BETTER: Final = 0.5
"""The part of its difference that is left where it has risen."""
FEWEST: Final = 4
"""Blocks that must agree, at least…"""
SHARE: Final = 0.25
"""… and their share."""
LEAD: Final = 1.5
"""How many times as many must agree as on any other rise."""
STEP: Final = 2
"""One pixel in so many is compared at first."""


class Strips:
    """Upright lines of pixels through every column of a board's frame."""

    def __init__(self, grid: Grid, shape: tuple[int, ...]) -> None:
        """`grid` is where the board lies at rest, `shape` that of the frame's pixels."""
        height, width = shape[:2]
        places = np.arange(grid.columns)[:, None] + np.array(ACROSS)
        self._x = np.clip((grid.x + places.ravel() * grid.pitch_x).astype(int), 0, width - 1)
        top, bottom = max(0, round(grid.y)), min(height, round(grid.y + grid.rows * grid.pitch_y))
        self._rows = slice(top, bottom)
        self._grid = grid

    def take(self, pixels: Pixels) -> Ints:
        """(height of the board, lines): what they show."""
        return np.asarray(pixels[self._rows, self._x, 1], np.int16)

    def rise(self, before: Ints, now: Ints, full: Bools, scroll: float) -> int | None:
        """By how many pixels the stack is higher now; None where that cannot be told.

        `full` (rows, columns) says which cells held blocks before, when the stack had risen by `scroll` of a cell.
        Those of one colour from top to bottom, as in the midst of a slab, look the same however it rises: they have no
        vote.
        """
        full = full & (self._apart(before, before, DOWN, scroll) > SAME)
        if full.sum() < FEWEST:
            return None
        apart = self._apart(before, now, 0, scroll)[full]
        least = max(FEWEST, SHARE * len(apart))
        if (stays := (apart <= SAME).sum()) >= least and 2 * stays >= len(apart):
            return 0
        tried: dict[int, Floats] = {}
        for reach in (NEAR, UP):
            ways = range(-DOWN, ceil(reach * self._grid.pitch_y) + 1)
            tried |= {by: self._apart(before, now, by, scroll, STEP)[full] for by in ways if by not in tried}
            likely = sorted(tried, key=lambda by: -_vote(tried[by]))[:STEP]
            exact = {by: self._apart(before, now, by, scroll)[full] for by in likely}
            best = max(exact, key=lambda by: (_vote(exact[by]), -abs(by)))
            of = exact[best] <= ALIKE
            others = [int((rough <= SAME).sum()) for by, rough in tried.items() if abs(by - best) > STEP]
            if of.sum() < max(least, LEAD * max(others)):
                continue
            if best and exact[best][of].sum() > BETTER * apart[of].sum():
                return 0 if stays >= least else None
            return best
        return None

    def _apart(self, before: Ints, now: Ints, by: int, scroll: float, step: int = 1) -> Floats:
        """(rows, columns): how different each block is, if it is so many pixels higher now; CAP where it is not seen.

        One pixel in `step` is compared.
        """
        height, grid = len(now), self._grid
        then, here = slice(max(0, by), height + min(0, by)), slice(max(0, -by), height - max(0, by))
        away = np.minimum(np.abs(before[then][::step] - now[here][::step]), CAP)
        wide = away.reshape(len(away), grid.columns, -1).sum(2, dtype=np.float32)
        sums = np.concatenate([np.zeros((1, grid.columns), np.float32), np.cumsum(wide, 0)])
        edges = (np.arange(grid.rows + 1) - scroll) * grid.pitch_y + grid.y - self._rows.start - then.start
        at = np.clip(np.ceil(edges / step), 0, len(away)).astype(int)
        count = (at[1:] - at[:-1])[:, None]
        mean = (sums[at[1:]] - sums[at[:-1]]) / np.maximum(count * len(ACROSS), 1)
        return np.where(2 * step * count >= grid.pitch_y, mean, np.float32(CAP))


def _vote(apart: Floats) -> float:
    """How much blocks that differ so much say for a rise."""
    return float(np.clip(ALIKE - apart, 0, None).sum())
