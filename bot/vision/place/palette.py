"""Whether a picture shows what a layout's kinds are painted with at all.

Its board is looked for only then, as that takes seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.samples import Sample
from engine.position import EMPTY

LEVELS: Final = 32
"""Levels of each channel that are told apart; those right beside one count as it."""
MOST: Final = 0.7
"""Share of the pixels in the middle of its samples whose colours a picture must show for a kind…"""
KINDS: Final = 3
"""… and kinds of which it must show them."""


class Palette:
    """The colours of the kinds of a layout."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        seen = middles(samples)
        self._places = [_places(np.concatenate(of)) for label, of in seen.items() if label != EMPTY]

    def shown(self, pixels: Pixels) -> bool:
        """Whether a picture (h, w, 3 or 4) shows those of several kinds."""
        counts = np.bincount(_places(pixels[..., :3].reshape(-1, 3)), minlength=LEVELS**3)
        there = (counts > 0).astype(np.uint8).reshape(LEVELS, LEVELS * LEVELS)
        wide = cv2.dilate(there, np.ones((3, 1), np.uint8)).reshape(LEVELS, LEVELS, LEVELS)
        near = np.stack([cv2.dilate(one, np.ones((3, 3), np.uint8)) for one in wide]).ravel() > 0
        seen = sum(bool(near[of].mean() >= MOST) for of in self._places)
        return seen >= min(KINDS, len(self._places))


def middles(samples: Sequence[Sample]) -> dict[str, list[Pixels]]:
    """What the middle of each sample of a kind shows, (n, 3), by the labels of kinds."""
    found: dict[str, list[Pixels]] = {}
    for one in samples:
        high, wide = (side // 4 for side in one.pixels.shape[:2])
        middle = one.pixels[high : one.pixels.shape[0] - high, wide : one.pixels.shape[1] - wide, :3]
        found.setdefault(one.label, []).append(middle.reshape(-1, 3))
    return found


def _places(pixels: Pixels) -> NDArray[np.int64]:
    """(n,), where the colours of pixels (n, 3) lie among all that are told apart."""
    parts = (pixels // (256 // LEVELS)).astype(np.int64)
    return np.asarray((parts[:, 0] * LEVELS + parts[:, 1]) * LEVELS + parts[:, 2], np.int64)
