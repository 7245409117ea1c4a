"""Where boards of blocks lie in a picture: cells that recur next to other cells that recur."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.extent import UNKNOWN as BEYOND
from bot.vision.blocks.extent import bounded, extent
from bot.vision.blocks.look import wider
from bot.vision.blocks.panel import Lines, bordered, fitted, frames, risen
from bot.vision.blocks.pitch import edge_maps, pitches
from bot.vision.blocks.plausible import FEWEST, agree, edged, goes_on, grown, many, parts
from bot.vision.blocks.recur import PAIRS, Spot, mapped, nudged, placed, settled, sharper, spots_of, unlike
from bot.vision.blocks.sort import EMPTY, UNSURE, Sorting, sort_blocks

LIKELY: Final = 1.2
"""Quality from which it is a board."""
LIKELY_IN_FRAME: Final = 0.8
"""The same in a frame that holds a whole number of cells."""
NARROWEST: Final = 4
"""Rows or columns that a board has at least."""
OWN: Final = 0.4
"""Share of an outer line's cells that show a kind of the rest, where the line is a part of the board."""
MOST_CELLS: Final = 700
"""Cells of the largest board."""
TWIN: Final = 0.02
"""Share by which pitches of two equal boards may differ."""


RISEN: Final = 1.5
"""How many times less alike cells are at the frame of a stack that has risen."""
NOISE: Final = 1.0
"""Grey levels by which they may always be."""
BESIDE: Final = 0.1
"""Cells by which blocks may lie beside their grid."""
AKIN: Final = 4.5
"""Grey levels by which like cells may differ on a grid that only lies a little beside them."""
NUDGED: Final = 3
"""Grids of one picture that are moved by a little."""
TRIES: Final = 12
"""Frames of one picture that are looked into, those of large cells first."""
WHOLE: Final = 1.4
"""How much more a board is worth that is known to be whole."""
SURE_IN_FRAME: Final = 12.0
"""Worth from which a board in a frame is beyond question."""
HARDLY: Final = 0.1
"""Share of its cells that may be doubted then."""
SURE: Final = 16.0
"""Worth from which no smaller cells need a look."""


GROWN: Final = 5
"""Lines of cells, on each side, by which blocks may reach beyond the place that was found."""
TINY: Final = 18
"""Pixels of cells below which larger ones are looked for first."""
OBLONG: Final = 0.6
"""How much less likely cells are that are not square."""
FIXED: Final = 60
"""Cells that take as long as a sorting takes at the least."""
MOST_SORTED: Final = 1000
"""Cells that are sorted in one picture, for boards with frames and for others."""
MOSTLY: Final = 0.5
"""Share of larger cells within a board from which they are only that board's in disguise."""
DOUBTED: Final = 0.4
"""Share of cells that cannot be told from which it is no board."""


