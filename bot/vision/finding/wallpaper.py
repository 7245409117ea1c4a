"""Wallpaper: ground that repeats all over a picture, and hides what lies on it from whoever looks for repeats."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.finding.pitch import Guess

Bytes = NDArray[np.uint8]

ALL_OVER: Final = 0.8
"""Share of the picture's width and height over which wallpaper repeats."""
SAME: Final = 3
"""Levels by which two places of one wallpaper may differ."""


def everywhere(guess: Guess, pixels: Pixels) -> bool:
    """Whether edges repeat in nearly all of the picture."""
    rows, columns = guess.rows[1] - guess.rows[0], guess.columns[1] - guess.columns[0]
    return bool(rows > ALL_OVER * pixels.shape[0] and columns > ALL_OVER * pixels.shape[1])


def without(pixels: Pixels, edges: Bytes, guess: Guess) -> Bytes:
    """Edges without those of places that look the very same one pitch beside and one pitch above or below."""
    return np.where(repeats(pixels, guess.pitch_x, guess.pitch_y)[..., None], 0, edges).astype(np.uint8)


def repeats(pixels: Pixels, pitch_x: float, pitch_y: float) -> NDArray[np.bool_]:
    """(height, width), which places look the very same one pitch beside and one pitch above or below."""
    height, width = pixels.shape[:2]
    found = np.ones((height, width), np.bool_)
    for dy, dx in ((0, round(pitch_x)), (round(pitch_y), 0)):
        apart = cv2.absdiff(pixels[dy:, dx:, :3], pixels[: height - dy, : width - dx, :3])
        same = cv2.blur(np.ascontiguousarray(apart.max(2)), (5, 5)) < SAME
        either = np.zeros((height, width), np.bool_)
        either[dy:, dx:] |= same
        either[: height - dy, : width - dx] |= same
        found &= either
    return found
