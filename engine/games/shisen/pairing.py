"""The search over pairings, ready to run: a board as the arrays that the kernels read.

A board on which tiles only ever go is monotone: a pair that is joined stays joined until one of its tiles goes.
So the order does not matter, only which tile is paired with which.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.shisen import kernels as k
from engine.moves import Cell

Ints = NDArray[np.int32]
MAX_PAIRS = 120_000
"""Boards with more pairs than this are left to the simple search: the tables would not pay."""


class Pairing:
    """A search for a pairing that clears the board; it can be run in slices."""

    def __init__(self, cells: Sequence[Cell], kinds: Sequence[int], size: tuple[int, int], rim: bool, mode: int,
                 seed: int = 1) -> None:
        self.cells = cells
        n = len(cells)
        height, width = size
        self.place = np.zeros((3, n), np.int32)
        self.here = np.ones((4, n), np.uint8)
        self.lines = np.zeros((4, 128), np.uint64)
        self.heap = np.zeros((4, 66), np.int32)
        rows, cols = self.place[:2] = np.array(cells, np.int32).reshape(-1, 2).T + 1
        self.place[2] = height - rows
        self.heap[0] = np.bincount(cols, minlength=66)
        free = np.full((height + 2, width + 2), rim)
        free[1:-1, 1:-1] = True
        free[rows, cols] = False
        bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
        self.lines[0, : height + 2] = (free * bits[: width + 2]).sum(1, dtype=np.uint64)
        self.lines[0, 64 : 64 + width + 2] = (free.T * bits[: height + 2]).sum(1, dtype=np.uint64)
        by_kind: dict[int, list[int]] = {}
        for t, kind in enumerate(kinds):
            by_kind.setdefault(kind, []).append(t)
        first: list[int] = []
        second: list[int] = []
        var_of: list[int] = []
        clauses: list[list[int]] = []
        variables = 0
        for members in by_kind.values():
            of: dict[tuple[int, int], int] = {}
            for i, a in enumerate(members):
                for b in members[i + 1:]:
                    first.append(a)
                    second.append(b)
                    if len(members) == 4 and i > 0:
                        c, d = (t for t in members if t not in (a, b))
                        v = of[c, d]
                    else:
                        v = variables
                        variables += 1
                    of[a, b] = v
                    var_of.append(v)
            whole = members[:1] if len(members) <= 4 else members
            for t in whole:
                clauses.append([2 * of[min(t, u), max(t, u)] for u in members if u != t])
        self.pair = np.array([first, second], np.int32).reshape(2, -1)
        self.var_of = np.array(var_of, np.int32)
        m = len(var_of)
        self.var_start, self.var_pairs = _index(self.var_of, np.arange(m, dtype=np.int32), variables)
        ends = self.pair.reshape(-1)
        self.tile_start, self.tile_pairs = _index(ends, np.tile(np.arange(m, dtype=np.int32), 2), n)
        self.shape = np.array([mode, rim, height, width], np.int64)
        self.choice = np.full((4, variables), -1, np.int32)
        self.choice[k.SEEN] = 0
        self.trail = np.zeros(variables + 1, np.int32)
        self.marks = np.zeros(variables + 2, np.int32)
        self.clause = np.zeros((4, 20_000), np.int32)
        self.arena = np.zeros(400_000, np.int32)
        self.watch = np.full(2 * variables, -1, np.int32)
        self.meta = np.zeros(16, np.int64)
        self.meta[k.FRESH] = 1
        rng = np.random.default_rng(seed)
        self.activity = np.append(rng.random(variables) * 0.01, 1.0)
        self.allowed = np.zeros(variables, np.uint8)
        self.wanted = np.zeros(variables, np.uint8)
        self.seen_open = np.zeros((2, m), np.uint8)
        self.live = np.zeros(m, np.int32)
        self.taken = np.zeros(n, np.int32)
        self.best = np.zeros(n, np.int32)
        self.literals = np.zeros(2 * variables + 2, np.int32)
        self.learned = np.zeros(2 * variables + 2, np.int32)
        for literals in clauses:
            self.literals[: len(literals)] = literals
            k.add_clause(self.choice, self.clause, self.arena, self.watch, self.meta, self.literals, len(literals))
            if len(literals) == 1:
                k.assign(self.choice, self.trail, self.meta, literals[0] >> 1, 1, k.NONE)

    def run(self, nodes: int) -> int:
        return int(k.search(self.place, self.here, self.lines, self.heap, self.shape, self.pair, self.var_of, self.var_start,
            self.var_pairs, self.tile_start, self.tile_pairs, self.choice, self.trail, self.marks, self.clause,
            self.arena, self.watch, self.meta, self.activity, self.allowed, self.wanted, self.seen_open, self.live,
            self.taken, self.best, self.literals, self.learned, self.meta[k.NODES] + nodes))


def _index(keys: Ints, values: Ints, count: int) -> tuple[Ints, Ints]:
    """Values gathered by key: where each key's values start, and the values."""
    order = np.argsort(keys, kind="stable")
    start = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(keys, minlength=count), out=start[1:])
    return start, values[order].astype(np.int32)
