"""Kinds that boards beside each other have in common: a block of the player's and an opponent's has one label."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels, Point
from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.blocks.cluster import NOISE, coloured, joined, numbered
from bot.vision.blocks.look import CAP, SIDE, areas, cells_of, distances, looks, middle
from bot.vision.blocks.pieces import pieces
from bot.vision.blocks.sort import HARDLY_ANOTHER
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.blocks.witness import Seen, witnessed
from bot.vision.cells import strongest

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SAME: Final = 0.5
"""Share of what the kind of one board is from the next one of the other up to which two kinds are the same."""
OTHER: Final = 0.6
"""Share of what kinds of one board are apart, at least, from which a kind of another one is a new one."""
ONE_COLOUR: Final = 0.2
"""Share of what the colours of two kinds are apart, at least, up to which those of two boards are one."""
AS_LARGE: Final = 0.05
"""Share by which the cells of pieces beside a board may be larger or smaller than its own."""
ASIDE: Final = (0.1, 0.1, 0.05, 0.025)
"""Parts of a cell by which a grid is moved to where its blocks look like those of another board, one after another."""
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
    a kind of the first, and may be none, is in doubt; what is in doubt on one may be told by another.
    """
    first, *others = boards
    known = [(_rows(pixels, first.grid), first.kind.ravel())]
    count, alike = first.kinds, [first]
    for other in others:
        rows = _laid(pixels, other, known[0][0][first.kind.ravel() >= 0])
        same, count = _same(known, rows, other.kind.ravel(), count)
        kind = np.where(other.kind >= 0, np.array([*same, UNSURE], np.int64)[other.kind], other.kind)
        margins = np.where(kind == UNSURE, np.float32(0), other.margins)
        alike.append(replace(other, kind=kind, margins=margins, marked=other.marked & (kind >= 0)))
        known.append((rows, kind.ravel()))
    seen = [
        Seen(*part, one.marked.ravel(), board.kind.ravel() == UNSURE)
        for part, one, board in zip(known, alike, boards, strict=True)
    ]
    seen += _loose(pixels, boards, known, count)
    if len(seen) > 1:
        alike = [_helped(one, *witnessed(seen[at], seen[:at] + seen[at + 1 :])) for at, one in enumerate(alike)]
    first, *twins = _in_order(alike)
    return replace(first, twins=tuple(twins))


def _loose(pixels: Pixels, boards: list[Sorting], known: list[tuple[Floats, Ints]], count: int) -> list[Seen]:
    """The pieces beside boards with cells in doubt, such as the next ones: a look that returns there is a kind. Their
    own ones are numbered from `count` on.
    """
    if count < 2 or not any((board.kind == UNSURE).any() for board in boards):
        return []
    found, grid = pieces(pixels), boards[0].grid
    if found is None or max(abs(found.pitch[0] / grid.pitch_x - 1), abs(found.pitch[1] / grid.pitch_y - 1)) > AS_LARGE:
        return []
    places = [
        Grid(x - grid.pitch_x / 2, y - grid.pitch_y / 2, grid.pitch_x, grid.pitch_y, 1, 1)
        for x, y in found.middles.tolist()
        if not any(board.grid.at(Point(x, y)) for board in boards)
    ]
    if not places:
        return []
    rows, (blocks, number) = np.concatenate([_rows(pixels, at) for at in places]), known[0]
    between = _apart(blocks, number, count, blocks, number, count)
    least = float(between[~np.eye(count, dtype=bool)].min(initial=CAP))
    pairs = np.argwhere(distances(rows, rows) < SAME * least)
    of = joined([(int(one), int(other)) for one, other in pairs], len(rows))
    same, _ = _same(known, rows, of, count)
    none = np.zeros(len(rows), np.bool_)
    return [Seen(rows, np.array(same)[of], none, none)]


def _helped(board: Sorting, kind: Ints, margins: Floats) -> Sorting:
    """A board with what others tell of it."""
    sure = np.maximum(board.margins, margins.reshape(board.kind.shape))
    return replace(board, kind=kind.reshape(board.kind.shape), margins=sure)


