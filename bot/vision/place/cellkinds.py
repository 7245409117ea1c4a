"""What the cells of a calibrated board look like, and what they say of a grid that is laid over a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, CELL_W, Cells, cut, cut_one
from bot.vision.samples import Sample
from bot.vision.scenery import Scenery
from bot.vision.tiles.kinds import differences
from engine.position import EMPTY

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NOTHING: Final = -1
"""The number of an empty cell."""
RIM: Final = 2
"""Pixels of a cut cell left out on each side when it is told."""
NOISE: Final = 3.0
"""Grey levels by which a cell may always differ from a sample of its kind."""
LIKE: Final = 0.45
"""A cell is told where it is nearer to its kind than to any other by so much of the distance."""
LIMIT: Final = 34.0
"""Grey levels (root mean square) from which a cell looks like no sample."""
LIMITS: Final = (12.0, LIMIT)
STRAY: Final = 5.0
"""A cell that differs so many times more than is usual on the board, between the limits, looks like none either."""
LINE: Final = 0.5
"""Share of the cells of any row or column that must be told."""
FEWEST_BORNE: Final = 6
"""Cells that bear a board out, not counting empty ones."""
HELD: Final = 0.85
"""Share of the cells that must be told of those that are not empty, or may not be."""
TWINS: Final = 10
"""Cells like their neighbours, line after line, from which a grid cuts the true cells into parts."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A board that was fitted by its cells."""

    grid: Grid
    number: Ints
    """(rows, columns), the kind that a cell looks like most; NOTHING for empty ones."""
    marked: Bools
    """(rows, columns), the cells that look most like a sample of it picked or highlighted."""
    far: Floats
    """(rows, columns), root mean square difference from it, in grey levels."""
    margins: Floats
    """(rows, columns), 0 (as like another kind) to 1."""
    error: float
    """How far off a corner of the board is likely to be, in pixels of the frame (two deviations)."""

    @property
    def told(self) -> Bools:
        """(rows, columns), the cells that look like one kind and no other."""
        full = self.number != NOTHING
        usual = float(np.median(self.far[full])) if full.any() else 0.0
        # The ground may look different at every place, with the shadows of what lies beside.
        limit = np.where(full, np.clip(STRAY * usual, *LIMITS), LIMIT)
        return np.asarray((self.margins > LIKE) & (self.far < limit))

    @property
    def share(self) -> float:
        """The share of cells that are told."""
        return float(self.told.mean())

    @property
    def full(self) -> int:
        """How many cells are told that are not empty."""
        return int((self.told & (self.number != NOTHING)).sum())

    @property
    def halves(self) -> bool:
        """Whether it cuts true cells in half: where these are of one colour, these look like whole ones, but
        every line of them is like the next one.
        """
        return _doubled(self.number, self.told) or _doubled(self.number.T, self.told.T)

    @property
    def rooms(self) -> tuple[int, int, int, int]:
        """How many rows above and below, and columns to the left and right of all that is told, are empty."""
        full = self.told & (self.number != NOTHING)
        rows, columns = np.flatnonzero(full.any(1)), np.flatnonzero(full.any(0))
        if not len(rows):
            return full.shape[0], full.shape[0], full.shape[1], full.shape[1]
        below, right = full.shape[0] - 1 - int(rows[-1]), full.shape[1] - 1 - int(columns[-1])
        return int(rows[0]), below, int(columns[0]), right


