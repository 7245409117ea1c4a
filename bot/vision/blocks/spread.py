"""Which open cells of a board of blocks are ground, too, once some ground is known: what is less different from it than
from any kind, has no structure, and is parted from it by no line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import middle, quantile, sides, structures
from bot.vision.blocks.seen import Shown

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

PLAIN: Final = 0.12
"""Share of the blocks' structure up to which a cell shows none."""
FAINT: Final = 0.4
"""Share up to which it may show none."""
FLAT: Final = 4.0
"""Structure, in grey levels, that ground may always show."""
JUMP: Final = 2.0
"""Grey levels by which a step from cell to cell may always be larger than steps inside."""
ROUNDS: Final = 4
PLAINER: Final = 0.5
"""Share of the structure that HARDLY_ANY ground falls below, up to which a cell is too plain for ground."""
HARDLY_ANY: Final = 0.05
STRAY: Final = 3.0
"""How many times farther than usual a single cell of the ground may be from the next."""
SEVERAL: Final = 15.0
"""Difference of cells of the ground from which it has several looks."""
MEMBERS: Final = 40
"""Cells of the ground that are compared with all others of it."""
SURE: Final = 2.0
"""Evidence from which a cell is ground."""
MAYBE: Final = 1.0
"""Evidence from which it is left open."""


@dataclass(frozen=True, eq=False)
class Ground:
    """Cells (rows, columns) that are empty, and how surely."""

    empty: Bools
    open: Bools
    """Cells that may be empty or not."""
    margins: Floats
    """Of the empty cells, by what was seen for it; 1 elsewhere."""


def spread(shown: Shown, group: Ints, parted: bool, rich: float, found: Ground, limit: float) -> Ground:
    """The ground with the open cells that are ground too: each looks different, as on a photograph, but less
    different from other ground than from any kind, it has no structure, or no line is drawn between it and ground.
    """
    board, rings = shown.board, shown.rings
    empty, left, margins = found.empty.copy(), found.open.copy(), found.margins.copy()
    kinds = shown.rims + np.flatnonzero(~empty & ~left)
    to_kind = np.full(group.shape, 2 * limit, np.float32)
    if len(kinds) and left.any():
        to_kind[left] = shown.apart[np.ix_(shown.rims + np.flatnonzero(left), kinds)].min(1)
    beside, below = shown.seams
    own = np.zeros(group.shape, np.float32)
    own[left] = structures(board[left])
    plainer = left & (own < PLAINER * _plainest(shown, empty)) if left.any() else left
    if parted:
        own[left] = np.maximum(own[left], sides(board[left]))
    evidence = np.zeros(group.shape)
    for _ in range(ROUNDS):
        known = shown.around.copy()
        known[shown.inside] = empty
        grounds = np.concatenate([np.arange(shown.rims), shown.rims + np.flatnonzero(empty)])
        if not left.any() or not len(grounds):
            break
        to_ground = np.full(group.shape, np.inf, np.float32)
        to_ground[left] = shown.apart[np.ix_(shown.rims + np.flatnonzero(left), grounds)].min(1)
        ratio = to_ground / np.maximum(to_kind, 0.1)
        near = (ratio < 0.7) & (to_ground < 2 * usual(shown.apart, grounds) + JUMP)
        evidence = np.where(near, 1.5, np.where(ratio < 0.8, 0.5, 0.0)) + 0.75 * (to_kind > 1.5 * limit)
        evidence += 0.75 * _joined(known, beside, below, (1.5 * shown.steps + JUMP).astype(np.float32), rings)
        parted_from, sides_ = _parted(known, beside, below, (2 * shown.steps + 4 * JUMP).astype(np.float32), rings)
        evidence -= 1.5 * (parted_from & ((sides_ >= 2) | ~near)) + 1.5 * plainer
        if rich:
            evidence += np.where(own <= max(PLAIN * rich, FLAT), 1.5, np.where(own <= FAINT * rich, 0.75, -1.0))
        fresh = left & (evidence >= SURE)
        if not fresh.any():
            break
        empty |= fresh
        left &= ~fresh
        margins[fresh] = np.clip(evidence[fresh] / 4, 0, 1)
    # What was taken for ground before the ground around it was known may be parted from it.
    known = shown.around.copy()
    known[shown.inside] = empty
    parted_from, sides_ = _parted(known, beside, below, (2 * shown.steps + 4 * JUMP).astype(np.float32), rings)
    back = empty & ~found.empty & parted_from & (sides_ >= 2)
    empty, left = empty & ~back, left | back
    # Cells that look alike are empty together or not at all.
    times = np.bincount(group.ravel())
    share = np.bincount(group.ravel(), empty.ravel()) / np.maximum(times, 1)
    torn = empty & ((share < 0.6) & (times >= 2))[group]
    empty, left = empty & ~torn, left | torn
    lone = times[group] < 2
    return Ground(empty, left & (~lone | (evidence >= MAYBE)), margins)


