"""Kinds that differ in the colour of their figures only, by so little that a kind seems to be both of them.

How far two tiles differ pixel by pixel depends on where the borders of the figure lie, for a figure is dark on a light
face or light on a dark one. The colour of its ink does not, and neither does the mean colour of the whole face: where
both fall into two groups, the tiles are two kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.spanning import tree
from bot.vision.tiles import chain

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FEWEST: Final = 4
"""Tiles of one kind from which it may be two."""
DARKEST: Final = 10
"""The part of a face that is farthest from its usual colour is ink: one pixel in so many."""
USUAL: Final = 0.9
"""Share of the steps between equal tiles that are usual ones."""
LEAST: Final = (1.5, 0.25)
"""Grey levels of a usual step at the least: of the ink, and of the whole face."""
FAR: Final = 4.0
"""How many times longer than usual ones, and than those on both of its sides, a step between two kinds is."""
_FACE: Final = np.s_[..., CELL_H // 7 : -(CELL_H // 7), CELL_W // 7 : -(CELL_W // 7), :]


def suspected(cells: Cells, kind: Ints) -> bool:
    """Whether a second look, by `differ`, is worth it: two tiles of one kind are far apart in their mean colour."""
    tiles = kind >= 0
    number, faces = kind[tiles], cells[_FACE][tiles].mean((1, 2))
    many = np.bincount(number, minlength=1)[number] >= FEWEST
    far = np.linalg.norm(faces[:, None] - faces[None], axis=2) > FAR * LEAST[1]
    return bool((far & (number[:, None] == number) & many).any())


def differ(cells: Cells, aside: Sequence[Cells], kind: Ints) -> bool:
    """Whether some kind of a board, `kind` (rows, columns) with -1 for gaps, is two in two colours: two tiles or more
    on each side of one long step. `aside` are the cells moved by the pixel that a program may round by.
    """
    tiles = kind >= 0
    number = kind[tiles]
    here, *moved = (_colours(one[tiles]) for one in (cells, *aside))
    members = [np.flatnonzero(number == k) for k in range(int(number.max(initial=-1)) + 1)]
    members = [mine for mine in members if len(mine) > 1]
    apart = []
    for which, least in enumerate(LEAST):
        steps = [_apart(here[which][mine], [one[which][mine] for one in moved]) for mine in members]
        lengths = [length for step in steps for length, _, _ in tree(step)]
        usual = max(float(np.quantile(lengths, USUAL)), least) if lengths else least
        apart.append([step / usual for step in steps])
    # As far apart as the nearer of the two says.
    both = [np.minimum(ink, face) for ink, face in zip(*apart, strict=True)]
    return any(_torn(one) for one in both if len(one) >= FEWEST)


def _torn(apart: Floats) -> bool:
    """Whether tiles lie in two groups, by how far (n, n) they are apart in usual steps."""
    links = sorted(tree(apart))
    if links[-1][0] <= FAR * max(1.0, links[-2][0]):
        return False
    return bool(np.bincount(chain.joined(links[:-1], len(apart))).min() > 1)


def _apart(here: Floats, moved: Sequence[Floats]) -> Floats:
    """(n, n), how far colours (n, 3) are from each other, the same moved a little or not."""
    apart = np.min([np.linalg.norm(here[:, None] - other[None], axis=2) for other in (here, *moved)], axis=0)
    return np.asarray(np.minimum(apart, apart.T), np.float32)


def _colours(cells: Cells) -> tuple[Floats, Floats]:
    """(n, 3) each: the colour of the ink of cells (n, CELL_H, CELL_W, 3), and of their whole faces."""
    face = cells[_FACE].reshape(len(cells), -1, 3)
    away = np.abs(face - np.median(face, 1, keepdims=True)).sum(2)
    count = face.shape[1] // DARKEST
    inked = np.argpartition(-away, count, axis=1)[:, :count]
    return np.take_along_axis(face, inked[:, :, None], 1).mean(1), face.mean(1)
