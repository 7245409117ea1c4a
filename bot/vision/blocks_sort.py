"""Cells of a board of blocks sorted into few kinds and empty ones, without knowing any of them before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks_ground import Ground, find_ground
from bot.vision.blocks_light import evened
from bot.vision.blocks_look import CAP, SIDE, areas, cells_of, distances, looks, outside, wider
from bot.vision.blocks_marks import Marks, find_marks

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

EMPTY: Final = -1
UNSURE: Final = -2
FLOOR: Final = 0.15
"""A cell with a smaller margin is not told but doubted."""
NOISE: Final = 1.0
"""Differences that equal cells may always have, in grey levels."""
LOOSEST: Final = 12.0
"""Cells of one kind never differ more from the next of their kind."""
LEAST: Final = 2.5
"""Kinds never differ less."""
MOST: Final = 14
"""Kinds that a board of blocks has at most, those of rubbish and walls among them."""
COLOURED: Final = 0.5
"""Share of a cell in which most kinds differ where colours tell them apart."""
DETAIL: Final = 0.17
"""Share of a cell that may then change without making it another kind."""
GROUP: Final = 2
"""Cells from which a group tells how far kinds are apart."""
RINGS: Final = 2
"""Rings of cells around the board that are looked at for its ground."""


@dataclass(frozen=True, eq=False)
class Sorting:
    """The cells of one grid sorted into kinds."""

    grid: Grid
    kind: Ints
    """(rows, columns): 0, 1… kinds in order of appearance, EMPTY, UNSURE."""
    margins: Floats
    """(rows, columns), 0 (a toss-up) to 1 (beyond question)."""
    marked: Bools
    """(rows, columns), cells that the game shows highlighted, darkened or under a cursor."""
    quality: float
    """How plainly kinds are apart; 0 and less: no board."""
    why: str = ""
    """What could not be known, one sentence; empty where nothing is open."""
    boards: int = 1
    """How many boards like this one the picture shows."""

    @property
    def kinds(self) -> int:
        """How many kinds there are."""
        return int(self.kind.max()) + 1


def sort_blocks(pixels: Pixels, grid: Grid) -> Sorting:
    """Sort the cells of a known grid. `pixels` are (h, w, 3 or 4)."""
    wide = wider(grid, RINGS)
    cells = cells_of(pixels, wide)
    inside = np.zeros(cells.shape[:2], np.bool_)
    inside[RINGS:-RINGS, RINGS:-RINGS] = True
    around = ~inside & ~outside(wide, pixels)
    board = cells[RINGS:-RINGS, RINGS:-RINGS]
    flat = board.reshape(-1, SIDE, SIDE, 3)
    group, low, high = groups(looks(flat))
    even = evened(board, group.reshape(grid.rows, grid.columns))
    if even is not board:
        flat = even.reshape(-1, SIDE, SIDE, 3)
        group, low, high = groups(looks(flat))
    ground = find_ground(cells, even, group.reshape(grid.rows, grid.columns), around, RINGS, 0.5 * (low + high))
    kind = _kinds(group, ground)
    rows = looks(flat)
    marks = find_marks(even, rows, kind.reshape(grid.rows, grid.columns), 0.5 * (low + high))
    return _weighed(grid, rows, ground, marks, low, high)


def groups(rows: Floats) -> tuple[Ints, float, float]:
    """The cells sorted, as `clusters` does, with what differs in a small part only put together: eyes blink."""
    group, low, high = clusters(rows)
    times = np.bincount(group)
    many = np.flatnonzero(times >= 2)
    if len(many) < 3:
        return group, low, high
    look = np.stack([np.median(rows[group == g], 0) for g in many])
    apart = areas(look, look)
    away = apart[~np.eye(len(many), dtype=bool)]
    # Colours differ all over: only where most kinds do, a small part does not count.
    if float(np.median(away)) < COLOURED:
        return group, low, high
    merged = joined([(int(a), int(b)) for a, b in np.argwhere(apart < DETAIL)], len(many))
    fate = np.arange(len(times))
    fate[many] = many[[int(np.flatnonzero(merged == m)[0]) for m in merged]]
    lone = np.flatnonzero(times[group] < 2)
    near = areas(rows[lone], look)
    for cell, row in zip(lone, near, strict=True):
        other = row[merged != merged[row.argmin()]]
        if row.min() < DETAIL and row.min() < 0.4 * other.min(initial=1.0):
            fate[group[cell]] = fate[many[row.argmin()]]
    return numbered(fate[group]), low, high


def clusters(rows: Floats) -> tuple[Ints, float, float]:
    """The cells sorted where the gap between same and different is widest: a number for each cell, the longest step
    within a group, and the shortest between two.
    """
    n = len(rows)
    apart = distances(rows, rows)
    links = tree(apart)
    steps = np.array([step for step, _, _ in links], np.float32)
    best, worth = (n - 1, LOOSEST, float(CAP)), -np.inf
    for count in range(n):
        low = float(steps[count - 1]) if count else 0.0
        if low > LOOSEST or (count < n - 1 and steps[count] < 1.1 * low + 0.1):
            continue
        high, share = _between(links, count, n)
        if high < LEAST or share == 0:
            continue
        # Wide gaps are good, wide apart is good, and so are many cells that have their like.
        here = float(np.log((high + NOISE) / (low + NOISE)) + 0.3 * np.log(min(high, LOOSEST)) + np.log(share))
        if here > worth:
            best, worth = (count, low, high), here
    count, low, high = best
    return joined([link[1:] for link in links[:count]], n), low, high


def _between(links: list[tuple[float, int, int]], count: int, n: int) -> tuple[float, float]:
    """The shortest step between two groups that the first `count` links make; groups of one or two do not count, for
    on ground like a photograph every empty cell is a group of its own. And the share of cells in groups that count.
    """
    parent, size = list(range(n)), [1] * n
    for _, a, b in links[:count]:
        a, b = root(parent, a), root(parent, b)
        parent[a] = b
        size[b] += size[a]
    counted = [size[i] for i in range(n) if parent[i] == i and size[i] >= GROUP]
    if len(counted) < 2:
        return 0.0, 0.0
    share = sum(counted) / n
    for step, a, b in links[count:]:
        a, b = root(parent, a), root(parent, b)
        if size[a] >= GROUP and size[b] >= GROUP:
            return step, share
        # Beyond the cut a group keeps its own size: what joins it there was not in it.
        parent[a] = b
        size[b] = max(size[a], size[b])
    return CAP / 2, share


def tree(apart: Floats) -> list[tuple[float, int, int]]:
    """The minimum spanning tree of (n, n) distances: n - 1 links (length, a, b), the shortest first."""
    n = len(apart)
    near, mate = apart[0].copy(), np.zeros(n, np.int64)
    near[0] = np.inf
    links = []
    done = np.zeros(n, np.bool_)
    done[0] = True
    for _ in range(n - 1):
        nearest = int(np.argmin(near))
        links.append((float(near[nearest]), int(mate[nearest]), nearest))
        done[nearest] = True
        closer = (apart[nearest] < near) & ~done
        near[closer], mate[closer] = apart[nearest][closer], nearest
        near[nearest] = np.inf
    return sorted(links)


def joined(links: list[tuple[int, int]], n: int) -> Ints:
    """A number for each of n cells, the same for cells that links join, in order of appearance."""
    parent = list(range(n))
    for a, b in links:
        parent[root(parent, a)] = root(parent, b)
    return numbered(np.array([root(parent, i) for i in range(n)]))


def root(parent: list[int], i: int) -> int:
    """The cell that stands for the group of cell `i`."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


