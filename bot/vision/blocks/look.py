"""What the cells of a board of blocks look like, and how far two looks are apart.

Two cells differ by the mean of their capped differences: a colour that is different everywhere counts fully, a
figure by its area, and eyes that blink or a spark hardly at all. The rim of a cell is left out: bridges between
equal neighbours, gaps and cursors live there.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut, strongest
from bot.vision.stretch import Beside

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SIDE: Final = 16
"""Cells are cut to this many pixels each way."""
RIM: Final = 3
"""Pixels of a cut cell left out on each side."""
CAP: Final = 40
"""Grey levels beyond which a pixel is simply different."""
PLAINLY: Final = 22.0
"""Grey levels from which a pixel is plainly another."""
CORE: Final = 5
"""Pixels of a cut cell left out on each side where a cursor may lie over the rest."""
SAME: Final = 6.0
"""Grey levels, in each channel, up to which two neighbours show one colour on both sides of their border; blocks that
a person tells apart differ by three times as much, and noise of four grey levels by a third of it."""


def cells_of(pixels: Pixels, grid: Grid, beside: Beside | None = None) -> Cells:
    """(rows, columns, SIDE, SIDE, 3), all cells of a grid; its columns and rows may lie `beside` their places."""
    return cut(pixels, grid, size=(SIDE, SIDE), beside=beside)


def one_cell(pixels: Pixels) -> Cells:
    """A picture of a single cell as one cut cell, (SIDE, SIDE, 3)."""
    return np.asarray(cells_of(pixels, Grid(0, 0, pixels.shape[1], pixels.shape[0], 1, 1))[0, 0], np.float32)


def looks(cells: Floats, rim: int = RIM) -> Floats:
    """What of each cell (n, SIDE, SIDE, 3) is compared: its inside, lightly blurred, as rows."""
    n = len(cells)
    if not n:
        return np.zeros((0, (SIDE - 2 * rim) ** 2 * 3), np.float32)
    padded = np.empty((n, SIDE + 2, SIDE, 3), np.float32)
    padded[:, 1:-1], padded[:, 0], padded[:, -1] = cells, cells[:, 0], cells[:, -1]
    tall = cv2.blur(padded.reshape(-1, SIDE, 3), (3, 3))
    soft = np.asarray(tall).reshape(n, SIDE + 2, SIDE, 3)[:, 1 + rim : 1 + SIDE - rim, rim : SIDE - rim]
    return np.ascontiguousarray(soft.reshape(n, -1), dtype=np.float32)


def middle(values: Floats, axis: int = 0) -> Floats:
    """The median along an axis, which may not be empty."""
    count = values.shape[axis]
    upper = count // 2
    if count <= 3:
        few = values if axis == 0 else np.moveaxis(values, axis, 0)
        if count < 3:
            return np.asarray((few[0] + few[-1]) / 2)
        low, high = np.minimum(few[0], few[1]), np.maximum(few[0], few[1])
        return np.asarray(np.maximum(low, np.minimum(high, few[2])))
    # To sort a few numbers takes numpy less time than to part them.
    sorted_ = values.copy()
    sorted_.sort(axis)
    if count % 2:
        return np.asarray(sorted_.take(upper, axis))
    return np.asarray((sorted_.take(upper - 1, axis) + sorted_.take(upper, axis)) / 2)


def middles(cells: Cells, group: Ints, times: Ints) -> Cells:
    """(groups, h, w, 3), what a cell of each group usually looks like."""
    first = np.zeros(len(times), np.int64)
    first[group.ravel()[::-1]] = np.arange(group.size)[::-1]
    found = cells.reshape(-1, *cells.shape[2:])[first].copy()
    for g in np.flatnonzero(times > 1).tolist():
        found[g] = middle(cells[group == g])
    return found


def quantile(values: Floats, share: float, axis: int = 0) -> Floats:
    """What this share of the values along an axis, which may not be empty, lies below, between two of them in line."""
    at = share * (values.shape[axis] - 1)
    low = int(at)
    high = min(low + 1, values.shape[axis] - 1)
    sorted_ = np.sort(values, axis)
    below = sorted_.take(low, axis)
    return np.asarray(below + (sorted_.take(high, axis) - below) * np.float32(at - low))


def quantile_of(values: NDArray[np.floating], share: float) -> float:
    """What this share of all values, of which there must be some, lies below: as `np.quantile` has it, to the last
    bit, which takes ten times as long for a few.
    """
    sorted_ = np.sort(values, None)
    at = share * (len(sorted_) - 1)
    low = int(at)
    first, last = sorted_[low], sorted_[min(low + 1, len(sorted_) - 1)]
    way = last - first
    return float(first + way * (at - low) if at - low < 0.5 else last - way * (1 - (at - low)))


def distances(a: Floats, b: Floats) -> Floats:
    """(len(a), len(b)): the mean capped difference of every row of `a` from every row of `b`, 0 to CAP."""
    own = a is b
    if len(a) > len(b):  # row after row of the few is compared with all of the many
        return np.ascontiguousarray(distances(b, a).T)
    bytes_b = _bytes(b)
    bytes_a = bytes_b if own else _bytes(a)
    found = np.zeros((len(a), len(b)), np.float32)
    if not len(b):
        return found
    whole, total = np.empty_like(bytes_b), np.empty((len(b), 1), np.float32)
    for i, row in enumerate(bytes_a):
        # What is as far from there as from here is worked out once.
        first = i if own else 0
        away, sums = whole[first:], total[first:]
        away[:] = row
        cv2.absdiff(bytes_b[first:], away, dst=away)
        cv2.threshold(away, CAP, 0, cv2.THRESH_TRUNC, dst=away)
        cv2.reduce(away, 1, cv2.REDUCE_SUM, dst=sums, dtype=cv2.CV_32F)
        found[i, first:] = sums[:, 0]
    if own:
        found = np.maximum(found, found.T)
    return np.asarray(found / max(1, a.shape[1]), np.float32)


def _bytes(rows: Floats) -> NDArray[np.uint8]:
    return np.asarray(np.clip(np.rint(rows), 0, 255), np.uint8)


def areas(a: Floats, b: Floats) -> Floats:
    """(len(a), len(b)): the share of pixels that differ plainly between every row of `a` and every row of `b`."""
    if len(a) > len(b):
        return np.ascontiguousarray(areas(b, a).T)
    found = np.empty((len(a), len(b)), np.float32)
    for i, row in enumerate(a):
        away = strongest(np.abs(b - row).reshape(len(b), -1, 3))
        found[i] = (away > PLAINLY).mean(1)
    return found


def structures(cells: Floats) -> Floats:
    """How strong the edges are that each cell (n, SIDE, SIDE, 3) shows inside, in grey levels, (n,)."""
    if not len(cells):
        return np.zeros(0, np.float32)
    inner = cells[:, 1:-1, 1:-1]
    across = strongest(np.abs(np.diff(inner, axis=2))).reshape(len(cells), -1)
    down = strongest(np.abs(np.diff(inner, axis=1))).reshape(len(cells), -1)
    return np.asarray(quantile(np.concatenate([across, down], 1), 0.9, 1), np.float32)


def sides(cells: Cells, rank: int = 1) -> Floats:
    """The step between the border and the inside of each cell (n, SIDE, SIDE, 3), on the second plainest of its four
    sides, since neighbours may shine in on one; or on that of another `rank`, 3 the faintest.
    """
    turned = cells.swapaxes(1, 2)
    ways = (cells, cells[:, ::-1], turned, turned[:, ::-1])
    steps = np.stack([strongest(np.abs(way[:, 0] - way[:, 2])).mean(1) for way in ways])
    return np.asarray(np.sort(steps, 0)[-1 - rank], np.float32)


def seams(cells: Cells) -> tuple[Floats, Floats]:
    """How plainly a line is drawn between neighbours: (rows, columns - 1) for cells side by side, (rows - 1, columns)
    for cells one above the other, in grey levels.
    """

    def across(here: Floats, there: Floats) -> Floats:
        # (…, SIDE, 6, 3): three columns of pixels on each side of the border.
        strip = np.concatenate([here[..., -3:, :], there[..., :3, :]], axis=-2)[..., 2:-2, :, :]
        step = strongest(np.abs(np.diff(strip, axis=-2))).mean(-2)
        return np.asarray(step.max(-1), np.float32)

    turned = cells.swapaxes(2, 3)
    return across(cells[:, :-1], cells[:, 1:]), across(turned[:-1], turned[1:])


def unbroken(cells: Cells) -> tuple[Floats, Floats]:
    """The share of the border between neighbours along which they show one colour and no line, shaped as `seams`."""

    def across(here: Floats, there: Floats) -> Floats:
        ours, theirs = (here[..., -3, :] + here[..., -2, :]) / 2, (there[..., 1, :] + there[..., 2, :]) / 2
        away = np.abs(ours - theirs)
        for one, other in ((ours, here[..., -1, :]), (theirs, there[..., 0, :])):
            np.maximum(away, np.abs(one - other), out=away)
        soft = np.asarray((away[..., :-2, :] + away[..., 1:-1, :] + away[..., 2:, :]) / 3, np.float32)
        return np.asarray((strongest(soft[..., 1:-1, :]) < SAME).mean(-1), np.float32)

    turned = cells.swapaxes(2, 3)
    return across(cells[:, :-1], cells[:, 1:]), across(turned[:-1], turned[1:])
