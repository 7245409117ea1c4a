"""Pictures stretched and moved by parts of a pixel, the same to the last bit with every OpenCV, as replays need it.

`cv2.warpAffine`, and `cv2.remap` by maps of fractions, round otherwise in OpenCV 4 than in 5. By maps of whole numbers,
pixels and 32nds of them, `cv2.remap` gives with both what both of them gave in OpenCV 4.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

PARTS: Final = 32
"""What cv2.remap parts a pixel into."""
LOWER, UPPER = (0, 16) if sys.byteorder == "little" else (16, 0)
"""Bits of a number of 32 before the first and the second of two numbers of 16, as they lie in memory."""

Line: TypeAlias = tuple[float, float]
"""Where in the old picture the first pixel of the new one is, and how far the next, both in old pixels."""
Beside: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
"""How far columns lie to the right of their places, and rows below."""


def stretched(
    picture: NDArray[Any], across: Line, down: Line, size: tuple[int, int], beside: Beside | None = None
) -> NDArray[Any]:
    """A new picture of `size` (width, height) out of an old one, (h, w, channels) of bytes or 32-bit floats.

    Values between pixels are weighed means of four; beyond the border the outermost pixel goes on. Columns and rows of
    the new one may lie `beside` where they should, (width,) and (height,) old pixels.
    """
    places, parts = _maps(across, down, size) if beside is None else _drawn(across, down, size, beside)
    return np.asarray(cv2.remap(picture, places, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=8)
def _maps(across: Line, down: Line, size: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    return _drawn(across, down, size, (np.zeros(size[0]), np.zeros(size[1])))


def _drawn(
    across: Line, down: Line, size: tuple[int, int], beside: Beside
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """The maps of cv2.remap: (h, w, 2) whole pixels and (h, w) the parts of both directions in one number."""
    x, part_x = _places(across, size[0], beside[0])
    y, part_y = _places(down, size[1], beside[1])
    # Both in one number are written in half the time.
    both = y.view(np.uint16).astype(np.uint32)[:, None] << UPPER | x.view(np.uint16).astype(np.uint32) << LOWER
    return both.view(np.int16).reshape(size[1], size[0], 2), (part_y * PARTS)[:, None] + part_x


def _places(line: Line, count: int, beside: NDArray[np.float64]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    first, step = line
    at = np.rint((first + step * np.arange(count) + beside) * PARTS).astype(np.int64)
    return (at // PARTS).astype(np.int16), (at % PARTS).astype(np.uint16)