def numbered(group: Ints) -> Ints:
    """The same groups, numbered in order of appearance."""
    _, first, number = np.unique(group, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[number], np.int64)


def _kinds(group: Ints, ground: Ground) -> Ints:
    """A kind for every cell: groups of two or more are kinds; what looks like nothing else stays open."""
    kind = group.copy()
    times = np.bincount(group)
    lone = times[group] < 2
    kind[lone] = UNSURE
    kind[ground.open.ravel()] = UNSURE
    kind[ground.empty.ravel()] = EMPTY
    return kind


def _weighed(grid: Grid, rows: Floats, ground: Ground, marks: Marks, low: float, high: float) -> Sorting:
    """The sorting with margins: how much nearer every cell is to its kind than to all else."""
    kind, marked = marks.kind.copy(), marks.marked & (marks.kind >= 0)
    flat = kind.ravel()
    known = np.unique(flat[flat >= 0])
    margins = np.zeros(flat.shape, np.float32)
    usual = (flat >= 0) & ~marked.ravel()
    if len(known):
        look = np.stack([np.median(rows[(flat == k) & usual], 0) for k in known])
        apart = distances(rows, look) + NOISE / 2
        own = np.where(flat >= 0, np.searchsorted(known, flat), 0)
        mine = np.take_along_axis(apart, own[:, None], 1)[:, 0]
        other = apart.copy()
        other[flat >= 0, own[flat >= 0]] = CAP
        bare = flat == EMPTY
        if bare.any():
            other = np.column_stack([other, np.where(bare, CAP, distances(rows, rows[bare]).min(1)) + NOISE / 2])
        nearest = other.min(1)
        margins = np.where(flat >= 0, np.clip(1 - mine / nearest, 0, 1), margins)
        # An empty cell must not look like a kind; how surely it is ground was weighed for all of them.
        margins = np.where(bare, np.clip(apart.min(1) / max(high, LEAST), 0, 1) * ground.margins.ravel(), margins)
    margins = np.where(marked.ravel(), marks.agreement.ravel(), margins).astype(np.float32)
    kind = np.where(margins.reshape(kind.shape) < FLOOR, UNSURE, kind)
    margins = np.where(kind.ravel() == UNSURE, np.minimum(margins, FLOOR), margins)
    number = kind.copy()
    number[kind >= 0] = numbered(kind[kind >= 0]) if (kind >= 0).any() else 0
    told = float((kind != UNSURE).mean())
    clear = float(np.log((high + NOISE) / (low + NOISE)))
    quality = clear * told if 2 <= len(known) <= MOST else 0.0
    return Sorting(grid, number, margins.reshape(kind.shape), marked & (kind >= 0), quality)