class CellKinds:
    """What the cells of a calibrated board look like."""

    def __init__(self, samples: Sequence[Sample], scenery: Scenery | None = None) -> None:
        """`scenery` is what shows behind them, where they lie over a picture."""
        self._scenery = scenery
        self.labels = tuple(dict.fromkeys(one.label for one in samples if one.label != EMPTY))
        self._number = np.array([NOTHING if s.label == EMPTY else self.labels.index(s.label) for s in samples], int)
        crops = [cut_one(one.pixels) for one in samples]
        self.sheets: Cells = np.stack(crops) if crops else np.zeros((0, CELL_H, CELL_W, 3), np.float32)
        """(n, CELL_H, CELL_W, 3), the samples as cells are cut."""
        self._rows = _rows(self.sheets)
        self._kinds = np.unique(self._number)
        self._marked = np.array([one.marked for one in samples], np.bool_)

    def __bool__(self) -> bool:
        """Whether there are samples to tell cells by."""
        return len(self._kinds) > 0

    def borne(self, fit: Fit, share: float) -> bool:
        """Whether the cells bear a grid out: this share of them is told, of those that may not be empty nearly as many,
        in every row and column half of them, enough are not empty, and none is cut into two. Where no empty cell was
        ever seen, only cells that look nearly like a kind must be told.
        """
        if fit.halves:
            return False
        good = fit.told
        if NOTHING not in self._kinds:
            good = good | (fit.far >= 2 * LIMIT)
        lines = min(good.mean(0).min(), good.mean(1).min())
        # On a nearly empty board ground is told anywhere: what is not ground must be told, too.
        held = fit.full >= max(FEWEST_BORNE, HELD * (fit.full + np.count_nonzero(~good)))
        return bool(held and good.mean() >= share and lines >= LINE)

    def tell(self, cells: Cells) -> tuple[Ints, Floats, Floats, Ints]:
        """For cells (n, CELL_H, CELL_W, 3): number of the kind, difference, margin, and the sample that is nearest."""
        apart = np.sqrt(differences(_rows(cells), self._rows))
        by_kind = np.stack([apart[:, self._number == kind].min(1) for kind in self._kinds], 1)
        order = np.sort(by_kind, 1)
        best, second = order[:, 0], order[:, 1] if order.shape[1] > 1 else np.full(len(cells), 2 * LIMIT)
        margins = np.clip(1 - best / np.maximum(second, NOISE), 0, 1)
        nearest = apart.argmin(1)
        return self._number[nearest], best.astype(np.float32), margins.astype(np.float32), nearest

    def likely(self, fit: Fit, share: float, full: Bools | None = None) -> bool:
        """Whether this share of the cells is told, not quite so surely as in the end; of those that are `full`, where
        that is known.
        """
        seen = np.ones_like(fit.marked) if full is None else full
        if full is None and NOTHING not in self._kinds:
            seen = fit.far < 2 * LIMIT
        return bool(((fit.margins > LIKE / 2) & seen).sum() > share * seen.sum())

    def look(self, pixels: Pixels, grid: Grid, error: float = 0.0, *, plain: bool = False) -> Fit:
        """The cells of a grid, told where they are; behind those of a `plain` one, beyond the board, nothing lies that
        is known.
        """
        cells = cut(pixels if self._scenery is None or plain else self._scenery.levelled(pixels, grid), grid)
        shape = (grid.rows, grid.columns)
        number, far, margins, nearest = self.tell(cells.reshape(-1, *cells.shape[2:]))
        marked = self._marked[nearest].reshape(shape)
        return Fit(grid, number.reshape(shape), marked, far.reshape(shape), margins.reshape(shape), error)


def _doubled(number: Ints, told: Bools) -> bool:
    """Whether rows that differ come in twos that are alike, as far as they are told, and at least TWINS cells are."""
    for first in (0, 1):
        one, other = slice(first, len(number) - 1, 2), slice(first + 1, None, 2)
        both = told[one] & told[other]
        full = both & (number[one] != NOTHING)
        if (number[one] == number[other])[both].all() and np.count_nonzero(full) >= TWINS:
            above, below = number[one][:-1], number[one][1:]
            return bool((above != below)[both[:-1] & both[1:]].any())
    return False


def _rows(cells: Cells) -> Floats:
    """What of cells (n, CELL_H, CELL_W, 3) is compared: their insides, lightly blurred, as rows."""
    n = len(cells)
    if not n:
        return np.zeros((0, (CELL_H - 2 * RIM) * (CELL_W - 2 * RIM) * 3), np.float32)
    tall = np.pad(cells, ((0, 0), (2, 2), (0, 0), (0, 0)), mode="edge").reshape(-1, CELL_W, 3)
    soft = cv2.GaussianBlur(tall, (5, 5), 1.2).reshape(n, CELL_H + 4, CELL_W, 3)[:, 2:-2]
    inner = soft[:, RIM : CELL_H - RIM : 2, RIM : CELL_W - RIM : 2]
    return np.ascontiguousarray(inner.reshape(n, -1), dtype=np.float32)
