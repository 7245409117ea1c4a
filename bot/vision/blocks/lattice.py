"""A picture cut into cells at one place: which of them stand beside one that looks different, and are seen again."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SMALL: Final = 8
"""Pixels of a cell while places are compared."""
RIM: Final = 1
"""Of these, how many on each side are left out, since cursors and gaps live there…"""
MIDDLE: Final = 2
"""… or where only middles count."""
SAME: Final = 7.0
"""Grey levels up to which two such cells look the same."""
OTHER: Final = 20.0
"""Grey levels from which they look different."""
PAIRS: Final = 6
"""Neighbours, each seen again elsewhere and different, that a board shows at least."""
MOST_LIVELY: Final = 1600
"""Cells that stand out from a neighbour, in the whole picture, that are compared with each other."""
SOME: Final = 300
"""Cells that stand out from no neighbour, of all those in the picture, that are compared with the others."""
BESIDE: Final[tuple[tuple[Any, Any], ...]] = ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:]))
"""All cells but the last ones, and those beside them; and below them."""
TOGETHER: Final = 64
"""Cells that are compared at once with all that may be alike."""
LONG: Final = 10
"""Cells in a straight line that look the same from which they are no blocks."""


class Neighbours:
    """How far cells at any place of a picture are from those beside them and below them."""

    def __init__(self, small: Floats, sparse: bool = False) -> None:
        """`small` is a picture (h, w, 3) in which cells have SMALL pixels each way, of which only middles count where
        they are `sparse`.
        """
        self.small = small
        self.rim = MIDDLE if sparse else RIM
        self._wide = SMALL - 2 * self.rim
        height, width = small.shape[:2]
        self._away = [
            self._apart(small[: height - dy, : width - dx], small[dy:, dx:]) for dy, dx in ((0, SMALL), (SMALL, 0))
        ]

    def _apart(self, here: Floats, there: Floats) -> Floats:
        """(h, w), the mean of squares of the difference over a cell that begins at a pixel."""
        away = here - there
        away *= away
        square = away[..., 0] + away[..., 1] + away[..., 2]
        size = (self._wide, self._wide)
        return np.asarray(
            cv2.boxFilter(square, -1, size, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT) / 3, np.float32
        )

    def away(self, top: int, left: int, rows: int, columns: int) -> tuple[Floats, Floats]:
        """How far cells of a lattice are apart, the mean of squares: (rows, columns - 1) side by side, and
        (rows - 1, columns) one above the other.
        """
        at = np.s_[top + self.rim :: SMALL, left + self.rim :: SMALL]
        return self._away[0][at][:rows, : columns - 1], self._away[1][at][: rows - 1, :columns]


class Lattice:
    """The cells of one lattice, compared with each other once, however they are asked for."""

    def __init__(self, seen: Neighbours, whole: Grid, top: int = 0, left: int = 0) -> None:
        """The first cell of the `whole` lattice begins at the pixel (`top`, `left`) of the small picture."""
        self.whole = whole
        rows, columns = whole.rows, whole.columns
        self.away = seen.away(top, left, rows, columns)
        """How far cells are from those beside them, and from those below."""
        self.other = [away > OTHER**2 for away in self.away]
        """Which neighbours look different, those side by side and those one above the other."""
        self.again = np.zeros((rows, columns), np.bool_)
        """(rows, columns), cells that stand out from a neighbour and are seen again, not mostly among their like."""
        self._alike = np.zeros((0, 0), np.bool_)
        lively = np.zeros((rows, columns), np.bool_)
        for (here, there), other in zip(BESIDE, self.other, strict=True):
            lively[here] |= other
            lively[there] |= other
        if PAIRS <= np.count_nonzero(lively) <= MOST_LIVELY:
            part = seen.small[top : top + rows * SMALL, left : left + columns * SMALL]
            inside = np.s_[seen.rim : SMALL - seen.rim]
            self._compare(part.reshape(rows, SMALL, columns, SMALL, 3)[:, inside, :, inside], lively)

    def _compare(self, cells: Floats, lively: Bools) -> None:
        """`cells` are (rows, h, columns, w, 3)."""

        def looks(places: Ints) -> Floats:
            row, column = np.divmod(places, lively.shape[1])
            return np.asarray(cells[row, :, column].reshape(len(places), cells[0, :, 0].size), np.float32)

        standing, lying = np.flatnonzero(lively), np.flatnonzero(~lively)
        look = looks(standing)
        # Like cells are alike on the whole, too: in that order they stand near each other.
        order = np.argsort(look.sum(1), kind="stable")
        standing, look = standing[order], look[order]
        near = _near_own(look)
        alike = np.count_nonzero(near, axis=1)
        twice = np.flatnonzero(alike > 1)
        if len(twice) < PAIRS:
            return
        # What lies mostly among its like is ground, also where it borders on blocks.
        step = max(1, len(lying) // SOME)
        still = step * np.count_nonzero(_near(look[twice], looks(lying[::step])), axis=1)
        good = twice[still <= alike[twice]]
        good = good[np.argsort(standing[good])]
        self.again.ravel()[standing[good]] = True
        self._alike = near[good[:, None], good]

    def likes(self, of: Bools) -> Ints:
        """(n,), how many of some cells (rows, columns), of those that are seen again, each looks like, itself too."""
        own = of[self.again]
        return np.asarray(np.count_nonzero(self._alike[own][:, own], axis=1))

    def in_line(self) -> Bools:
        """(rows, columns), which cells lie in a long straight line of their like."""
        found = np.zeros(self.again.shape, np.bool_)
        for away, lines in zip(self.away, (found, found.T), strict=True):
            like = away <= SAME**2
            along = like if lines is found else like.T
            if along.shape[1] < LONG - 1:
                continue
            window = np.lib.stride_tricks.sliding_window_view(along, LONG - 1, axis=1).all(2)
            for by in range(LONG):
                lines[:, by : by + window.shape[1]] |= window
        return found


def _near_own(look: Floats) -> Bools:
    """(n, n), which cells look the same, by the looks of them, (n, pixels), in order of how bright they are on the
    whole: those are left out that differ by more in that alone.
    """
    bright = look.sum(1)
    near = np.zeros((len(look), len(look)), np.bool_)
    for first in range(0, len(look), TOGETHER):
        some = slice(first, first + TOGETHER)
        end = int(np.searchsorted(bright, bright[some][-1] + SAME * look.shape[1], "right"))
        near[some, first:end] = _near(look[some], look[first:end])
        near[first:end, some] = near[some, first:end].T
    return near


def _near(a: Floats, b: Floats) -> Bools:
    """(len(a), len(b)), which cells look the same."""
    level = 0.5 * (b * b).sum(1)[None]
    return np.asarray(a @ b.T > level + (0.5 * (a * a).sum(1)[:, None] - 0.5 * SAME**2 * a.shape[1]))
