"""Cells that the game shows in another light: linked to the kind that they are, or left open."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import CORE, PLAINLY, SIDE, areas, distances, looks, middle
from bot.vision.cells import Cells

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

PUPIL: Final = 7
"""Pixels of a cut cell left out on each side where only its very middle is looked at."""
ANOTHER: Final = 0.6
"""Share of a cell that is another colour when it is picked, all but its middle."""
COVERED: Final = 0.45
"""Share of a cell that a cursor changes at the most, beside what cells of a kind differ by anyway."""
CLEARLY: Final = 0.4
"""Share of how far the middle of a cell is from all blocks that it is from an empty cell at most, if it is one."""
LEAST: Final = 0.06
"""Share of a cell that a cursor covers at least."""
EXCLUSIVE: Final = 0.8
"""Share of a row's blocks that look like none elsewhere, from which the row is shown in another light."""
GAINS: Final = tuple(np.round(np.arange(0.25, 1.0, 0.05), 2))
"""How much light a darkened row may keep."""


class Marks(NamedTuple):
    """Kinds (rows, columns) with what was linked, and which cells were."""

    kind: Ints
    marked: Bools
    agreement: Floats
    """(rows, columns), how much better a linked cell fits its kind than the next, 0 to 1; 1 elsewhere."""
    vacant: Bools
    """Empty cells that a cursor lies over."""


def find_marks(cells: Cells, rows: Floats, kind: Ints, limit: float) -> Marks:
    """Link rows that are darkened as a whole, and single cells under a cursor or in another light.

    `cells` (rows, columns, SIDE, SIDE, 3), their looks `rows`, their kinds as far as they are known: -1 empty, -2 open.
    Looks nearer than `limit` are the same.
    """
    marked = np.zeros(kind.shape, np.bool_)
    agreement = np.ones(kind.shape, np.float32)
    kind = kind.copy()
    looks_of = rows.reshape(*kind.shape, -1)
    for row in (kind.shape[0] - 1, 0):
        _darkened(looks_of, kind, marked, agreement, row, limit)
    _picked(cells, kind, marked, agreement, limit)
    _single(cells, looks_of, kind, marked, agreement, limit)
    return Marks(kind, marked, agreement, _vacant(cells, kind, marked, agreement, limit))


def _darkened(looks_of: Floats, kind: Ints, marked: Bools, agreement: Floats, row: int, limit: float) -> None:
    """A row whose blocks look like none elsewhere, but all like some in less light."""
    line = kind[row]
    here = np.flatnonzero(line != -1)
    rest = np.delete(kind, row, 0)
    if len(here) < 3 or not (rest >= 0).any():
        return
    strange = [c for c in here if line[c] < 0 or not (rest == line[c]).any()]
    if len(strange) < EXCLUSIVE * len(here):
        return
    known = np.unique(rest[rest >= 0])
    look = np.stack([middle(looks_of[kind == k]) for k in known])
    lit = np.concatenate([look * gain for gain in GAINS])
    apart = distances(looks_of[row, here], lit).reshape(len(here), len(GAINS), len(known))
    best = apart[:, apart.min(2).mean(0).argmin()]
    order = np.sort(best, 1)
    second = order[:, 1] if len(known) > 1 else np.full(len(here), 2 * limit)
    fits = (order[:, 0] < limit) & (order[:, 0] < 0.5 * second)
    # Ground may look like one kind in less light; blocks that come up are of several.
    fits &= len(np.unique(best.argmin(1)[fits])) > 1
    kind[row, here] = np.where(fits, known[best.argmin(1)], -2)
    marked[row, here] = True
    agreement[row, here] = np.where(fits, 1 - order[:, 0] / second, 0)


def _picked(cells: Cells, kind: Ints, marked: Bools, agreement: Floats, limit: float) -> None:
    """A region of neighbours that all look alike and like no other cell, but bear the colour of one kind in the very
    middle: a group that the player has picked.
    """
    known = np.unique(kind[(kind >= 0) & ~marked])
    if len(known) < 3:
        return
    pupil = cells[:, :, PUPIL:-PUPIL, PUPIL:-PUPIL].reshape(*kind.shape, -1)
    whole = looks(cells.reshape(-1, SIDE, SIDE, 3)).reshape(*kind.shape, -1)
    for k in known:
        of = kind == k
        if not 2 <= of.sum() <= kind.size // 3 or cv2.connectedComponents(of.astype(np.uint8), connectivity=4)[0] != 2:
            continue
        rest = [q for q in known if q != k and (kind == q).any() and not marked[kind == q].any()]
        if len(rest) < 2:
            continue
        heart = middle(pupil[of])[None]
        apart = distances(heart, np.stack([middle(pupil[kind == q]) for q in rest]))[0]
        outer = areas(middle(whole[of])[None], np.stack([middle(whole[kind == q]) for q in rest]))[0]
        order = np.argsort(apart)
        first, second = float(apart[order[0]]), float(apart[order[1]])
        face = middle(whole[kind == rest[order[0]]]).reshape(-1, 3)
        # The middle must show the kind's colour: signs of two kinds may be drawn in one ink.
        plain = float((np.abs(face - middle(heart.reshape(-1, 3))).max(1) < PLAINLY).mean())
        if first < limit / 4 and first < 0.25 * second and outer[order[0]] > ANOTHER and plain > ANOTHER:
            kind[of], marked[of], agreement[of] = rest[order[0]], True, 1 - first / second


