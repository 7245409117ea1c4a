"""Where boards of blocks lie in a picture: cells that recur next to other cells that recur."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

import numpy as np

from bot.grid import Grid
from bot.vision.blocks.common import in_common
from bot.vision.blocks.core import core_of
from bot.vision.blocks.exact import as_measured, exactly
from bot.vision.blocks.filled import filled
from bot.vision.blocks.loose import heaps
from bot.vision.blocks.opposite import opposite
from bot.vision.blocks.panel import Frame, spanning, twin_frames
from bot.vision.blocks.pitch import square
from bot.vision.blocks.places import (
    HARDLY,
    HARDLY_ANY,
    LIKELY,
    LOWEST,
    MOST_CELLS,
    NARROWEST,
    PLENTY,
    TRIES,
    alike,
    as_it_is,
    as_laid,
    exactly_framed,
    framed,
    free,
    standing,
    within,
)
from bot.vision.blocks.plausible import agree, split
from bot.vision.blocks.recur import Spot, Way, lively
from bot.vision.blocks.scene import Ruled, Scene
from bot.vision.blocks.settle import nudged, placed
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.blocks.twins import TWIN, apart, halves, torn, twins_of
from bot.vision.blocks.worth import HALVES, WHOLE, Board, area, rather
from bot.vision.finding import locate

FULL: Final = 0.9
"""Share of a place's cells that recur where a board is full."""
TINY: Final = 18
"""Pixels of cells below which larger ones are looked for first."""
OBLONG: Final = 0.6
"""How much less likely cells are that are not square."""
MOST_SORTED: Final = 1000
"""Cells that are sorted in one picture, for boards with frames and for others."""
MOST_OF_SIZE: Final = 350
"""Cells that are sorted first, for each size of square cells in frames that they fill, and frames looked into."""
TRIES_OF_SIZE: Final = 4
STEP: Final = 0.1
"""Part of a cell by which the columns of two boards may be out of step."""
MEASURED: Final = 2
"""Guesses of where tiles lie that may lie on the same cells."""
MOSTLY: Final = 0.5
"""Share of larger cells within a board from which they are only that board's in disguise."""

UNTOLD: Final = 10
"""Cells in doubt from which a board must have more that are told."""


def _likely(grid: Grid) -> float:
    """How large cells are, in pixels; less where they are oblong, which few are."""
    return area(grid) * (1 if square(grid.pitch_x, grid.pitch_y) else OBLONG)


Look = Callable[[Scene, Spot, tuple[int, int] | None], Sorting | None]
"""Looks for the board of some size (rows, columns), where that is known, at a spot."""


