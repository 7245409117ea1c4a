"""Tiles in step with a board that stand apart from it, beyond a band of empty rows or columns: it goes on there.

Where both parts have every kind an even number of times they may as well be two boards, which no picture tells.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut, outside, strongest
from bot.vision.finding import locate
from bot.vision.tiles import kinds, plausible, registered
from bot.vision.tiles.alike import alike
from bot.vision.tiles.board import LIKELY, NONE, UNSURE, Sorted, sure
from bot.vision.tiles.outright import outright
from bot.vision.tiles.presence import STRANGE, SURE
from bot.vision.tiles.sameness import Shown

Bools = NDArray[np.bool_]

MOST: Final = 30
"""Cells on each side in which more of the board is looked for."""
FEW: Final = 2
"""Tiles that stand apart, at the least."""
GAPPED: Final = 0.5
"""Share of a row, or of a column, that they take up at the most where they stand in one."""
MOSTLY: Final = 0.75
"""Share of the gaps that has one colour, at the least, where tiles are told by how little of it they show."""
ROOM: Final = 0.05
"""Share of a cell by which it may show more of that than any tile does…"""
BARE: Final = 0.8
"""… and which a gap shows at the least: the sides of a tile may fall into it."""
OPEN: Final = 2
"""Sides of a tile on which ground is seen, at the least, where it is told by that."""
UNTOUCHED: Final = 4
"""How many times as many tiles a board of which none was taken has as what stands apart: that is none of it."""
NEXT: Final = 4
"""Tiles that may as well be next pieces, where they lie side by side."""
WALL: Final = 0.3
"""Share of the cells right around the board that show the same from which they are a wall."""
BLAND: Final = 0.5
"""Share of what the plainest tile shows that one of them shows at the least."""
BLANK: Final = 0.25
"""The same of what tiles usually show: a blank tile is as plain as the bars of a window."""
LIKE: Final = 0.7
"""Share of the cells of a board that another one beside it has at the least, as far as that is seen."""
LARGER: Final = 1.3
"""How many times as large cells are of which a board may be a small picture…"""
WHOLE: Final = 0.1
"""… and how far that is from a whole number at the least."""
GUESSES: Final = 4
"""Lattices of the picture that are asked."""


def farther(pixels: Pixels, found: Sorted) -> Sorted:
    """The board with all tiles that stand apart from it in a picture (h, w, 3), in step with it: those in doubt where
    they cannot all be told. The same where there are none, or where they make another board like it.
    """
    tiles = found.kind > NONE
    if found.quality <= LIKELY / 2 or (found.kind < NONE).any():
        return found
    wide, own = _wide(found.grid, pixels.shape, tiles)
    if wide == found.grid:
        return found
    cells = cut(pixels, wide)
    inner = np.zeros_like(own)
    inner[plausible.window(own)] = True
    beyond = ~inner & ~outside(wide, pixels)
    apart = _apart(cells, own, beyond, found)
    left = beyond & ~apart
    left[left] = found.presence.sure(cells[left])
    untouched = own[inner].all() and own.sum() >= max(plausible.PLENTY, UNTOUCHED * apart.sum())
    if untouched or not _scattered(apart, own, left) or _another(pixels, found.grid) or _of_others(pixels, wide, apart):
        return found
    window = plausible.window(own | apart)
    grid = wide.part(*window)
    whole = outright(Shown.of(pixels, wide), grid, cells[window], (own | apart | left)[window], found.presence)
    if whole is not None:
        return whole
    if not sure(found):
        return found  # which is in doubt as it is
    return _doubted(found, grid, cells[window], own[window], (apart | left)[window])


def _wide(grid: Grid, shape: tuple[int, ...], tiles: Bools) -> tuple[Grid, Bools]:
    """A grid with all cells in step that lie in a picture of this shape, and the tiles on it."""
    height, width = shape[:2]
    box = grid.box
    left, top = (min(MOST, max(0, int(room / pitch))) for room, pitch in ((box.x, grid.pitch_x), (box.y, grid.pitch_y)))
    right = min(MOST, max(0, int((width - box.x - box.w) / grid.pitch_x)))
    below = min(MOST, max(0, int((height - box.y - box.h) / grid.pitch_y)))
    return grid.grown(left, top, right, below), np.pad(tiles, ((top, below), (left, right)))


def _apart(cells: Cells, own: Bools, beyond: Bools, found: Sorted) -> Bools:
    """(rows, columns), the cells `beyond` the board that equal one of its tiles, and show what tiles share or fill
    their cells as they do; or that equal each other, if they show it or also stand in the open.
    """
    apart = beyond.copy()
    apart[apart] = ~found.presence.grounded(cells[apart])
    if apart.any():
        shown = kinds.contrast(cells[own])
        least = max(BLAND * float(shown.min()), BLANK * float(np.median(shown)))
        apart[apart] = kinds.contrast(cells[apart]) >= least
    if not apart.any():
        return apart
    number = found.kind[found.kind > NONE]
    away = registered.differences(np.concatenate([cells[own], cells[apart]]), (found.grid.pitch_x, found.grid.pitch_y))
    limit = registered.equal_within(away[: len(number), : len(number)], number)
    np.fill_diagonal(away, np.inf)
    equal = away[len(number) :] <= limit
    akin = found.presence.sure(cells[apart]) & (found.presence.loose[0] <= SURE)
    full, open_ = _standing(cells, own)
    alike = akin | (full & open_)[apart]
    equal[:, len(number) :] &= alike & alike[:, None]
    apart[apart] = equal.any(1) & (akin | full[apart])
    return apart if apart.sum() <= own.sum() else np.zeros_like(apart)  # ground that looks like tiles


def _standing(cells: Cells, own: Bools) -> tuple[Bools, Bools]:
    """(rows, columns) each: which cells show as little of the ground as a board's own tiles do, and which stand in the
    open, with ground on two sides; none where the gaps of the board have many colours, or are few.
    """
    gaps = np.zeros_like(own)
    gaps[plausible.window(own)] = True
    seen = cells[gaps & ~own].reshape(-1, 3)
    colour = np.median(seen, 0) if len(seen) else np.zeros(3)
    if not len(seen) or (strongest(np.abs(seen - colour)) < STRANGE).mean() < MOSTLY:
        return np.zeros_like(own), np.zeros_like(own)
    shown = (strongest(np.abs(cells - colour)) < STRANGE).mean((2, 3))
    ground = np.pad(shown >= BARE, 1)
    sides = [ground[1:-1, :-2], ground[1:-1, 2:], ground[:-2, 1:-1], ground[2:, 1:-1]]
    return np.asarray(shown <= shown[own].max() + ROOM), np.asarray(np.sum(sides, 0) >= OPEN)


def _scattered(apart: Bools, own: Bools, left: Bools) -> bool:
    """Whether what stands apart are a few tiles at least, not all in one row or column or a small block, as next pieces
    are, nor all around the board, as a wall is. `left` (rows, columns) are cells that look like tiles, too, of whatever
    kind.
    """
    if apart.sum() < FEW:
        return False
    block = plausible.window(apart)
    if min(apart.any(0).sum(), apart.any(1).sum()) < 2 and apart[block].mean() > GAPPED:
        return False
    if apart[block].size <= NEXT and (apart | left)[block].all():
        return False
    rows, columns = plausible.window(own)
    ring = np.zeros_like(own)
    ring[max(0, rows.start - 1) : rows.stop + 1, max(0, columns.start - 1) : columns.stop + 1] = True
    ring[rows, columns] = False
    return bool(apart[ring].mean() < WALL)


def _another(pixels: Pixels, grid: Grid) -> bool:
    """Whether another board about as large as the one on a grid lies beside it."""
    return any(one.rows * one.columns >= LIKE * grid.rows * grid.columns for one in alike(pixels, grid))


def _of_others(pixels: Pixels, grid: Grid, apart: Bools) -> bool:
    """Whether what stands apart on a grid are tiles of a board of larger cells, of which these are no whole parts: the
    one that was found may be a small picture of it.
    """
    middles = [grid.centre((int(row), int(column))) for row, column in np.argwhere(apart)]
    for lattice in islice(locate.lattices(pixels), GUESSES):
        pitch = (lattice.grid.pitch_x / grid.pitch_x, lattice.grid.pitch_y / grid.pitch_y)
        if min(pitch) < LARGER or max(abs(by - round(by)) for by in pitch) < WHOLE:
            continue
        there = [lattice.grid.at(one) for one in middles]
        if all(cell is not None and lattice.tiles[cell] for cell in there):
            return True
    return False


def _doubted(found: Sorted, grid: Grid, cells: Cells, own: Bools, open_: Bools) -> Sorted:
    """A board on a larger grid, of whose cells those are in doubt that stand apart from the tiles that it has."""
    kind = np.full(own.shape, NONE)
    kind[own] = found.kind[found.kind > NONE]
    kind[open_] = UNSURE
    weighed, showing = found.presence.judge(cells.reshape(-1, *cells.shape[2:]))
    share, bare = weighed.reshape(own.shape), showing.reshape(own.shape)
    margins = np.abs(2 * share - 1).astype(np.float32)
    margins[own] = found.margins[found.kind > NONE]
    margins[open_] = 0
    return replace(found, grid=grid, kind=kind, margins=margins, cells=cells, share=share, bare=bare, aloof=True)
