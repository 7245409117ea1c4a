"""Without gravity: a search for the pairing that clears the board, ready to run in slices.

A board whose tiles only ever go is monotone: a pair that is joined stays joined until one of its tiles goes. So the
order hardly matters, only which tile is paired with which. The search decides pairs in the order in which they can
be taken; where play gets stuck it works out which few pairings every clearing must choose from, keeps that as a
clause, and goes back to where the clause matters (`kernels.search`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.shisen import clauses, kernels
from engine.moves import Cell

Ints = NDArray[np.int32]

_WORK = 150_000
"""Pairs looked at between two glances at the clock, about: 10 ms."""
_ATTEMPTS = 2_000_000
_LARGEST = 16_000_000


class Pairing:
    """A search for a pairing that clears the board."""

    def __init__(
        self,
        cells: Sequence[Cell],
        kinds: Sequence[int],
        size: tuple[int, int],
        *,
        rim: bool,
        walls: Sequence[Cell] = (),
    ) -> None:
        """Tiles at these cells, of these kinds, on a board of this many rows and columns; `walls` are never free."""
        self._board(cells, size, walls, rim=rim)
        first_clauses = self._choices(kinds)
        tiles, pairs, choices = len(kinds), len(self.var_of), len(self.var_start) - 1
        self.choice = np.full((4, choices), clauses.UNDECIDED, np.int32)
        self.choice[clauses.SEEN] = 0
        self.trail = np.zeros(choices + 1, np.int32)
        self.marks = np.zeros(choices + 2, np.int32)
        self.clause = np.zeros((4, len(first_clauses) + 10_000), np.int32)
        self.arena = np.zeros(sum(map(len, first_clauses)) + 4 * choices + 200_000, np.int32)
        self.watch = np.full(2 * choices, clauses.NONE, np.int32)
        self.meta = np.zeros(clauses.META, np.int64)
        self.meta[clauses.FRESH] = 1
        self.meta[clauses.ATTEMPTS] = max(20, _ATTEMPTS // max(1, pairs))
        self.activity = np.append(np.random.default_rng(1).random(choices) * 0.01, 1.0)
        self.allowed = np.zeros(choices, np.uint8)
        self.wanted = np.zeros(choices, np.uint8)
        self.seen_open = np.zeros((2, pairs), np.uint8)
        self.live = np.zeros(pairs, np.int32)
        self.taken = np.zeros(tiles, np.int32)
        self.best = np.zeros(tiles, np.int32)
        self.literals = np.zeros(2 * choices + 2, np.int32)
        self.learned = np.zeros(2 * choices + 2, np.int32)
        for c, literals in enumerate(first_clauses):
            self._add_first(c, literals)

    def _board(self, cells: Sequence[Cell], size: tuple[int, int], walls: Sequence[Cell], *, rim: bool) -> None:
        """The arrays that hold where tiles are."""
        height, width = size
        self.place = np.ascontiguousarray(np.array(cells, np.int32).reshape(-1, 2).T + np.int32(1))
        self.here = np.ones((4, len(cells)), np.uint8)
        self.lines = np.zeros((4, 128), np.uint64)
        free = np.full((height + 2, width + 2), rim)
        free[1:-1, 1:-1] = True
        free[self.place[0], self.place[1]] = False
        for row, column in walls:
            free[row + 1, column + 1] = False
        bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
        self.lines[0, : height + 2] = (free * bits[: width + 2]).sum(1, dtype=np.uint64)
        self.lines[0, 64 : 64 + width + 2] = (free.T * bits[: height + 2]).sum(1, dtype=np.uint64)

    def _choices(self, kinds: Sequence[int]) -> list[list[int]]:
        """The pairs and the choices that they belong to; returns "each tile has a mate" as clauses."""
        by_kind: dict[int, list[int]] = {}
        for t, kind in enumerate(kinds):
            by_kind.setdefault(kind, []).append(t)
        pairs: list[tuple[int, int]] = []
        var_of: list[int] = []
        needs: list[list[int]] = []
        count = 0
        for members in by_kind.values():
            new = [(a, b) for i, a in enumerate(members) for b in members[i + 1 :]]
            pairs += new
            if len(members) == 4:
                var_of += [count + i for i in (0, 1, 2, 2, 1, 0)]
                needs.append([2 * (count + i) for i in range(3)])
                count += 3
                continue
            number = {pair: count + i for i, pair in enumerate(new)}
            var_of += number.values()
            count += len(new)
            needs += (
                [2 * number[min(t, u), max(t, u)] for u in members if u != t]
                for t in (members[:1] if len(members) == 2 else members)
            )
        self.pair = np.ascontiguousarray(np.array(pairs, np.int32).reshape(-1, 2).T)
        self.var_of = np.array(var_of, np.int32)
        numbers = np.arange(len(pairs), dtype=np.int32)
        self.var_start, self.var_pairs = _index(self.var_of, numbers, count)
        self.tile_start, self.tile_pairs = _index(self.pair.reshape(-1), np.tile(numbers, 2), len(kinds))
        return needs

    def _add_first(self, c: int, literals: list[int]) -> None:
        """Keep a clause that holds from the start; where it leaves no choice, make it."""
        start, n = int(self.meta[clauses.ARENA]), len(literals)
        self.arena[start : start + n] = literals
        self.clause[:2, c] = start, n
        for place, literal in enumerate(literals[:2]):
            self.clause[2 + place, c] = self.watch[literal]
            self.watch[literal] = 2 * c + place
        self.meta[clauses.CLAUSES] = c + 1
        self.meta[clauses.ARENA] = start + n
        if n == 1:
            v = literals[0] >> 1
            self.choice[:3, v] = 1, 0, clauses.NONE
            self.trail[self.meta[clauses.TRAIL]] = v
            self.meta[clauses.TRAIL] += 1

    def run(self, budget: Budget) -> int:
        """Search until the board is decided (SOLVED, IMPOSSIBLE) or the budget is spent (RUNNING)."""
        at_once = max(1, _WORK // max(1, len(self.var_of)))
        while nodes := budget.slice(at_once):
            before = int(self.meta[clauses.NODES])
            result = kernels.search(
                *(self.place, self.here, self.lines),
                *(self.pair, self.var_of, self.var_start, self.var_pairs, self.tile_start, self.tile_pairs),
                *(self.choice, self.trail, self.marks, self.clause, self.arena, self.watch, self.meta, self.activity),
                *(self.allowed, self.wanted, self.seen_open, self.live, self.taken, self.best),
                *(self.literals, self.learned, before + nodes),
            )
            budget.spend(int(self.meta[clauses.NODES]) - before)
            if result in (kernels.SOLVED, kernels.IMPOSSIBLE):
                return int(result)
            if result == kernels.FULL and not self._grow():
                break
        return kernels.RUNNING

    def _grow(self) -> bool:
        """Make room for more clauses; False when they would take too much memory."""
        if 2 * self.arena.size > _LARGEST:
            return False
        self.arena = np.concatenate([self.arena, np.zeros_like(self.arena)])
        self.clause = np.concatenate([self.clause, np.zeros_like(self.clause)], axis=1)
        return True

    @property
    def longest(self) -> list[tuple[int, int]]:
        """The longest clearing found: pairs of tiles, in order."""
        return [(int(a), int(b)) for a, b in self.pair[:, self.best[: self.meta[clauses.BEST]]].T]


def _index(keys: Ints, values: Ints, count: int) -> tuple[Ints, Ints]:
    """Values gathered by key: where each key's values start, and the values."""
    start = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(keys, minlength=count), out=start[1:])
    return start, values[np.argsort(keys, kind="stable")]
