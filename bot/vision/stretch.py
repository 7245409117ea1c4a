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
    return _remapped(picture, places, parts)


def patches(
    picture: NDArray[Any], across: Line, down: Line, size: tuple[int, int], at: NDArray[np.int64]
) -> NDArray[Any]:
    """Parts, each of `size` (width, height), of the picture that `stretched` makes, one below the other: those that are
    the row-th from its top and the column-th from its left, as `at` (n, 2) has them.
    """
    (width, height), (rows, columns) = size, at.max(0).tolist()
    x, part_x = _line(across, (columns + 1) * width)
    y, part_y = _line(down, (rows + 1) * height)
    x, part_x = x.reshape(-1, 1, width)[at[:, 1]], part_x.reshape(-1, 1, width)[at[:, 1]]
    y, part_y = y.reshape(-1, height, 1)[at[:, 0]], part_y.reshape(-1, height, 1)[at[:, 0]]
    places, parts = _both(y, x), np.asarray(part_y * PARTS + part_x, np.uint16)
    return _remapped(picture, places.reshape(-1, width), parts.reshape(-1, width))


def _remapped(picture: NDArray[Any], places: NDArray[np.uint32], parts: NDArray[np.uint16]) -> NDArray[Any]:
    """The picture of pixels each of which is looked for in another at `places`, whole pixels, and `parts`, 32nds."""
    whole = places.view(np.int16).reshape(*places.shape, 2)
    return np.asarray(cv2.remap(picture, whole, parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=8)
def _maps(across: Line, down: Line, size: tuple[int, int]) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    return _drawn(across, down, size, (np.zeros(size[0]), np.zeros(size[1])))


def _drawn(
    across: Line, down: Line, size: tuple[int, int], beside: Beside
) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    """The maps of cv2.remap, (h, w): whole pixels in both directions, and the parts of both in one number."""
    x, part_x = _places(across, size[0], beside[0])
    y, part_y = _places(down, size[1], beside[1])
    return _both(y[:, None], x), (part_y * PARTS)[:, None] + part_x


def _both(y: NDArray[np.int16], x: NDArray[np.int16]) -> NDArray[np.uint32]:
    """Two numbers of 16 bits as cv2 wants them, x before y; in one number they are written in half the time."""
    return np.asarray(y.view(np.uint16).astype(np.uint32) << UPPER | x.view(np.uint16).astype(np.uint32) << LOWER)


@lru_cache(maxsize=16)
def _line(line: Line, count: int) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    return _places(line, count, np.zeros(count))


def _places(line: Line, count: int, beside: NDArray[np.float64]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    first, step = line
    at = np.rint((first + step * np.arange(count) + beside) * PARTS).astype(np.int64)
    return (at // PARTS).astype(np.int16), (at % PARTS).astype(np.uint16)
