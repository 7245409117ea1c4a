"""Tiles that were found in one picture of a window, followed through its others as through the frames of a game: in a
small part of the time that a search takes, and through the lights and lines of its moves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.cells import cut_some
from bot.vision.tiles.reader import TileReader
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.sorting import Found, doubtful
from calibration.tiles import in_order
from engine.moves import parse_cell
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN

GROWN: Final = 0.5
"""Share of a place beside a board that has changed from which it may be that a tile stands there; a line over it covers
less."""
LEVELS: Final = 16.0
"""Grey levels by which what has changed differs at least."""
PAUSE: Final = 10.0
"""Seconds from one picture to the next, as far as the reader is told: nothing that moves in one still does so then."""


class Following:
    """The board of tiles that one picture shows, in others of its window."""

    def __init__(self, first: Found, reader: TileReader) -> None:
        """`first` is how it was found, and `reader` has read that picture."""
        self._first, self._reader, self._time = first, reader, 0.0
        self.tiles = int((first.shot.kind != EMPTY).sum())
        """How many tiles it shows."""

    def seen(self, pixels: Pixels) -> tuple[bool, Found | None]:
        """Whether another picture, (height, width, 3), shows the board where it was, and what of it, unless something
        lies over it; where the first picture shows gaps, that may as well be more tiles.
        """
        shot = self._first.shot
        if pixels.shape != shot.pixels.shape or self._grown(pixels):
            return False, None
        self._time += PAUSE
        reading = self._reader.read(Frame(pixels, self._time))
        if reading.position is None or reading.grid is None or reading.margins is None or reading.grid != shot.grid:
            return False, None
        if reading.sight is Sight.COVERED:
            return bool((shot.kind != EMPTY).all()), None
        labels = np.array([list(row) for row in reading.position.board])
        kind = np.searchsorted(np.unique(labels), labels).astype(np.int64)
        kind[labels == UNKNOWN], kind[labels == NOTHING] = UNSURE, EMPTY
        marked = np.zeros(kind.shape, np.bool_)
        for line in reading.position.blocks.get("marked", ()):
            marked[parse_cell(line)] = True
        found = Shot(pixels, shot.grid, in_order(kind), reading.margins, marked & (kind >= 0))
        return True, Found("tiles", found, self._first.quality, doubtful(found))

    def _grown(self, pixels: Pixels) -> bool:
        """Whether something may stand beside the board in this picture where the first one shows nothing."""
        grid = self._first.shot.grid
        corner = grid.cell((-1, -1))
        wide = replace(grid, x=corner.x, y=corner.y, rows=grid.rows + 2, columns=grid.columns + 2)
        around = np.ones((wide.rows, wide.columns), np.bool_)
        around[1:-1, 1:-1] = False
        apart = np.abs(cut_some(pixels, wide, around) - cut_some(self._first.shot.pixels, wide, around)).max(3)
        return bool(((apart > LEVELS).mean((1, 2)) > GROWN).any())


def following(found: Found | None, before: Following | None = None) -> Following | None:
    """Ready to follow what was found in a picture, or what was followed `before` where that shows as much of the board;
    None where it is no board of tiles without a doubt, or where the reader of games sees another one.
    """
    if found is None or found.reader != "tiles" or found.reasons:
        return before
    if before is not None and before.tiles >= (found.shot.kind != EMPTY).sum():
        return before
    reader = TileReader()
    reading = reader.read(Frame(found.shot.pixels, 0.0))
    return Following(found, reader) if reading.sight is Sight.CLEAR and reading.grid == found.shot.grid else before
