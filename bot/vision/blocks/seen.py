"""What the cells of a board of blocks and those around it show."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import RIM, SIDE, distances, looks, middle, seams, structures, unbroken
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]


class Shown:
    """A board and the cells around it, with what they show worked out once."""

    def __init__(self, cells: Cells, around: Bools, rings: int) -> None:
        """`cells` are those of the board and `rings` of cells around it, `around` those of the rings that the picture
        shows.
        """
        self.cells, self.around = cells, around
        self.inside = np.s_[rings : cells.shape[0] - rings, rings : cells.shape[1] - rings]
        self.rings = rings
        self.board = cells[self.inside]
        self.rows = looks(self.board.reshape(-1, SIDE, SIDE, 3))
        rim = looks(cells[around])
        self.rims = len(rim)
        """Cells around the board."""
        both = np.concatenate([rim, self.rows])
        self.apart = distances(both, both)
        """How far all of them are apart: those around the board first, then the board's own."""
        self.seams = seams(cells)
        self.unbroken = unbroken(cells)
        """The share of every border along which no line is drawn, shaped as the seams."""
        self.steps = _inside(self.board)

    @cached_property
    def structure(self) -> Floats:
        """(rows, columns), how strong the edges are that each cell of the board shows inside."""
        return structures(self.board.reshape(-1, SIDE, SIDE, 3)).reshape(self.board.shape[:2])

    @cached_property
    def hearts(self) -> Floats:
        """The same of their insides alone."""
        return _hearts(self.board.reshape(-1, SIDE, SIDE, 3)).reshape(self.board.shape[:2])

    @cached_property
    def rim_hearts(self) -> Floats:
        """The same of the insides of the cells around the board."""
        return _hearts(self.cells[self.around])

    @cached_property
    def rim_structure(self) -> Floats:
        """The same of the cells around the board."""
        return structures(self.cells[self.around])

    @property
    def own_seams(self) -> tuple[Floats, Floats]:
        """How plainly a line is drawn between neighbours on the board."""
        (beside, below), (rows, columns) = self.seams, self.board.shape[:2]
        r = self.rings
        return beside[r : r + rows, r : r + columns - 1], below[r : r + rows - 1, r : r + columns]


def _hearts(cells: Cells) -> Floats:
    """(n,), how strong the edges are within the inside of each of n cells."""
    return structures(cells[:, RIM - 1 : 1 - RIM, RIM - 1 : 1 - RIM])


def _inside(cells: Cells) -> Floats:
    """(rows, columns): the usual strongest step along a line inside each cell, as seams are measured."""
    steps = strongest(np.abs(np.diff(cells[:, :, 3:-3, 4:-4], axis=3))).mean(2)
    return np.asarray(middle(steps, -1), np.float32)
