"""Single pixels of every cell of a board: what changed is seen in microseconds, and often what it changed to."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.known import Told
from bot.vision.blocks.sorting import UNSURE

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

PLACES: Final = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where in a cell, across and down, single pixels are taken."""
EXACT: Final = 4.0
"""Grey levels (root mean square) up to which single pixels show what they showed before."""
APART: Final = 4.0
"""How many times farther any other kind must be."""
REMEMBERED: Final = 256
"""Sets of single pixels that are kept, and that others are compared with."""
SEEN: Final = 2048
"""Sets that are known again to the last bit, without being compared."""
AT_ONCE: Final = 16
"""Of these, sets that are added for one frame, at most: in a noisy picture none is seen again."""


class Points:
    """The single pixels of every cell of a grid."""

    def __init__(self, grid: Grid, shape: tuple[int, ...]) -> None:
        """`shape` is that of the frame's pixels."""
        height, width = shape[:2]
        y = np.clip((grid.y + (np.arange(grid.rows)[:, None] + PLACES) * grid.pitch_y).astype(int), 0, height - 1)
        x = np.clip((grid.x + (np.arange(grid.columns)[:, None] + PLACES) * grid.pitch_x).astype(int), 0, width - 1)
        at = y[:, None, :, None] * width + x[None, :, None, :]
        self._rest = at.reshape(grid.rows * grid.columns, -1)
        """Where they are on a board at rest."""
        self._at, self._width = self._rest, width
        self._looks: Floats = np.zeros((0, self._at.shape[1] * 3), np.float32)
        self._squares: Floats = np.zeros(0, np.float32)
        self._turned, self._others = self._looks.T, self._looks[:, :0]
        self._exact = EXACT**2 * self._looks.shape[1]
        self._kind: Ints = np.zeros(0, np.int64)
        self._marked: Bools = np.zeros(0, np.bool_)
        self._seen: dict[bytes, int] = {}
        self._before = Told(np.zeros(SEEN, np.int64), np.zeros(SEEN, np.float32), np.zeros(SEEN, np.bool_))

    def move(self, up: int) -> Points:
        """Take them from the cells of a stack that has risen by so many pixels; what is remembered stays."""
        self._at = self._rest - up * self._width
        if up and (self._at < 0).any():
            self._at = np.where(self._at < 0, self._rest % self._width, self._at)
        return self

    def take(self, pixels: Pixels) -> NDArray[np.generic]:
        """(cells, places) of the frame, one word or three bytes each."""
        if pixels.shape[2] == 4 and pixels.flags.c_contiguous:
            return np.asarray(pixels.view(np.uint32).reshape(-1).take(self._at))
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
        raw = taken.tobytes()
        size = len(raw) // max(1, len(taken))
        keys = [raw[i : i + size] for i in range(0, len(raw), size)]
        # Where one is new, there is noise, and nothing will be found to the last bit.
        found = [self._seen.get(key, -1) for key in keys] if raw[:size] in self._seen else [-1]
        if min(found) < 0:
            told = self._compared(taken)
            self._keep(keys, told)
            return told
        kind, margins, marked = self._before
        return Told(kind[found], margins[found], marked[found])

    def _keep(self, keys: list[bytes], told: Told) -> None:
        """Remember, to the last bit, what cells showed that were told."""
        if len(self._seen) + len(keys) > SEEN:
            self._seen.clear()
        sure = np.flatnonzero(told.kind != UNSURE)[:AT_ONCE]
        at = [self._seen.setdefault(keys[i], len(self._seen)) for i in sure.tolist()]
        kind, margins, marked = self._before
        kind[at], margins[at], marked[at] = told.kind[sure], told.margins[sure], told.marked[sure]

    def _compared(self, taken: NDArray[np.generic]) -> Told:
        """The same by how far cells are from what was remembered."""
        n = len(taken)
        if not len(self._looks):
            return Told(np.full(n, UNSURE), np.zeros(n, np.float32), np.zeros(n, np.bool_))
        rows = _floats(taken)
        apart = rows @ self._turned
        apart += self._squares
        nearest = apart.argmin(1)
        own = np.einsum("ij,ij->i", rows, rows)
        best = apart[np.arange(n), nearest] + own
        other = (apart + self._others[nearest]).min(1) + own
        sure = (best < self._exact) & (other > APART**2 * np.maximum(best, self._exact / 4))
        margins = np.where(sure, 1 - np.sqrt(np.maximum(best, 0) / np.maximum(other, 1)), 0).astype(np.float32)
        return Told(np.where(sure, self._kind[nearest], UNSURE), margins, sure & self._marked[nearest])


def _floats(taken: NDArray[np.generic]) -> Floats:
    """The colours of single pixels as rows of numbers, blue, green, red."""
    if taken.dtype == np.uint32:
        taken = np.ascontiguousarray(taken).view(np.uint8).reshape(*taken.shape, 4)[:, :, :3]
    return np.asarray(taken.reshape(len(taken), -1), np.float32)
