"""Gaps that look like something, and tiles that look like gaps: told by what the ground around them does."""

from __future__ import annotations

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
Ints = NDArray[np.int64]

SPECKED: Final = (0.35, 0.65)
"""Share of a tile at the most, and of a gap at the least, that shows nothing but ground."""
MOST: Final = 0.98
"""Share of the tiles that are called all of them."""
SHUT: Final = 0.8
"""Share of the tiles that the ground does not run into, from which what it runs into is doubtful."""
UNEQUAL: Final = 8.0
"""How many times farther apart than those of other kinds tiles are that are not of one kind."""
ENDLESS: Final = 0.5
"""How plainly what is no tile ends on all sides at the most, and how much it shows, as a share of the least tile."""
SIDED: Final = 0.45
"""How far from what tiles share one may be that has their sides only: of gaps between tiles none is as near."""
FREE: Final = 0.9
"""Share of a gap that shows nothing but ground, where that is all alike, at the least."""
ANOTHER: Final = 0.6
"""Agreement of outlines, of either sign, from which a cell may show the figure of a tile in another light."""
SET: Final = 4
"""Tiles of one kind in a set of Mahjong, among which there may be blank ones."""
RUN: Final = 0.5
"""Share of the gaps into which the ground runs, from which it tells something of the others."""
PLAINER: Final = 1.8
"""How many times more plainly than ground ends what is none."""
AWAY: Final = 0.1
"""How far it is from all ground, as a share of how far tiles are, at the least."""
MANY: Final = 2
"""How many times as many as of any other kind blank ones are that are gaps, where a set has more of a kind."""
CLEAR: Final = 2.0
"""How many times more every tile shows than any such gap."""
LEAKS: Final = 0.3
"""Share of those that are no tiles into which the ground may run all the same, where its colours are nearly theirs."""
OTHER: Final = 200.0
"""Mean squared difference, in grey levels, from all ground of what recurs and is none."""
DRAWN: Final = (3.0, 0.5)
"""How many times more than the ground, and than the plainest tile, what is drawn in a cell shows."""
MIDDLE: Final = 2
"""How much of a cell is left out on each side there: see `kinds.outlines`."""
ONE_COLOUR: Final = (0.9, 16.0)
"""A share of blank tiles whose mean colour lies so many levels from that of the others at most, if they are gaps."""
SHADED: Final = 0.95
"""Share of the ground that ends no more plainly than what is as endless as ground."""


def specked(cells: Cells, tiles: Bools, learnt: Presence) -> Bools:
    """(rows, columns), gaps in which something small lies, a star or a speck: the rest of them is ground, far more than
    any tile leaves free.
    """
    flat = cells.reshape(-1, *cells.shape[2:])
    free = learnt.bared(flat).reshape(tiles.shape)
    found = (free > SPECKED[1]) & ~outlined(flat).reshape(tiles.shape)
    full = tiles & ~found
    return found if full.any() and np.quantile(free[full], MOST) < SPECKED[0] else np.zeros_like(found)


def stands_out(cells: Cells, learnt: Presence) -> bool:
    """Whether `cells` (n, …) are no ground for sure: it is all alike, and they are unlike it and have outlines."""
    return learnt.calm and bool((learnt.strange(cells) & outlined(cells)).all())


def hidden(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools, gaps: Bools) -> Bools:
    """(rows, columns), those `gaps` that may be tiles which look like the ground: it does not run into them, and they
    show what another or a tile shows, or the same colour that is not the ground's.
    """
    other = gaps & ground.shut
    if other.any():
        other[other] = ~learnt.grounded(cells[other])
    return plausible.alike(cells, other) | plausible.twins(cells, gaps & ground.busy, tiles)


def fenced(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools) -> Bools:
    """(rows, columns), those cells that are no tiles though the ground stops at them, right beside a cell into which it
    runs: a gap has no outline. Where the ground has many looks, only those that show the same colour as another; where
    tiles plainly have something in common, only those that show some of it: outlines are a part of that.
    """
    if ground.shut[tiles].mean() < SHUT:
        return np.zeros_like(tiles)
    near = cv2.dilate(ground.open.astype(np.uint8), CROSS, borderValue=0) > 0
    stopped = np.asarray(~tiles & ground.shut & near)
    if stopped.any() and learnt.akin:
        stopped[stopped] = ~learnt.bare(cells[stopped])
    if not learnt.calm:
        return plausible.alike(cells, stopped)
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
    plain = max(OUTLINE, float(outline(cells[run]).max()))
    if len(around):
        plain = max(plain, float(np.quantile(outline(around), SHADED)))
    away = unlike(cells[found], np.concatenate([cells[run], around]))
    found[found] = (outline(cells[found]) > PLAINER * plain) & (away > AWAY * learnt.usual)
    return np.asarray(found)


