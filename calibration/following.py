"""Tiles that were found in one picture of a window, followed through its others as through the frames of a game: in a
small part of the time that a search takes, and through the lights and lines of its moves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.cells import cut_some
from bot.vision.tiles.reader import TileReader
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.sorting import Found, doubtful
from engine.moves import parse_cell
from engine.position import EMPTY as NOTHING
from engine.position import UNKNOWN, Position

GROWN: Final = 0.5
"""Share of a place beside a board that has changed from which it may be that a tile stands there; a line over it covers
less."""
LEVELS: Final = 16.0
"""Grey levels by which what has changed differs at least."""
PAUSE: Final = 10.0
"""Seconds from one picture to the next, as far as the reader is told: nothing that moves in one still does so then."""


class Following:
    """The board of tiles that one picture shows, in others of its window."""

    def __init__(self, first: Found, reader: TileReader, number: dict[str, int]) -> None:
        """`first` is how it was found; `reader` has read that picture, and `number` says which kind its labels are."""
        self._first, self._reader, self._time = first, reader, 0.0
        self._number = dict(number)
        self.tiles = int((first.shot.kind != EMPTY).sum())
        """How many tiles it shows."""

    def knows(self, found: Found) -> bool:
        """Whether the kinds of what was found in a picture have the numbers that they have here."""
        return found.shot.sorting is self._first.shot.sorting

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
        kind = self._kinds(reading.position)
        marked = np.zeros(kind.shape, np.bool_)
        for line in reading.position.blocks.get("marked", ()):
            marked[parse_cell(line)] = True
        found = Shot(pixels, shot.grid, kind, reading.margins, marked & (kind >= 0), sorting=shot.sorting)
        return True, Found("tiles", found, self._first.quality, doubtful(found))

    def _kinds(self, position: Position) -> NDArray[np.int64]:
        """(rows, columns), the kind in each cell; a label that was not seen yet is a new kind."""
        for label in dict.fromkeys("".join(position.board)):
            self._number.setdefault(label, max(self._number.values()) + 1)
        return np.array([[self._number[label] for label in row] for row in position.board], np.int64)

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
    if reading.sight is not Sight.CLEAR or reading.grid != found.shot.grid or reading.position is None:
        return before
    number = _numbers(reading.position, found.shot)
    return before if number is None else Following(found, reader, number)


def _numbers(position: Position, shot: Shot) -> dict[str, int] | None:
    """For each label of a reading which kind of the picture it is; None where the two tell its cells apart in another
    way.
    """
    seen = zip("".join(position.board), shot.kind.ravel().tolist(), strict=True)
    pairs = {(UNKNOWN, UNSURE), (NOTHING, EMPTY), *seen}
    number = dict(pairs)
    return number if len(pairs) == len(number) == len({*number.values()}) else None


def drawn(pixels: Pixels) -> float:
    """How much is drawn in a picture: of several of one window the one with most tiles has most outlines."""
    return float(np.abs(cv2.Laplacian(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.CV_16S)).mean())
