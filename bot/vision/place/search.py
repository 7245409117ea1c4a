"""Where a known picture may lie in a new one: its edges, much reduced, are laid over the reduced frame, scale by scale.

The known picture keeps its small size and the frame is reduced until both would fit, so a large window costs no more
than a small one. Only signed edges count, each capped: neither a cast nor a gamma nor what the cells hold matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box
from bot.vision.place.pattern import Pattern
from bot.vision.place.scene import Map, Scene

Floats = NDArray[np.float32]

LENGTH: Final = 44
"""The longer side of the reduced known picture."""
AROUND: Final = 0.5
"""So much of the board's shorter side is taken in around it."""
STEP: Final = 1.07
"""Ratio of neighbouring scales."""
SMALLEST: Final = 0.45
LARGEST: Final = 4.6
"""Scales that are tried, in pixels of the frame for one of the calibrated picture."""
USUAL: Final = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 0.8, 2 / 3, 0.5)
"""What screens and emulators scale by."""
CAP: Final = 6.0
"""Steps of brightness that count half as much as the strongest."""


class Guess(NamedTuple):
    """A map, and how much the reduced edges agree, -1 to 1."""

    there: Map
    score: float


class Search:
    """Looks for one pattern in scene after scene."""

    def __init__(self, pattern: Pattern, unit: float, around: float = AROUND) -> None:
        """`unit` is how many pixels of the calibrated picture one pixel of the pattern stands for; `around` is how much
        of it is taken in, in shorter sides of the board.
        """
        self.pattern = pattern
        self.unit = unit
        self.around = around

    @cached_property
    def _region(self) -> Box:
        """The board and some of what is around it, in pixels of the pattern."""
        board, room = self.pattern.board, self.around * min(self.pattern.board.w, self.pattern.board.h)
        left, top = max(0.0, board.x - room), max(0.0, board.y - room)
        right = min(float(self.pattern.width), board.x + board.w + room)
        bottom = min(float(self.pattern.height), board.y + board.h + room)
        return Box(left, top, right - left, bottom - top)

    @cached_property
    def _edges(self) -> tuple[Floats, Floats, float]:
        """Weighted edges of the region (height, width, 2), their weights, and their strength."""
        region = self._region
        shrink = LENGTH / max(region.w, region.h)
        size = max(8, round(region.w * shrink)), max(8, round(region.h * shrink))
        rows = slice(round(region.y), round(region.y + region.h))
        columns = slice(round(region.x), round(region.x + region.w))
        sample = self.pattern.sample[rows, columns]
        stays = sample[:, :, 3].astype(np.float32) / 255
        grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(sample[:, :, :3]), cv2.COLOR_BGR2GRAY), np.float32)
        share = np.asarray(cv2.resize(stays, size, interpolation=cv2.INTER_AREA), np.float32)
        # What changes is filled up with its average, so that the border of the board keeps an edge.
        small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
        weight = 0.1 + 0.9 * np.asarray(cv2.erode(share, np.ones((3, 3), np.uint8)), np.float32)
        inside = np.asarray(cv2.erode((share < 0.1).astype(np.float32), np.ones((5, 5), np.uint8)))
        weight = np.where(inside > 0, 0, weight).astype(np.float32)
        steps = _steps(small)
        return steps * weight[:, :, None], weight, float((steps * steps * weight[:, :, None]).sum())

    def guesses(self, scene: Scene, scales: Iterable[tuple[float, float]], most: int) -> list[Guess]:
        """The best places over scales (x, y; frame pixels for one of the pattern), the likeliest first."""
        found = [guess for scale_x, scale_y in scales for guess in self._at(scene, scale_x, scale_y)]
        found.sort(key=lambda guess: -guess.score)
        kept: list[Guess] = []
        for guess in found:
            if len(kept) < most and not any(self._same(guess.there, other.there) for other in kept):
                kept.append(guess)
        return kept

    def usual(self, scene: Scene) -> list[tuple[float, float]]:
        """The scales that windows are most often seen at."""
        return [(s * self.unit, s * self.unit) for s in USUAL if self._fits(scene, s * self.unit, s * self.unit)]

    def all(self, scene: Scene, slender: float) -> Iterator[tuple[float, float]]:
        """All scales of one shape, from the smallest to what the frame has room for."""
        scale = SMALLEST
        while scale < LARGEST:
            pair = scale * self.unit * np.sqrt(slender), scale * self.unit / np.sqrt(slender)
            if self._fits(scene, *pair):
                yield pair
            scale *= STEP

    def closer(self, scene: Scene, guess: Guess) -> Guess:
        """The best of the scales next to a guess."""
        there = guess.there
        near = [(there.scale_x * x, there.scale_y * y) for x in (0.965, 1.0, 1.036) for y in (0.965, 1.0, 1.036)]
        around = self._area(there)
        tried = [other for pair in near for other in self._at(scene, *pair, around)]
        return max([guess, *tried], key=lambda other: other.score)

    def _fits(self, scene: Scene, scale_x: float, scale_y: float) -> bool:
        board = self.pattern.board
        wide, high = board.w * scale_x, board.h * scale_y
        return bool(wide <= scene.width * 1.01 and high <= scene.height * 1.01)

    def _area(self, there: Map) -> Box:
        return there.box(self._region)

    def _same(self, one: Map, other: Map) -> bool:
        first, second = self._area(one), self._area(other)
        size = 0.06 * max(first.w, first.h)
        return (
            abs(first.x - second.x) < size and abs(first.y - second.y) < size
            and abs(first.x + first.w - second.x - second.w) < size
            and abs(first.y + first.h - second.y - second.h) < size
        )  # fmt: skip

    def _at(self, scene: Scene, scale_x: float, scale_y: float, around: Box | None = None) -> list[Guess]:
        """The two best places at one scale, in the whole scene or near one place."""
        wanted, weight, strength = self._edges
        region = self._region
        high, wide = weight.shape
        shrink_x, shrink_y = wide / (region.w * scale_x), high / (region.h * scale_y)
        times = max(0, int(np.floor(np.log2(1 / max(shrink_x, shrink_y) + 1e-9))))
        picture = scene.halved(min(times, 4))
        left, top, right, bottom = 0.0, 0.0, float(scene.width), float(scene.height)
        if around is not None:
            room = 0.12 * max(around.w, around.h)
            left, top = max(left, around.x - room), max(top, around.y - room)
            right, bottom = min(right, around.x + around.w + room), min(bottom, around.y + around.h + room)
        ratio_x, ratio_y = picture.shape[1] / scene.width, picture.shape[0] / scene.height
        x0, x1 = int(left * ratio_x), max(int(left * ratio_x) + 1, round(right * ratio_x))
        y0, y1 = int(top * ratio_y), max(int(top * ratio_y) + 1, round(bottom * ratio_y))
        part = picture[y0:y1, x0:x1]
        size = max(2, round(part.shape[1] / ratio_x * shrink_x)), max(2, round(part.shape[0] / ratio_y * shrink_y))
        method = cv2.INTER_AREA if size[0] < part.shape[1] else cv2.INTER_LINEAR
        steps = _steps(np.asarray(cv2.resize(part, size, interpolation=method), np.float32))
        # Around the board there may be less to see than in the known picture.
        pad_x = max(round(0.25 * wide), wide - size[0] + 2)
        pad_y = max(round(0.25 * high), high - size[1] + 2)
        framed = cv2.copyMakeBorder(steps, pad_y, pad_y, pad_x, pad_x, cv2.BORDER_CONSTANT, value=0)
        both = cv2.matchTemplate(framed, wanted, cv2.TM_CCORR)
        squares = np.square(framed)
        energy = cv2.matchTemplate(squares[:, :, 0] + squares[:, :, 1], weight, cv2.TM_CCORR)
        score = np.asarray(both / np.sqrt(strength * (np.maximum(energy, 0) + 0.15 * strength)), np.float32)
        real_x = part.shape[1] / ratio_x / size[0]
        real_y = part.shape[0] / ratio_y / size[1]
        found = []
        for _ in range(2 if around is None else 1):
            y, x = divmod(int(np.argmax(score)), score.shape[1])
            best = float(score[y, x])
            if best <= 0:
                break
            place_x = (x - pad_x + _vertex(score[y], x)) * real_x + x0 / ratio_x
            place_y = (y - pad_y + _vertex(score[:, x], y)) * real_y + y0 / ratio_y
            fit_x, fit_y = real_x * wide / region.w, real_y * high / region.h
            there = Map(fit_x, fit_y, place_x - region.x * fit_x, place_y - region.y * fit_y)
            found.append(Guess(there, best))
            score[max(0, y - 4) : y + 5, max(0, x - 4) : x + 5] = -1
        return found


def _steps(grey: Floats) -> Floats:
    """(height, width, 2): brightness steps to the right and downwards, each capped at 1."""
    out = np.stack([cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=3, scale=1 / 8) for dx, dy in ((1, 0), (0, 1))], axis=2)
    return np.asarray(out / (np.abs(out) + CAP), np.float32)


def _vertex(values: Floats, at: int) -> float:
    """How far beside its largest value a row of values peaks."""
    if not 0 < at < len(values) - 1:
        return 0.0
    low, top, high = (float(v) for v in values[at - 1 : at + 2])
    bend = 2 * top - low - high
    return float(np.clip(0.5 * (high - low) / bend, -0.5, 0.5)) if bend > 1e-9 else 0.0
