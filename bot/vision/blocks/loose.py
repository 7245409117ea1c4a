"""Boards of a few loose pieces, where masonry and grilles around them recur more often than they do: their islands of
colour tell the grid, and the frame that they stand in how far it reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.blocks.panel import Frame, frames
from bot.vision.blocks.pieces import Pieces, pieces
from bot.vision.blocks.recur import Spot
from bot.vision.blocks.scene import Ruled, Scene

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

ASIDE: Final = 0.1
"""Cells by which a piece may stand beside its place."""
STEPS: Final = 64
"""Places, within a cell, at which a grid may begin."""
APART: Final = (3, 4)
"""Columns and rows from one piece to the next of the same board, at the most."""
TOGETHER: Final = 4
"""Pieces that stand together, at the least, …"""
FEWEST: Final = 6
"""… and that stand in a frame, with a pair that falls, usually."""
WALL: Final = 0.2
"""Cells by which a wall may stand beside its column, and the floor below its row."""
PADDED: Final = 5
"""How many times as badly as usual a frame may fit: each of its sides is looked at by itself."""
ABOVE: Final = 2
"""Rows above a frame in which no piece stands: it would be a part of the board's, or a slab across it."""
EAVES: Final = 0.5
"""Cells by which the upper end of a frame may lie beside its row: it may hide a part of it."""


def heaps(scene: Scene, fewest: int = FEWEST) -> Iterator[tuple[Ruled, Frame, Grid, Bools]]:
    """Frames in which so many pieces stand on one grid, the likelier first, with that grid within them, and which of
    its cells (rows, columns) hold a piece.
    """
    found = pieces(scene.pixels)
    if found is None:
        return
    for spot in _together(found, scene.pixels.shape[:2]):
        seen: set[Grid] = set()
        for ruled in scene.lines():
            for frame in (frame for some in frames(*ruled, spot.grid, spot.cells, PADDED) for frame in some):
                grid = _inside(frame, spot.grid)
                if grid is None or grid in seen:
                    continue
                seen.add(grid)
                higher = replace(grid, y=grid.y - ABOVE * grid.pitch_y, rows=grid.rows + ABOVE)
                held = _held(found, higher)
                if held[ABOVE:].sum() >= fewest and not held[:ABOVE].any():
                    yield ruled, frame, grid, held[ABOVE:]


def _together(found: Pieces, shape: tuple[int, int]) -> list[Spot]:
    """The pieces on the grid that most of them stand on, those of each board by themselves, in a picture (h, w)."""
    (wide, high), (x, y) = found.pitch, found.middles.T
    left, top = _start(x, wide), _start(y, high)
    column, row = np.rint((x - left) / wide), np.rint((y - top) / high)
    on = (np.abs((x - left) / wide - column) <= ASIDE) & (np.abs((y - top) / high - row) <= ASIDE)
    cells = np.zeros((int(shape[0] / high) + 2, int(shape[1] / wide) + 2), np.uint8)
    cells[row[on].astype(np.int64), column[on].astype(np.int64)] = 1
    near = np.ones((APART[1], APART[0]), np.uint8)
    count, part = cv2.connectedComponents(np.asarray(cv2.dilate(cells, near), np.uint8), connectivity=8)
    spots = []
    for number in range(1, count):
        of = (cells > 0) & (part == number)
        rows, columns = np.flatnonzero(of.any(1)), np.flatnonzero(of.any(0))
        if of.sum() < TOGETHER:
            continue
        held = of[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        corner = left + (columns[0] - 0.5) * wide, top + (rows[0] - 0.5) * high
        grid = Grid(float(corner[0]), float(corner[1]), wide, high, *(int(side) for side in held.shape))
        spots.append(Spot(grid, held, int(held.sum())))
    return sorted(spots, key=lambda spot: -spot.pairs)


def _start(places: Floats, pitch: float) -> float:
    """The first of the places, a whole number of pitches apart, that most `places` lie at."""
    starts = np.arange(STEPS) * pitch / STEPS
    aside = np.abs((places[None] - starts[:, None] + pitch / 2) % pitch - pitch / 2)
    start = float(starts[(aside <= ASIDE * pitch).sum(1).argmax()])
    away = (places - start + pitch / 2) % pitch - pitch / 2
    return (start + float(np.median(away[np.abs(away) <= 2 * ASIDE * pitch]))) % pitch


def _held(found: Pieces, grid: Grid) -> Bools:
    """(rows, columns), the cells of a grid that hold a piece."""
    held = np.zeros((grid.rows, grid.columns), np.bool_)
    places = (found.middles - (grid.x, grid.y)) / (grid.pitch_x, grid.pitch_y) - 0.5
    for x, y in places[np.abs(places - np.rint(places)).max(1) <= ASIDE]:
        row, column = round(float(y)), round(float(x))
        if 0 <= row < grid.rows and 0 <= column < grid.columns:
            held[row, column] = True
    return held


def _inside(frame: Frame, grid: Grid) -> Grid | None:
    """The rows and columns of a grid that a frame holds; None where its sides lie beside them."""
    left, right = ((side - grid.x) / grid.pitch_x for side in (frame.left, frame.right))
    top, bottom = ((side - grid.y) / grid.pitch_y for side in (frame.top, frame.bottom))
    away = [abs(side - round(side)) for side in (left, right, bottom)]
    if max(away) > WALL or abs(top - round(top)) > EAVES:
        return None
    return grid.part(slice(round(top), round(bottom)), slice(round(left), round(right)))
