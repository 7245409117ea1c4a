"""Which kind of a board may be no kind of block but a mark on empty cells, as where the next one may be put."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import RIM, SIDE, areas, middle

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

BARE: Final = 0.1
"""Share of a cell's rim in which a figure differs from empty cells if it does not reach there…"""
FILLED: Final = 0.9
"""… and in which blocks differ that fill their cells. Primrose has 0 and 1."""
FEWEST: Final = 3
"""Kinds, that one among them, from which the others tell how blocks look."""
EDGE: Final = np.pad(np.zeros((SIDE - 2 * RIM - 2,) * 2, np.bool_), 1, constant_values=True)
"""The outermost pixels of what is compared of a cell."""


def signs(rows: Floats, kind: Ints, empty: Bools) -> Bools:
    """(n,), cells of the one kind that shows bare ground around a figure, where blocks of all others fill their cells.

    `rows` are the looks of n cells, `kind` is 0 or more where they are blocks.
    """
    kinds = np.unique(kind[kind >= 0])
    if len(kinds) < FEWEST or not empty.any():
        return np.zeros(len(kind), np.bool_)
    edge = rows.reshape(len(rows), *EDGE.shape, 3)[:, EDGE].reshape(len(rows), -1)
    look = np.stack([middle(edge[kind == k]) for k in kinds])
    fills = areas(look, middle(edge[empty])[None])[:, 0]
    bare = fills < BARE
    if bare.sum() != 1 or fills[~bare].min() <= FILLED:
        return np.zeros(len(kind), np.bool_)
    return np.asarray(kind == kinds[int(bare.argmax())])
