"""Cells chained nearest first: the minimum spanning tree of how far they are apart, and where it falls apart."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.spanning import tree

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

TORN: Final = 1.7
"""How many times longer than the next the longest step within a kind is, from which it may be two kinds."""


def joined(links: list[tuple[float, int, int]], n: int) -> Ints:
    """(n,), the number of the group that each cell is in when these links join; groups are numbered as they come."""
    root = list(range(n))

    def find(i: int) -> int:
        while root[i] != i:
            root[i] = root[root[i]]
            i = root[i]
        return i

    for _, a, b in links:
        root[max(find(a), find(b))] = min(find(a), find(b))
    # The root of a group is its first cell, so that groups are numbered in order of first appearance.
    return np.asarray(np.unique([find(i) for i in range(n)], return_inverse=True)[1], np.int64)


def rift(members: Ints, apart: Floats) -> tuple[float, float, Ints]:
    """The most likely way in which one kind is several, each an even number of tiles: the shortest step between them,
    how many times longer than the longest within it is, and the part that every member would be in.
    """
    best = 0.0, 0.0, np.zeros(len(members), np.int64)
    if len(members) < 4:
        return best
    links = sorted(tree(apart[np.ix_(members, members)]))
    for cut in range(len(members) // 2, len(links)):
        ratio = links[cut][0] / max(links[cut - 1][0], 1e-6)
        if ratio > max(best[1], TORN):
            part = joined(links[:cut], len(members))
            if not (np.bincount(part) % 2).any():
                best = links[cut][0], ratio, part
    return best


def renumbered(kind: Ints) -> Ints:
    """The same kinds (n,), numbered in order of first appearance."""
    _, first, kind = np.unique(kind, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[kind], np.int64)
