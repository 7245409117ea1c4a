"""What is kept of a frame to notice at once that nothing moved since, or that it is still the same frame."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.vision.place.pattern import Pattern
from bot.vision.place.scene import Map

SPARSE: Final = 120
"""Rows and columns of single pixels by which a frame without the board is known again."""
STEADY: Final = 6
"""Grey levels by which they may differ."""


def few(pixels: Pixels) -> Pixels:
    """Single pixels from all over a frame."""
    height, width = pixels.shape[:2]
    some: Pixels = pixels[2 :: max(1, height // SPARSE), 2 :: max(1, width // SPARSE), :3]
    return some


def same(before: Pixels, pixels: Pixels) -> bool:
    """Whether a frame shows, but for noise, what another one showed."""
    now = few(pixels)
    return now.shape == before.shape and cv2.norm(now.copy(), before, cv2.NORM_INF) <= STEADY


class Sights:
    """A few spots around the board, kept to notice that the window moved."""

    SIDE: Final = 12

    def __init__(self, pixels: Pixels, pattern: Pattern, there: Map) -> None:
        self._size = pixels.shape[:2]
        self._spots: list[tuple[tuple[slice, slice], Pixels]] = []
        if not pattern.levels:
            return
        level = pattern.levels[-1]
        height, width = pixels.shape[:2]
        order = np.argsort(-(level.near + 0.2) * level.clear.max(1))
        for x, y in level.at[order][:24]:
            middle_x = round(there.x + there.scale_x * (x + 0.5) / level.share)
            middle_y = round(there.y + there.scale_y * (y + 0.5) / level.share)
            left, top = middle_x - self.SIDE // 2, middle_y - self.SIDE // 2
            if left >= 0 and top >= 0 and left + self.SIDE <= width and top + self.SIDE <= height:
                spot = slice(top, top + self.SIDE), slice(left, left + self.SIDE)
                self._spots.append((spot, _colours(pixels, spot)))

    def stay(self, pixels: Pixels) -> bool:
        """Whether most spots look as they did."""
        if pixels.shape[:2] != self._size or not self._spots:
            return False
        now = [_colours(pixels, spot) for spot, _ in self._spots]
        same = sum(float(cv2.norm(a, b, cv2.NORM_L1)) < 4 * b.size for a, (_, b) in zip(now, self._spots, strict=True))
        return same >= 0.7 * len(self._spots)


def _colours(pixels: Pixels, spot: tuple[slice, slice]) -> Pixels:
    """What a spot shows, without the fourth channel that the frames of a screen have and pictures have not."""
    return np.ascontiguousarray(pixels[spot][:, :, :3])
