"""What lies behind the pieces of a board over a picture: told from several looks at it between which pieces moved.

No cell of such a picture looks like another, so that one look does not tell which are empty. Of two looks at one cell
that differ, one shows a piece: it has an outline where the two begin to differ, where the picture has none. That
outline is then looked for in the cells in which nothing moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut, strongest
from bot.vision.outline import FAINTER, SIDE, differing, step
from bot.vision.scenery import Scenery, flattened

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SAME: Final = 2.0
"""Grey levels, in the mean, up to which a cell shows the same in two looks."""
FLASHED: Final = 0.6
"""Share of the cells that look otherwise than usual in a picture over which something flashes."""
NOISE: Final = 3.0
"""Grey levels from one pixel to the next that plain ground may show."""
LEAST, MOST = 0.35, 0.9
"""Share of a cell that a piece takes up which lies in it."""
CENTRED: Final = 0.08
"""Part of a cell by which the middle of such a piece may lie beside the cell's."""
FEWEST: Final = 2
"""Cells that must be seen with such a piece, and without."""
NEARER: Final = 0.35
"""How far from the picture's usual step to that of outlines, as a logarithm, a cell may be that is told by its step."""
DIFFERENT: Final = 8
"""Looks of one cell that are compared."""
KNOWN: Final = 0.9
"""Share of the cells that must be seen bare, of those that are not covered in all pictures."""
BARE, COVERED, OPEN = 0, 1, 2
"""What is told of a cell: it is seen bare, or covered in all pictures, or neither is sure."""
TONES: Final = (0, 64, 128, 192, 255)
"""Greys of which the one is shown instead of the scenery that is farthest from the colours of pieces."""


class _Look(NamedTuple):
    """What a cell shows in some of the pictures."""

    shown: Floats
    """(SIDE, SIDE, 3)"""
    when: list[int]
    """In which."""


class _Cell(NamedTuple):
    """What a cell shows in all of the pictures."""

    looks: tuple[_Look, ...]
    bare: _Look | None
    """The one without a piece, where that is told by what differs from it."""

    def pieces(self) -> list[tuple[_Look, Bools]]:
        """The looks that show a piece which lies in the cell, and where they differ from the bare one, (SIDE, SIDE)."""
        if self.bare is None:
            return []
        others = [(look, _differing(self.bare, look)) for look in self.looks if look is not self.bare]
        return [(look, where) for look, where in others if _whole(where)]


