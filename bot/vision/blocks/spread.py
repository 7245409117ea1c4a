"""Which open cells of a board of blocks are ground, too, once some ground is known: what is less different from it than
from any kind, has no structure, and is parted from it by no line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import middle, quantile, quantile_of, sides
from bot.vision.blocks.seen import Shown

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

RICH: Final = 14.0
"""Structure from which blocks are told from the ground by it, in grey levels."""
PLAIN: Final = 0.12
"""Share of the blocks' structure up to which a cell shows none."""
FAINT: Final = 0.4
"""Share up to which it may show none."""
FLAT: Final = 4.0
"""Structure, in grey levels, that ground may always show."""
WALLED: Final = 8.0
"""Grey levels from which a line is drawn inside a cell, along all of its sides."""
NOISE: Final = 1.0
"""Grey levels by which equal cells may always differ."""
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
LIKE: Final = 0.35
"""Share of the difference from the nearest kind up to which a cell looks like the ground and like no kind."""
BLOCKLIKE: Final = 0.7
"""Share of the blocks' structure from which a cell is no ground in spite of its looks."""
DRAWN: Final = 0.8
"""Share of the empty cells along a side, parted by a line from what lies around, from which a frame is drawn there."""
FRAMED: Final = 2
"""Such cells, at least."""
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
    own[left] = shown.structure[left]
    plainer = left & (own < PLAINER * _plainest(shown, empty)) if left.any() else left
    walled = np.zeros(group.shape, np.bool_)
    if parted:
        walled[left] = sides(board[left], rank=3) > WALLED
        own[left] = np.maximum(own[left], sides(board[left]))
    # As near to ground as ground is, and far from all kinds; what is only taken for ground here tells of no other.
    grounds = np.concatenate([np.arange(shown.rims), shown.rims + np.flatnonzero(empty)])
    like = np.zeros(group.shape, np.bool_)
    if left.any() and len(grounds):
        to_first = shown.apart[np.ix_(shown.rims + np.flatnonzero(left), grounds)].min(1)
        like[left] = to_first < np.minimum(LIKE * to_kind[left], min(1.5 * usual(shown.apart, grounds) + NOISE, limit))
        like &= own < BLOCKLIKE * rich if rich else like
    figured = (np.bincount(group.ravel())[group] >= 2) & (own > max(PLAIN * rich, 2 * FLAT))
    evidence, near_rich = np.zeros(group.shape), np.zeros(group.shape, np.bool_)
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
        evidence += 0.75 * like
        evidence += 0.75 * _joined(known, beside, below, (1.5 * shown.steps + JUMP).astype(np.float32), rings)
        # Flat blocks may be told from ground by nothing but lines.
        near_rich |= near & bool(rich)
        parted_from, sides_ = _cut_off(shown, empty, near_rich)
        evidence -= 1.5 * (parted_from & ((sides_ >= 2) | ~near)) + 1.5 * plainer
        # A cell among blocks has no ground beside it, but lines of its own.
        evidence -= 1.5 * (walled & ~near)
        # A figure that recurs, unlike all ground by far more than ground varies, is none.
        unlike = to_ground > max(limit, STRAY * usual(shown.apart, grounds) + JUMP)
        evidence -= 1.5 * (unlike & figured)
        if rich:
            evidence += np.where(own <= max(PLAIN * rich, FLAT), 1.5, np.where(own <= FAINT * rich, 0.75, -1.0))
        fresh = left & (evidence >= SURE)
        if not fresh.any():
            break
        empty |= fresh
        left &= ~fresh
        margins[fresh] = np.clip(evidence[fresh] / 4, 0, 1)
    # What was taken for ground before the ground around it was known may be parted from it.
    parted_from, sides_ = _cut_off(shown, empty, near_rich)
    back = empty & ~found.empty & parted_from & (sides_ >= 2)
    empty, left = empty & ~back, left | back
    # Cells that look alike are empty together or not at all.
    times = np.bincount(group.ravel())
    share = np.bincount(group.ravel(), empty.ravel()) / np.maximum(times, 1)
    torn = empty & ((share < 0.6) & (times >= 2))[group]
    empty, left = empty & ~torn, left | torn
    lone = times[group] < 2
    return Ground(empty, left & (~lone | (evidence >= MAYBE)), margins)


def _framed(shown: Shown, empty: Bools) -> Bools:
    """Of the board and the cells around it, those beyond a side where a frame is drawn: a line parts the `empty` cells
    of the board (rows, columns) from them as well.
    """
    (beside, below), rings = shown.seams, shown.rings
    rows, columns = empty.shape
    most = 2 * shown.steps + 4 * JUMP
    found = np.zeros_like(shown.around)
    sides = (
        (empty[:, 0], beside[rings:-rings, rings - 1], most[:, 0], np.s_[:, :rings]),
        (empty[:, -1], beside[rings:-rings, rings + columns - 1], most[:, -1], np.s_[:, -rings:]),
        (empty[0], below[rings - 1, rings:-rings], most[0], np.s_[:rings]),
        (empty[-1], below[rings + rows - 1, rings:-rings], most[-1], np.s_[-rings:]),
    )
    for bare, steps, least, ring in sides:
        if bare.sum() >= FRAMED and (steps > least)[bare].mean() >= DRAWN:
            found[ring] = True
    return found


def _cut_off(shown: Shown, empty: Bools, near: Bools) -> tuple[Bools, Ints]:
    """(rows, columns) each: cells with ground beside them and a line on all those sides; and how many sides that are.
    No line of a frame tells of those that look `near` to ground.
    """
    known = shown.around.copy()
    known[shown.inside] = empty
    most = (2 * shown.steps + 4 * JUMP).astype(np.float32)
    parted_from, sides_ = _parted(known, *shown.seams, most, shown.rings)
    if (near & parted_from).any():
        within, _ = _parted(known & ~_framed(shown, empty), *shown.seams, most, shown.rings)
        parted_from = np.where(near, within, parted_from)
    return parted_from, sides_


def _plainest(shown: Shown, empty: Bools) -> float:
    """The structure that hardly a cell around the board, or of its `empty` ones, falls below."""
    grounds = np.concatenate([shown.rim_structure, shown.structure[empty]])
    return float(quantile(grounds, HARDLY_ANY)) if len(grounds) else 0.0


def usual(apart: Floats, grounds: Ints) -> float:
    """How far a look of the ground is from the nearest other, of all looks that are so far `apart`."""
    some = grounds[:: max(1, len(grounds) // MEMBERS)]
    second = min(1, len(grounds) - 1)
    return float(middle(np.partition(apart[some[:, None], grounds], second, 1)[:, second]))


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
    if rich or quantile_of(shown.apart[np.ix_(some, some)], 0.9) < SEVERAL:
        return found
    known = np.pad(empty, shown.rings)
    parted_from, _ = _parted(known, *shown.seams, (2 * shown.steps + 4 * JUMP).astype(np.float32), shown.rings)
    return found | ~parted_from
