"""A picture that was turned a little, as photographs and scans are: by how much, and the picture put straight.

The lines of a board all lie along each other. Seen along them its edges fall together into a few places; a degree off
they are smeared over many. So every tilt is tried on the edges of thin stripes, moved against each other.
"""

from __future__ import annotations

from dataclasses import replace
from math import atan
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

Floats = NDArray[np.float32]

STEEPEST: Final = 0.03
"""How far a line leans at most, in pixels a pixel: less than two degrees."""
STEP: Final = 0.001
"""Between the tilts that are tried."""
STRIPE: Final = 8
"""Pixels of a stripe."""
STRAIGHT: Final = 1.2
"""Pixels by which lines may lean from one end of the picture to the other without being put straight."""
PLAINER: Final = 1.03
"""How many times as well edges must fall together as they do upright."""
UPRIGHT: Final = 1.2
"""How many times as well they fall together upright as a little off where nothing leans."""


def tilt(pixels: Pixels) -> float:
    """How far upright lines of a picture (height, width, 3) lean to the left on their way down, in pixels a pixel; 0
    where they stand straight.
    """
    grey = cv2.cvtColor(np.ascontiguousarray(pixels[:, :, :3]), cv2.COLOR_BGR2GRAY).astype(np.int16)
    upright = _stripes(np.abs(np.diff(grey, axis=1)))
    level = _stripes(np.abs(np.diff(grey, axis=0)).T)

    def together_at(lean: float) -> float:
        return _together(upright, lean) + _together(level, -lean)

    plain = together_at(0.0)
    if plain > UPRIGHT * max(together_at(k * STEP) for k in (-4, -2, 2, 4)):
        return 0.0
    leans = np.arange(-STEEPEST, STEEPEST + STEP / 2, STEP)
    together = np.array([together_at(float(lean)) for lean in leans])
    best = int(together.argmax())
    if together[best] < PLAINER * plain or not 0 < best < len(leans) - 1:
        return 0.0
    before, here, after = together[best - 1 : best + 2]
    lean = float(leans[best] + STEP * 0.5 * (before - after) / min(before - 2 * here + after, -1e-9))
    return lean if abs(lean) * max(grey.shape) > STRAIGHT else 0.0


def straightened(pixels: Pixels, lean: float) -> Pixels:
    """The picture turned so that its lines stand straight."""
    height, width = pixels.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), np.degrees(atan(lean)), 1)
    turned = cv2.warpAffine(pixels, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def tilted(grid: Grid, lean: float, size: tuple[int, int]) -> Grid:
    """Where a grid of the straightened picture lies in the picture of this (width, height) that it was made of, its own
    lines straight.
    """
    box = grid.box
    from_middle = box.centre.x - size[0] / 2, box.centre.y - size[1] / 2
    return replace(grid, x=grid.x - lean * from_middle[1], y=grid.y + lean * from_middle[0])


def _stripes(steps: NDArray[np.int16]) -> Floats:
    """Edges (h, w) summed over stripes of rows, what is usual in a stripe taken away: text and grain lie everywhere."""
    rows = len(steps) // STRIPE
    sums = steps[: rows * STRIPE].reshape(rows, STRIPE, -1).sum(1, dtype=np.float32)
    return np.asarray(np.maximum(sums - np.median(sums, axis=1, keepdims=True), 0), np.float32)


def _together(stripes: Floats, lean: float) -> float:
    """How well edges fall together when each stripe is moved against the one before by so much."""
    rows, width = stripes.shape
    shear = np.array([[1, -lean * STRIPE, lean * STRIPE * rows / 2], [0, 1, 0]], np.float64)
    moved = cv2.warpAffine(stripes, shear, (width, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    profile = np.asarray(moved, np.float64).sum(0)
    return float(profile @ profile)
