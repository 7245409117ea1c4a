"""Which tiles of a lattice stand together: one board, several beside each other, or a tool bar that is none of it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]

FEWEST: Final = 4
"""Cells, in area, of the smallest board."""
FULL: Final = 0.75
"""Share of tiles of a board of which few were taken."""
CLUSTER: Final = 30
"""Places that touch each other from which they are the board, and much smaller groups are not."""


def apart(tiles: Bools) -> list[tuple[slice, slice]]:
    """The part of the rows and columns that holds all tiles, or several where full boards stand beside each other."""
    rows, columns = np.flatnonzero(tiles.any(1)), np.flatnonzero(tiles.any(0))
    if not len(rows):
        return []
    whole = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
    for axis, lines in ((0, rows), (1, columns)):
        parts = np.split(lines, np.flatnonzero(np.diff(lines) > 1) + 1)
        if len(parts) < 2:
            continue
        windows = []
        for part in parts:
            window = [slice(None), slice(None)]
            window[axis] = slice(int(part[0]), int(part[-1]) + 1)
            other = np.flatnonzero(tiles[tuple(window)].any(axis))
            window[1 - axis] = slice(int(other[0]), int(other[-1]) + 1)
            windows.append((window[0], window[1]))
        if sum(_full(tiles[window]) for window in windows) > 1:
            return windows
    return [whole]


def _full(tiles: Bools) -> bool:
    """Whether these are nearly all tiles of a board."""
    return min(tiles.shape) > 1 and tiles.size > 2 * FEWEST and bool(tiles.mean() > FULL)


def together(tiles: Bools) -> Bools:
    """The places without small groups beside a large one: a tool bar is no row of the board."""
    count, group = cv2.connectedComponents(tiles.astype(np.uint8), connectivity=8)
    sizes = np.bincount(np.asarray(group).ravel(), minlength=count)
    sizes[0] = 0
    if sizes.max() < CLUSTER:
        return tiles
    return np.asarray(tiles & (sizes >= sizes.max() / 4)[np.asarray(group)])
