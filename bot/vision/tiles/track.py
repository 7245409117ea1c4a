"""A board that is being followed: where it is, what it showed last, and which of its cells have changed since."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.reading import Reading
from bot.vision.cells import CELL_H, CELL_W, Cells, cut_some
from bot.vision.tiles.bank import Told
from bot.vision.tiles.board import NONE, UNSURE
from bot.vision.tiles.faces import Faces, untouched
from bot.vision.tiles.presence import Presence

Bools = NDArray[np.bool_]

LIKE: Final = 8
"""Grey levels by which two pictures of the same colour differ at most."""


@dataclass(eq=False)
class Track:
    """A board that is being followed."""

    size: tuple[int, int]
    """Of the frame."""
    grid: Grid
    presence: Presence
    region: tuple[slice, slice]
    """Rows and columns of pixels in which the board lies."""
    pixels: Pixels
    """What the region showed last."""
    looks: Cells
    """What each cell showed last."""
    told: Told
    faces: Faces
    reading: Reading
    since: float = 0.0
    """When a cell that cannot be told changed last, and not just at its sides."""
    asked: bool = False
    """Whether what stands still since was looked at as if for the first time."""
    then: Pixels = field(init=False)
    """What the region showed at that time."""
    vanished: Bools = field(init=False)
    """(rows, columns), cells in which nothing is left of the tile that was there."""
    sure: Told = field(init=False)
    """What was told when nothing was open, the last time."""
    plain: Pixels = field(init=False)
    """What the region showed then: a board that appears little by little shows less meanwhile."""
    stirred: NDArray[np.float64] = field(init=False)
    """(rows, columns), when cells changed last."""

    _behind: set[int] = field(init=False)
    """Rows of cells that have changed since."""

    def __post_init__(self) -> None:
        self._behind = set()
        self.sure, self.then, self.plain = self.told, self.pixels, self.pixels.copy()
        self.vanished = np.zeros(self.told.kind.shape, np.bool_)
        self.stirred = np.full(self.told.kind.shape, -np.inf)

    @cached_property
    def bands(self) -> list[slice]:
        """The rows of pixels of the region that belong to each row of cells; together they are all of it."""
        grid, (rows, _) = self.grid, self.region
        tops = np.round(grid.y + grid.pitch_y * np.arange(1, grid.rows)).astype(int) - rows.start
        ends = [0, *np.clip(tops, 0, None).tolist(), rows.stop - rows.start]
        return [slice(low, high) for low, high in itertools.pairwise(ends)]

    @cached_property
    def lefts(self) -> NDArray[np.int64]:
        """The columns of pixels of the region with which the columns of cells begin."""
        grid, (_, columns) = self.grid, self.region
        lefts = np.round(grid.x + grid.pitch_x * np.arange(grid.columns)).astype(np.int64) - columns.start
        return np.asarray(np.clip(lefts, 0, None))

    def changed(self, now: Pixels) -> Bools:
        """(rows, columns): cells of which a pixel is not what it was; every pixel of the region belongs to one cell."""
        other = _differs(now, self.pixels)
        if not other.any():
            return np.zeros((self.grid.rows, self.grid.columns), np.bool_)
        # One row of cells at a time, which is far quicker than all of them in one call.
        lines = np.array([other[band].any(0) for band in self.bands])
        return np.asarray(np.logical_or.reduceat(lines, self.lefts, axis=1))

    def cleared(self, now: Pixels) -> bool:
        """Whether a picture of one colour is of that of the gaps, as is that of an empty board on plain ground."""
        gaps = self.told.kind == NONE
        if not gaps.any():
            return False
        ground = np.median(self.looks[gaps][:, CELL_H // 2, CELL_W // 2], axis=0)
        return bool((np.abs(np.median(now[::8, ::8, :3], axis=(0, 1)) - ground) < LIKE).all())

    def open(self, untold: Bools, now: Pixels, time: float) -> None:
        """Note that cells (rows, columns) that changed cannot be told. Where they could not be told before, and show
        in their middle what they showed then, they stand still: what stirs is a frame or a glow around a neighbour.
        """
        stands = self.since > 0 and bool((self.told.kind[untold] == UNSURE).all())
        if not stands or not untouched(self.cells(now, untold), self.cells(self.then, untold)).all():
            self.since, self.then = time, now.copy()

    def cells(self, shown: Pixels, where: Bools) -> Cells:
        """The cells that `where` (rows, columns) names, (n, CELL_H, CELL_W, 3), in what the region `shown` shows."""
        rows, columns = self.region
        return cut_some(shown, replace(self.grid, x=self.grid.x - columns.start, y=self.grid.y - rows.start), where)

    def follow(self, now: Pixels, changed: Bools, cells: Cells) -> None:
        """Remember what the region shows now, where cells (rows, columns) have changed, and these, one for each."""
        self.looks[changed] = cells
        for row in np.flatnonzero(changed.any(1)).tolist():
            self.pixels[self.bands[row]] = now[self.bands[row]]
            self._behind.add(row)

    def clear(self, told: Told) -> None:
        """Remember that nothing is open, and what the region shows now, where rows of cells have changed since."""
        self.sure = told
        for row in self._behind:
            self.plain[self.bands[row]] = self.pixels[self.bands[row]]
        self._behind.clear()


def region_of(grid: Grid, size: tuple[int, int]) -> tuple[slice, slice]:
    """The rows and columns of pixels in which a board lies, in a frame of this (width, height)."""
    box = grid.box
    rows = slice(max(0, round(box.y)), min(size[1], round(box.y + box.h)))
    return rows, slice(max(0, round(box.x)), min(size[0], round(box.x + box.w)))


def _differs(now: Pixels, before: Pixels) -> Bools:
    """(h, w), pixels that are not the same in both pictures."""
    if now.shape[2] == 4 and now.strides[2] == before.strides[2] == 1:
        return np.asarray(now.view(np.uint32)[..., 0] != before.view(np.uint32)[..., 0])
    other = now != before  # channel by channel: numpy is slow at a short last axis
    return np.asarray(np.logical_or.reduce([other[..., channel] for channel in range(now.shape[2])]))
