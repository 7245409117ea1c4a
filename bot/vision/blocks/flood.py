"""Open cells that are empty because the ground runs on into them: no line parts their middle from known ground."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import SIDE, middle
from bot.vision.blocks.marks import Marks
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

STEPS: Final = (12, 8, 5, 3)
"""Grey levels from pixel to pixel over which ground may run on; the most at which it runs into no known block."""
BAND: Final = 48
"""The same away from the borders of cells, where ground may have bands, if all blocks are outlined at their borders."""
BORDER: Final = 3
"""Pixels of a cut cell at which blocks are outlined."""
DRY: Final = 6
"""Known blocks, at least, that must stay dry: they show that there are lines around blocks."""
WET: Final = 0.3
"""Share of a block's middle from which the ground has run into it."""
THROUGH: Final = 0.8
"""Share of the middle of an empty cell into which it runs."""
MOST: Final = 0.6
"""Share of the whole of it."""
ANOTHER: Final = 18.0
"""Grey levels, in one channel, from which a colour is not that of any known ground; what a cursor covers had up to 13,
the flat blocks of nearly its colour that it ran into 25."""
A_PART: Final = 0.2
"""Share of a cell's inside that has such a colour at least: ground has bands."""
TOGETHER: Final = 0.6
"""Share of the cells that look alike into which it runs, if it runs into any."""
MIDDLE: Final = SIDE // 4
"""Pixels of a cut cell left out on each side of its middle."""


def flooded(cells: Cells, marks: Marks, group: Ints) -> Marks:
    """The marks with open cells that the ground fills, for all that may lie over their corners.

    `cells` are (rows, columns, SIDE, SIDE, 3), `group` (rows, columns) tells which of them look alike: those are empty
    together or not at all.
    """
    open_, bare, full = marks.kind == -2, marks.kind == -1, marks.kind >= 0
    beside = cv2.filter2D(bare.astype(np.float32), -1, _CROSS, borderType=cv2.BORDER_CONSTANT) > 0
    # Only blocks that stand in the ground show whether it runs into them.
    if not (open_ & beside).any() or (full & beside).sum() < DRY:
        return marks
    rows, columns = marks.kind.shape
    sheet = cells.swapaxes(1, 2).reshape(rows * SIDE, columns * SIDE, 3)
    steep = np.zeros(sheet.shape[:2], np.float32)
    steep[:, 1:] = strongest(np.abs(np.diff(sheet, axis=1)))
    steep[1:] = np.maximum(steep[1:], strongest(np.abs(np.diff(sheet, axis=0))))
    at_border = np.arange(SIDE) % (SIDE - BORDER) < BORDER
    outlined = np.tile(at_border[:, None] | at_border, (rows, columns))
    for step in STEPS:
        flat = steep <= step
        wet = _wet(flat, bare)
        if (_middles(wet)[full] < WET).all():
            if step == STEPS[0] and not _middles(_wet(flat | ((steep <= 2 * BAND) & ~outlined), bare))[full].any():
                wet = _wet(flat | ((steep <= BAND) & ~outlined), bare)
            found = open_ & (_middles(wet) > THROUGH) & (wet.mean((2, 3)) > MOST) & _coloured_as(cells, bare)
            times = np.bincount(group.ravel())
            share = np.bincount(group.ravel(), (found | bare).ravel()) / np.maximum(times, 1)
            found &= (share >= TOGETHER)[group]
            return marks._replace(kind=np.where(found, -1, marks.kind), marked=marks.marked & ~found)
    return marks


def _coloured_as(cells: Cells, bare: Bools) -> Bools:
    """(rows, columns), cells of which a part has a colour that lies among the usual ones of the `bare` cells."""
    hearts = cells[:, :, BORDER:-BORDER, BORDER:-BORDER].reshape(*bare.shape, -1, 3)
    colours = middle(hearts[bare], 1)
    among = (hearts > colours.min(0) - ANOTHER) & (hearts < colours.max(0) + ANOTHER)
    return np.asarray(among.all(3).mean(2) > A_PART)


def _middles(wet: Bools) -> Floats:
    """(rows, columns), the share of each cell's middle that is wet."""
    return np.asarray(wet[:, :, MIDDLE:-MIDDLE, MIDDLE:-MIDDLE].mean((2, 3)), np.float32)


_CROSS: Final = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.float32)


def _wet(flat: Bools, bare: Bools) -> Bools:
    """(rows, columns, SIDE, SIDE), the flat pixels that hang together with those of known ground."""
    rows, columns = bare.shape
    count, part = cv2.connectedComponents(flat.astype(np.uint8), connectivity=4)
    part = np.asarray(part).reshape(rows, SIDE, columns, SIDE).swapaxes(1, 2)
    ground = np.zeros(count, np.bool_)
    ground[part[bare][:, MIDDLE:-MIDDLE, MIDDLE:-MIDDLE]] = True
    ground[0] = False
    return np.asarray(ground[part])
