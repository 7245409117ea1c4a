"""Cells that recur next to other cells that recur: where in a picture a board of blocks may lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.blocks.lattice import BESIDE, PAIRS, SMALL, Lattice, Neighbours

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_AROUND: Final = np.ones((3, 3), np.uint8)
LIVELY: Final = 0.1
"""Mean strength of the edges in a cell, 0 to 1, from which it may show a figure."""
EDGED: Final = 0.03
"""The same of the strongest eighth of an eighth of a cell, from which there is an edge in it."""
PLACES: Final = 3
"""Places looked at closely for every pitch."""
SHARED: Final = 0.2
"""Share of its cells that a place has in common with another from which the two are one."""


@dataclass(frozen=True, eq=False)
class Spot:
    """A place where a board may lie."""

    grid: Grid
    """The smallest part of the lattice that holds all that recurs."""
    cells: Bools
    """(rows, columns), what recurs."""
    pairs: int

    @cached_property
    def middles(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Where the middles of the cells that recur are in the picture, x and y, (n,) each."""
        row, column = np.nonzero(self.cells)
        grid = self.grid
        x, y = np.asarray(grid.x + column * grid.pitch_x), np.asarray(grid.y + row * grid.pitch_y)
        return np.asarray(x + grid.pitch_x / 2, np.float64), np.asarray(y + grid.pitch_y / 2, np.float64)


class Way(Enum):
    """What counts as cells that recur beside each other."""

    USUAL = "usual"
    PARTED = "parted"
    """Without long straight lines: the edge of a window or of a panel joins a board to what lies around it. But so is
    the frame of a board, which tells how far it reaches."""
    EDGED = "edged"
    """Without cells that show no edge: ground in which light changes slowly recurs, and joins a board to all of it."""
    SPARSE = "sparse"
    """Middles are enough, and there may be a gap between them: the ground in it, and around figures, is another in
    every cell of a photograph."""


def lattices_of(pixels: Floats, pitch_x: float, pitch_y: float, sparse: bool = False) -> list[Lattice]:
    """A picture (h, w, 3) cut into cells of this size at every quarter of a cell; cv2 makes it smaller in two thirds of
    the time than one of whole numbers, and to the same ones.
    """
    height, width = pixels.shape[:2]
    scale_x, scale_y = pitch_x / SMALL, pitch_y / SMALL
    if min(width / scale_x, height / scale_y) < 3 * SMALL:
        return []
    if scale_x == scale_y == 2:
        pixels = pixels.astype(np.uint8)  # here cv2 rounds halves up
    # Not by a size, which would be rounded: in small pictures that is felt after a few cells.
    shrunk = cv2.resize(pixels, None, fx=1 / scale_x, fy=1 / scale_y, interpolation=cv2.INTER_AREA)
    seen = Neighbours(np.rint(np.asarray(shrunk, np.float32)), sparse)
    found = []
    for top, left in product(range(0, SMALL, 2), repeat=2):
        rows, columns = (seen.small.shape[0] - top) // SMALL, (seen.small.shape[1] - left) // SMALL
        whole = Grid(left * scale_x, top * scale_y, pitch_x, pitch_y, rows, columns)
        found.append(Lattice(seen, whole, top, left))
    return found


def spots_of(lattices: list[Lattice], edge: Floats, way: Way = Way.USUAL) -> list[Spot]:
    """Places where cells recur, the likelier first, in a picture that was cut into such cells. `edge` (h, w) tells how
    plain its edges are.
    """
    edged = _edged(lattices, edge) if way is Way.EDGED else [None] * len(lattices)
    spots = [spot for lattice, shown in zip(lattices, edged, strict=True) for spot in spots_on(lattice, way, shown)]
    spots.sort(key=lambda spot: -spot.pairs)
    chosen: list[Spot] = []
    for spot in spots:
        if len(chosen) < PLACES and not any(_overlap(spot, other) for other in chosen):
            chosen.append(spot)
    return chosen


def _edged(lattices: list[Lattice], edge: Floats) -> Sequence[Bools]:
    """Which cells of each lattice show an edge."""
    found: list[Bools] = []
    small = np.zeros(0, np.float32)
    for lattice in lattices:
        rows, columns = lattice.again.shape
        scale_x, scale_y = lattice.whole.pitch_x / SMALL, lattice.whole.pitch_y / SMALL
        if not found:
            small = np.asarray(cv2.resize(edge, None, fx=1 / scale_x, fy=1 / scale_y, interpolation=cv2.INTER_AREA))
            small = np.asarray(cv2.dilate(small, _AROUND), np.float32)
        top, left = round(lattice.whole.y / scale_y), round(lattice.whole.x / scale_x)
        most = small[top : top + rows * SMALL, left : left + columns * SMALL]
        lines = most.reshape(rows, SMALL, columns * SMALL).max(1)
        found.append(lines.reshape(rows, columns, SMALL).max(2) > EDGED)
    return found


def lively(across: Floats, down: Floats, pitch_x: float, pitch_y: float) -> Spot:
    """All of a picture, cut into cells of this size anyhow, and those of them that show plain edges."""
    height, width = across.shape
    whole = Grid(0, 0, pitch_x, pitch_y, int(height / pitch_y), int(width / pitch_x))
    edge = np.maximum(across, down)
    size = round(width / pitch_x * SMALL), round(height / pitch_y * SMALL)
    small = np.asarray(cv2.resize(edge, size, interpolation=cv2.INTER_AREA))
    part = small[: whole.rows * SMALL, : whole.columns * SMALL]
    share = part.reshape(whole.rows, SMALL, whole.columns, SMALL).mean((1, 3))
    return Spot(whole, share > LIVELY, 0)


