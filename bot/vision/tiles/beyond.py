"""A tile beyond the outermost row or column, which stands there alone and was taken for something else: it is missed
where a kind is seen an odd number of times, and it is just what that kind lacks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.cells import Cells, cut, outside
from bot.vision.tiles import kinds, plausible, registered
from bot.vision.tiles.board import LIKELY, NONE, Sorted
from bot.vision.tiles.outright import outright
from bot.vision.tiles.sameness import Shown
from bot.vision.tiles.settling import wider

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

MOST: Final = 2
"""Kinds that lack a tile, at the most."""
EQUAL: Final = (0.9, 2.0)
"""A share of the tiles that are no farther from the next of their kind than this, and how many times as far the tile
that was missed may be."""
CLEAR: Final = 4.0
"""How many times farther it is from all other kinds."""
BLAND: Final = 0.5
"""Share of what the plainest tile shows that a gap may show, where it looks like what tiles share."""


def completed(pixels: Pixels, found: Sorted) -> Sorted | None:
    """The board with the tiles that were missed a cell beyond its rim, one for each kind that lacks one; None where
    none is missed, or not all that lacks is found there and every cell told.
    """
    tiles = found.kind > NONE
    lacking = np.flatnonzero(np.bincount(found.kind[tiles], minlength=1) % 2)
    if not 1 <= len(lacking) <= MOST or found.quality <= LIKELY / 2 or (found.kind < NONE).any():
        return None
    wide = wider(found.grid, 1)
    shown, cells = Shown.of(pixels, wide), cut(pixels, wide)
    own, kind = np.pad(tiles, 1), np.pad(found.kind, 1, constant_values=NONE)
    beyond = np.pad(np.zeros_like(tiles), 1, constant_values=True) & ~outside(wide, pixels)
    missed = _missed(cells, kind, own, beyond, lacking, (wide.pitch_x, wide.pitch_y))
    if missed is None:
        return None
    window = plausible.window(own | missed)
    corner = wide.cell((window[0].start, window[1].start))
    tiles, cells = (own | missed)[window], cells[window]
    grid = replace(wide, x=corner.x, y=corner.y, rows=tiles.shape[0], columns=tiles.shape[1])
    other = ~tiles & ~np.pad(np.ones_like(found.kind, np.bool_), 1)[window]
    bland = kinds.contrast(cells[other]) < BLAND * float(kinds.contrast(cells[tiles]).min())
    if (found.presence.sure(cells[other]) & ~bland).any():
        return None  # more of them, which nothing tells
    margins = np.pad(found.margins, 1, constant_values=1)[window]
    return outright(shown, grid, cells, tiles, found.presence, margins)


def _missed(
    cells: Cells, kind: Ints, own: Bools, beyond: Bools, lacking: Ints, pitch: tuple[float, float]
) -> Bools | None:
    """(rows, columns), the cells `beyond` the board that equal a kind that is `lacking`, one for each of these; None
    where they are not just as many.
    """
    number, rest = kind[own], np.argwhere(beyond)
    apart = registered.differences(np.concatenate([cells[own], cells[beyond]]), pitch)
    among, away = apart[: len(number), : len(number)], apart[len(number) :, : len(number)]
    same = (number[:, None] == number) & ~np.eye(len(number), dtype=bool)
    near = np.where(same, among, np.inf).min(1, initial=np.inf)
    limit = kinds.GRAIN + EQUAL[1] * float(np.quantile(near[np.isfinite(near)], EQUAL[0])) if same.any() else 0.0
    missed = np.zeros_like(own)
    for k in lacking:
        to_kind, to_others = away[:, number == k].min(1), away[:, number != k].min(1)
        like = np.flatnonzero((to_kind <= limit) & (CLEAR * to_kind < to_others))
        if len(like) != 1:
            return None
        missed[tuple(rest[like[0]])] = True
    return missed
