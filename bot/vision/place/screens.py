"""Which screen of a program is shown, won, lost, menu, paused or the game, told by small parts of the picture.

A part is looked for only where it was when the layout was learned, give or take a little. How alike it must be is
learnt from the part itself: as alike as it is to itself when it lies a pixel and a half aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from bot.frame import Box, Pixels
from bot.layout import Layout, LayoutError, Screen
from bot.vision.picture import PictureError, load
from bot.vision.stretch import stretched

LONGEST: Final = 72
"""Parts are compared at most this long."""
LOOSE: Final = 0.08
"""A part may lie this share of its size, and NEAR pixels of the comparison, from where it was."""
NEAR: Final = 2
LEAST: Final = 0.75
MOST: Final = 0.93
"""The correlation that is asked for lies between these two."""
FLAT: Final = 4.0
"""A part whose brightness spreads less tells nothing."""
PLAINLY: Final = 3.0
"""Of two notices the one is shown that lacks this many times less of being the same."""
SHADE: Final = 45.0
"""The mean colour of a part may differ by this much."""


@dataclass(frozen=True, eq=False)
class _Anchor:
    screen: Screen
    pixels: Pixels
    threshold: float


class Screens:
    """The screens of one layout."""

    def __init__(self, screens: Sequence[Screen], samples: Sequence[Pixels]) -> None:
        """`samples` are the crops of the screens, in their order. Parts of one colour are left out."""
        self._anchors = tuple(
            anchor for screen, sample in zip(screens, samples, strict=True) if (anchor := _anchor(screen, sample))
        )

    @classmethod
    def load(cls, layout: Layout) -> Screens:
        """With the crops in the layout's folder. Raises LayoutError."""
        samples = []
        for screen in layout.screens:
            path = layout.folder / "samples" / screen.sample
            if path.is_symlink() or path.parent.is_symlink():
                raise LayoutError(f"{path}: screens.sample: expected a picture file, found a link.")
            try:
                samples.append(load(path))
            except PictureError as error:
                raise LayoutError(f"{path}: screens.sample: {error}") from error
        return cls(layout.screens, samples)

    def shown(self, pixels: Pixels, area: Box) -> str | None:
        """What the frame shows; `area` is where the whole calibrated picture lies. None where that is not sure.

        A notice lies over the game and leaves some of it to be seen: then the notice is what is shown. Notices that
        say alike things in alike letters are told apart where one is plainly more alike.
        """
        seen: dict[str, float] = {}
        for anchor in self._anchors:
            if (alike := _likeness(anchor, pixels, area)) >= anchor.threshold:
                seen[anchor.screen.shows] = max(alike, seen.get(anchor.screen.shows, -1.0))
        notices = {shows: alike for shows, alike in seen.items() if shows != "game"} or seen
        if not notices:
            return None
        best, *others = sorted(notices, key=lambda shows: -notices[shows])
        plain = all(PLAINLY * (1 - notices[best]) < 1 - notices[other] for other in others)
        return best if plain else None


def _anchor(screen: Screen, sample: Pixels) -> _Anchor | None:
    shrink = min(1.0, LONGEST / max(sample.shape[:2]))
    size = max(4, round(sample.shape[1] * shrink)), max(4, round(sample.shape[0] * shrink))
    small = np.asarray(cv2.resize(sample, size, interpolation=cv2.INTER_AREA), np.uint8)
    if float(small.astype(np.float32).mean(2).std()) < FLAT:
        return None
    moved = stretched(small, (-1.5, 1.0), (-1.5, 1.0), size)
    alike = float(np.asarray(cv2.matchTemplate(moved, small, cv2.TM_CCOEFF_NORMED)).max())
    return _Anchor(screen, small, float(np.clip(alike, LEAST, MOST)))


def _likeness(anchor: _Anchor, pixels: Pixels, area: Box) -> float:
    """The best correlation of a part near its place, -1 where that is outside the frame or of another colour."""
    high, wide = anchor.pixels.shape[:2]
    left, top = area.x + anchor.screen.left * area.w, area.y + anchor.screen.top * area.h
    scale_x = (anchor.screen.right - anchor.screen.left) * area.w / wide
    scale_y = (anchor.screen.bottom - anchor.screen.top) * area.h / high
    more_x, more_y = NEAR + round(LOOSE * wide), NEAR + round(LOOSE * high)
    x0, y0 = left - more_x * scale_x, top - more_y * scale_y
    x1, y1 = left + (wide + more_x) * scale_x, top + (high + more_y) * scale_y
    columns = slice(max(0, round(x0)), max(0, min(pixels.shape[1], round(x1))))
    rows = slice(max(0, round(y0)), max(0, min(pixels.shape[0], round(y1))))
    part = np.ascontiguousarray(pixels[rows, columns, :3])
    if not part.size:
        return -1.0
    size = round(part.shape[1] / scale_x), round(part.shape[0] / scale_y)
    if size[0] < wide or size[1] < high:
        return -1.0
    method = cv2.INTER_AREA if size[0] < part.shape[1] else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(part, size, interpolation=method), np.uint8)
    alike = np.asarray(cv2.matchTemplate(small, anchor.pixels, cv2.TM_CCOEFF_NORMED))
    y, x = divmod(int(np.argmax(alike)), alike.shape[1])
    there = small[y : y + high, x : x + wide].astype(np.float32)
    shade = np.abs(there.mean((0, 1)) - anchor.pixels.astype(np.float32).mean((0, 1))).max()
    return float(alike[y, x]) if shade <= SHADE else -1.0
