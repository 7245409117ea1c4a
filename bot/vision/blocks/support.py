"""Cells that are no ground because they hold up a block."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.heap import heaped
from bot.vision.blocks.look import areas, middle
from bot.vision.blocks.spread import Ground

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

FEWEST: Final = 6
"""Blocks that rest on others, at least, where none may hang."""
ANOTHER: Final = 0.8
"""Share of a cell that differs plainly from all known ground: what marks a place over ground lets it shine through."""

PLAIN: Final = 0.2
"""Share of a cell in which most empty ones differ from how they usually look, at most, where another look is another
thing."""


def propped(ground: Ground, rows: Floats) -> Ground:
    """The ground without open cells that hold up a block and look like no ground; `rows` are the looks of the cells.

    A cell that hangs itself may be a mark where a piece will land: it must rest as well.
    """
    empty, open_ = ground.empty, ground.open
    full = ~empty & ~open_
    hanging = full[:-1] & empty[1:]
    if hanging.any() or full[:-1].sum() < FEWEST or not heaped(empty):
        return ground
    below = np.concatenate([full[1:], np.ones((1, full.shape[1]), np.bool_)])
    above = np.concatenate([np.zeros((1, full.shape[1]), np.bool_), full[:-1]])
    held = np.argwhere(open_ & above & below)
    if not len(held):
        return ground
    left = open_.copy()
    looks_of = rows.reshape(*empty.shape, -1)
    bare = looks_of[empty]
    for row, column in held:
        if areas(looks_of[row, column][None], bare).min() > ANOTHER:
            left[row, column] = False
    return replace(ground, open=left)


def bearing(rows: Floats, empty: Bools, full: Bools) -> Bools:
    """(rows, columns), cells told as empty that look like another thing than empty ones usually do, if a block lies on
    one of them: what has the colour of a frame may be a block all the same.

    `rows` are the looks of the cells, `empty` and `full` (rows, columns) tell which are empty and which are blocks.
    """
    under = np.concatenate([np.zeros((1, full.shape[1]), np.bool_), full[:-1]]) & empty
    free = (empty & ~under).ravel()
    odd = np.zeros_like(empty)
    if under.any() and free.sum() >= FEWEST:
        apart = areas(rows[empty.ravel()], middle(rows[free])[None])[:, 0]
        if middle(apart) < PLAIN:
            odd[empty] = apart > ANOTHER
    return odd if (odd & under).any() else np.zeros_like(empty)
