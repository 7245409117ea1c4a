"""Sorting the tiles of a board whose grid is known: which cells are empty, and which of the others are equal.

At first sight a board must show that it is one. On a grid that a person gave every cell counts, so that a board which
is nearly empty, or one of a few kinds, is sorted too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut, outside
from bot.vision.tiles import board, kinds, look, presence, sameness
from bot.vision.tiles.framed import unframed
from calibration.shot import EMPTY, UNSURE, Shot

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

PLAIN: Final = 16.0
"""Grey levels by which two places of a plain ground differ at the most; shadows of tiles fall upon it."""
GRAIN: Final = 4.0
"""Grey levels by which a tile differs from the plainest ground at least."""
UNLIKE: Final = 0.25
"""Share of the usual difference of tiles from the ground below which a cell is ground."""
FLAT: Final = 0.08
"""Share of the usual contrast of tiles below which a kind is an empty place."""
GUESSED: Final = 0.5
"""Margin of what was only guessed."""


def sort_tiles(pixels: Pixels, grid: Grid) -> Shot:
    """The cells of a grid sorted into tiles that look the same and empty ones."""
    ring = Grid(
        grid.x - grid.pitch_x, grid.y - grid.pitch_y, grid.pitch_x, grid.pitch_y, grid.rows + 2, grid.columns + 2
    )
    wide = cut(pixels, ring)
    cells = wide[1:-1, 1:-1]
    around = _ground(_ring(wide)[_ring(~outside(ring, pixels))])
    kind, margins = np.full(cells.shape[:2], EMPTY), np.full(cells.shape[:2], GUESSED, np.float32)
    marked = np.zeros(kind.shape, np.bool_)
    best = -np.inf
    for tiles, sure in _guesses(wide, around):
        if tiles.sum() < 2:
            kind = np.where(tiles, 0, kind) if best == -np.inf else kind
            continue
        grouping = unframed(kinds.mend(_grouping(grid, cells, tiles), kinds.outlines(cells[tiles])), cells[tiles])
        if _worth(grouping) > best:
            best = _worth(grouping)
            kind, marked = np.full(kind.shape, EMPTY), np.zeros(kind.shape, np.bool_)
            kind[tiles], marked[tiles] = grouping.kind, grouping.lit
            margins = sure.copy()
            # A kind that is there once is like nothing else: that makes it no less certain.
            alone = np.bincount(grouping.kind)[grouping.kind] == 1
            margins[tiles] = np.minimum(margins[tiles], np.where(alone, GUESSED, grouping.margins))
    kind[_hollow(cells, kind)] = EMPTY
    kind = in_order(np.where(margins < board.FLOOR, UNSURE, kind))
    return Shot(pixels, grid, kind, margins, marked & (kind >= 0))


def in_order(kind: Ints) -> Ints:
    """The same kinds, numbered from 0 as they appear."""
    names, first = np.unique(kind[kind >= 0], return_index=True)
    number = {int(names[at]): rank for rank, at in enumerate(np.argsort(first))}
    return np.array([[number.get(int(k), int(k)) for k in row] for row in kind], np.int64).reshape(kind.shape)


def _guesses(wide: Cells, around: Floats) -> Iterator[tuple[Bools, Floats]]:
    """Where tiles may be, (rows, columns), with a margin for each cell: what is unlike a plain ground and, unless
    that shows gaps, every cell or what is drawn upon; for each of these also what has in common what its cells have.
    """
    shape = wide.shape[0] - 2, wide.shape[1] - 2
    inner = wide[1:-1, 1:-1].reshape(-1, *wide.shape[2:])
    seeds = [_unlike(inner, around, shape)] if len(around) else []
    if not seeds or seeds[0][0].all():
        drawn = _upper(kinds.contrast(inner)).reshape(shape)
        seeds += [(seed, np.full(shape, GUESSED, np.float32)) for seed in (np.ones(shape, np.bool_), drawn)]
    tried: list[Bools] = []
    for seed, margins in seeds:
        learnt = presence.learn(wide, np.pad(seed, 1))
        guesses = [(seed, margins)]
        if learnt is not None:
            share = learnt[1][1:-1, 1:-1]
            tiles, sure = np.asarray(share < look.TILE), np.abs(2 * share - 1)
            same = (tiles == seed).all()
            guesses = [(seed, np.maximum(margins, sure))] if same else [(seed, margins), (tiles, sure)]
        for tiles, sure in guesses:
            if not any((tiles == other).all() for other in tried):
                tried.append(tiles)
                yield tiles, sure


def _unlike(inner: Cells, around: Floats, shape: tuple[int, int]) -> tuple[Bools, Floats]:
    """The cells that are unlike the ground, and a margin for each cell."""
    ground = np.median(around, 0)[None]
    away = np.sqrt(kinds.differences(kinds.features(inner), ground))[:, 0].reshape(shape)
    grain = float(np.quantile(np.sqrt(kinds.differences(around, ground)), 0.75))
    usual = float(np.quantile(away, 0.9))
    limit = max(UNLIKE * usual, 1.5 * grain, GRAIN)
    sure = np.clip(np.abs(away - limit) / max(limit, usual - limit), 0, 1).astype(np.float32)
    return away > limit, sure


def _upper(values: Floats) -> Bools:
    """Which values belong to the upper of two groups: where they are parted, both are closest (Otsu's method)."""
    order = np.sort(values, axis=None)
    best, limit = -1.0, float(order[0])
    for at in range(1, order.size):
        low, high = order[:at], order[at:]
        between = low.size * high.size * (float(high.mean()) - float(low.mean())) ** 2
        if between > best:
            best, limit = between, float(low[-1] + high[0]) / 2
    return np.asarray(values > limit)


def _ground(ring: Cells) -> Floats:
    """The features of those cells around a board that look the same, where a quarter of them or more do; none where
    they have no look in common, because the ground is a picture, or tiles.
    """
    if len(ring) < 4:
        return np.zeros((0, 0), np.float32)
    rows = kinds.features(ring)
    alike = np.sqrt(kinds.differences(rows, rows)) <= PLAIN
    most = alike[int(alike.sum(1).argmax())]
    return rows[most] if 4 * most.sum() >= len(rows) else rows[:0]


def _hollow(cells: Cells, kind: Ints) -> Bools:
    """(rows, columns), cells of a kind on which nothing is drawn, not even sides, on a board of drawn tiles."""
    contrast = kinds.colour_contrast(cells.reshape(-1, *cells.shape[2:])).reshape(kind.shape)
    tiles = kind >= 0
    found = np.zeros_like(tiles)
    if tiles.any():
        usual = float(np.median(contrast[tiles]))
        for one in range(int(kind.max()) + 1):
            mine = kind == one
            if mine.any() and usual > 1 and float(np.median(contrast[mine])) < FLAT * usual:
                found |= mine
    return found


def _grouping(grid: Grid, cells: Cells, tiles: Bools) -> kinds.Grouping:
    """The kinds of the tiles of a grid, in reading order."""
    found = kinds.group(kinds.features(cells[tiles]))
    return found if found.gap > sameness.PLAIN else sameness.moved(cells[tiles], grid)


def _worth(grouping: kinds.Grouping) -> float:
    """How well a sorting is borne out: kinds far apart, most of them seen an even number of times, none too often."""
    times = np.bincount(grouping.kind)
    even = float(times[times % 2 == 0].sum() / times.sum())
    clear = float(np.log(np.clip(grouping.gap, 1, 4.5)))
    return (1 + even) * (1 - float(times.max() / times.sum())) * clear * float(np.log(times.sum()))


def _ring(wide: NDArray[np.generic]) -> NDArray[np.generic]:
    """(n, …): the outermost rows and columns."""
    rim = np.ones(wide.shape[:2], np.bool_)
    rim[1:-1, 1:-1] = False
    return wide[rim]
