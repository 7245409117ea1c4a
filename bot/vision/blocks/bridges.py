"""Bridges between pieces that join with their like, as puyos do: whether neighbours are joined, and what that tells.

Only like pieces join, in every game that has such. Cells that were cut in wrong places show bridges between unlike
ones, and kinds that were taken for one have none.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.hue import plane, polar, turned
from bot.vision.blocks.look import middle
from bot.vision.cells import Cells

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

ACROSS: Final = 3
"""Pixels of a cut cell on each side of a border that a bridge leads across, and in which its corners are left out."""
SHADE: Final = 25.0
"""Degrees of hue by which a bridge differs from its piece at the most."""
PALE: Final = 30.0
"""Distance from grey that it has at the least…"""
STRONG: Final = 0.3
"""… and as a share of that of its piece: ground may have a hue of some pieces, but hardly as strong."""
STEP: Final = 40.0
"""Grey levels by which its colour changes at the border at the most."""
BRIDGE: Final = 0.18
"""Share of a side that it is wide, at the least: of 172 like neighbours 8 have less, at the most, where
necks are narrow; of 577 others none has more than 0.25, and where necks are narrow none has anything."""
BRIDGES: Final = 3
"""Bridges from which it is told that like ones join…"""
ALL: Final = 0.8
"""… and the share of like neighbours that do."""
GREY: Final = 0.5
"""Share of how far the next kind is from grey that one has at the most that need not join."""
NARROW: Final = 0.8
"""Share of a side that a bridge is wide where it is plainly narrower than its piece…"""
FEW: Final = 0.1
"""… as so many of them are: in five programs of Puyo Puyo these are 0.2 to 0.7 wide, flat blocks 0.94 and more."""
KINDS: Final = 3
"""Kinds at the least, and…"""
PARTED: Final = 8
"""… neighbours of two kinds, from which it is told that unlike ones do not…"""
MANY: Final = 5
"""Bridges, and…"""
MANY_UNLIKE: Final = 15
"""… neighbours of two kinds without any: of 20 borders that are five chance finds one time in 15,000."""
STRAY: Final = 0.04
"""… but for such a share of them, behind which something may flash."""


def bridges_of(board: Cells, hue: Floats, away: Floats) -> Bools:
    """(2, rows, columns), which cells a bridge of their colour, or of the other's, leads from to the next one, and to
    the one below; by their hues, and how far they are from grey.
    """
    cells = np.asarray(board, np.float32)
    power, shown = polar(*plane(cells))
    found = np.zeros((2, *hue.shape), np.bool_)

    def wide(here: tuple[slice, slice], there: tuple[slice, slice], *, down: bool) -> Bools:
        best = np.zeros(hue[here].shape, np.float32)
        ends = cells[here][..., -1, :, :] if down else cells[here][..., -1, :]
        begins = cells[there][..., 0, :, :] if down else cells[there][..., 0, :]
        level = np.abs(ends - begins).max(-1)[..., ACROSS:-ACROSS] <= STEP
        for of, strong in ((hue[here], away[here]), (hue[there], away[there])):
            least = np.maximum(STRONG * strong, PALE)[..., None, None]
            near = [
                (turned(shown[side], of[..., None, None]) <= SHADE) & (power[side] > least) for side in (here, there)
            ]
            ours, theirs = (part.swapaxes(2, 3) if down else part for part in near)
            strip = np.concatenate([ours[..., ACROSS:-ACROSS, -ACROSS:], theirs[..., ACROSS:-ACROSS, :ACROSS]], axis=-1)
            best = np.maximum(best, (strip & level[..., None]).mean(-2).min(-1))
        return np.asarray(best >= BRIDGE)

    every = slice(None)
    found[0, :, :-1] = wide((every, slice(None, -1)), (every, slice(1, None)), down=False)
    found[1, :-1] = wide((slice(None, -1), every), (slice(1, None), every), down=True)
    return found


def borne_out(kind: Ints, bridges: Bools, power: Floats) -> bool:
    """Whether like neighbours are joined and no others, by how far cells are from grey (rows, columns). One kind need
    not join that is far greyer than all others: garbage.
    """
    one, other, joins = neighbours(kind, bridges)
    kinds = np.unique(kind[kind >= 0])
    unlike = one != other
    if len(kinds) < KINDS or unlike.sum() < PARTED or joins[unlike].mean() > STRAY:
        return False
    usual = [float(middle(power[kind == k])) for k in kinds]
    lone = np.zeros(len(one), np.bool_)
    if min(usual) < GREY * sorted(usual)[1]:
        lone = one == kinds[int(np.argmin(usual))]
    like = (one == other) & ~lone
    return bool(joins[like].sum() >= BRIDGES and joins[like].mean() >= ALL)


def plainly_borne_out(kind: Ints, bridges: Bools) -> bool:
    """Whether so many like neighbours are joined, and of so many unlike ones none, that chance never does that."""
    one, other, joins = neighbours(kind, bridges)
    unlike = one != other
    return bool(joins[~unlike].sum() >= MANY and unlike.sum() >= MANY_UNLIKE and not joins[unlike].any())


def neighbours(kind: Ints, bridges: Bools) -> tuple[Ints, Ints, Bools]:
    """(n,) each: the kinds of two pieces that lie side by side or one above the other, and whether they are joined."""
    pairs = [(kind[:, :-1], kind[:, 1:], bridges[0][:, :-1]), (kind[:-1], kind[1:], bridges[1][:-1])]
    one, other, joins = (np.concatenate([pair[part].ravel() for pair in pairs]) for part in range(3))
    both = (one >= 0) & (other >= 0)
    return one[both], other[both], joins[both]


def narrow(board: Cells, hue: Floats, bridges: Bools) -> bool:
    """Whether bridges, (2, rows, columns), are narrower than the pieces that they join, by the hues of their cells:
    flat blocks that lie side by side only seem to join.
    """
    cells = np.asarray(board, np.float32)
    power, shown = polar(*plane(cells))
    own = (turned(shown, hue[..., None, None]) <= SHADE) & (power > PALE)
    beside, below = bridges
    wide = np.concatenate([own[beside][:, :, -1].mean(1), own[below][:, -1].mean(1)])
    return len(wide) > 0 and float(np.quantile(wide, FEW)) < NARROW