def _single(cells: Cells, looks_of: Floats, kind: Ints, marked: Bools, agreement: Floats, limit: float) -> None:
    """Cells that are open: under a cursor, which leaves the middle as it is, or lightened or darkened as a whole; none
    that look like an empty one.
    """
    places = np.argwhere(kind == -2)
    known = np.unique(kind[(kind >= 0) & ~marked])
    if not len(places) or len(places) > kind.size // 4 or len(known) < 2:
        return
    core = looks(cells.reshape(-1, SIDE, SIDE, 3), CORE).reshape(*kind.shape, -1)
    hearts = np.stack([middle(core[(kind == k) & ~marked]) for k in known])
    look = np.stack([middle(looks_of[(kind == k) & ~marked]) for k in known])
    open_ = looks_of[*places.T]
    alone = (distances(open_, open_) < limit).sum(1) == 1
    bare = distances(open_, looks_of[kind == -1]).min(1, initial=np.inf) < limit
    apart_by_place = distances(core[*places.T], hearts)
    for (row, column), apart, single, empty in zip(places, apart_by_place, alone, bare, strict=True):
        if empty:
            continue
        order = np.argsort(apart)
        first, second = float(apart[order[0]]), float(apart[order[1]])
        if first < limit / 2 and first < 0.4 * second:
            # Signs of two kinds that are drawn in one ink look alike in the middle, but a cursor covers less.
            like = looks_of[(kind == known[order[0]]) & ~marked]
            other = areas(np.concatenate([looks_of[row, column][None], like]), look[order[:1]])[:, 0]
            if other[0] - middle(other[1:]) > COVERED:
                continue
            kind[row, column], marked[row, column] = known[order[0]], True
            agreement[row, column] = 1 - first / second
            continue
        if not single:
            continue
        left = _lit(looks_of[row, column], look)
        order = np.argsort(left)
        first, second = float(left[order[0]]), float(left[order[1]])
        if first < min(limit / 2, 3.0) and first < 0.35 * second:
            kind[row, column], marked[row, column] = known[order[0]], True
            agreement[row, column] = 1 - first / second


def _vacant(cells: Cells, kind: Ints, marked: Bools, agreement: Floats, limit: float) -> Bools:
    """The only open cell, right beside the only marked one, if its middle looks like an empty cell: a cursor for two
    lies over both, in one colour, and leaves the middle of each as it is.
    """
    found = np.zeros_like(marked)
    places = np.argwhere(kind == -2)
    if len(places) != 1 or marked.sum() != 1 or not (kind == -1).any():
        return found
    (row, column), (other, beside) = places[0], np.argwhere(marked)[0]
    if abs(row - other) + abs(column - beside) != 1:
        return found
    core = looks(cells.reshape(-1, SIDE, SIDE, 3), CORE).reshape(*kind.shape, -1)
    here = core[row, column][None]
    to_ground = distances(here, core[kind == -1])[0]
    ground = float(to_ground.min())
    bare, full = cells[kind == -1][to_ground.argmin()], cells[(kind == kind[other, beside]) & ~marked]
    if not len(full) or not _one_colour((cells[row, column], bare), (cells[other, beside], middle(full))):
        return found
    blocks = float(distances(here, core[(kind >= 0) & ~marked]).min(initial=np.inf))
    if ground < limit and ground < CLEARLY * blocks:
        kind[row, column], agreement[row, column], found[row, column] = -1, 1 - ground / blocks, True
    return found


def _one_colour(*pairs: tuple[Floats, Floats]) -> bool:
    """Whether what is plainest another in the first of two pictures than in the second, each (SIDE, SIDE, 3), has one
    colour in all of these pairs.
    """
    colours = []
    for shown, usual in pairs:
        other = np.abs(shown - usual).sum(2)
        plainest = other >= np.quantile(other, 1 - LEAST)
        if float(np.abs(shown - usual).max(2)[plainest].min()) <= PLAINLY:
            return False
        colours.append(np.median(shown[plainest], 0))
    return float(np.abs(np.subtract(*colours)).max()) <= 2 * PLAINLY


def _lit(look: Floats, usual: Floats) -> Floats:
    """(kinds,), what remains of the difference after each usual look (kinds, n) is laid under the best amount of white
    or black.
    """
    best = np.full(len(usual), np.inf, np.float32)
    away = look - usual
    for towards in (0.0, 255.0):
        way = np.float32(towards) - usual
        share = np.clip((way * away).sum(1) / np.maximum((way * way).sum(1), np.float32(1e-3)), 0, 0.75)
        best = np.minimum(best, np.abs(away - share[:, None] * way).mean(1) / (1 - share))
    return best
