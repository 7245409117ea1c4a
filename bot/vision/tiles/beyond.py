"""Tiles beyond the outermost row or column, which stand there alone and were taken for something else: they are missed
where a kind is seen an odd number of times, and they are just what that kind lacks; or the two of a pair stand there,
and no more of their like farther away.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.cells import Cells, cut, outside
from bot.vision.tiles import kinds, plausible, registered
from bot.vision.tiles.board import LIKELY, NONE, Sorted
from bot.vision.tiles.outright import outright
from bot.vision.tiles.sameness import Shown

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

NEAR: Final = 3
"""Cells beyond the rim in which tiles may be missed, …"""
FAR: Final = 6
"""… and up to which more of their like stand in a board of its own."""
MOST: Final = 4
"""Tiles that are missed at the most."""
CLEAR: Final = 4.0
"""How many times farther it is from all other kinds."""
BLAND: Final = 0.5
"""Share of what the plainest tile shows that a gap may show, where it looks like what tiles share."""


def completed(pixels: Pixels, found: Sorted) -> Sorted | None:
    """The board with the tiles that were missed beyond its rim, with which there is an even number of every kind; None
    where none is missed, or not all that lacks is found there and every cell told.
    """
    if found.quality <= LIKELY / 2 or (found.kind < NONE).any():
        return None
    tiles = found.kind > NONE
    wide = found.grid.wider(FAR)
    cells, inside = cut(pixels, wide), ~outside(wide, pixels)
    own, kind = np.pad(tiles, FAR), np.pad(found.kind, FAR, constant_values=NONE)
    beyond = np.pad(np.zeros_like(tiles), FAR, constant_values=True) & inside
    beyond[beyond] = ~found.presence.grounded(cells[beyond])
    missed = _missed(cells, kind, own, beyond, (wide.pitch_x, wide.pitch_y))
    near = np.pad(np.ones(np.array(tiles.shape) + 2 * NEAR, np.bool_), FAR - NEAR)
    if not 1 <= missed.sum() <= MOST or (missed & ~near).any():
        return None
    window = plausible.window(own | missed)
    tiles, cells, grid = (own | missed)[window], cells[window], wide.part(*window)
    other = ~tiles & ~np.pad(np.ones_like(found.kind, np.bool_), FAR)[window]
    bland = kinds.contrast(cells[other]) < BLAND * float(kinds.contrast(cells[tiles]).min())
    if (found.presence.sure(cells[other]) & ~bland).any():
        return None  # more of them, which nothing tells
    margins = np.pad(found.margins, FAR, constant_values=1)[window]
    return outright(Shown.of(pixels, wide), grid, cells, tiles, found.presence, margins)


def _missed(cells: Cells, kind: Ints, own: Bools, beyond: Bools, pitch: tuple[float, float]) -> Bools:
    """(rows, columns), the cells `beyond` the board that equal those of a `kind`, which are its `own`; none where with
    these the kinds would not all be there an even number of times.
    """
    missed, number = np.zeros_like(own), kind[own]
    rest = np.argwhere(beyond)
    rest = rest[kinds.contrast(cells[beyond]) >= BLAND * float(kinds.contrast(cells[own]).min())]
    if not len(rest):
        return missed
    apart = registered.differences(np.concatenate([cells[own], cells[tuple(rest.T)]]), pitch)
    among, away = apart[: len(number), : len(number)], apart[len(number) :, : len(number)]
    limit = registered.equal_within(among, number)
    times = np.bincount(number)
    for k in range(len(times)):
        to_kind, to_others = away[:, number == k].min(1), away[:, number != k].min(1, initial=np.inf)
        like = (to_kind <= limit) & (CLEAR * to_kind < to_others)
        missed[tuple(rest[like].T)] = True
        times[k] += like.sum()
    return missed if not (times % 2).any() else np.zeros_like(missed)
