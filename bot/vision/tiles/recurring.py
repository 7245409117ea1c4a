"""A board told by what comes again: of every tile there is another like it, and ground is either the same around the
board, too, or it shows every picture once.

A second way to tell tiles from gaps, for boards of which the first (what tiles share, how the ground looks
and flows) leaves something open: it needs no outlines and no ground that is alike. It says all or nothing.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut, outside
from bot.vision.tiles import cutout, faceless, flow, gaps, kinds, plausible, presence
from bot.vision.tiles.board import CROWDED, Sorted
from bot.vision.tiles.outright import outright
from bot.vision.tiles.plausible import FEWEST
from bot.vision.tiles.rims import plated
from bot.vision.tiles.sameness import Shown

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FAR: Final = 3
"""Cells around the tiles seen so far that are looked at."""
LARGEST: Final = 1500
"""Cells that are compared at the most."""
USUAL: Final = 0.4
"""Share of what was taken for tiles that surely are, and have their equals."""
EQUAL: Final = 4.0
"""How many times farther than they a tile may be from the one most like it."""
CLEAR: Final = 4.0
"""How many times nearer to tiles than to ground a tile is, and the other way round; and how many times farther than
that from everything on the board a gap is that is like nothing else."""
SEEN: Final = 0.5
"""Share of the cells that look alike that were taken for tiles before they were compared, if they are."""
ROUNDS: Final = 3
"""Times that what is known tells what is not."""


def recurring(pixels: Pixels, grid: Grid, seed: Bools) -> Sorted | None:
    """The board on a grid that lies where its cells are, of which `seed` (rows, columns) is what was taken for tiles;
    None unless every cell of it is told beyond doubt.
    """
    wide = grid.wider(FAR)
    inside = ~outside(wide, pixels)
    taken = np.pad(seed, FAR) & inside
    if inside.size > LARGEST or taken.sum() < FEWEST:
        return None
    shown = Shown.of(pixels, grid)
    cells = cut(shown.soft, wide)
    around = inside & np.pad(np.zeros_like(seed), FAR, constant_values=True)
    ground = flow.flow(cells, around, taken)
    tiles = _tiles(_apart(cells, taken, inside), taken, inside, ground)
    if tiles is not None:
        tiles &= ~faceless.beneath(cells, tiles)
    if tiles is None or tiles.sum() < CROWDED:  # of a few tiles halves may be even, too
        return None
    window = plausible.window(tiles)
    if any(part.start < 1 or part.stop >= end for part, end in zip(window, tiles.shape, strict=True)):
        return None  # it may go on
    ring = tuple(slice(part.start - 1, part.stop + 1) for part in window)
    learnt = presence.learn(cells[ring], tiles[ring], ~tiles[ring] & inside[ring])
    part, grid = tiles[window], wide.part(*window)
    if learnt is None:
        return None
    if (plated(cells, tiles, ~tiles & inside)[window] & ~part).any():
        return None
    own, beside, cells = ground.part(window), cells[~tiles & inside & ground.open], cells[window]
    doubted = gaps.fenced(cells, learnt[0], own, part) | gaps.figured(cells, learnt[0], own, part, beside)
    if (doubted & ~gaps.endless(cells, part, beside)).any():
        return None
    plain = cut(pixels, grid)
    found = outright(shown, grid, plain, part, learnt[0])
    return found if found and not faceless.cards(plain, found.kind, part)[0].any() else None


def _tiles(apart: Floats, taken: Bools, inside: Bools, ground: flow.Flow) -> Bools | None:
    """(rows, columns), the cells that are tiles, by how far all cells are `apart`; None where that is not known of
    every cell between them.
    """
    nearest, seeds = apart.min(1), taken.ravel()
    equal = kinds.GRAIN + EQUAL * float(np.quantile(nearest[seeds], USUAL))
    number = _groups(apart, equal)
    times = np.bincount(number)
    seen = np.bincount(number, weights=seeds) >= SEEN * times
    tiles = ((times > 1) & seen)[number] & ~ground.open.ravel()
    if tiles.sum() < FEWEST:
        return None
    for _ in range(ROUNDS):
        own = np.zeros_like(taken)
        own[plausible.window(tiles.reshape(taken.shape))] = True
        outer = ~own.ravel() & inside.ravel()
        # What lies beyond, like something on the board and far from all other ground, is no ground but its equal.
        outer &= CLEAR * np.maximum(_to(apart, own.ravel()), equal) >= _to(apart, outer)
        beyond = np.bincount(number, weights=outer) > 0
        known = outer | ((beyond & ~seen)[number] & own.ravel() & ~tiles)
        # What is seen on the board alone, though it was not taken for tiles, and where the ground does not run.
        alone = ~beyond & (times > 1) & (times % 2 == 0)
        alone &= np.bincount(number, weights=~ground.shut.ravel(), minlength=len(times)) == 0
        to_ground, to_tile = _to(apart, known), _to(apart, tiles)
        new = alone[number] & (to_ground > CLEAR * equal) & ~tiles
        if any(plausible.block((new & (number == group)).reshape(taken.shape)) for group in np.unique(number[new])):
            return None  # a panel shows the same all over
        fresh = tiles | new
        fresh |= own.ravel() & ~ground.open.ravel() & (CLEAR * to_tile < to_ground) & (to_tile < CLEAR**2 * equal)
        # Taken for a tile, and far more like another such cell than like the ground.
        pair = _to(apart, seeds & ~tiles)
        fresh |= seeds & own.ravel() & ~ground.open.ravel() & (CLEAR * pair < to_ground) & (pair < CLEAR * equal)
        if (fresh == tiles).all():
            break
        tiles = fresh
    rest = own.ravel() & ~tiles
    to_ground, to_tile, to_rest = (_to(apart, some) for some in (known, tiles, rest))
    # Far more like the ground than like a tile; and it runs into them, or they are like nothing else on the board.
    # Tiles that were not known as such may be like the ground rather than other tiles, but are like each other.
    lone = (to_rest > CLEAR * equal) & ~seeds
    like = (to_ground < np.maximum(CLEAR * to_rest, equal)) | lone | ground.open.ravel()
    gap = rest & (known | (like & (CLEAR * to_ground < to_tile)))
    # Where all tiles are as good as equal to another, what is like nothing is none, however it looks.
    if to_tile[tiles].max() < equal:
        gap |= rest & lone & (to_tile > CLEAR * equal)
    # What was taken for a tile, and has ground around it that stops there, is no gap.
    gap &= ~(seeds & ground.shut.ravel())
    told = np.where(tiles, CLEAR * to_tile < to_ground, gap | ~rest)
    return tiles.reshape(taken.shape) if told.all() else None


def _to(apart: Floats, some: Bools) -> Floats:
    """(n,), how far every cell is from the likest of some."""
    return np.asarray(apart[:, some].min(1, initial=np.inf))


def _apart(cells: Cells, tiles: Bools, inside: Bools) -> Floats:
    """(n, n), how far all cells (rows, columns, …) are from each other where tiles fill them; those that are not
    `inside` the picture are far from all, and every cell is from itself.
    """
    flat = cells.reshape(-1, *cells.shape[2:])
    own = cutout.filled(cells[tiles])
    rows = kinds.features(flat if own is None else cutout.painted(flat, own))
    apart = kinds.differences(rows, rows) / (1.0 if own is None else float(own.mean()))
    np.fill_diagonal(apart, np.inf)
    apart[~inside.ravel()] = apart[:, ~inside.ravel()] = np.inf
    return np.asarray(apart, np.float32)


def _groups(apart: Floats, equal: float) -> Ints:
    """(n,), the number of the group that cells are in, of those that are joined by steps shorter than `equal`."""
    near = apart < equal
    number = np.arange(len(apart))
    while True:
        least = np.minimum(number, np.where(near, number[None], len(number)).min(1))
        least = least[least]
        if (least == number).all():
            return np.asarray(np.unique(number, return_inverse=True)[1], np.int64)
        number = least
