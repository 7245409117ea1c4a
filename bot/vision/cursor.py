"""Where the cursor lies on a board: a frame over two cells side by side, known by pictures of it.

Only the pixels of the cursor itself and of its closest surroundings are looked at: the ones must have its colours, the
others must not, whatever lies below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError
from bot.reading import Reader, Reading
from bot.vision.cells import sheet_of, strongest
from bot.vision.hues import evenly
from bot.vision.samples import read_layered
from engine.moves import Cell, show_cell
from engine.position import Position

CELL: Final = 32
"""Cells are cut to this many pixels each way."""
OVER: Final = 0.125
"""Part of a cell by which a picture of the cursor reaches beyond its two cells on each side."""
SPAN: Final = 2
"""Cells side by side that the cursor covers."""
STRANGE: Final = 72.0
"""Grey levels from which a pixel has another colour altogether."""
BESIDE: Final = 3
"""Pixels around the cursor that must look otherwise."""
FEW: Final = 11
"""One pixel in so many is looked at first."""
ROUGH: Final = 0.25
"""By how much a score by these may be wrong."""
LIKELY: Final = 6
"""Places that are then looked at closely, at the most."""
BESIDE_GRID: Final = (
    (0.0, 0.0),
    *((0.0, 0.02), (0.0, -0.02), (0.02, 0.0), (-0.02, 0.0)),
    *((0.0, 0.04), (0.0, -0.04), (0.04, 0.0), (-0.04, 0.0)),
)
"""Parts of a cell by which the cursor may lie beside the grid: a pixel of 60 hides one of thin lines."""
LEAST: Final = 0.45
"""Score from which it is a cursor: what its own pixels resemble it, less what those beside it do."""
LEAD: Final = 0.15
"""By how much it must be more of one than any other place is."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class CursorTeller:
    """Tells where the cursor lies, by one picture or several of one that blinks."""

    def __init__(self, samples: Sequence[Pixels]) -> None:
        """`samples` are (h, w, 4): two cells and OVER of a cell around them; the last channel is 255 at the cursor."""
        size = round((SPAN + 2 * OVER) * CELL), round((1 + 2 * OVER) * CELL)
        self._looks = [
            _Look.of(np.asarray(cv2.resize(one, size, interpolation=cv2.INTER_AREA), np.uint8)) for one in samples
        ]
        self._beside = BESIDE_GRID[0]
        """How far beside the grid it was seen last."""

    def tell(self, pixels: Pixels, grid: Grid) -> tuple[Cell, float] | None:
        """The left cell under the cursor and the score; None where there is none, or more than one place is likely."""
        # The grid may lie a little beside the picture, and mostly does so as before.
        for x, y in dict.fromkeys((self._beside, *BESIDE_GRID)):
            found = self._told(pixels, grid, (x * grid.pitch_x, y * grid.pitch_y))
            if found is not None:
                self._beside = x, y
                return found
        return None

    def _told(self, pixels: Pixels, grid: Grid, shift: tuple[float, float]) -> tuple[Cell, float] | None:
        """The same where the grid is moved by some pixels."""
        moved = grid.moved(*shift)
        # Single pixels tell which places are worth a closer look.
        rough = np.max([look.rough(pixels, moved) for look in self._looks], 0)
        order = np.argsort(-rough, kind="stable")[:LIKELY]
        scores = np.full(len(rough), -1, np.float32)
        for at in order:
            if rough[at] < max(LEAST, float(scores.max()) - LEAD) - ROUGH:
                break
            scores[at] = self._score(pixels, moved, divmod(int(at), grid.columns - SPAN + 1))
        best, second = np.argsort(-scores, kind="stable")[:2]
        if scores[best] < LEAST or scores[best] - scores[second] < LEAD:
            return None
        row, column = divmod(int(best), grid.columns - SPAN + 1)
        return (row, column), float(scores[best])

    def _score(self, pixels: Pixels, grid: Grid, cell: Cell) -> float:
        """How much the place whose left cell this is looks like it."""
        (row, column), part = cell, 1 / OVER
        x, y = grid.x + (column - OVER) * grid.pitch_x, grid.y + (row - OVER) * grid.pitch_y
        fine = Grid(
            x, y, grid.pitch_x / part, grid.pitch_y / part, rows=round(part) + 2, columns=SPAN * round(part) + 2
        )
        seen = sheet_of(pixels, fine, (0.0, 0.0), (round(CELL / part), round(CELL / part)))
        return max(look.score(seen) for look in self._looks)


