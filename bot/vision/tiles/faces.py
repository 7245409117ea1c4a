"""What every tile on a followed board looked like when it was read: the nearest thing to compare it with later.

A tile is told from other kinds by its looks, but from itself a moment ago by far less. When a neighbour is taken
away, a line is drawn nearby or a frame is laid around a tile, its middle stays as it was, and so it is still the same
tile. When a tile is picked and its face takes another colour, the figure on it stays.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles.kin import outline

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SIDE: Final = 0.2
"""Share of a cell, on each of its four sides, that neighbours may reach into."""
STILL: Final = 2.0
"""Levels of brightness (of 255), as a mean, that the middle of an untouched tile differs at the most."""
FRAMED: Final = 2.0
"""Levels from which a side counts as drawn upon; a tile with all four sides so is marked."""
DYED: Final = 3.0
"""Levels by which the mean colour of a tile's middle shifts at least when its face takes another colour."""
ALIKE: Final = 0.9
"""Correlation of the brightness of a tile's middle with what it was, from which it is the same figure."""
LEFT: Final = 0.3
"""Correlation below which nothing of the figure is left."""
FAINT: Final = 0.6
"""Share of its former contrast below which a figure is fading, or under something."""
STRIP: Final = 0.25
"""Share of the middle, on each of its four sides, that may still show a part of a tile that something lies over."""
RICH: Final = 0.5
"""Share of the middle's contrast from which such a strip shows a part of the figure and not of the ground."""
APART: Final = 24.0
"""Levels between the colour of a strip and that of the middle now from which the two do not show the same ground."""
PLAIN: Final = 3.0
"""Levels of contrast below which a tile has no figure to go by."""

MOST: Final = 0.5
"""Share of the tiles that show what they showed when they were read, from which nothing came over the board."""
ENDED: Final = 0.3
"""Share of how plainly a tile ended on all sides below which its outline is gone: what is left is that of others."""

_Y, _X = round(CELL_H * SIDE), round(CELL_W * SIDE)
_MIDDLE = np.s_[:, _Y:-_Y, _X:-_X]
_SIDES = np.s_[:, :_Y], np.s_[:, -_Y:], np.s_[:, :, :_X], np.s_[:, :, -_X:]


def _shares() -> Floats:
    """(CELL_H * CELL_W, 6), what each pixel is worth in the mean of a cell's middle, of all of it, and of its sides."""
    within = np.zeros((6, 1, CELL_H, CELL_W), np.bool_)
    for one, part in zip(within, (_MIDDLE, np.s_[:, :], *_SIDES), strict=True):
        one[part] = True
    shares = within.reshape(6, -1).astype(np.float32)
    return np.asarray((shares / shares.sum(1, keepdims=True)).T)


_PARTS = _shares()


class Known(NamedTuple):
    """What cells still show of what was there before, an entry for each."""

    kind: Ints
    """The kind that was there, where the middle still shows nearly the same; else -1."""
    still: Bools
    """Whether it is the very same, with a frame laid around it or without."""
    framed: Bools
    """Whether there is such a frame."""
    dyed: Bools
    """Whether its face took another colour."""
    vanished: Bools
    """Whether nothing is left of the figure that was there; where a tile had no figure, whether there is one now. True
    where no tile was."""
    partly: Bools
    """Whether a side of the figure is as it was and the rest is not: something lies over a part of the tile."""
    empty: Bools
    """Whether a tile without a figure lost its outline: its middle, which is as it was, tells nothing then."""
    bare: Bools
    """Whether it shows just what a gap showed there, before something lay over it."""


