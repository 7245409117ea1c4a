"""Kinds that boards beside each other have in common: a block of the player's and an opponent's has one label."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.reason import About, Reason
from bot.vision.blocks.cluster import NOISE, numbered
from bot.vision.blocks.look import CAP, SIDE, cells_of, distances, looks
from bot.vision.blocks.sort import EMPTY, UNSURE, Sorting

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SAME: Final = 0.5
"""Share of what the kind of one board is from the next one of the other up to which two kinds are the same."""
OTHER: Final = 0.6
"""Share of what kinds of one board are apart, at least, from which a kind of another one is a new one."""
ASIDE: Final = (-0.03, 0.0, 0.03)
"""Parts of a cell by which a grid may lie otherwise on its blocks than that of another board."""
SEVERAL: Final = Reason(
    About.WHICH,
    "Expected one board, found several alike, told from left to right: say which is yours with --which left or "
    "--which right.",
)
"""Which of the boards is the player's no picture tells."""
SIDES: Final = ("left", "right")
"""Which of several boards may be meant."""


def named(block: str, count: int) -> list[str]:
    """What the same block of so many boards is called.

    >>> named("board", 3)
    ['board', 'board2', 'board3']
    """
    return [block, *(f"{block}{number}" for number in range(2, count + 1))]


def in_common(pixels: Pixels, boards: list[Sorting]) -> Sorting:
    """The first of boards in one picture, with the others as its twins, where like kinds have like numbers. What may be
    a kind of the first, and may be none, is in doubt.
    """
    first, *others = boards
    known = [(_rows(pixels, first), first.kind.ravel())]
    count, twins = first.kinds, []
    for other in others:
        rows = _laid(pixels, other, known[0][0][first.kind.ravel() >= 0])
        same, count = _same(known, rows, other.kind.ravel(), count)
        kind = np.where(other.kind >= 0, np.array([*same, UNSURE], np.int64)[other.kind], other.kind)
        margins = np.where(kind == UNSURE, np.float32(0), other.margins)
        twins.append(replace(other, kind=kind, margins=margins, marked=other.marked & (kind >= 0)))
        known.append((rows, kind.ravel()))
    return replace(first, twins=tuple(twins))


def led(sorting: Sorting, side: str) -> Sorting:
    """The same boards led by the one on a side, one of SIDES, by whose cells kinds are numbered."""
    boards = [replace(sorting, twins=()), *sorting.twins]
    boards.insert(0, boards.pop(0 if side == SIDES[0] else -1))
    order = numbered(np.concatenate([one.kind[one.kind >= 0] for one in boards]))
    ends = np.cumsum([np.count_nonzero(one.kind >= 0) for one in boards])
    again = []
    for board, part in zip(boards, np.split(order, ends[:-1]), strict=True):
        kind = board.kind.copy()
        kind[kind >= 0] = part
        again.append(replace(board, kind=kind))
    return replace(again[0], twins=tuple(again[1:]))


def _same(known: list[tuple[Floats, Ints]], rows: Floats, kind: Ints, count: int) -> tuple[list[int], int]:
    """For each kind of a board the number that it has on the boards that are `known`, a new one from `count` on, or
    UNSURE; and how many there are then.
    """
    seen, number = np.concatenate([part for part, _ in known]), np.concatenate([part for _, part in known])
    mine, theirs = int(kind.max(initial=EMPTY)) + 1, count
    between = _apart(rows, kind, mine, seen, number, theirs)
    own = _apart(rows, kind, mine, rows, kind, mine)
    there = _apart(seen, number, theirs, seen, number, theirs)
    for square in (own, there):
        np.fill_diagonal(square, CAP)
    same = []
    for one in range(mine):
        if not theirs:
            same.append(count)
            count += 1
            continue
        best = int(between[one].argmin())
        others = [np.delete(between[one], best), np.delete(between[:, best], one), own[one], there[best]]
        next_ = min(float(part.min(initial=CAP)) for part in others)
        near = float(between[one, best])
        usual = min(float(own[one].min(initial=CAP)), float(there.min(initial=CAP)))
        if near + NOISE < SAME * (next_ + NOISE):
            same.append(best)
        elif near > OTHER * usual:
            same.append(count)
            count += 1
        else:
            same.append(UNSURE)
    return same, count


def _apart(rows: Floats, kind: Ints, kinds: int, others: Floats, number: Ints, numbers: int) -> Floats:
    """(kinds, numbers), how far each kind of some cells is from each of others where both look most alike."""
    apart = distances(rows, others)
    found = np.full((kinds, numbers), CAP, np.float32)
    for one in range(kinds):
        for other in range(numbers):
            found[one, other] = apart[np.ix_(kind == one, number == other)].min(initial=CAP)
    return found


def _laid(pixels: Pixels, sorting: Sorting, blocks: Floats) -> Floats:
    """The looks of all cells of a board on the grid, a little beside its own, on which they look most like `blocks`."""
    grid, told = sorting.grid, sorting.kind.ravel() >= 0
    best, least = _rows(pixels, sorting), np.inf
    for down, right in product(ASIDE, ASIDE):
        moved = replace(grid, x=grid.x + right * grid.pitch_x, y=grid.y + down * grid.pitch_y)
        rows = _rows(pixels, replace(sorting, grid=moved))
        apart = float(distances(rows[told], blocks).min(1, initial=CAP).sum())
        if apart < least:
            best, least = rows, apart
    return best


def _rows(pixels: Pixels, sorting: Sorting) -> Floats:
    return looks(cells_of(pixels, sorting.grid).reshape(-1, SIDE, SIDE, 3))
