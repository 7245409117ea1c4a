"""Counts signs that stand in a row and are worth something each: small balls for one piece, large ones for six.

Where there are many, programs draw them closer until they overlap; a sign counts as long as most of its picture shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.layout import Layout, Region
from bot.vision.samples import read_sample

ALIKE: Final = 0.7
"""Correlation from which something is taken for a sign."""
APART: Final = 0.45
"""Two signs stand at least so many widths of the smaller one apart."""
LARGEST: Final = 256
"""Pixels of a sign's picture, each way, at most."""


@dataclass(frozen=True, eq=False)
class Sign:
    """What a sign looks like, and what it is worth."""

    pixels: Pixels
    worth: int


class Tally:
    """Counts the signs of one region."""

    def __init__(self, signs: Sequence[Sign]) -> None:
        self._signs = tuple(signs)
        self._sized = lru_cache(maxsize=4)(self._resized)

    @classmethod
    def of(cls, layout: Layout, region: Region) -> Tally:
        """By the pictures that a layout names. Raises LayoutError where one cannot be used."""
        return cls([Sign(read_sample(layout, name, LARGEST), worth) for name, worth in (region.signs or {}).items()])

    def count(self, strip: Pixels, scale: float = 1.0) -> int:
        """What the signs in a picture (height, width, 3) are worth together, where they are `scale` times as large as
        in their own pictures.
        """
        found = []
        for sign in self._sized(round(scale, 3)):
            high, wide = sign.pixels.shape[:2]
            if high > strip.shape[0] or wide > strip.shape[1]:
                continue
            likeness = cv2.matchTemplate(strip, sign.pixels, cv2.TM_CCOEFF_NORMED).max(0)
            found += [(float(likeness[x]), x + wide / 2, wide, sign.worth) for x in np.flatnonzero(likeness >= ALIKE)]
        kept: list[tuple[float, float, int, int]] = []
        for one in sorted(found, reverse=True):
            if all(abs(one[1] - other[1]) >= APART * min(one[2], other[2]) for other in kept):
                kept.append(one)
        return sum(worth for *_, worth in kept)

    def _resized(self, scale: float) -> tuple[Sign, ...]:
        if scale == 1.0:
            return self._signs
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        return tuple(
            Sign(np.asarray(cv2.resize(sign.pixels, None, fx=scale, fy=scale, interpolation=how), np.uint8), sign.worth)
            for sign in self._signs
        )