class Faces:
    """The last sure look of each cell."""

    def __init__(self, rows: int, columns: int) -> None:
        self.kind: Ints = np.full((rows, columns), -1)
        """(rows, columns), the kind that was seen; -1 where no tile was."""
        self.gap: Bools = np.zeros((rows, columns), np.bool_)
        """(rows, columns), where a gap was seen last."""
        self._cells: Cells = np.zeros((rows, columns, CELL_H, CELL_W, 3), np.float32)

    def keep(self, where: Bools, cells: Cells, kind: Ints) -> None:
        """Remember cells; `where` is (rows, columns), the others hold one entry for each cell that it names."""
        self._cells[where] = cells
        self.kind[where] = kind
        self.gap[where] = False

    def keep_gaps(self, where: Bools, cells: Cells) -> None:
        """Remember what gaps showed before something came over them; `where` and `cells` are as for tiles."""
        self._cells[where] = cells
        self.kind[where] = -1
        self.gap[where] = True

    def edge(self, where: Bools, cells: Cells) -> None:
        """Remember what lies around the middle of cells; the middle stays what it was when it was read, so that a tile
        that fades a little with every look is noticed.
        """
        middle = self._cells[where][_MIDDLE]
        self._cells[where] = cells
        around = self._cells[where]
        around[_MIDDLE] = middle
        self._cells[where] = around

    def forget(self, where: Bools) -> None:
        """Remember nothing of these cells, but what gaps showed."""
        self.kind[where] = -1

    def as_read(self, where: Bools, cells: Cells) -> bool:
        """Whether most of the cells in which a tile was read show just what it showed then; as for `keep`."""
        tiles = self.kind[where] >= 0
        return bool(tiles.any() and untouched(cells[tiles], self._cells[where][tiles]).mean() > MOST)

    def known(self, where: Bools, cells: Cells) -> Known:
        """What cells (n, CELL_H, CELL_W, 3), one for each that `where` names, still show of what was there."""
        before, there = self._cells[where], self.kind[where]
        away = cells - before
        change = _mean_colour(np.abs(away))
        # All means of a cell in one product: a call for each takes several times as long for a few cells.
        parts = change.reshape(len(cells), -1) @ _PARTS
        still = parts[:, 0] < STILL
        # A face in another colour shifts as a whole; a tile that lies a little differently does not.
        shift = np.abs(_PARTS[:, 0] @ away.reshape(len(cells), -1, 3)).max(1)
        contrast, former, likeness = _figures(cells, before)
        figure = (former > PLAIN) & (contrast > FAINT * former) & (likeness > ALIKE)
        dyed = ~still & figure & (shift > DYED)
        framed = still & (parts[:, 2:] > FRAMED).all(1)
        kind = np.where(still | figure, there, -1)
        tile = kind >= 0
        gone = np.where(former > PLAIN, likeness < LEFT, contrast > 2 * PLAIN)
        partly = ~tile & (there >= 0)
        if partly.any():
            partly[partly] = _strips_left(change[partly][_MIDDLE], before[partly][_MIDDLE], cells[partly][_MIDDLE])
        vanished = (gone & ~partly) | (there < 0)
        empty = framed & tile & (former <= PLAIN)
        if empty.any():
            empty[empty] = outline(cells[empty]) < ENDED * outline(before[empty])
        bare = self.gap[where] & (parts[:, 1] < STILL)
        return Known(kind, still & tile, framed & tile, dyed & tile, vanished, partly, empty, bare)


def untouched(cells: Cells, before: Cells) -> Bools:
    """For each of `cells` (n, CELL_H, CELL_W, 3) whether its middle shows what it showed `before`."""
    return np.asarray(_mean_colour(np.abs(cells - before))[_MIDDLE].mean((1, 2)) < STILL)


def _figures(now: Cells, before: Cells) -> tuple[Floats, Floats, Floats]:
    """(n,) contrast of the middle of cells now and before, in levels, and the correlation of the two."""
    both = np.stack([_mean_colour(now)[_MIDDLE], _mean_colour(before)[_MIDDLE]]).reshape(2, len(now), -1)
    size = both.shape[2]
    both -= both @ _EVEN
    contrast, former = np.sqrt(np.einsum("kij,kij->ki", both, both) / size)
    likeness = np.einsum("ij,ij->i", *both) / size / np.maximum(contrast * former, 1e-6)
    return contrast, former, likeness


def _strips_left(change: Floats, before: Cells, now: Cells) -> Bools:
    """(n,) whether one of the four sides of the middle of cells is just as it was, and a part of a tile: it shows some
    of the figure, or a face that the rest has lost. `change` (n, h, w) is by how many levels it differs.
    """
    high, wide = round(change.shape[1] * STRIP), round(change.shape[2] * STRIP)
    strips = np.s_[:, :high], np.s_[:, -high:], np.s_[:, :, :wide], np.s_[:, :, -wide:]
    quiet = [change[strip].mean((1, 2)) < STILL for strip in strips]
    left = np.zeros(len(change), np.bool_)
    if not np.any(quiet):
        return left
    grey, colour = _mean_colour(before), now.mean((1, 2))
    least = np.maximum(RICH * grey.std((1, 2)), PLAIN)
    for strip, same in zip(strips, quiet, strict=True):
        rich = grey[strip].std((1, 2)) > least
        faced = np.abs(before[strip].mean((1, 2)) - colour).max(1) > APART
        left |= (rich | faced) & same
    return left


def _mean_colour(cells: Cells) -> Floats:
    """The mean of the three channels in the last axis; a product, because summing over so short an axis is slow, of
    one matrix, because a product for each line is slower still.
    """
    return np.asarray((cells.reshape(-1, 3) @ _THIRDS).reshape(cells.shape[:-1]))


_THIRDS: Final = np.full(3, 1 / 3, np.float32)
_INSIDE: Final = (CELL_H - 2 * _Y) * (CELL_W - 2 * _X)
_EVEN: Final = np.full((_INSIDE, 1), 1 / _INSIDE, np.float32)
"""(pixels, 1), what each pixel is worth in the mean of a cell's middle."""
