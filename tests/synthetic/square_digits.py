"""Digits of straight strokes at right angles, as consoles and arcades show them: no installed font has these."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]

STROKES: Final[dict[str, tuple[tuple[tuple[Point, ...], ...], ...]]] = {
    "0": ((((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)),),),
    "1": (
        (((0.1, 0), (0.6, 0), (0.6, 1)),),
        (((0, 0), (0.5, 0), (0.5, 1)), ((0, 1), (1, 1))),
        (((0, 0.25), (0.5, 0.25), (0.5, 1)), ((0.5, 0), (0.5, 1))),
    ),
    "2": ((((0, 0), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)),),),
    "3": (
        (((0, 0), (1, 0), (1, 1), (0, 1)), ((0, 0.5), (1, 0.5))),
        (((0, 0), (1, 0), (1, 1), (0, 1)), ((0.4, 0.5), (1, 0.5))),
    ),
    "4": ((((0, 0), (0, 0.5), (1, 0.5)), ((1, 0), (1, 1))), (((0, 0), (0, 0.65), (1, 0.65)), ((0.7, 0), (0.7, 1)))),
    "5": ((((1, 0), (0, 0), (0, 0.5), (1, 0.5), (1, 1), (0, 1)),),),
    "6": ((((1, 0), (0, 0), (0, 1), (1, 1), (1, 0.5), (0, 0.5)),), (((0, 0), (0, 1), (1, 1), (1, 0.5), (0, 0.5)),)),
    "7": ((((0, 0), (1, 0), (1, 1)),), (((0, 0.35), (0, 0), (1, 0), (1, 1)),)),
    "8": ((((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)), ((0, 0.5), (1, 0.5))),),
    "9": ((((0, 1), (1, 1), (1, 0), (0, 0), (0, 0.5), (1, 0.5)),), (((1, 1), (1, 0), (0, 0), (0, 0.5), (1, 0.5)),)),
}  # fmt: skip
"""The ways to write each digit, as strokes through points (x, y) of a unit square."""
THICK: Final = (0.13, 0.18, 0.25)
"""Thickness of strokes, in heights of a digit."""
ASPECTS: Final = (0.5, 0.65, 0.8, 1.0)
"""Widths, in heights."""
WIDER: Final = 0.65
"""Width from which a 7 is none that could be a 1."""
HOLE: Final = 0.2
"""Width, in heights, that is left between strokes, at the least: without it a 0 is a block."""
FINE: Final = 16
"""Parts of a pixel in which strokes are drawn."""


def square_digits(height: int) -> Iterator[tuple[str, NDArray[np.uint8]]]:
    """The digits at a height in pixels, each as a picture of how much ink covers each pixel, 0 to 255."""
    for thick, aspect in product(THICK, ASPECTS):
        if aspect - 2 * thick < HOLE:
            continue
        for digit, ways in STROKES.items():
            if digit == "7" and aspect < WIDER:
                continue
            for strokes in ways:
                yield digit, drawn(strokes, height, thick * height, aspect * height)


def drawn(strokes: tuple[tuple[Point, ...], ...], height: float, thick: float, wide: float) -> NDArray[np.uint8]:
    """Strokes of one digit, as a picture of its ink; height, thickness and width in pixels."""
    size = np.array([wide, height]) * FINE
    fine = np.zeros((round(size[1]), round(size[0])), np.uint8)
    half = thick * FINE / 2
    for points in strokes:
        places = half + np.array(points) * (size - 2 * half)
        for a, b in pairwise(places):
            low, high = np.minimum(a, b) - half, np.maximum(a, b) + half
            fine[round(low[1]) : round(high[1]), round(low[0]) : round(high[0])] = 255
    wide_px, high_px = (-(-side // FINE) for side in fine.shape[::-1])
    whole = np.zeros((high_px * FINE, wide_px * FINE), np.uint8)
    whole[: fine.shape[0], : fine.shape[1]] = fine
    used = cv2.resize(whole, (wide_px, high_px), interpolation=cv2.INTER_AREA)
    columns = np.flatnonzero(used.any(0))
    return np.asarray(used[:, columns[0] : columns[-1] + 1], np.uint8)
