"""Numbers that count the cells of a nonogram: small ones that some programs write into every fifth cell of an outer row
and column, in a corner of it. They are no marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut
from bot.vision.clues.cells import Groups

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

EVERY: Final = (5, 10)
"""Cells from one number to the next."""
FEWEST: Final = 2
"""Numbers along a line that make it one."""
ASIDE: Final = 0.07
"""Share of a cell by which a number lies aside of its middle, at the least: crosses and dots lie in it."""
ALIKE: Final = 0.08
"""Share of a cell by which one of its ends lies otherwise in some than in others, each way: numbers of one digit and of
two begin or end at one place."""
SIZE: Final = 24
EDGE: Final = 3
"""Pixels to which a cell is scaled, each way, and those at its sides that lines may reach."""
DRAWN: Final = 0.35
"""Share of the strongest contrast of a cell from which a pixel of it is drawn."""


def without_rulers(groups: Groups, pixels: Pixels, grid: Grid) -> Groups:
    """The same with cells plain in which nothing but such a number is drawn."""
    if not groups.strokes.any() or not len(groups.means):
        return groups
    ways = [there for there in _every_so_many(groups.strokes) if there.sum() >= FEWEST]
    if not ways:
        return groups
    cells = cut(pixels, grid, size=(SIZE, SIZE))[:, :, EDGE:-EDGE, EDGE:-EDGE]
    numbers = np.zeros_like(groups.strokes)
    for there in ways:
        there[there] = _cornered(cells[there])
        if there.sum() >= FEWEST:
            numbers |= there
    if not numbers.any():
        return groups
    own = cells[numbers]
    ground = np.median(own.reshape(len(own), -1, 3), 1)
    group = groups.group.copy()
    group[numbers] = np.abs(ground[:, None] - groups.means[None]).max(2).argmin(1)
    return replace(groups, strokes=groups.strokes & ~numbers, group=group)


def _every_so_many(strokes: Bools) -> Iterator[Bools]:
    """(rows, columns) each: the cells of an outer row or column in which something is drawn, of every EVERY one."""
    whole = slice(None)
    for line in ((0, whole), (len(strokes) - 1, whole), (whole, 0), (whole, strokes.shape[1] - 1)):
        for every in EVERY:
            there = np.zeros_like(strokes)
            there[line] = (np.arange(there[line].size) + 1) % every == 0
            yield there & strokes


def _cornered(cells: Floats) -> Bools:
    """(n,): in which cells (n, h, w, 3), without their EDGE, what is drawn lies aside of the middle; in none, unless it
    ends alike in all of these.
    """
    ground = np.median(cells.reshape(len(cells), -1, 3), 1)
    apart = np.abs(cells - ground[:, None, None]).max(3)
    drawn = apart > DRAWN * apart.max((1, 2), keepdims=True)
    ends = np.stack([_ends(drawn.any(axis)) / SIZE for axis in (2, 1)])
    aside = np.abs(ends.mean(2) - 0.5).max(0) > ASIDE
    if aside.any() and not all(np.ptp(end[aside], axis=0).min() < ALIKE for end in ends):
        return np.zeros_like(aside)
    return np.asarray(aside)


def _ends(drawn: Bools) -> Floats:
    """(n, 2): where in a cell what is drawn begins and ends, in pixels of it; `drawn` is (n, length)."""
    length = drawn.shape[1]
    first, last = drawn.argmax(1), length - drawn[:, ::-1].argmax(1)
    return np.asarray(np.stack([first, last], 1) + EDGE, np.float32)
