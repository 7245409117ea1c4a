"""Kinds that differ only in the ground that shows behind the same figure: thin figures over ground of many looks; and
cells of a kind that show the ground alone.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import middle, structures
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

OTHER: Final = 25.0
"""Grey levels, in one channel, from which a pixel of two kinds is not the same."""
GROUND: Final = 15.0
"""The same, up to which a pixel shows the ground."""
STEADY: Final = 12.0
"""The same, up to which a pixel usually differs from cell to cell where it shows a figure."""
FIGURE: Final = 0.08
"""Share of a cell that a figure takes up at least."""
INSIDE: Final = 0.04
"""Share of a cell that the inside of a figure takes up at least, to stand for all of it."""
AGREE: Final = 0.75
"""Share of a kind's figure that another kind shows as well, if it may be the same."""
ASIDE: Final = 0.8
"""Share of the pixels in which the two differ that lie beside the figure, then."""
BEHIND: Final = 0.5
"""Share of what is left of the other's cells that shows ground, then."""
MOST: Final = 60
"""Cells of the ground that are compared."""
SHOWN: Final = 14.0
"""Structure, in grey levels, from which a kind shows a figure."""
HOLLOW: Final = 0.25
"""Share of it below which a cell shows none: of 5,360 cells that were told right none showed less than 0.44, and three
of ground among thin gems of its colour showed 0.0."""


def behind(cells: Cells, kind: Ints) -> Bools:
    """(rows, columns), cells of a kind that may be another, larger one over other ground.

    `cells` are (rows, columns, h, w, 3), `kind` (rows, columns) their kinds, -1 where they are empty.
    """
    out = np.zeros(kind.shape, np.bool_)
    bare = cells[kind == -1]
    some = bare[:: max(1, len(bare) // MOST)]
    times = np.bincount(kind[kind >= 0], minlength=1)
    if not len(some) or np.count_nonzero(times) < 2:
        return out
    members = {int(k): cells[kind == k] for k in np.flatnonzero(times)}
    look = {k: middle(of) for k, of in members.items()}
    shows = {k: strongest(np.abs(some - seen)).min(0) < GROUND for k, seen in look.items()}
    steady = {k: middle(strongest(np.abs(of - look[k]))) < STEADY for k, of in members.items()}
    figures = {k: steady[k] & ~shows[k] for k in look}
    rims = {k: figure & ~_inside(figure) for k, figure in figures.items() if FIGURE <= figure.mean() < 1}
    for rare, usual in permutations(look, 2):
        if times[rare] > times[usual] or usual not in rims:
            continue
        figure, rim = figures[usual], rims[usual]
        same = strongest(np.abs(look[rare] - look[usual])) < OTHER
        # At its rim the ground shows through a figure: there it is another colour, but no ground.
        alike = same | (rim & ~shows[rare])
        if alike[figure].mean() < AGREE or same[figure & ~rim].mean() < AGREE:
            continue
        if (~same & (rim | ~figure)).sum() < ASIDE * max(1, (~same).sum()):
            continue
        seen = shows[rare] | ~steady[rare]
        # A gap around all blocks shows ground as well, but no kinds differ there.
        if min(seen[~figure].mean(), seen[~same & ~figure].mean() if (~same & ~figure).any() else 1.0) > BEHIND:
            out |= kind == rare
    return out


def hollow(cells: Cells, kind: Ints) -> Bools:
    """(rows, columns), cells of a kind that shows a figure, but not in them: ground of the figure's colour.

    `cells` and `kind` are as in `behind`.
    """
    out = np.zeros(kind.shape, np.bool_)
    for k in range(int(kind.max()) + 1):
        of = kind == k
        if np.count_nonzero(of) > 1:
            level = structures(cells[of])
            usual = float(middle(level))
            out[of] = (level < HOLLOW * usual) & (usual >= SHOWN)
    return out


def _inside(figure: Bools) -> Bools:
    """The figure (h, w) without its rim; all of a figure that is only lines."""
    core = cv2.erode(figure.astype(np.uint8), _CROSS, borderType=cv2.BORDER_REPLICATE).astype(np.bool_)
    return np.asarray(core if core.mean() >= INSIDE else figure)


_CROSS: Final = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)
