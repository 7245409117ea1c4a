"""A new picture in which a known one is looked for, and where in it that may lie.

What is drawn pixel by pixel, and enlarged by a whole number or by any other, looks otherwise as soon as neighbours are
mixed. So a pixel of the known picture is compared with the mean of all those that it covers in the new one.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.vision.place.pattern import PATCH, Level
from bot.vision.stretch import Line, stretched

Floats = NDArray[np.float32]


class Map(NamedTuple):
    """Where a point of the known picture lies in the frame: scale, then offset, in each direction."""

    scale_x: float
    scale_y: float
    x: float
    y: float

    def box(self, box: Box) -> Box:
        """Where a rectangle of the known picture lies."""
        return Box(
            self.x + self.scale_x * box.x,
            self.y + self.scale_y * box.y,
            self.scale_x * box.w,
            self.scale_y * box.h,
        )


class Scene:
    """A new picture, in brightness and in colour, at full size and halved again and again."""

    def __init__(self, pixels: Pixels) -> None:
        code = cv2.COLOR_BGRA2GRAY if pixels.shape[2] == 4 else cv2.COLOR_BGR2GRAY
        self.pixels = pixels
        self.height, self.width = pixels.shape[:2]
        self._grey = _Halvings(np.asarray(cv2.cvtColor(pixels, code), np.uint8))
        self._colour = _Halvings(pixels)

    def holds(self, box: Box, room: float = 1.0) -> bool:
        """Whether a rectangle lies in the picture, but for so many pixels."""
        return bool(min(box.x, box.y, self.width - box.x - box.w, self.height - box.y - box.h) >= -room)

    def share(self, box: Box) -> float:
        """The share of a rectangle that lies in the picture."""
        wide = min(box.x + box.w, self.width) - max(box.x, 0)
        high = min(box.y + box.h, self.height) - max(box.y, 0)
        return float(max(wide, 0) * max(high, 0) / (box.w * box.h))

    def halved(self, times: int) -> Pixels:
        """The brightness, halved so many times."""
        return self._grey.halved(times)

    def warped(self, there: Map, share: float, size: tuple[int, int]) -> Floats:
        """The part that the known picture covers, in pixels of a level of it; `size` is width and height."""
        return self._grey.reduced((there.x, there.scale_x / share), (there.y, there.scale_y / share), size)

    def coloured(self, across: Line, down: Line, size: tuple[int, int]) -> Floats:
        """(height, width, channels): the colours of a part of it in pixels of any size. The first begins so many
        pixels from the left, and each is so many wide; the same downwards; `size` is width and height.
        """
        return self._colour.reduced(across, down, size)

    def shows(self, there: Map, level: Level) -> NDArray[np.bool_]:
        """(patches,), whether the middle of a patch and a little around it lie in the picture."""
        x = there.x + there.scale_x * (level.at[:, 0] + 0.5) / level.share
        y = there.y + there.scale_y * (level.at[:, 1] + 0.5) / level.share
        room = PATCH * 0.3 * min(there.scale_x, there.scale_y) / level.share
        inside = (x >= room) & (y >= room) & (x <= self.width - room) & (y <= self.height - room)
        return np.asarray(inside, np.bool_)


class _Halvings:
    """A picture halved again and again, and the means of so many pixels in each."""

    def __init__(self, picture: Pixels) -> None:
        self._halved = [picture]
        self._means: dict[tuple[int, int, int], Pixels] = {}

    def halved(self, times: int) -> Pixels:
        while len(self._halved) <= times:
            last = self._halved[-1]
            size = max(1, last.shape[1] // 2), max(1, last.shape[0] // 2)
            self._halved.append(np.asarray(cv2.resize(last, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._halved[times]

    def reduced(self, across: Line, down: Line, size: tuple[int, int]) -> Floats:
        """A part of it in pixels each of which is the mean of those that it covers; see `Scene.coloured`."""
        covered = float(np.sqrt(across[1] * down[1]))
        times = int(np.clip(np.floor(np.log2(max(covered, 1e-3))) - 1, 0, 5))
        picture, whole = self.halved(times), self._halved[0]
        lines, many = [], []
        for axis, (start, step) in ((1, across), (0, down)):
            part = picture.shape[axis] / whole.shape[axis]
            many.append(max(1, round(step * part)))
            # The mean of an even number of pixels lies between two of them, and is kept at the second one.
            beside = 0.5 if many[-1] % 2 == 0 else 0.0
            lines.append(((start + 0.5 * step) * part - 0.5 + beside, step * part))
        means = self._mean(times, many[0], many[1])
        return np.asarray(stretched(means, lines[0], lines[1], size), np.float32)

    def _mean(self, times: int, wide: int, high: int) -> Pixels:
        if (wide, high) == (1, 1):
            return self.halved(times)
        key = times, wide, high
        if key not in self._means:
            mean = cv2.blur(self.halved(times), (wide, high), borderType=cv2.BORDER_REPLICATE)
            self._means[key] = np.asarray(mean, np.uint8)
        return self._means[key]
