"""A puzzle on machine words, for the compiled kernels: lines solved to the end, cells probed in slices."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.nonogram import kernels as k
from engine.games.nonogram.rules import CROSS, State
from engine.position import EMPTY

Words = NDArray[np.uint64]

_SLICE = 4_000
"""Probes between two glances at the clock are this many, divided by the lines: some 10 ms."""


class Board:
    """What every cell of a puzzle can still be."""

    def __init__(self, state: State) -> None:
        """The board as it is filled."""
        self.state = state
        self.rows, self.cols = len(state.rows), len(state.cols)
        self.labels = (CROSS, *state.colours)
        clues = (*state.rows, *state.cols)
        number = {label: c for c, label in enumerate(self.labels)}
        self.first = np.cumsum([0, *map(len, clues)], dtype=np.int32)
        self.length = np.array([length for clue in clues for length, _ in clue], np.int32)
        self.colour = np.array([number[colour] for clue in clues for _, colour in clue], np.int32)
        self.can = np.full((len(clues), len(self.labels), 2), ~np.uint64(0))
        shown = np.array([list(row) for row in state.board])
        self.keep([(shown == label) | (shown == EMPTY) for label in self.labels])
        self.work = np.zeros((3, 130, 2), np.uint64)
        self.queue = np.zeros((2, len(clues)), np.int32)
        self.trial, self.merged = np.zeros_like(self.can), np.zeros_like(self.can)
        self.cells = np.zeros(0, np.int32)
        self.meta = np.zeros(k.META, np.int64)

    def keep(self, able: Sequence[NDArray[np.bool_]]) -> None:
        """Of what the cells can be, leave only what is in these sets: for each label the cells, (rows, columns)."""
        for c, cells in enumerate(able):
            self.can[: self.rows, c] &= _words(cells)
            self.can[self.rows :, c] &= _words(cells.T)

    @property
    def _puzzle(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], int, int]:
        return self.first, self.length, self.colour, self.rows, self.cols

    def settle(self, lines: Collection[int] | None = None) -> bool:
        """Solve all lines, or only these, until nothing is new; False on a contradiction."""
        if lines is not None:
            self.queue[1] = [line not in lines for line in range(len(self.can))]
        fine = bool(k.settle_all(self.can, *self._puzzle, self.work, self.queue))
        self.queue[1] = 0
        return fine

    def probe(self, budget: Budget, most: int) -> bool | None:
        """Probe open cells until that finds nothing more (True) or ends in a contradiction (False); None after so many
        probes or a spent budget: then it goes on where it was, when called again.
        """
        if not self.cells.size:
            self.cells = self._in_order()
        start = int(self.meta[k.PROBES])
        some = max(1, _SLICE // len(self.can))
        while (before := int(self.meta[k.PROBES])) < start + most and (left := budget.slice(some)):
            result = k.probe(
                *(self.can, *self._puzzle, self.work, self.queue),
                *(self.trial, self.merged, self.cells, self.meta, before + left),
            )
            budget.spend(int(self.meta[k.PROBES]) - before)
            if result != k.RUNNING:
                return bool(result == k.DONE)
        return None

    def _in_order(self) -> NDArray[np.int32]:
        """The open cells, those first that have few open neighbours: what is decided lies beside what is decided."""
        open_ = np.pad(self._open(), 1)
        around = sum(
            open_[1 + y : self.rows + 1 + y, 1 + x : self.cols + 1 + x] for y in (-1, 0, 1) for x in (-1, 0, 1)
        )
        cells = np.flatnonzero(open_[1:-1, 1:-1])
        return cells[np.argsort(np.asarray(around).reshape(-1)[cells], kind="stable")].astype(np.int32)

    def _open(self) -> NDArray[np.int64]:
        """1 for every cell that can still be several things."""
        several: NDArray[np.bool_] = np.stack(self.sets()).sum(0) > 1
        return several.astype(np.int64)

    def sets(self) -> list[NDArray[np.bool_]]:
        """For each label the cells that can have it, (rows, columns)."""
        return [_bits(self.can[: self.rows, c], self.cols) for c in range(len(self.labels))]

    @property
    def shown(self) -> tuple[str, ...]:
        """The cells as text: decided where only one label is left."""
        sets = np.stack(self.sets())
        labels = np.array(list(self.labels))
        shown = np.where(sets.sum(0) == 1, labels[sets.argmax(0)], EMPTY)
        return tuple("".join(row) for row in shown)


def _words(able: NDArray[np.bool_]) -> Words:
    """(lines, cells) of truth values as (lines, 2) words, the first cell the lowest bit."""
    bits = np.zeros((len(able), 128), np.uint8)
    bits[:, : able.shape[1]] = able
    return np.packbits(bits, axis=1, bitorder="little").view("<u8")


def _bits(words: Words, size: int) -> NDArray[np.bool_]:
    """The first cells of (lines, 2) words as truth values, (lines, cells)."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")[:, :size].astype(bool)
