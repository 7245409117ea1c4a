"""Whether a sheet lies over a rectangle of cells, through which they shine: their lines are shaded as they are.

The line between two cells of one look has one colour all along the board; under a sheet it has another. And where all
cells of a look lie in one rectangle, either they are marks, between which lines keep their colour, or they lie under a
sheet, which takes the lines along with the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.cells import ALIKE, Bools, Floats, Groups, Looks, sort
from bot.vision.clues.chequer import parted
from bot.vision.clues.fits import fits
from bot.vision.clues.marks import CROSSED, Ink

SHARES: Final = (0.5, 0.15, 0.85)
"""Where in the order of the colours of a line the usual one may stand: a sheet may be as large as what it leaves."""
SHIFT: Final = 0.03
"""How much lines under a sheet differ from the others, at least, as a share of the strongest contrast."""
GRAIN: Final = 4.0
"""How many times as much as lines differ anyway."""
SHARP: Final = 2.0
"""How many times as much as those just beyond: a sheet ends at once, light and a line that is not straight do not."""
TALL: Final = 2
"""Lines side by side, and cells along each of them on the average, that a sheet covers."""
BEYOND: Final = 2
"""Places on these lines that must be known beyond it."""
PAIRS: Final = 1_000_000
"""Pairs of colours that are compared at once: those of a large board take gigabytes."""
FEW: Final = 5
"""Lines between cells of two looks from which it is known how such lines are."""
SAME: Final = 0.02
"""Difference of colour within which a line is as others are, as such a share."""
LOOKS: Final = 7
"""Looks of cells at most with which one may tell those under a sheet; up to three of them are."""
FINER: Final = 0.03
"""Difference of colour within which cells look alike where a sheet is so thin, or so dense, that they look like others;
as such a share.
"""
MOST: Final = 0.5
"""Share of the lines, and of the cells, of a rectangle that must tell of a sheet."""
MIXED: Final = 0.6
"""Share of its cells where others lie among them."""
ALONG: Final = 0.6
"""How far a line under a sheet goes along with the cells beside it, as a share of what they are changed: so far, or
farther than the cells' own colour, which a line between marks does not pass.
"""
FAINT: Final = (0.03, 0.25)
"""How much at least is left of the contrast between a line and its cells, and how far from that it may be."""

Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Between:
    """The lines between neighbours: between rows, or turned by a quarter, between columns. A line of the grid is a
    column of these.
    """

    colour: Floats
    """(n, lines, 3)"""
    look: Ints
    """(n, lines), the look that the cells on both sides have; -1 where they have not the same, or something is drawn.
    """
    pair: Ints
    """(n, lines), a number for what both cells look like, the one before and the one after."""
    turned: bool

    def within(self, cells: Bools) -> Bools:
        """(n, lines): lines with a cell of some (rows, columns) on both sides."""
        cells = cells.T if self.turned else cells
        return cells[:, :-1] & cells[:, 1:]


def between(looks: Looks, groups: Groups, turn: Bools | None = None) -> tuple[Between, Between]:
    """The upright and the level lines between neighbours; `turn` are cells whose ground is another than that of the
    rest.
    """
    upright, level = looks.rim[:, 1:, 2], looks.rim[1:, :, 0].transpose(1, 0, 2)
    drawn = len(groups.means)
    # Strokes do not reach the lines: these are alike between all cells in which something is drawn.
    own = np.where(groups.group < 0, drawn, groups.group)
    # On another ground they may be others, whatever the cells show.
    grounds = own if turn is None else own + (drawn + 1) * turn

    def side(colour: Floats, look: Ints, ground: Ints, turned: bool) -> Between:
        before, after = look[:, :-1], look[:, 1:]
        same = np.where((before == after) & (after < drawn), after, -1)
        return Between(colour, same, ground[:, :-1] * 2 * (drawn + 1) + ground[:, 1:], turned)

    return side(upright, own, grounds, False), side(level, own.T, grounds.T, True)


def sheeted(looks: Looks, board: Sequence[str], contrast: float, ink: Ink) -> bool:
    """Whether a sheet lies over a part of a board whose cells read so; `contrast` is that of the clues."""
    least = max(contrast, 40.0)
    for alike in (ALIKE, FINER):
        groups, turn = parted(sort(looks, contrast, alike), looks)
        lines = between(looks, groups, turn)
        if alike == ALIKE and (any(_shifted(side, least) for side in lines) or _blotted(*lines, least)):
            return True
        found = list(_rectangles(groups)) if 1 < len(groups.means) <= LOOKS else []
        lit = [any(_lit(cells, groups.group >= 0) for cells in (own, ~own)) for own, _ in found]
        if any(_crossed_twice(groups, own, board) for (own, _), so in zip(found, lit, strict=True) if so):
            return True
        found = [one for one, so in zip(found, lit, strict=True) if not so]
        if any(_tinted(lines, groups, own, inside, board, ink, least) for own, inside in found):
            return True
    return False


def _shifted(side: Between, contrast: float) -> bool:
    """Whether lines side by side have another colour from one row to another, between such cells as they lie between
    elsewhere.
    """
    for share in SHARES:
        off, usual = _off(side, share)
        known = ~np.isnan(off)
        if not known.any():
            continue
        least = max(SHIFT * contrast, GRAIN * float(np.median(off[known])))
        _forget_constant(side, off, usual, least)
        if _rectangle(off, least):
            return True
    return False


def _blotted(upright: Between, level: Between, contrast: float) -> bool:
    """Whether all four lines that meet in a corner are unlike all others between such cells: only they lie under it."""
    across, down = (alone > SHIFT * contrast for alone in (_alone(upright), _alone(level).T))
    return bool((across[:-1] & across[1:] & down[:, :-1] & down[:, 1:]).any())


def _alone(side: Between) -> Floats:
    """(n, lines): how far lines are from the second nearest of the others between such cells, beyond what most are, and
    from that of the others of the same line; 0 where there are few.
    """
    off = np.zeros(side.pair.shape, np.float32)
    for pair in np.unique(side.pair):
        own = side.pair == pair
        if own.sum() >= FEW:
            off[own] = _second_nearest(side.colour[own])
    along = np.sort(np.abs(side.colour[:, None] - side.colour[None]).max(3), axis=1)[:, 2]
    return np.asarray(np.maximum(np.minimum(off, along) - GRAIN * np.median(off), 0), np.float32)


def _second_nearest(colours: Floats) -> Floats:
    """(n,), how far each of three colours and more, (n, 3), is from the second nearest of the others. Drawn lines have
    few colours: the same are asked once.
    """
    known, at, often = np.unique(colours, axis=0, return_inverse=True, return_counts=True)
    others = np.repeat(known, np.minimum(often, 3), axis=0)
    parts = np.array_split(known, -(-len(known) * len(others) // PAIRS))
    far = [np.partition(np.abs(part[:, None] - others).max(2), 2, axis=1)[:, 2] for part in parts]
    return np.asarray(np.concatenate(far)[at.ravel()], np.float32)


def _off(side: Between, share: float) -> tuple[Floats, Floats]:
    """(n, lines), how much lines differ from what is usual on the same line between such cells, not a number where
    there is but one; and (n, lines, 3), what that is: the colour at this share in their order.
    """
    off, usual = np.full(side.pair.shape, np.nan, np.float32), np.zeros_like(side.colour)
    for line, along in enumerate(side.pair.T):
        pairs, often = np.unique(along, return_counts=True)
        for pair in pairs[often > 1]:
            own = along == pair
            colours = side.colour[own, line]
            usual[own, line] = np.quantile(colours, share, 0, method="nearest")
            off[own, line] = np.abs(colours - usual[own, line]).max(1)
    return off, usual


def _forget_constant(side: Between, off: Floats, usual: Floats, least: float) -> None:
    """Of lines that are alike wherever such cells lie beside them nothing is known: all of them may lie under a sheet.
    But where others of the same line change, what is usual of these tells.
    """
    for line, along in enumerate(side.pair.T):
        changing = np.unique(along[off[:, line] > least])
        known = usual[np.isin(along, changing), line]
        for pair in np.setdiff1d(along, changing):
            own = along == pair
            if not len(known) or np.abs(known - usual[own, line][0]).max(1).min() > least:
                off[own, line] = np.nan


def _rectangle(by: Floats, least: float) -> bool:
    """Whether lines that are off by at least so much (n, lines; not a number where that is not known) are so from one
    row to another, most of them at the same rows, and plainly more than beyond these.
    """
    off, plain = by > least, by <= least
    edge = np.where(plain, by, 0).max(0) * SHARP
    ends = np.arange(len(off))[:, None]
    first, last = np.where(off, ends, len(off)).min(0), np.where(off, ends, -1).max(0)
    some = off.any(0)
    sharp = some & (np.where(off, by, np.inf).min(0) > edge)
    for begin, end in sorted(set(zip(first[some].tolist(), last[some].tolist(), strict=True))):
        agree = sharp & (first >= begin) & (last <= end) & ~plain[begin : end + 1].any(0)
        lines = int(agree.sum())
        enough = lines >= TALL and off[:, agree].sum() >= TALL * lines and plain[:, agree].sum() >= BEYOND
        if enough and (some & ~agree).sum() <= MOST * lines:
            return True
    return False


def _tinted(
    lines: Sequence[Between],
    groups: Groups,
    own: Bools,
    inside: Bools,
    board: Sequence[str],
    ink: Ink,
    contrast: float,
) -> bool:
    """Whether cells whose looks lie in one rectangle only lie under a sheet."""
    beyond = ~inside & (groups.group >= 0)
    solid = not (inside & ~own & (groups.group >= 0)).any()
    block = min(inside.any(0).sum(), inside.any(1).sum()) >= TALL
    if solid and block and len(np.unique(groups.group[own])) > 1 and len(np.unique(groups.group[beyond])) > 1:
        return True  # whatever the cells show looks one way here and another way there
    usual = int(groups.group[beyond].min())
    known, kept, shaded = np.sum([_told(side, groups, own, inside, usual, contrast) for side in lines], 0)
    if known and shaded >= MOST * known:
        return True
    if not solid or kept > MOST * known:
        return False
    labels = np.array([list(row) for row in board])
    twice = block and bool(set(labels[own]) & set(labels[~inside]))  # here they look so, there they look otherwise
    return twice or (bool(known) and _against(board, ink, inside))


def _lit(cells: Bools, known: Bools) -> bool:
    """Whether cells, among those that are `known`, are just a row and a column of the board, or one of both: those that
    a program lights where the pointer is.
    """
    row, column = (np.asarray((cells | ~known).all(axis) & (cells & known).any(axis)) for axis in (1, 0))
    if max(row.sum(), column.sum()) > 1 or not (row.any() or column.any()):
        return False
    return bool(((cells == (row[:, None] | column[None])) | ~known).all())


def _crossed_twice(groups: Groups, own: Bools, board: Sequence[str]) -> bool:
    """Whether cells without a stroke read as crossed, beyond which crosses are drawn: under a sheet all look so."""
    crosses = np.array([[cell == CROSSED for cell in row] for row in board])
    drawn = crosses & ~own & groups.strokes
    return bool(drawn.any() and (crosses & own).sum() > MOST * own.sum())


def _rectangles(groups: Groups) -> Iterator[tuple[Bools, Bools]]:
    """Cells of looks that lie together in a rectangle, and that rectangle; not all the board."""
    group = groups.group
    seen = range(len(groups.means))
    for some in (looks for size in (1, 2, 3) for looks in combinations(seen, size)):
        own = np.isin(group, some)
        rows, columns = np.flatnonzero(own.any(1)), np.flatnonzero(own.any(0))
        inside = np.zeros_like(own)
        inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = True
        share = own.sum() / inside.sum()
        mixed = bool((inside & ~own & (group >= 0)).any())
        strip = min(np.ptp(rows), np.ptp(columns)) == 0
        together = share >= MIXED and not strip if mixed else share >= MOST
        if inside.sum() > 1 and (~inside & (group >= 0)).any() and together:
            yield own, inside


def _told(
    side: Between, groups: Groups, own: Bools, inside: Bools, usual: int, contrast: float
) -> tuple[int, int, int]:
    """Of the lines between cells of a rectangle that look alike, those of which the usual colour is known from beyond
    it; those that have it; and those that were shaded along with their cells.
    """
    known = kept = shaded = 0
    same = max(SAME * contrast, 2.0)
    mine = side.within(own) & (side.look >= 0)
    there = side.within(~inside) & (side.look == usual)
    paper = groups.means[usual]
    for line in np.flatnonzero(mine.any(0) & there.any(0)):
        where = mine[:, line]
        colour, cell = side.colour[where, line], groups.means[side.look[where, line]]
        plain = np.median(side.colour[there[:, line], line], 0)
        change, step = cell - paper, plain - paper
        along = ((colour - plain) * change).sum(1) / np.maximum((change**2).sum(1), 1.0)
        beyond = ((cell - plain) * change).sum(1) / np.maximum((change**2).sum(1), 1.0)
        # What is smeared over a line and its cells draws it to their side, never away from them.
        away = along < -2 * same / np.maximum(np.abs(change).max(1), 1.0)
        far = np.minimum(ALONG, np.maximum(beyond, 0) + 2 * same / np.maximum(np.abs(change).max(1), 1.0))
        left = ((colour - cell) * step).sum(1) / max(float((step**2).sum()), 1.0)
        rest = np.abs(colour - cell - left[:, None] * step).max(1)
        stays = np.abs(colour - plain).max(1) <= same
        faint = (left > FAINT[0]) & (rest <= max(2 * same, FAINT[1] * float(np.abs(step).max())))
        known += len(colour)
        kept += int(stays.sum())
        shaded += int((~stays & faint & ((along > far) | away) & (np.abs(colour - cell).max(1) > same)).sum())
    return known, kept, shaded


def _against(board: Sequence[str], ink: Ink, inside: Bools) -> bool:
    """Whether a line through a rectangle cannot become what its clue says."""
    columns = ["".join(cells) for cells in zip(*board, strict=True)]
    through = [(ink.rows[row], board[row]) for row in map(int, np.flatnonzero(inside.any(1)))]
    through += [(ink.cols[column], columns[column]) for column in map(int, np.flatnonzero(inside.any(0)))]
    return any(clue is not None and not fits(clue, cells) for clue, cells in through)
