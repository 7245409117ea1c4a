"""Cells with something thin over them, a line of text or a cursor: told by what shows between its strokes."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import PLAINLY
from bot.vision.blocks.marks import Marks
from bot.vision.cells import Cells

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

RIM: Final = 1
"""Pixels of a cut cell left out on each side."""
COVERED: Final = 0.45
"""Share of a cell that may be covered."""
APART: Final = 0.35
"""Share of a cell that must show what it is and nothing else that it could be."""
SOLID: Final = 5
"""Pixels of a cut cell, both ways, from which a cover is no stroke."""
FULL: Final = 0.7
"""Share of a cell that every kind takes up on boards where a cell that mostly shows ground is empty."""
NEAR: Final = 2
"""Cells, up or down, from which the ground is taken for a cell; and all those in its own row."""
TIMES: Final = 2
"""Cells in which a kind is seen in full, at least, where it is told under a cover."""


def uncovered(cells: Cells, marks: Marks) -> Marks:
    """The marks with cells that were open, and show one kind or the ground everywhere but under thin strokes.

    `cells` are (rows, columns, SIDE, SIDE, 3).
    """
    kind, marked, agreement = marks.kind.copy(), marks.marked.copy(), marks.agreement.copy()
    inner = cells[:, :, RIM:-RIM, RIM:-RIM]
    usual = (marks.kind >= 0) & ~marks.marked
    known = [k for k in np.unique(marks.kind[usual]) if (usual & (marks.kind == k)).sum() >= TIMES]
    places = np.argwhere(marks.kind == -2)
    if len(known) < 2 or not len(places) or len(places) > kind.size // 4:
        return marks
    look = np.stack([np.median(inner[usual & (marks.kind == k)], 0) for k in known])
    for row, column in places:
        here = inner[row, column]
        other = _other(here, look)
        shown = other.mean((1, 2))
        ground = _ground(inner, marks.kind == -1, int(row))
        best = int(shown.argmin())
        rest = float(np.delete(shown, best).min())
        if len(ground):
            bare = _other(here, ground)
            to_ground = bare.mean((1, 2))
            nearest = int(to_ground.argmin())
            share = float(to_ground[nearest])
            full = float(min(_other(ground[nearest], look).mean((1, 2))))
            if share + APART < shown[best] and full > FULL and _thin(bare[nearest]):
                kind[row, column], agreement[row, column] = -1, shown[best] - share
                continue
            rest = min(rest, share)
        if shown[best] + APART < rest and _thin(other[best]):
            kind[row, column], marked[row, column] = known[best], True
            agreement[row, column] = rest - shown[best]
    return Marks(kind, marked, agreement)


def _other(here: Floats, looks: Floats) -> Bools:
    """(n, h, w), where a cell differs plainly from each look."""
    return np.asarray(np.abs(looks - here).max(-1) > PLAINLY)


def _ground(inner: Cells, empty: Bools, row: int) -> Floats:
    """(n, h, w, 3), empty cells of the row, and of those near to it."""
    near = slice(max(0, row - NEAR), row + NEAR + 1)
    return np.asarray(inner[near][empty[near]])


def _thin(cover: Bools) -> bool:
    """Whether a cover leaves most of the cell free, and consists of strokes."""
    if cover.mean() > COVERED:
        return False
    return not cv2.erode(cover.astype(np.uint8), np.ones((SOLID, SOLID), np.uint8)).any()
