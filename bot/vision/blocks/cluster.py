"""Cells of a board of blocks put together that look the same, where the gap between same and different is widest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import CAP, areas, distances, middle, quantile
from bot.vision.spanning import tree

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NOISE: Final = 1.0
"""Differences that equal cells may always have, in grey levels."""
LOOSEST: Final = 14.0
"""Cells of one kind never differ more from the next of their kind."""
LEAST: Final = 2.5
"""Kinds never differ less."""
FINER: Final = 0.2
"""Worth that a finer sorting may lack."""
GROUP: Final = 2
"""Cells from which a group tells how far kinds are apart."""
SHADE: Final = 0.4
"""Share of the other's contrast that a look keeps in another state."""
COLOURED: Final = 0.5
"""Share of a cell in which most kinds differ where colours tell them apart."""
MOST_PAIRS: Final = 1 / 3
"""Share of the pairs of kinds that may differ in less: those of three kinds in several states do; figures of one colour
differ in anything from a tenth of a cell to all of it."""
DETAIL: Final = 0.17
"""Share of a cell that may then change without making it another kind."""


def groups(rows: Floats, apart: Floats | None = None, least: float = 0.0) -> tuple[Ints, float, float]:
    """The cells sorted, as `clusters` does, with what differs in a small part only put together: eyes blink.

    `apart` are the distances of all `rows` where they are known; cells nearer than `least` are put together.
    """
    group, low, high = clusters(distances(rows, rows) if apart is None else apart, least)
    times = np.bincount(group)
    many = np.flatnonzero(times >= 2)
    if len(many) < 3:
        return group, low, high
    look = np.stack([middle(rows[group == g]) for g in many])
    differ = areas(look, look)
    # Colours differ all over: only where most kinds do, a small part does not count.
    if not coloured(differ):
        return group, low, high
    # A thin figure is a small part too, but plain ground shows none at all.
    contrast = look.std(1) + NOISE
    akin = np.minimum(contrast[:, None], contrast) > SHADE * np.maximum(contrast[:, None], contrast)
    merged = joined([(int(a), int(b)) for a, b in np.argwhere((differ < DETAIL) & akin)], len(many))
    fate = np.arange(len(times))
    fate[many] = many[[int(np.flatnonzero(merged == m)[0]) for m in merged]]
    lone = np.flatnonzero(times[group] < 2)
    near = areas(rows[lone], look)
    for cell, row in zip(lone, near, strict=True):
        other = row[merged != merged[row.argmin()]]
        if row.min() < DETAIL and row.min() < 0.4 * other.min(initial=1.0):
            fate[group[cell]] = fate[many[row.argmin()]]
    return numbered(fate[group]), low, high


def coloured(differ: Floats) -> bool:
    """Whether kinds are told apart by their colours, by the share of a cell in which each differs from each."""
    more = differ[differ > DETAIL]
    return len(more) > 0 and float(quantile(more, MOST_PAIRS)) >= COLOURED


def clusters(apart: Floats, least: float = 0.0) -> tuple[Ints, float, float]:
    """Cells (n, n) `apart` sorted where the gap between same and different is widest: a number for each cell, the
    longest step within a group, and the shortest between two.
    """
    n = len(apart)
    links = sorted(tree(apart))
    steps = [step for step, _, _ in links]
    tried: list[tuple[float, int, float, float]] = []
    parts, made = Parts.single(n), 0
    for count in range(n):
        low = steps[count - 1] if count else 0.0
        if low > LOOSEST:
            break
        if count < n - 1 and steps[count] < max(1.1 * low + 0.1, least):
            continue
        for _, one, other in links[made:count]:
            parts.join(one, other)
        made = count
        high, share = _between(links[count:], parts)
        if high < LEAST or share == 0:
            continue
        # Wide gaps are good, wide apart is good, and so are many cells that have their like.
        gap = np.log((high + NOISE) / (low + NOISE))
        tried.append((float(gap + 0.5 * np.log(min(high, LOOSEST)) + 3 * np.log(share)), count, low, high))
    # Of sortings that are nearly as good the finest: kinds taken for one are wrong, one taken for two is only doubted.
    worth = max((one[0] for one in tried), default=0.0)
    _, count, low, high = next((one for one in tried if one[0] > worth - FINER), (0.0, n - 1, LOOSEST, float(CAP)))
    return joined([link[1:] for link in links[:count]], n), low, high


@dataclass
class Parts:
    """Cells that links have joined."""

    parent: list[int]
    size: list[int]
    """How many cells a part has, at the one that stands for it."""

    @classmethod
    def single(cls, n: int) -> Parts:
        """Every one of n cells by itself."""
        return cls(list(range(n)), [1] * n)

    def join(self, one: int, other: int) -> None:
        """Put two parts together that are not one yet."""
        a, b = root(self.parent, one), root(self.parent, other)
        self.parent[a] = b
        self.size[b] += self.size[a]


def _between(links: list[tuple[float, int, int]], parts: Parts) -> tuple[float, float]:
    """The shortest step between two groups by the links that are left; groups of one or two do not count, for on ground
    like a photograph every empty cell is a group of its own. And the share of cells in groups that count.
    """
    parent, size = parts.parent.copy(), parts.size.copy()
    counted = [size[i] for i, top in enumerate(parent) if top == i and size[i] >= GROUP]
    if len(counted) < 2:
        return 0.0, 0.0
    share = sum(counted) / len(parent)
    for step, one, other in links:
        a, b = root(parent, one), root(parent, other)
        if size[a] >= GROUP and size[b] >= GROUP:
            return step, share
        # Beyond the cut a group keeps its own size: what joins it there was not in it.
        parent[a] = b
        size[b] = max(size[a], size[b])
    return CAP / 2, share


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
    number: dict[int, int] = {}
    return np.array([number.setdefault(one, len(number)) for one in group.tolist()], np.int64)