class Search:
    """The boards that were found in a picture until now."""

    def __init__(self, scene: Scene, size: tuple[int, int] | None) -> None:
        self.scene, self.size = scene, size
        self.found: list[Board] = []
        self.best: Board | None = None
        self._held: set[Spot] = set()
        self._better: dict[Grid, Spot] = {}
        """The places of boards in cells that turned out to be wider, or higher."""
        self._parted: list[int] = []
        """The columns of the boards whose parts are looked at, each within the one before."""
        self._known_grids: set[Grid] = set()
        """Grids that are exact already."""

    def all_over(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards with cells of these sizes in every way until one is beyond question; tiny ones last."""
        self.scene.sizes = sizes
        for tiny in (False, True):
            some = [pair for pair in sizes if (min(pair) < TINY) == tiny]
            before = self.best
            self.in_frames(some)
            if not tiny and not self.scene.spent and (self.best is None or not self.best.sure):
                self.in_filled_frames()
            if not self.done:
                self.anywhere(some)
            elif self.best is not before:
                # A frame that few cells fill may be drawn by the blocks of a board of larger cells around it.
                self.anywhere([pair for pair in some if self.halved(pair)])
            for spot in list(self._better.values()):
                if self.best is None:
                    self.scene.sorted = 0
                    self._take(spot, free)
            if self.best is None:
                self.anywhere(some, Way.EDGED)
            if self.best is None:
                self.parted(some)
            if self.best is None:
                self.in_any_frame(some)
            if self.best is None:
                self.sparse(some)
            if self.scene.spent or (self.best is not None and self.best.sure):
                break

    def in_frames(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards within frames: they are quickly seen, and known to be whole. Large cells are looked for
        first, which are few.
        """
        ordered = sorted(sizes, key=lambda pair: -pair[0] * pair[1])
        square = [pair for pair in ordered if pair[0] == pair[1]]
        for pair in square:
            # What lies around may show larger cells in plenty.
            self.scene.sorted, self.scene.framed = MOST_SORTED - MOST_OF_SIZE, TRIES - TRIES_OF_SIZE
            self._look(pair, exactly_framed)
        self.scene.sorted = self.scene.framed = 0
        if not self.done:
            self._full(ordered)
        for pair in ordered:
            if pair not in square:
                self._look(pair, exactly_framed)
        # Beside a small board an opponent's, or a thumbnail, may have been found first.
        for pair in ordered:
            if not self.done or self.halved(pair):
                self._look(pair, framed)

    def _full(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards that need no frame because they are full: nearly every cell recurs."""
        spots = [spot for pair in sizes if not self._small(pair[0] * pair[1]) for spot in self.scene.spots(pair)]
        for spot in sorted(spots, key=lambda spot: -_likely(spot.grid)):
            if spot.cells.sum() >= PLENTY and spot.cells.mean() > FULL:
                self._take(spot, free)

    @property
    def done(self) -> bool:
        """Whether a board was found beyond question, in a frame that holds a whole number of cells or full, and hardly
        anything on it is in doubt.
        """
        best = self.best
        told = best is not None and (best.sorting.kind == UNSURE).mean() < HARDLY_ANY
        return best is not None and best.sure and told and not best.sorting.why

    def _look(self, size: tuple[float, float], look: Look) -> None:
        """Look for boards with cells of one size."""
        if not self._small(size[0] * size[1]):
            for spot in self.scene.spots(size):
                self._take(spot, look)

    def anywhere(self, sizes: list[tuple[float, float]], way: Way = Way.USUAL) -> None:
        """Look for boards as far as there are blocks: by turns where cells are large, and where most of them recur."""
        spots = [spot for pair in sizes if not self._small(pair[0] * pair[1]) for spot in self.scene.spots(pair, way)]
        self.scene.sorted = 0
        large = sorted(spots, key=lambda spot: -_likely(spot.grid))
        rich = sorted(spots, key=lambda spot: -_likely(spot.grid) * spot.pairs)
        for spot in dict.fromkeys(spot for pair in zip(rich, large, strict=True) for spot in pair):
            if spot not in self._held:
                before = self.scene.sorted
                self._take(spot, free)
                if spot not in self._held:
                    for part in torn(self.scene.pixels, spot) or self._in_one(spot):
                        self._take(part, free)
                # Halves of cells that recur as well reach far: they leave room for one more place.
                self.scene.sorted = min(self.scene.sorted, before + MOST_SORTED)

    def _in_one(self, spot: Spot) -> list[Spot]:
        """The places of two boards that one grid fits, where that shows what is no board as a whole."""
        scene = self.scene
        rows, columns = spot.grid.rows, spot.grid.columns
        if columns < 2 * NARROWEST or rows < LOWEST or rows * columns > MOST_CELLS:
            return []
        for grid in placed(scene.pixels, scene.across, scene.down, spot):
            core = core_of(scene.sorting(grid))
            if core is not None and (parts := apart(sorting := scene.sorting(core[0])) or halves(sorting)):
                return parts
        return []

    def in_filled_frames(self) -> None:
        """Look for frames in which few blocks look alike, in cells that fill them."""
        ruled = self.scene.ruled
        for frame, spot in filled(self.scene.pixels, *ruled):
            if not self.done:
                self.scene.sorted = self.scene.framed = 0
                self._take(spot, partial(_within, ruled=ruled, frame=frame))

    def in_any_frame(self, sizes: list[tuple[float, float]]) -> None:
        """Look for frames around what is lively: thin figures on a ground like a photograph hardly recur."""
        self.scene.sorted = self.scene.framed = 0
        for pair in sorted(sizes, key=lambda pair: -pair[0] * pair[1]):
            if self.best is None and not self.scene.spent:
                spot = lively(self.scene.across, self.scene.down, *pair)
                self._take(spot, exactly_framed)

    def parted(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards of many blocks in windows and panels whose edges join them to what lies around."""
        spots = [spot for pair in sizes for spot in self.scene.spots(pair, Way.PARTED)]
        for look in (exactly_framed, free):
            self.scene.sorted = self.scene.framed = 0
            for spot in sorted(spots, key=lambda spot: -_likely(spot.grid) * spot.pairs):
                if self.best is None:
                    self._take(spot, partial(_plenty, look=look))

    def sparse(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards whose cells recur in their middles alone, with gaps: a photograph around them never does."""
        spots = [spot for pair in sizes for spot in self.scene.spots(pair, Way.SPARSE)]
        self.scene.sorted, self.scene.framed = MOST_SORTED - MOST_OF_SIZE, TRIES - TRIES_OF_SIZE
        for spot in sorted(spots, key=lambda spot: -_likely(spot.grid) * spot.pairs):
            for look in (exactly_framed, free):
                self._take(spot, partial(_with_ground, look=look))

    def coloured(self, spots: list[Spot]) -> None:
        """Look for boards at places where coloured pieces join with their like."""
        for spot in sorted(spots, key=lambda spot: -spot.pairs):
            for look in (exactly_framed, framed, free):
                self.scene.sorted = self.scene.framed = 0
                if not self.done:
                    self._take(spot, look)
        # Where looks are most alike says nothing of pieces that have many.
        self._known_grids |= {board.sorting.grid for board in self.found}

    def repeating(self, lattices: Sequence[locate.Lattice]) -> None:
        """Look for boards where cells repeat, whatever they show."""
        self.scene.sorted = self.scene.sorted_in_all = 0
        for one in lattices:
            self._take(Spot(one.grid, one.tiles, int(one.tiles.sum())), as_laid)

    def loose(self) -> None:
        """Look for boards of few pieces in the frames that they stand in."""
        self.scene.sorted = self.scene.sorted_in_all = 0
        for ruled, frame, grid, held in heaps(self.scene):
            self._known_grids.add(grid)
            spot = Spot(grid, held, 0)
            self._take(spot, partial(_standing, ruled=ruled, frame=frame))

    def chosen(self) -> Sorting | None:
        """The board for which most speaks: of several equal ones the left-most, the others as its twins."""
        if self.best is None:
            return None
        for sorting in self._beside(self.best.sorting):
            self.found.append(Board(0.0, sorting))
        twins = twins_of(self.best.sorting, [board.sorting for board in self.found])
        level = [self._level(one, self.best.sorting) for one in sorted(twins, key=lambda one: one.grid.x)]
        return in_common(self.scene.pixels, [self._exact(one) for one in level])

    def _level(self, twin: Sorting, best: Sorting) -> Sorting:
        """A board that lies beside the best one, at its height where it is told better there: in games for two both
        stacks begin so, and one alone may be seen aside.
        """
        a, b = best.grid, twin.grid
        aside = (b.x - a.x) / a.pitch_x
        if twin is best or abs(aside - round(aside)) > STEP or abs(b.y - a.y) > a.pitch_y / 2:
            return twin
        other = self.scene.sorting(replace(a, x=a.x + round(aside) * a.pitch_x))
        return replace(other, why=twin.why) if other.quality > twin.quality else twin

    def _exact(self, sorting: Sorting) -> Sorting:
        """A board on the grid that lies best."""
        if sorting.grid in self._known_grids:
            return sorting
        better = self._nudged(sorting)
        grid = exactly(self.scene.pixels, better)
        held = self.scene.frames.get(sorting.grid)
        if held is not None:
            grid = spanning(held[1], grid, better.kind >= 0)
        measured = [one.grid for one in islice(locate.lattices(self.scene.pixels), MEASURED)]
        return replace(better, grid=as_measured(self.scene.pixels, better, grid, measured))

    def _nudged(self, sorting: Sorting) -> Sorting:
        """A board with cells in doubt on a grid that lies a little better, where that leaves fewer of them; of a board
        whose kinds are not plainly apart, what that grid tells apart is in doubt.
        """
        doubts = np.count_nonzero(sorting.kind == UNSURE)
        plain = sorting.quality > LIKELY
        if plain and not doubts:
            return sorting
        other = self.scene.sorting(nudged(self.scene.pixels, sorting.grid, sorting.kind >= 0))
        if not agree(sorting, other):
            return sorting if plain else split(sorting, other)
        better = np.count_nonzero(other.kind == UNSURE) < doubts
        return replace(other, why=sorting.why) if better else sorting

    def _beside(self, sorting: Sorting) -> Iterator[Sorting]:
        """Boards in frames that are drawn like that of a board, at its height; or where its kinds of blocks tell one,
        if it is known to be whole and none was found.
        """
        held, grid = self.scene.frames.get(sorting.grid), sorting.grid
        if held is not None:
            yield from self._framed_beside(grid, *held)
        if not sorting.why and len(twins_of(sorting, [board.sorting for board in self.found])) == 1:
            for place in opposite(self.scene.pixels, self.scene.across, sorting):
                if (found := alike(self.scene, place)) is not None:
                    yield found

    def _framed_beside(self, grid: Grid, ruled: Ruled, frame: Frame) -> Iterator[Sorting]:
        """Boards in frames that are drawn like this one."""
        spot = lively(self.scene.across, self.scene.down, grid.pitch_x, grid.pitch_y)
        self.scene.framed = 0
        for twin in twin_frames(ruled.upright, ruled.level, frame):
            found = within(self.scene, spot, ruled, [twin], None)
            if found is not None:
                yield found

    def _take(self, spot: Spot, look: Look) -> None:
        """Look for a board at a spot, unless it could not be chosen."""
        if self.scene.spent or self.scene.sorted > MOST_SORTED or self._small(area(spot.grid)) or self._known(spot):
            return
        sorting = look(self.scene, spot, self.size)
        if sorting is None or _untold(sorting):
            return
        better = self.scene.warped(sorting)
        if better is not None:
            self._better.setdefault(sorting.grid, better)
            return
        self._held.add(spot)
        if self._several(spot, sorting):
            return
        # How far a board reaches that no frame holds is told by its cells, if they are told; and a frame full of doubt
        # may be the outline of something else.
        doubted = (sorting.kind == UNSURE).mean() >= (HARDLY_ANY if look is free else HARDLY)
        worth = sorting.quality * float(np.sqrt((sorting.kind >= 0).sum())) * (1 if sorting.why or doubted else WHOLE)
        board = Board(worth, sorting)
        self.found.append(board)
        if self.best is None or rather(board, self.best):
            self.best = board
            self.scene.settled = self.done

    def _several(self, spot: Spot, sorting: Sorting) -> bool:
        """Whether a board at a spot is several beside each other: each found by itself, where nothing bounds it, or two
        with something else between them, one of which was.
        """
        if self._parted and sorting.grid.columns >= self._parted[-1]:
            return False  # a part that grew to be the whole again
        two = apart(sorting)
        parts = two or (halves(sorting) if sorting.why else [])
        if sorting.why and (sorting.kind == UNSURE).mean() > HARDLY_ANY:
            parts = parts or torn(self.scene.pixels, spot)
        before, spent = len(self.found), self.scene.sorted
        self._parted.append(sorting.grid.columns)
        for part in parts:
            for look in (free, as_it_is) if two else (free,):
                self.scene.sorted = 0
                if part not in self._held:
                    self._take(part, look)
        self._parted.pop()
        self.scene.sorted = spent
        return bool(parts) and len(self.found) >= before + (1 if two else len(parts))

    def halved(self, size: tuple[float, float]) -> bool:
        """Whether the best board's cells may be halves of cells of this size."""
        return self.best is not None and size[0] * size[1] > HALVES * area(self.best.sorting.grid)

    def _small(self, size: float) -> bool:
        """Whether cells of this area are too small: beside a board beyond question there may only be another one like
        it, or one of larger cells.
        """
        best = self.best
        return best is not None and best.sure and size < (1 - TWIN) ** 2 * area(best.sorting.grid)

    def _known(self, spot: Spot) -> bool:
        """Whether a spot shows larger cells, or any where it is full, mostly where a board beyond question lies."""
        if self.best is None or not self.best.sure:
            return False
        grid, full = self.best.sorting.grid, (self.best.sorting.kind >= 0).all()
        if not full and area(spot.grid) < (1 + TWIN) ** 2 * area(grid):
            return False
        box, (x, y) = grid.box, spot.middles
        inside = (box.x < x) & (x < box.x + box.w) & (box.y < y) & (y < box.y + box.h)
        return float(np.mean(inside)) > MOSTLY


def _untold(sorting: Sorting) -> bool:
    """Whether of many cells that hold something no more are told than not: they lie on other lines."""
    doubted = int((sorting.kind == UNSURE).sum())
    return doubted >= UNTOLD and doubted >= int((sorting.kind >= 0).sum())


def _within(scene: Scene, spot: Spot, size: tuple[int, int] | None, ruled: Ruled, frame: Frame) -> Sorting | None:
    """The board at a spot within one frame."""
    return within(scene, spot, ruled, [frame], size)


def _standing(scene: Scene, spot: Spot, size: tuple[int, int] | None, ruled: Ruled, frame: Frame) -> Sorting | None:
    """The board on a spot's grid, whose blocks stand on the floor of a frame."""
    return standing(scene, ruled, frame, spot, size)


def _plenty(scene: Scene, spot: Spot, size: tuple[int, int] | None, look: Look) -> Sorting | None:
    """The board at a spot if it has many blocks: a thumbnail in a page looks like a small one."""
    sorting = look(scene, spot, size) if spot.cells.sum() >= PLENTY else None
    return sorting if sorting is not None and (sorting.kind >= 0).sum() >= PLENTY else None


def _with_ground(scene: Scene, spot: Spot, size: tuple[int, int] | None, look: Look) -> Sorting | None:
    """The board at a spot if some of it is empty, and a grid that lies a little beside tells the same: ground may pass
    for a kind.
    """
    sorting = look(scene, spot, size)
    if sorting is None or not (sorting.kind == EMPTY).any():
        return None
    other = scene.sorting(nudged(scene.pixels, sorting.grid, sorting.kind >= 0))
    return sorting if agree(sorting, other) else None
