"""One picture and what was made of it: where the cells lie and what kind each of them is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.errors import CannotReadError
from bot.frame import Pixels, Point
from bot.grid import Grid
from bot.solve import begin_with
from bot.vision.cells import Cells, cut

EMPTY: Final = -1
"""The kind of an empty cell."""
UNSURE: Final = -2
"""The kind of a cell that could not be told."""


class CalibrationError(CannotReadError):
    """What was asked for cannot be learned from these pictures; the message says what is missing and what to do."""


class SeveralBoardsError(CalibrationError):
    """The pictures show several boards alike, and nobody said which of them is meant."""


class NoPieceYetError(CalibrationError):
    """The pictures show a board, but no piece that lies on it in its place."""


class NoBoardError(CalibrationError):
    """The pictures show nothing that looks like a board."""


class LinesAloneError(CalibrationError):
    """The pictures show the lines of a board, but not what lies between them."""

    def __init__(self, lines: Grid) -> None:
        self.lines = lines
        self.why = (
            f"Expected cells whose kinds can be told, found lines around {lines.rows} rows x {lines.columns} columns "
            "but not what lies between them: show more pieces"
        )
        super().__init__(f"{self.why}{begin_with(lines)}")


class NotOfGameError(CalibrationError):
    """The pictures show a board, but none of the game that it is said to be."""


@dataclass(frozen=True, eq=False)
class Shot:
    """One picture, sorted. Arrays are never written to."""

    pixels: Pixels
    """(height, width, 3): blue, green, red."""
    grid: Grid
    kind: NDArray[np.int64]
    """(rows, columns), the number of each cell's kind; EMPTY or UNSURE."""
    margins: NDArray[np.float32]
    """(rows, columns), 0 (a toss-up) to 1 (beyond question)."""
    marked: NDArray[np.bool_]
    """(rows, columns), cells that the game shows in another light: picked, highlighted, flashing."""
    twins: tuple[Shot, ...] = ()
    """Boards like it that were seen in the same picture, from left to right; like kinds have like numbers."""
    sorting: object = field(default_factory=object)
    """What the numbers of kinds are of: pictures in which this is the same have like numbers for like kinds."""

    def cells(self) -> Cells:
        """All cells, cut to one size; never written to."""
        return self._cut

    @cached_property
    def _cut(self) -> Cells:
        return cut(self.pixels, self.grid)

    def moved(self, corner: Point, pixels: Pixels) -> Shot:
        """The same in a larger picture, of which this one is the part at a corner."""
        grid = replace(self.grid, x=self.grid.x + corner.x, y=self.grid.y + corner.y)
        return replace(self, pixels=pixels, grid=grid, twins=tuple(twin.moved(corner, pixels) for twin in self.twins))

    def with_kinds(self, kind: NDArray[np.int64]) -> Shot:
        """The same picture with its cells sorted otherwise. What is no longer a kind is not marked; with other numbers
        kinds are no longer those of its twins, or of other pictures.
        """
        if np.array_equal(kind, self.kind):
            return self
        return replace(self, kind=kind, marked=self.marked & (kind >= 0), twins=(), sorting=object())
