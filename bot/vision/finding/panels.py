"""The panels of a picture: what a game lays out beside each other, each on a ground of its own.

A board lies on one of them. What lies on the others, a header or a legend, may be in step with its cells, and tell of
other cells than those.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.vision.channels import largest

STEP: Final = 6
"""Grey levels from pixel to pixel within one ground."""
SHARE: Final = (0.05, 0.85)
"""Of the picture, what a panel takes at least and at most."""
OWN: Final = 0.15
"""Share of a panel that is its ground, at the least."""


def panels(pixels: Pixels) -> list[tuple[slice, slice]]:
    """The parts of a picture (h, w, 3) around such grounds as may bear a board, those with most ground first."""
    steps = cv2.morphologyEx(np.ascontiguousarray(pixels[:, :, :3]), cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
    flat = np.asarray(largest(np.asarray(steps, np.uint8)) <= STEP, np.uint8)
    _, _, found, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    x, y, wide, high, area = found[1:].T  # the first one is all that is no ground
    share = wide * high / flat.size
    may = (share >= SHARE[0]) & (share <= SHARE[1]) & (area >= OWN * wide * high)
    order = np.flatnonzero(may)[np.argsort(-area[may], kind="stable")]
    return [(slice(int(y[i]), int(y[i] + high[i])), slice(int(x[i]), int(x[i] + wide[i]))) for i in order]
