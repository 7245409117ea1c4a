"""Which tiles of a grid are of one kind: compared in the way that tells them apart best, large or small."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.alternating import unchequered
from bot.vision.cells import Cells, cut
from bot.vision.finding.scanlines import restored
from bot.vision.tiles import chain, cutout, ends, figures, ink, kinds, registered
from bot.vision.tiles.pixelwise import Pixelwise
from bot.vision.tiles.settling import softened

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FINE: Final = 26.0
"""Width of a cell, in pixels, below which kinds must differ the more, the smaller it is: its figures melt."""
BESIDE: Final = ((0.5, 0.0), (1.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.5, 0.5), (0.5, -0.5), (1.0, 0.5), (1.0, -0.5))
"""Shifts, in pixels of the frame, by which two equal cells may lie differently in the grid (either way round)."""
PLAIN: Final = 4.0
"""Gap between same and different from which tiles need not be moved upon each other."""
USUAL: Final = 0.9
"""Share of the pairs of one kind that differ no more than two kinds that are one."""
TORN: Final = 20.0
"""How many times more all other kinds differ then."""


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
    """The kinds of the tiles of a grid, in reading order: without the ground around them where that alternates, if more
    kinds are even so.
    """
    found, even = _grouped(shown, grid, cells, tiles), unchequered(cells)
    if not found.odd or even is cells:
        return found
    again = kinds.group(kinds.features(even[tiles]))
    return again if len(again.odd) < len(found.odd) else found


def _grouped(shown: Shown, grid: Grid, cells: Cells, tiles: Bools) -> kinds.Grouping:
    features = kinds.features(cells[tiles])
    found = kinds.group(features)
    plain = found.gap > PLAIN and min(grid.pitch_x, grid.pitch_y) > FINE and not kinds.heaped(found)
    if plain and found.apart > PLAIN and not found.odd:
        return found
    sharp = Pixelwise(shown.plain, grid, tiles)
    exact = sharp.identical()
    if exact:
        return kinds.measured(exact, features)
    if plain:
        return rejoined(cut(shown.soft, grid)[tiles], grid, found)
    exact = sharp.group()
    if exact:
        return kinds.measured(exact, features)
    softer = cut(shown.soft, grid)[tiles]
    found = moved(cells[tiles], grid)
    ways: list[kinds.Grouping | None] = []
    if shown.soft is not shown.plain:
        ways.append(Pixelwise(shown.soft, grid, tiles).group())
    if shown.soft is not shown.pixels:
        ways.append(moved(softer, grid))
    ways.append(kinds.group(kinds.features(kinds.free(softer))))
    own = cutout.filled(softer)
    if own is not None:
        ways.append(moved(cutout.painted(softer, own), grid))
    # Kinds that are taken together stay even, but hardly ever does every kind that is torn apart: the finest is right.
    for other in ways:
        found = _better(found, other, features)
    # Once kinds are known it is seen better which part of a cell its tile fills.
    own = cutout.of_kinds(softer, found.kind, np.argwhere(tiles))
    if own is not None:
        ways.append(moved(cutout.painted(softer, own), grid))
        found = _better(found, ways[-1], features)
    found = parted(shown, grid, tiles, found)
    # Small figures melt, and those of one kind of tiles, such as digits, sooner than others.
    small = min(grid.pitch_x, grid.pitch_y) < FINE
    several = kinds.heaped(found) and (small or kinds.finer(found, ways))
    return replace(found, gap=min(found.gap, kinds.UNCLEAR)) if several else found


def parted(shown: Shown, grid: Grid, tiles: Bools, found: kinds.Grouping) -> kinds.Grouping:
    """A sorting of the tiles of a grid with those kinds parted that differ in a detail in the middle of their faces; it
    is unclear where some differ elsewhere. Around round or cut tiles the ground makes such differences, too.
    """
    pitch = grid.pitch_x, grid.pitch_y
    look = cut(shown.soft, grid)[tiles]
    at = np.argwhere(tiles)
    own = cutout.of_kinds(look, found.kind, at)
    middle = cutout.MIDDLE if own is None else cutout.MIDDLE & own
    whole, raw = (registered.differences(look, pitch, part) for part in (None, middle))
    asked = product((whole, raw), figures.GRAINS)
    if not any(figures.suspected(apart, found.kind, grain) for apart, grain in asked):
        return found
    for by in BESIDE:
        aside = cut(shown.soft, grid, by)[tiles]
        whole = np.minimum(whole, registered.reached(look, aside, pitch))
        raw = np.minimum(raw, registered.reached(look, aside, pitch, middle))
    several = figures.parted(raw, found.kind, at)
    if several is not None and several[0].max() > found.kind.max():
        return kinds.sorting(several[0], raw, several[1])
    if cutout.filled(look) is None and several is not None:
        several = figures.parted(whole, found.kind, at)
    doubted = several is None or several[0].max() > found.kind.max()
    return replace(found, gap=min(found.gap, kinds.UNCLEAR)) if doubted else found


def rejoined(cells: Cells, grid: Grid, found: kinds.Grouping) -> kinds.Grouping:
    """A sorting of the cells (n, …) of a grid in which those kinds are one that, moved upon each other, differ no more
    than tiles of one kind do, and all others by far more: a kind was drawn a fraction of a pixel aside in some columns.
    """
    raw = registered.differences(cells, (grid.pitch_x, grid.pitch_y))
    same = found.kind[:, None] == found.kind[None]
    own = raw[same & ~np.eye(len(cells), dtype=bool)]
    if not own.size or same.all():
        return found
    close = (raw <= max(1.0, float(np.quantile(own, USUAL)))) & ~same
    kind = found.kind.copy()
    for one, other in np.argwhere(close):
        kind[kind == kind[one]] = kind[other]
    apart = float(np.where(kind[:, None] == kind[None], np.inf, raw).min())
    if not close.any() or apart < TORN * float(raw[close].max()):
        return found
    return kinds.sorting(chain.renumbered(kind), raw)


def moved(cells: Cells, grid: Grid) -> kinds.Grouping:
    """The kinds of the cells (n, …) of a grid, each moved upon every other."""
    return kinds.group(kinds.features(cells), registered.differences(cells, (grid.pitch_x, grid.pitch_y)))


def _better(found: kinds.Grouping, other: kinds.Grouping | None, features: Floats) -> kinds.Grouping:
    """The other way to sort tiles, measured in their `features` (n, length), if it is to be believed more."""
    return kinds.measured(other, features) if other and not other.odd and (found.odd or _finer(other, found)) else found


def _finer(one: kinds.Grouping, other: kinds.Grouping) -> bool:
    """Whether one sorting has more kinds than another, or as many that are farther apart; some kinds more, where the
    other's are far apart and its own are not.
    """
    if max(one.gap, other.gap) > PLAIN and abs(int(one.kind.max()) - int(other.kind.max())) < kinds.MORE:
        plain = [min(way.gap, way.apart) > PLAIN for way in (one, other)]
        if plain[0] != plain[1]:
            return plain[0]
    return (int(one.kind.max()), one.gap) > (int(other.kind.max()), other.gap)


def _filled(cells: Cells, kind: Ints) -> Bools | None:
    """The part of a cell that tiles fill, of a board of cells (rows, columns, …) whose `kind` (rows, columns) is known;
    None where that is all of it.
    """
    tiles = kind >= 0
    return cutout.of_kinds(cells[tiles], kind[tiles], np.argwhere(tiles))


def several(shown: Shown, grid: Grid, cells: Cells, kind: Ints) -> bool:
    """Whether some kind may be two that differ where tiles are hardly compared, or by less than they are."""
    soft = cells if shown.soft is shown.pixels else cut(shown.soft, grid)
    doubted = [way for way in (ends, ink) if way.suspected(soft, kind)]
    if not doubted:
        return False
    looks = [soft, *(cut(shown.soft, grid, by) for by in ((0, 1), (1, 0)))]
    own = _filled(soft, kind)
    if own is not None:
        looks = [cutout.painted(one, own) for one in looks]
    return any(way.differ(looks[0], looks[1:], kind) for way in doubted)
