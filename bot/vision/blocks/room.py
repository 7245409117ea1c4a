"""Empty cells of a ruled board beyond the part of it that was found: what bounds that part is one of its lines."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from bot.frame import Pixels
from bot.vision.blocks.look import SIDE, cells_of, distances, looks, middle, quantile_of, seams, structures
from bot.vision.blocks.sorting import EMPTY, Sorting
from bot.vision.cells import outside

FEWEST: Final = 6
"""Empty cells that tell how they look, at least."""
RULED: Final = 7.0
"""Grey levels from which lines, or gaps, are drawn between empty cells, all but a FEW of them."""
FEW: Final = 0.2
PLAINER: Final = 2.0
"""How many times as plain they are as what is drawn inside: on cloth there are lines everywhere."""
RIM: Final = 3
"""Pixels of a cut cell, on each side, in which they may lie."""
AS_PLAIN: Final = 0.5
"""Share of these levels from which they are drawn beyond the border, too."""
NOISE: Final = 2.0
"""Grey levels by which empty cells may differ, at the least."""
ALL_ALONG: Final = 0.8
"""Share of the cells beyond a side that must look empty."""
SEEN: Final = 0.2
"""Cells beyond each side that must be seen to tell that no more of them follow."""


class Room(NamedTuple):
    """How far the empty cells of a board reach that has lines, or gaps, between them."""

    beyond: tuple[int, int, int, int]
    """How many such cells lie beyond the left, top, right and bottom border."""
    ends: bool
    """Whether they end at all four, and their lines are not drawn on across what lies beyond."""


def room(pixels: Pixels, sorting: Sorting) -> Room | None:
    """How far the empty cells of a ruled board reach; None where no lines are drawn between empty cells."""
    empty = sorting.kind == EMPTY
    if np.count_nonzero(empty) < FEWEST:
        return None
    wide = sorting.grid.wider(1)
    cells = cells_of(pixels, wide)
    beside, below = seams(cells)
    inner = np.pad(empty, 1)
    lines = np.concatenate([beside[inner[:, :-1] & inner[:, 1:]], below[inner[:-1] & inner[1:]]])
    inside = middle(structures(cells[inner][:, RIM:-RIM, RIM:-RIM])) if len(lines) else 0.0
    if len(lines) < FEWEST or quantile_of(lines, FEW) < max(RULED, PLAINER * float(inside)):
        return None
    least = AS_PLAIN * float(middle(lines))
    rows = looks(cells.reshape(-1, SIDE, SIDE, 3))
    known = rows[inner.ravel()]  # which may have several looks, as on a chequered board
    own = distances(known, known)
    np.fill_diagonal(own, np.inf)
    apart = distances(rows, known).min(1).reshape(inner.shape)
    bare = (apart <= 2 * quantile_of(own.min(1), 0.9) + NOISE) & ~outside(wide, pixels)
    sides = (
        (bare[1:-1, 0], below[1:-1, 0]), (bare[0, 1:-1], beside[0, 1:-1]),
        (bare[1:-1, -1], below[1:-1, -1]), (bare[-1, 1:-1], beside[-1, 1:-1]),
    )  # fmt: skip
    left, top, right, bottom = (
        int(here.sum()) if here.mean() > ALL_ALONG and quantile_of(drawn, FEW) > least else 0 for here, drawn in sides
    )
    box, (height, width) = sorting.grid.box, pixels.shape[:2]
    across = min(box.x, width - box.x - box.w) / sorting.grid.pitch_x
    down = min(box.y, height - box.y - box.h) / sorting.grid.pitch_y
    ends = min(across, down) > SEEN and all(quantile_of(drawn, FEW) < AS_PLAIN * least for _, drawn in sides)
    return Room((left, top, right, bottom), ends)
