"""Damage done to pictures: light, blur, scan lines, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from tests.synthetic.spec import Damage


def damaged(rng: np.random.Generator, pixels: NDArray[np.uint8], damage: Damage) -> Pixels:
    """The picture after it went through all of it."""
    out = pixels
    if damage.gamma != 1 or damage.cast != (1, 1, 1):
        levels = np.arange(256)[:, None] / 255
        table = np.clip(255 * levels**damage.gamma * np.array(damage.cast), 0, 255)
        out = np.asarray(cv2.LUT(out, np.round(table).astype(np.uint8)[None]))
    if damage.blur:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), damage.blur), np.uint8)
    if damage.lines:
        out = out.copy()
        out[1::2] = (out[1::2] * (1 - damage.lines)).astype(np.uint8)
    if damage.noise:
        grain = rng.standard_normal(out.shape, np.float32) * damage.noise
        out = np.clip(out + grain + 0.5, 0, 255).astype(np.uint8)
    if damage.jpeg:
        done, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, damage.jpeg])
        assert done
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return np.ascontiguousarray(out)


def spoilt(pixels: Pixels, how: str, seed: int = 0) -> Pixels:
    """A picture as it comes out of `blur`, `jpeg`, `noise`, `up` or `down` (scaled), or `photo` (all a little)."""
    rng = np.random.default_rng(seed)
    if how in {"up", "down", "photo"}:
        scale = rng.uniform(1.1, 1.7) if how == "up" else rng.uniform(0.8, 0.95)
        scale = rng.uniform(0.95, 1.3) if how == "photo" else scale
        ways = cv2.INTER_LINEAR if how != "down" else cv2.INTER_AREA
        pixels = np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=ways), np.uint8)
    if how in {"blur", "photo"}:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 0.75)), np.uint8)
    if how in {"noise", "photo"}:
        level = rng.uniform(2, 6)
        pixels = np.clip(pixels + rng.normal(0, level, pixels.shape), 0, 255).astype(np.uint8)
    if how in {"jpeg", "photo"}:
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(65, 92))])
        assert done
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return pixels
