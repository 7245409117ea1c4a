"""How far apart the cells of a board that was told lie exactly: as all blocks of a kind say that lie apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import SIDE, cells_of, middle
from bot.vision.blocks.rounding import RIM, beside
from bot.vision.blocks.sorting import Sorting
from bot.vision.cells import Cells

Floats = NDArray[np.float64]

ROUNDS: Final = 3
"""Times that it is measured, each time with the cells cut as they were found."""
LINES: Final = 3
"""Rows or columns with blocks from which it is."""
BETTER: Final = 0.85
"""Share of their unevenness that the cells of one kind keep at most, each time."""
JUMPS: Final = 0.4
"""Pixels that lines still lie aside then at most, in the root mean square: what is drawn at whole pixels has 0.3."""
ASIDE: Final = 0.25
"""Of a cell, how far the same ones may lie aside of each other on two grids."""
MOST: Final = 0.4
"""Cells by which the whole board may turn out to be larger, or smaller: with more it would be another one."""


def exactly(pixels: Pixels, sorting: Sorting) -> Grid:
    """The grid of a board (rows, columns) with the pitch that its blocks have, about the same middle.

    The lines of a frame lie a little beside the cells, or gaps are between cells and none is beside the outermost ones:
    then its width tells a pitch that is a part of a pixel too small. A board that nothing bounds was measured where its
    blocks are, so what stays in place is their middle.
    """
    grid, full = sorting.grid, sorting.kind >= 0
    cells = cells_of(pixels, grid)
    least = _uneven(cells, sorting.kind)
    middles = [float(np.argwhere(full)[:, axis].mean()) + 0.5 for axis in (1, 0)] if sorting.why else None
    across, down = middles or (grid.columns / 2, grid.rows / 2)
    share = [1.0, 1.0]
    for _ in range(ROUNDS):
        aside = beside(cells, sorting.kind, full)
        if aside is None:
            break
        for axis, places in enumerate(aside):
            count = full.sum(axis)
            at = np.flatnonzero(count)
            if len(at) >= LINES:
                pixel = SIDE / (grid.pitch_y if axis else grid.pitch_x)
                share[axis] *= 1 + _growing(at, places[at], count[at], pixel) / SIDE
        if max(abs(share[0] - 1) * grid.columns, abs(share[1] - 1) * grid.rows) > MOST:
            break
        pitch_x, pitch_y = sorting.grid.pitch_x * share[0], sorting.grid.pitch_y * share[1]
        other = replace(
            grid, x=sorting.grid.x + across * (sorting.grid.pitch_x - pitch_x),
            y=sorting.grid.y + down * (sorting.grid.pitch_y - pitch_y), pitch_x=pitch_x, pitch_y=pitch_y,
        )  # fmt: skip
        cells = cells_of(pixels, other)
        now = _uneven(cells, sorting.kind)
        if now > BETTER * least:
            break
        grid, least = other, now
    return grid


def as_measured(pixels: Pixels, sorting: Sorting, grid: Grid, measured: Sequence[Grid]) -> Grid:
    """The grid of a board, or that of the same cells among some that were `measured` on edges, if the cells of each
    kind are as even there: of flat ones nothing but their edges tells how far apart they lie.
    """
    least = _uneven(cells_of(pixels, grid), sorting.kind)
    for other in measured:
        steps = grid.steps_to(other, ASIDE)
        if steps is None:
            continue
        top, left = (-step for step in steps)
        moved = other.part(slice(top, top + grid.rows), slice(left, left + grid.columns))
        if (now := _uneven(cells_of(pixels, moved), sorting.kind)) <= least:
            grid, least = moved, now
    return grid


def _growing(at: NDArray[np.int64], places: Floats, cells: NDArray[np.int64], pixel: float) -> float:
    """By how much lines lie farther aside from one to the next; 0 where they lie aside by jumps, as where figures are
    not drawn where their blocks are. `places` are those of the lines `at`, with so many `cells` each; a `pixel` of the
    picture is so large there.
    """
    line = np.polyfit(at, places, 1, w=np.sqrt(cells))
    left = np.average(np.square(places - np.polyval(line, at)), weights=cells)
    return float(line[0]) if np.sqrt(left) < JUMPS * pixel else 0.0


def _uneven(cells: Cells, kind: NDArray[np.int64]) -> float:
    """How far the insides of cells (rows, columns, SIDE, SIDE, 3) are from the usual look of their `kind`
    (rows, columns), squared grey levels.
    """
    cells = cells[:, :, RIM:-RIM, RIM:-RIM]
    away = [((here := cells[kind == k]) - middle(here)).ravel() for k in np.unique(kind[kind >= 0])]
    return float(np.square(np.concatenate(away)).mean())
