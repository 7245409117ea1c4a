"""The whole board around the tiles that are left of it, where the program's board sizes are known.

A game that is taken up in the middle shows tiles in a part of its board only. Lines may run through all the empty
cells and one ring around them, so a board that is taken for smaller than it is forbids moves, and one that is taken for
larger allows moves that the game does not. So the board grows only to a known size that lies in the middle of its
ground, with its cells exactly where the tiles lie, and of several such sizes to the smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut
from bot.vision.finding.scanlines import restored
from bot.vision.tiles.board import FLOOR, NONE, Sorted
from bot.vision.tiles.look import GROUND

OFF: Final = 0.12
"""Share of a cell by which the tiles may lie beside the cells of a board in the middle of its ground."""
ROUNDED: Final = 1.5
"""Pixels by which a program that knows no fractions may be off."""
BAR: Final = 8.0
"""Grey levels, over most of the picture's width, from one row of pixels to the next where a bar ends."""

STRIP: Final = 8
"""Pixels beside the board that tell where bars end."""


def whole(pixels: Pixels, found: Sorted, sizes: Sequence[tuple[int, int]]) -> Sorted:
    """The same board with the empty rows and columns around it that it must have by its known `sizes` (rows, columns);
    unchanged where the picture does not tell them. `pixels` are (h, w, 3).
    """
    grid = found.grid
    # A rectangle full of tiles that are no pairs is no part that is left of a board of pairs.
    complete = (found.kind >= 0).all() and len(found.grouping.odd) > 0
    if not sizes or (grid.rows, grid.columns) in sizes or complete:
        return found
    top, bottom = ground(pixels, grid)
    places = []
    for rows, columns in sizes:
        above = before(grid.y, grid.pitch_y, grid.rows, rows, (top, bottom))
        left = before(grid.x, grid.pitch_x, grid.columns, columns, (0, pixels.shape[1]))
        if above is not None and left is not None:
            places.append((rows * columns, rows, columns, above, left))
    if not places:
        return found
    _, rows, columns, above, left = min(places)
    return _grown(pixels, found, rows, columns, above, left)


def ground(pixels: Pixels, grid: Grid) -> tuple[int, int]:
    """The first and the last row of pixels (exclusive) of the ground around a board: bars above and below it end where
    the picture changes over most of its width at once.
    """
    x = np.arange(pixels.shape[1])
    # Beside the board, where none of its own edges and shadows are.
    beside = (x < grid.box.x - 0.4 * grid.pitch_x) | (x > grid.box.x + grid.box.w + 0.4 * grid.pitch_x)
    if beside.sum() < STRIP:
        return 0, pixels.shape[0]
    grey = restored(pixels)[:, beside].astype(np.float32).mean(2)
    change = np.quantile(np.abs(np.diff(grey, axis=0)), 0.3, axis=1)
    edges = np.flatnonzero(change > BAR) + 1
    above, below = edges[edges <= grid.box.y], edges[edges >= grid.box.y + grid.box.h]
    return (int(above[-1]) if len(above) else 0), (int(below[0]) if len(below) else pixels.shape[0])


def before(start: float, pitch: float, seen: int, size: int, room: tuple[int, int]) -> int | None:
    """How many empty rows (or columns) lie before those seen, in a board of this size in the middle of the room; None
    where it cannot be that board.
    """
    if seen > size or size * pitch > room[1] - room[0]:
        return None
    offset = (start - (room[0] + room[1] - size * pitch) / 2) / pitch
    before = round(offset)
    near = abs(offset - before) * pitch < max(OFF * pitch, ROUNDED)
    return before if near and 0 <= before <= size - seen else None


def _grown(pixels: Pixels, found: Sorted, rows: int, columns: int, above: int, left: int) -> Sorted:
    """The board at its whole size, if the picture shows ground in all the cells that it gains."""
    old = found.grid
    grid = old.part(slice(-above, rows - above), slice(-left, columns - left))
    window = np.s_[above : above + old.rows, left : left + old.columns]
    fresh = np.ones((rows, columns), np.bool_)
    fresh[window] = False
    cells = cut(pixels, grid)
    share = np.zeros((rows, columns), np.float32)
    bare = np.zeros((rows, columns), np.bool_)
    share[fresh], bare[fresh] = found.presence.judge(cells[fresh])
    if (share[fresh] < GROUND).any():
        return found
    share[window], bare[window], cells[window] = found.share, found.bare, found.cells
    return replace(
        found,
        grid=grid,
        kind=_filled(found.kind, fresh, np.full(int(fresh.sum()), NONE)),
        margins=_filled(found.margins, fresh, np.maximum(2 * share[fresh] - 1, 2 * FLOOR)),
        cells=cells,
        share=share,
        bare=bare,
    )


def _filled(values: NDArray[Any], fresh: NDArray[np.bool_], new: NDArray[Any]) -> NDArray[Any]:
    """The values in the cells that were there, the new ones in the fresh cells."""
    out = np.zeros(fresh.shape, values.dtype)
    out[~fresh] = values.ravel()
    out[fresh] = new
    return out
