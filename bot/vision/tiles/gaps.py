"""Cells taken for gaps that may be tiles, and such as cannot: told by what the ground around them does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import Cells
from bot.vision.tiles import kinds, plausible
from bot.vision.tiles.flow import Flow
from bot.vision.tiles.kin import CROSS, OUTLINE, outline, outlined
from bot.vision.tiles.presence import LIKE, NOISE, SURE, Presence, repeated, unlike

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

SHUT: Final = 0.8
"""Share of the tiles that the ground does not run into, from which what it runs into is doubtful."""
ENDLESS: Final = 0.5
"""How plainly what is no tile ends on all sides at the most, and how much it shows, as a share of the least tile."""
SIDED: Final = 0.45
"""How far from what tiles share one may be that has their sides only: of gaps between tiles none is as near."""
FREE: Final = 0.9
"""Share of a gap that shows nothing but ground, where that is all alike, at the least."""
ANOTHER: Final = 0.6
"""Agreement of outlines, of either sign, from which a cell may show the figure of a tile in another light."""
STEP: Final = 0.15
"""How much farther from what tiles share than any tile what is none is, where tiles do not plainly share much, but the
ground around them is of many looks."""
RUN: Final = 0.5
"""Share of the gaps into which the ground runs, from which it tells something of the others."""
MOSTLY: Final = 0.9
"""Share of the gaps into which the ground runs, from which it tells of the others what they are whatever they show."""
PLAINER: Final = 1.8
"""How many times more plainly than ground ends what is none."""
AWAY: Final = 0.1
"""How far it is from all ground, as a share of how far tiles are, at the least."""
LEAKS: Final = 0.3
"""Share of those that are no tiles into which the ground may run all the same, where its colours are nearly theirs."""
OTHER: Final = 200.0
"""Mean squared difference, in grey levels, from all ground of what recurs and is none."""
DRAWN: Final = (3.0, 0.5)
"""How many times more than the ground, and than the plainest tile, what is drawn in a cell shows."""
FEWEST: Final = 12
"""Tiles from which it is known how plainly they end, and…"""
BEAR: Final = 20.0
"""… how much their pictures show at the least; else…"""
ENDS: Final = 4.0
"""… how many times more plainly than such a gap all of them end."""
MIDDLE: Final = 2
"""How much of a cell is left out on each side there: see `kinds.outlines`."""
SHADED: Final = 0.95
"""Share of the ground that ends no more plainly than what is as endless as ground."""


def hidden(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools, gaps: Bools) -> Bools:
    """(rows, columns), those `gaps` that may be tiles which look like the ground: it does not run into them, and they
    show what another shows, or a tile and rather that than any other gap, or the same colour that is not the ground's.
    """
    other = gaps & ground.shut
    if other.any():
        other[other] = ~learnt.grounded(cells[other])
    equal = plausible.alike(cells, other)
    if other.any():
        looks, own = kinds.features(cells[gaps]), other[gaps]
        among = kinds.differences(looks[own], looks)
        among[np.arange(len(among)), np.flatnonzero(own)] = np.inf
        away = kinds.differences(looks[own], kinds.features(cells[tiles])).min(1)
        equal[other] |= away < np.minimum(among.min(1), (2 * NOISE) ** 2)
    return equal | plausible.twins(cells, gaps & ground.busy, tiles)


def fenced(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools) -> Bools:
    """(rows, columns), those cells that are no tiles though the ground stops at them, right beside a cell into which it
    runs: a gap has no outline. Where the ground has many looks, only those that show the same colour as another, unless
    it runs into nearly all other gaps; where tiles plainly have something in common, only those that show some of it:
    outlines are a part of that.
    """
    if ground.shut[tiles].mean() < SHUT:
        return np.zeros_like(tiles)
    near = cv2.dilate(ground.open.astype(np.uint8), CROSS, borderValue=0) > 0
    stopped = np.asarray(~tiles & ground.shut & near)
    if stopped.any() and learnt.akin:
        stopped[stopped] = ~learnt.bare(cells[stopped])
    if not learnt.calm:
        alone = (~tiles & ground.open).sum() > MOSTLY * (~tiles).sum()
        return stopped if alone else plausible.alike(cells, stopped)
    if stopped.any():  # the sides of tiles stop the ground, too, but they are no outline all around
        stopped[stopped] = outlined(cells[stopped]) | (learnt.apart(cells[stopped]) > NOISE)
    return stopped


def ended(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools, around: Cells) -> Bools:
    """(rows, columns), those cells that are no tiles though they end far more plainly than all ground does: the gaps
    into which it runs, and nearly all that lies `around` the board (n, …). Where tiles have little in common but their
    outlines, nothing but these tells a tile in nearly the colour of the ground; a gap with tiles on all sides has them,
    too, but shows the ground.
    """
    found, run = ~tiles & ~ground.open, ~tiles & ground.open
    if learnt.akin or not found.any() or run.sum() <= RUN * (~tiles).sum():
        return np.zeros_like(tiles)
    plain = _plainest(outline, cells[run], around, OUTLINE)
    away = unlike(cells[found], np.concatenate([cells[run], around]))
    found[found] = (outline(cells[found]) > PLAINER * plain) & (away > AWAY * learnt.usual)
    return np.asarray(found)


def repeating(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools, around: Cells) -> Bools:
    """(rows, columns), those cells that are no tiles though several show the very same, and nothing that lies `around`
    the board (n, …) comes near to it, where the ground has many looks, and runs into few of them: a kind in nearly
    its colours on a board that is full. Where all tiles bear pictures, what shows next to nothing is none.
    """
    found = ~tiles & ~ground.open
    if learnt.calm or not len(around) or (~tiles & ground.open).sum() > LEAKS * (~tiles).sum():
        return np.zeros_like(tiles)
    found = plausible.alike(cells, found)
    if found.any():
        found[found] = _drawn(cells[found]) >= kinds.BARE * float(_drawn(cells[tiles]).min())
    if found.any():
        away = kinds.differences(kinds.features(cells[found]), kinds.features(around)).min(1)
        found[found] = away > OTHER
    return found


def figured(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools, around: Cells) -> Bools:
    """(rows, columns), those cells that are no tiles though something is drawn in their middle, half as plainly as in
    any tile and far more than in the gaps into which the ground runs, and nearly all that lies `around` the board
    (n, …): a tile that lies face down, or whose picture is missing. The ground must be all alike.
    """
    found, run = ~tiles & ~ground.open, ~tiles & ground.open
    if not learnt.calm or not found.any():
        return np.zeros_like(tiles)
    plain = _plainest(_drawn, cells[run], around, kinds.GRAIN)
    found[found] = _drawn(cells[found]) > max(DRAWN[0] * plain, DRAWN[1] * float(_drawn(cells[tiles]).min()))
    return np.asarray(found)


def blank(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools) -> Bools:
    """(rows, columns), those cells that are no tiles so far and show the sides that all tiles plainly share, though in
    their middle is nothing but ground: a tile with an empty face. Sides of tiles fall into gaps between them, but never
    all four, and not so far.
    """
    found = np.asarray(~tiles & ground.shut)
    if not learnt.calm or learnt.loose[0] > SURE or ground.shut[tiles].mean() < SHUT:
        return np.zeros_like(tiles)
    if found.any():
        shown = cells[found]
        found[found] = learnt.sure(shown, SIDED) & outlined(shown) & (learnt.bared(shown) < FREE)
    return found


def endless(cells: Cells, tiles: Bools, around: Cells) -> Bools:
    """(rows, columns), those cells that are no tiles because they end nowhere: on one side at least they run on as the
    ground `around` the board (n, …) does, and every tile ends far more plainly on all four.
    """
    if not len(around) or not tiles.any():
        return np.zeros_like(tiles)
    flat = outline(cells.reshape(-1, *cells.shape[2:])).reshape(tiles.shape)
    usual = _plainest(outline, around[:0], around, OUTLINE)
    return np.asarray(~tiles & (flat < min(usual, ENDLESS * float(flat[tiles].min()))))


def vacant(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), those cells that are no tiles because they end less plainly than nearly all tiles do, and show
    next to nothing where all of these bear pictures: whatever lies behind the board is seen through them.
    """
    if tiles.sum() < FEWEST:
        return np.zeros_like(tiles)
    flat = cells.reshape(-1, *cells.shape[2:])
    ends, ink = (measure(flat).reshape(tiles.shape) for measure in (outline, kinds.contrast))
    least, bear = float(ends[tiles].min()), float(ink[tiles].min())
    faint = (ends < np.quantile(ends[tiles], 1 - SHADED)) if bear > BEAR else (ENDS * ends < least)
    return np.asarray(~tiles & faint & (ink < min(kinds.BARE * bear, kinds.GRAIN)))


