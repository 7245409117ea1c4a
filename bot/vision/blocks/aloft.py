"""A pair that falls by parts of a cell: what its pieces are, told at the height at which they hang."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.falling import PAIR
from engine.moves import Cell

STEPS: Final = 16
"""Parts of a cell by which the height is tried."""
BEYOND: Final = 0.5
"""Cells above and below those that a pair touches in which it may begin: what is left of a piece there may be told as
empty."""
PLAINLY: Final = 0.5
"""Margin from which both pieces are told."""

Told = tuple[NDArray[np.int64], NDArray[np.float32]]
"""Numbers of kinds, less than 0 for none, and margins, 0 to 1: (n,) each."""


def pair_aloft(tell: Callable[[Sequence[Grid]], Told], grid: Grid, cells: Sequence[Cell]) -> tuple[int, int] | None:
    """The numbers of the kinds of the pair that touches these `cells` of a board, the lower or left piece first; None
    where they are not plain. `tell` says what the cells of several small grids hold, one after the other.
    """
    rows, columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    if not cells or rows[-1] - rows[0] >= PAIR + (len(columns) == 1) or columns[-1] - columns[0] >= PAIR:
        return None
    across = len(columns) == PAIR
    high, wide = (1, PAIR) if across else (PAIR, 1)
    last = rows[-1] - rows[0] + 1 - high + BEYOND
    starts = np.arange(round(-BEYOND * STEPS), round(last * STEPS) + 1) / STEPS
    pair = grid.part(slice(rows[0], rows[0] + high), slice(columns[0], columns[0] + wide))
    kind, margins = tell([pair.moved(0, by * grid.pitch_y) for by in starts])
    kind, margins = kind.reshape(-1, PAIR), np.where(kind < 0, 0, margins).reshape(-1, PAIR).min(1)
    best = int(margins.argmax())
    if margins[best] < PLAINLY:
        return None
    one, other = (int(number) for number in kind[best])
    return (one, other) if across else (other, one)
