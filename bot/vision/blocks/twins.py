"""Several boards like each other in one picture: the player's, and those of opponents beside it."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.blocks.lattice import PAIRS
from bot.vision.blocks.places import NARROWEST
from bot.vision.blocks.recur import Spot
from bot.vision.blocks.settle import settled
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting

TWIN: Final = 0.02
"""Share by which pitches of two equal boards may differ."""
ASIDE: Final = 0.15
"""Cells by which the columns of one board lie beside those of the other, at least, where no grid fits both."""
SHARED: Final = 2
"""Kinds that two boards with something else between them have in common."""


def twins_of(best: Sorting, others: list[Sorting]) -> list[Sorting]:
    """The boards like the best one, itself among them, that lie beside it."""
    twins = [best]
    for other in others:
        a, b = best.grid, other.grid
        beside = all(abs(b.x - t.grid.x) > 0.5 * a.box.w or abs(b.y - t.grid.y) > 0.5 * a.box.h for t in twins)
        if beside and a.columns == b.columns and _as_high(best, other) and abs(a.pitch_x / b.pitch_x - 1) < TWIN:
            twins.append(other)
    return twins


def _as_high(one: Sorting, other: Sorting) -> bool:
    """Whether two boards have as many rows: of a stack that has risen one row less is whole; and of heaps that nothing
    bounds only the floor is seen.
    """
    a, b = one.grid, other.grid
    on_one_floor = bool(one.why and other.why) and abs(a.y + a.box.h - b.y - b.box.h) < a.pitch_y / 2
    return on_one_floor or abs(a.rows - b.rows) <= 1


def halves(sorting: Sorting) -> list[Spot]:
    """The places of boards that were told as one, with the columns between them for empty ones: the widest, if there
    are several that are as wide; none where there are not.
    """
    shown = (sorting.kind != EMPTY).any(0)
    runs = [[column for column, _ in run] for some, run in groupby(enumerate(shown), key=lambda one: one[1]) if some]
    width = max((len(run) for run in runs), default=0)
    firsts = [run[0] for run in runs if len(run) == width]
    if len(firsts) < 2 or width < NARROWEST:
        return []
    return [_part(Spot(sorting.grid, sorting.kind >= 0, 0), first, width) for first in firsts]


def apart(sorting: Sorting) -> list[Spot]:
    """The places of two equally wide boards at the ends of one, in the rows in which they show something: the widest of
    those that have SHARED kinds in common, and none with what shows between them; none where there are none.
    """
    kind = np.where(sorting.marked, UNSURE, sorting.kind)
    shown = np.flatnonzero((kind >= 0).any(0))
    if not len(shown):
        return []
    first, last = int(shown[0]), int(shown[-1]) + 1
    for width in range((last - first - 1) // 2, NARROWEST - 1, -1):
        left, between, right = (
            set(np.unique(part[part >= 0]).tolist())
            for part in np.split(kind[:, first:last], (width, last - first - width), axis=1)
        )
        if between and not between & (left | right) and len(left & right) >= SHARED:
            sides = (slice(first, first + width), slice(last - width, last))
            held = np.flatnonzero(np.any([(sorting.kind[:, side] >= 0).any(1) for side in sides], axis=0))
            rows = slice(int(held[0]), int(held[-1]) + 1)
            spot = Spot(sorting.grid.part(rows, slice(0, kind.shape[1])), sorting.kind[rows] >= 0, 0)
            return [_part(spot, side.start, width) for side in sides]
    return []


def torn(pixels: Pixels, spot: Spot) -> list[Spot]:
    """The places of two boards in one, where the columns on the right lie beside those on the left; none where one grid
    fits all of them.
    """
    width = (spot.grid.columns - 1) // 2
    if width < NARROWEST:
        return []
    sides = [_part(spot, 0, width), _part(spot, spot.grid.columns - width, width)]
    if any(side.cells.sum() < PAIRS for side in sides):
        return []
    moved = [settled(pixels, side.grid, side.cells, axes=(1, 0, 1)).x - side.grid.x for side in sides]
    aside = (moved[1] - moved[0]) / spot.grid.pitch_x
    return sides if abs(aside - round(aside)) > ASIDE else []


def _part(spot: Spot, first: int, width: int) -> Spot:
    """So many columns of a place."""
    part = slice(0, spot.grid.rows), slice(first, first + width)
    return Spot(spot.grid.part(*part), np.asarray(spot.cells[part]), spot.pairs)