class Behind(NamedTuple):
    """What shows behind a board in pictures of a program."""

    picture: Pixels
    """(height, width, 4): the whole picture; the fourth channel is 0 where that is not known."""
    tone: tuple[int, int, int]
    """What is put in its place."""
    covered: tuple[tuple[int, int], ...]
    """The cells that are covered in all pictures…"""
    outline: Bools
    """… by pieces, (SIDE, SIDE) of each cell, usually."""

    def scenery(self, grid: Grid) -> Scenery:
        """The part of it behind a board on this grid."""
        return Scenery(flattened(self.picture, grid), self.tone)

    def levelled(self, pictures: Sequence[Pixels], grid: Grid) -> list[Pixels]:
        """The pictures, (h, w, 3) each, with the tone in its place, around pieces in covered cells too."""
        scenery = self.scenery(grid)
        evened = [scenery.levelled(one, grid) for one in pictures]
        for part in (out[_place(grid, cell)] for out in evened for cell in self.covered):
            inside = cv2.resize(self.outline.astype(np.float32), part.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            part[np.asarray(inside) < 0.5] = self.tone
        return evened


def steady(pictures: Sequence[Pixels], grid: Grid) -> list[Pixels]:
    """Those of the pictures that show most cells of the board on this grid as usual: nothing flashes over them all."""
    seen = _cells(pictures, grid)
    usual = np.median(seen, 0)
    other = [float((strongest(np.abs(one - usual)).mean((1, 2)) > SAME).mean()) for one in seen]
    return [picture for picture, share in zip(pictures, other, strict=True) if share <= FLASHED]


def uncovered(pictures: Sequence[Pixels], grid: Grid) -> Behind | None:
    """What shows behind the pieces of a board on this grid, in pictures (height, width, 3) of one size; None where too
    little has moved to tell, or pieces have no plain outline.
    """
    shape = grid.rows, grid.columns
    seen = _cells(pictures, grid)
    cells = [_seen(seen[:, number]) for number in range(seen.shape[1])]
    pieces = [cell.pieces() for cell in cells]
    if sum(map(bool, pieces)) < FEWEST:
        return None
    outline: Bools = np.asarray(np.mean([where for of in pieces for _, where in of], 0) > 0.5)
    steps = [step(look.shown, outline) for of in pieces for look, _ in of]
    told = _told(cells, outline, float(np.quantile(steps, 0.1)))
    if told is None:
        return None
    state, bare = told
    state = _supported(state.reshape(shape), np.array([len(cell.looks) == 1 for cell in cells]).reshape(shape))
    covered = state == COVERED
    if (state == BARE).sum() < KNOWN * (~covered).sum():
        return None
    source = np.full(shape, -1)
    for number, cell in enumerate(cells):
        if state.flat[number] == BARE:
            source.flat[number] = (bare[number] or cell.looks[0]).when[0]
    tone = _tone([look.shown[where] for of in pieces for look, where in of])
    hidden = tuple((int(row), int(column)) for row, column in np.argwhere(covered))
    return Behind(_composed(pictures, grid, source), tone, hidden, outline)


def _cells(pictures: Sequence[Pixels], grid: Grid) -> Cells:
    """What every cell of these pictures shows, (pictures, cells, SIDE, SIDE, 3)."""
    seen = np.stack([cut(picture, grid, size=(SIDE, SIDE)) for picture in pictures])
    return seen.reshape(len(pictures), -1, SIDE, SIDE, 3)


def _seen(shown: Cells) -> _Cell:
    """What one cell shows, (pictures, SIDE, SIDE, 3): what it shows most often first."""
    looks: list[_Look] = []
    for number, one in enumerate(shown):
        known = next((look for look in looks if strongest(np.abs(look.shown - one)).mean() <= SAME), None)
        if known is None:
            looks.append(_Look(one, [number]))
        else:
            known.when.append(number)
    looks = sorted(looks, key=lambda look: -len(look.when))[:DIFFERENT]
    return _Cell(tuple(looks), _barest(looks))


def _barest(looks: Sequence[_Look]) -> _Look | None:
    """The look of a cell that has no outline where others differ from it, but they have one; None where none is so."""
    fits = dict.fromkeys(range(len(looks)), len(looks) > 1)
    for one, other in permutations(fits, 2):
        where = _differing(looks[one], looks[other])
        fits[one] &= step(looks[one].shown, where) < FAINTER * step(looks[other].shown, where)
    return next((looks[number] for number, fit in fits.items() if fit), None)


def _differing(one: _Look, other: _Look) -> Bools:
    """(SIDE, SIDE), where two looks of a cell differ."""
    return differing(one.shown, other.shown)


def _whole(where: Bools) -> bool:
    """Whether what differs in a cell, (SIDE, SIDE), may be a piece that lies in it."""
    if not LEAST <= where.mean() <= MOST:
        return False
    middles = (float(np.nonzero(where)[axis].mean()) for axis in (0, 1))
    return bool(max(abs(middle - (SIDE - 1) / 2) for middle in middles) <= CENTRED * SIDE)


def _told(cells: Sequence[_Cell], outline: Bools, high: float) -> tuple[Ints, list[_Look | None]] | None:
    """For each cell BARE, COVERED or OPEN, and its bare look, by the step at the usual outline of pieces, which is
    `high`. None where that is not plainly more than the picture's own.
    """
    bare = [cell.bare for cell in cells]
    low = max(NOISE, float(np.quantile([step(look.shown, outline) for look in bare if look is not None], 0.9)))
    if low > FAINTER * high:
        return None
    state = np.full(len(cells), OPEN)
    for number, cell in enumerate(cells):
        if cell.bare is not None:
            state[number] = BARE
            continue
        steps = [step(look.shown, outline) for look in cell.looks]
        nearer = np.log(np.maximum(steps, NOISE) / low) / np.log(high / low)
        if (nearer > 1 - NEARER).all():
            state[number] = COVERED
        elif (nearer < NEARER).sum() == 1:
            state[number], bare[number] = BARE, cell.looks[int(nearer.argmin())]
    return state, bare


def _supported(state: Ints, still: Bools) -> Ints:
    """What is told of the cells, (rows, columns): nothing that is `still` in all pictures lies over a bare cell."""
    state = state.copy()
    for row in range(len(state) - 2, -1, -1):
        state[row, still[row] & (state[row + 1] == BARE)] = BARE
    return state


def _composed(pictures: Sequence[Pixels], grid: Grid, source: Ints) -> Pixels:
    """(height, width, 4): a picture with each cell of the board from the one that `source`, (rows, columns), names; the
    fourth channel is 0 where it names none.
    """
    height, width = pictures[0].shape[:2]
    whole = np.zeros((height, width, 4), np.uint8)
    for (row, column), number in np.ndenumerate(source):
        if number >= 0:
            place = _place(grid, (row, column))
            whole[place][:, :, :3], whole[place][:, :, 3] = pictures[int(number)][place][:, :, :3], 255
    return whole


def _place(grid: Grid, cell: tuple[int, int]) -> tuple[slice, slice]:
    """The pixels of a cell in a picture."""
    box = grid.cell(cell)
    (top, bottom), (left, right) = (
        (max(0, round(start)), max(0, round(start + side))) for start, side in ((box.y, box.h), (box.x, box.w))
    )
    return slice(top, bottom), slice(left, right)


def _tone(colours: Sequence[Floats]) -> tuple[int, int, int]:
    """The grey that is farthest from these colours of pieces, (n, 3) each."""
    every = np.concatenate(colours)
    best = max(TONES, key=lambda tone: float(np.quantile(strongest(np.abs(every - tone)), 0.05)))
    return best, best, best
