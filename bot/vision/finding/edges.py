"""Edges of a picture, as strong in any colour as in black and white, and without the grain of what lies below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels

Bytes = NDArray[np.uint8]


def edges(pixels: Pixels) -> tuple[Bytes, Bytes]:
    """(h, w, 2) each: steps from the pixel to the left, and from the pixel above; how much brighter the brightest
    colour gets, and how much darker the darkest.

    What stands at column i is the edge at x = i exactly, between two pixels.
    """
    height, width = pixels.shape[:2]
    across, down = np.zeros((height, width, 2), np.uint8), np.zeros((height, width, 2), np.uint8)
    colours = [np.asarray(colour, np.uint8) for colour in cv2.split(pixels[:, :, :3])]
    across[:, 1:] = _steps([(c[:, :-1], c[:, 1:]) for c in colours])
    down[1:] = _steps([(c[:-1], c[1:]) for c in colours])
    return across, down


def either(edges: Bytes) -> Bytes:
    """(h, w), the stronger of steps up and steps down, (h, w, 2); cv2 finds it in a fraction of NumPy's time."""
    return np.asarray(cv2.max(cv2.extractChannel(edges, 0), cv2.extractChannel(edges, 1)), np.uint8)


def _steps(pairs: list[tuple[Bytes, Bytes]]) -> Bytes:
    """How far any of some colours rises, and falls, from the first of each pair to the second."""
    rises = [cv2.subtract(after, before) for before, after in pairs]
    falls = [cv2.subtract(before, after) for before, after in pairs]
    return np.asarray(cv2.merge([_largest(rises), _largest(falls)]), np.uint8)


def _largest(steps: Sequence[NDArray[Any]]) -> Bytes:
    return np.asarray(cv2.max(cv2.max(steps[0], steps[1]), steps[2]), np.uint8)


def levelled(across: Bytes, down: Bytes, strong: bool = False) -> tuple[Bytes, Bytes]:
    """The edges with faint ones dropped and strong ones capped, 0 to 255; what is faint is learnt from the picture.

    `strong` drops all but the clearest, and with them wood, cloth and photographs that a board may lie on.
    """
    sparse = np.stack([across[::5, ::5], down[::5, ::5]])
    sample = np.maximum(sparse[..., 0], sparse[..., 1]).ravel()
    floor = max(3.0, 2.5 * float(np.median(sample)))
    seen = sample[sample > floor]
    if not seen.size:
        return across, down
    if strong:
        cap = max(float(np.percentile(seen, 90)), floor + 8)
        floor = max(floor, cap / 3)
    else:
        cap = floor + float(np.clip(np.percentile(seen, 60), 8, 60))
    levels = np.clip((np.arange(256) - floor) * (255 / (cap - floor)), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(across, levels), np.uint8), np.asarray(cv2.LUT(down, levels), np.uint8)
