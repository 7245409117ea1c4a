"""Which cells of a board of blocks are empty: known by what lies around the board and between the blocks, by having
none of the structure that blocks have, and by lying on top of the rest; never by being dark.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.heap import hanging
from bot.vision.blocks.look import RIM, SIDE, middle, middles, quantile, quantile_of, sides, structures
from bot.vision.blocks.ruled import find_ruled
from bot.vision.blocks.seen import Shown
from bot.vision.blocks.spread import (
    FAINT,
    FLAT,
    HARDLY_ANY,
    JUMP,
    MAYBE,
    MEMBERS,
    PLAIN,
    PLAINER,
    RICH,
    STRAY,
    SURE,
    WALLED,
    Ground,
    spread,
    stray,
    usual,
)
from bot.vision.cells import Cells, strongest

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SEAM: Final = 7.0
"""Grey levels from which a line is drawn between equal neighbours."""
POOR: Final = 0.28
"""Share that a kind shows at least."""
FEW: Final = 3
"""Cells of a group that is too small to be a kind in spite of its looks."""
LIVELIER: Final = 3.0
"""How many times the structure of the plainest cells a cell of the ground may show."""
APART: Final = 1.3
"""How many times that of the next plainer one, where that parts them."""
STRONG: Final = 45.0
"""Structure, in grey levels, that no ground has."""
AROUND: Final = 9.0
"""Difference up to which a cell looks like what lies around the board."""
CHANGED: Final = 18.0
"""Difference up to which a few cells may be ground in another light."""
WEAK: Final = 15.0
"""Structure, in grey levels, that cells of the ground never have in common."""
BLAND: Final = 0.5
"""Share of the plainest kind's structure that a single cell shows at least, to be one."""
COLOUR: Final = 40.0
"""Grey levels, in one channel, from which a colour is no ground in another light."""
RECURS: Final = 0.3
"""Share of the usual difference of cells around the board, from the next of them, below which a group recurs."""
SEEN: Final = 0.06
"""Share of the cells around the board that look like a group from which it may be ground."""
MOSTLY_SEEN: Final = 0.5
"""The same, from which it hardly is anything else."""
LIKE_IT: Final = 3
"""Cells around the board, itself among them, that look like one that may be a block there."""
MOSTLY_ALIKE: Final = 0.8
"""Share of these cells that look like more others, from which the rest is something else."""
RUNS: Final = 0.4
"""Share of a border without a line from which a plain cell runs on into its neighbour."""
OFTEN: Final = 0.2
"""Share of a group's cells, in borders over which it runs on into others, from which it does so as ground does: of 1985
kinds of flat and bevelled blocks over waves none ran on at all, of 12 groups of ground taken for such kinds 11 did."""
FAR_MORE: Final = 2
"""How many times as many cells as any other group one has that prevails…"""
PREVAILS: Final = 0.4
"""… and the share of all cells that it has at least, where there are more than two groups."""
KINDS: Final = 2
GRAINS: Final = 8
"""Cells around the board from which is told that all ground has a grain…"""
GRAIN: Final = 3.0
"""… of twice as many grey levels at least."""


