"""The mean cell of a board: what all its cells share, where one ends and the next begins, and which places show it.

Cells are folded upon each other: what all tiles have (their sides) stays, what differs (their faces) averages out.
Steps are (h, w, 4): across, up and down, and downwards, up and down; a cell has a whole number of pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.finding.measure import BORDER

Floats = NDArray[np.float32]

ROUND: Final = 0.3
"""Share of a cell in which it differs least from the others, where cells have no lines at their ends."""
ROOM: Final = 0.35
"""How much the room between two cells may differ from cell to cell, of what the faces do."""
CRISP: Final = 0.05
"""Strength of what runs through a cell elsewhere, as a share of the strongest line, below which that line ends it. Else
it may be a facet or a scan line, if it runs where cells differ, though in the room between them they do not:…
"""
BARE: Final = 0.6
"""… where they differ so little, at the most, as a share of what they do anywhere…"""
BUSY: Final = 0.85
"""… beside so much of a cell, at the most: a rim of one colour is none."""
LINED: Final = 0.5
"""Strength of a line along a whole side, as a share of the strongest edges, from which it ends a cell."""


def mean_cell(steps: Floats, weight: Floats, cell_w: int, cell_h: int) -> Floats:
    """The mean cell (cell_h, cell_w, 4)."""
    weight = weight[..., None]
    return np.asarray(_sum(steps * weight, cell_w, cell_h) / (_sum(weight, cell_w, cell_h) + 1e-3), np.float32)


def tileness(steps: Floats, frame: Floats, cell_w: int, cell_h: int) -> Floats:
    """(h, w), for every pixel how well a cell around it shows the frame: about 1 for a tile."""
    shape = frame - frame.mean((0, 1))
    repeats = steps.shape[0] // cell_h + 1, steps.shape[1] // cell_w + 1, 1
    tiled = np.tile(shape, repeats)[: steps.shape[0], : steps.shape[1]]
    size = cell_w + 2, cell_h + 2  # with the sides of the cell, which may lie a pixel outside
    power = float((shape * shape).sum()) / (cell_w * cell_h) + 1e-6
    return np.asarray(averaged(summed(steps * tiled), *size) / power, np.float32)


def motley(colours: Floats, weight: Floats, cell_w: int, cell_h: int) -> Floats:
    """(cell_h, cell_w), how much the colour at each place of a cell differs from cell to cell."""
    weighed, total = colours * weight[..., None], _sum(weight[..., None], cell_w, cell_h) + 1e-3
    mean = _sum(weighed, cell_w, cell_h) / total
    weighed *= colours
    square = _sum(weighed, cell_w, cell_h) / total
    return np.asarray(np.sqrt(np.maximum((square - mean * mean).sum(2), 0)), np.float32)


def border(frame: Floats, differing: Callable[[], Floats], cell: int, axis: int) -> tuple[float, bool]:
    """Where one cell ends and the next begins, in pixels of the folded cell, across (axis 1) or downwards (0), and
    whether lines tell it.

    There are straight lines along the whole side, or, where tiles have none, it is where cells differ least, by how
    much they are `differing` (see `motley`). Lines where they differ, though there is room between them in which they
    do not, are the facets of stones, or scan lines.
    """
    own = (frame[:, :, :2] if axis else frame[:, :, 2:]).sum(2)
    lines = np.quantile(own, 0.3, axis=1 - axis)
    strongest = float(lines.max())
    lined = strongest > LINED * float(own.mean(1 - axis).max())
    places = np.arange(4 * cell) / 4
    # One sharp line tells more than many faint ones.
    sharp = np.clip(lines - np.median(lines), 0, None) ** 2
    line = int(np.argmax(_around(sharp, places, BORDER * cell)))
    if lined and float(np.median(lines)) < CRISP * strongest:
        return float(places[line]), True
    plain = differing().mean(1 - axis)
    level = np.interp(places, np.arange(-1, cell + 1) + 0.5, np.concatenate([plain[-1:], plain, plain[:1]]))
    busy = level > level.min() + ROOM * (level.max() - level.min())
    bare = level.min() <= BARE * level.max() and busy.mean() <= BUSY
    if lined and not (bare and busy[line]):
        return float(places[line]), True
    low = int(np.argmin(_around(plain, places - 0.5, ROUND * cell)))
    # The middle of the room: as far as cells differ little, both ways.
    if busy[low]:
        return float(places[low]), False
    ahead, behind = int(np.argmax(np.roll(busy, -low))), int(np.argmax(np.roll(busy, -low - 1)[::-1]))
    return (low + (ahead - 1 - behind) / 2) / 4 % cell, False


def _around(values: NDArray[np.floating], places: NDArray[np.float64], reach: float) -> NDArray[np.float64]:
    """(n,), the mean of a circle of values around each of some places, the nearer the more."""
    size = len(values)
    away = np.abs((np.arange(size) - places[:, None] + size / 2) % size - size / 2)
    weight = np.clip(1.5 - away / max(reach, 1), 0, 1)
    return np.asarray(weight @ values / weight.sum(1), np.float64)


def _sum(values: Floats, cell_w: int, cell_h: int) -> Floats:
    """(cell_h, cell_w, k), the sum of the cells into which an array (h, w, k) is cut from its upper left corner; the
    rest is dropped.
    """
    rows, columns, depth = values.shape[0] // cell_h, values.shape[1] // cell_w, values.shape[2]
    cut = np.ascontiguousarray(values[: rows * cell_h, : columns * cell_w])
    bands = cut.reshape(rows, cell_h * columns * cell_w * depth).sum(0)
    return np.asarray(bands.reshape(cell_h, columns, cell_w * depth).sum(1).reshape(cell_h, cell_w, depth), np.float32)


def summed(steps: Floats) -> Floats:
    """The sum over the last axis, of four."""
    out = steps[..., 0] + steps[..., 1]
    out += steps[..., 2]
    out += steps[..., 3]
    return np.asarray(out, np.float32)


def averaged(values: Floats, cell_w: int, cell_h: int) -> Floats:
    """The mean of a cell around every place (h, w, …)."""
    mean = cv2.boxFilter(values, -1, (cell_w, cell_h), normalize=True, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(mean, np.float32)
