"""Land in a sea of ground: what stands out of the largest plain parts of a picture, by its outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.finding.pitch import MIN_PITCH

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

SEA: Final = 0.05
"""Share of the picture that a sea of ground covers at the least."""
SEAS: Final = 2
"""Seas that are looked at for every level."""
GRAIN: Final = np.ones((3, 3), np.uint8)
"""What is thinner than this is no land."""
SMALL: Final = 0.7
"""Share of the least pitch below which land is a letter, or grain."""
WIDE: Final = 0.9
"""Share of the picture's width or height from which land is a bar, or the end of a window."""


class Land(NamedTuple):
    """What stands out of a sea, without what is no tile by its size."""

    coasts: list[NDArray[Any]]
    """The outline of each, (m, 1, 2)."""
    boxes: Ints
    """(n, 4): left and top of each, right and bottom, the pixels after the last."""
    size: tuple[int, int]
    """Height and width of the picture."""

    def dry(self, which: Bools | None = None) -> Bytes:
        """(h, w), 1 where there is land; of all of it, or of `which` (n,)."""
        coasts = self.coasts if which is None else [self.coasts[number] for number in np.flatnonzero(which)]
        mask = np.zeros(self.size, np.uint8)
        return np.asarray(cv2.drawContours(mask, coasts, -1, 1, cv2.FILLED), np.uint8)

    def area(self, which: Bools) -> float:
        """How many pixels the land has that `which` (n,) names."""
        return sum(cv2.contourArea(self.coasts[number]) for number in np.flatnonzero(which))

    def parts(self) -> Iterator[tuple[Land, Land]]:
        """What lies on either side of the widest band without land, upright or level, and the rest."""
        for low, high in ((0, 2), (1, 3)):
            order = np.argsort(self.boxes[:, low])
            ends = np.maximum.accumulate(self.boxes[order, high])[:-1]
            bands = self.boxes[order[1:], low] - ends
            if len(bands) and bands.max() > 0:
                beyond = np.isin(np.arange(len(order)), order[int(bands.argmax()) + 1 :])
                both = self._of(~beyond), self._of(beyond)
                yield both
                yield both[1], both[0]

    def _of(self, which: Bools) -> Land:
        """The land that `which` (n,) names."""
        return Land([self.coasts[number] for number in np.flatnonzero(which)], self.boxes[which], self.size)

    def like(self, other: Land) -> bool:
        """Whether it is the same land, give or take a pixel."""
        return len(self.boxes) == len(other.boxes) and int(np.abs(self.boxes - other.boxes).max(initial=0)) <= 1


def lands(steps: Bytes, level: int) -> Iterator[Land]:
    """What stands out of the largest seas, where ground has no steps higher than `level`."""
    height, width = steps.shape
    calm = (steps <= level).astype(np.uint8)
    # A glance at half the size, where four pixels are calm, tells which seas are large and where each has a pixel.
    glance = np.ascontiguousarray(cv2.erode(calm, np.ones((2, 2), np.uint8), anchor=(0, 0))[::2, ::2])
    _, group, stats, _ = cv2.connectedComponentsWithStats(glance, connectivity=4)
    sizes = np.asarray(stats)[:, cv2.CC_STAT_AREA].copy()
    sizes[0] = 0
    for wet, sea in enumerate(np.argsort(-sizes)[:SEAS], 2):
        if sizes[sea] == 0:
            break
        top = int(stats[sea, cv2.CC_STAT_TOP])
        left = int(np.argmax(group[top] == sea))
        if calm[2 * top, 2 * left] != 1:  # it is part of the sea before, by a strait that the glance missed
            continue
        area = cv2.floodFill(calm, None, (2 * left, 2 * top), wet, flags=4)[0]
        if area < SEA * steps.size:
            continue
        dry = cv2.morphologyEx((calm != wet).astype(np.uint8), cv2.MORPH_OPEN, GRAIN)
        # Land may lie all around the sea, as the rest of a screen does around a window: islands lie in a hole of it.
        coasts, order = cv2.findContours(dry, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        if not len(coasts):
            continue
        found = [coast for coast, (_, _, _, hole_of) in zip(coasts, order[0], strict=True) if hole_of < 0]
        boxes = np.array([cv2.boundingRect(coast) for coast in found], np.int64).reshape(-1, 4)
        wide, high = boxes[:, 2].copy(), boxes[:, 3].copy()
        boxes[:, 2:] += boxes[:, :2]
        tile = (np.minimum(wide, high) >= SMALL * MIN_PITCH) & (wide < WIDE * width) & (high < WIDE * height)
        if tile.any():
            yield Land([coast for coast, one in zip(found, tile, strict=True) if one], boxes[tile], (height, width))
