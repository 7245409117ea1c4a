"""A board of which every cell is told at once, or nothing is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.cells import Cells
from bot.vision.tiles.board import NONE, Sorted, judged, likely, sure
from bot.vision.tiles.presence import Presence
from bot.vision.tiles.sameness import Shown, grouped

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


def outright(
    shown: Shown, grid: Grid, cells: Cells, tiles: Bools, presence: Presence, margins: Floats | None = None
) -> Sorted | None:
    """The board whose `tiles` (rows, columns) are known, all else being gaps; None unless every tile has its kind
    beyond doubt. `cells` (rows, columns, …) are those of the grid; `margins` (rows, columns) tell how sure it is of
    each that it is a tile or a gap, beyond question where there are none.
    """
    grouping = grouped(shown, grid, cells, tiles)
    if grouping.odd:
        return None
    kind = np.full(tiles.shape, NONE)
    kind[tiles] = grouping.kind
    if not likely(kind, cells, grouping):
        return None
    share = np.where(tiles, np.float32(0), np.float32(1))
    margins = np.ones_like(share) if margins is None else margins
    found = judged(shown, Sorted(grid, presence, kind, margins, cells, share, ~tiles, grouping, 0.0, True))
    return found if found and sure(found) else None
