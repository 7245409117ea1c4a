"""A frame cut and reduced to the cells that are compared in it, and grids moved along."""

from __future__ import annotations

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid


def around(pixels: Pixels, grid: Grid) -> tuple[Pixels, tuple[int, int]]:
    """The part of a frame that a grid lies in, with a cell of room around it, and its corner, x and y."""
    box = grid.wider(1).box
    left, top = max(0, int(box.x)), max(0, int(box.y))
    part = pixels[top : max(top + 1, int(box.y + box.h) + 1), left : max(left + 1, int(box.x + box.w) + 1), :3]
    return part, (left, top)


def reduced(pixels: Pixels, grid: Grid, size: tuple[float, float]) -> tuple[Pixels, float, float]:
    """The frame with cells of about `size` pixels, where they are larger; and how many pixels of it one of these
    is, each way.
    """
    width = min(pixels.shape[1], round(pixels.shape[1] * size[0] / grid.pitch_x))
    height = min(pixels.shape[0], round(pixels.shape[0] * size[1] / grid.pitch_y))
    if (width, height) == (pixels.shape[1], pixels.shape[0]):
        return pixels, 1.0, 1.0
    small = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return small, pixels.shape[1] / width, pixels.shape[0] / height
