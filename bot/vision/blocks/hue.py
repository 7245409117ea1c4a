"""Colours by how far from grey they are, and in which direction: light and shade leave that direction as it is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def plane(pixels: Floats) -> tuple[Floats, Floats]:
    """How far pixels (…, 3), blue, green and red, are from grey, in grey levels: towards red, and across from it.

    >>> [float(way) for way in plane(np.array([0, 0, 200], np.float32))]
    [200.0, 0.0]
    """
    blue, green, red = (pixels[..., channel] for channel in range(3))
    return np.asarray(red - (green + blue) / 2, np.float32), np.asarray((green - blue) * np.sqrt(0.75), np.float32)


def polar(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The same as how far, and in which direction: degrees from red."""
    return np.asarray(np.hypot(x, y), np.float32), np.asarray(np.degrees(np.arctan2(y, x)) % 360, np.float32)


def turned(hue: Floats, other: Floats | float) -> Floats:
    """How many degrees two directions are apart.

    >>> float(turned(np.float32(350), 20.0))
    30.0
    """
    return np.asarray(np.abs((hue - other + 180) % 360 - 180), np.float32)
