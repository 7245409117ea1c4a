"""Pictures of a phone's display, as its own `screencap` takes them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.capture import CaptureError
from bot.clock import Clock
from bot.frame import Frame, Pixels, Point
from bot.phone.target import Phone
from bot.vision.picture import MAX_PIXELS, decode

RAW: Final = "screencap 2>/dev/null"
"""Width, height and format as 32-bit numbers (newer phones add the colour space), then the pixels. Phones of several
displays print a warning besides, which would end up in the picture."""
PNG: Final = "screencap -p 2>/dev/null"
FORMS: Final = frozenset({1, 2})
"""Numbers of the formats of red, green, blue and one byte more."""
REST: Final = 0.05
"""Seconds between two looks at a screen that does not say when it changes."""


class PhoneCapture:
    """Takes a picture of the whole display each time it is asked."""

    hears = False
    method = "screencap"

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.clock: Clock = phone.clock

    def grab(self) -> Frame:
        """The display as (height, width, 3) pixels. Raises CaptureError, and PhoneError where the phone is gone."""
        time = self.clock.now()
        pixels = raw_pixels(self.phone.link.fetch(RAW))
        if pixels is None:
            data = self.phone.link.fetch(PNG)
            if not data:
                raise CaptureError(f"{self.phone.title} gives no picture: its screen is off, or the app forbids it.")
            pixels = decode(data, "the phone's picture")
        return Frame(pixels, time, Point(0, 0), 1.0)

    def wait(self, seconds: float) -> bool:
        """Sleep a little, at most so many seconds; True, because nothing tells whether the screen changed."""
        self.clock.sleep(min(seconds, REST))
        return True

    def close(self) -> None:
        """Nothing is held."""


def raw_pixels(data: bytes) -> Pixels | None:
    """The picture in what `screencap` prints; None where it is in no form that is known.

    >>> raw_pixels(bytes.fromhex("01000000 01000000 01000000 00000000 102030ff")).tolist()
    [[[48, 32, 16]]]
    """
    if len(data) < 12:
        return None
    width, height, form = (int(value) for value in np.frombuffer(data, "<u4", 3))
    size = width * height * 4
    if form not in FORMS or not 0 < width * height <= MAX_PIXELS or len(data) - size not in {12, 16}:
        return None
    pixels = np.frombuffer(data, np.uint8, size, len(data) - size).reshape(height, width, 4)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGBA2BGR), np.uint8)
