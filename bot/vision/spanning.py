"""The minimum spanning tree of things that are more or less alike: who is chained to whom, nearest first."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

MANY: Final = 60
"""Things from which arrays are faster than plain numbers."""


def tree(apart: Floats) -> list[tuple[float, int, int]]:
    """The minimum spanning tree of things (n, n) `apart`, as n - 1 links (length, a, b), in the order in which the tree
    grows (Prim 1957).
    """
    return _by_numbers(apart) if len(apart) < MANY else _by_arrays(apart)


def _by_numbers(apart: Floats) -> list[tuple[float, int, int]]:
    rows = apart.tolist()
    near, parent, left = rows[0], [0] * len(rows), list(range(1, len(rows)))
    links = []
    while left:
        at = min(left, key=near.__getitem__)
        left.remove(at)
        links.append((near[at], parent[at], at))
        row = rows[at]
        for other in left:
            if row[other] < near[other]:
                near[other], parent[other] = row[other], at
    return links


def _by_arrays(apart: Floats) -> list[tuple[float, int, int]]:
    near = apart[0].astype(np.float64)
    parent, left = np.zeros(len(apart), np.int64), np.ones(len(apart), np.bool_)
    near[0], left[0] = np.inf, False
    links = []
    for _ in range(len(apart) - 1):
        at = int(near.argmin())
        links.append((float(near[at]), int(parent[at]), at))
        left[at], near[at] = False, np.inf
        closer = left & (apart[at] < near)
        near[closer], parent[closer] = apart[at][closer], at
    return links
