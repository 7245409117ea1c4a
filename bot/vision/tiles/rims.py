"""Plates of one look: cells with the rim that tiles have in common, whatever they bear."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import kinds

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

RING: Final = np.pad(np.zeros((CELL_H - 4, CELL_W - 4), np.bool_), 2, constant_values=True)
"""The outermost pixels of a cut cell, two on each side."""
INNER: Final = 4
"""Pixels of a cut cell on each side, within which a figure is looked for."""
BEARS: Final = 0.4
"""Share of what tiles mostly bear from which a cell bears a figure."""
FAR_OFF: Final = 2.0
"""How many times farther from the rims of tiles than these are from each other ground is, at least."""
NEARLY: Final = 0.55
"""Share of the way from a tile's rim to that of ground up to which a cell may be a tile that was moved or lit."""


def plated(cells: Cells, tiles: Bools, beside: Bools, share: float = 0.0) -> Bools:
    """(rows, columns), cells with the rim of another of the `tiles`, where all of these have that and hardly anything
    `beside` them does, and as much within it: one may bear a figure that no other does. And those whose rim lies no
    farther than a `share` of the way to the nearest beside them.
    """
    away = _away(cells, tiles)
    limit = float(np.quantile(away[tiles], 0.9)) + kinds.GRAIN
    if not beside.any() or float(np.quantile(away[beside], 0.1)) <= FAR_OFF * limit:
        return np.zeros_like(tiles)
    return (away < max(limit, share * float(away[beside].min()))) & _bearing(cells, tiles)


def nearly_plated(cells: Cells, tiles: Bools, beside: Bools) -> Bools:
    """The same with those that are NEARLY so: a tile may be drawn a little aside while it is picked."""
    return plated(cells, tiles, beside, NEARLY)


def _bearing(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), cells that bear as much as tiles mostly do: a plate without a figure may be what a gap shows."""
    inner = kinds.colour_contrast(
        cells[:, :, INNER:-INNER, INNER:-INNER].reshape(tiles.size, -1, CELL_W - 2 * INNER, 3)
    )
    much = inner.reshape(tiles.shape)
    return np.asarray(much > BEARS * float(np.median(much[tiles])))


def _away(cells: Cells, tiles: Bools) -> Floats:
    """(rows, columns), how far the rim of every cell is from the likest of another tile, in grey levels."""
    rims = cells[..., RING, :].reshape(tiles.size, -1)
    apart = kinds.differences(rims, rims[tiles.ravel()])
    apart[np.flatnonzero(tiles), np.arange(np.count_nonzero(tiles))] = np.inf
    return np.asarray(np.sqrt(apart.min(1)).reshape(tiles.shape), np.float32)
