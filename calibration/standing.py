"""Tiles that stand in several pictures of one game: what a line, a light or a lost neighbour makes of one that is known
from another picture is no new kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.tiles import kinds
from calibration.shot import UNSURE, Shot

Ints = NDArray[np.int64]

STILL: Final = 0.9
"""Share of the tiles whose kinds are known that stand where other pictures show those very kinds, from which no tile
has moved or changed between the pictures."""
SEEN: Final = 0.5
"""Share of a picture's tiles at least of which that must be known."""
LIKE: Final = 0.5
"""Agreement of outlines from which a tile is still seen to be the one that stood there; half of it may be covered."""


def standing(known: Sequence[Shot], shot: Shot, number: Ints) -> tuple[Shot, Ints]:
    """A new picture of tiles, and which known kind each of its kinds is, -1 for a new one, after a look at where they
    stand: a kind that seems new, but stands only where others show one and the same kind, is that one in another light;
    or not to be told, where next to nothing of it is seen. Both as they were where tiles have moved since.
    """
    there = _where(known, shot)
    tiles = shot.kind >= 0
    if there is None or not tiles.any():
        return shot, number
    told = np.where(tiles, number[shot.kind], -1)
    both = (told >= 0) & (there >= 0)
    if both.sum() < SEEN * tiles.sum() or (told == there)[both].mean() < STILL:
        return shot, number
    kind, marked, number = shot.kind.copy(), shot.marked.copy(), number.copy()
    for new in np.flatnonzero(number < 0):
        cells = shot.kind == new
        stood = np.unique(there[cells])
        if not len(stood) or stood[0] < 0:
            continue
        if len(stood) == 1 and _like(known, shot, cells, int(stood[0])):
            number[new] = stood[0]
            marked[cells] |= not marked[cells].any()  # unless it was told already which of them are lit
        else:
            kind[cells] = UNSURE
    changed = shot.with_kinds(kind)
    return Shot(shot.pixels, shot.grid, kind, shot.margins, marked & (kind >= 0), changed.twins), number


def _where(known: Sequence[Shot], shot: Shot) -> Ints | None:
    """(rows, columns), the kind that pictures of the same window show in each place, -1 where they show none, or not
    one and the same; None where there are no such pictures.
    """
    same = [one.kind for one in known if one.pixels.shape == shot.pixels.shape and one.grid == shot.grid]
    if not same:
        return None
    most = np.max(same, axis=0)
    alike = np.all([(kind < 0) | (kind == most) for kind in same], axis=0)
    return np.where((most >= 0) & alike, most, -1)


def _like(known: Sequence[Shot], shot: Shot, cells: NDArray[np.bool_], kind: int) -> bool:
    """Whether the outlines of these cells, (rows, columns), agree with those of a known kind."""
    old = np.concatenate([one.cells()[one.kind == kind] for one in known if (one.kind == kind).any()])
    rows = [kinds.outlines(group).mean(0) for group in (shot.cells()[cells], old)]
    return float(rows[0] @ rows[1] / (np.linalg.norm(rows[0]) * np.linalg.norm(rows[1]) + 1e-6)) >= LIKE