def find_ground(shown: Shown, even: Cells, group: Ints, limit: float) -> Ground:
    """The empty cells of a board.

    `even` and `group` are the board's cells in even light and their groups; cells nearer than `limit` look the same.
    """
    board = shown.board
    times = np.bincount(group.ravel())
    usual_looks = middles(board, group, times)
    evened = usual_looks if even is board else middles(even, group, times)
    level, inner, seam, parted = _levels(evened, shown, group, times)
    evidence = np.zeros(len(times))
    ruled = find_ruled(usual_looks, times) if parted else None
    near, least = _around(shown, group, times, limit, -1 if ruled is None else ruled.number)
    rich = _rich(level, times)
    hangs = np.array([hanging(group == g) if times[g] >= 2 else 0.0 for g in range(len(times))])
    if (within := _rich(inner, times)) >= RICH:
        # What stands at the sides of a plain cell may be only its neighbours' edges, or lines between empty cells.
        bare = ((near > SEEN) | (hangs > 0)) & (inner <= max(PLAIN * within, FLAT))
        level = np.where(bare, inner, level)
    plain = inner <= max(PLAIN * rich, FLAT)
    runs = plain & (_running(shown, group) >= OFTEN * times)
    # Nor are the edges of its neighbours those of a cell that merges with its like where blocks are parted.
    merges = parted & ((near > SEEN) | (runs & (seam >= -FLAT))) & (seam <= FLAT)  # what is rough has less
    level = np.where(merges, np.minimum(level, np.maximum(inner, seam)), level)
    if (
        ruled is not None
        and (plain & (level <= FLAT) & (near > MOSTLY_SEEN))[np.arange(len(times)) != ruled.number].any()
    ):
        # No lines are drawn around the cells that show what lies around the board.
        ruled = None
    if rich >= RICH:
        bare = level <= max(PLAIN * rich, FLAT)
        between = np.where(plain & (near > SEEN), 0.0, -1.0)
        evidence += np.where(
            bare,
            2.0 if rich >= 2 * RICH else 1.0,
            np.where(level <= min(FAINT * rich, WEAK), 1.0, np.where(level >= 0.7 * rich, -2.0, between)),
        )
    if ruled is not None:
        evidence[ruled.number] = max(evidence[ruled.number], ruled.evidence)
    gaps = Gaps(board, group)
    # Blocks that hang from the ceiling lie on top of the rest, too, where the ground is of many looks, each seen once.
    motley = np.count_nonzero(runs & (times < 2)) > FEW
    for g in np.flatnonzero(times >= 2).tolist():
        evidence[g] += min(hangs[g], MAYBE) if motley and least[g] > CHANGED else hangs[g]
        evidence[g] += gaps.evidence(group == g, g)
        # A few cells may be ground that light or a wave changes beside the board.
        rare = times[g] <= FEW and least[g] < CHANGED
        evidence[g] += 2.0 if near[g] > 0.25 else 1.0 if near[g] > SEEN or rare else 0.0
        evidence[g] += (1.5 + 0.5 * (near[g] > 0)) * runs[g]
    ground = evidence >= SURE
    odd = _figured(shown, group, ground, rich) | _blank(shown, group, ground) | _walled(shown, group, ground)
    poor = _poor(usual_looks, group, times, ground)
    # What most cells around the board look like is no kind beyond question, nor is what there is most of by far.
    figured = (inner > max(PLAIN * rich, 2 * FLAT)) & _unlike(shown, group, times, ground, limit)
    faint = (rich >= RICH) & (level < POOR * rich) & ~figured
    maybe = ~ground & ((evidence >= MAYBE) | (near > MOSTLY_SEEN) | faint)
    if not ground.any():
        maybe |= _prevailing(times)
    margins = np.where(ground[group], np.clip(evidence[group] / 4, 0, 1), 1).astype(np.float32)
    empty = ground[group] & ~odd
    found = Ground(empty, ((maybe | (times < 2) | poor)[group] | odd) & ~empty, margins)
    found = spread(shown, group, parted, rich if rich >= RICH else 0.0, found, limit)
    # A single cell that shows far less than the plainest kind may be ground in another light.
    kinds = (times >= 2) & ~ground
    bland = (times < 2) & (level < BLAND * float(level[kinds].min(initial=np.inf))) if kinds.any() else times < 0
    lone = (times < 2)[group] & stray(shown, found.empty, rich >= RICH)
    return Ground(found.empty, found.open | (((poor | bland)[group] | lone) & ~found.empty), found.margins)


