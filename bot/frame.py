"""A picture of the screen and where it was taken: the one place that maps frame pixels to screen units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


class Point(NamedTuple):
    """A place, in frame pixels or in screen units as the owner says."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> Point:
        """The middle."""
        return Point(self.x + self.w / 2, self.y + self.h / 2)

    def contains(self, point: Point) -> bool:
        """Whether the point lies inside; the right and bottom edges are outside."""
        return self.x <= point.x < self.x + self.w and self.y <= point.y < self.y + self.h

    def shared(self, other: Box) -> Box:
        """What two rectangles have in common; without width or height where that is nothing.

        >>> Box(0, 0, 30, 20).shared(Box(25, -5, 30, 20))
        Box(x=25, y=0, w=5, h=15)
        """
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.x + self.w, other.x + other.w), min(self.y + self.h, other.y + other.h)
        return Box(left, top, max(0, right - left), max(0, bottom - top))


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of the target."""

    pixels: Pixels
    """(height, width, 3 or 4) in the order blue, green, red, rest; never written to. It may be a view of a
    buffer that the next grab overwrites."""
    time: float
    """When it was taken, in seconds of the session's clock."""
    origin: Point = Point(0, 0)
    """Where its upper left corner lay on the screen, in screen units."""
    scale: float = 1.0
    """Frame pixels in one screen unit."""
    window: Box | None = None
    """The target's whole rectangle, in screen units, where a part of it lies beyond the screen and is not shown."""

    @property
    def rectangle(self) -> Box:
        """The part of the screen that it shows, in screen units."""
        width, height = self.size
        return Box(self.origin.x, self.origin.y, width / self.scale, height / self.scale)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in frame pixels."""
        height, width = self.pixels.shape[:2]
        return width, height

    def shows(self, box: Box) -> bool:
        """Whether it was taken of a target with this rectangle, to the screen unit."""
        return all(abs(a - b) < 1 for a, b in zip(self.window or self.rectangle, box, strict=True))

    def to_screen(self, point: Point) -> Point:
        """The place on the screen, in screen units, that a point of the frame shows."""
        return Point(self.origin.x + point.x / self.scale, self.origin.y + point.y / self.scale)
