"""Pictures in which light changes, seen by hue alone: a red block is the same red, near a lamp or far from it.

Each pixel keeps which of red, green and blue it has more of, and by what share; how bright it is and how much white is
mixed in is taken away. What has no colour of its own stays as bright as it is; what is nearly black is black. A picture
that was seen so before stays as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from bot.frame import Frame, Pixels
from bot.reading import Reader, Reading

DARK: Final = 36
"""Grey levels of the strongest channel below which a pixel is black."""
PALE: Final = 0.22
"""Share of the strongest channel by which the weakest must be less, or the pixel is grey."""

MIDDLE: Final = 128
"""A grey that is lit."""


def by_hue(pixels: Pixels, lightest: int = 255) -> Pixels:
    """A picture (h, w, 3 or 4) by hue, as (h, w, 4), in which no grey is lighter than `lightest`.

    >>> import numpy as np
    >>> by_hue(np.array([[[20, 60, 100], [120, 160, 200], [90, 95, 100], [9, 9, 9]]], np.uint8))[0, :, :3].tolist()
    [[0, 128, 255], [0, 128, 255], [100, 100, 100], [0, 0, 0]]
    """
    blue, green, red = (cv2.extractChannel(pixels, channel) for channel in range(3))
    high = cv2.max(cv2.max(blue, green), red)
    low = cv2.min(cv2.min(blue, green), red)
    chroma = cv2.subtract(high, low)
    _, dark = cv2.threshold(high, DARK - 1, 255, cv2.THRESH_BINARY_INV)
    pale = cv2.compare(chroma, cv2.multiply(high, np.ones_like(high), scale=PALE), cv2.CMP_LT)
    plain = cv2.bitwise_or(pale, dark)
    grey = cv2.subtract(cv2.min(high, np.full_like(high, lightest)), dark)
    for channel in (blue, green, red):  # in place: most of the time goes into memory that is touched for the first time
        cv2.subtract(channel, low, channel)
        cv2.divide(channel, chroma, channel, scale=255.0)
        cv2.copyTo(grey, plain, channel)
    return np.asarray(cv2.merge([blue, green, red, np.full_like(high, 255)]), np.uint8)


def evenly(pixels: Pixels) -> Pixels:
    """A picture by hue in which what is pale and lit is one grey: a cursor of any white, say."""
    return by_hue(pixels, MIDDLE)


class HueReader:
    """Reads a board by another reader, to which it shows hues."""

    def __init__(self, board: Reader) -> None:
        self._board = board

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        return self._board.read(replace(frame, pixels=by_hue(frame.pixels)))
