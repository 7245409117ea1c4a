"""Which tiles of a grid are of one kind: compared in the way that tells them apart best, large or small."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import Cells, cut
from bot.vision.finding.scanlines import restored
from bot.vision.tiles import cutout, ends, ink, kinds, pixelwise
from bot.vision.tiles.settling import softened

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

FINE: Final = 26.0
"""Width of a cell, in pixels, below which kinds must differ the more, the smaller it is: its figures melt."""
BESIDE: Final = ((0.5, 0.0), (1.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.5, 0.5), (0.5, -0.5), (1.0, 0.5), (1.0, -0.5))
"""Shifts, in pixels of the frame, by which two equal cells may lie differently in the grid (either way round)."""
PLAIN: Final = 4.0
"""Gap between same and different from which shifts need not be tried."""
CROWD: Final = 300
"""Tiles from which shifts are not tried: it would take too long."""


class Shown(NamedTuple):
    """A picture as it is compared."""

    pixels: Pixels
    plain: Pixels
    """Without scan lines."""
    soft: Pixels
    """Out of focus where cells are small."""

    @classmethod
    def of(cls, pixels: Pixels, grid: Grid) -> Shown:
        """The picture, for cells as large as those of a grid."""
        plain = restored(pixels)
        return cls(pixels, plain, softened(plain, grid))


def grouped(shown: Shown, grid: Grid, cells: Cells, tiles: Bools) -> kinds.Grouping:
    """The kinds of the tiles of a grid, in reading order."""
    features = kinds.features(cells[tiles])
    found = kinds.group(features)
    plain = found.gap > PLAIN and min(grid.pitch_x, grid.pitch_y) > FINE
    if plain and found.apart > PLAIN and not found.odd:
        return found
    exact = pixelwise.identical(shown.plain, grid, tiles)
    if exact:
        return kinds.measured(exact, features)
    if plain:
        return found
    exact = pixelwise.group(shown.plain, grid, tiles)
    if exact:
        return kinds.measured(exact, features)
    softer = cut(shown.soft, grid)[tiles]
    ways = [
        pixelwise.group(shown.soft, grid, tiles),
        *(kinds.group(kinds.features(f)) for f in (softer, kinds.free(softer))),
    ]
    if tiles.sum() <= CROWD:
        found = kinds.group(features, [kinds.features(cut(shown.pixels, grid, by)[tiles]) for by in BESIDE])
    own = cutout.filled(softer)
    if own is not None:
        ways.append(kinds.group(kinds.features(cutout.painted(softer, own))))
    # Kinds that are taken together stay even, but hardly ever does every kind that is torn apart: the finest is right.
    for other in ways:
        if other and not other.odd and (found.odd or _finer(other, found)):
            found = kinds.measured(other, features)
    return found


def _finer(one: kinds.Grouping, other: kinds.Grouping) -> bool:
    """Whether one sorting has more kinds than another, or as many that are farther apart; some kinds more, where the
    other's are far apart and its own are not.
    """
    if max(one.gap, other.gap) > PLAIN and abs(int(one.kind.max()) - int(other.kind.max())) < kinds.MORE:
        plain = [min(way.gap, way.apart) > PLAIN for way in (one, other)]
        if plain[0] != plain[1]:
            return plain[0]
    return (int(one.kind.max()), one.gap) > (int(other.kind.max()), other.gap)


def several(shown: Shown, grid: Grid, cells: Cells, kind: Ints) -> bool:
    """Whether some kind may be two that differ where tiles are hardly compared, or by less than they are."""
    soft = cells if shown.soft is shown.pixels else cut(shown.soft, grid)
    doubted = [way for way in (ends, ink) if way.suspected(soft, kind)]
    if not doubted:
        return False
    looks = [soft, *(cut(shown.soft, grid, by) for by in ((0, 1), (1, 0)))]
    own = cutout.filled(soft[kind >= 0])
    if own is not None:
        looks = [cutout.painted(one, own) for one in looks]
    return any(way.differ(looks[0], looks[1:], kind) for way in doubted)
