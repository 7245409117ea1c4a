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
FINEST, COARSEST = 4, 24
"""Pixels after which a texture repeats."""
STEP: Final = 6
"""Levels from one pixel to the next from which they are an edge…"""
POINTS: Final = 6000
"""… of which so many are looked at…"""
FEWEST: Final = 1000
"""… and so many show a texture at the least."""
KNOT: Final = 5
"""Pixels around an edge of a texture that belong to it."""
WOVEN: Final = 0.6
"""Share of a picture's edges, but for straight ones, that look the very same one step of a texture beside, and one
below."""


def everywhere(guess: Guess, pixels: Pixels) -> bool:
    """Whether edges repeat in nearly all of the picture."""
    rows, columns = guess.rows[1] - guess.rows[0], guess.columns[1] - guess.columns[0]
    return bool(rows > ALL_OVER * pixels.shape[0] and columns > ALL_OVER * pixels.shape[1])


def without(pixels: Pixels, edges: Bytes, guess: Guess) -> Bytes:
    """Edges without those of places that look the very same one pitch beside and one pitch above or below."""
    return np.where(repeats(pixels, guess.pitch_x, guess.pitch_y)[..., None], 0, edges).astype(np.uint8)


def repeats(pixels: Pixels, pitch_x: float, pitch_y: float) -> NDArray[np.bool_]:
    """(height, width), which places look the very same one pitch beside and one pitch above or below."""
    return alike(pixels, 0, round(pitch_x)) & alike(pixels, round(pitch_y), 0)


def alike(pixels: Pixels, dy: int, dx: int) -> NDArray[np.bool_]:
    """(height, width), which places look the very same so many pixels below and to the right, or above and to the left
    of them.
    """
    height, width = pixels.shape[:2]
    apart = np.asarray(cv2.absdiff(pixels[dy:, dx:, :3], pixels[: height - dy, : width - dx, :3]), np.uint8)
    same = cv2.blur(largest(apart), (5, 5)) < SAME
    either = np.zeros((height, width), np.bool_)
    either[dy:, dx:] |= same
    either[: height - dy, : width - dx] |= same
    return either


def unwoven(pixels: Pixels) -> Pixels | None:
    """The picture (h, w, 3 or more) without a fine texture that repeats nearly all over it, whatever darkens or
    lightens parts of it: each place of it has the colour that is usual around; None where there is none.
    """
    colours = np.ascontiguousarray(pixels[:, :, :3])
    edge = np.zeros(pixels.shape[:2], np.bool_)
    edge[:, 1:] = largest(np.asarray(cv2.absdiff(colours[:, 1:], colours[:, :-1]), np.uint8)) >= STEP
    edge[1:] |= largest(np.asarray(cv2.absdiff(colours[1:], colours[:-1]), np.uint8)) >= STEP
    points = np.argwhere((edge & ~alike(colours, 0, 2) & ~alike(colours, 2, 0))[:-COARSEST, :-COARSEST])
    if len(points) < FEWEST:
        return None
    points = points[:: max(1, len(points) // POINTS)]
    across, down = (_step(colours, points, along) for along in ((0, 1), (1, 0)))
    if across is None or down is None:
        return None
    woven = np.zeros_like(edge)
    for dy, dx in ((0, across), (down, 0)):
        same = alike(colours, dy, dx) & alike(colours, 2 * dy, 2 * dx)
        # A straight line looks the same after every step.
        knots = edge & same & ~alike(colours, dy // 3, dx // 3)
        woven |= same & (cv2.dilate(knots.astype(np.uint8), np.ones((KNOT, KNOT), np.uint8)) > 0)
    if woven.mean() < MUCH:
        return None
    plain = pixels.copy()
    plain[woven, :3] = np.asarray(cv2.medianBlur(colours, 2 * max(across, down) + 1), np.uint8)[woven]
    return plain


def _step(colours: Pixels, points: NDArray[np.int64], along: tuple[int, int]) -> int | None:
    """The least step, down and right, after which most of these places (n, 2) look the same; None where none is."""
    here = colours[points[:, 0], points[:, 1]].astype(np.int16)
    for step in range(FINEST, COARSEST + 1):
        there = colours[points[:, 0] + step * along[0], points[:, 1] + step * along[1]].astype(np.int16)
        if float((np.abs(here - there).max(1) <= SAME).mean()) >= WOVEN:
            return step
    return None


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
