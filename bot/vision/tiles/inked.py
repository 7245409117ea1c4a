"""A board told by what is drawn on its tiles: all of them bear a figure, and gaps show next to nothing.

A third way to tell tiles from gaps, for boards on plates through which a picture is seen: tiles have their plates in
common with the gaps, no two gaps look the same, and the ground runs nowhere. It says all or nothing.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut, outside
from bot.vision.finding.scanlines import restored
from bot.vision.tiles import kinds, plausible, presence
from bot.vision.tiles.board import CROWDED, Sorted
from bot.vision.tiles.outright import outright
from bot.vision.tiles.sameness import Shown

Bools = NDArray[np.bool_]

RICHER: Final = 4.0
"""How many times more every tile shows than every gap."""
FULL: Final = 0.2
"""Share of a board's cells that hold a tile at the least: of fewer, gaps may be tiles of pale figures."""


def inked(pixels: Pixels, grid: Grid) -> Sorted | None:
    """The board on a grid that lies where its cells are; None unless every cell of it is told beyond doubt."""
    cells = cut(pixels, grid)
    plain = cut(restored(pixels), grid)
    faces = kinds.free(plain.reshape(-1, *cells.shape[2:]))
    tiles = _figured(kinds.colour_contrast(faces).reshape(grid.rows, grid.columns))
    if (
        tiles is None
        or tiles.sum() < CROWDED
        or plausible.window(tiles) != (slice(0, grid.rows), slice(0, grid.columns))
    ):
        return None
    if plausible.alike(cells, ~tiles)[~tiles].all():
        return None  # a kind that bears no figure looks the same wherever it lies
    wide = grid.wider(1)
    learnt = presence.learn(cut(pixels, wide), np.pad(tiles, 1), None, ~outside(wide, pixels))
    if learnt is None:
        return None
    return outright(Shown.of(pixels, grid), grid, cells, tiles, learnt[0].knowing(cells[~tiles]))


def _figured(ink: NDArray[np.float32]) -> Bools | None:
    """(rows, columns), the cells that show RICHER times more than all others; None where no others are, or too many."""
    steps = np.sort(ink.ravel())
    richer = np.flatnonzero(steps[1:] > RICHER * np.maximum(steps[:-1], 1))
    if not len(richer) or richer[-1] + 1 > (1 - FULL) * len(steps):
        return None
    return np.asarray(ink > steps[richer[-1]])
