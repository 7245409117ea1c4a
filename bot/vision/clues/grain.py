"""The grain of a photograph, or of a camera in poor light: whether a picture has it, and the picture without."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels

GRAIN: Final = 1.0
"""How much most pixels differ from those around them in a picture with grain, in steps of a colour; screens are plain.
"""
REACH: Final = 5
"""Pixels around each over which it is smoothed."""
EDGE: Final = 30.0
"""Difference of colours, in steps, beyond which it is an edge, which stays."""
WIDE: Final = 2.0
"""How far, in pixels, others weigh."""


def grainy(pixels: Pixels) -> bool:
    """Whether most of a picture (height, width, 3 or 4) is unrest."""
    grey = cv2.cvtColor(np.ascontiguousarray(pixels[:, :, :3]), cv2.COLOR_BGR2GRAY)
    return float(np.median(cv2.absdiff(grey, cv2.medianBlur(grey, 3)))) >= GRAIN


def smoothed(pixels: Pixels) -> Pixels:
    """The picture (height, width, 3) without grain; its edges stay."""
    colours = np.ascontiguousarray(pixels[:, :, :3])
    return np.asarray(cv2.bilateralFilter(colours, REACH, EDGE, WIDE), np.uint8)
