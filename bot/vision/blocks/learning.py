"""Learns kinds that no sample shows while a board is read: a piece that nobody knows has come to rest, and stays.

A program is first seen at the start of its game, when few of its pieces have come. What only hangs in the air, moves,
flashes or looks like a known kind in another state is no new kind. The same pictures at the same times teach the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.reading import Reading
from bot.vision.blocks.known import Known
from bot.vision.blocks.look import areas, looks, one_cell
from bot.vision.blocks.reader import LETTERS, BlockReader, Finder, Place
from bot.vision.falling import hanging, may_be_pair
from bot.vision.samples import Sample, crop, load_samples
from engine.moves import Cell
from engine.position import EMPTY, UNKNOWN

RESTS: Final = 1.0
"""Seconds for which a piece must show the very same before it is taken for one that lies still: some fall by half a row
at a time.
"""
LOOKS: Final = 3
"""Looks in which it must."""
FAR: Final = 0.8
"""Share of the area in which the two kinds that differ least do, in which a new one must differ from all: joints and
shut eyes change up to 0.55 of a cell of FloboPuyo, two kinds there and in the arcade at least 0.65."""
TOGETHER: Final = 4
"""Cells that nobody knows at once, at most: where there are more, something lies over the board."""
MOST: Final = 8
"""Kinds that games of blocks have at most."""


@dataclass(frozen=True)
class _Held:
    """The place of a board that is read already, for a new reader."""

    grid: Grid


class _HeldFinder:
    """Finds a board where it was just now, and then as another finder does."""

    def __init__(self, grid: Grid, then: Finder | None) -> None:
        self._held: Place | None = _Held(grid)
        self._then = then

    def find(self, pixels: Pixels) -> Place | None:
        """Where the board lies."""
        held, self._held = self._held, None
        if held is not None or self._then is None:
            return held
        return self._then.find(pixels)


class LearningBlocks:
    """Reads the board of a game of few kinds by a layout, and learns those that the layout does not show."""

    def __init__(self, layout: Layout) -> None:
        """Raises LayoutError where the samples of the layout cannot be used."""
        self._layout, self._samples = layout, list(load_samples(layout))
        self._labels = [kind.label for kind in layout.board.kinds if kind.label != EMPTY]
        self._reader = BlockReader.of(layout)
        self.finder = self._reader.finder
        """Finds the place where it was calibrated."""
        self._strange: tuple[tuple[Cell, ...], tuple[Pixels, ...], float] | None = None
        """Cells that nobody knows, what they show, and since when."""
        self._looks = 0

    @classmethod
    def of(cls, layout: Layout) -> LearningBlocks:
        """The reader for a layout. Raises LayoutError."""
        return cls(layout)

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        reading = self._reader.read(frame)
        cells = _lying_strange(reading) if reading.doubts else ()
        if not 0 < len(cells) <= TOGETHER or reading.grid is None or len(self._labels) >= MOST:
            self._strange = None
            return reading
        shown = tuple(crop(frame.pixels, reading.grid, cell) for cell in cells)
        if self._strange is None or not _same((cells, shown), self._strange[:2]):
            self._strange, self._looks = (cells, shown, frame.time), 1
            return reading
        self._looks += 1
        if self._looks < LOOKS or frame.time - self._strange[2] < RESTS:
            return reading
        self._strange = None
        new = next((one for one in shown if self._new(one)), None)
        return reading if new is None else self._learned(frame, reading.grid, new)

    def _new(self, shown: Pixels) -> bool:
        """Whether a cell looks so unlike all kinds, the empty cell among them, that it is none of them."""
        rows = looks(np.stack([one_cell(sample.pixels) for sample in self._samples]))
        kind = np.array([[EMPTY, *self._labels].index(sample.label) for sample in self._samples])
        apart = areas(rows, rows)
        other = kind[:, None] != kind[None]
        away = areas(looks(one_cell(shown)[None]), rows)
        return bool(other.any() and away.min() >= FAR * apart[other].min())

    def _learned(self, frame: Frame, grid: Grid, shown: Pixels) -> Reading:
        """Read a frame with a cell of it for a new kind."""
        label = next(letter for letter in LETTERS if letter not in self._labels)
        self._labels.append(label)
        self._samples.append(Sample(label, False, shown))
        known = Known.of_samples(self._samples, self._labels)
        finder = None
        if self.finder is not None:
            from bot.vision.place.finder import Finder as Calibrated

            finder = Calibrated(self._layout, self._samples)
        size = grid.rows, grid.columns
        self._reader = BlockReader(known, self._labels, finder=_HeldFinder(grid, finder), size=size)
        return self._reader.read(frame)


def _lying_strange(reading: Reading) -> tuple[Cell, ...]:
    """The cells of a board that nobody knows, where they lie, and at most a pair hangs in the air."""
    if reading.position is None:
        return ()
    board = reading.position.board
    in_the_air = hanging(board)
    if not may_be_pair(in_the_air):
        return ()
    return tuple(
        (row, column)
        for row, line in enumerate(board)
        for column, label in enumerate(line)
        if label == UNKNOWN and (row, column) not in in_the_air
    )


def _same(one: tuple[Sequence[Cell], Sequence[Pixels]], other: tuple[Sequence[Cell], Sequence[Pixels]]) -> bool:
    """Whether the same cells show the same."""
    return one[0] == other[0] and all(np.array_equal(a, b) for a, b in zip(one[1], other[1], strict=True))