class _Look:
    """The cursor as one picture shows it."""

    def __init__(self, own: tuple[Ints, Ints], beside: tuple[Ints, Ints], colour: Floats) -> None:
        self._own, self._beside, self._colour = own, beside, colour

    @classmethod
    def of(cls, sample: NDArray[np.uint8]) -> _Look:
        """From a picture at the size at which boards are cut."""
        solid = sample[:, :, 3] > 200
        if not solid.any():
            solid = sample[:, :, 3] >= sample[:, :, 3].max()
        near = cv2.dilate((sample[:, :, 3] > 20).astype(np.uint8), np.ones((3, 3), np.uint8))
        ring = cv2.dilate(near, np.ones((2 * BESIDE - 1, 2 * BESIDE - 1), np.uint8)) > near
        own, beside = np.nonzero(solid), np.nonzero(ring)
        return cls((own[0], own[1]), (beside[0], beside[1]), np.median(sample[own][:, :3], 0).astype(np.float32))

    def score(self, seen: Pixels) -> float:
        """How much a place looks like it, -1 to 1; `seen` is cut as the picture of the cursor is."""
        return float(self._alike(seen[self._own]) - self._alike(seen[self._beside]))

    def rough(self, pixels: Pixels, grid: Grid) -> Floats:
        """The same by one pixel of the frame in FEW, for each place in the grid, row by row."""
        own, beside = (
            self._alike(_taken(pixels, grid, (at[0][::FEW], at[1][::FEW]))) for at in (self._own, self._beside)
        )
        return np.asarray(own - beside)

    def _alike(self, seen: Pixels) -> Floats:
        """(…): how much pixels (…, n, 3) have the cursor's colour, 0 to 1."""
        apart = strongest(np.abs(seen.astype(np.float32) - self._colour))
        return np.asarray(np.clip(1 - apart / STRANGE, 0, 1).mean(-1), np.float32)


def _taken(pixels: Pixels, grid: Grid, at: tuple[Ints, Ints]) -> Pixels:
    """(rows * (columns - 1), n, 3): pixels of the frame where those `at`, (n,) rows and columns of a picture of the
    cursor, are if its left cell is each of the grid's.
    """
    height, width = pixels.shape[:2]
    y = grid.y + (np.arange(grid.rows)[:, None] + (at[0] + 0.5) / CELL - OVER) * grid.pitch_y
    x = grid.x + (np.arange(grid.columns - SPAN + 1)[:, None] + (at[1] + 0.5) / CELL - OVER) * grid.pitch_x
    rows, columns = np.clip(y.astype(int), 0, height - 1)[:, None], np.clip(x.astype(int), 0, width - 1)
    if pixels.shape[2] == 4 and pixels.flags.c_contiguous:
        whole = pixels.view(np.uint32).reshape(-1).take(rows * width + columns)
        return np.asarray(whole.view(np.uint8).reshape(-1, len(at[0]), 4)[:, :, :3])
    return np.asarray(pixels[rows, columns, :3].reshape(-1, len(at[0]), 3))


class CursorReader:
    """Reads a board by another reader, and where the cursor lies on it: the block `cursor`, left out where unseen."""

    def __init__(
        self, board: Reader, teller: CursorTeller, view: Callable[[Pixels], Pixels] = lambda pixels: pixels
    ) -> None:
        """The cursor is looked for in the `view` of a picture."""
        self._board, self._teller, self._view = board, teller, view

    @classmethod
    def on(cls, board: Reader, layout: Layout) -> CursorReader:
        """The reader of a layout that shows its cursor. Raises LayoutError where a picture of it cannot be used."""
        teller = CursorTeller(cursor_samples(layout))
        return cls(board, teller, evenly) if layout.board.hues else cls(board, teller)

    def read(self, frame: Frame) -> Reading:
        """Read one frame. Never raises for what a picture shows."""
        reading = self._board.read(frame)
        if reading.position is None or reading.grid is None:
            return reading
        found = self._teller.tell(self._view(frame.pixels), reading.grid)
        if found is None:
            return reading
        return replace(reading, position=Position({**reading.position.blocks, "cursor": (show_cell(found[0]),)}))


def cursor_samples(layout: Layout) -> list[Pixels]:
    """The pictures of the cursor, (h, w, 4) each, in a layout. Raises LayoutError where one cannot be used."""
    pictures = []
    for name in layout.board.cursor:
        pictures.append(read_layered(layout, name, "board.cursor", (8, 1024), 1 << 20, "where the cursor is"))
        if not pictures[-1][:, :, 3].any():
            raise LayoutError(f"{layout.folder / 'layout.toml'}: board.cursor: {name} shows no cursor.")
    return pictures
