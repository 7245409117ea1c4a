"""Patches: the places of a picture where nothing changes, which is what flat cells, pieces and empty ground are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels, Point
from bot.vision.channels import largest

STEP: Final = 6
"""Grey levels among a pixel and its neighbours from which an edge runs there."""
LEAST: Final = 4
"""Pixels of width and height of a patch at least."""
SQUARE: Final = 0.6
"""Height in widths, or width in heights, of a patch that may be a cell."""
FULL: Final = 0.8
"""Share of its box that such a patch fills."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A place of one colour."""

    box: Box
    area: int
    number: int
    """Its name in `Patches.names`."""
    _pixels: Pixels
    _names: NDArray[np.int32]

    @property
    def side(self) -> float:
        """Its mean width and height in pixels."""
        return (self.box.w + self.box.h) / 2

    @property
    def square(self) -> bool:
        """Whether it may be a cell."""
        w, h = self.box.w, self.box.h
        return min(w, h) >= SQUARE * max(w, h) and self.area >= FULL * w * h

    @property
    def centre(self) -> Point:
        """The middle of its box."""
        return self.box.centre

    @cached_property
    def colour(self) -> NDArray[np.float32]:
        """Blue, green, red."""
        x, y, w, h = (int(n) for n in self.box)
        step = max(1, min(w, h) // 16)
        cut = (slice(y, y + h, step), slice(x, x + w, step))
        mine = self._pixels[cut][self._names[cut] == self.number]
        return np.asarray(np.median(mine if len(mine) else self._pixels[cut], axis=(0,)), np.float32)


@dataclass(frozen=True, eq=False)
class Patches:
    """All patches of a picture."""

    every: tuple[Patch, ...]
    names: NDArray[np.int32]
    """(height, width), which patch lies where."""
    slopes: NDArray[np.uint8]
    """(height, width), by how many grey levels neighbours differ."""


def find_patches(pixels: Pixels) -> Patches:
    """The patches of a picture, (height, width, 3 or 4)."""
    picture = np.ascontiguousarray(pixels[:, :, :3])
    cross = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
    slopes = largest(np.asarray(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, cross), np.uint8))
    _, numbered, stats, _ = cv2.connectedComponentsWithStats((slopes < STEP).astype(np.uint8), connectivity=4)
    large = np.flatnonzero((stats[1:, 2] >= LEAST) & (stats[1:, 3] >= LEAST)) + 1
    names: NDArray[np.int32] = np.asarray(numbered, np.int32)
    every = (Patch(Box(*map(int, stats[n, :4])), int(stats[n, 4]), int(n), picture, names) for n in large)
    return Patches(tuple(every), names, slopes)
