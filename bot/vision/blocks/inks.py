"""Boards on which every kind is a figure of one ink on blocks of one colour: told by the shape of the ink alone.

Grey levels say little there. A thin figure drawn half a pixel aside, or on the other colour of a chequered board,
differs as much as another figure does; its shape, moved by as much, does not.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.blocks.cluster import joined
from bot.vision.blocks.look import PLAINLY, RIM, SIDE, middle, quantile_of
from bot.vision.spanning import tree

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

INKED: Final = 0.05
"""Share of its cell in which every kind shows each of two colours where all are figures of one ink: of 4,121 kinds of
balls, gems, panels and plain blocks none shares both, even in 0.03."""
ENDS: Final = 0.1
"""Share of all pixels that are taken first for one colour, and for the other."""
TURNS: Final = 5
"""Times that the two colours are measured anew."""
REACH: Final = 0.05
"""Share of a cell's pixels that may be brighter, or darker, than its ink and its ground."""
WEAKEST: Final = 0.2
"""Share of the usual step between the two colours that is still a figure."""
SHIFTS: Final = (-0.75, -0.4, 0.0, 0.4, 0.75)
"""Pixels of the picture by which a figure may be drawn aside of another one like it."""
ANOTHER: Final = 0.0021
"""Squared share of the ink, over a cell, from which a figure is another one: of 1,500 kinds on pages and drawn boards
no two parts were 0.0015 apart, but for those drawn aside by row; of 1,300 pairs none was nearer than 0.0031."""
ASIDE: Final = 0.006
"""The same for parts without a row, or without a column, in common."""
NOISE: Final = 0.0004
"""What cells of one figure may always differ by."""
SEVERAL: Final = 2
"""Cells from which a part is a kind."""


def by_ink(grid: Grid, rows: Floats, kind: Ints) -> tuple[Ints, float]:
    """The kinds, (n,), those parted that are several figures of one ink, and those joined that are one; and how much
    farther (as a logarithm) kinds are apart than cells of one kind, 0 where not all kinds are figures of one ink.

    `rows` are the looks of the n cells of a grid, `kind` is 0 or more where they are blocks. Cells that may be another
    figure than theirs have -2 then.
    """
    full = np.flatnonzero(kind >= 0)
    colours = _two(rows[full], kind[full])
    if colours is None:
        return kind, 0.0
    away = _away(grid, _ink(rows[full], *colours))
    part = _parted(away, kind[full], np.divmod(full, grid.columns))
    out = kind.copy()
    # A cell without its like, in its kind or very near, is another figure, or a spoilt one.
    others = np.where(np.eye(len(full), dtype=bool), np.inf, away).min(1, initial=np.inf)
    alone = np.bincount(part)[part] < SEVERAL
    alone &= (np.bincount(kind[full])[kind[full]] >= SEVERAL) | (others <= ASIDE)
    out[full] = np.where(alone, -2, part)
    return out, _clear(away[np.ix_(~alone, ~alone)], part[~alone])


def _clear(away: Floats, part: Ints) -> float:
    """How much farther (as a logarithm) figures are apart than cells of one figure; `away` (n, n) is changed."""
    np.fill_diagonal(away, np.inf)
    same = part[:, None] == part[None]
    low = np.where(same, away, np.inf).min(1, initial=np.inf)
    high = float(np.where(same, np.inf, away).min(initial=np.inf))
    if not np.isfinite(low).any() or not np.isfinite(high):
        return 0.0
    return float(np.log((high + NOISE) / (quantile_of(low[np.isfinite(low)], 0.95) + NOISE)))


def _parted(away: Floats, kind: Ints, places: tuple[Ints, Ints]) -> Ints:
    """A number for each cell, the same for those that show one figure and were of one kind. What is drawn aside is so
    in whole rows or columns, and may have been taken for another kind; `places` are the rows and the columns of cells.
    """
    links = sorted(tree(away))
    same = [(one, other) for step, one, other in links if step <= ANOTHER and kind[one] == kind[other]]
    part = joined(same, len(away))
    for step, one, other in links:
        if step <= ASIDE and part[one] != part[other]:
            a, b = part == part[one], part == part[other]
            if min(a.sum(), b.sum()) >= SEVERAL and any(
                not np.intersect1d(place[a], place[b]).size for place in places
            ):
                same.append((one, other))
    return joined(same, len(away))


def _two(rows: Floats, kind: Ints) -> tuple[Floats, Floats] | None:
    """The colour of the blocks and that of the figures, in either order; None where not all kinds show the same two."""
    if not len(rows):
        return None
    cells = rows.reshape(len(rows), -1, 3)
    pixels = cells.reshape(-1, 3)
    away = pixels - pixels.mean(0)
    along = away @ np.linalg.eigh(away.T @ away)[1][:, -1]
    order = np.argsort(along)
    some = max(1, int(ENDS * len(pixels)))
    one, other = pixels[order[:some]].mean(0), pixels[order[-some:]].mean(0)
    for _ in range(TURNS):
        first = np.abs(pixels - one).max(1) < np.abs(pixels - other).max(1)
        if first.all() or not first.any():
            return None
        one, other = np.median(pixels[first], 0), np.median(pixels[~first], 0)
    if float(np.abs(one - other).max()) <= 2 * PLAINLY:
        return None
    for colour in (one, other):
        shows = (np.abs(cells - colour).max(2) < PLAINLY).mean(1, dtype=np.float32)
        if min(float(middle(shows[kind == k])) for k in np.unique(kind)) <= INKED:
            return None
    return one, other


def _ink(rows: Floats, one: Floats, other: Floats) -> Floats:
    """(n, h, w), how much of the ink each pixel of each cell shows, 0 to 1, by the darkest and the brightest of it."""
    way = (other - one) / float(np.square(other - one).sum())
    shown = ((rows.reshape(len(rows), -1, 3) - one) @ way).astype(np.float32)
    low, high = np.quantile(shown, [REACH, 1 - REACH], axis=1)[..., None]
    ink = np.clip((shown - low) / np.maximum(high - low, WEAKEST), 0, 1)
    return np.asarray(ink.reshape(len(rows), SIDE - 2 * RIM, -1), np.float32)


def _away(grid: Grid, ink: Floats) -> Floats:
    """(n, n), how far two figures are apart where one is moved to lie as the other does: squared ink, over a cell."""
    still = _moved(ink, 0, 0)
    own = np.square(still).sum(1)
    away = np.full((len(ink), len(ink)), np.inf, np.float32)
    for x in SHIFTS:
        for y in SHIFTS:
            there = _moved(ink, x * SIDE / grid.pitch_x, y * SIDE / grid.pitch_y)
            np.minimum(away, np.square(there).sum(1)[:, None] + own - 2 * there @ still.T, out=away)
    return np.asarray(np.maximum(np.minimum(away, away.T), 0) / still.shape[1])


def _moved(ink: Floats, x: float, y: float) -> Floats:
    """The inside of each cell (n, h, w), moved by so many pixels of it, as rows."""
    way = np.array([[1, 0, x], [0, 1, y]], np.float32)
    moved = [cv2.warpAffine(one, way, one.shape[::-1], borderMode=cv2.BORDER_REPLICATE) for one in ink]
    return np.ascontiguousarray(np.stack(moved)[:, 1:-1, 1:-1].reshape(len(ink), -1), np.float32)
