"""Moving a grid to where equal tiles look most equal, and whether what it shows is a board of pairs at all."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut, sheet_of, strongest, usual
from bot.vision.tiles import kinds, presence

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

COARSE: Final = 0.1
FINE: Final = 0.025
"""Steps, in cells, by which the grid is moved."""
ENOUGH: Final = 120
"""Tiles that tell where the grid lies."""
PAIRED: Final = (12, 0.35, 0.36)
"""Of so many tiles this share must be nearer to its likest than this share of the usual distance."""
END: Final = 0.12
"""Share of a cell, at each of its ends, that faces seldom reach."""
CUT: Final = (1.3, 1.15)
"""How many times more than at the best place the ends of cells may differ: where a grid may stay, and where to."""
GAPS: Final = 4
"""Gaps that tell where the tiles beside them end, at the least…"""
SPILT: Final = 1.15
"""… and how many times more they show than at the best place, where nothing of those is spilt into them."""
COARSELY: Final = 10
"""Pixels of a gap that are looked at there, across and down."""
LEVEL: Final = 1.15
SAME: Final = 0.5
"""So many times as much, and so many grey levels more, tiles may differ where they look as equal."""
BEYOND: Final = (0.5, 1.5)
"""How much the tiles of an outer line count for themselves, and how many times as much they may differ there…"""
LINE: Final = 4
"""… where it holds so many."""
CENTRE: Final = 0.05
ASIDE: Final = 5
"""Steps, in cells, by which what tiles share may lie aside, and how many of them."""
MIRRORED: Final = 0.5
"""Share of what it differs there from its mirror image, from which another place is the middle of tiles."""
MATES: Final = 2
"""Tiles most like a tile, one of which is its equal."""
SIDES: Final = (0.5, 0.25, 0.1)
"""Pixels by which the sides of a board are moved, one after the other."""
WAYS: Final = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], np.float64)
"""Which of them are moved at once: left, right, top, bottom."""
ROUNDS: Final = 3
"""Times that all ways are tried with one step."""
SLOW: Final = 0.98
"""Share of the difference that must be gone after all ways for another round."""
SMALL: Final = 28.0
"""Pixels of a cell below which the borders of pixels count."""
SOFT: Final = 0.9
"""Standard deviation, in pixels, by which the picture of small cells is blurred."""
LARGE: Final = 20
"""Pixels of a cell from which every other is looked at."""


def settle(pixels: Pixels, grid: Grid, tiles: Bools, reach: float) -> Grid:
    """The grid moved, by up to `reach` of a cell each way, to where equal tiles look most equal.

    Beside the right place a cell shows a strip of its neighbours, which are different for each of two equal tiles; and
    where there are none, a gap shows a strip of a tile.
    """
    gaps, tiles = ~tiles, some(tiles)
    if reach > 6 * FINE:
        grid, reach = _moved(pixels, grid, tiles, gaps, COARSE, reach), 4 * FINE
    return _moved(pixels, grid, tiles, gaps, FINE, reach)


def centred(pixels: Pixels, grid: Grid, tiles: Bools) -> Grid:
    """The grid moved to where what all tiles share is its own mirror image, if it is so there by far more than where
    the grid lies, and equal tiles look as equal: of sides that all have in common a part may lie on the other side of
    the cell.
    """
    tiles = some(tiles)
    size = round(1 / CENTRE)
    sheet = sheet_of(pixels, grid.wider(1), (0.0, 0.0), (size, size))
    moved = [0, 0]
    for axis in (0, 1):
        by = [(step, 0) if axis == 0 else (moved[0], step) for step in range(-ASIDE, ASIDE + 1)]
        means = [_faces(sheet, grid, at, tiles).mean(0, dtype=np.float32) for at in by]
        unlike = [float(np.abs(mean - np.flip(mean, axis)).mean()) for mean in means]
        best = int(np.argmin(unlike))
        if unlike[best] < MIRRORED * unlike[ASIDE] - presence.NOISE:
            here, there = (_nearest(_taken(sheet, grid, by[at], tiles)) for at in (ASIDE, best))
            if there <= LEVEL * here + SAME:
                moved[axis] = best - ASIDE
    return replace(grid, x=grid.x + moved[1] * CENTRE * grid.pitch_x, y=grid.y + moved[0] * CENTRE * grid.pitch_y)


def sides_moved(pixels: Pixels, grid: Grid, tiles: Bools) -> Grid:
    """The grid with each of its four sides moved by up to some pixels to where equal tiles look most equal: on small
    tiles a part of a pixel counts, and a pitch that is slightly wrong leaves it at one end of the board.
    """
    tiles = some(tiles)
    box = grid.box
    sides = np.array([box.x, box.x + box.w, box.y, box.y + box.h])

    def look(at: NDArray[np.float64]) -> tuple[Grid, Floats]:
        pitch_x, pitch_y = float(at[1] - at[0]) / grid.columns, float(at[3] - at[2]) / grid.rows
        moved = Grid(float(at[0]), float(at[2]), pitch_x, pitch_y, grid.rows, grid.columns)
        return moved, kinds.features(cut(pixels, moved)[tiles])

    best, rows = look(sides)
    for step in SIDES:
        apart = kinds.differences(rows, rows)
        np.fill_diagonal(apart, np.inf)
        mates = np.argpartition(apart, min(MATES, len(rows) - 1), axis=1)[:, :MATES]
        least = _unlike(rows, mates)
        tried = {tuple(sides)}
        for _ in range(ROUNDS):
            before = least
            for way, by in product(WAYS, (-step, step)):
                at = sides + by * way
                if tuple(at) in tried:
                    continue  # no better than what was best then
                tried.add(tuple(at))
                moved, seen = look(at)
                unlike = _unlike(seen, mates)
                if unlike < least:
                    least, best, rows, sides = unlike, moved, seen, at
            if least > SLOW * before:
                break
    return best


def softened(pixels: Pixels, grid: Grid) -> Pixels:
    """The picture as it is, or out of focus where cells are small: what tells kinds apart stays, and where the borders
    of its pixels lie on each of two equal tiles does not.
    """
    if min(grid.pitch_x, grid.pitch_y) >= SMALL:
        return pixels
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), SOFT), np.uint8)


def _unlike(rows: Floats, mates: NDArray[np.int64]) -> float:
    """How far tiles are from the likest of their mates (n, m), as a mean."""
    return float(np.sqrt(np.min([_squares(rows - rows[mate]) for mate in mates.T], axis=0)).mean())


def paired(pixels: Pixels, grid: Grid, tiles: Bools, nearly: float = 1.0) -> bool:
    """Whether some tiles look far more like another tile than most do: the least that a board of pairs shows, or
    `nearly` so many times less.
    """
    size = round(1 / COARSE)
    cells = np.asarray(cut(pixels, grid, size=(size, size))[tiles], np.float32)
    rows = cells.reshape(len(cells), -1)
    apart = np.sqrt(kinds.differences(rows, rows))
    others = apart[~np.eye(len(rows), dtype=bool)].reshape(len(rows), -1)
    return bool(np.quantile(others.min(1), PAIRED[1]) < nearly * PAIRED[2] * np.median(others) + presence.NOISE)


def some(tiles: Bools) -> Bools:
    """The tiles, or of very many those of the outer rows: they tell where the grid lies as well as all."""
    rows = len(tiles)
    inward = np.argsort(np.minimum(np.arange(rows), np.arange(rows)[::-1]), kind="stable")
    upto = np.cumsum(tiles[inward].sum(1)) <= ENOUGH
    if not upto[0]:
        return tiles
    taken = np.zeros_like(tiles)
    taken[inward[upto]] = tiles[inward[upto]]
    return taken


def _moved(pixels: Pixels, grid: Grid, tiles: Bools, gaps: Bools, step: float, reach: float) -> Grid:
    """The grid moved up or down and then across, in whole steps."""
    sheet = sheet_of(pixels, grid.wider(1), (0.0, 0.0), (round(1 / step), round(1 / step)))
    steps = np.arange(-round(reach / step), round(reach / step) + 1)
    moved = np.zeros(2, np.int64)
    mates = None
    for axis, along in enumerate(((1, 0), (0, 1))):
        tried, ends, outer = [], [], _outer(tiles, axis)
        for by in steps:
            rows = _taken(sheet, grid, (int(moved[0] + by * along[0]), int(moved[1] + by * along[1])), tiles)
            if step == COARSE or mates is None:
                apart = kinds.differences(rows, rows)
                np.fill_diagonal(apart, np.inf)
                mates = np.argpartition(apart, min(MATES, len(rows) - 1), axis=1)[:, :MATES]
                nearest = apart.min(1)
            else:
                nearest = np.min([_squares(rows - rows[mate]) for mate in mates.T], axis=0)
            away = np.sqrt(nearest)
            tried.append(float(away.mean()))
            ends.append([float(away[line].mean()) for line in outer])
        # Where faces have room around them a range of places is as good as the best: its middle is the cell. But no
        # outer line of tiles may show what lies beside the board.
        best = int(np.argmin(np.maximum(tried, BEYOND[0] * np.array(ends).max(1, initial=0.0))))
        level = np.array(tried) <= LEVEL * tried[best] + SAME
        level &= (np.array(ends) <= BEYOND[1] * np.array(ends[best]) + presence.NOISE).all(1)
        low = best - int(np.argmin(np.append(level[best::-1], False))) + 1
        high = best + int(np.argmin(np.append(level[best:], False))) - 1
        places = [tuple((moved + int(by) * np.array(along)).tolist()) for by in steps]
        if low < high and np.count_nonzero(gaps) >= GAPS:
            low, high = _unspilt([_spilt(_faces(sheet, grid, at, gaps)) for at in places[low : high + 1]], low)
        to = (low + high) // 2
        if step == FINE and low < high:
            cut = [_cutting(_faces(sheet, grid, at, tiles), along) for at in places[low : high + 1]]
            to = low + _uncut(cut)
        moved += np.array(along) * int(steps[to])
    down, across = (float(v) * step for v in moved)
    return replace(grid, x=grid.x + across * grid.pitch_x, y=grid.y + down * grid.pitch_y)


def _outer(tiles: Bools, axis: int) -> list[Bools]:
    """(n,), which of the tiles lie in the first row and in the last one, or the first and last column, where those hold
    LINE of them.
    """
    at = np.argwhere(tiles)[:, axis]
    lines = [at == at.min(), at == at.max()]
    return [line for line in lines if np.count_nonzero(line) >= LINE]


def _nearest(rows: Floats) -> float:
    """How far tiles (n, length) are from the likest other one, as a mean."""
    apart = kinds.differences(rows, rows)
    np.fill_diagonal(apart, np.inf)
    return float(np.sqrt(apart.min(1)).mean())


def _spilt(gaps: Pixels) -> float:
    """How much some gaps (n, size, size, 3) show besides the colour that they have in common."""
    shown = gaps[:, :: max(1, gaps.shape[1] // COARSELY), :: max(1, gaps.shape[2] // COARSELY)].astype(np.float32)
    away = strongest(np.abs(shown - np.median(shown.reshape(-1, 3), 0)))
    return float(np.sqrt((away * away).mean()))


def _unspilt(spilt: list[float], low: int) -> tuple[int, int]:
    """The first and the last of some places side by side, `low` and those after it, where no more of the tiles is spilt
    into the gaps than at the best of them, around that; all of them where the ground has so many colours that nothing
    is told by it.
    """
    best = int(np.argmin(spilt))
    if spilt[best] > presence.STRANGE:
        return low, low + len(spilt) - 1
    level = np.array(spilt) <= SPILT * spilt[best] + presence.NOISE
    before, after = int(np.argmin(np.append(level[best::-1], False))), int(np.argmin(np.append(level[best:], False)))
    return low + best - before + 1, low + best + after - 1


def _uncut(cut: list[float]) -> int:
    """The place, of some side by side, that lies nearest to their middle where faces are not cut."""
    middle = (len(cut) - 1) // 2
    least = min(cut)
    if cut[middle] < CUT[0] * least + presence.NOISE:
        return middle
    return min((abs(i - middle), i) for i, much in enumerate(cut) if much <= CUT[1] * least + presence.NOISE)[1]


def _cutting(cells: Pixels, along: tuple[int, int]) -> float:
    """How much the ends of cells (n, size, size, 3), downwards or across, differ from cell to cell: little where all
    faces end before them.
    """
    size = cells.shape[1]
    reach = max(1, round(END * size))
    lines = cells if along == (1, 0) else cells.swapaxes(1, 2)
    ends = np.concatenate([lines[:, :reach], lines[:, -reach:]], 1)[:, :, reach:-reach].astype(np.float32)
    away = strongest(np.abs(ends - usual(ends)))
    return float(np.sqrt((away * away).mean()))


def _squares(rows: Floats) -> Floats:
    """The mean square of every row."""
    return np.asarray(np.einsum("ij,ij->i", rows, rows) / rows.shape[1], np.float32)


def _faces(sheet: Pixels, grid: Grid, at: tuple[int, int], tiles: Bools) -> Pixels:
    """(n, size, size, 3), the tiles of a board, when the grid is moved by `at` (down, across) pixels of the sheet
    around it.
    """
    size = sheet.shape[1] // (grid.columns + 2)
    top, left = at[0] + size, at[1] + size
    part = sheet[top : top + size * grid.rows, left : left + size * grid.columns]
    return part.reshape(grid.rows, size, grid.columns, size, 3).swapaxes(1, 2)[tiles]


def _taken(sheet: Pixels, grid: Grid, at: tuple[int, int], tiles: Bools) -> Floats:
    """The same as rows."""
    cells = _faces(sheet, grid, at, tiles)
    if cells.shape[1] > LARGE:
        cells = cells[:, ::2, ::2]
    return np.asarray(cells.reshape(len(cells), -1), np.float32)
