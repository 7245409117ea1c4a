"""The part of a cell that its tile fills: around a round or cut tile the ground shows, and tells nothing of its kind.

Where equal tiles differ at the same places, and are equal everywhere else, these places are not theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells, strongest, usual
from bot.vision.tiles import kinds
from bot.vision.tiles.presence import NOISE

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FEWEST: Final = 8
"""Tiles from which it is known where they are equal."""
CORE: Final = 4
"""Every tile fills the middle of its cell, but for one part in so many on each side."""
MIDDLE: Final = np.pad(np.ones((CELL_H - 2 * (CELL_H // CORE), CELL_W - 2 * (CELL_W // CORE)), np.bool_),
                       ((CELL_H // CORE,) * 2, (CELL_W // CORE,) * 2))  # fmt: skip
"""(CELL_H, CELL_W), that middle."""
NEAREST: Final = 0.5
"""Share of the tiles that are taken for equal to the one most like them."""
MOST: Final = 0.75
"""Share of such pairs that are equal at a place that is a tile's own."""
FARTHER: Final = 3.0
"""How many times more than in the middle they may differ there."""
LEAST: Final = 0.35
"""Share of a cell that a tile fills at the least."""
ALL: Final = 0.97
"""Share from which it is all of it."""


def filled(cells: Cells, shifted: Sequence[Cells] = ()) -> Bools | None:
    """(h, w), the part of cells (n, h, w, 3) that tiles fill; None where they fill all of it, or where it is not known.

    `shifted` are the same cells cut a little beside.
    """
    if len(cells) < FEWEST:
        return None
    # Mates are alike all over: tiles that differ in a corner only are no mates, though their middles are equal.
    apart = np.stack([kinds.differences(_rows(cells), _rows(one)) for one in (cells, *shifted)])
    apart[:, np.arange(len(cells)), np.arange(len(cells))] = np.inf
    best = apart.min(0)
    close = np.argsort(best.min(1), kind="stable")[: max(FEWEST // 2, int(NEAREST * len(cells)))]
    mates = best.argmin(1)[close]
    moved = np.stack([cells, *shifted])[apart.argmin(0)[close, mates], mates]
    return _own(np.quantile(strongest(np.abs(cells[close] - moved)), MOST, axis=0))


def of_kinds(cells: Cells, kind: Ints, at: Ints) -> Bools | None:
    """The same, once the `kind` (n,) of each of the cells (n, h, w, 3) is known; `at` (n, 2) is its row and column.

    Each is compared with the one of its kind that lies farthest away: side by side ground looks nearly the same, where
    it changes slowly, and what shows around two equal tiles tells the less of them the farther apart they lie.
    """
    away = ((at[:, None] - at[None]) ** 2).sum(2)
    away[kind[:, None] != kind[None]] = 0
    paired = away.max(1) > 0
    if paired.sum() < FEWEST:
        return None
    part = _own(usual(strongest(np.abs(cells[paired] - cells[away.argmax(1)[paired]]))))
    if part is None:
        return None
    # At its rim a tile is mixed with the ground.
    inner = cv2.erode(np.pad(part, 1, mode="edge").astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1] > 0
    return inner if inner.mean() > LEAST else part


def painted(cells: Cells, part: Bools) -> Cells:
    """The cells (…, h, w, 3) with what lies beside that part (h, w) in one colour."""
    return np.where(part[:, :, None], cells, np.float32(127))


def _own(usual: Floats) -> Bools | None:
    """The part that tiles fill, by how far equal tiles usually differ at every place (h, w); None where that is all."""
    high, wide = (size // CORE for size in usual.shape)
    limit = max(2 * NOISE, FARTHER * float(np.quantile(usual[high:-high, wide:-wide], MOST)))
    part = ~_corners(usual > limit)
    return part if LEAST < part.mean() < ALL else None


def _corners(where: Bools) -> Bools:
    """(h, w), what hangs together with a corner of all that `where` names: a figure in a corner has the face of its
    tile around it.
    """
    _, number = cv2.connectedComponents(where.astype(np.uint8), connectivity=4)
    group = np.asarray(number)
    at = group[[0, 0, -1, -1], [0, -1, 0, -1]]
    return np.isin(group, at[at > 0])


def _rows(cells: Cells) -> Floats:
    return np.ascontiguousarray(cells.reshape(len(cells), -1))
