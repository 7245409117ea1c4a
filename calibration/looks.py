"""Whether cells of different pictures show the same: by colour, and by outlines where the light differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import Cells, cut
from bot.vision.tiles import kinds, sameness
from calibration.shot import Shot

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ALIKE: Final = 0.8
"""Agreement of outlines from which two kinds are the same in another light."""
DRAWN: Final = 6.0
"""Contrast, in grey levels, below which a kind has no outlines to go by."""


def members(shots: Sequence[Shot], kind: int, *, marked: bool | None = None) -> list[tuple[int, int, int]]:
    """The cells of a kind as (shot, row, column), in reading order; with `marked` only those that are, or are not."""
    found = []
    for number, shot in enumerate(shots):
        where = shot.kind == kind
        if marked is not None:
            where = where & (shot.marked == marked)
        found += [(number, int(row), int(column)) for row, column in np.argwhere(where)]
    return found


def crops(shots: Sequence[Shot], where: Sequence[tuple[int, int, int]]) -> Cells:
    """(n, …): the cut cells at these places (shot, row, column)."""
    cut = {number: shots[number].cells() for number in {number for number, _, _ in where}}
    return np.stack([cut[number][row, column] for number, row, column in where])


def matched(known: Sequence[Shot], count: int, shot: Shot) -> dict[int, int]:
    """For each kind that a new shot shows the number of the known kind (of `count`) that it is; none for a new one.

    Two kinds are the same where each is the other's nearest, and they are nearer to each other than the kinds of
    either are among themselves.
    """
    shown, present = np.unique(shot.kind[shot.kind >= 0]), [members(known, k) for k in range(count)]
    seen = [k for k in range(count) if present[k]]
    if not seen or not len(shown):
        return {}
    new = [crops([shot], members([shot], k)) for k in shown.tolist()]
    old = [crops(known, present[k]) for k in seen]
    apart = _apart(shot, shown, _middles(old))
    shapes = _shapes(new) @ _shapes(old).T
    drawn = np.minimum.outer(_contrasts(new), _contrasts(old)) > DRAWN
    limit = _least_apart(new, old, float(np.median(apart))) / 2
    best = apart.argmin(1)
    mutual = apart.argmin(0)[best] == np.arange(len(shown))
    at = np.arange(len(shown)), best
    near = (apart[at] < limit) | (drawn[at] & (shapes[at] > ALIKE))
    return {int(shown[k]): seen[best[k]] for k in np.flatnonzero(mutual & near)}


def _apart(shot: Shot, shown: Ints, old: Floats) -> Floats:
    """(kinds of the shot, known kinds): how different they look; of two grids neither lies exactly where its cells do,
    and so the least difference counts when the one is moved a little against the other.
    """
    least = np.full((len(shown), len(old)), np.inf, np.float32)
    for x, y in ((0.0, 0.0), *sameness.BESIDE):
        for way in (1, -1) if x or y else (1,):
            rows = cut(shot.pixels, shot.grid, (way * x, way * y))
            moved = _middles([rows[shot.kind == kind] for kind in shown.tolist()])
            least = np.minimum(least, kinds.differences(moved, old))
    return least


def nearest(cells: Cells, examples: Cells) -> Ints:
    """(n,), for each cell the number of the example that it looks most like."""
    return np.asarray(kinds.differences(kinds.features(cells), kinds.features(examples)).argmin(1), np.int64)


def spread(cells: Cells, most: int) -> list[int]:
    """The numbers of up to `most` cells that show a kind best: the most usual one, then each time the one that
    differs most from those that were taken.
    """
    rows = kinds.features(cells)
    apart = kinds.differences(rows, rows)
    taken = [int(apart.sum(1).argmin())]
    while len(taken) < min(most, len(cells)):
        away = apart[:, taken].min(1)
        away[taken] = -1
        taken.append(int(away.argmax()))
    return taken


def halves(cells: Cells) -> NDArray[np.bool_]:
    """(n,), which cells belong to the smaller of the two groups that are farthest apart."""
    rows = kinds.features(cells)
    apart = kinds.differences(rows, rows)
    a, b = np.unravel_index(int(apart.argmax()), apart.shape)
    ends = [int(a), int(b)]
    second = apart[:, ends[1]] < apart[:, ends[0]]
    for _ in range(8):
        if not second.any() or second.all():
            break
        middles = np.stack([rows[~second].mean(0), rows[second].mean(0)])
        away = kinds.differences(rows, middles)
        again = away[:, 1] < away[:, 0]
        if (again == second).all():
            break
        second = again
    return np.asarray(second if 2 * second.sum() <= len(second) else ~second)


def _middles(groups: Sequence[Cells]) -> Floats:
    return np.stack([np.median(kinds.features(group), 0) for group in groups]).astype(np.float32)


def _shapes(groups: Sequence[Cells]) -> Floats:
    means = np.stack([kinds.outlines(group).mean(0) for group in groups])
    return np.asarray(means / (np.linalg.norm(means, axis=1, keepdims=True) + 1e-6), np.float32)


def _contrasts(groups: Sequence[Cells]) -> Floats:
    return np.array([np.median(kinds.contrast(group)) for group in groups], np.float32)


def _least_apart(new: Sequence[Cells], old: Sequence[Cells], otherwise: float) -> float:
    """The least difference of two kinds of one picture."""
    least = []
    for groups in (new, old):
        if len(groups) > 1:
            middles = _middles(groups)
            apart = kinds.differences(middles, middles)
            least.append(float(apart[~np.eye(len(apart), dtype=bool)].min()))
    return min(least, default=otherwise)
