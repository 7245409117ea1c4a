"""Cells told by the frame that they fill: with few blocks, edges hardly return at one distance, but a frame holds whole
numbers of cells both ways, and in cells of the right size blocks look alike.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import CAP, SIDE, cells_of, quantile_of, structures
from bot.vision.blocks.panel import LEAST, MOST, Frame, Lines, drawn_around
from bot.vision.blocks.recur import Spot

NARROWEST: Final = 80
"""Pixels of the narrowest frame."""
SMALLEST: Final = 18.0
"""Pixels of the smallest cells."""
BROADEST: Final = 14
"""Columns of the broadest board."""
BESIDE: Final = 8
"""Pixels beside a line from which it stands out."""
NEAR: Final = 10
"""Pixels up to which the sides of two frames are those of one."""
TRIED: Final = 60
"""Rectangles, the largest ones, that are looked at."""
LARGEST: Final = 1000
"""Of all rectangles, one at a place or several, those among which the largest places are told apart."""
FRAMES: Final = 12
"""Of these, frames of which the cells are compared."""
LEFT_OVER: Final = 0.2
"""Cells by which a frame may be higher than its cells, or less high."""
SHOWN: Final = 0.4
"""Share of the strongest structure of a cell from which one may hold a block."""
FEWEST: Final = 6
"""Such cells of a board, at least."""
FULLEST: Final = 0.8
"""Share of all cells: in a full board edges tell the size of cells."""
UNLIKE: Final = 30.0
"""Grey levels, from cell to the next that looks alike, at most."""
AS_GOOD: Final = 1.5
"""How many times less alike larger cells may be, for their halves are as much alike,"""
NOISE: Final = 2.0
"""besides so many grey levels."""
MOST_LIKELY: Final = 3
"""Sizes of cells, of all frames, that are believed possible."""


def filled(pixels: Pixels, upright: Lines, level: Lines) -> list[tuple[Frame, Spot]]:
    """Frames with the cells that may fill them, those whose blocks look most alike first."""
    found: list[tuple[float, Frame, Spot]] = []
    looked_into = 0
    for frame in rectangles(upright, level)[:TRIED]:
        if looked_into == FRAMES:
            break
        grids = [grid for grid in _grids(frame) if drawn_around(upright, level, frame, grid)]
        if not grids:
            continue
        looked_into += 1
        fits = [(*seen, grid) for grid in grids if (seen := _unlike(pixels, grid)) is not None]
        if not fits:
            continue
        least = min(apart for apart, _, _ in fits)
        # Large cells come first; halves of blocks look as much alike as blocks do.
        apart, cells, grid = next(one for one in fits if one[0] <= AS_GOOD * least + NOISE)
        if apart < UNLIKE:
            found.append((apart, frame, Spot(grid, cells, 0)))
    found.sort(key=lambda one: one[0])
    return [(frame, spot) for _, frame, spot in found[:MOST_LIKELY]]


def rectangles(upright: Lines, level: Lines) -> list[Frame]:
    """Rectangles whose sides are all drawn, the largest first; of several at one place the innermost."""
    tall, broad = upright.long(NARROWEST), level.long(NARROWEST)
    sides = _apart(tall)
    ends = _apart(broad)
    drawn = level.drawn(broad[None], sides[:, :1], sides[:, 1:], BESIDE)
    side, end = np.nonzero(drawn[:, np.searchsorted(broad, ends)].all(2))
    both = upright.drawn(sides[side], ends[end][:, :1], ends[end][:, 1:], BESIDE).all(1)
    corners = np.concatenate([sides[side], ends[end]], 1)[both][:, [0, 2, 1, 3]]
    if not len(corners):
        return []
    area = (corners[:, 2] - corners[:, 0]) * (corners[:, 3] - corners[:, 1])
    corners = corners[np.argsort(area, kind="stable")]
    # One number for each place: rows are far slower to tell apart.
    place = np.ravel_multi_index((corners // NEAR).T, tuple(corners.max(0) // NEAR + 1))
    _, first = np.unique(place, return_index=True)
    corners = corners[np.sort(first)[-LARGEST:]]
    chosen: list[Frame] = []
    while len(corners):
        chosen.append(Frame(*corners[0].tolist()))
        corners = corners[np.abs(corners - corners[0]).max(1) > NEAR]
    return chosen[::-1]


def _apart(lines: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n, 2), pairs of lines that lie far enough apart for a board."""
    return lines[np.argwhere(lines[None] - lines[:, None] >= NARROWEST)].reshape(-1, 2)


def _grids(frame: Frame) -> list[Grid]:
    """Nearly square cells that fill a frame, the largest first."""
    left, top, right, bottom = frame
    grids = []
    for columns in range(LEAST, BROADEST + 1):
        pitch = (right - left) / columns
        rows = round((bottom - top) / pitch)
        if pitch >= SMALLEST and LEAST <= rows <= MOST and abs((bottom - top) / pitch - rows) < LEFT_OVER:
            grids.append(Grid(left, top, pitch, (bottom - top) / rows, rows, columns))
    return grids


def _unlike(pixels: Pixels, grid: Grid) -> tuple[float, NDArray[np.bool_]] | None:
    """How far cells that may hold blocks are from the next that looks alike, in grey levels, and which they are; None
    where there are too few of them, or too many.
    """
    cells = cells_of(pixels, grid).reshape(-1, SIDE, SIDE, 3)
    level = structures(cells)
    shown = level > SHOWN * quantile_of(level, 0.97)
    if shown.sum() < FEWEST or shown.mean() > FULLEST:
        return None
    some = cells[shown].reshape(int(shown.sum()), -1)
    squares = (some * some).sum(1)
    apart = np.sqrt(np.maximum(squares[:, None] + squares[None] - 2 * (some @ some.T), 0) / some.shape[1])
    np.fill_diagonal(apart, np.inf)
    return float(np.minimum(apart.min(1), CAP).mean()), shown.reshape(grid.rows, grid.columns)
