"""Whether the surroundings of a calibrated board have the colours that they had, but for one cast over all of them."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.place.pattern import Pattern
from bot.vision.place.scene import Map, Scene

SIDE: Final = 96
"""Colours are compared at this size."""
LIKE: Final = 16
"""Grey levels by which a colour may differ."""
ODD: Final = 24
"""Grey levels from which a pixel has no say in what the cast is."""


class Colours:
    """The colours around a known board."""

    def __init__(self, pattern: Pattern) -> None:
        shrink = min(1.0, SIDE / max(pattern.width, pattern.height))
        self.size = max(8, round(pattern.width * shrink)), max(8, round(pattern.height * shrink))
        self.pattern = pattern
        stays = np.asarray(
            cv2.resize((pattern.sample[:, :, 3] == 255).astype(np.float32), self.size, interpolation=cv2.INTER_AREA)
        )
        colour = np.ascontiguousarray(pattern.sample[:, :, :3])
        self._colour = np.asarray(cv2.resize(colour, self.size, interpolation=cv2.INTER_AREA), np.float32)
        across = (np.arange(self.size[0]) + 0.5) * pattern.width / self.size[0]
        down = (np.arange(self.size[1]) + 0.5) * pattern.height / self.size[1]
        board = pattern.board
        away_x = np.maximum(np.maximum(board.x - across, across - board.x - board.w), 0)
        away_y = np.maximum(np.maximum(board.y - down, down - board.y - board.h), 0)
        far = np.maximum(away_x[None, :], away_y[:, None]) / (0.3 * min(board.w, board.h))
        self._weight = np.where(stays > 0.95, 0.1 + np.exp(-far), 0)
        self._x, self._y = across, down

    def share(self, scene: Scene, there: Map) -> float:
        """The weighted share of the surroundings in the frame that look as they should, 0 to 1."""
        x, y = there.x + there.scale_x * self._x, there.y + there.scale_y * self._y
        columns, rows = np.floor(x).astype(int), np.floor(y).astype(int)
        in_x, in_y = (columns >= 0) & (columns < scene.width), (rows >= 0) & (rows < scene.height)
        weight = self._weight * in_y[:, None] * in_x[None, :]
        total = weight.sum()
        if total < 0.3 * self._weight.sum() or total < 1e-6:
            return 0.0
        step_x, step_y = self.pattern.width / self.size[0], self.pattern.height / self.size[1]
        across, down = (there.x, there.scale_x * step_x), (there.y, there.scale_y * step_y)
        seen = scene.coloured(across, down, self.size)[:, :, :3]
        far, plain = np.zeros(weight.shape), np.abs(seen - self._colour).max(2)
        for channel in range(3):
            known, new = self._colour[:, :, channel], seen[:, :, channel]
            gain, offset = 1.0, 0.0
            trust = weight
            for _ in range(2):
                gain, offset = _cast(known, new, trust)
                trust = weight * (np.abs(new - gain * known - offset) < ODD)
            far = np.maximum(far, np.abs(new - gain * known - offset))
        # Where much of the surroundings is something else, it draws the cast aside: then there may be none.
        return float(max((weight * (far < LIKE)).sum(), (weight * (plain < LIKE)).sum()) / total)


def _cast(known: NDArray[np.float32], new: NDArray[np.float32], weight: NDArray[np.float64]) -> tuple[float, float]:
    """The gain and offset, within what a screen does to a picture, that bring one channel to the other."""
    total = max(float(weight.sum()), 1e-6)
    mean, other = float((weight * known).sum()) / total, float((weight * new).sum()) / total
    spread = float((weight * (known - mean) ** 2).sum()) / total
    both = float((weight * (known - mean) * (new - other)).sum()) / total
    gain = float(np.clip((both + 100) / (spread + 100), 0.7, 1.4))
    return gain, float(np.clip(other - gain * mean, -60, 60))
