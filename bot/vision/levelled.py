"""Reads a board over a picture: what shows where nothing lies is made even first, place by place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError
from bot.reading import Reader, Reading
from bot.vision.blocks.learning import LearningBlocks
from bot.vision.blocks.reader import LOST_SHARE, BlockReader, Place, not_there
from bot.vision.outline import Outline
from bot.vision.samples import crop, load_samples
from bot.vision.scenery import Scenery, load_scenery
from engine.moves import Cell
from engine.position import EMPTY, UNKNOWN

LONGER: Final = 2.5
"""Seconds for which a cell must show the same before that is taken for its scenery: by then a piece is known again that
changed its look as it joined others."""
BARE: Final = 0.3
"""Share of a cell that shows what lies behind it at the least where it seems to be empty, usually."""


class _Told:
    """Says where the board lies in an evened picture: where it was found in the picture itself."""

    def __init__(self) -> None:
        self.place: Place | None = None

    def find(self, pixels: object) -> Place | None:
        """Where it lies."""
        return self.place


@dataclass(frozen=True)
class _Shown:
    """What a cell shows, and since when."""

    pixels: Pixels
    since: float


class LevelledReader:
    """Reads a board by another reader, in pictures without the scenery behind it.

    Where a piece lay all the time that is not known. What such a cell shows later, still for a while and without a
    piece's outline, is its scenery.
    """

    def __init__(self, board: BlockReader | LearningBlocks, scenery: Scenery, outline: Outline) -> None:
        """`board` has a finder, which is asked by this reader from now on."""
        self._board, self._scenery, self._outline = board, scenery, outline
        self.finder: Any = board.finder
        """Finds the place where it was calibrated."""
        self._told = _Told()
        board.finder = self._told
        self._size: tuple[int, int] | None = None
        self._strange: dict[Cell, _Shown] = {}

    @classmethod
    def over(cls, board: Reader, layout: Layout) -> LevelledReader:
        """The reader of a layout with a scenery. Raises LayoutError where that cannot be used."""
        scenery = load_scenery(layout)
        if scenery is None or not isinstance(board, BlockReader | LearningBlocks) or board.finder is None:
            raise LayoutError(
                f"{layout.folder / 'layout.toml'}: board.scenery: expected the reader blocks and a board.place with "
                "surroundings as well."
            )
        pieces = [sample.pixels for sample in load_samples(layout) if sample.label != EMPTY]
        return cls(board, scenery, Outline(pieces, scenery.tone))

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        if self._told.place is not None and self._size == frame.size:
            reading = self._levelled(frame, self._told.place.grid)
            if _mostly(reading) and self._there(frame, self._told.place.grid, reading):
                return reading
        self._size = frame.size
        self._told.place = self.finder.find(frame.pixels)
        if self._told.place is not None:
            reading = self._levelled(frame, self._told.place.grid)
            if self._there(frame, self._told.place.grid, reading):
                return reading
            self._told.place = None
        return not_there(frame)

    def _there(self, frame: Frame, grid: Grid, reading: Reading) -> bool:
        """Whether what seems empty shows what lies behind it: a screen of the tone that is put there shows none."""
        if reading.position is None:
            return True
        empty = np.array([[label == EMPTY for label in row] for row in reading.position.board])
        for cell in self._scenery.unknown(grid):
            empty[cell] = False
        return not empty.any() or float(np.median(self._scenery.shown(frame.pixels, grid)[empty])) >= BARE

    def _levelled(self, frame: Frame, grid: Grid) -> Reading:
        """Read a frame where the board was found."""
        unknown = self._scenery.unknown(grid)
        if isinstance(self._board, LearningBlocks):
            self._board.barred, self._board.shown = unknown, frame.pixels
        reading = self._board.read(replace(frame, pixels=self._scenery.levelled(frame.pixels, grid)))
        if unknown and reading.position is not None:
            strange = [cell for cell in unknown if reading.position.board[cell[0]][cell[1]] == UNKNOWN]
            self._uncover(frame, grid, strange)
        return reading

    def _uncover(self, frame: Frame, grid: Grid, cells: list[Cell]) -> None:
        """Learn what shows in these cells, which no known piece covers, once each has shown the same for a while."""
        now = {cell: crop(frame.pixels, grid, cell) for cell in cells}
        for cell, pixels in now.items():
            known = self._strange.get(cell)
            if known is None or not np.array_equal(known.pixels, pixels):
                self._strange[cell] = _Shown(pixels, frame.time)
            elif frame.time - known.since >= LONGER and self._outline.lacks(pixels):
                self._scenery = self._scenery.with_cell(frame.pixels, grid, cell)
        self._strange = {cell: shown for cell, shown in self._strange.items() if cell in now}


def _mostly(reading: Reading) -> bool:
    """Whether most of a board is told."""
    cells = "" if reading.position is None else "".join(reading.position.board)
    return cells.count(UNKNOWN) < LOST_SHARE * len(cells)
