"""The player of the article "automating Pentas", as it is described there: both known pieces, the least surface left.

Of all ways to take out the current piece and the next one it takes the one that leaves the least surface, less 3 for
every row that went; of equals the last, which lies lowest and rightmost. Two ends were left open there, and are options
here: what to do when the next piece fits after no placement (`mended`: take the most rows, because the end is certain),
and the points of the newer version in place of the 3 (`bonus`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.games.pentas import kernels, packing, rules
from engine.games.pentas.notation import State
from engine.games.pentas.rules import House
from engine.moves import Cell

ROW = 3
"""A row is worth so much surface."""


@dataclass(frozen=True)
class ArticlePlayer:
    """The article's player, and its two options."""

    mended: bool = False
    """Where the end is certain, take the most rows."""
    bonus: bool = False
    """Rows are worth what the newer version pays for them."""

    @property
    def reward(self) -> NDArray[np.int64]:
        """How much surface so many rows at once are worth."""
        return np.array(rules.BONUS if self.bonus else [ROW * rows for rows in range(len(rules.BONUS))], np.int64)

    def choose(self, state: State, house: House) -> tuple[Cell, ...] | None:
        """The cells to take out; None where the piece fits nowhere. A next piece that is not known is left out."""
        assert state.piece is not None
        if not packing.fits_word(state.board) or state.following is None:
            return self._look_once(state, house)
        tables = packing.tables(len(state.board[0]), len(state.board), house.reflections)
        choice = kernels.article(
            packing.word(state.board),
            packing.LETTERS.index(state.piece),
            packing.LETTERS.index(state.following),
            tables.masks,
            tables.starts,
            tables.shape,
            self.mended,
            self.reward,
        )
        return None if choice < 0 else tables.cells[choice]

    def _look_once(self, state: State, house: House) -> tuple[Cell, ...] | None:
        """The least surface after the current piece alone; of equals the last."""
        assert state.piece is not None
        best, least = None, float("inf")
        for cells in rules.placements(state.board, state.piece, house):
            after, cleared = rules.taken(state.board, cells)
            cost = rules.surface(after) - float(self.reward[cleared])
            if cost <= least:
                best, least = cells, cost
        return best
