"""Why a picture shows no board of blocks, as far as that can be seen."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels

COLOURED: Final = 24
"""Grey levels from the weakest to the strongest channel from which a pixel has a colour."""
NEXT_TO_NONE: Final = 0.02
"""Share of a picture that a line of coloured text may take up."""
GREYED: Final = "next to no colour in the picture, as many games show that they are paused or over"
NONE: Final = "no cells of few kinds side by side"


def colourless(pixels: Pixels) -> bool:
    """Whether a picture (h, w, 3 or 4) is grey but for a few words: games take its colours away when they stop."""
    blue, green, red = (cv2.extractChannel(pixels, channel) for channel in range(3))
    chroma = cv2.subtract(cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    return float(np.mean(np.asarray(chroma) > COLOURED)) < NEXT_TO_NONE


def why_none(pixels: Pixels) -> str:
    """The sentence that refuses a picture (h, w, 3 or 4) in which no board was found."""
    if colourless(pixels):
        return f"Expected a board of blocks, found {GREYED}: show it in play."
    return f"Expected a board of blocks, found {NONE}: show more of the game."
