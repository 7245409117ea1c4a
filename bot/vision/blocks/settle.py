"""Where exactly the cells of a board of blocks lie at a place, and how large they are: as like ones look most alike."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.lattice import SMALL, Lattice, Neighbours
from bot.vision.blocks.look import CAP
from bot.vision.blocks.pitch import sharpened
from bot.vision.blocks.recur import Spot, mapped, spots_on
from bot.vision.cells import cut, sheet_of

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

FINE: Final = 16
"""Pixels of a cell while the place is settled."""
LEVEL: Final = 1.01
"""Times the least difference up to which a place is as good as the best."""
BETTER: Final = 0.8
"""Share of the difference of like cells from which another place is the better one."""
STRETCHED: Final = 0.7
"""Share of the usual difference of like cells that they have in the right size, from row to row."""
CLEARLY: Final = 0.3
"""Grey levels by which it must be better, besides."""
AT_ONCE: Final = 2_000
"""Pairs of cells that are compared at once: with more the numbers leave the cache, and all takes up to three times as
long."""
NUDGES: Final = (0.03, 0.015)
"""Cells by which a side is moved at a time."""
ROUNDS: Final = 3


def sharper(across: Floats, down: Floats, spot: Spot) -> list[Grid]:
    """The grids that a place may have with its pitch measured there, about the same middle; the likeliest first."""
    grid = spot.grid
    box = grid.wider(1).box
    left, top = max(0, int(box.x)), max(0, int(box.y))
    part = np.s_[top : int(box.y + box.h) + 1, left : int(box.x + box.w) + 1]
    return [_about_its_middle(grid, *pair) for pair in sharpened(across[part], down[part], grid.pitch_x, grid.pitch_y)]


def _about_its_middle(grid: Grid, pitch_x: float, pitch_y: float) -> Grid:
    """The grid with cells of another width and height, if they are only a little so."""
    if abs(pitch_x / grid.pitch_x - 1) > 0.04 or abs(pitch_y / grid.pitch_y - 1) > 0.04:
        return grid
    x = grid.x + (grid.pitch_x - pitch_x) * grid.columns / 2
    y = grid.y + (grid.pitch_y - pitch_y) * grid.rows / 2
    return Grid(x, y, pitch_x, pitch_y, grid.rows, grid.columns)


def settled(pixels: Pixels, grid: Grid, cells: Bools, axes: tuple[int, ...] = (1, 0, 1, 0)) -> Grid:
    """The grid moved to where cells that look alike look most alike; where many places are as good, to their middle.

    Half a cell aside cells have their like, too, since halves of two blocks recur; but fewer, for there are as many
    kinds as pairs of blocks. So what counts is how far each is from the next one, and from all of them.
    """
    sheet = sheet_of(pixels, grid.wider(1), (0.0, 0.0), (FINE, FINE)).astype(np.float32)
    moved = [0, 0]
    seen: set[tuple[int, int]] = set()
    for axis in axes:
        if (axis, moved[1 - axis]) in seen:
            continue  # it was moved this way from the same line
        seen.add((axis, moved[1 - axis]))
        steps = range(-FINE // 2 + 1, FINE // 2)
        cost = _costs(sheet, cells, axis, moved[1 - axis])
        best = int(np.argmin(cost))
        level = cost <= LEVEL * cost[best] + 0.1
        low = best - int(np.argmin(np.append(level[best::-1], False))) + 1
        high = best + int(np.argmin(np.append(level[best:], False))) - 1
        moved[axis] = round((steps[low] + steps[high]) / 2)
    return grid.moved(moved[1] / FINE * grid.pitch_x, moved[0] / FINE * grid.pitch_y)


def _costs(sheet: Floats, cells: Bools, axis: int, aside: int) -> NDArray[np.float64]:
    """(FINE - 1,), how far cells are from the next and from all, moved by up to half a cell along an axis, and `aside`
    along the other; `sheet` holds FINE pixels for each cell, and a ring of cells around them.

    Cells that are moved show mostly the same lines of pixels as before: how far two cells are apart in one line is
    worked out once for all places that show it. Whole numbers below 2^24 are added without an error.
    """
    turned, of = (sheet, cells) if axis == 0 else (sheet.swapaxes(0, 1), cells.T)
    sheets = turned[:, FINE + aside : FINE * (1 + of.shape[1]) + aside : 2].reshape(len(turned), of.shape[1], -1)
    row, column = np.nonzero(of)
    places = FINE * (row + 1) + np.arange(1 - FINE // 2, 3 * FINE // 2 - 2)[:, None]
    lines = sheets[places, column]
    squares = _shown(np.einsum("tnp,tnp->tn", lines, lines))
    count = lines.shape[1]
    usual, least = np.zeros(FINE - 1), np.zeros(FINE - 1)
    some = max(1, AT_ONCE // count)
    for first in range(0, count, some):
        part = np.s_[:, first : first + some]
        apart = squares[part][:, :, None] + squares[:, None] - 2 * _shown(lines[part] @ lines.transpose(0, 2, 1))
        np.maximum(apart, 0, out=apart)
        apart /= lines.shape[2] * FINE // 2
        np.minimum(np.sqrt(apart, out=apart), CAP, out=apart)
        usual += apart.reshape(len(apart), -1).sum(1)
        own = np.arange(apart.shape[1])
        apart[:, own, first + own] = CAP
        least += apart.min(2).sum(1)
    return np.asarray(usual / count**2 + least / count, np.float64)


def _shown(lines: Floats) -> Floats:
    """The sums over every other of FINE - 1 lines, for each place where such a part of the `lines` begins."""
    two = lines[:-2] + lines[2:]
    four = two[:-4] + two[4:]
    return np.asarray(four[:-8] + four[8:])


def placed(pixels: Pixels, across: Floats, down: Floats, spot: Spot) -> list[Grid]:
    """The grid of a place with its pitch measured there, laid where cells look most alike: moved a little, or to where
    the edges in the picture say that cells begin, or have their middles. After it the one where cells look more alike
    than moved a little, but not clearly: halves of blocks recur, too, where kinds are few.
    """
    return laid(pixels, across, down, spot, sharper(across, down, spot)[0])


def laid(pixels: Pixels, across: Floats, down: Floats, spot: Spot, grid: Grid) -> list[Grid]:
    """The same for a grid that is as `sharper` already."""
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
        other = grid.moved(*moved)
        here = unlike(pixels, other, mapped(spot, other))
        if here < BETTER * least - CLEARLY:
            best, least = other, here
        elif here < moved_least:
            nearly.append((here, other))
    if best is settled_:
        return [best, *(grid for _, grid in sorted(nearly, key=lambda one: one[0])[:1])]
    # On the right lattice other things beside the board do not recur.
    sheet = sheet_of(pixels, best, (0.0, 0.0), (SMALL, SMALL)).astype(np.float32)
    spots = spots_on(Lattice(Neighbours(sheet), best))
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


def reshaped(pixels: Pixels, spot: Spot, pitch_x: float, pitch_y: float) -> Grid | None:
    """The grid of a spot with cells of another height or width, if what recurs there does so far better in them, from
    row to row, or from column to column: within a row cells look alike however high they are cut.
    """
    axis = 0 if abs(pitch_y / spot.grid.pitch_y - 1) > abs(pitch_x / spot.grid.pitch_x - 1) else 1
    box = spot.grid.box
    rows, columns = max(2, round(box.h / pitch_y)), max(2, round(box.w / pitch_x))
    x, y = box.x + (box.w - columns * pitch_x) / 2, box.y + (box.h - rows * pitch_y) / 2
    apart = []
    moved = spot.grid
    for grid in (spot.grid, Grid(x, y, pitch_x, pitch_y, rows, columns)):
        if np.count_nonzero(mapped(spot, grid)) < 2:
            return None
        moved = settled(pixels, grid, mapped(spot, grid), axes=(axis, 1 - axis))
        apart.append(unlike(pixels, moved, mapped(spot, moved), axis))
    return moved if apart[1] < STRETCHED * apart[0] - CLEARLY else None


def _rms(a: Floats, b: Floats) -> Floats:
    square = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(square, 0) / a.shape[1]), np.float32)
