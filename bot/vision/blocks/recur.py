"""Cells that recur next to other cells that recur: where in a picture a board of blocks may lie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import product
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import CAP, middle, wider
from bot.vision.blocks.pitch import sharpened
from bot.vision.cells import cut, sheet_of

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SMALL: Final = 8
"""Pixels of a cell while places are compared."""
RIM: Final = 1
"""Of these, how many on each side are left out, since cursors and gaps live there…"""
MIDDLE: Final = 2
"""… or where only middles count."""
SAME: Final = 7.0
"""Grey levels up to which two such cells look the same."""
OTHER: Final = 20.0
"""Grey levels from which they look different."""
PAIRS: Final = 6
"""Neighbours, each seen again elsewhere and different, that a board shows at least."""
FINE: Final = 16
"""Pixels of a cell while the place is settled."""
MOST_LIVELY: Final = 1600
"""Cells that stand out from a neighbour, in the whole picture, that are compared with each other."""
SOME: Final = 300
"""Cells that stand out from no neighbour, of all those in the picture, that are compared with the others."""
BETTER: Final = 0.8
"""Share of the difference of like cells from which another place is the better one."""
STRETCHED: Final = 0.7
"""Share of the usual difference of like cells that they have in the right size, from row to row."""
CLEARLY: Final = 0.3
"""Grey levels by which it must be better, besides."""
NUDGES: Final = (0.03, 0.015)
"""Cells by which a side is moved at a time."""
ROUNDS: Final = 3
_AROUND: Final = np.ones((3, 3), np.uint8)
BESIDE: Final[tuple[tuple[Any, Any], ...]] = ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:]))
"""All cells but the last ones, and those beside them; and below them."""
LIVELY: Final = 0.1
"""Mean strength of the edges in a cell, 0 to 1, from which it may show a figure."""
EDGED: Final = 0.03
"""The same of the strongest eighth of an eighth of a cell, from which there is an edge in it."""
PLACES: Final = 3
"""Places looked at closely for every pitch."""
LONG: Final = 10
"""Cells in a straight line that look the same from which they are no blocks."""
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


def spots_of(pixels: Pixels, edge: Floats, pitch_x: float, pitch_y: float, way: Way = Way.USUAL) -> list[Spot]:
    """Places where cells of this size recur, the likelier first. `edge` (h, w) tells how plain the edges are."""
    height, width = pixels.shape[:2]
    scale_x, scale_y = pitch_x / SMALL, pitch_y / SMALL
    if min(width / scale_x, height / scale_y) < 3 * SMALL:
        return []
    # Not by a size, which would be rounded: in small pictures that is felt after a few cells.
    shrunk = cv2.resize(pixels[:, :, :3], None, fx=1 / scale_x, fy=1 / scale_y, interpolation=cv2.INTER_AREA)
    small = np.asarray(shrunk, np.float32)
    size = small.shape[1], small.shape[0]
    plain = np.zeros(0, np.float32)
    if way is Way.EDGED:
        plain = np.asarray(cv2.resize(edge, None, fx=1 / scale_x, fy=1 / scale_y, interpolation=cv2.INTER_AREA))
        plain = np.asarray(cv2.dilate(plain, _AROUND), np.float32)
    spots: list[Spot] = []
    for top, left in product(range(0, SMALL, 2), repeat=2):
        rows, columns = (size[1] - top) // SMALL, (size[0] - left) // SMALL
        part = small[top : top + rows * SMALL, left : left + columns * SMALL]
        cells = part.reshape(rows, SMALL, columns, SMALL, 3).swapaxes(1, 2)
        whole = Grid(left * scale_x, top * scale_y, SMALL * scale_x, SMALL * scale_y, rows, columns)
        edged = None
        if way is Way.EDGED:
            most = plain[top : top + rows * SMALL, left : left + columns * SMALL]
            edged = most.reshape(rows, SMALL, columns, SMALL).max((1, 3)) > EDGED
        spots += _spots(cells, whole, way, edged)
    spots.sort(key=lambda spot: -spot.pairs)
    chosen: list[Spot] = []
    for spot in spots:
        if len(chosen) < PLACES and not any(_overlap(spot, other) for other in chosen):
            chosen.append(spot)
    return chosen


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


def _spots(cells: Floats, whole: Grid, way: Way = Way.USUAL, edged: Bools | None = None) -> list[Spot]:
    """Places where cells (rows, columns, SMALL, SMALL, 3) of one lattice recur; only those that are `edged`
    (rows, columns), where that is known.
    """
    spots = []
    for of, pairs in _recurring(cells, way, edged):
        ys, xs = np.flatnonzero(of.any(1)), np.flatnonzero(of.any(0))
        corner = whole.cell((int(ys[0]), int(xs[0])))
        grid = replace(whole, x=corner.x, y=corner.y, rows=int(ys[-1] - ys[0]) + 1, columns=int(xs[-1] - xs[0]) + 1)
        if grid.rows >= 2 and grid.columns >= 2:
            spots.append(Spot(grid, of[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1], pairs))
    return spots


def _overlap(a: Spot, b: Spot) -> bool:
    """Whether two places show the same: not their boxes count, for what recurs along the edge of a window lies all
    around a board.
    """
    near = cv2.dilate(a.cells.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0) > 0
    shared = np.count_nonzero(mapped(b, a.grid) & near)
    return bool(shared > SHARED * min(np.count_nonzero(a.cells), np.count_nonzero(b.cells)))


def _recurring(cells: Floats, way: Way, edged: Bools | None) -> list[tuple[Bools, int]]:
    """Groups of neighbours (rows, columns), each of which looks like another of its group and stands beside one that
    looks different; and how many such neighbours there are.
    """
    rows, columns = cells.shape[:2]
    sparse = way is Way.SPARSE
    inside = np.s_[MIDDLE:-MIDDLE] if sparse else np.s_[RIM:-RIM]
    inner = np.ascontiguousarray(cells[:, :, inside, inside]).reshape(rows, columns, -1)
    steps = [(here, there, _apart(inner[here], inner[there])) for here, there in BESIDE]
    lively = np.zeros((rows, columns), np.bool_)
    for here, there, other in steps:
        lively[here] |= other
        lively[there] |= other
    if not PAIRS <= lively.sum() <= MOST_LIVELY:
        return []
    flat = inner.reshape(rows * columns, -1)
    place = np.flatnonzero(lively)
    standing, lying = flat[place], flat[~lively.ravel()]
    apart = _near(standing, standing)
    # What lies mostly among its like is ground, also where it borders on blocks.
    step = max(1, len(lying) // SOME)
    still = step * np.count_nonzero(_near(standing, lying[::step]), axis=1)
    alike = np.count_nonzero(apart, axis=1)
    good = (alike > 1) & (still <= alike)
    again = np.zeros(rows * columns, np.bool_)
    again[place[good]] = True
    again = again.reshape(rows, columns)
    if edged is not None:
        again &= edged
    if way is Way.PARTED:
        again &= ~_in_line(inner)
    beside = np.zeros((rows, columns), np.int64)
    for here, there, other in steps:
        both = again[here] & again[there] & other
        beside[here] += both
        beside[there] += both
    again &= beside >= 1
    number_of = np.full(rows * columns, -1)
    number_of[place] = np.arange(len(place))
    found = []
    count, group = _parts(again, sparse)
    of_pairs = [group[here][again[here] & again[there] & other] for here, there, other in steps]
    for number in np.flatnonzero(np.bincount(np.concatenate(of_pairs), minlength=count) >= PAIRS).tolist():
        of = group == number
        own = number_of.reshape(rows, columns)[of]
        of[of] = apart[np.ix_(own, own)].sum(1) > 1
        of = _trimmed(of)
        pairs = sum(int((of[here] & of[there] & other).sum()) for here, there, other in steps)
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


def _apart(one: Floats, other: Floats, least: float = OTHER) -> Bools:
    """(rows, columns), which cells (rows, columns, n) look different, by so many grey levels."""
    away = one - other
    return np.asarray(np.einsum("ijk,ijk->ij", away, away) > least**2 * away.shape[2])


def _in_line(inner: Floats) -> Bools:
    """(rows, columns), which cells (rows, columns, n) lie in a long straight line of their like."""
    found = np.zeros(inner.shape[:2], np.bool_)
    for (here, there), lines in zip(BESIDE, (found, found.T), strict=True):
        like = ~_apart(inner[here], inner[there], SAME)
        along = like if lines is found else like.T
        if along.shape[1] < LONG - 1:
            continue
        window = np.lib.stride_tricks.sliding_window_view(along, LONG - 1, axis=1).all(2)
        for by in range(LONG):
            lines[:, by : by + window.shape[1]] |= window
    return found


def _trimmed(of: Bools) -> Bools:
    """The cells without outer rows and columns that hold hardly any of them: other things stand beside a board."""
    of = of.copy()
    while of.any():
        by_row, by_column = of.sum(1), of.sum(0)
        ys, xs = np.flatnonzero(by_row), np.flatnonzero(by_column)
        few_y, few_x = max(2, 0.3 * float(middle(by_row[ys]))), max(2, 0.3 * float(middle(by_column[xs])))
        thin = [(by_row[y] / few_y, y, None) for y in (ys[0], ys[-1])]
        thin += [(by_column[x] / few_x, None, x) for x in (xs[0], xs[-1])]
        share, row, column = min(thin, key=lambda one: one[0])
        if share >= 1:
            break
        if row is not None:
            of[row] = False
        else:
            of[:, column] = False
    return of


def _near(a: Floats, b: Floats) -> Bools:
    """(len(a), len(b)), which cells look the same."""
    level = 0.5 * (b * b).sum(1)[None]
    return np.asarray(a @ b.T > level + (0.5 * (a * a).sum(1)[:, None] - 0.5 * SAME**2 * a.shape[1]))


def _rms(a: Floats, b: Floats) -> Floats:
    square = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(square, 0) / a.shape[1]), np.float32)


def sharper(across: Floats, down: Floats, spot: Spot) -> Grid:
    """The grid of a place with its pitch measured there, about the same middle."""
    grid = spot.grid
    box = wider(grid, 1).box
    left, top = max(0, int(box.x)), max(0, int(box.y))
    part = np.s_[top : int(box.y + box.h) + 1, left : int(box.x + box.w) + 1]
    pitch_x, pitch_y = sharpened(across[part], down[part], grid.pitch_x, grid.pitch_y)
    if abs(pitch_x / grid.pitch_x - 1) > 0.04 or abs(pitch_y / grid.pitch_y - 1) > 0.04:
        return grid
    x = grid.x + (grid.pitch_x - pitch_x) * grid.columns / 2
    y = grid.y + (grid.pitch_y - pitch_y) * grid.rows / 2
    return Grid(x, y, pitch_x, pitch_y, grid.rows, grid.columns)


def settled(pixels: Pixels, grid: Grid, cells: Bools, axes: tuple[int, ...] = (1, 0, 1, 0)) -> Grid:
    """The grid moved to where cells that look alike look most alike; where many places are as good, to their middle."""
    sheet = sheet_of(pixels, wider(grid, 1), (0.0, 0.0), (FINE, FINE)).astype(np.float32)
    moved = [0, 0]
    seen: set[tuple[int, int]] = set()
    for axis in axes:
        if (axis, moved[1 - axis]) in seen:
            continue  # it was moved this way from the same line
        seen.add((axis, moved[1 - axis]))
        cost = []
        steps = range(-FINE // 2 + 1, FINE // 2)
        for step in steps:
            at = moved.copy()
            at[axis] = step
            top, left = FINE + at[0], FINE + at[1]
            part = sheet[top : top + FINE * grid.rows, left : left + FINE * grid.columns]
            shaped = part[::2, ::2].reshape(grid.rows, FINE // 2, grid.columns, FINE // 2, 3).swapaxes(1, 2)
            flat = shaped[cells].reshape(np.count_nonzero(cells), -1)
            apart = _rms(flat, flat)
            np.fill_diagonal(apart, np.inf)
            cost.append(float(np.minimum(apart.min(1), 40).mean()))
        best = int(np.argmin(cost))
        level = np.array(cost) <= 1.15 * cost[best] + 0.5
        low = best - int(np.argmin(np.append(level[best::-1], False))) + 1
        high = best + int(np.argmin(np.append(level[best:], False))) - 1
        moved[axis] = round((steps[low] + steps[high]) / 2)
    return replace(grid, x=grid.x + moved[1] / FINE * grid.pitch_x, y=grid.y + moved[0] / FINE * grid.pitch_y)


def placed(pixels: Pixels, across: Floats, down: Floats, spot: Spot) -> list[Grid]:
    """The grid of a place with its pitch measured there, laid where cells look most alike: moved a little, or to where
    the edges in the picture say that cells begin, or have their middles. After it the one where cells look more alike
    than moved a little, but not clearly: halves of blocks recur, too, where kinds are few.
    """
    grid = sharper(across, down, spot)
    best = settled_ = settled(pixels, grid, spot.cells)
    least = moved_least = unlike(pixels, best, spot.cells)
    nearly: list[tuple[float, Grid]] = []
    box = grid.box
    top, left = max(0, round(box.y)), max(0, round(box.x))
    part = np.s_[top : round(box.y + box.h) + 1, left : round(box.x + box.w) + 1]
    x, y = _phase(across[part].sum(0), grid.pitch_x) + left, _phase(down[part].sum(1), grid.pitch_y) + top
    for half_x, half_y in product((0.0, 0.5), repeat=2):
        moved = [
            (corner + half * pitch - start + pitch / 2) % pitch - pitch / 2
            for corner, half, start, pitch in ((x, half_x, grid.x, grid.pitch_x), (y, half_y, grid.y, grid.pitch_y))
        ]
        other = replace(grid, x=grid.x + moved[0], y=grid.y + moved[1])
        here = unlike(pixels, other, mapped(spot, other))
        if here < BETTER * least - CLEARLY:
            best, least = other, here
        elif here < moved_least:
            nearly.append((here, other))
    if best is settled_:
        return [best, *(grid for _, grid in sorted(nearly, key=lambda one: one[0])[:1])]
    # On the right lattice other things beside the board do not recur.
    spots = _spots(cut(pixels, best, size=(SMALL, SMALL)), best)
    return [max(spots, key=lambda spot: spot.pairs).grid if spots else best]


def _phase(edges: Floats, pitch: float) -> float:
    """Where the edges of cells are on the whole, in pixels: at their borders, or in their middles."""
    turn = np.exp(2j * np.pi * np.arange(len(edges)) / pitch)
    return float(np.angle((edges * turn).sum()) / (2 * np.pi) * pitch)


def nudged(pixels: Pixels, grid: Grid, cells: Bools) -> Grid:
    """The grid with each side moved by a little, as long as cells that look alike look more alike."""
    best, least = grid, unlike(pixels, grid, cells)
    for step in NUDGES:
        for _ in range(ROUNDS):
            before = least
            for side, way in product(range(4), (-step, step)):
                other = _pulled(best, side, way)
                here = unlike(pixels, other, cells)
                if here < least:
                    best, least = other, here
            if least == before:
                break
    return best


def _pulled(grid: Grid, side: int, by: float) -> Grid:
    """The grid with its left, top, right or bottom side `by` of a cell farther right or down."""
    x, y, right, bottom = grid.x, grid.y, grid.x + grid.box.w, grid.y + grid.box.h
    x, right = x + (side == 0) * by * grid.pitch_x, right + (side == 2) * by * grid.pitch_x
    y, bottom = y + (side == 1) * by * grid.pitch_y, bottom + (side == 3) * by * grid.pitch_y
    return replace(grid, x=x, y=y, pitch_x=(right - x) / grid.columns, pitch_y=(bottom - y) / grid.rows)


def unlike(pixels: Pixels, grid: Grid, cells: Bools, axis: int | None = None) -> float:
    """How far the cells of a place are from the next that looks alike, in grey levels; in another row (`axis` 0) or
    column (1), where that is asked.
    """
    if np.count_nonzero(cells) < 2:
        return 0.0
    some = cut(pixels, grid, size=(SMALL, SMALL))[cells]
    flat = some.reshape(len(some), -1)
    apart = _rms(flat, flat)
    np.fill_diagonal(apart, np.inf)
    if axis is not None:
        line = np.nonzero(cells)[axis]
        apart[line[:, None] == line] = np.inf
    return float(np.minimum(apart.min(1), CAP).mean())


def stretched(pixels: Pixels, spot: Spot, pitch_x: float, pitch_y: float) -> bool:
    """Whether what recurs at a spot does so far better in cells of another height, from row to row, or of another
    width, from column to column: within a row cells look alike however high they are cut.
    """
    axis = 0 if abs(pitch_y / spot.grid.pitch_y - 1) > abs(pitch_x / spot.grid.pitch_x - 1) else 1
    box = spot.grid.box
    rows, columns = max(2, round(box.h / pitch_y)), max(2, round(box.w / pitch_x))
    x, y = box.x + (box.w - columns * pitch_x) / 2, box.y + (box.h - rows * pitch_y) / 2
    apart = []
    for grid in (spot.grid, Grid(x, y, pitch_x, pitch_y, rows, columns)):
        moved = settled(pixels, grid, mapped(spot, grid), axes=(axis,))
        apart.append(unlike(pixels, moved, mapped(spot, moved), axis))
    return apart[1] < STRETCHED * apart[0] - CLEARLY


def mapped(spot: Spot, grid: Grid) -> Bools:
    """(rows, columns), the cells of another lattice in whose middle something recurs."""
    of = np.zeros((grid.rows, grid.columns), np.bool_)
    middle_x, middle_y = spot.middles
    row, column = (middle_y - grid.y) // grid.pitch_y, (middle_x - grid.x) // grid.pitch_x
    inside = (row >= 0) & (row < grid.rows) & (column >= 0) & (column < grid.columns)
    of[row[inside].astype(np.int64), column[inside].astype(np.int64)] = True
    return of