def repeating(cells: Cells, learnt: Presence, ground: Flow, tiles: Bools, around: Cells) -> Bools:
    """(rows, columns), those cells that are no tiles though several show the very same, and nothing that lies `around`
    the board (n, …) comes near to it, where the ground has many looks, and runs into few of them: a kind in nearly
    its colours on a board that is full.
    """
    found = ~tiles & ~ground.open
    if learnt.calm or not len(around) or (~tiles & ground.open).sum() > LEAKS * (~tiles).sum():
        return np.zeros_like(tiles)
    found = plausible.alike(cells, found)
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
    plain = float(kinds.contrast(cells[run], MIDDLE).max(initial=kinds.GRAIN))
    if len(around):
        plain = max(plain, float(np.quantile(kinds.contrast(around, MIDDLE), SHADED)))
    least = max(DRAWN[0] * plain, DRAWN[1] * float(kinds.contrast(cells[tiles], MIDDLE).min()))
    found[found] = kinds.contrast(cells[found], MIDDLE) > least
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
    usual = max(OUTLINE, float(np.quantile(outline(around), SHADED)))
    return np.asarray(~tiles & (flat < min(usual, ENDLESS * float(flat[tiles].min()))))


def cards(cells: Cells, kind: Ints, tiles: Bools) -> tuple[Bools, bool]:
    """(rows, columns), gaps that are drawn like tiles without a picture: a kind with hardly any ink, of which more are
    seen than a set has of one kind, and than of any other on the board. `kind` (rows, columns) is NONE for a gap.
    And whether that is sure: of sets that have more of one kind the blank ones may be tiles, too.
    """
    times = np.bincount(kind[tiles], minlength=2)
    most = int(times.argmax())
    of = tiles & (kind == most)
    others = int(np.delete(times, most).max())
    sure = others <= SET or times[most] >= MANY * others
    if times[most] <= max(SET, others) or not (tiles & ~of).any():
        return np.zeros_like(tiles), sure
    ink = [float(np.median(kinds.contrast(cells[some]))) for some in (of, tiles & ~of)]
    # Tiles that are told by their colour alone have no ink at all.
    return np.asarray(of & (ink[0] < kinds.BARE * ink[1]) & (ink[1] > kinds.GRAIN)), sure


def plates(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), gaps that are drawn like tiles without a picture, where these are more than half of the `tiles`,
    and of one colour: of no board that many tiles are of one kind.
    """
    found = tiles.copy()
    ink = kinds.contrast(cells[tiles])
    empty = ink < kinds.BARE * ink.max(initial=0)
    if not len(ink) > kinds.FEW or empty.sum() <= len(ink) / 2 or ink.max() < kinds.GRAIN:
        return np.zeros_like(tiles)
    colour = cells[tiles][empty].mean((1, 2))
    if float(np.quantile(np.abs(colour - np.median(colour, 0)).max(1), ONE_COLOUR[0])) > ONE_COLOUR[1]:
        return np.zeros_like(tiles)
    found[tiles] = empty & (CLEAR * float(ink[empty].max()) < float(ink[~empty].min()))
    return found


def bare(cells: Cells, kind: Bools, tiles: Bools, around: Cells) -> bool:
    """Whether the cells of a kind show far less than any of the other tiles, and some of them end nowhere: the ground
    looks nearly the same in some gaps.
    """
    if not tiles.any() or kinds.contrast(cells[kind], 0).max() >= ENDLESS * kinds.contrast(cells[tiles], 0).min():
        return False
    return bool(endless(cells, tiles, around)[kind].any())


def barren(cells: Cells, tiles: Bools, learnt: Presence) -> Bools:
    """(rows, columns), those cells that are no tiles though they are unlike all ground around the board: through them a
    picture is seen that lies behind it. All tiles plainly share their sides and more, and these show nothing of it, nor
    a tile's figure in another light, nor more than one colour that another of them shows, too. What covers tiles does
    not end where cells do: there are none in which a part of a tile is left.
    """
    flat = cells.reshape(-1, *cells.shape[2:])
    found = ~tiles & learnt.bereft(flat, LIKE).reshape(tiles.shape)
    left = ~learnt.grounded(flat).reshape(tiles.shape) & ~found
    if not learnt.akin or not found.any() or (left & ~tiles).any() or learnt.bereft(cells[tiles], SURE).any():
        return np.zeros_like(tiles)
    lit = np.abs(kinds.outlines(cells[found]) @ kinds.outlines(cells[tiles]).T).max(1)
    found[found] = (lit < ANOTHER) & ~repeated(cells[found])
    return found


def strangers(cells: Cells, kind: Ints) -> Bools:
    """(rows, columns), cells, `kind` with less than 0 for none, that are far less equal to the likest of their kind
    than those of other kinds: two gaps in which the ground looks nearly the same. A single one among equals, without
    which its kind would be odd, is a tile that a mouse is over, say.
    """
    found = kind >= 0
    number = kind[found]
    faces = kinds.features(cells[found])
    apart = np.where(number[:, None] == number[None], kinds.differences(faces, faces), np.inf)
    np.fill_diagonal(apart, np.inf)
    nearest = apart.min(1)
    own = np.array([nearest[number == k].max(initial=0) for k in range(int(number.max(initial=-1)) + 1)])
    times = np.bincount(number, minlength=len(own))
    paired = np.isfinite(own) & (times > 1)
    if not paired.any():
        return found
    far = paired[number] & (nearest > kinds.GRAIN + UNEQUAL * float(np.quantile(own[paired], 0.8)))
    alone = (np.bincount(number[far], minlength=len(own)) == 1) & (times % 2 == 0)
    found[found] = far & ~alone[number]
    return found
