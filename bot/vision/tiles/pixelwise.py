"""Tiles compared pixel by pixel: most programs draw a tile on whole pixels, and equal tiles equal to the last of them.

A grid has fractions where the program rounds, so a cell that is cut where the grid says shows each tile at another
fraction of a pixel. On large tiles that hardly counts; on small ones it blurs what tells kinds apart. Pixels that are
taken as they are, one beside or above at the most, show equal tiles without any difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.spanning import tree
from bot.vision.tiles import chain, cutout, kinds

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

PARTS: Final = ((0.1, 0.9), (0.2, 0.95))
"""From where to where a cell is compared, one after the other: sides of tiles look different beside a gap, and thick
ones fall far into the cells to the right and below.
"""
FINE: Final = 24
"""Pixels of a cell, about, that are enough: of larger ones every second or third is taken."""
ASIDE: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Pixels (down, across) by which two tiles may be rounded differently (either way round)."""
GAP: Final = 4.0
"""How many times farther than equal tiles kinds must be from each other, for the ink that they bear."""
APART: Final = 2.0
"""The same, however much there is on them."""
EXACT: Final = 40.0
"""Mean squared difference, in grey levels, that the noise of a picture may make between equal tiles."""
IDENTICAL: Final = 1.0
"""The same between tiles that are called identical: less than any stroke makes."""
NEXT: Final = 10.0
"""The least between tiles that are not: nothing lies between these two on a picture that nobody has spoilt."""
SEVERAL: Final = 3
"""Kinds that are hardly ever all even by chance."""


class Pixelwise:
    """The tiles of a grid as they are compared, in reading order. `pixels` are (h, w, 3), `tiles` (rows, columns)."""

    def __init__(self, pixels: Pixels, grid: Grid, tiles: Bools) -> None:
        self._asked = pixels, grid, tiles
        self._seen: list[tuple[Floats, Floats]] = []

    def _parts(self) -> Iterator[tuple[Floats, Floats]]:
        """For each part the pixels (n, length) and how far (n, n) they are apart, moved to all sides."""
        for number, part in enumerate(PARTS):
            if number == len(self._seen):
                rows, aside = _compared(*self._asked, part)
                self._seen.append((rows, kinds.nearest(rows, aside)))
            yield self._seen[number]

    def group(self) -> kinds.Grouping | None:
        """The tiles sorted into kinds; None where they do not lie on whole pixels, or where it is not beyond doubt."""
        for rows, raw in self._parts():
            found = kinds.group(rows, raw)
            exact = found.same < EXACT and found.different > APART * found.same
            if exact and found.gap > GAP and not found.strained and not found.odd:
                return found
        return None

    def identical(self) -> kinds.Grouping | None:
        """The same, of tiles that are equal to the last pixel: these are one kind, and all others another, by however
        little they differ. None where that leaves a tile without an equal one, or where some are nearly identical.
        """
        for _, raw in self._parts():
            links = sorted(tree(raw))
            steps = np.array([length for length, _, _ in links])
            cut = int((steps < IDENTICAL).sum())
            if 0 < cut <= len(steps) - SEVERAL + 1 and steps[cut] >= NEXT:
                found = kinds.sorting(chain.joined(links[:cut], len(raw)), raw)
                if not found.odd:
                    return found
        return None


def _compared(pixels: Pixels, grid: Grid, tiles: Bools, part: tuple[float, float]) -> tuple[Floats, list[Floats]]:
    """(n, length), the pixels of a part of the tiles that they fill, and the same moved to all sides."""
    here, *aside = (_taken(pixels, grid, tiles, by, part) for by in ((0, 0), *ASIDE))
    own = cutout.filled(here, aside)
    rows = [(one if own is None else one[:, own]).reshape(len(one), -1) for one in (here, *aside)]
    return rows[0], rows[1:]


def _taken(pixels: Pixels, grid: Grid, tiles: Bools, by: tuple[int, int], part: tuple[float, float]) -> Floats:
    """(n, h, w, 3), the pixels of a part of the tiles, moved by some (down, across)."""
    high, wide = (int((part[1] - part[0]) * pitch) for pitch in (grid.pitch_y, grid.pitch_x))
    every = max(1, round(min(high, wide) / FINE))
    row, column = np.nonzero(tiles)
    lines = []
    for at, start, pitch, length, size, step in (
        (row, grid.y, grid.pitch_y, high, pixels.shape[0], by[0]),
        (column, grid.x, grid.pitch_x, wide, pixels.shape[1], by[1]),
    ):
        first = np.round(start + (at + sum(part) / 2) * pitch - length / 2).astype(np.int64) + step
        lines.append(np.clip(first[:, None] + np.arange(0, length, every), 0, size - 1))
    down, across = lines
    return np.asarray(pixels[down[:, :, None], across[:, None, :]], np.float32)
