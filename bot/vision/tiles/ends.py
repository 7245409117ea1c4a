"""Kinds that differ at the ends of a cell only, where sides of the tiles beside it fall, and which is not compared.

Of tiles that all have another at that side it is compared after all: what falls there is the same for all of them. But
what tiles of other kinds beside them show there as well is not theirs: the ground around round tiles, or a line of
it where a program's rounding leaves one between two columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.spanning import tree
from bot.vision.tiles import chain, kinds
from bot.vision.tiles.kinds import EDGE_X, EDGE_Y, GRAIN

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

USUAL: Final = 0.9
"""Share of the steps between equal tiles that are usual ones."""
LONG: Final = 3.5
"""How many times longer than usual ones, and than those on both of its sides, a step between two kinds is."""
PLAIN: Final = 400.0
"""Mean square, in grey levels, of such a step at the least."""
NEAR: Final = 2
"""Cells from a tile to those that it shares the ground around it with: the one right beside it may be its equal."""
FEWEST: Final = 8
"""Steps from which it is known how long usual ones are."""
_ENDS: Final = (
    (np.s_[:EDGE_Y, :], (-1, 0)),
    (np.s_[CELL_H - EDGE_Y :, :], (1, 0)),
    (np.s_[:, :EDGE_X], (0, -1)),
    (np.s_[:, CELL_W - EDGE_X :], (0, 1)),
)
"""The end of a cell, and where (rows, columns) the cell lies that falls into it."""


def suspected(cells: Cells, kind: Ints) -> bool:
    """Whether a second look, by `differ`, is worth it: some two tiles of one kind are far apart at one end."""
    for face, at in _faces(cells, kind):
        number = kind[at]
        if (kinds.differences(face, face)[number[:, None] == number] > PLAIN - GRAIN).any():
            return True
    return False


def differ(cells: Cells, aside: Sequence[Cells], kind: Ints) -> bool:
    """Whether some kind of a board, `kind` (rows, columns) with -1 for gaps, is two that differ at one end of their
    cells: two tiles or more on each side of one long step. `aside` are the cells moved by the pixel that a program
    may round by.
    """
    for ways in zip(*(_faces(one, kind) for one in (cells, *aside)), strict=True):
        at = ways[0][1]
        if _torn([face for face, _ in ways], kind[at], np.argwhere(at)):
            return True
    return False


def _faces(cells: Cells, kind: Ints) -> Iterator[tuple[Floats, Bools]]:
    """For each end of the cells what tiles (n, length) show there that have another beside them, and which these are
    (rows, columns).
    """
    padded = np.pad(kind >= 0, 1)
    high, wide = kind.shape
    for (rows, columns), (down, across) in _ENDS:
        at = (kind >= 0) & padded[1 + down : 1 + down + high, 1 + across : 1 + across + wide]
        part = cells[:, :, rows, columns]
        yield np.ascontiguousarray(part[at].reshape(int(at.sum()), part[0, 0].size)), at


def _torn(faces: Sequence[Floats], kind: Ints, at: Ints) -> bool:
    """Whether tiles of one kind (n,) lie in two groups by these parts of their faces (n, length); those after the first
    are the same moved a little. `at` (n, 2) is where the tiles lie.
    """
    parts = []
    for number in np.unique(kind):
        mine = np.flatnonzero(kind == number)
        if len(mine) > 1:
            apart = _apart(faces, mine, mine)
            parts.append((mine, sorted(tree(np.minimum(apart, apart.T)))))
    steps = [length for _, links in parts for length, _, _ in links]
    if len(steps) < FEWEST:
        return False
    usual = float(np.quantile(steps, USUAL))
    for mine, links in parts:
        longest = links[-1][0]
        if len(links) > 2 and longest > max(PLAIN, LONG * max(usual, links[-2][0])):
            group = chain.joined(links[:-1], len(mine))
            if min(np.bincount(group)) > 1 and not _placed(faces, kind, at, mine, longest / LONG):
                return True
    return False


def _placed(faces: Sequence[Floats], kind: Ints, at: Ints, mine: Ints, limit: float) -> bool:
    """Whether each of some tiles of a kind shows what a tile of another kind in its row or column, and near to it,
    shows as well.
    """
    for tile in mine:
        away = np.abs(at - at[tile])
        beside = np.flatnonzero((away.min(1) == 0) & (away.max(1) <= NEAR) & (kind != kind[tile]))
        if not len(beside) or _apart(faces, mine[mine == tile], beside).min() > limit:
            return False
    return True


def _apart(faces: Sequence[Floats], some: Ints, others: Ints) -> Floats:
    """(n, m), how far parts of the faces of some tiles are from those of others, the same moved a little or not."""
    mine = np.ascontiguousarray(faces[0][some])
    apart = [kinds.differences(mine, np.ascontiguousarray(face[others])) for face in faces]
    return np.asarray(np.min(apart, axis=0) + GRAIN, np.float32)
