"""A known picture, made ready to be laid over others: small patches of it where much is to be seen, at several sizes,
those by the board first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from bot.frame import Box, Pixels

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

PATCH: Final = 11
"""Side of a patch, in pixels of its level."""
MOST: Final = 28
"""Patches kept for each direction."""
BUCKETS: Final = 12
"""The known picture is cut into so many columns and rows; each gives its clearest patch."""
COARSEST: Final = 250
"""The coarsest level is at most this long."""
GRAIN: Final = 2.0
"""Steps of brightness below which a patch is flat."""


@dataclass(frozen=True, eq=False)
class Level:
    """The known picture at one size, with its patches."""

    share: float
    """Pixels of this level in one pixel of the known picture."""
    size: tuple[int, int]
    """Width and height."""
    at: NDArray[np.int64]
    """(patches, 2), the middles, x and y."""
    ink: Floats
    """(patches, PATCH²), brightness around the weighted mean, times the weight, of norm 1."""
    tone: Floats
    """(patches, PATCH²), brightness around the weighted mean, of contrast 1."""
    weight: Floats
    """(patches, PATCH²), which pixels count, of sum 1."""
    clear: Doubles
    """(patches, 2), how much a patch tells of x and of y, 0 to 1."""
    near: Doubles
    """(patches,), 1 by the board and less farther away."""


class Pattern:
    """The known picture, ready to be laid over others."""

    def __init__(self, sample: Pixels, board: Box) -> None:
        """`sample` is (height, width, 4), the fourth channel says what stays; `board` lies in its pixels."""
        self.sample = sample
        self.board = board
        self.height, self.width = sample.shape[:2]
        self._exact: dict[float, Level] = {}

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """From the coarsest to the finest; those without patches are left out."""
        made = (self._made(share, 1) for share in self._shares())
        return tuple(level for level in made if len(level.at) >= 4)

    def exact(self, level: Level) -> Level:
        """A level for the last fraction of a pixel: one pixel farther from what changes, where there is enough."""
        if level.share not in self._exact:
            made = self._made(level.share, 2)
            self._exact[level.share] = made if len(made.at) >= 8 else level
        return self._exact[level.share]

    def _shares(self) -> list[float]:
        """The sizes of the levels, from the coarsest."""
        shares = [1.0]
        while round(max(self.width, self.height) * shares[0]) > COARSEST:
            shares.insert(0, shares[0] / 2)
        return shares

    def _made(self, share: float, away: int) -> Level:
        grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(self.sample[:, :, :3]), cv2.COLOR_BGR2GRAY), np.float32)
        stays = np.multiply(self.sample[:, :, 3], 1 / 255, dtype=np.float32)
        size = max(PATCH + 2, round(self.width * share)), max(PATCH + 2, round(self.height * share))
        light, still = _reduced(grey, stays, size) if share < 1 else (grey, stays)
        x, y, w, h = (side * share for side in self.board)
        return _level(light, still, share, Box(x, y, w, h), away)


def _reduced(grey: Floats, stays: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """Brightness and what stays, at another size; where anything changes in a pixel, the pixel does not count."""
    there = (stays > 0).astype(np.float32)
    share = np.asarray(cv2.resize(there, size, interpolation=cv2.INTER_AREA), np.float32)
    light = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
    weight = np.asarray(cv2.resize(stays, size, interpolation=cv2.INTER_AREA), np.float32)
    return light, np.where(share > 0.98, weight, 0).astype(np.float32)


def _level(grey: Floats, stays: Floats, share: float, board: Box, away: int) -> Level:
    """The patches of one level; `away` is how many pixels around what changes do not count."""
    height, width = grey.shape
    half = PATCH // 2
    # A pixel beside one that changes is mixed with it as soon as the scale is another, and the next one a little.
    stays = _eroded(stays, away)
    safe = _eroded(stays, 1)
    if away == 1:
        stays = np.asarray(0.25 * stays + 0.75 * safe, np.float32)
    telling = []
    for dx, dy in ((1, 0), (0, 1)):
        step = np.asarray(cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=3, scale=1 / 8), np.float32)
        # Weighted towards the middle: an edge at the rim of a patch pulls it aside.
        strength = np.minimum(step * step, 900) * safe
        energy = np.asarray(cv2.GaussianBlur(strength, (PATCH, PATCH), PATCH / 6), np.float32)
        telling.append(energy / (energy + 4 * GRAIN))
    room = np.asarray(cv2.boxFilter(np.sign(stays), -1, (PATCH, PATCH)), np.float32)
    away_x = np.maximum(np.maximum(board.x - np.arange(width), np.arange(width) - board.x - board.w), 0)
    away_y = np.maximum(np.maximum(board.y - np.arange(height), np.arange(height) - board.y - board.h), 0)
    reach = 0.3 * min(board.w, board.h)
    near_x, near_y = (np.exp(-away / reach).astype(np.float32) for away in (away_x, away_y))
    near = np.minimum(near_x[None, :], near_y[:, None])
    fits = (room >= 0.35).astype(np.float32)
    fits[:half], fits[-half:], fits[:, :half], fits[:, -half:] = 0, 0, 0, 0
    fits *= 0.25 + 0.75 * near
    chosen: set[tuple[int, int]] = set()
    for values in telling:
        chosen |= _clearest(values * fits)
    at = _apart(chosen, telling[0] + telling[1])
    where, flat = (at[:, 1] - half, at[:, 0] - half), (len(at), PATCH * PATCH)
    around = sliding_window_view(grey, (PATCH, PATCH))[where].reshape(flat)
    weight = sliding_window_view(stays, (PATCH, PATCH))[where].reshape(flat)
    weight = weight / np.maximum(weight.sum(1, keepdims=True), 1e-6)
    ink = around - (around * weight).sum(1, keepdims=True)
    ink = ink / np.sqrt((weight * ink * ink).sum(1, keepdims=True) + GRAIN)
    return Level(
        share, (width, height), at, np.asarray(ink * weight, np.float32), np.asarray(ink, np.float32),
        np.asarray(weight, np.float32),
        np.stack([values[at[:, 1], at[:, 0]] for values in telling], 1).astype(np.float64),
        near[at[:, 1], at[:, 0]].astype(np.float64),
    )  # fmt: skip


def _clearest(values: Floats) -> set[tuple[int, int]]:
    """The best place of each bucket, at most MOST of them."""
    height, width = values.shape
    best = []
    rows = [round(height * n / BUCKETS) for n in range(BUCKETS + 1)]
    columns = [round(width * n / BUCKETS) for n in range(BUCKETS + 1)]
    for top, bottom in pairwise(rows):
        for left, right in pairwise(columns):
            part = values[top:bottom, left:right]
            if part.size:
                y, x = divmod(int(np.argmax(part)), part.shape[1])
                best.append((float(part[y, x]), (left + x, top + y)))
    best.sort(reverse=True)
    return {place for value, place in best[:MOST] if value > 0.1}


def _eroded(stays: Floats, by: int) -> Floats:
    around = np.ones((2 * by + 1, 2 * by + 1), np.uint8)
    return np.asarray(cv2.erode(stays, around, borderType=cv2.BORDER_REPLICATE), np.float32)


def _apart(places: set[tuple[int, int]], worth: Floats) -> NDArray[np.int64]:
    """The places without those that lie next to a better one."""
    kept: list[tuple[int, int]] = []
    for x, y in sorted(places, key=lambda place: (-float(worth[place[1], place[0]]), place)):
        if all(abs(x - left) > 3 or abs(y - top) > 3 for left, top in kept):
            kept.append((x, y))
    return np.array(sorted(kept), np.int64).reshape(-1, 2)
