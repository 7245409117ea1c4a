"""How far a stack has risen, by what its cells show: at the right height most of them look like what is known.

A few rows at the bottom, where a stack is full, are looked at; all heights are cut out of one drawing of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.known import Known
from bot.vision.blocks.lit import Light
from bot.vision.blocks.look import SIDE, looks
from bot.vision.cells import sheet_of

Floats = NDArray[np.float32]

LOWEST: Final = 3
"""Rows at the bottom that are looked at."""
FINE: Final = (1 / 32, 1 / 64, 1 / 128)
"""Parts of a cell by which a height is moved once it is known to a pixel of a cut cell."""
BETTER: Final = 1.01
"""How many times as much evidence there must be for a height next to one."""
AS_WELL: Final = 0.9
"""Part of the evidence for the best height with which the one that was thought is kept."""
PIXEL: Final = 0.75
"""Pixels that are missing to a whole row from which the stack has risen by it."""


def risen(grid: Grid, scroll: float) -> Grid:
    """The grid of a stack that has risen by part of a cell."""
    return replace(grid, y=grid.y - scroll * grid.pitch_y) if scroll else grid


def snapped(scroll: float, pitch: float) -> float:
    """The part of a cell that a stack has risen, 0 where next to nothing is missing to a whole row.

    >>> snapped(1.25, 32), snapped(0.99, 32), snapped(-0.01, 32), snapped(0.01, 32)
    (0.25, 0.0, 0.0, 0.01)
    """
    part = scroll % 1.0
    return 0.0 if (1 - part) * pitch < PIXEL else part


def height(known: Known, pixels: Pixels, grid: Grid, thought: float, light: Light) -> float:
    """The part of a cell that a stack has risen; the one that was `thought` unless another one fits clearly better."""
    best = settled(known, pixels, grid, _roughly(known, pixels, grid, light), light)
    there, here = (_evidence(known, pixels, grid, scroll, light) for scroll in (best, thought))
    return thought if here >= AS_WELL * there else best


def settled(known: Known, pixels: Pixels, grid: Grid, scroll: float, light: Light) -> float:
    """A height made exact."""
    tried: dict[float, float] = {}
    for step in FINE:
        for one in (scroll, scroll - step, scroll + step):
            part = snapped(one, grid.pitch_y)
            if part not in tried:
                tried[part] = _evidence(known, pixels, grid, part, light)
        best = max(tried, key=lambda part: tried[part])
        if tried[best] > BETTER * tried[scroll]:
            scroll = best
    return scroll


def _roughly(known: Known, pixels: Pixels, grid: Grid, light: Light) -> float:
    """The height, to a pixel of a cut cell."""
    lower = _lower(grid, LOWEST + 1)
    sheet = sheet_of(pixels, lower, (0.0, 0.0), (SIDE, SIDE))
    found = {}
    for down in range(SIDE):
        part = sheet[down : down + LOWEST * SIDE].reshape(LOWEST, SIDE, grid.columns, SIDE, 3).swapaxes(1, 2)
        found[down] = _weight(known, part, grid, light)
    best = max(found, key=lambda down: found[down])
    # The rows of the drawing begin one row higher: so far down is so far short of a row that has come up.
    return snapped(1 - best / SIDE, grid.pitch_y)


def _evidence(known: Known, pixels: Pixels, grid: Grid, scroll: float, light: Light) -> float:
    """How surely the lowest rows are told at a height."""
    sheet = sheet_of(pixels, _lower(risen(grid, scroll), LOWEST), (0.0, 0.0), (SIDE, SIDE))
    return _weight(known, sheet.reshape(LOWEST, SIDE, grid.columns, SIDE, 3).swapaxes(1, 2), grid, light)


def _weight(known: Known, cells: NDArray[np.uint8], grid: Grid, light: Light) -> float:
    """How surely some rows of cells, (rows, columns, SIDE, SIDE, 3), the lowest of the board, are told."""
    rows = looks(np.ascontiguousarray(cells.reshape(-1, SIDE, SIDE, 3), dtype=np.float32))
    lowest = np.arange(grid.rows * grid.columns)[-len(rows) :]
    return float(known.nearness(rows, light.at(lowest)).sum())


def _lower(grid: Grid, rows: int) -> Grid:
    """The lowest rows of a grid."""
    return replace(grid, y=grid.y + (grid.rows - rows) * grid.pitch_y, rows=rows)
