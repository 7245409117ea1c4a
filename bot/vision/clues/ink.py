"""The glyphs in a strip beside a row or a column: whatever stands out from the strip's own ground, piece by piece.

The ground is what a strip shows across most of its width at each place along it, so every strip may have its own
colour, be shaded or textured; glyphs may be darker or lighter, of any colour, and faint beside strong ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from bot.frame import Box, Pixels
from bot.vision.clues.glyph import Bytes, Floats, tile

FAINTEST: Final = 16.0
"""Contrast below which nothing is ink, in steps of a colour."""
LOW: Final = 0.22
"""Share of the strip's strongest contrast from which pixels hang together."""
HALF: Final = 0.5
"""Share of a piece's own contrast from which a pixel belongs to a stroke."""
WINDOW: Final = 2.5
"""Widths of a strip over which its ground is taken."""


@dataclass(frozen=True, eq=False)
class Glyph:
    """One piece of ink."""

    box: Box
    """Where it lies in the frame, to a whole pixel."""
    ink: Floats
    """(h, w), how far each pixel stands out from the ground, with a pixel of room on every side."""
    contrast: float
    """How far its strokes stand out."""
    colour: tuple[int, int, int]
    """Of its strokes: blue, green, red."""

    @property
    def tile(self) -> Bytes:
        """It, ready to be compared."""
        return tile(self.ink)


def contrast(strip: Pixels, along: int) -> Floats:
    """(h, w): how far each pixel of a strip (h, w, 3) is from the ground; the strip runs `along` axis 0 or 1."""
    across = 1 - along
    middle: Pixels = np.ascontiguousarray(np.median(strip, across), np.uint8)
    size = int(WINDOW * strip.shape[across]) | 1
    if len(middle) > 2:
        lying = middle[None] if along else middle[:, None]
        padded = np.pad(lying, ((0, 0), (size, size), (0, 0)) if along else ((size, size), (0, 0), (0, 0)), "edge")
        smooth = np.asarray(cv2.medianBlur(padded, min(size, 255)), np.uint8)
        middle = smooth[0, size:-size] if along else smooth[size:-size, 0]
    ground = np.expand_dims(middle, across)
    return np.asarray(np.abs(strip.astype(np.int16) - ground).max(2), np.float32)


def glyphs(strip: Pixels, ink: Floats, strongest: float, corner: tuple[int, int]) -> list[Glyph]:
    """The pieces of ink in a strip whose upper left pixel is `corner` (x, y); `strongest` is the contrast of the
    strongest ink around.
    """
    floor = max(FAINTEST, LOW * min(strongest, float(ink.max(initial=0))))
    if float(ink.max(initial=0)) < max(FAINTEST, 0.3 * strongest):
        return []
    _, blobs, stats, _ = cv2.connectedComponentsWithStats((ink > floor).astype(np.uint8), connectivity=8)
    found: list[Glyph] = []
    for number in range(1, len(stats)):
        left, top, w, h, area = (int(v) for v in stats[number])
        if area < 3 or h < 3:
            continue
        rows, columns = slice(top, top + h), slice(left, left + w)
        own = np.where(np.asarray(blobs)[rows, columns] == number, ink[rows, columns], 0)
        peak = float(np.percentile(own[own > 0], 90))
        found += _pieces(strip[rows, columns], own, peak, (corner[0] + left, corner[1] + top))
    return found


def _pieces(pixels: Pixels, own: Floats, peak: float, corner: tuple[int, int]) -> list[Glyph]:
    """The parts of a blob that hang together by more than the blur around strokes."""
    strong = (own > HALF * peak).astype(np.uint8)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(strong, connectivity=8)
    found = []
    for number in range(1, count):
        left, top, w, h, area = (int(v) for v in stats[number])
        if h < 3 or area < 3:
            continue
        mask = np.asarray(parts) == number
        if count > 2:
            near = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
            others = (np.asarray(parts) > 0) & ~mask
            part = np.where(near & ~others, own, 0)
        else:
            part = own
        padded = np.pad(part, 1)[top : top + h + 2, left : left + w + 2]
        strokes = own[mask] >= np.percentile(own[mask], 50)
        blue, green, red = (round(float(v)) for v in np.median(pixels[mask][strokes], 0))
        box = Box(corner[0] + left, corner[1] + top, w, h)
        found.append(Glyph(box, np.minimum(padded, peak), peak, (blue, green, red)))
    return found
