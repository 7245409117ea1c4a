"""Where boards of blocks lie in a picture: cells that recur next to other cells that recur."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.extent import UNKNOWN as BEYOND
from bot.vision.blocks.extent import extent
from bot.vision.blocks.panel import Lines, bordered, fitted, frames, risen
from bot.vision.blocks.pitch import edge_maps, pitches
from bot.vision.blocks.plausible import FEWEST, agree, edged, goes_on, grown, many, parts
from bot.vision.blocks.recur import PAIRS, Spot, mapped, settled, sharper, spots_of, unlike
from bot.vision.blocks.sort import EMPTY, UNSURE, Sorting, sort_blocks

LIKELY: Final = 1.2
"""Quality from which it is a board."""
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
TRIES: Final = 12
"""Frames of one picture that are looked into, those of large cells first."""
WHOLE: Final = 1.4
"""How much more a board is worth that is known to be whole."""
SURE: Final = 16.0
"""Worth from which no smaller cells need a look."""


GROWN: Final = 2
"""Lines of cells, on each side, by which blocks may reach beyond the place that was found."""
TINY: Final = 18
"""Pixels of cells below which larger ones are looked for first."""
OBLONG: Final = 0.6
"""How much less likely cells are that are not square."""
FIXED: Final = 60
"""Cells that take as long as a sorting takes at the least."""
MOST_SORTED: Final = 1800
"""Cells that are sorted in one picture."""


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
        self._known: dict[Grid, Sorting] = {}

    def sorting(self, grid: Grid) -> Sorting:
        """The cells of a grid sorted."""
        if grid not in self._known:
            self.sorted += FIXED + grid.rows * grid.columns
            self._known[grid] = sort_blocks(self.pixels, grid)
        return self._known[grid]

    def spots(self, sizes: list[tuple[float, float]]) -> list[Spot]:
        """Places where cells of these sizes recur: by turns those with the largest cells, and those that show most."""
        spots = [spot for size in sizes for spot in spots_of(self.pixels, *size)]
        large = sorted(spots, key=lambda spot: -_likely(spot.grid))
        rich = sorted(spots, key=lambda spot: -_likely(spot.grid) * spot.pairs)
        return list(dict.fromkeys(spot for pair in zip(rich, large, strict=True) for spot in pair))


def _area(grid: Grid) -> float:
    return grid.pitch_x * grid.pitch_y


def _likely(grid: Grid) -> float:
    """How large cells are, in pixels; less where they are oblong, which few are."""
    return _area(grid) * (OBLONG if abs(grid.pitch_x - grid.pitch_y) > 1 else 1)


def first_sight_blocks(pixels: Pixels, size: tuple[int, int] | None = None) -> Sorting | None:
    """The board of blocks in a picture that was never seen before; None where there is none.

    `size` (rows, columns) is the board's, where it is known. Of several equal boards it is the left-most.
    """
    scene = Scene(pixels)
    found: list[tuple[float, Sorting]] = []
    sizes = pitches(scene.across, scene.down)
    for tiny in (False, True):
        some = [pair for pair in sizes if (min(pair) < TINY) == tiny]
        for spot in scene.spots(some) if scene.sorted <= MOST_SORTED else ():
            best = max(found, key=lambda one: one[0], default=None)
            # Beside a board that is beyond question there may only be another one like it, or one of larger cells.
            if best and best[0] > SURE and _area(spot.grid) < (1 - TWIN) ** 2 * _area(best[1].grid):
                continue
            if scene.sorted > MOST_SORTED:
                break
            sorting = _framed(scene, spot, size)
            if sorting is None:
                sorting = _free(scene, spot, size)
            if sorting is not None:
                worth = sorting.quality * float(np.sqrt((sorting.kind >= 0).sum()))
                found.append((worth * (1 if sorting.why else WHOLE), sorting))
        if any(worth > SURE for worth, _ in found):
            break
    if not found:
        return None
    _, chosen = max(found, key=lambda one: one[0])
    twins = _twins(chosen, [sorting for _, sorting in found])
    return replace(min(twins, key=lambda one: one.grid.x), boards=len(twins))


def _framed(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot within one of the frames around it."""
    best: Sorting | None = None
    if scene.framed >= TRIES:
        return None
    for frame in frames(scene.upright, scene.level, spot.grid, spot.cells):
        scene.framed += 1
        whole = fitted(frame, spot.grid)
        recurring = mapped(spot, whole)
        if recurring.sum() < PAIRS:
            continue
        whole = sharper(scene.across, scene.down, Spot(whole, recurring, spot.pairs))
        moved = settled(scene.pixels, whole, recurring, axes=(0, 0))
        # Where cells look as much alike at the frame, the stack has not risen.
        apart, least = unlike(scene.pixels, whole, recurring), unlike(scene.pixels, moved, recurring)
        grid = risen(whole, moved.y) if apart > RISEN * least + NOISE else whole
        if size in {None, (grid.rows, grid.columns)}:
            sorting = _judged(scene, grid)
            if sorting is not None and bordered(scene.upright, scene.level, frame, grid, sorting.kind == EMPTY):
                if not (sorting.kind == UNSURE).any():
                    return sorting
                if best is None or (sorting.kind == UNSURE).sum() < (best.kind == UNSURE).sum():
                    best = sorting
    return best


def _free(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot as far as there are blocks, and why it may reach farther."""
    if spot.grid.rows * spot.grid.columns > MOST_CELLS:
        return None
    grid = settled(scene.pixels, sharper(scene.across, scene.down, spot), spot.cells)
    core = _core(scene.sorting(grid))
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
    return replace(sorting, why=why) if sorting is not None else None


def _judged(scene: Scene, grid: Grid) -> Sorting | None:
    """The cells of a grid sorted; None where that is no board."""
    if grid.rows * grid.columns > MOST_CELLS or min(grid.rows, grid.columns) < NARROWEST:
        return None
    sorting = scene.sorting(grid)
    if sorting.quality <= LIKELY or not many(sorting):
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
