"""Wallpaper: ground that repeats all over a picture, and hides what lies on it from whoever looks for repeats."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.channels import largest
from bot.vision.finding.pitch import Guess

Bytes = NDArray[np.uint8]

ALL_OVER: Final = 0.8
"""Share of the picture's width and height over which wallpaper repeats."""
SAME: Final = 3
"""Levels by which two places of one wallpaper may differ."""
INKS: Final = 4
"""Colours of a wallpaper at most: stripes, checks, dots."""
MOSTLY: Final = 0.8
"""Share of the pixels along the sides of a picture that have one of its colours."""
CHANGES: Final = 24
"""Times, at least, that one of them follows another along the sides."""
NEAR: Final = 6
"""Levels by which a pixel may differ from a colour of the wallpaper."""
MUCH: Final = 0.1
"""Share of the picture that it covers at least."""


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
        apart = np.asarray(cv2.absdiff(pixels[dy:, dx:, :3], pixels[: height - dy, : width - dx, :3]), np.uint8)
        same = cv2.blur(largest(apart), (5, 5)) < SAME
        either = np.zeros((height, width), np.bool_)
        either[dy:, dx:] |= same
        either[: height - dy, : width - dx] |= same
        found &= either
    return found


def papered(pixels: Pixels) -> Pixels | None:
    """The picture (h, w, 3 or more) with its wallpaper in one plain colour; None where a few colours do not follow each
    other all along its sides, as those of stripes, checks and dots do.

    Wallpaper is what has these colours, or lies on a thin line between them, and is joined to the sides.
    """
    inks = _inks(np.concatenate([pixels[0], pixels[:, -1], pixels[-1, ::-1], pixels[::-1, 0]])[:, :3])
    if not len(inks):
        return None
    near = np.zeros(pixels.shape[:2], np.uint8)
    for ink in inks.astype(np.int64):
        low, high = np.clip([ink - NEAR, ink + NEAR], 0, 255)
        near |= np.asarray(cv2.inRange(pixels[:, :, :3], low, high), np.uint8)
    near = np.asarray(cv2.morphologyEx(near, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    parts = np.asarray(cv2.connectedComponents(near, connectivity=4)[1])
    sides = np.unique(np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]]))
    paper = np.isin(parts, sides[sides > 0])
    if paper.mean() < MUCH:
        return None
    plain = pixels.copy()
    plain[paper, :3] = inks[0]
    return plain


def _inks(ring: Pixels) -> Pixels:
    """The colours (n, 3) of the wallpaper that shows along the sides of a picture, (pixels, 3), the usual one first;
    none where a few do not follow each other all along.
    """
    inks, of, times = np.unique(ring, axis=0, return_inverse=True, return_counts=True)
    chosen = np.argsort(-times)[:INKS]
    chosen = chosen[: int(np.searchsorted(np.cumsum(times[chosen]), MOSTLY * len(ring))) + 1]
    known = of.ravel()[np.isin(of.ravel(), chosen)]
    papered = len(known) >= MOSTLY * len(ring) and np.count_nonzero(np.diff(known)) >= CHANGES
    return np.asarray(inks[chosen] if papered else inks[:0], np.uint8)