def _in_order(boards: list[Sorting]) -> list[Sorting]:
    """Boards with kinds numbered in order of appearance, from the first board's first cell on."""
    order = numbered(np.concatenate([one.kind[one.kind >= 0] for one in boards]))
    ends = np.cumsum([np.count_nonzero(one.kind >= 0) for one in boards])
    again = []
    for board, part in zip(boards, np.split(order, ends[:-1]), strict=True):
        kind = board.kind.copy()
        kind[kind >= 0] = part
        again.append(replace(board, kind=kind))
    return again


def led(sorting: Sorting, side: str) -> Sorting:
    """The same boards led by the one on a side, one of SIDES, by whose cells kinds are numbered."""
    boards = [replace(sorting, twins=()), *sorting.twins]
    boards.insert(0, boards.pop(0 if side == SIDES[0] else -1))
    first, *twins = _in_order(boards)
    return replace(first, twins=tuple(twins))


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
    shared = _shared(rows, kind, mine, seen, number, theirs)
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
        elif one in shared:
            same.append(shared[one])
        elif near > OTHER * usual:
            same.append(count)
            count += 1
        else:
            same.append(UNSURE)
    return same, count


def _shared(rows: Floats, kind: Ints, kinds: int, others: Floats, number: Ints, numbers: int) -> dict[int, int]:
    """Which kinds of some cells are which of others by the colour that they share, though eyes are shut or a bridge is
    in the way: where colours tell kinds they differ all over. UNSURE where that fits none, or several.
    """
    if not kinds or not numbers:
        return {}
    mine = np.stack([middle(rows[kind == one]) for one in range(kinds)])
    theirs = np.stack([middle(others[number == one]) for one in range(numbers)])
    if not all(len(looks) > 1 and coloured(areas(looks, looks)) for looks in (mine, theirs)):
        return {}
    usual, own, there = (_typically_apart(*pair) for pair in ((mine, theirs), (mine, mine), (theirs, theirs)))
    least = min(float(square[~np.eye(len(square), dtype=bool)].min()) for square in (own, there))
    akin = (areas(mine, theirs) < HARDLY_ANOTHER) & (usual < ONE_COLOUR * least)
    single = akin & (akin.sum(1) == 1)[:, None] & (akin.sum(0) == 1)[None]
    return {
        one: int(akin[one].argmax()) if single[one].any() else UNSURE for one in np.flatnonzero(akin.any(1)).tolist()
    }


def _typically_apart(looks: Floats, others: Floats) -> Floats:
    """(len(looks), len(others)), the grey levels by which the middle one of all pixels differs, in any channel."""
    return np.stack([middle(strongest(np.abs(others - one).reshape(len(others), -1, 3)), 1) for one in looks])


def _apart(rows: Floats, kind: Ints, kinds: int, others: Floats, number: Ints, numbers: int) -> Floats:
    """(kinds, numbers), how far each kind of some cells is from each of others where both look most alike."""
    apart = distances(rows, others)
    found = np.full((kinds, numbers), CAP, np.float32)
    for one in range(kinds):
        for other in range(numbers):
            found[one, other] = apart[np.ix_(kind == one, number == other)].min(initial=CAP)
    return found


def _laid(pixels: Pixels, sorting: Sorting, blocks: Floats) -> Floats:
    """The looks of all cells of a board on the grid, a little beside its own, on which they look most like `blocks`:
    each of two grids may lie by a part of a cell beside its blocks.
    """
    told = sorting.kind.ravel() >= 0

    def apart(grid: Grid) -> float:
        return float(distances(_rows(pixels, grid)[told], blocks).min(1, initial=CAP).sum())

    best, least = sorting.grid, apart(sorting.grid)
    for step in ASIDE:
        at = best
        for down, right in product((-step, 0, step), repeat=2):
            moved = replace(at, x=at.x + right * at.pitch_x, y=at.y + down * at.pitch_y)
            if (down or right) and (here := apart(moved)) < least:
                best, least = moved, here
    return _rows(pixels, best)


def _rows(pixels: Pixels, grid: Grid) -> Floats:
    return looks(cells_of(pixels, grid).reshape(-1, SIDE, SIDE, 3))
