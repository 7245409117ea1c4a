"""Soft-edged drawing: shapes drawn large and shrunk once, text, and pasting them on a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""

_FINE = 4
"""How many times larger than its sprite a sheet is drawn."""
_SHIFT = 4
"""Bits of a pixel that coordinates are rounded to."""
_TALL = "Agjy|"
"""Letters that reach as far up and down as any."""


@dataclass(frozen=True, eq=False)
class Sprite:
    """A small picture with soft edges, ready to be pasted."""

    ink: Pixels
    """(height, width, 3), each pixel already multiplied by how much of it is covered."""
    clear: Pixels
    """(height, width, 3), how much of the ground shines through, 0 to 255."""

    def paste(self, ground: Pixels, x: int, y: int, clip: tuple[int, int, int, int] | None = None) -> None:
        """Lay it on a picture with its upper left corner at x, y; what lies outside `clip` is left alone.

        `clip` is left, top, right, bottom; without it the whole picture may be painted.
        """
        high, wide = self.ink.shape[:2]
        left, top, right, bottom = clip or (0, 0, ground.shape[1], ground.shape[0])
        x0, y0, x1, y1 = max(x, left), max(y, top), min(x + wide, right), min(y + high, bottom)
        if x0 >= x1 or y0 >= y1:
            return
        part = ground[y0:y1, x0:x1]
        cut = (slice(y0 - y, y1 - y), slice(x0 - x, x1 - x))
        cv2.multiply(part, self.clear[cut], part, scale=1 / 255)
        cv2.add(part, self.ink[cut], part)


class Sheet:
    """A transparent surface to draw a sprite on, in pixels of the sprite, fractions welcome."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._pixels = np.zeros((height * _FINE, width * _FINE, 4), np.uint8)

    def copy(self) -> Sheet:
        """A second sheet with the same drawing."""
        twin = Sheet(self.width, self.height)
        twin._pixels = self._pixels.copy()
        return twin

    def _points(self, points: Sequence[tuple[float, float]]) -> NDArray[np.int32]:
        fine = np.asarray(points, float) * _FINE - 0.5
        return np.round(fine * (1 << _SHIFT)).astype(np.int32)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle."""
        centre = self._points([(x, y)])[0]
        size = max(1, round(radius * _FINE * (1 << _SHIFT)))
        cv2.circle(self._pixels, (int(centre[0]), int(centre[1])), size, (*colour, 255), -1, shift=_SHIFT)

    def polygon(self, points: Sequence[tuple[float, float]], colour: Colour) -> None:
        """A filled polygon."""
        cv2.fillPoly(self._pixels, [self._points(points)], (*colour, 255), shift=_SHIFT)

    def stroke(self, points: Sequence[tuple[float, float]], width: float, colour: Colour, closed: bool = False) -> None:
        """A line with round ends through the points."""
        thick = max(1, round(width * _FINE))
        cv2.polylines(self._pixels, [self._points(points)], closed, (*colour, 255), thick, shift=_SHIFT)

    def rounded(self, box: Box, radius: float, colour: Colour) -> None:
        """A filled rectangle with round corners."""
        radius = min(radius, box.w / 2, box.h / 2)
        x0, y0, x1, y1 = box.x, box.y, box.x + box.w, box.y + box.h
        arc = [(np.sin(a), np.cos(a)) for a in np.linspace(0, np.pi / 2, 9)]
        corners = [(x1 - radius, y1 - radius, 1, 1), (x1 - radius, y0 + radius, 1, -1)]
        corners += [(x0 + radius, y0 + radius, -1, -1), (x0 + radius, y1 - radius, -1, 1)]
        outline = [
            (cx + sx * radius * s, cy + sy * radius * c)
            for n, (cx, cy, sx, sy) in enumerate(corners)
            for s, c in (arc if n % 2 == 0 else arc[::-1])
        ]
        self.polygon(outline, colour)

    def text(self, text: str, box: Box, colour: Colour, bold: bool = False, tight: bool = False) -> None:
        """Text as large as the box allows, in its middle; `tight` measures the ink instead of the line height."""
        mask = _lettering(text, bold, tight)
        scale = min(box.h / mask.shape[0], box.w / mask.shape[1]) * _FINE
        wide, high = max(1, round(mask.shape[1] * scale)), max(1, round(mask.shape[0] * scale))
        small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
        x, y = round(box.centre.x * _FINE - wide / 2), round(box.centre.y * _FINE - high / 2)
        x, y = max(0, x), max(0, y)
        part = self._pixels[y : y + high, x : x + wide]
        part[:] = np.where(small[: part.shape[0], : part.shape[1], None] > 127, (*colour, 255), part)

    @staticmethod
    def measure(text: str, width: float, height: float) -> float:
        """How wide `text` is when it fills this height, at most `width`."""
        mask = _lettering(text, bold=False, tight=False)
        return min(width, float(mask.shape[1] * height / mask.shape[0]))

    def fade(self, opacity: float) -> None:
        """Make everything drawn so far shine through."""
        self._pixels[:] = np.round(self._pixels * opacity)

    def darken(self, share: float) -> None:
        """Take away this share of the light of everything drawn so far."""
        self._pixels[:, :, :3] = np.round(self._pixels[:, :, :3] * (1 - share))

    def blur(self, radius: float) -> None:
        """Soften everything drawn so far; how a shadow is made."""
        self._pixels = cast("Pixels", cv2.GaussianBlur(self._pixels, (0, 0), max(0.3, radius * _FINE)))

    def sprite(self) -> Sprite:
        """What was drawn, shrunk to its size."""
        small = cv2.resize(self._pixels, (self.width, self.height), interpolation=cv2.INTER_AREA)
        clear = np.repeat(255 - small[:, :, 3:], 3, axis=2)
        return Sprite(np.ascontiguousarray(small[:, :, :3]), np.ascontiguousarray(clear))


@lru_cache(maxsize=512)
def _lettering(text: str, bold: bool, tight: bool) -> Pixels:
    """A large one-channel picture of a text, cut at its ink; the height is a whole line unless it is tight."""
    font = cv2.FONT_HERSHEY_DUPLEX if bold else cv2.FONT_HERSHEY_SIMPLEX
    scale = 3.0 if tight else 1.5
    (wide, _), _ = cv2.getTextSize(text, font, scale, 4)
    (_, high), base = cv2.getTextSize(_TALL, font, scale, 4)
    mask = np.zeros((high + base + 12, wide + 80), np.uint8)
    cv2.putText(mask, text, (40, high + 6), font, scale, 255, 4, cv2.LINE_AA)
    columns = np.flatnonzero(mask.any(axis=0))
    rows = np.flatnonzero(mask.any(axis=1)) if tight else np.array([0, mask.shape[0] - 1])
    if not columns.size:
        return mask
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def tint(colour: Colour, towards: Colour, share: float) -> Colour:
    """A colour mixed with another; share 0 is the first, 1 the second.

    >>> tint((0, 100, 200), (100, 100, 100), 0.5)
    (50, 100, 150)
    """
    b, g, r = (round(a + (c - a) * share) for a, c in zip(colour, towards, strict=True))
    return b, g, r


def cloth(width: int, height: int, middle: Colour, rim: Colour, seed: int = 1, grain: float = 1.6) -> Pixels:
    """A table top: one colour in the middle, another towards the rim, with a fine grain of so many grey levels."""
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    far = np.clip((x * x + y * y) / 2, 0, 1)[:, :, None]
    grains = np.random.default_rng(seed).normal(0, grain, (height, width, 1)).astype(np.float32)
    ground = np.asarray(middle, np.float32) * (1 - far) + np.asarray(rim, np.float32) * far + grains
    return np.clip(ground, 0, 255).astype(np.uint8)
