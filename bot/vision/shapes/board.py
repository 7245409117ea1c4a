"""The board among the patches: the most square patches of one size that lie on a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.shapes.patches import Patch

ALIKE: Final = 0.22
"""How much larger than another a patch may be, as a share, and still be a cell of the same board."""
ASIDE: Final = 0.1
"""How far from its place on the grid the middle of a cell may be, in cells."""
CELLS: Final = 14
"""Square patches that a board has at the least."""
LINES: Final = (5, 20)
"""Rows and columns of boards."""
MOST: Final = 2 * LINES[1] ** 2
"""Square patches of one size from which they are no board and what lies beside it: all are compared with all."""
BEYOND: Final = 0.3
"""Cells between a board and what goes on beyond it, at the most."""
TAKEN: Final = 0.3
"""Share of a board's cells that are patches at the least."""


def find_board(patches: Sequence[Patch]) -> tuple[Grid, dict[tuple[int, int], Patch]] | None:
    """The grid of the largest board and the patch of each of its cells that is one; None where there is none."""
    squares = sorted((patch for patch in patches if patch.square), key=lambda patch: patch.side)
    sides = np.array([patch.side for patch in squares])
    best: tuple[Grid, dict[tuple[int, int], Patch]] | None = None
    tried = 0.0
    for side in sides[::-1]:
        if tried and side > tried / (1 + ALIKE / 3):
            continue
        tried = float(side)
        group = [patch for patch in squares if side / (1 + ALIKE) <= patch.side <= side * 1.02]
        found = _lattice(group) if CELLS <= len(group) <= MOST else None
        if found and (best is None or len(found[1]) > len(best[1])):
            best = found
    return best


def cut_off(patches: Sequence[Patch], grid: Grid, cells: Mapping[tuple[int, int], Patch]) -> str | None:
    """The side on which a board goes on beyond its grid: in most columns, or rows, parts of cells are seen there that
    begin where the next cell would, as wide as cells are and not as high. None where that is on no side.
    """
    known = {patch.number for patch in cells.values()}
    wide, high = np.median([(patch.box.w, patch.box.h) for patch in cells.values()], 0)
    box, parts = grid.box, dict[str, set[int]]()
    for patch in patches:
        if patch.number in known:
            continue
        x, y, w, h = patch.box
        across, down = (patch.centre.x - grid.x) / grid.pitch_x, (patch.centre.y - grid.y) / grid.pitch_y
        for side, at, count, gap, beside, short in (
            ("top", across, grid.columns, (box.y - y - h) / grid.pitch_y, w / wide, h / high),
            ("bottom", across, grid.columns, (y - box.y - box.h) / grid.pitch_y, w / wide, h / high),
            ("left", down, grid.rows, (box.x - x - w) / grid.pitch_x, h / high, w / wide),
            ("right", down, grid.rows, (x - box.x - box.w) / grid.pitch_x, h / high, w / wide),
        ):
            in_step = 0 <= at < count and abs(at % 1 - 0.5) <= ASIDE
            if in_step and -ASIDE <= gap <= BEYOND and 1 / (1 + ASIDE) <= beside <= 1 + ASIDE and short <= 1 - ASIDE:
                parts.setdefault(side, set()).add(int(at))
    lines = {"top": grid.columns, "bottom": grid.columns, "left": grid.rows, "right": grid.rows}
    return next((side for side, seen in parts.items() if 2 * len(seen) > lines[side]), None)


def _lattice(group: Sequence[Patch]) -> tuple[Grid, dict[tuple[int, int], Patch]] | None:
    """The grid on which most of these patches lie."""
    centres = np.array([patch.centre for patch in group])
    side = float(np.median([patch.side for patch in group]))
    inside = _together(centres, 1.6 * side)
    group = [patch for patch, kept in zip(group, inside, strict=True) if kept]
    if len(group) < CELLS:
        return None
    axes = [_axis(np.array([patch.centre[axis] for patch in group]), side) for axis in (0, 1)]
    if axes[0] is None or axes[1] is None:
        return None
    (x, pitch_x, columns), (y, pitch_y, rows) = axes[0], axes[1]
    if not (0.9 < pitch_x / pitch_y < 1.1):
        return None
    grid = Grid(x - pitch_x / 2, y - pitch_y / 2, pitch_x, pitch_y, rows, columns)
    cells = {cell: patch for patch in group if (cell := grid.at(patch.centre)) is not None}
    if len(cells) < len(group) or len(cells) < TAKEN * rows * columns:
        return None
    return grid, cells


def _together(centres: NDArray[np.float64], reach: float) -> NDArray[np.bool_]:
    """Which of the points belong to the largest crowd in which each has a neighbour within reach; holes of the board
    may part it, so points in the same rows and columns as many others belong to it, too.
    """
    apart = np.abs(centres[:, None] - centres[None]).max(2)
    names = np.arange(len(centres))
    near = apart < reach
    while True:
        after = np.where(near, names[None], len(names)).min(1)
        if (after == names).all():
            break
        names = after
    largest = np.bincount(names).argmax()
    core = centres[names == largest]
    low, high = core.min(0) - 0.3 * reach, core.max(0) + 0.3 * reach
    aligned = [np.abs(centres[:, None, axis] - core[None, :, axis]).min(1) < 0.15 * reach for axis in (0, 1)]
    between = ((centres >= low) & (centres <= high)).all(1)
    beside = aligned[0] | aligned[1]
    return np.asarray(between | (beside & (apart[:, names == largest].min(1) < 4 * reach)))


def _axis(places: NDArray[np.float64], side: float) -> tuple[float, float, int] | None:
    """The first line, the distance of lines and how many there are, where all places lie on evenly spaced lines."""
    ordered = np.sort(places)
    breaks = np.flatnonzero(np.diff(ordered) > 0.3 * side)
    lines = np.array([part.mean() for part in np.split(ordered, breaks + 1)])
    if len(lines) < 3:
        return None
    gaps = np.diff(lines)
    pitch = float(gaps.min())
    if pitch < 0.95 * side or pitch > 1.6 * side:
        return None
    for _ in range(3):
        numbers = np.round((lines - lines[0]) / pitch)
        pitch, first = (float(n) for n in np.polyfit(numbers, lines, 1))
    count = int(numbers[-1]) + 1
    if np.abs(lines - first - numbers * pitch).max() > ASIDE * pitch or not LINES[0] <= count <= LINES[1]:
        return None
    return first, pitch, count
