"""What is read beside the board: next pieces and second boards by the kinds of the board, counters by digits, and signs
by what they are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError, Region
from bot.reading import Doubt, Reader, Reading, Sight
from bot.vision.cells import Cells, cut, cut_one
from bot.vision.counter import read_number
from bot.vision.place.finder import Finder
from bot.vision.samples import Sample, load_samples
from bot.vision.tally import Tally
from bot.vision.tiles import kinds
from engine.position import UNKNOWN, Position

CELLS: Final = "cells"
"""The reader of regions whose cells are of the kinds of the board."""
NUMBER: Final = "number"
"""The reader of regions in which numbers are written, one in each row."""
REGION_READERS: Final = {CELLS: "cells that show kinds of the board", NUMBER: "a number in each row"}
"""How a region may be read that needs no pictures of its own, with what a person is told of it."""
TALLY: Final = "tally"
"""The reader of regions in which signs stand that are worth something each."""
TAKEN: Final = ("board", "marked", "scroll")
"""Blocks that the board itself fills."""
LEAD: Final = 0.25
"""By how much a cell must be nearer to its kind than to the next, as a share."""
STRANGE: Final = 0.5
"""Share of the usual difference of two kinds from which a cell shows none of them."""

Floats = NDArray[np.float32]


class CellTeller:
    """Tells which kind of the board each cell of a grid beside it shows."""

    def __init__(self, labels: Sequence[str], cells: Cells) -> None:
        """`cells` (n, …) are examples of the kinds, cut to one size, and `labels` what each of them shows."""
        self._labels = list(labels)
        self._looks = kinds.features(cells)
        apart = kinds.differences(self._looks, self._looks)
        other = np.array([[a != b for b in self._labels] for a in self._labels])
        self._usual = float(np.median(apart[other])) if other.any() else float(np.median(apart) + 1)

    @classmethod
    def of_samples(cls, samples: Sequence[Sample]) -> CellTeller:
        """By the crops of a layout."""
        return cls([one.label for one in samples], np.stack([cut_one(one.pixels) for one in samples]))

    def told(self, pixels: Pixels, grid: Grid) -> tuple[tuple[str, ...], Floats]:
        """The labels of the cells as lines, and the margin of each cell."""
        cells = cut(pixels, grid)
        apart = kinds.differences(kinds.features(cells.reshape(-1, *cells.shape[2:])), self._looks)
        lines, margins = [], []
        for row in apart:
            best = int(row.argmin())
            others = [row[at] for at, label in enumerate(self._labels) if label != self._labels[best]]
            margin = 1 - float(np.sqrt(row[best] / max(min(others, default=self._usual), 1e-6)))
            known = margin >= LEAD and float(row[best]) < STRANGE * self._usual
            lines.append(self._labels[best] if known else UNKNOWN)
            margins.append(max(0.0, margin))
        rows = tuple("".join(lines[at : at + grid.columns]) for at in range(0, len(lines), grid.columns))
        return rows, np.array(margins, np.float32).reshape(grid.rows, grid.columns)


def read_region(region: Region, pixels: Pixels, area: Box, teller: CellTeller | None) -> tuple[tuple[str, ...], Floats]:
    """What a region shows, line by line, and the margin of each cell, where the calibrated picture lies in `area`.

    A `?` is what could not be told, or lies beside the frame.
    """
    grid = cells_of(region, area)
    if region.reader == CELLS and teller is not None:
        lines, margins = teller.told(pixels, grid)
        return (_columns_up(lines), margins.T[:, ::-1]) if region.turned else (lines, margins)
    ink = colour_of(region.ink) if region.ink else None
    told = [read_number(_strip(pixels, grid.cell((row, 0))), ink) for row in range(region.rows)]
    return tuple(text for text, _ in told), np.array([[margin] for _, margin in told], np.float32)


def _columns_up(lines: Sequence[str]) -> tuple[str, ...]:
    """The columns of some lines, each from the lowest cell up.

    >>> _columns_up(("ab", "cd"))
    ('ca', 'db')
    """
    return tuple("".join(line[at] for line in reversed(lines)) for at in range(len(lines[0])))


def colour_of(ink: str) -> tuple[int, int, int]:
    """A colour written as `#rrggbb`, as blue, green, red.

    >>> colour_of("#ff8000")
    (0, 128, 255)
    """
    red, green, blue = bytes.fromhex(ink[1:])
    return blue, green, red


def cells_of(region: Region, area: Box) -> Grid:
    """The cells of a region where the calibrated picture lies in `area`."""
    wide, high = (region.right - region.left) * area.w, (region.bottom - region.top) * area.h
    x, y = area.x + region.left * area.w, area.y + region.top * area.h
    return Grid(x, y, wide / region.columns, high / region.rows, region.rows, region.columns)


def _strip(pixels: Pixels, box: Box) -> Pixels:
    """The pixels in a box; none where some of it lies beside the frame."""
    left, top, right, bottom = (round(side) for side in (box.x, box.y, box.x + box.w, box.y + box.h))
    if left < 0 or top < 0 or right > pixels.shape[1] or bottom > pixels.shape[0] or right <= left or bottom <= top:
        return np.zeros((1, 1, 3), np.uint8)
    return np.ascontiguousarray(pixels[top:bottom, left:right, :3])


class RegionReader:
    """Reads a board by another reader, and the regions beside it that a layout names; each fills its own block."""

    def __init__(self, board: Reader, finder: Finder, regions: Sequence[Region], samples: Sequence[Sample]) -> None:
        self._board, self._finder, self._regions = board, finder, tuple(regions)
        self._teller = CellTeller.of_samples(samples) if samples else None
        self._tallies: dict[str, Tally] = {}
        self._width = 1
        """Pixels of the width of the picture that the layout was learned from."""

    @classmethod
    def around(cls, board: Reader, layout: Layout, finder: Finder | None = None) -> RegionReader:
        """The reader of a layout with regions; `finder` is one for it, where there is one. Raises LayoutError where it
        does not say what is needed to read them.
        """
        where = layout.folder / "layout.toml"
        for region in layout.regions:
            if region.reader not in (*REGION_READERS, TALLY):
                known = ", ".join((*REGION_READERS, TALLY))
                raise LayoutError(f"{where}: regions: there is no reader {region.reader!r}; known: {known}.")
            if region.reader == NUMBER and region.columns > 1:
                raise LayoutError(f"{where}: regions: {region.name}: numbers stand in rows; expected one column.")
            if region.reader == TALLY and not region.signs:
                raise LayoutError(f"{where}: regions: {region.name}: expected pictures in signs to add up, found none.")
            if region.name in TAKEN:
                raise LayoutError(f"{where}: regions: {region.name} is a block of the board; choose another name.")
        if len({region.name for region in layout.regions}) < len(layout.regions):
            raise LayoutError(f"{where}: regions: every name may stand once.")
        samples = load_samples(layout)
        if not samples and any(region.reader == CELLS for region in layout.regions):
            raise LayoutError(f"{where}: regions are read by the kinds of the board, but board.kinds names no samples.")
        reader = cls(board, finder or Finder(layout), layout.regions, samples)
        reader._tallies = {one.name: Tally.of(layout, one) for one in layout.regions if one.reader == TALLY}
        reader._width = layout.board.place.picture[0] if layout.board.place else 1
        return reader

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        reading = self._board.read(frame)
        if reading.position is None:
            return reading
        pixels = frame.pixels
        found = self._finder.find(pixels)
        blocks, doubts = dict(reading.position.blocks), list(reading.doubts)
        for region in self._regions:
            if found is None:
                if not (region.always and region.vital):
                    continue
                rows, columns = (region.columns, region.rows) if region.turned else (region.rows, region.columns)
                blocks[region.name] = (UNKNOWN * columns,) * rows
                doubts += [Doubt(region.name, r, c, 0.0) for r in range(rows) for c in range(columns)]
                continue
            if (tally := self._tallies.get(region.name)) is not None:
                strip = _strip(pixels, cells_of(region, found.area).box)
                blocks[region.name] = (str(tally.count(strip, found.area.w / self._width)),)
                continue
            lines, margins = read_region(region, pixels, found.area, self._teller)
            if not region.always and any(UNKNOWN in line for line in lines):
                continue
            blocks[region.name] = lines
            if not region.vital:
                continue
            unsure = [(r, c) for r, line in enumerate(lines) for c, label in enumerate(line) if label == UNKNOWN]
            doubts += [Doubt(region.name, r, c, float(margins[r, c])) for r, c in unsure]
        position = Position(blocks)
        if reading.sight is Sight.CLEAR and len(doubts) > len(reading.doubts):
            first = doubts[len(reading.doubts)]
            why = (
                f"Expected what is known in the region {first.block}, found {len(doubts) - len(reading.doubts)} "
                "that could not be told: wait until it stands still, or calibrate once more."
            )
            return replace(reading, position=position, doubts=tuple(doubts), sight=Sight.DOUBT, why=why)
        return replace(reading, position=position, doubts=tuple(doubts))
