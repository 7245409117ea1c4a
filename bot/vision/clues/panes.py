"""Pitches of small boards on large screens, by cells that are seen one by one: rectangles of one colour, side by side.

Where edges repeat in a small part of a screen only, other things on it drown them. Few plain
rectangles of one size, at the places of one grid, are anything but cells.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.finding.edges import either
from bot.vision.finding.pitch import MAX_PITCH, Guess

Bytes = NDArray[np.uint8]
Doubles = NDArray[np.float64]

CALM: Final = 2
"""Step between neighbouring pixels of one cell at most."""
SMALLEST: Final = 7
"""Pixels along the side of the smallest cell, without its lines."""
SLENDER: Final = 0.6
"""Cells are at least this wide for their height, and the other way round."""
FULL: Final = 0.9
"""Part of its box that a cell fills; corners may be rounded."""
FEWEST: Final = 12
"""Cells at the least."""
ALIKE: Final = 2.0
"""Pixels by which cells of one board differ in size at most: thick lines take some of it."""
GAP: Final = 0.3
"""Part of the pitch at most that is no cell."""
GUESSES: Final = 3
"""Sizes of cells that are tried, those of most cells first."""


def panes(across: Bytes, down: Bytes) -> list[Guess]:
    """The pitches of boards whose plain cells are seen, by the steps (h, w, 2) of a picture from the pixel to the left,
    and from the pixel above.
    """
    calm = (either(across) <= CALM) & (either(down) <= CALM)
    _, _, stats, middles = cv2.connectedComponentsWithStats(calm.astype(np.uint8), connectivity=4)
    size, area = stats[:, 2:4].astype(np.float64), stats[:, 4]
    wide = size[:, 0] / np.maximum(size[:, 1], 1)
    fits = (size.min(1) >= SMALLEST) & (size.max(1) <= MAX_PITCH) & (wide >= SLENDER) & (wide <= 1 / SLENDER)
    fits &= area >= FULL * size.prod(1)
    size, middles = size[fits], middles[fits]
    found: list[Guess] = []
    while len(size) >= FEWEST and len(found) < GUESSES:
        kinds, often = np.unique(size, axis=0, return_counts=True)
        near = np.abs(kinds[:, None] - kinds[None]).max(2) <= ALIKE
        own = np.abs(size - kinds[int((near @ often).argmax())]).max(1) <= ALIKE
        if own.sum() < FEWEST:
            break
        guess = _guess(middles[own], size[own])
        found += [guess] if guess else []
        size, middles = size[~own], middles[~own]
    return found


def _guess(middles: Doubles, size: Doubles) -> Guess | None:
    """The pitches of cells (n, 2), if they lie in one grid."""
    pitch = [_pitch(middles, size, axis) for axis in (0, 1)]
    if min(pitch) == 0:
        return None
    (left, top), (right, bottom) = middles.min(0) - pitch, middles.max(0) + pitch
    rows, columns = (max(0, int(top)), int(bottom) + 1), (max(0, int(left)), int(right) + 1)
    return Guess(float(pitch[0]), float(pitch[1]), 0.0, rows, columns)


def _pitch(middles: Doubles, size: Doubles, axis: int) -> float:
    """How far cells beside each other along an axis are apart; 0 where few are."""
    length = float(np.median(size[:, axis]))
    level = np.round(middles[:, 1 - axis] / length * 4)
    order = np.lexsort((middles[:, axis], level))
    step = np.diff(middles[order, axis])
    beside = (np.diff(level[order]) == 0) & (step >= length) & (step <= length / (1 - GAP) + ALIKE)
    steps = step[beside]
    if len(steps) < FEWEST / 2:
        return 0.0
    near = np.abs(steps - np.median(steps)) <= ALIKE
    return float(steps[near].mean())