def _plainest(shown: Shown, empty: Bools) -> float:
    """The structure that hardly a cell around the board, or of its `empty` ones, falls below."""
    grounds = structures(np.concatenate([shown.cells[shown.around], shown.board[empty]]))
    return float(quantile(grounds, HARDLY_ANY)) if len(grounds) else 0.0


def usual(apart: Floats, grounds: Ints) -> float:
    """How far a look of the ground is from the nearest other, of all looks that are so far `apart`."""
    some = grounds[:: max(1, len(grounds) // MEMBERS)]
    second = min(1, len(grounds) - 1)
    return float(middle(np.partition(apart[np.ix_(some, grounds)], second, 1)[:, second]))


def _joined(known: Bools, beside: Floats, below: Floats, most: Floats, rings: int) -> Bools:
    """(rows, columns), cells of the board with a neighbour that is known ground, and no line between them."""
    return np.asarray((_borders(known, beside, below, most.shape, rings) < most).any(0))


def _parted(known: Bools, beside: Floats, below: Floats, least: Floats, rings: int) -> tuple[Bools, Ints]:
    """(rows, columns) each: cells of the board with ground beside them and a line on all those sides; and how many
    sides that are.
    """
    steps = _borders(known, beside, below, least.shape, rings)
    sides = np.isfinite(steps).sum(0)
    return np.asarray((sides > 0) & (((steps > least) & np.isfinite(steps)).sum(0) == sides)), sides


def _borders(known: Bools, beside: Floats, below: Floats, shape: tuple[int, ...], rings: int) -> Floats:
    """(4, rows, columns): how plain the line to each neighbour is that is known ground; infinite for others."""
    rows, columns = shape
    found = np.full((4, rows, columns), np.inf, np.float32)
    for side, (dy, dx) in enumerate(((0, -1), (0, 1), (-1, 0), (1, 0))):
        there = known[rings + dy : rings + dy + rows, rings + dx : rings + dx + columns]
        steps = beside if dx else below
        seam = steps[rings + min(dy, 0) :, rings + min(dx, 0) :][:rows, :columns]
        found[side][there] = seam[there]
    return found


def stray(shown: Shown, empty: Bools, rich: bool) -> Bools:
    """(rows, columns), cells that may be ground because it differs from place to place as much as they do from it; or,
    where blocks are not `rich` in structure, because it has several looks and no line parts them from any of it.
    """
    grounds = np.concatenate([np.arange(shown.rims), shown.rims + np.flatnonzero(empty)])
    if len(grounds) < 2:
        return np.zeros(empty.shape, np.bool_)
    apart = shown.apart[np.ix_(grounds, np.arange(shown.rims, len(shown.apart)))].min(0)
    found = np.asarray(apart < STRAY * usual(shown.apart, grounds) + JUMP).reshape(empty.shape)
    some = grounds[:: max(1, len(grounds) // MEMBERS)]
    if rich or np.quantile(shown.apart[np.ix_(some, some)], 0.9) < SEVERAL:
        return found
    known = np.pad(empty, shown.rings)
    parted_from, _ = _parted(known, *shown.seams, (2 * shown.steps + 4 * JUMP).astype(np.float32), shown.rings)
    return found | ~parted_from