def spots_on(lattice: Lattice, way: Way = Way.USUAL, edged: Bools | None = None) -> list[Spot]:
    """Places where cells of one lattice recur; only those that are `edged` (rows, columns), where that is known."""
    whole = lattice.whole
    spots = []
    for of, pairs in _recurring(lattice, way, edged):
        ys, xs = np.flatnonzero(of.any(1)), np.flatnonzero(of.any(0))
        window = slice(int(ys[0]), int(ys[-1]) + 1), slice(int(xs[0]), int(xs[-1]) + 1)
        grid = whole.part(*window)
        if grid.rows >= 2 and grid.columns >= 2:
            spots.append(Spot(grid, of[window], pairs))
    return spots


def _overlap(a: Spot, b: Spot) -> bool:
    """Whether two places show the same: not their boxes count, for what recurs along the edge of a window lies all
    around a board.
    """
    near = cv2.dilate(a.cells.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0) > 0
    shared = np.count_nonzero(mapped(b, a.grid) & near)
    return bool(shared > SHARED * min(np.count_nonzero(a.cells), np.count_nonzero(b.cells)))


def _recurring(lattice: Lattice, way: Way, edged: Bools | None) -> list[tuple[Bools, int]]:
    """Groups of neighbours (rows, columns), each of which looks like another of its group and stands beside one that
    looks different; and how many such neighbours there are.
    """
    again = lattice.again
    if edged is not None:
        again = again & edged
    if way is Way.PARTED and again.any():
        again = again & ~lattice.in_line()
    pairs_of = [again[here] & again[there] & other for (here, there), other in zip(BESIDE, lattice.other, strict=True)]
    if sum(np.count_nonzero(both) for both in pairs_of) < PAIRS:
        return []
    beside = np.zeros(again.shape, np.bool_)
    for (here, there), both in zip(BESIDE, pairs_of, strict=True):
        beside[here] |= both
        beside[there] |= both
    count, group = _parts(again & beside, way is Way.SPARSE)
    of_pairs = [group[here][both] for (here, _), both in zip(BESIDE, pairs_of, strict=True)]
    found = []
    for number in np.flatnonzero(np.bincount(np.concatenate(of_pairs), minlength=count) >= PAIRS).tolist():
        of = group == number
        of[of] = lattice.likes(of) > 1
        of = _trimmed(of)
        pairs = sum(
            int(np.count_nonzero(of[here] & of[there] & other))
            for (here, there), other in zip(BESIDE, lattice.other, strict=True)
        )
        if pairs >= PAIRS:
            found.append((of, pairs))
    return found


def _parts(again: Bools, sparse: bool) -> tuple[int, Ints]:
    """Parts of neighbours (rows, columns), numbered from 1; also across a gap of one cell where they are `sparse`."""
    if not sparse:
        count, part = cv2.connectedComponents(again.astype(np.uint8), connectivity=4)
        return count, np.asarray(part)
    count, part = cv2.connectedComponents(cv2.dilate(again.astype(np.uint8), np.ones((2, 2), np.uint8)), connectivity=8)
    return count, np.where(again, part, 0)


def _trimmed(of: Bools) -> Bools:
    """The cells without outer rows and columns that hold hardly any of them: other things stand beside a board."""
    of = of.copy()
    by_row, by_column = of.sum(1).tolist(), of.sum(0).tolist()
    while any(by_row):
        few_y, few_x = _few(by_row), _few(by_column)
        ys, xs = _ends(by_row), _ends(by_column)
        thin = [(by_row[y] / few_y, y, None) for y in ys] + [(by_column[x] / few_x, None, x) for x in xs]
        share, row, column = min(thin, key=lambda one: one[0])
        if share >= 1:
            break
        if row is not None:
            by_column = [count - held for count, held in zip(by_column, of[row].tolist(), strict=True)]
            of[row], by_row[row] = False, 0
        elif column is not None:
            by_row = [count - held for count, held in zip(by_row, of[:, column].tolist(), strict=True)]
            of[:, column], by_column[column] = False, 0
    return of


def _few(counts: list[int]) -> float:
    """How many cells are hardly any for a row, or a column, if the others hold so many."""
    some = sorted(filter(None, counts))
    return max(2, 0.3 * (some[(len(some) - 1) // 2] + some[len(some) // 2]) / 2)


def _ends(counts: list[int]) -> tuple[int, int]:
    """The first and the last row, or column, that holds any."""
    held = [number for number, count in enumerate(counts) if count]
    return held[0], held[-1]


def mapped(spot: Spot, grid: Grid) -> Bools:
    """(rows, columns), the cells of another lattice in whose middle something recurs."""
    of = np.zeros((grid.rows, grid.columns), np.bool_)
    middle_x, middle_y = spot.middles
    row, column = (middle_y - grid.y) // grid.pitch_y, (middle_x - grid.x) // grid.pitch_x
    inside = (row >= 0) & (row < grid.rows) & (column >= 0) & (column < grid.columns)
    of[row[inside].astype(np.int64), column[inside].astype(np.int64)] = True
    return of