class Scene:
    """A picture, with what its candidates share."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self.across, self.down = edge_maps(pixels)
        self.upright, self.level = Lines(self.across), Lines(np.ascontiguousarray(self.down.T))
        self.sorted = 0
        """Cells that were sorted until now."""
        self.framed = 0
        """Frames that were looked into until now."""
        self.nudged = 0
        """Grids that were moved by a little until now."""
        self.open_: dict[Spot, Sorting] = {}
        """Boards at a spot whose frame is not drawn beside their empty cells."""
        self._known: dict[Grid, Sorting] = {}
        self._spots: dict[tuple[float, float], list[Spot]] = {}

    def sorting(self, grid: Grid) -> Sorting:
        """The cells of a grid sorted."""
        if grid not in self._known:
            self.sorted += FIXED + grid.rows * grid.columns
            self._known[grid] = sort_blocks(self.pixels, grid)
        return self._known[grid]

    def quality(self, grid: Grid) -> float:
        """How plainly the kinds of a grid are apart, where it was sorted; endless where it was not."""
        return self._known[grid].quality if grid in self._known else np.inf

    def spots(self, size: tuple[float, float]) -> list[Spot]:
        """Places where cells of this size recur, the likelier first."""
        if size not in self._spots:
            self._spots[size] = spots_of(self.pixels, *size)
        return self._spots[size]


def _area(grid: Grid) -> float:
    return grid.pitch_x * grid.pitch_y


def _likely(grid: Grid) -> float:
    """How large cells are, in pixels; less where they are oblong, which few are."""
    return _area(grid) * (OBLONG if abs(grid.pitch_x - grid.pitch_y) > 1 else 1)


def first_sight_blocks(pixels: Pixels, size: tuple[int, int] | None = None) -> Sorting | None:
    """The board of blocks in a picture that was never seen before; None where there is none.

    `size` (rows, columns) is the board's, where it is known. Of several equal boards it is the left-most.
    """
    search = Search(Scene(pixels), size)
    sizes = pitches(search.scene.across, search.scene.down)
    for tiny in (False, True):
        some = [pair for pair in sizes if (min(pair) < TINY) == tiny]
        search.in_frames(some)
        search.anywhere(some)
        if search.best is not None and search.best.sure:
            break
    return search.chosen()


class Board(NamedTuple):
    """A board that was found, and how much speaks for it."""

    worth: float
    sorting: Sorting

    @property
    def sure(self) -> bool:
        """Whether it is a board beyond question: in a frame, with hardly a doubt, fewer blocks are enough."""
        framed = not self.sorting.why and (self.sorting.kind == UNSURE).mean() < HARDLY
        return self.worth > (SURE_IN_FRAME if framed else SURE)


class Search:
    """The boards that were found in a picture until now."""

    def __init__(self, scene: Scene, size: tuple[int, int] | None) -> None:
        self.scene, self.size = scene, size
        self.found: list[Board] = []
        self.best: Board | None = None
        self._held: set[Spot] = set()

    def in_frames(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards within frames: they are quickly seen, and known to be whole. Large cells are looked for
        first, which are few.
        """
        for pair in sorted(sizes, key=lambda pair: -pair[0] * pair[1]):
            if not self._small(pair[0] * pair[1]):
                for spot in self.scene.spots(pair):
                    self._take(spot, _framed)

    def anywhere(self, sizes: list[tuple[float, float]]) -> None:
        """Look for boards as far as there are blocks: by turns where cells are large, and where most of them recur."""
        spots = [spot for pair in sizes if not self._small(pair[0] * pair[1]) for spot in self.scene.spots(pair)]
        self.scene.sorted = 0
        large = sorted(spots, key=lambda spot: -_likely(spot.grid))
        rich = sorted(spots, key=lambda spot: -_likely(spot.grid) * spot.pairs)
        for spot in dict.fromkeys(spot for pair in zip(rich, large, strict=True) for spot in pair):
            if spot not in self._held:
                self._take(spot, _free)

    def chosen(self) -> Sorting | None:
        """The board for which most speaks: of several equal ones the left-most."""
        if self.best is None:
            return None
        twins = _twins(self.best.sorting, [board.sorting for board in self.found])
        return replace(min(twins, key=lambda one: one.grid.x), boards=len(twins))

    def _take(self, spot: Spot, look: Callable[[Scene, Spot, tuple[int, int] | None], Sorting | None]) -> None:
        """Look for a board at a spot, unless it could not be chosen."""
        if self.scene.sorted > MOST_SORTED or self._small(_area(spot.grid)) or self._known(spot):
            return
        sorting = look(self.scene, spot, self.size)
        if sorting is None:
            return
        self._held.add(spot)
        worth = sorting.quality * float(np.sqrt((sorting.kind >= 0).sum())) * (1 if sorting.why else WHOLE)
        board = Board(worth, sorting)
        self.found.append(board)
        if self.best is None or worth > self.best.worth:
            self.best = board

    def _small(self, area: float) -> bool:
        """Whether cells of this area are too small: beside a board beyond question there may only be another one like
        it, or one of larger cells.
        """
        best = self.best
        return best is not None and best.sure and area < (1 - TWIN) ** 2 * _area(best.sorting.grid)

    def _known(self, spot: Spot) -> bool:
        """Whether a spot shows larger cells mostly where a board beyond question lies."""
        if self.best is None or not self.best.sure:
            return False
        grid = self.best.sorting.grid
        if _area(spot.grid) < (1 + TWIN) ** 2 * _area(grid):
            return False
        box, middles = grid.box, [spot.grid.centre((int(row), int(column))) for row, column in np.argwhere(spot.cells)]
        inside = [box.x < p.x < box.x + box.w and box.y < p.y < box.y + box.h for p in middles]
        return float(np.mean(inside)) > MOSTLY