def barren(cells: Cells, tiles: Bools, learnt: Presence) -> Bools:
    """(rows, columns), those cells that are no tiles though they are unlike all ground around the board: through them a
    picture is seen that lies behind it. All tiles plainly share their sides and more, or far more than any of these
    does, and these show nothing of it, nor a tile's figure in another light, nor more than one colour that another of
    them shows, too. What covers tiles does not end where cells do: there are none in which a part of a tile is left.
    """
    flat = cells.reshape(-1, *cells.shape[2:])
    found = ~tiles & learnt.bereft(flat, LIKE).reshape(tiles.shape)
    grounded = learnt.grounded(flat).reshape(tiles.shape)
    left = ~grounded & ~found
    if not found.any() or (left & ~tiles).any():
        return np.zeros_like(tiles)
    strangest, least = (
        learnt.strangeness(cells[tiles]).max(),
        learnt.strangeness(cells[found & ~grounded]).min(initial=1),
    )
    if not (learnt.akin and strangest <= SURE) and (learnt.calm or strangest + STEP > least):
        return np.zeros_like(tiles)
    lit = np.abs(kinds.outlines(cells[found]) @ kinds.outlines(cells[tiles]).T).max(1)
    found[found] = (lit < ANOTHER) & ~repeated(cells[found])
    return found


def _drawn(cells: Cells) -> Floats:
    """(n,), how much is drawn in the middle of each of n cells."""
    return kinds.contrast(cells, MIDDLE)


def _plainest(measure: Callable[[Cells], Floats], run: Cells, around: Cells, least: float) -> float:
    """The most that ground shows of what is measured: all the gaps into which it `run`s, and nearly all cells `around`
    the board; `least` where there are none.
    """
    plain = max(least, float(measure(run).max())) if len(run) else least
    return max(plain, float(np.quantile(measure(around), SHADED))) if len(around) else plain
