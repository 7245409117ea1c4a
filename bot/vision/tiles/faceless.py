"""Cells taken for tiles that may be gaps: drawn like tiles without a picture, or showing hardly more than ground."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import Cells
from bot.vision.tiles import gaps, kinds
from bot.vision.tiles.kin import outlined
from bot.vision.tiles.presence import Presence

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

SPECKED: Final = (0.35, 0.65)
"""Share of a tile at the most, and of a gap at the least, that shows nothing but ground."""
MOST: Final = 0.98
"""Share of the tiles that are called all of them."""
UNEQUAL: Final = 8.0
"""How many times farther apart than those of other kinds tiles are that are not of one kind."""
SET: Final = 4
"""Tiles of one kind in a set of Mahjong, among which there may be blank ones."""
MANY: Final = 2
"""How many times as many as of any other kind blank ones are that are gaps, where a set has more of a kind."""
CLEAR: Final = 2.0
"""How many times more every tile shows than any such gap."""
PLAIN: Final = 0.9
"""Share of a cell that is of one colour where all of it is, but for what shines in from beside…"""
SAME: Final = 8.0
"""… and levels by which pixels of one colour differ at most."""
LINES: Final = 0.7
"""Share of the colour of faces that lines between tiles have at most: lines are thin, and mix."""
ASIDE: Final = 0.25
"""How far from such a mixture their colour may be, of how far the two colours are from each other."""
FACES: Final = 4
"""Tiles beside which they are looked for, at the least."""
NEARLY: Final = 0.8
"""Share of the tiles beside which there are such lines."""
ONE_COLOUR: Final = (0.9, 16.0)
"""A share of blank tiles whose mean colour lies so many levels from that of the others at most, if they are gaps."""


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


def faced(cells: Cells, learnt: Presence) -> bool:
    """Whether `cells` (n, …) are tiles for sure, though they may bear no picture: they show what all tiles plainly
    share, and nothing of the ground, which is all alike.
    """
    return learnt.calm and learnt.akin and bool((learnt.sure(cells) & learnt.strange(cells)).all())


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
    if not tiles.any() or kinds.contrast(cells[kind], 0).max() >= gaps.ENDLESS * kinds.contrast(cells[tiles], 0).min():
        return False
    return bool(gaps.endless(cells, tiles, around)[kind].any())


def beneath(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), those taken for `tiles` that show, from end to end, what lies between the others: the plain
    colour of the board beneath them, which is seen in lines beside their faces.
    """
    own = cells[tiles].reshape(int(tiles.sum()), -1, 3)
    colours = np.median(own, 1)
    plain = np.quantile(np.abs(own - colours[:, None]).max(2), PLAIN, axis=1) <= SAME
    found = np.zeros_like(tiles)
    if not plain.any() or np.count_nonzero(~plain) < FACES:
        return found
    faces, sides = colours[~plain], np.stack([np.median(side, 1) for side in _sides(cells[tiles][~plain])])
    for number in np.flatnonzero(plain):
        away = np.abs(faces - colours[number]).max(1)
        lines = _mixed(sides, faces, colours[number])
        lined = (lines[0] | lines[1]) & (lines[2] | lines[3]) & (away > 2 * SAME)
        plain[number] = lined.mean() > NEARLY
    found[tiles] = plain
    return found


def _mixed(sides: Cells, faces: Cells, beneath: Cells) -> Bools:
    """(4, n), those of the `sides` (4, n, 3) that have the colour `beneath` (3,), or that of the face (n, 3) mixed with
    as much of it as thin lines have.
    """
    towards = beneath - faces
    length = np.maximum(np.square(towards).sum(1), 1)
    part = np.minimum(((sides - faces) * towards).sum(2) / length, 1)
    aside = np.abs(sides - faces - part[..., None] * towards).max(2)
    return np.asarray((part > 1 - LINES) & (aside < ASIDE * np.abs(towards).max(1)))


def _sides(cells: Cells) -> tuple[Cells, ...]:
    """The outermost pixels of some cells, (n, length, 3) each: above and below, left and right."""
    return cells[:, 0], cells[:, -1], cells[:, :, 0], cells[:, :, -1]


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
