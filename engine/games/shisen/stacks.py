"""With gravity: a beam search over boards, ready to run in slices.

Order matters here, as tiles fall. All boards after the same number of pairs are a layer; of each layer the most
promising are kept (`falling.worth`), narrow at first, then wider and by another taste. A layer that is empty although
nothing was ever left out proves that the board cannot be cleared.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.shisen import falling as f
from engine.moves import Cell

Words = NDArray[np.uint64]
Layer = tuple[NDArray[np.int32], NDArray[np.int32]]
WON, LOST, OPEN = range(3)

_TASTES = ((10, 10, 5, 2, 4, 6), (10, 10, 0, 0, 2, 8), (10, 10, 3, 1, 8, 4))
_LARGE = 200
_NARROW = ((1, 0), (1, 1), (1, 2), (3, 0), (3, 1))
"""What goes first on boards with more than so many tiles: they are easy, but each board takes long to judge."""
_WIDTHS = (
    *((10, 0), (10, 1), (40, 0), (160, 0), (160, 1), (640, 0), (640, 2)),
    *((2_560, 0), (2_560, 1), (10_240, 0), (40_960, 0)),
)
"""How wide the beam is each time, and by which taste."""
_GLANCE = 40_000
"""Pairs looked at, about, to choose one pair on a large board at first."""
_WORK = 2_000_000
"""Pairs looked at between two glances at the clock, about: 10 ms."""


class Stacks:
    """A search for an order of pairs that clears a board of stacks."""

    def __init__(
        self, cells: Sequence[Cell], kinds: Sequence[int], labels: Sequence[int], size: tuple[int, int], *,
        rim: bool, first_four: bool,
    ) -> None:  # fmt: skip
        """Tiles at these cells, nothing empty under a tile, on a board of this many rows and columns."""
        order = sorted(range(len(cells)), key=lambda t: (cells[t][1], -cells[t][0]))
        tiles = len(cells)
        self.size = size
        self.cells = [cells[t] for t in order]
        """The tiles column by column, from the bottom: the order in which all arrays count them."""
        self.col = np.array([col + 1 for _, col in self.cells], np.int32)
        by_kind: dict[int, list[int]] = {}
        for t, old in enumerate(order):
            by_kind.setdefault(kinds[old], []).append(t)
        pairs = [(a, b) for members in by_kind.values() for i, a in enumerate(members) for b in members[i + 1 :]]
        self.pair = np.ascontiguousarray(np.array(pairs, np.int32).T)
        top_down = sorted(range(tiles), key=lambda t: (self.cells[t][1], self.cells[t][0]))
        self.label = np.array([[labels[old] for old in order], top_down], np.int32)
        self.shape = np.array([rim, *size, first_four, 0], np.int64)
        self.zobrist = np.random.default_rng(1).integers(0, 1 << 63, tiles, dtype=np.uint64)
        self.words = (tiles + 63) // 64
        self.level, self.over, self.apart = (np.zeros(tiles, np.int32) for _ in range(3))
        self.heap = np.zeros(66, np.int32)
        self.rows = np.zeros(64, np.uint64)
        self.run_of = np.zeros(tiles, np.uint64)
        self.start = np.zeros(tiles, np.uint8)
        self.child = np.zeros(self.words, np.uint64)
        self.live, self.offers = (np.zeros(len(pairs), np.int32) for _ in range(2))
        self.tally = np.zeros(3, np.int64)
        self.passes = 0
        self.longest: list[tuple[int, int]] = []
        """The longest clearing found: pairs of tiles, in order."""

    def run(self, budget: Budget) -> int:
        """Search until the board is decided (WON, LOST) or the budget is spent (OPEN)."""
        narrow = _NARROW if len(self.col) > _LARGE else ()
        for width, taste in narrow + _WIDTHS:
            self.passes += 1
            result = self._pass(width, _TASTES[taste], budget)
            if result != OPEN or budget.spent:
                return result
        return OPEN

    def _pass(self, width: int, taste: tuple[int, ...], budget: Budget) -> int:
        """One beam of this width."""
        room = 24 * width + 200
        work = _GLANCE if width < _WIDTHS[0][0] else _WORK
        self.shape[f.MOST] = max(8, work // self.pair.shape[1])
        parent, taken, score = (np.zeros(room, np.int32) for _ in range(3))
        key = np.zeros(room, np.uint64)
        table = np.empty(1 << (2 * room).bit_length(), np.int32)
        likes = np.array(taste, np.int64)
        boards = self.full()
        keys = np.zeros(1, np.uint64)
        history: list[Layer] = []
        self.tally[2] = 0
        while True:
            table.fill(-1)
            self.tally[0] = 0
            done, won = 0, -1
            at_once = max(1, _WORK // (16 * self.pair.shape[1]))
            while done < len(boards) and won < 0:
                if budget.spent:
                    return OPEN
                until, before = min(done + at_once, len(boards)), int(self.tally[1])
                won = f.expand(
                    *(boards, self.col, self.pair, self.label, self.shape, likes, self.zobrist),
                    *(self.level, self.over, self.heap, self.rows, self.run_of, self.child, self.start),
                    *(self.live, self.offers, self.apart),
                    *(parent, taken, score, key, table, keys, self.tally),
                    *(done, until),
                )
                budget.spend(max(1, int(self.tally[1]) - before))
                done = until
            if won >= 0:
                self._remember(history, int(parent[won]), int(taken[won]))
                return WON
            count = int(self.tally[0])
            kept = np.flatnonzero(score[:count])
            lost = not len(kept) and not self.tally[2]
            if (len(kept) or (lost and count)) and len(history) >= len(self.longest):
                best = int(score[:count].argmax())
                self._remember(history, int(parent[best]), int(taken[best]))
            if not len(kept):
                return LOST if lost else OPEN
            if len(kept) > width:
                self.tally[2] = 1
                rank = (score[kept].astype(np.uint64) << np.uint64(32)) | (key[kept] >> np.uint64(32))
                kept = kept[np.argpartition(rank, len(kept) - width)[-width:]]
            history.append((parent[kept], taken[kept]))
            boards, keys = boards[parent[kept]], key[kept]
            for ends in self.pair[:, taken[kept]]:
                boards[np.arange(len(kept)), ends >> 6] ^= np.uint64(1) << (ends & 63).astype(np.uint64)

    def full(self) -> Words:
        """The board with all tiles, as the only one of its layer."""
        bits = np.zeros(64 * self.words, np.uint64)
        bits[: len(self.col)] = 1
        words: Words = (bits.reshape(1, -1, 64) << np.arange(64, dtype=np.uint64)).sum(2, dtype=np.uint64)
        return words

    def _remember(self, history: list[Layer], parent: int, taken: int) -> None:
        """Keep the way to a board as the longest clearing."""
        way = [taken]
        for parents, pairs in reversed(history):
            way.append(int(pairs[parent]))
            parent = int(parents[parent])
        self.longest = [(int(a), int(b)) for a, b in self.pair[:, way[::-1]].T]