def _framed(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot within one of the frames around it."""
    best: Sorting | None = None
    poor: list[Grid] = []
    if scene.framed >= TRIES:
        return None
    for frame in frames(scene.upright, scene.level, spot.grid, spot.cells):
        scene.framed += 1
        whole = fitted(frame, spot.grid)
        recurring = mapped(spot, whole)
        if recurring.sum() < PAIRS:
            continue
        sharp = sharper(scene.across, scene.down, Spot(whole, recurring, spot.pairs))
        moved = settled(scene.pixels, sharp, recurring, axes=(0, 0))
        # Where cells look as much alike at the frame, the stack has not risen.
        apart, least = unlike(scene.pixels, sharp, recurring), unlike(scene.pixels, moved, recurring)
        if apart > RISEN * least + NOISE:
            grid = risen(sharp, moved.y)
        else:
            # A frame around a stack at rest tells the size of its cells, too.
            grid = min(sharp, whole, key=lambda grid: unlike(scene.pixels, grid, recurring))
        if size not in {None, (grid.rows, grid.columns)} or any(_in_step(grid, other) for other in poor):
            continue
        sorting = _judged(scene, grid, LIKELY_IN_FRAME)
        if sorting is None and scene.quality(grid) < LIKELY_IN_FRAME and least < AKIN and scene.nudged < NUDGED:
            scene.nudged += 1
            poor.append(grid)
            grid = nudged(scene.pixels, grid, mapped(spot, grid))
            sorting = _judged(scene, grid, LIKELY_IN_FRAME)
        if sorting is None and scene.quality(grid) < LIKELY / 2:
            poor.append(grid)
        if sorting is None:
            continue
        if not bordered(scene.upright, scene.level, frame, grid, sorting.kind == EMPTY):
            scene.open_.setdefault(spot, sorting)
            continue
        if not (sorting.kind == UNSURE).any():
            return sorting
        if best is None or (sorting.kind == UNSURE).sum() < (best.kind == UNSURE).sum():
            best = sorting
    return best


def _in_step(one: Grid, other: Grid) -> bool:
    """Whether two grids cut the same cells, where both lie."""
    x, y = (one.x - other.x) / one.pitch_x, (one.y - other.y) / one.pitch_y
    return max(abs(x - round(x)), abs(y - round(y))) < BESIDE


def _free(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot as far as there are blocks, and why it may reach farther."""
    if spot.grid.rows * spot.grid.columns > MOST_CELLS:
        return None
    core = _core(scene.open_[spot]) if spot in scene.open_ else None
    if core is None:
        grid = placed(scene.pixels, scene.across, scene.down, spot)
        # The outermost lines may be of what lies around the board.
        for tried in (grid, wider(grid, -1)):
            if core is None and min(tried.rows, tried.columns) >= NARROWEST:
                core = _core(scene.sorting(tried))
    if core is None:
        return None
    grid, why = extent(scene.across, scene.down, core[0], size, core[1])
    if size is None and (why or core[1]):
        for _ in range(GROWN):
            beyond = goes_on(scene.pixels, scene.sorting(grid))
            if not any(beyond) or scene.sorting(grid).quality <= LIKELY:
                break
            grid, why = grown(grid, beyond), BEYOND
    sorting = _judged(scene, grid)
    if sorting is None:
        return None
    if size is None and not why and not bounded(scene.across, scene.down, grid, sorting.kind == EMPTY):
        why = BEYOND
    return replace(sorting, why=why)


def _judged(scene: Scene, grid: Grid, least: float = LIKELY) -> Sorting | None:
    """The cells of a grid sorted; None where that is no board, which must have `least` quality."""
    if grid.rows * grid.columns > MOST_CELLS or min(grid.rows, grid.columns) < NARROWEST:
        return None
    sorting = scene.sorting(grid)
    if sorting.quality <= least or not many(sorting) or (sorting.kind == UNSURE).mean() > DOUBTED:
        return None
    if parts(sorting) or edged(sorting) or any(goes_on(scene.pixels, sorting)):
        return None
    better = settled(scene.pixels, grid, sorting.kind >= 0)
    if max(abs(better.x - grid.x) / grid.pitch_x, abs(better.y - grid.y) / grid.pitch_y) > BESIDE:
        # Beside its cells a grid may still be sorted, with thin figures lost: then it shows other kinds.
        return sorting if agree(sorting, scene.sorting(better)) else None
    return sorting


def _core(sorting: Sorting) -> tuple[Grid, bool] | None:
    """The part of a grid that holds blocks, and whether it is full of them; None where there are too few."""
    kind = _inner(sorting.kind)
    full = kind >= 0
    if sorting.quality < LIKELY / 2 or full.sum() < FEWEST:
        return None
    ys, xs = np.flatnonzero(full.any(1)), np.flatnonzero(full.any(0))
    corner = sorting.grid.cell((int(ys[0]), int(xs[0])))
    whole = bool(full[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1].all())
    rows, columns = int(ys[-1] - ys[0]) + 1, int(xs[-1] - xs[0]) + 1
    return replace(sorting.grid, x=corner.x, y=corner.y, rows=rows, columns=columns), whole


def _inner(kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds without outer rows and columns that show hardly a kind of the rest: a frame is no part of the board."""
    kind = kind.copy()
    while (kind >= 0).any():
        ys, xs = np.flatnonzero((kind >= 0).any(1)), np.flatnonzero((kind >= 0).any(0))
        for line in (np.s_[ys[0]], np.s_[ys[-1]], np.s_[:, xs[0]], np.s_[:, xs[-1]]):
            # The line across may be of the same frame.
            rest = kind[ys[0] + 1 : ys[-1], xs[0] + 1 : xs[-1]]
            here = kind[line][kind[line] >= 0]
            if (rest >= 0).sum() >= FEWEST // 2 and np.isin(here, rest[rest >= 0]).mean() < OWN:
                kind[line] = EMPTY
                break
        else:
            break
    return kind


def _twins(best: Sorting, others: list[Sorting]) -> list[Sorting]:
    """The boards like the best one, itself among them, that lie beside it."""
    twins = [best]
    for other in others:
        a, b = best.grid, other.grid
        beside = all(abs(b.x - t.grid.x) > 0.5 * a.box.w or abs(b.y - t.grid.y) > 0.5 * a.box.h for t in twins)
        if beside and (a.rows, a.columns) == (b.rows, b.columns) and abs(a.pitch_x / b.pitch_x - 1) < TWIN:
            twins.append(other)
    return twins
