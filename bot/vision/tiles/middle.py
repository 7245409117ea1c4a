"""Which outer lines of a calibrated board are empty: told by the ground, in the middle of which most programs lay it.

Cells say where a board lies but for whole empty rows and columns; what is around it says the rest, unless the window
was stretched and its bars were not, so that each side of the board says something else. But a board that lay in the
middle of its ground when it was calibrated lies there in a window of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.vision.place.cellkinds import NOTHING, CellKinds, Fit
from bot.vision.place.surroundings import load_surroundings
from bot.vision.tiles.whole import BAR, before

ALONG: Final = 0.3
"""Share of a board's side along which the picture may stay the same where its ground ends."""
STRETCHED: Final = 0.25
"""Cells by which the ground must have grown or shrunk for a place by what is around it to be given up."""


class Room(NamedTuple):
    """The ground that a board lies on, in pixels from the picture's left and upper edge; the last two exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def of(cls, pixels: Pixels, grid: Grid) -> Room:
        """The ground around a board anywhere in a picture (h, w, 3): on each side it ends where the picture changes
        along the board at once, at a bar, at the edge of a window, or at the edge of the picture.
        """
        height, width = pixels.shape[:2]
        box = grid.box
        left, top, right, bottom = max(0, int(box.x)), max(0, int(box.y)), ceil(box.x + box.w), ceil(box.y + box.h)
        rows, columns = _changes(pixels[:, left:right], 0), _changes(pixels[top:bottom], 1)
        return cls(
            int(max(columns[columns <= left], default=0)),
            int(max(rows[rows <= top], default=0)),
            int(min(columns[columns >= right], default=width)),
            int(min(rows[rows >= bottom], default=height)),
        )

    def side(self, axis: int) -> tuple[int, int]:
        """Where it begins and ends, downwards (axis 0) or across (1)."""
        return (self.left, self.right) if axis else (self.top, self.bottom)


class Placed(NamedTuple):
    """A board and how sure its place is."""

    fit: Fit
    told: bool
    """Whether the ground tells which of its outer lines are empty, wherever some are."""


@dataclass(frozen=True)
class Middle:
    """How a calibrated board lay on its ground, downwards and across."""

    cells: tuple[float | None, float | None]
    """The size of the ground in cells; None where the board did not lie in the middle."""

    @classmethod
    def of(cls, layout: Layout) -> Middle:
        """How the layout's board lay in the picture that was calibrated. Raises LayoutError."""
        place, sample = layout.board.place, load_surroundings(layout)
        assert place is not None
        height, width = sample.shape[:2]
        left, top = place.left * width, place.top * height
        pitch_x, pitch_y = (place.right * width - left) / place.columns, (place.bottom * height - top) / place.rows
        grid = Grid(left, top, pitch_x, pitch_y, place.rows, place.columns)
        room = Room.of(sample[:, :, :3], grid)
        return cls((_cells(grid, 0, room), _cells(grid, 1, room)))

    def placed(self, pixels: Pixels, fit: Fit, kinds: CellKinds) -> Placed | None:
        """The board in the middle of its ground, where it was; None where what is around it says otherwise, though the
        ground has the size that it had, or where tiles would then be lost.
        """
        if not fit.full:
            return Placed(fit, False)
        told, grid = True, fit.grid
        above, below, left, right = fit.rooms
        for axis, first, last in ((0, above, below), (1, left, right)):
            if not first + last:
                continue
            part = _without(fit.grid, axis, first, last)
            here = self._before(axis, part, Room.of(pixels, _without(part, 1 - axis, *_ends(fit, 1 - axis))), fit.grid)
            told &= here is not None
            if here is None or here.lines == first:
                continue
            if not here.stretched:
                return None
            grid = grid.stepped(*((first - here.lines, 0) if axis == 0 else (0, first - here.lines)))
        if grid == fit.grid:
            return Placed(fit, told)
        moved = kinds.look(pixels, grid, fit.error)
        kept = moved.full == fit.full and bool((moved.told & (moved.number == NOTHING))[_outer(moved)].all())
        return Placed(moved, told) if kept else None

    def _before(self, axis: int, part: Grid, room: Room, whole: Grid) -> _Lines | None:
        """The empty lines before the tiles of a board in the middle of its ground; None where that is not told."""
        was, (start, end) = self.cells[axis], room.side(axis)
        if was is None:
            return None
        pitch = part.pitch_x if axis else part.pitch_y
        seen, size = (part.columns, whole.columns) if axis else (part.rows, whole.rows)
        lines = before(part.x if axis else part.y, pitch, seen, size, (start, end))
        return None if lines is None else _Lines(lines, abs((end - start) / pitch - was) > STRETCHED)


class _Lines(NamedTuple):
    """The empty lines before the tiles of a board."""

    lines: int
    stretched: bool
    """Whether the ground has not the size that it had."""


def _changes(pixels: Pixels, axis: int) -> NDArray[np.int64]:
    """The rows (axis 0) or columns (axis 1) of pixels that differ from the one before nearly all along."""
    if not pixels.size:
        return np.zeros(0, np.int64)
    step = np.abs(np.diff(pixels.astype(np.int16), axis=axis)).max(2)
    return np.flatnonzero(np.quantile(step, ALONG, axis=1 - axis) > BAR) + 1


def _cells(grid: Grid, axis: int, room: Room) -> float | None:
    """The size of the ground in cells, downwards or across, if the board lies in its middle."""
    start, pitch, size = (grid.x, grid.pitch_x, grid.columns) if axis else (grid.y, grid.pitch_y, grid.rows)
    side = room.side(axis)
    return None if before(start, pitch, size, size, side) is None else (side[1] - side[0]) / pitch


def _ends(fit: Fit, axis: int) -> tuple[int, int]:
    """How many outer lines are empty, before and after the tiles."""
    above, below, left, right = fit.rooms
    return (left, right) if axis else (above, below)


def _without(grid: Grid, axis: int, first: int, last: int) -> Grid:
    """The grid without some of its first and last rows (axis 0) or columns (1)."""
    return grid.grown(left=-first, right=-last) if axis else grid.grown(top=-first, bottom=-last)


def _outer(fit: Fit) -> NDArray[np.bool_]:
    """(rows, columns), the cells of the empty outer lines."""
    above, below, left, right = fit.rooms
    outer = np.ones(fit.number.shape, np.bool_)
    outer[above : fit.grid.rows - below, left : fit.grid.columns - right] = False
    return outer
