"""What boards lie on: plain or shaded colours, grain, pictures, desktops; and others that are held apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]


def _tone(rng: np.random.Generator) -> Floats:
    return rng.integers(20, 235, 3).astype(np.float32)


def _field(rng: np.random.Generator, width: int, height: int, grain: int, depth: float, channels: int = 3) -> Floats:
    """Soft random shades; `grain` is their size in pixels."""
    coarse = rng.normal(0, depth, (height // grain + 3, width // grain + 3, channels)).astype(np.float32)
    fine = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    return fine.reshape(height, width, channels)


def _finished(ground: NDArray[np.floating[Any]]) -> Picture:
    return np.ascontiguousarray(np.clip(ground, 0, 255), np.uint8)


def plain(rng: np.random.Generator, width: int, height: int) -> Picture:
    """One colour."""
    return _finished(np.broadcast_to(_tone(rng), (height, width, 3)).copy())


def shaded(rng: np.random.Generator, width: int, height: int) -> Picture:
    """One colour into another, from top to bottom."""
    down = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    a = _tone(rng)
    return _finished(np.broadcast_to(a + (down - 0.5) * rng.uniform(-90, 90, 3), (height, width, 3)).astype(np.float32))


def grain(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Cloth or paper."""
    fine = rng.normal(0, rng.uniform(3, 9), (height, width, 1)).astype(np.float32)
    return _finished(_tone(rng) + np.asarray(cv2.GaussianBlur(fine, (0, 0), 0.6))[:, :, None])


def blurred(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A photograph out of focus."""
    return _finished(_tone(rng) * 0.6 + 50 + _field(rng, width, height, int(rng.integers(40, 90)), 35))


def desktop(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A few windows with lines of text on a plain screen."""
    out = plain(rng, width, height)
    for _ in range(int(rng.integers(2, 5))):
        w, h = int(rng.uniform(0.2, 0.5) * width), int(rng.uniform(0.2, 0.5) * height)
        x, y = int(rng.uniform(0, 1) * (width - w)), int(rng.uniform(0, 1) * (height - h))
        out[y : y + h, x : x + w] = rng.integers(180, 256, 3)
        out[y : y + 22, x : x + w] = rng.integers(40, 200, 3)
        for line in range(y + 40, y + h - 8, int(rng.integers(15, 24))):
            words = " ".join("x" * int(n) for n in rng.integers(2, 9, max(1, w // 70)))
            cv2.putText(out, words, (x + 8, line), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1, cv2.LINE_AA)
    # The window of the game itself covers most of it.
    left, top = int(0.015 * width), int(0.03 * height)
    out[top : height - top, left : width - left] = _tone(rng).astype(np.uint8)
    return out


def wood(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Long soft stripes."""
    stripes = rng.normal(0, 12, (height // 3 + 2, width // 200 + 2, 1)).astype(np.float32)
    fine = np.asarray(cv2.resize(stripes, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    return _finished(np.array([60, 100, 150], np.float32) + rng.normal(0, 12, 3) + fine[:, :, None])


def cloud(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A landscape: shades of every size."""
    out = _tone(rng) * 0.5 + 60
    for size, depth in ((200, 30), (90, 20), (40, 12), (18, 6), (8, 4)):
        out = out + _field(rng, width, height, size, depth, 1)
    return _finished(out)


def stars(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Bright dots on a dark sky."""
    out = np.full((height, width, 3), rng.integers(5, 40, 3), np.uint8)
    for _ in range(int(rng.integers(60, 300))):
        at = int(rng.integers(width)), int(rng.integers(height))
        cv2.circle(out, at, int(rng.integers(1, 3)), [int(v) for v in rng.integers(120, 256, 3)], -1, cv2.LINE_AA)
    return out


def vignette(rng: np.random.Generator, width: int, height: int) -> Picture:
    """Light in the middle, dark at the corners."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    light = 1 - 0.45 * np.clip(np.hypot(x, y), 0, 1.4)
    return _finished((np.maximum(_tone(rng), 70) * light[:, :, None]).astype(np.float32))


def weave(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A fine pattern that repeats."""
    y, x = np.mgrid[0:height, 0:width]
    step = rng.uniform(5, 10)
    wave = np.sin(2 * np.pi * x / step) + np.sin(2 * np.pi * y / step)
    return _finished((_tone(rng) + rng.uniform(2, 6) * wave[:, :, None]).astype(np.float32))


GROUNDS: Final[dict[str, Callable[[np.random.Generator, int, int], Picture]]] = {
    ground.__name__: ground
    for ground in (plain, shaded, grain, blurred, desktop, wood, cloud, stars, vignette, weave)
}  # fmt: skip
"""By name; each is (random numbers, width, height) → picture."""
