"""A board that lies over a picture: what shows where nothing lies is another in every cell, but always the same there.

With that known, place by place, one tone is put in its place; then the board is read as one on plain ground.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError
from bot.vision.samples import load_samples, read_layered
from bot.vision.stretch import stretched
from engine.moves import Cell
from engine.position import EMPTY

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

NEAR: Final = 20
"""Levels, in each channel, up to which a pixel shows the scenery."""
HOLE: Final = 0.16
"""Part of a cell up to which a hole in a piece is one that has the colour of what lies behind it."""
SOME: Final = 3
"""One pixel of so many, each way, tells how much of a cell shows its scenery."""
LONGEST: Final = 1024
"""Pixels of a scenery, each way, at most."""
MAX_BYTES: Final = 8 << 20
AVERAGED: Final = 1.5
"""How many times larger a scenery is than what it is drawn for, from which it is averaged."""


class _Drawn(NamedTuple):
    """A scenery as it lies in pictures of one size."""

    place: tuple[slice, slice]
    """Where."""
    bare: Pixels
    """(h, w, 3), what shows there…"""
    known: Bytes
    """(h, w), 255 where that is known…"""
    toned: Pixels
    """… and what is put in its place."""


@dataclass(frozen=True, eq=False)
class Scenery:
    """What shows where nothing lies on a board."""

    pixels: Pixels
    """(height, width, 4): the whole board, bare; the fourth channel is 0 where that is not known."""
    tone: tuple[int, int, int]
    """What is put in its place: blue, green, red."""
    _drawn: dict[tuple[Grid, tuple[int, int]], _Drawn] = field(default_factory=dict)

    def levelled(self, pixels: Pixels, grid: Grid) -> Pixels:
        """(h, w, 3): a picture, (h, w, 3 or 4), with the tone instead of the scenery behind the board on this grid."""
        out = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8) if pixels.shape[2] == 4 else pixels.copy()
        place, bare, known, toned = self._at(grid, (pixels.shape[0], pixels.shape[1]))
        part = out[place]
        if not part.size:
            return out
        same = cv2.inRange(cv2.absdiff(part, bare), (0, 0, 0), (NEAR, NEAR, NEAR))
        full = cv2.morphologyEx(cv2.bitwise_not(cv2.bitwise_and(same, known)), cv2.MORPH_OPEN, _SPECK)
        side = max(3, round(HOLE * min(grid.pitch_x, grid.pitch_y)) | 1)
        full = cv2.morphologyEx(full, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
        cv2.copyTo(toned, cv2.bitwise_and(cv2.bitwise_not(full), known), part)
        return out

    def shown(self, pixels: Pixels, grid: Grid) -> Floats:
        """(rows, columns): how much of each cell of a board on this grid shows its scenery in a picture, 0 to 1."""
        place, bare, known, _ = self._at(grid, (pixels.shape[0], pixels.shape[1]))
        if not bare.size:
            return np.zeros((grid.rows, grid.columns), np.float32)
        some = np.s_[::SOME, ::SOME]
        apart = np.max(cv2.absdiff(np.ascontiguousarray(pixels[place][some][:, :, :3]), bare[some].copy()), axis=2)
        same = ((apart <= NEAR) & (known[some] > 0)).astype(np.float32)
        return np.asarray(cv2.resize(same, (grid.columns, grid.rows), interpolation=cv2.INTER_AREA), np.float32)

    def unknown(self, grid: Grid) -> frozenset[Cell]:
        """The cells of a board on this grid of which it is not known what shows behind them."""
        height, width = self.pixels.shape[:2]
        rows, columns = ((np.arange(n) + 0.5) * side / n for n, side in ((grid.rows, height), (grid.columns, width)))
        known = self.pixels[np.ix_(rows.astype(int), columns.astype(int), [3])][:, :, 0] > 0
        return frozenset((int(row), int(column)) for row, column in np.argwhere(~known))

    def with_cell(self, pixels: Pixels, grid: Grid, cell: Cell) -> Scenery:
        """The same with one cell more, as a picture (h, w, 3 or 4) with the board on this grid shows it."""
        height, width = self.pixels.shape[:2]
        scale = grid.box.w / width, grid.box.h / height
        colours = np.ascontiguousarray(pixels[:, :, :3])
        seen = _resampled(colours, (grid.x / scale[0], grid.y / scale[1]), scale, (width, height))
        top, bottom = (round((cell[0] + end) * height / grid.rows) for end in (0, 1))
        left, right = (round((cell[1] + end) * width / grid.columns) for end in (0, 1))
        whole = self.pixels.copy()
        whole[top:bottom, left:right, :3], whole[top:bottom, left:right, 3] = seen[top:bottom, left:right], 255
        return Scenery(whole, self.tone)

    def _at(self, grid: Grid, size: tuple[int, int]) -> _Drawn:
        """Where the board lies in a picture of this height and width, and what shows there."""
        key = grid, size
        if key not in self._drawn:
            self._drawn.clear()
            place, bare = self._draw(grid, size)
            toned = np.empty_like(bare[:, :, :3])
            toned[:] = self.tone
            self._drawn[key] = _Drawn(place, bare[:, :, :3].copy(), bare[:, :, 3].copy(), toned)
        return self._drawn[key]

    def _draw(self, grid: Grid, size: tuple[int, int]) -> tuple[tuple[slice, slice], Pixels]:
        box, whole = grid.box, self.pixels
        left, top = max(0, int(np.floor(box.x))), max(0, int(np.floor(box.y)))
        wide = max(0, min(size[1], int(np.ceil(box.x + box.w))) - left)
        high = max(0, min(size[0], int(np.ceil(box.y + box.h))) - top)
        place = slice(top, top + high), slice(left, left + wide)
        if not wide or not high:
            return place, np.zeros((high, wide, 4), np.uint8)
        if max(whole.shape[1] / box.w, whole.shape[0] / box.h) > AVERAGED:
            small = max(1, round(box.w)), max(1, round(box.h))
            whole = np.asarray(cv2.resize(whole, small, interpolation=cv2.INTER_AREA), np.uint8)
        scale = whole.shape[1] / box.w, whole.shape[0] / box.h
        drawn = _resampled(whole, (left - box.x, top - box.y), scale, (wide, high))
        drawn[:, :, 3] = np.where(drawn[:, :, 3] > 127, 255, 0)
        return place, drawn


def load_scenery(layout: Layout) -> Scenery | None:
    """What shows behind the board of a layout; None where it does not lie over a picture. Raises LayoutError."""
    name = layout.board.scenery
    if name is None:
        return None
    pixels = read_layered(layout, name, "board.scenery", (16, LONGEST), MAX_BYTES, "where it is known")
    bare = next((one.pixels for one in load_samples(layout) if one.label == EMPTY), None)
    if bare is None:
        raise LayoutError(
            f"{layout.folder / 'layout.toml'}: board.scenery: expected a sample of an empty cell as well."
        )
    blue, green, red = (int(level) for level in np.median(bare.reshape(-1, 3), 0))
    return Scenery(pixels, (blue, green, red))


def flattened(picture: Pixels, grid: Grid) -> Pixels:
    """What a picture, (height, width, 4), shows of a board on this grid, at most LONGEST pixels each way."""
    box = grid.box
    share = min(1.0, LONGEST / max(box.w, box.h))
    size = max(1, round(share * box.w)), max(1, round(share * box.h))
    scale = box.w / size[0], box.h / size[1]
    return _resampled(picture, (box.x / scale[0], box.y / scale[1]), scale, size)


def _resampled(
    picture: Pixels, corner: tuple[float, float], scale: tuple[float, float], size: tuple[int, int]
) -> Pixels:
    """What a picture shows in `size`, (width, height), pixels of another `scale`, in which they begin at `corner`."""
    # The middle of pixel i of what is drawn is i + 0.5.
    across, down = (((start + 0.5) * side - 0.5, side) for start, side in zip(corner, scale, strict=True))
    return np.asarray(stretched(picture, across, down, size), np.uint8)


_SPECK: Final = np.ones((3, 3), np.uint8)
