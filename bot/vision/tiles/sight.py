"""A board at first sight: some lattices of a picture are looked at, and the board that is borne out best is taken."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.figures import figures, lively
from bot.vision.blocks.look import cells_of
from bot.vision.cells import cut, outside
from bot.vision.finding import islands, locate
from bot.vision.finding.panels import panels
from bot.vision.finding.scanlines import restored
from bot.vision.once import once_per_picture
from bot.vision.tiles import plausible
from bot.vision.tiles.beyond import completed
from bot.vision.tiles.board import LIKELY, NONE, UNSURE, Sorted, good, sure, told
from bot.vision.tiles.farther import farther
from bot.vision.tiles.inked import inked
from bot.vision.tiles.look import laid, look
from bot.vision.tiles.mates import mates
from bot.vision.tiles.miniature import pictures
from bot.vision.tiles.outright import outright
from bot.vision.tiles.recurring import recurring
from bot.vision.tiles.rims import nearly_plated
from bot.vision.tiles.sameness import FINE, Shown
from bot.vision.tiles.settling import FINE as FINEST
from bot.vision.tiles.settling import PAIRED, centred, paired, sides_moved, softened, some

Bools = NDArray[np.bool_]

GUESSES: Final = 4
"""Lattices that are looked at closely before the best is taken."""
PANELS: Final = 2
"""Panels that are looked at by themselves."""
SAME: Final = 0.9
"""Share of the cells that two pictures of one board show alike."""
LARGER: Final = 1.2
"""How many times larger a board is than a small picture of it at the least."""
FAR_LARGER: Final = 2.0
"""The same of one that is told of parts of its tiles."""
NEAR: Final = 0.15
"""Share of a cell within which two looks laid the same cell."""
ASTRAY: Final = 0.03
"""Share of a cell by which cells may lie aside."""
IN_STEP: Final = 0.25
"""Share of a cell by which the cells of two looks in step lie aside at the most."""
NEARLY: Final = 1.25
"""How many times less equal tiles may look before the sides of a board are moved."""
ALL_OVER: Final = 0.97
"""Share of a gap that is ground."""
SHOWN: Final = 2.0
"""Grey levels by which the figure of a pale tile stands out from a pale picture, at least."""
PLAIN: Final = 6.0
LIKE: Final = 0.8
"""The same, and how like each other two such figures are, where ground runs into them all over."""
USUAL: Final = 3.0
"""How many times as much as gaps usually show."""
CERTAIN: Final = 3.0
"""Quality from which no other guess needs a look."""
FEW: Final = 5
CROWDED: Final = 40
FAR: Final = 8.0
"""Kinds with so many others, on so many tiles, or so many times farther apart than equal ones, are hardly halves."""
WIDEST: Final = 2.0
SLICES: Final = 3
"""Times as wide as they are high that tiles are at the most which may be slices of some, and so many rows of them."""
PARTS: Final = (0.1, 0.5)
"""How near to a whole number the cells of one board may be as large as those of another, and the share of the smaller
board that both cover, from which they may be parts of them.
"""


@once_per_picture
def first_sight(pixels: Pixels, guesses: int = GUESSES) -> Sorted | None:
    """The board in a picture that was never seen before; None where there is none. `pixels` are (h, w, 3).

    No more than the first `guesses` of the picture's lattices are looked at; where none of them is a board beyond
    doubt, those of its panels, each by itself.
    """
    found = _sight(pixels, guesses)
    if found is None or not sure(found):
        found = _on_a_panel(pixels, guesses, found) or found
    for part in (found.kind, found.margins, found.share, found.bare) if found else ():
        part.setflags(write=False)
    return found


def _on_a_panel(pixels: Pixels, guesses: int, doubted: Sorted | None = None) -> Sorted | None:
    """The board on one of the panels of a picture; None where none of them bears one beyond doubt. Where one is seen in
    the whole picture, but `doubted`, it has the same cells but for such as lie beside the panel, or larger ones.
    """
    for rows, columns in panels(pixels)[:PANELS]:
        found = _sight(np.ascontiguousarray(pixels[rows, columns]), guesses)
        if found and sure(found):
            found = replace(found, grid=found.grid.moved(columns.start, rows.start))
            if doubted is None or doubted.grid.holds(found.grid, IN_STEP) or _parts(doubted.grid, found.grid):
                return found
    return None


def _parts(grid: Grid, larger: Grid) -> bool:
    """Whether a grid may be of figures on the tiles of another one, whose cells are far larger."""
    times = min(larger.pitch_x / grid.pitch_x, larger.pitch_y / grid.pitch_y)
    return times >= FAR_LARGER and locate.shared(grid, larger) > PARTS[1]


def _sight(pixels: Pixels, guesses: int) -> Sorted | None:
    """The board in a picture, (h, w, 3), as a whole; None where there is none."""
    looks = _Looks(pixels)
    best: Sorted | None = None
    small: locate.Lattice | None = None
    for lattice in _whole(locate.lattices(pixels), guesses):
        if small and small.pitch == lattice.pitch:
            continue  # what else repeats as often as the board
        if small is None or _pictured(small, lattice):
            best = _best(best, looks.at(lattice))
        if small or (best and _certain(best) and min(best.grid.pitch_x, best.grid.pitch_y) > FINE):
            break
        small = lattice if best and _certain(best) else None  # the next pitch shows whether it is a picture of a board
    if best is None or not _certain(best):
        for lattice in _whole(islands.sparse(pixels), 2 * guesses):
            best = _best(best, looks.ashore(lattice))
            if best and _certain(best):
                break
    if best is None or best.quality <= LIKELY / 2:
        return None
    best = looks.pictured(best)
    best = completed(pixels, best) or best
    return farther(pixels, looks.doubted(_remeasured(pixels, best) if sure(best) else best))


def sliced(grid: Grid) -> bool:
    """Whether cells are so flat, and in so few rows, that they are slices of tiles: of the row, say, that a window cuts
    through.
    """
    return grid.rows <= SLICES and grid.pitch_x > WIDEST * grid.pitch_y


def _whole(lattices: Iterable[locate.Lattice], most: int) -> Iterator[locate.Lattice]:
    """The first of some lattices, those left out that lie on slices of tiles."""
    return itertools.islice((one for one in lattices if not sliced(one.grid)), most)


class _Looks:
    """Close looks at the lattices of one picture, (h, w, 3), each of which is looked at once."""

    def __init__(self, pixels: Pixels) -> None:
        self._pixels = pixels
        self._seen: list[tuple[locate.Lattice, Sorted | None]] = []

    def at(self, lattice: locate.Lattice) -> Sorted | None:
        """The board on a lattice, looked at again where something was left open; None where it is none."""
        pixels = self._pixels
        found = self._look(lattice) or self._moved(lattice)
        if found and found.quality > LIKELY / 4 and not good(found):
            # What was learnt from a few wrong places is learnt again from better ones.
            again = self._look(replace(lattice, grid=found.grid, tiles=found.kind >= 0))
            found = again if again and again.quality > found.quality else found
        if found and found.quality > LIKELY / 4 and not told(found):
            finer = sides_moved(softened(restored(pixels), found.grid), found.grid, found.kind >= 0)
            again = look(pixels, replace(lattice, grid=finer, tiles=found.kind >= 0), settled=True)
            if again and (again.quality > found.quality or (told(again) and again.quality == found.quality)):
                found = again
        if found is None or not sure(found):
            grid, tiles = (found.grid, found.kind >= 0) if found else (laid(pixels, lattice), lattice.tiles)
            found = recurring(pixels, grid, tiles) or self._inked(grid, found) or found
        return found

    def _inked(self, grid: Grid, found: Sorted | None) -> Sorted | None:
        """The board as what its tiles bear tells it; None where a good look `found` tiles that bear nothing."""
        told = inked(self._pixels, grid)
        if told and found and good(found) and (_on(grid, found) & (told.kind == NONE)).any():
            return None
        return told

    def ashore(self, lattice: locate.Lattice) -> Sorted | None:
        """The board on a lattice that was found by shores: they tell where its cells lie even where the ground differs
        more from tile to tile than the tiles do.
        """
        found = self.at(lattice)
        if found and sure(found):
            return found
        pixels, tiles = self._pixels, lattice.tiles
        grid = locate.refine(pixels, lattice.grid, tiles)
        # To move the sides of a board takes long, and makes equal tiles hardly more equal.
        if found is None and tiles.sum() >= PAIRED[0] and not paired(pixels, grid, some(tiles), NEARLY):
            return None
        grid = sides_moved(restored(pixels), grid, tiles)
        return _best(found, look(pixels, replace(lattice, grid=grid), settled=True))

    def pictured(self, found: Sorted) -> Sorted:
        """The larger board of which the one that was found is a small picture, though it leaves something open; the one
        that was found where none was seen.
        """
        for _, other in self._seen:
            if other is None or other.quality <= LIKELY / 2:
                continue
            larger = min(other.grid.pitch_x / found.grid.pitch_x, other.grid.pitch_y / found.grid.pitch_y) > LARGER
            if larger and pictures(found.kind, other.kind):
                return other
        return found

    def doubted(self, found: Sorted) -> Sorted:
        """A board with those gaps in doubt of which another good look at the same cells said that they may be tiles,
        if two of them show the same: they may be a kind of their own, and that ground runs into one of them where
        cells are laid a pixel beside does not tell. And with those that make more tiles than there are in a look that
        is borne out better, though it leaves something open. And with those that show what no ground does.
        """
        kind = found.kind.copy()
        for _, other in self._seen:
            if other is None or not good(other) or other.kind.shape != kind.shape or not near(other.grid, found.grid):
                continue
            contested = (other.kind == UNSURE) & (found.kind == NONE)
            kind[plausible.alike(found.cells, contested)] = UNSURE
        for _, other in self._seen:
            if other is not None and other.quality > found.quality:
                overruled = _on(found.grid, other) & (found.kind == NONE)
                if overruled.sum() > (found.kind >= 0).sum():
                    kind[overruled] = UNSURE
        if whole := self._filled_in(found):
            return whole
        kind[self._figured(found, kind == NONE)] = UNSURE
        kind[self._half_plated(found) & (kind == NONE)] = UNSURE
        twins = mates(cut(restored(self._pixels), found.grid), kind == NONE)
        kind[twins] = UNSURE
        return replace(found, kind=kind, bare=found.bare & ~twins)  # of a kind of their own, pairs would be even, too

    def _filled_in(self, found: Sorted) -> Sorted | None:
        """A board with those gaps as tiles that show a figure, if all of them are told with these beyond doubt."""
        drawn = self._figured(found, found.kind < 0)
        if not drawn.any() or ((found.kind == UNSURE) & ~drawn).any():
            return None
        shown = Shown.of(self._pixels, found.grid)
        return outright(shown, found.grid, found.cells, (found.kind >= 0) | drawn, found.presence, found.margins)

    def _figured(self, found: Sorted, gaps: Bools) -> Bools:
        """(rows, columns), `gaps` that show a figure that recurs, on the board or beside it: pale tiles on a pale
        picture of which ground is not all, or such as stand out of the ground, into which that may run all over.
        """
        nearly = gaps & (found.share < ALL_OVER)
        if np.count_nonzero(gaps) < 2:
            return np.zeros_like(gaps)
        wide = found.grid.wider(1)
        empty = np.pad(gaps, 1, constant_values=True) & ~outside(wide, self._pixels)
        cells, none = cells_of(self._pixels, wide), np.zeros_like(empty)
        pale = figures(cells, empty, none, SHOWN, SHOWN, USUAL)[1:-1, 1:-1] & nearly
        plain = figures(cells, empty, none, PLAIN, PLAIN, USUAL / 2, LIKE)[1:-1, 1:-1] & gaps & lively(cells, empty)
        return np.asarray(plausible.alike(found.cells, pale) | plain)

    def _half_plated(self, found: Sorted) -> Bools:
        """(rows, columns), cells that may be plates like those of the tiles, drawn a little aside."""
        wide = found.grid.wider(1)
        tiles = np.pad(found.kind >= 0, 1)
        beside = ~outside(wide, self._pixels)
        beside[1:-1, 1:-1] = False
        return nearly_plated(cut(self._pixels, wide), tiles, beside)[1:-1, 1:-1]

    def _moved(self, lattice: locate.Lattice) -> Sorted | None:
        """The board on a lattice that repeats clearly but whose pitch is slightly wrong: at one end of it no tile looks
        like its equals at the other.
        """
        pixels, tiles = self._pixels, lattice.tiles
        if lattice.clarity < locate.CLEAR or tiles.sum() < PAIRED[0]:
            return None
        grid = laid(pixels, lattice)
        if not paired(pixels, grid, some(tiles)):
            return None
        finer = sides_moved(restored(pixels), grid, tiles)
        return None if near(finer, grid, ASTRAY) else look(pixels, replace(lattice, grid=finer), settled=True)

    def _look(self, lattice: locate.Lattice) -> Sorted | None:
        """The first look at a lattice, which is the same for all that lie nearer to it than their cells are settled."""
        for other, found in self._seen:
            if _same(lattice, other):
                return found
        found = look(self._pixels, lattice)
        self._seen.append((lattice, found))
        return found


def _remeasured(pixels: Pixels, found: Sorted) -> Sorted:
    """A board on a grid that is measured once more now that its tiles are known; where that moves its cells, only if
    they are told alike there, or better.
    """
    tiles = found.kind >= 0
    grid = centred(pixels, locate.refine(restored(pixels), found.grid, tiles), tiles)
    if near(grid, found.grid, ASTRAY):
        return replace(found, grid=grid, cells=cut(pixels, grid))
    again = look(pixels, locate.Lattice(grid, tiles, found.share, score=0.0), settled=True)
    if again is None or not sure(again) or again.kind.shape != found.kind.shape:
        return found
    return again if (again.kind == found.kind).all() or again.quality > found.quality else found


def _on(grid: Grid, other: Sorted) -> Bools:
    """(rows, columns) of a grid, the cells in which another look, on a grid in step with it, saw tiles."""
    seen = np.zeros((grid.rows, grid.columns), np.bool_)
    aside = (other.grid.x - grid.x) / grid.pitch_x, (other.grid.y - grid.y) / grid.pitch_y
    pitch = other.grid.pitch_x / grid.pitch_x, other.grid.pitch_y / grid.pitch_y
    if max(abs(by - round(by)) for by in aside) > IN_STEP or max(abs(one - 1) for one in pitch) > ASTRAY:
        return seen
    rows, columns = np.nonzero(other.kind >= 0)
    rows, columns = rows + round(aside[1]), columns + round(aside[0])
    inside = (rows >= 0) & (rows < grid.rows) & (columns >= 0) & (columns < grid.columns)
    seen[rows[inside], columns[inside]] = True
    return seen


def _same(one: locate.Lattice, other: locate.Lattice) -> bool:
    """Whether two lattices are the same cells with the same tiles."""
    return (
        one.tiles.shape == other.tiles.shape
        and bool((one.tiles == other.tiles).all())
        and near(one.grid, other.grid, FINEST)
    )


def near(one: Grid, other: Grid, limit: float = NEAR) -> bool:
    """Whether two grids are of one size, and all cells lie within this share of a cell of each other."""
    if (one.rows, one.columns) != (other.rows, other.columns):
        return False
    ends = [(grid.cell((0, 0)), grid.cell((grid.rows, grid.columns))) for grid in (one, other)]
    x = max(abs(a.x - b.x) for a, b in zip(*ends, strict=True))
    y = max(abs(a.y - b.y) for a, b in zip(*ends, strict=True))
    return bool(x < limit * one.pitch_x and y < limit * one.pitch_y)


def _certain(found: Sorted) -> bool:
    """Whether no other guess needs a look, but for a board of which this may be a small picture. Halves of tiles make a
    board of few kinds, too, which are not as far apart.
    """
    many = int(found.grouping.kind.max()) >= FEW and len(found.grouping.kind) >= CROWDED
    many |= found.grouping.gap > FAR
    return found.quality > CERTAIN and many and sure(found)


def _pictured(small: locate.Lattice, lattice: locate.Lattice) -> bool:
    """Whether a board of small cells may be a picture of the one on another lattice: that one repeats more clearly, and
    lies beside it.
    """
    larger = lattice.score > small.score and lattice.grid.pitch_x > small.grid.pitch_x
    return larger and locate.shared(small.grid, lattice.grid) < locate.BESIDE


def _best(best: Sorted | None, found: Sorted | None) -> Sorted | None:
    """The one of two boards that is borne out better."""
    return found if found and (best is None or _better(found, best)) else best


def _better(one: Sorted, other: Sorted) -> bool:
    """Whether one board is borne out better than another; of a board and a small picture of it the larger is meant."""
    times = one.grid.pitch_x / other.grid.pitch_x
    if one.kind.shape == other.kind.shape and (one.kind == other.kind).mean() > SAME and max(times, 1 / times) > LARGER:
        return times > 1
    if sure(one) and sure(other) and _parted(one.grid, other.grid):  # equal halves are hardly as equal as whole tiles
        return one.grouping.gap > other.grouping.gap
    return (sure(one), good(one), one.quality) > (sure(other), good(other), other.quality)


def _parted(one: Grid, other: Grid) -> bool:
    """Whether the cells of one board may be halves or thirds of those of another, or the other way round."""
    times = one.pitch_x / other.pitch_x, one.pitch_y / other.pitch_y
    whole = [max(by, 1 / by) for by in times]
    larger = max(times) > 1 + PARTS[0] and min(times) > 1 - PARTS[0]
    smaller = min(times) < 1 - PARTS[0] and max(times) < 1 + PARTS[0]
    in_step = all(abs(by - round(by)) < PARTS[0] for by in whole)
    return (larger or smaller) and in_step and locate.shared(one, other) > PARTS[1]