def _around(
    shown: Shown, group: Ints, times: Ints, limit: float, ruled: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For every group of two or more the share of the cells around the board that look like it, and how far the one
    that does most is from it; of no others, and not of one that recurs where what lies around never does,
    but for `ruled`.
    """
    near, least = np.zeros(len(times)), np.full(len(times), np.inf)
    varied = usual(shown.apart, np.arange(shown.rims)) if shown.rims > 1 else 0.0
    to_rim, seen = shown.apart[: shown.rims, shown.rims :], _usual_around(shown)
    for g in np.flatnonzero(times >= 2).tolist() if shown.rims else ():
        members = np.flatnonzero(group == g)[:: max(1, int(times[g]) // MEMBERS)]
        # Ground that is never twice the same around the board is not so on it, either.
        if g != ruled and varied > JUMP and usual(shown.apart, shown.rims + members) < RECURS * varied:
            continue
        apart = to_rim[:, members].min(1)
        near[g], least[g] = (apart < min(limit, AROUND)).mean(), apart[seen].min()
    return near, least


def _usual_around(shown: Shown) -> Bools:
    """Which cells around the board look like some others there; all of them where few do, as in a photograph. One of
    another look may be a block of a board that reaches farther.
    """
    alike = (shown.apart[: shown.rims, : shown.rims] < CHANGED).sum(1) > LIKE_IT
    return alike if shown.rims and alike.mean() > MOSTLY_ALIKE else np.ones(shown.rims, np.bool_)


def _running(shown: Shown, group: Ints) -> Ints:
    """For every group over how many borders it runs on without a line into a cell of another group, or around the
    board: blocks end at their borders, and ground where it likes.
    """
    number = np.where(shown.around, -2 - np.arange(shown.around.size).reshape(shown.around.shape), -1)
    number[shown.inside] = group
    beside, below = shown.unbroken
    found = np.zeros(int(group.max()) + 1, np.int64)
    for one, other, share in ((number[:, :-1], number[:, 1:], beside), (number[:-1], number[1:], below)):
        on = (one != other) & (one != -1) & (other != -1) & (share > RUNS)
        for of in (one[on], other[on]):
            found += np.bincount(of[of >= 0], minlength=len(found))
    return found


def _poor(looks_: Cells, group: Ints, times: Ints, ground: Bools) -> Bools:
    """Groups of a FEW cells without a figure in their middle, where most groups have one: they may be ground under a
    cursor, unless they have a colour of their own and lie apart, which no cursor does. `looks_` are what their cells
    usually look like.
    """
    looks_ = looks_[:, RIM - 1 : 1 - RIM, RIM - 1 : 1 - RIM]
    level = structures(looks_)
    usual = level[times > FEW]
    rich = quantile_of(usual, 0.4) if len(usual) else 0.0
    poor = np.asarray((times <= FEW) & (rich >= RICH) & (level < POOR * rich))
    colour = middle(looks_.reshape(len(times), -1, 3), 1)
    for g in np.flatnonzero(poor & (times >= 2)).tolist():
        own = np.abs(colour[ground] - colour[g]).max(1).min(initial=0.0 if not ground.any() else np.inf) > COLOUR
        parts, _ = cv2.connectedComponents((group == g).astype(np.uint8), connectivity=8)
        poor[g] = not (own and parts > 2)
    return poor


def _unlike(shown: Shown, group: Ints, times: Ints, ground: Bools, limit: float) -> Bools:
    """Groups of more than a FEW cells that look unlike all ground, where the board shows some."""
    out = np.zeros(len(times), np.bool_)
    grounds = np.concatenate([np.arange(shown.rims), shown.rims + np.flatnonzero(ground[group])])
    if ground.any():
        for g in np.flatnonzero((times > FEW) & ~ground).tolist():
            apart = shown.apart[np.ix_(grounds, shown.rims + np.flatnonzero(group == g))].min()
            out[g] = apart > max(limit, STRAY * usual(shown.apart, grounds) + JUMP)
    return out


def _figured(shown: Shown, group: Ints, ground: Bools, rich: float) -> Bools:
    """(rows, columns), cells of the ground that show far more than its plainest ones, as blocks do: a thin figure
    may have been taken for ground.
    """
    out = np.zeros(group.shape, np.bool_)
    if rich < RICH:
        return out
    for g in np.flatnonzero(ground).tolist():
        of = group == g
        own = shown.hearts[of]
        least = LIVELIER * quantile_of(own, 0.25)
        # Ground with a grain is never plain, but shows it everywhere alike.
        order = np.sort(own)
        steps = np.flatnonzero((order[1:] > APART * order[:-1]) & (order[1:] > FAINT * rich))
        if len(steps):
            least = min(least, float(order[steps[0]]))
        out[of] = own > max(least, FAINT * rich)
    return out


def _walled(shown: Shown, group: Ints, ground: Bools) -> Bools:
    """(rows, columns), cells of the ground with a line along each of their sides, where others of it have none at all:
    blocks of nearly its colour. A FEW may be under a cursor.
    """
    out = np.zeros(group.shape, np.bool_)
    for g in np.flatnonzero(ground).tolist():
        of = group == g
        lines = sides(shown.board[of], rank=3) > WALLED
        if lines.sum() > FEW and (sides(shown.board[of], rank=0) < FLAT).any():
            out[of] = lines
    return out


def _blank(shown: Shown, group: Ints, ground: Bools) -> Bools:
    """(rows, columns), cells of the ground that are far plainer than all around the board that looks like it, as flat
    blocks are on cloth of nearly their colour.
    """
    out = np.zeros(group.shape, np.bool_)
    for g in np.flatnonzero(ground).tolist() if shown.rims else ():
        of = group == g
        members = shown.rims + np.flatnonzero(of)[:: max(1, int(of.sum()) // MEMBERS)]
        alike = shown.apart[: shown.rims, members].min(1) < AROUND
        if alike.sum() >= GRAINS:
            least = PLAINER * quantile_of(shown.rim_hearts[alike], HARDLY_ANY)
            out[of] = shown.hearts[of] < (least if least > GRAIN else 0)
    return out


def _levels(
    usual_looks: Cells, shown: Shown, group: Ints, times: Ints
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], bool]:
    """For every group how strong the edges are that its cells have in common: inside, at their sides, and where two
    of them touch; then those inside alone, and where two touch, NaN where none do. And whether equal neighbours are
    parted by a line at all. `usual_looks` are what cells of each group look like in even light.
    """
    beside, below = shown.own_seams
    inner, border = structures(usual_looks).astype(np.float64), sides(usual_looks).astype(np.float64)
    seam = np.full(len(times), np.nan)
    across, along = group[:, :-1] == group[:, 1:], group[:-1] == group[1:]
    touch = np.zeros(len(times), np.bool_)
    touch[group[:, :-1][across]] = touch[group[:-1][along]] = True
    for g in np.flatnonzero(touch).tolist():
        of = group == g
        touching = np.concatenate([beside[of[:, :-1] & of[:, 1:]], below[of[:-1] & of[1:]]])
        seam[g] = float(quantile(touching, 0.3)) - 1.5 * float(middle(shown.steps[of]))
    level = np.fmax(inner, seam)
    # Where equal neighbours merge, what stands at the sides of a cell is only its neighbours.
    known = seam[~np.isnan(seam) & (times >= 2)]
    parted = len(known) > 0 and quantile_of(known, 0.7) > SEAM
    return (np.maximum(level, border) if parted else level), inner, seam, parted


def _prevailing(times: Ints) -> Bools:
    """The group, of several, that has far more cells than any other: blocks of all kinds are about as many."""
    if np.count_nonzero(times >= 2) <= KINDS:
        return np.zeros(len(times), np.bool_)
    first, second = np.sort(times)[::-1][:2]
    return np.asarray((times == first) & (times > FAR_MORE * second) & (times > PREVAILS * times.sum()))


def _rich(level: NDArray[np.float64], times: Ints) -> float:
    """The structure that most groups show; single cells, which may be ground like a photograph, count only where they
    have far more structure than ground has.
    """
    shown = level[(times >= 2) | (level >= STRONG)]
    # Ground may be most of the cells: groups count, not cells; the upper middle, since ground has several looks too.
    return quantile_of(shown, 0.6) if len(shown) else 0.0


class Gaps:
    """What shows where four cells meet that are not all of one group."""

    def __init__(self, board: Cells, group: Ints) -> None:
        self._board = board
        self._around = np.stack([group[:-1, :-1], group[:-1, 1:], group[1:, :-1], group[1:, 1:]])
        self._mixed = (self._around != self._around[0]).any(0)
        self._corners = np.stack(
            [board[:-1, :-1, -1, -1], board[:-1, 1:, -1, 0], board[1:, :-1, 0, -1], board[1:, 1:, 0, 0]]
        )

    def evidence(self, of: Bools, number: int) -> float:
        """Evidence that the colour of a group, the cells `of` the board, is what shows between four cells of others."""
        foreign = self._mixed & (self._around != number).all(0)
        if foreign.sum() < 2:
            return 0.0
        heart = np.s_[SIDE // 2 - 3 : SIDE // 2 + 3]
        colour = middle(self._board[of][:, heart, heart].reshape(-1, 3))
        near = strongest(np.abs(self._corners[:, foreign] - colour)).max(0) < 14
        return 1.5 if near.mean() > 0.6 else 0.0
