"""Blocks whose looks are known, from a layout's samples or from a first sight: told one by one, and from few pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import CAP, cells_of, distances, looks
from bot.vision.blocks.sort import EMPTY, UNSURE, Sorting
from bot.vision.samples import Sample

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NOISE: Final = 1.0
"""Differences that equal cells may always have, in grey levels."""
LIMIT: Final = (4.0, 12.0)
"""Least and largest difference from a sample beyond which a cell is not that kind."""
NEARER: Final = 0.25
"""A cell with a smaller margin, in light that is not the samples', is not told but doubted."""
GROUND: Final = 18.0
"""Largest difference of an empty cell from samples of empty cells."""
FAMILY: Final = 48
"""Looks kept of one kind."""
PLACES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where in a cell, across and down, single pixels are taken."""
EXACT: Final = 4.0
"""Grey levels (root mean square) up to which single pixels show what they showed before."""
APART: Final = 4.0
"""How many times farther any other kind must be."""
REMEMBERED: Final = 256
"""Sets of single pixels that are kept."""


class Told(NamedTuple):
    """What cells hold: numbers of labels, EMPTY or UNSURE."""

    kind: Ints
    margins: Floats
    marked: Bools


class Known:
    """Knows kinds by samples of them."""

    def __init__(self, rows: Floats, kind: Ints, marked: Bools) -> None:
        """`rows` are looks, `kind` their numbers (EMPTY for empty cells)."""
        self._rows, self._kind, self._marked = rows, kind, marked
        self._numbers = np.unique(kind)
        other = kind[:, None] != kind[None]
        apart = distances(rows, rows)
        nearest = float(apart[other].min()) if other.any() else LIMIT[1]
        self._limit = float(np.clip(0.6 * nearest, *LIMIT))

    @classmethod
    def of_samples(cls, samples: Sequence[Sample], labels: Sequence[str]) -> Known:
        """From a layout's sample crops; `labels` gives the numbers, `.` is EMPTY."""
        cells = [cells_of(s.pixels, Grid(0, 0, s.pixels.shape[1], s.pixels.shape[0], 1, 1))[0, 0] for s in samples]
        number = [EMPTY if s.label == "." else labels.index(s.label) for s in samples]
        marked = np.array([s.marked for s in samples], np.bool_)
        return cls(looks(np.stack(cells)), np.array(number, np.int64), marked)

    @classmethod
    def of_sorting(cls, pixels: Pixels, found: Sorting) -> Known:
        """From a board that was sorted at first sight."""
        cells = cells_of(pixels, found.grid)
        rows = looks(cells.reshape(-1, *cells.shape[2:]))
        kind, marked = found.kind.ravel(), found.marked.ravel()
        keep = np.zeros(len(kind), np.bool_)
        for number in np.unique(kind[kind != UNSURE]):
            of = np.flatnonzero(kind == number)
            keep[of[:: max(1, -(-len(of) // FAMILY))]] = True
        return cls(rows[keep], kind[keep], marked[keep])

    def tell(self, rows: Floats) -> Told:
        """What cells with these looks hold."""
        n = len(rows)
        apart = distances(rows, self._rows)
        by_kind = np.stack([apart[:, self._kind == number].min(1) for number in self._numbers], 1)
        order = np.argsort(by_kind, 1)
        best = by_kind[np.arange(n), order[:, 0]]
        second = by_kind[np.arange(n), order[:, 1]] if len(self._numbers) > 1 else np.full(n, CAP, np.float32)
        kind = self._numbers[order[:, 0]]
        # Ground may look different at every place: it need only be much nearer than any block.
        limit = np.where(kind == EMPTY, np.minimum(0.6 * second, GROUND), self._limit)
        near = np.clip(1 - (best + NOISE / 2) / (second + NOISE / 2), 0, 1)
        margins = np.asarray(np.where(best < limit, near, 0), np.float32)
        sure = margins >= NEARER
        nearest = apart.argmin(1)
        return Told(np.where(sure, kind, UNSURE), margins, sure & self._marked[nearest])


class Points:
    """Single pixels of every cell of a grid: what changed is seen in microseconds, and often what it changed to."""

    def __init__(self, grid: Grid, shape: tuple[int, ...]) -> None:
        """`shape` is that of the frame's pixels."""
        height, width = shape[:2]
        y = np.clip((grid.y + (np.arange(grid.rows)[:, None] + PLACES) * grid.pitch_y).astype(int), 0, height - 1)
        x = np.clip((grid.x + (np.arange(grid.columns)[:, None] + PLACES) * grid.pitch_x).astype(int), 0, width - 1)
        at = y[:, None, :, None] * width + x[None, :, None, :]
        self._at = at.reshape(grid.rows * grid.columns, -1)
        self._width = width
        self._looks: Floats = np.zeros((0, self._at.shape[1] * 3), np.float32)
        self._squares: Floats = np.zeros(0, np.float32)
        self._turned, self._others = self._looks.T, self._looks[:, :0]
        self._exact = EXACT**2 * self._looks.shape[1]
        self._kind: Ints = np.zeros(0, np.int64)
        self._marked: Bools = np.zeros(0, np.bool_)

    def take(self, pixels: Pixels) -> NDArray[np.generic]:
        """(cells, places) of the frame, one word or three bytes each."""
        if pixels.shape[2] == 4 and pixels.flags.c_contiguous:
            return np.asarray(pixels.view(np.uint32).reshape(-1)[self._at])
        return pixels[self._at // self._width, self._at % self._width, :3]

    def learn(self, taken: NDArray[np.generic], told: Told) -> None:
        """Remember what cells that are told beyond question show."""
        sure = (told.kind != UNSURE) & (told.margins > 0.5)
        if not sure.any():
            return
        rows = _floats(taken[sure])
        _, first = np.unique(rows.round(), axis=0, return_index=True)
        looks_, kind = np.vstack([self._looks, rows[first]]), np.append(self._kind, told.kind[sure][first])
        marked = np.append(self._marked, told.marked[sure][first])
        self._looks, self._kind, self._marked = looks_[-REMEMBERED:], kind[-REMEMBERED:], marked[-REMEMBERED:]
        self._squares = (self._looks * self._looks).sum(1)
        self._turned = np.ascontiguousarray(-2 * self._looks.T)
        self._others = np.where(self._kind[:, None] == self._kind[None], np.float32(np.inf), np.float32(0))

    def tell(self, taken: NDArray[np.generic]) -> Told:
        """What cells hold that show nearly what was remembered; UNSURE for all others."""
        n = len(taken)
        if not len(self._looks):
            return Told(np.full(n, UNSURE), np.zeros(n, np.float32), np.zeros(n, np.bool_))
        rows = _floats(taken)
        apart = rows @ self._turned
        apart += self._squares
        nearest = apart.argmin(1)
        own = np.einsum("ij,ij->i", rows, rows)
        best = np.take_along_axis(apart, nearest[:, None], 1)[:, 0] + own
        other = (apart + self._others[nearest]).min(1) + own
        sure = (best < self._exact) & (other > APART**2 * np.maximum(best, self._exact / 4))
        margins = np.sqrt(np.maximum(best, 0) / np.maximum(other, 1))
        np.subtract(1, margins, out=margins)
        if sure.all():
            return Told(self._kind[nearest], margins, self._marked[nearest])
        margins[~sure] = 0
        return Told(np.where(sure, self._kind[nearest], UNSURE), margins, sure & self._marked[nearest])


def _floats(taken: NDArray[np.generic]) -> Floats:
    """The colours of single pixels as rows of numbers, blue, green, red."""
    if taken.dtype == np.uint32:
        taken = np.ascontiguousarray(taken).view(np.uint8).reshape(*taken.shape, 4)[:, :, :3]
    return np.asarray(taken.reshape(len(taken), -1), np.float32)
