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
