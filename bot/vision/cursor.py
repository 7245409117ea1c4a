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
from bot.vision.cells import sheet_of
from bot.vision.hues import evenly
from bot.vision.picture import header_size
from bot.vision.samples import FOLDER
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
LIKELY: Final = 6
"""Places that are then looked at closely."""
BESIDE_GRID: Final = ((0.0, 0.0), (0.0, 0.04), (0.0, -0.04), (0.04, 0.0), (-0.04, 0.0))
"""Parts of a cell by which the cursor may lie beside the grid."""
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

    def tell(self, pixels: Pixels, grid: Grid) -> tuple[Cell, float] | None:
        """The left cell under the cursor and the score; None where there is none, or more than one place is likely."""
        # The grid may lie a little beside the picture.
        shifts = ((x * grid.pitch_x, y * grid.pitch_y) for x, y in BESIDE_GRID)
        return next((found for shift in shifts if (found := self._told(pixels, grid, shift)) is not None), None)

    def _told(self, pixels: Pixels, grid: Grid, shift: tuple[float, float]) -> tuple[Cell, float] | None:
        """The same where the grid is moved by some pixels."""
        wide = Grid(
            grid.x - grid.pitch_x, grid.y - grid.pitch_y, grid.pitch_x, grid.pitch_y, grid.rows + 2, grid.columns + 2
        )
        sheet = sheet_of(pixels, wide, shift, (CELL, CELL))
        edge = CELL - round(OVER * CELL)
        rows, columns = np.mgrid[0 : grid.rows, 0 : grid.columns - SPAN + 1].reshape(2, -1)
        corners = (edge + rows * CELL) * sheet.shape[1] + edge + columns * CELL
        flat = sheet.reshape(-1, 3)
        # A few pixels tell which places are worth a closer look.
        rough = np.max([look.scores(flat, corners, sheet.shape[1], FEW) for look in self._looks], 0)
        likely = np.argsort(-rough)[:LIKELY]
        scores = np.full(len(corners), -1, np.float32)
        scores[likely] = np.max([look.scores(flat, corners[likely], sheet.shape[1]) for look in self._looks], 0)
        best, second = np.argsort(-scores)[:2]
        if scores[best] < LEAST or scores[best] - scores[second] < LEAD:
            return None
        return (int(rows[best]), int(columns[best])), float(scores[best])


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

    def scores(self, flat: Pixels, corners: Ints, width: int, few: int = 1) -> Floats:
        """How much each place looks like it, -1 to 1, by all pixels or by one in `few`."""

        def alike(at: tuple[Ints, Ints]) -> Floats:
            seen = flat[corners[:, None] + at[0][::few] * width + at[1][::few]].astype(np.float32)
            apart = np.abs(seen - self._colour).max(2)
            return np.asarray(np.clip(1 - apart / STRANGE, 0, 1).mean(1), np.float32)

        return np.asarray(alike(self._own) - alike(self._beside), np.float32)


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
        teller = CursorTeller([_load(layout, name) for name in layout.board.cursor])
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


def _load(layout: Layout, name: str) -> Pixels:
    """A picture of the cursor. Raises LayoutError."""
    path = layout.folder / FOLDER / name
    where = f"{layout.folder / 'layout.toml'}: board.cursor: {name}"
    if path.is_symlink() or path.parent.is_symlink() or not path.is_file() or path.stat().st_size > 1 << 20:
        raise LayoutError(f"{where}: expected a small PNG picture in the folder {FOLDER}.")
    data = path.read_bytes()
    size = header_size(data) if data.startswith(b"\x89PNG") else None
    if size is None or not all(8 <= side <= 1024 for side in size):
        raise LayoutError(f"{where}: expected a PNG of 8 to 1024 pixels a side.")
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        pixels = None
    if pixels is None or pixels.ndim != 3 or pixels.shape[2] != 4 or not pixels[:, :, 3].any():
        raise LayoutError(f"{where}: expected colours and a fourth channel that says where the cursor is.")
    return np.asarray(pixels, np.uint8)
