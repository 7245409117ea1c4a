"""Scan lines: every other row of a picture is darker, as on an old screen, and equal tiles look unequal by a row."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels

LINED: Final = 1.7
"""How many times more a row differs from the next than from the second next where there are scan lines."""
BRIGHT: Final = 40
"""Level from which a pixel tells how much darker its row is."""


def restored(pixels: Pixels) -> Pixels:
    """The picture (h, w, 3) with the dark rows as bright as those between them; itself where it has no scan lines."""
    thin = np.ascontiguousarray(pixels[: len(pixels) // 2 * 2, ::4])
    if len(thin) < 4:
        return pixels
    beside, second = (float(np.mean(cv2.mean(cv2.absdiff(thin[by:], thin[:-by]))[:3])) for by in (1, 2))
    if beside <= LINED * second + 1:
        return pixels
    rows = thin.astype(np.int16)
    even, odd = rows[2::2], rows[1:-1:2]
    level = (even + rows[:-2:2]) / 2
    gain = float(np.median(odd[level > BRIGHT] / level[level > BRIGHT])) if (level > BRIGHT).any() else 1.0
    out = pixels.astype(np.float32)
    if gain < 1:
        out[1::2] /= gain
    else:
        out[::2] *= gain
    return np.asarray(np.clip(out + 0.5, 0, 255), np.uint8)
