"""What the cells of a grid hold: undecided, filled or crossed out, told by how the looks of all cells differ.

A cross has strokes (an X, a dot) on the ground of an undecided cell. Everything else is plain; the plain look that is
most like the ink of the clues is a filled cell, and of two others the one between is undecided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut
from engine.position import EMPTY

FILLED: Final = "#"
CROSSED: Final = "x"
SIZE: Final = 16
"""Pixels to which a cell is scaled, each way."""
INNER: Final = slice(4, 12)
"""The part of it that is looked at: neither lines nor frames reach it."""
STROKES: Final = 0.17
"""Unrest of a cell from which it has strokes in it, as a share of the strongest contrast on the board."""
ALIKE: Final = 0.1
"""Difference of colour, as such a share, within which plain cells look alike."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Looks:
    """Cells sorted by their looks."""

    colour: Floats
    """(rows, columns, 3), the mean colour of each cell's inner part."""
    strokes: NDArray[np.bool_]
    """(rows, columns), where something is drawn in a cell."""
    group: NDArray[np.intp]
    """(rows, columns), the number of the plain look that a cell has; -1 where there are strokes."""
    means: Floats
    """(groups, 3), the colour of each plain look, the most frequent first."""


def looks(pixels: Pixels, grid: Grid, contrast: float) -> Looks:
    """The looks of all cells; `contrast` is that of the clues on their ground."""
    inner = cut(pixels, grid, size=(SIZE, SIZE))[:, :, INNER, INNER].reshape(grid.rows, grid.columns, -1, 3)
    colour = inner.mean(2)
    unrest = inner.std(2).max(2)
    # Stripes of highlighted rows and gradients are no strokes: the contrast of the whole board is the measure.
    spread = max(contrast, float(np.ptp(colour, axis=(0, 1)).max()), float(np.ptp(inner, axis=2).max()), 40.0)
    strokes = unrest > STROKES * spread
    group = np.full(strokes.shape, -1)
    plain = np.argwhere(~strokes)
    means: list[NDArray[np.float32]] = []
    if len(plain):
        colours = colour[~strokes]
        number = _alike(colours, ALIKE * spread)
        order = np.argsort(-np.bincount(number), kind="stable")
        rank = np.argsort(order)
        group[~strokes] = rank[number]
        means = [np.median(colours[number == k], 0) for k in order]
    return Looks(colour, strokes, group, np.array(means, np.float32).reshape(-1, 3))


def _alike(colours: Floats, within: float) -> NDArray[np.intp]:
    """(n,) group numbers of colours (n, 3): two are in one group where a chain of alike ones joins them."""
    steps = max(1.0, within)
    boxes, index = np.unique(np.round(colours / (steps / 2)).astype(np.int64), axis=0, return_inverse=True)
    apart = np.abs(boxes[:, None] - boxes[None]).max(2) * (steps / 2)
    count = len(boxes)
    group = np.arange(count)
    for i in range(count):
        for j in np.flatnonzero(apart[i] <= steps):
            a, b = group[i], group[j]
            if a != b:
                group[group == max(a, b)] = min(a, b)
    _, dense = np.unique(group, return_inverse=True)
    return np.asarray(dense[index.ravel()])


def named(found: Looks, ink: Floats, ground: Floats) -> dict[int, str]:
    """What each plain look means; `ink` and `ground` are the colours (3,) of the clues and of what they stand on."""
    count = len(found.means)
    if count <= 1:
        return dict.fromkeys(range(count), EMPTY)
    names = dict.fromkeys(range(count), EMPTY)
    reach = float(np.linalg.norm(ground - ink))
    apart = np.linalg.norm(found.means - ink, axis=1) / max(reach, 1.0)
    filled = int(apart.argmin())
    others = [k for k in range(count) if k != filled]
    if apart[filled] > 0.4:
        # Nothing looks like ink: nothing is filled yet.
        others, filled = list(range(count)), -1
    else:
        names[filled] = FILLED
    others = [k for k in others if not _highlight(found, k)]
    if len(others) == 2 and not found.strokes.any():
        far = max(others, key=lambda k: apart[k])
        names[far] = CROSSED
    return names


def _highlight(found: Looks, group: int) -> bool:
    """Whether a look is only that of the row and the column under the pointer."""
    where = found.group == group
    rows, columns = where.shape
    plain = ~found.strokes
    usual = found.group == 0
    full = [row for row in range(rows) if where[row].any() and not usual[row].any() and where[row].sum() >= 2]
    wide = [c for c in range(columns) if where[:, c].any() and not usual[:, c].any() and where[:, c].sum() >= 2]
    if group == 0 or len(full) > 1 or len(wide) > 1 or not (full or wide):
        return False
    rest = where.copy()
    rest[full] = False
    rest[:, wide] = False
    return not (rest & plain).any()


def board(found: Looks, names: dict[int, str]) -> tuple[str, ...]:
    """The cells as text."""
    return tuple(
        "".join(CROSSED if stroke else names[int(group)] for stroke, group in zip(*row, strict=True))
        for row in zip(found.strokes, found.group, strict=True)
    )


def ground_of(pixels: Pixels) -> Floats:
    """The usual colour of a part of a picture."""
    small = cv2.resize(pixels, (64, 64), interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.median(small.reshape(-1, 3), 0), np.float32)
