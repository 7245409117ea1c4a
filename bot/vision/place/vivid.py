"""Whether a picture by hue shows the colours of a layout's kinds, which no light changes there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.place.palette import middles
from bot.vision.samples import Sample

EACH: Final = 3
"""One pixel of so many, each way, tells which colours a picture shows."""
COLOURED: Final = 3
"""Colours of kinds that it must show, …"""
SHOWN: Final = 0.005
"""… on so much of it: three fill 2.7 % and more each of whole screens and of boards alone; of 23 screens of other
programs one shows as many on 0.5 %…"""
SAME: Final = 24
"""… within so many levels of each channel."""
OWN: Final = 64
"""Levels between the channels of a colour that is none of the greys."""


class Vivid:
    """The colours of the kinds that have one of their own."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        usual = [np.median([np.median(one, 0) for one in of], 0) for of in middles(samples).values()]
        colours = np.array(usual).reshape(-1, 3).astype(np.int16)
        self._colours = colours[np.ptp(colours, axis=1) > OWN]

    def shown(self, pixels: Pixels) -> bool:
        """Whether a picture (h, w, 3 or 4) shows several of them."""
        some = pixels[::EACH, ::EACH, :3].reshape(-1, 1, 3).astype(np.int16)
        shares = (np.abs(some - self._colours).max(2) < SAME).mean(0)
        return bool(np.count_nonzero(shares >= SHOWN) >= min(COLOURED, len(self._colours)))
