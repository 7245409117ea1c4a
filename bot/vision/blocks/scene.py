"""A picture in which boards of blocks are looked for, with what all candidates share: its edges and lines, where cells
recur, and the grids that were sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.lattice import Lattice
from bot.vision.blocks.look import cells_of
from bot.vision.blocks.panel import STRONG, Frame, Lines, frames
from bot.vision.blocks.pitch import edge_maps, rivals
from bot.vision.blocks.recur import Spot, Way, lattices_of, mapped, spots_of
from bot.vision.blocks.rounding import leaning
from bot.vision.blocks.settle import reshaped
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import Sorting
from bot.vision.once import once_per_picture

FIXED: Final = 60
"""Cells that take as long as a sorting takes at the least."""
ENOUGH: Final = 6000
"""Cells that are sorted in one picture, in all: of 590 drawn boards and recorded screens none was first found, or found
better, after more than 5,602; pictures without a board went on to 15,000."""


class Ruled(NamedTuple):
    """Straight lines of a picture."""

    upright: Lines
    level: Lines
    """The same of the picture lying on its side."""


class Findings:
    """What whoever looks for boards in one picture finds out alike, however large they are said to be."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self.across, self.down = edge_maps(pixels)
        self.edge = np.maximum(self.across, self.down)
        self.ruled = Ruled(Lines(self.across), Lines(np.ascontiguousarray(self.down.T)))
        self.sortings: dict[Grid, Sorting] = {}
        self._around: dict[tuple[Spot, Ruled], tuple[list[Frame], list[Frame]]] = {}
        self._lattices: dict[tuple[tuple[float, float], bool], list[Lattice]] = {}

    def sorting(self, grid: Grid) -> Sorting:
        """The cells of a grid sorted."""
        if grid not in self.sortings:
            self.sortings[grid] = sort_blocks(self.pixels, grid)
        return self.sortings[grid]

    @cached_property
    def strong(self) -> Ruled:
        """The strong lines, which stand out on cloth."""
        return Ruled(Lines(self.across, STRONG), Lines(np.ascontiguousarray(self.down.T), STRONG))

    def around(self, spot: Spot, ruled: Ruled) -> tuple[list[Frame], list[Frame]]:
        """Frames around a spot: those that hold a whole number of cells, and others."""
        if (spot, ruled) not in self._around:
            self._around[spot, ruled] = frames(*ruled, spot.grid, spot.cells)
        return self._around[spot, ruled]

    def lattices(self, size: tuple[float, float], sparse: bool) -> list[Lattice]:
        """Where cells of this size recur."""
        if (size, sparse) not in self._lattices:
            self._lattices[size, sparse] = lattices_of(self._floats, *size, sparse)
        return self._lattices[size, sparse]

    @cached_property
    def _floats(self) -> NDArray[np.float32]:
        return np.asarray(self.pixels[:, :, :3], np.float32)


@once_per_picture
def findings_of(pixels: Pixels) -> Findings:
    """What is found out of a picture (h, w, 3), kept for the next who looks for a board in it."""
    return Findings(pixels.copy())


class Scene:
    """A picture in which boards are looked for, and how far the search has come."""

    def __init__(self, pixels: Pixels) -> None:
        self._findings = findings_of(pixels)
        self.pixels = self._findings.pixels
        self.across, self.down, self.edge = self._findings.across, self._findings.down, self._findings.edge
        self.sizes: list[tuple[float, float]] = []
        """Widths and heights of cells that are looked for."""
        self.sorted = 0
        """Cells that were sorted until now, where they are looked for in one way."""
        self.sorted_in_all = 0
        """The same, however they were looked for."""
        self.framed = 0
        """Frames that were looked into until now."""
        self.nudged = 0
        """Grids that were moved by a little until now."""
        self.settled = False
        """Whether a board beyond question was found: then there may only be another one, as plain as it is."""
        self.frames: dict[Grid, tuple[Ruled, Frame]] = {}
        """The frames that boards were found in."""
        self.open_: dict[Spot, Sorting] = {}
        """Boards at a spot whose frame is not drawn beside their empty cells."""
        self.going_on: list[Sorting] = []
        """Boards whose lines go on beyond them: no whole ones, but what bounds a part of theirs is no border either."""
        self._known: dict[Grid, Sorting] = {}
        self._spots: dict[tuple[tuple[float, float], Way], list[Spot]] = {}

    @property
    def spent(self) -> bool:
        """Whether so much was tried in vain that no board is likely to be found any more."""
        return self.sorted_in_all > ENOUGH

    def sorting(self, grid: Grid) -> Sorting:
        """The cells of a grid sorted."""
        if grid not in self._known:
            cost = FIXED + grid.rows * grid.columns
            self.sorted += cost
            self.sorted_in_all += cost
            self._known[grid] = self._findings.sorting(grid)
        return self._known[grid]

    def quality(self, grid: Grid) -> float:
        """How plainly the kinds of a grid are apart, where it was sorted; endless where it was not."""
        return self._known[grid].quality if grid in self._known else np.inf

    @property
    def ruled(self) -> Ruled:
        """All lines of the picture."""
        return self._findings.ruled

    def lines(self) -> Iterator[Ruled]:
        """All lines of the picture, then the strong ones, which stand out on cloth."""
        yield self.ruled
        yield self._findings.strong

    def around(self, spot: Spot, ruled: Ruled) -> tuple[list[Frame], list[Frame]]:
        """Frames around a spot: those that hold a whole number of cells, and others."""
        return self._findings.around(spot, ruled)

    def spots(self, size: tuple[float, float], way: Way = Way.USUAL) -> list[Spot]:
        """Places where cells of this size recur, the likelier first; none where enough was tried."""
        if (size, way) not in self._spots:
            if self.spent:
                return []
            lattices = self._findings.lattices(size, way is Way.SPARSE)
            self._spots[size, way] = spots_of(lattices, self.edge, way)
        return self._spots[size, way]

    def warped(self, sorting: Sorting) -> Spot | None:
        """The place of a board in cells that are a little higher or wider, if its blocks look far more alike in them:
        of another of the `sizes`, or as high and wide as it seems from how rows and columns lie aside.
        """
        grid, full = sorting.grid, sorting.kind >= 0
        others = rivals((grid.pitch_x, grid.pitch_y), self.sizes)
        wider, higher = leaning(cells_of(self.pixels, grid), sorting.kind, full)
        others += [(grid.pitch_x * (1 + wider), grid.pitch_y)] if wider else []
        others += [(grid.pitch_x, grid.pitch_y * (1 + higher))] if higher else []
        spot = Spot(grid, full, 0)
        better = (reshaped(self.pixels, spot, *other) for other in others)
        found = next((one for one in better if one is not None), None)
        return None if found is None else Spot(found, mapped(spot, found), 0)
