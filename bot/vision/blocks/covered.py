"""Cells with something thin over them, a line of text or a cursor: told by what shows between its strokes."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.cluster import GROUP
from bot.vision.blocks.look import PLAINLY, middle
from bot.vision.blocks.marks import Marks
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

RIM: Final = 1
"""Pixels of a cut cell left out on each side."""
COVERED: Final = 0.45
"""Share of a cell that may be covered."""
APART: Final = 0.35
"""Share of a cell that must show what it is and nothing else that it could be."""
STROKE: Final = 4
"""Pixels of a cut cell, both ways, that strokes over the ground have at most."""
LINE: Final = 6
"""The same for a line of text over a block, which leaves no part of another block."""
FULL: Final = 0.7
"""Share of a cell that every kind takes up on boards where a cell that mostly shows ground is empty."""
NEAR: Final = 2
"""Cells, up or down, from which the ground is taken for a cell; and all those in its own row."""
OFTEN: Final = 4
"""Cells that look alike, at the least, where a figure in them makes them a kind of their own."""
TIMES: Final = 2
"""Cells in which a kind is seen in full, at least, where it is told under a cover."""


def uncovered(cells: Cells, marks: Marks, alike: Ints) -> Marks:
    """The marks with cells that were open, and show one kind or the ground everywhere but under thin strokes.

    `cells` are (rows, columns, SIDE, SIDE, 3), `alike` (rows, columns) tells how many look like each, itself included:
    what recurs over the ground is a thin figure, and no text, and what recurs often is one over a block, too.
    """
    kind, marked, agreement = marks.kind.copy(), marks.marked.copy(), marks.agreement.copy()
    inner = cells[:, :, RIM:-RIM, RIM:-RIM]
    usual = (marks.kind >= 0) & ~marks.marked
    times = np.bincount(marks.kind[usual], minlength=max(1, int(marks.kind.max()) + 1))
    known = np.flatnonzero(times >= TIMES)
    open_ = marks.kind == -2
    lone = usual & (times[np.maximum(marks.kind, 0)] < TIMES)
    if len(known) < 2 or open_.sum() > kind.size // 4:
        return marks
    look = np.stack([middle(inner[usual & (marks.kind == k)]) for k in known])
    for row, column in np.argwhere(open_ | lone):
        here = inner[row, column]
        other = _other(here, look)
        shown = other.mean((1, 2))
        ground = _ground(inner, marks.kind == -1, int(row))
        best = int(shown.argmin())
        rest = float(np.delete(shown, best).min())
        if len(ground) and alike[row, column] < GROUP:
            bare = _other(here, ground)
            to_ground = bare.mean((1, 2))
            nearest = int(to_ground.argmin())
            share = float(to_ground[nearest])
            full = float(min(_other(ground[nearest], look).mean((1, 2))))
            if share + APART < shown[best] and full > FULL and _thin(bare[nearest], STROKE):
                kind[row, column], agreement[row, column] = -1, shown[best] - share
                continue
            rest = min(rest, share)
        if shown[best] + APART < rest and shown[best] < COVERED:
            # A kind of its own that is another one but for a part is told as that one, or not at all.
            text = alike[row, column] < OFTEN and _thin(other[best], LINE)
            kind[row, column] = known[best] if text else -2
            marked[row, column] = kind[row, column] >= 0
            agreement[row, column] = rest - shown[best]
    return marks._replace(kind=kind, marked=marked, agreement=agreement)


def _other(here: Floats, looks: Floats) -> Bools:
    """(n, h, w), where a cell differs plainly from each look."""
    return np.asarray(strongest(np.abs(looks - here)) > PLAINLY)


def _ground(inner: Cells, empty: Bools, row: int) -> Floats:
    """(n, h, w, 3), empty cells of the row, and of those near to it."""
    near = slice(max(0, row - NEAR), row + NEAR + 1)
    return np.asarray(inner[near][empty[near]])


def _thin(cover: Bools, most: int) -> bool:
    """Whether a cover leaves most of the cell free, and nowhere fills a square larger than `most`."""
    if cover.mean() > COVERED:
        return False
    return not cv2.erode(cover.astype(np.uint8), np.ones((most + 1, most + 1), np.uint8)).any()
