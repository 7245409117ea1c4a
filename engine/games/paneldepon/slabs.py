"""Which cells of garbage on a screen are one piece: a piece is as wide as it came, and falls as a whole.

A screen shows only where garbage lies. But pieces fall in one after the other, each stops in one frame, and of those
that a match touches only the lowest row becomes panels: so pieces that touch each other can be told apart by how they
came. What lies there at the first look is taken for one piece wherever rows of the full width lie on each other:
narrower pieces, which combos send, have one row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from engine.games.paneldepon import words as k
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.timing import COLUMNS, ROWS

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Slab:
    """A piece of garbage on the screen; rows are counted from 0 at the bottom."""

    row: int
    """Its lowest row."""
    left: int
    width: int
    height: int
    number: int
    falls: bool = True
    """Whether it has just come or fallen: what comes up behind it is more of it."""

    @property
    def top(self) -> int:
        """The row above it."""
        return self.row + self.height

    @property
    def cells(self) -> tuple[slice, slice]:
        """Where it lies on the screen."""
        return slice(max(self.row, 0), self.top), slice(self.left, self.left + self.width)


class Slabs:
    """The pieces of garbage on a screen; `see` in turn whatever it shows."""

    def __init__(self) -> None:
        self.slabs: tuple[Slab, ...] = ()
        self._numbers = count(1)

    def see(self, garbage: Bools, unknown: Bools, risen: bool) -> None:
        """Garbage lies there now, or may in the cells that could not be told; the stack has risen by a row or not.

        Both are (rows, columns), row 0 at the bottom.
        """
        left = garbage.copy()
        old = sorted((replace(slab, row=slab.row + risen) for slab in self.slabs), key=lambda slab: slab.row)
        kept: list[Slab] = []
        for slab in old:
            now = _moved(slab, left, unknown)
            if now is not None:
                left[now.cells] = False
                kept.append(now)
        kept = [self._grown(slab, left) if slab.falls else slab for slab in kept]
        self.slabs = (*kept, *self._new(left))

    @property
    def words(self) -> Words:
        """(rows, columns): the garbage as the kernels write it, 0 where there is none."""
        words = np.zeros((ROWS, COLUMNS), dtype=np.int64)
        for slab in self.slabs:
            for row in range(max(slab.row, 0), min(slab.top, ROWS)):
                for x in range(slab.width):
                    words[row, slab.left + x] = (
                        GREY | k.GARBAGE | x << k.X_AT | (row - slab.row + 1) << k.Y_AT | slab.width << k.WIDTH_AT
                        | slab.height << k.HEIGHT_AT | (slab.number & 255) << k.NUMBER_AT
                    )  # fmt: skip
        return words

    @staticmethod
    def _grown(slab: Slab, left: Bools) -> Slab:
        """A falling piece with the rows that have come into sight above it."""
        columns = slice(slab.left, slab.left + slab.width)
        while slab.top < ROWS and _spans(left[slab.top], slab.left, slab.width):
            left[slab.top, columns] = False
            slab = replace(slab, height=slab.height + 1)
        return slab

    def _new(self, left: Bools) -> list[Slab]:
        """The pieces that lie where none was."""
        found: list[Slab] = []
        for row, line in enumerate(left):
            start = 0
            while start < COLUMNS:
                end = start
                while end < COLUMNS and line[end]:
                    end += 1
                if end > start:
                    slab = Slab(row, start, end - start, 1, next(self._numbers))
                    left[slab.cells] = False
                    found.append(self._grown(slab, left) if slab.width == COLUMNS else slab)
                start = max(end, start + 1)
        return found


def _spans(line: Bools, left: int, width: int) -> bool:
    """Whether garbage lies in all these columns of a row and does not go on beside them."""
    beside = line[left - 1 : left].any() or line[left + width : left + width + 1].any()
    return bool(line[left : left + width].all() and not beside)


def _moved(slab: Slab, left: Bools, unknown: Bools) -> Slab | None:
    """Where a piece lies now: as low as it may have fallen, or without its lowest row, which has become panels; None
    where it is gone.
    """
    for lost in range(min(slab.height, 2)):
        rest = replace(slab, row=slab.row + lost, height=slab.height - lost)
        seen = [_seen(replace(rest, row=rest.row - fallen), left, unknown) for fallen in range(rest.row + 1)]
        most = max(seen)
        if most > 0 or (seen[0] == 0 and not lost):
            fallen = max(at for at, cells in enumerate(seen) if cells == most) if most else 0
            return replace(rest, row=rest.row - fallen, falls=fallen > 0)
    return None


def _seen(slab: Slab, left: Bools, unknown: Bools) -> int:
    """How many cells of a piece are seen if it lies there: 0 where all are hidden, -1 where one cannot be garbage."""
    inside = left[slab.cells]
    return int(inside.sum()) if (inside | unknown[slab.cells]).all() else -1
