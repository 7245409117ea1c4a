"""Which cells of a ruled board are empty: those that show nothing but the lines around them."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import RIM, middle, quantile_of, structures
from bot.vision.blocks.spread import FLAT, PLAIN, RICH
from bot.vision.cells import Cells

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

MOSTLY: Final = 2
"""How many times as many empty cells as cells of any kind there are at least where lines are drawn around them."""
CORNER: Final = 2
"""Pixels of a cut cell, each way, in which it shows what its lines look like."""
ALIKE: Final = 12.0
"""Grey levels, in each channel, up to which two pixels show the same ground."""
SEEN: Final = 0.08
"""Share of an empty cell's inside from which something else is seen there."""
OFTEN: Final = 1 / 3
"""Share of the other kinds that show it."""


class Ruled(NamedTuple):
    """The cells of a ruled board that nothing is drawn in."""

    number: int
    evidence: float


def find_ruled(cells: Cells, times: Ints) -> Ruled | None:
    """Of groups of so many cells, by what those usually look like, (groups, SIDE, SIDE, 3), the one of by far the most
    if it shows nothing but the lines around it, and the evidence of its inside for being ground; None where there is
    none. The lines around empty cells are those of the board.
    """
    if np.count_nonzero(times >= 2) < 2:
        return None
    first, second = np.argsort(-times, kind="stable")[:2]
    if times[first] < MOSTLY * times[second]:
        return None
    level = structures(cells[:, RIM:-RIM, RIM:-RIM])
    others = (times >= 2) & (np.arange(len(times)) != first)
    rich = quantile_of(level[others], 0.4)
    if level[first] > max(PLAIN * rich, FLAT) or _drawn(cells[first], cells[others]):
        return None
    return Ruled(int(first), 2.0 if rich >= 2 * RICH else 0.0)


def _drawn(cell: Cells, others: Cells) -> bool:
    """Whether a plain cell (SIDE, SIDE, 3) is drawn upon what seems to be its lines, as a square is: `others`
    (n, SIDE, SIDE, 3) show that beside their figures where they would show the inside of the cell, were it empty.
    """
    ends = (slice(None, CORNER), slice(-CORNER, None))
    line = middle(np.concatenate([cell[y, x].reshape(-1, 3) for y in ends for x in ends]))
    lined = np.abs(np.concatenate([cell[None], others]) - line).max(3) < ALIKE
    inside = cv2.erode((~lined[0]).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    beside = [(_beside(seen) & inside).sum() for seen in lined[1:]]
    return bool(np.mean(np.array(beside) > SEEN * inside.sum()) >= OFTEN)


def _beside(lined: Bools) -> Bools:
    """What shows the lines' colour and goes on from the lines, (SIDE, SIDE), outlines of figures left out."""
    broad = cv2.morphologyEx(lined.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    _, part = cv2.connectedComponents(broad, connectivity=4)
    rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    return np.asarray((broad > 0) & np.isin(part, rim))
