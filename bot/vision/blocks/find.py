"""Where boards of blocks lie in a picture: cells that recur next to other cells that recur."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.extent import extent
from bot.vision.blocks.look import CAP, wider
from bot.vision.blocks.panel import Frame, Lines, bordered, fitted, frames, risen
from bot.vision.blocks.pitch import edge_maps, pitches, sharpened
from bot.vision.blocks.plausible import FEWEST, agree, edged, goes_on, many, parts
from bot.vision.blocks.sort import EMPTY, UNSURE, Sorting, sort_blocks
from bot.vision.cells import cut, sheet_of

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

SMALL: Final = 8
"""Pixels of a cell while places are compared."""
SAME: Final = 7.0
"""Grey levels up to which two such cells look the same."""
OTHER: Final = 20.0
"""Grey levels from which they look different."""
PAIRS: Final = 6
"""Neighbours, each seen again elsewhere and different, that a board shows at least."""
FINE: Final = 16
"""Pixels of a cell while the place is settled."""
MOST_LIVELY: Final = 1600
"""Cells that stand out from a neighbour, in the whole picture, that are compared with each other."""
PLACES: Final = 3
"""Places looked at closely for every pitch."""
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


@dataclass(frozen=True)
class Spot:
    """A place where a board may lie."""

    grid: Grid
    """The smallest part of the lattice that holds all that recurs."""
    cells: Bools
    """(rows, columns), what recurs."""
    pairs: int


def first_sight_blocks(pixels: Pixels, size: tuple[int, int] | None = None) -> Sorting | None:
    """The board of blocks in a picture that was never seen before; None where there is none.

    `size` (rows, columns) is the board's, where it is known. Of several equal boards it is the left-most.
    """
    across, down = edge_maps(pixels)
    upright, level = Lines(across), Lines(np.ascontiguousarray(down.T))
    found: list[tuple[float, Sorting]] = []
    tried = 0
    for pitch in sorted(pitches(across, down), key=lambda pair: -pair[0] * pair[1]):
        for spot in _spots(pixels, *pitch):
            around = frames(upright, level, spot.grid, spot.cells)[: TRIES - tried] if tried < TRIES else []
            tried += len(around)
            sorting = _framed(pixels, across, down, upright, level, spot, around, size)
            if sorting is None:
                sorting = _free(pixels, across, down, spot, size)
            if sorting is not None:
                worth = sorting.quality * float(np.sqrt((sorting.kind >= 0).sum()))
                found.append((worth * (1 if sorting.why else WHOLE), sorting))
        if found and max(worth for worth, _ in found) > SURE:
            break
    if not found:
        return None
    best = max(found, key=lambda one: one[0])[1]
    twins = _twins(best, [sorting for _, sorting in found])
    return replace(min(twins, key=lambda one: one.grid.x), boards=len(twins))


def _framed(
    pixels: Pixels,
    across: Floats,
    down: Floats,
    upright: Lines,
    level: Lines,
    spot: Spot,
    around: list[Frame],
    size: tuple[int, int] | None,
) -> Sorting | None:
    """The board at a spot within one of the frames `around` it."""
    best: Sorting | None = None
    for frame in around:
        whole = fitted(frame, spot.grid)
        recurring = _mapped(spot, whole)
        if recurring.sum() < PAIRS:
            continue
        whole = _sharper(across, down, Spot(whole, recurring, spot.pairs))
        settled = _settled(pixels, whole, recurring, axes=(0, 0))
        # Where cells look as much alike at the frame, the stack has not risen.
        apart, least = _unlike(pixels, whole, recurring), _unlike(pixels, settled, recurring)
        grid = risen(whole, settled.y) if apart > RISEN * least + NOISE else whole
        if size in {None, (grid.rows, grid.columns)}:
            sorting = _judged(pixels, grid)
            if sorting is not None and bordered(upright, level, frame, grid, sorting.kind == EMPTY):
                if not (sorting.kind == UNSURE).any():
                    return sorting
                if best is None or (sorting.kind == UNSURE).sum() < (best.kind == UNSURE).sum():
                    best = sorting
    return best


def _free(pixels: Pixels, across: Floats, down: Floats, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot as far as there are blocks, and why it may reach farther."""
    grid = _settled(pixels, _sharper(across, down, spot), spot.cells)
    if grid.rows * grid.columns > MOST_CELLS:
        return None
    core = _core(sort_blocks(pixels, grid))
    if core is None:
        return None
    grid, why = extent(across, down, core[0], size, core[1])
    sorting = _judged(pixels, grid)
    return replace(sorting, why=why) if sorting is not None else None


def _judged(pixels: Pixels, grid: Grid) -> Sorting | None:
    """The cells of a grid sorted; None where that is no board."""
    if grid.rows * grid.columns > MOST_CELLS or min(grid.rows, grid.columns) < NARROWEST:
        return None
    sorting = sort_blocks(pixels, grid)
    if sorting.quality <= LIKELY or not many(sorting):
        return None
    if parts(sorting) or edged(sorting) or any(goes_on(pixels, sorting)):
        return None
    better = _settled(pixels, grid, sorting.kind >= 0)
    if max(abs(better.x - grid.x) / grid.pitch_x, abs(better.y - grid.y) / grid.pitch_y) > BESIDE:
        # Beside its cells a grid may still be sorted, with thin figures lost: then it shows other kinds.
        return sorting if agree(sorting, sort_blocks(pixels, better)) else None
    return sorting


def _unlike(pixels: Pixels, grid: Grid, cells: Bools) -> float:
    """How far the cells of a place are from the next that looks alike, in grey levels."""
    some = cut(pixels, grid, size=(SMALL, SMALL))[cells]
    flat = some.reshape(len(some), -1)
    apart = _rms(flat, flat)
    np.fill_diagonal(apart, np.inf)
    return float(np.minimum(apart.min(1), CAP).mean()) if len(some) > 1 else 0.0


def _mapped(spot: Spot, grid: Grid) -> Bools:
    """(rows, columns), the cells of another lattice in whose middle something recurs."""
    of = np.zeros((grid.rows, grid.columns), np.bool_)
    for cell in np.argwhere(spot.cells):
        middle = spot.grid.centre((int(cell[0]), int(cell[1])))
        row, column = int((middle.y - grid.y) // grid.pitch_y), int((middle.x - grid.x) // grid.pitch_x)
        if 0 <= row < grid.rows and 0 <= column < grid.columns:
            of[row, column] = True
    return of


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


def _spots(pixels: Pixels, pitch_x: float, pitch_y: float) -> list[Spot]:
    """Places where cells of this size recur, the likelier first."""
    height, width = pixels.shape[:2]
    size = (round(width * SMALL / pitch_x), round(height * SMALL / pitch_y))
    if min(size) < 3 * SMALL:
        return []
    small = np.asarray(cv2.resize(pixels[:, :, :3], size, interpolation=cv2.INTER_AREA), np.float32)
    scale_x, scale_y = width / size[0], height / size[1]
    spots: list[Spot] = []
    for top, left in product(range(0, SMALL, 2), repeat=2):
        rows, columns = (size[1] - top) // SMALL, (size[0] - left) // SMALL
        part = small[top : top + rows * SMALL, left : left + columns * SMALL]
        cells = part.reshape(rows, SMALL, columns, SMALL, 3).swapaxes(1, 2)
        for of, here in _recurring(cells):
            ys, xs = np.flatnonzero(of.any(1)), np.flatnonzero(of.any(0))
            window = np.s_[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
            x, y = (left + int(xs[0]) * SMALL) * scale_x, (top + int(ys[0]) * SMALL) * scale_y
            grid = Grid(x, y, SMALL * scale_x, SMALL * scale_y, int(ys[-1] - ys[0]) + 1, int(xs[-1] - xs[0]) + 1)
            if grid.rows >= 2 and grid.columns >= 2:
                spots.append(Spot(grid, of[window], here))
    spots.sort(key=lambda spot: -spot.pairs)
    chosen: list[Spot] = []
    for spot in spots:
        if len(chosen) < PLACES and not any(_overlap(spot.grid, other.grid) for other in chosen):
            chosen.append(spot)
    return chosen


def _overlap(a: Grid, b: Grid) -> bool:
    one, two = a.box, b.box
    w = min(one.x + one.w, two.x + two.w) - max(one.x, two.x)
    h = min(one.y + one.h, two.y + two.h) - max(one.y, two.y)
    return w > 0 and h > 0 and w * h > 0.2 * min(one.w * one.h, two.w * two.h)


def _recurring(cells: Floats) -> list[tuple[Bools, int]]:
    """Groups of neighbours (rows, columns), each of which looks like another of its group and stands beside one that
    looks different; and how many such neighbours there are.
    """
    rows, columns = cells.shape[:2]
    inner = np.ascontiguousarray(cells[:, :, 1:-1, 1:-1])
    steps = [
        (here, there, np.sqrt(((inner[here] - inner[there]) ** 2).mean((2, 3, 4))) > OTHER)
        for here, there in ((np.s_[:, :-1], np.s_[:, 1:]), (np.s_[:-1], np.s_[1:]))
    ]
    lively = np.zeros((rows, columns), np.bool_)
    for here, there, other in steps:
        lively[here] |= other
        lively[there] |= other
    if not PAIRS <= lively.sum() <= MOST_LIVELY:
        return []
    flat = inner.reshape(rows * columns, -1)
    place = np.flatnonzero(lively)
    apart = _rms(flat[place], flat[place]) < SAME
    # What lies mostly among its like is ground, also where it borders on blocks.
    still = (_rms(flat[place], flat[~lively.ravel()]) < SAME).sum(1)
    good = (apart.sum(1) > 1) & (still <= apart.sum(1))
    again = np.zeros(rows * columns, np.bool_)
    again[place[good]] = True
    again = again.reshape(rows, columns)
    beside = np.zeros((rows, columns), np.int64)
    for here, there, other in steps:
        both = again[here] & again[there] & other
        beside[here] += both
        beside[there] += both
    again &= beside >= 1
    number_of = np.full(rows * columns, -1)
    number_of[place] = np.arange(len(place))
    found = []
    count, group = cv2.connectedComponents(again.astype(np.uint8), connectivity=4)
    for number in range(1, count):
        of = again & (np.asarray(group) == number)
        own = number_of.reshape(rows, columns)[of]
        of[of] = apart[np.ix_(own, own)].sum(1) > 1
        of = _trimmed(of)
        pairs = sum(int((of[here] & of[there] & other).sum()) for here, there, other in steps)
        if pairs >= PAIRS:
            found.append((of, pairs))
    return found


def _trimmed(of: Bools) -> Bools:
    """The cells without outer rows and columns that hold hardly any of them: other things stand beside a board."""
    of = of.copy()
    while of.any():
        ys, xs = np.flatnonzero(of.any(1)), np.flatnonzero(of.any(0))
        by_row, by_column = of.sum(1), of.sum(0)
        few_y, few_x = max(2, 0.3 * float(np.median(by_row[ys]))), max(2, 0.3 * float(np.median(by_column[xs])))
        thin = [(by_row[y] / few_y, y, None) for y in (ys[0], ys[-1])]
        thin += [(by_column[x] / few_x, None, x) for x in (xs[0], xs[-1])]
        share, row, column = min(thin, key=lambda one: one[0])
        if share >= 1:
            break
        if row is not None:
            of[row] = False
        else:
            of[:, column] = False
    return of


def _rms(a: Floats, b: Floats) -> Floats:
    square = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(square, 0) / a.shape[1]), np.float32)


def _sharper(across: Floats, down: Floats, spot: Spot) -> Grid:
    """The grid of a place with its pitch measured there, about the same middle."""
    grid = spot.grid
    box = wider(grid, 1).box
    left, top = max(0, int(box.x)), max(0, int(box.y))
    part = np.s_[top : int(box.y + box.h) + 1, left : int(box.x + box.w) + 1]
    pitch_x, pitch_y = sharpened(across[part], down[part], grid.pitch_x, grid.pitch_y)
    if abs(pitch_x / grid.pitch_x - 1) > 0.04 or abs(pitch_y / grid.pitch_y - 1) > 0.04:
        return grid
    x = grid.x + (grid.pitch_x - pitch_x) * grid.columns / 2
    y = grid.y + (grid.pitch_y - pitch_y) * grid.rows / 2
    return Grid(x, y, pitch_x, pitch_y, grid.rows, grid.columns)


def _settled(pixels: Pixels, grid: Grid, cells: Bools, axes: tuple[int, ...] = (1, 0, 1, 0)) -> Grid:
    """The grid moved to where cells that look alike look most alike; where many places are as good, to their middle."""
    sheet = sheet_of(pixels, wider(grid, 1), (0.0, 0.0), (FINE, FINE)).astype(np.float32)
    moved = [0, 0]
    for axis in axes:
        cost = []
        steps = range(-FINE // 2 + 1, FINE // 2)
        for step in steps:
            at = moved.copy()
            at[axis] = step
            top, left = FINE + at[0], FINE + at[1]
            part = sheet[top : top + FINE * grid.rows, left : left + FINE * grid.columns]
            shaped = part.reshape(grid.rows, FINE, grid.columns, FINE, 3).swapaxes(1, 2)[cells][:, ::2, ::2]
            flat = shaped.reshape(len(shaped), -1)
            apart = _rms(flat, flat)
            np.fill_diagonal(apart, np.inf)
            cost.append(float(np.minimum(apart.min(1), 40).mean()))
        best = int(np.argmin(cost))
        level = np.array(cost) <= 1.15 * cost[best] + 0.5
        low = best - int(np.argmin(np.append(level[best::-1], False))) + 1
        high = best + int(np.argmin(np.append(level[best:], False))) - 1
        moved[axis] = round((steps[low] + steps[high]) / 2)
    return replace(grid, x=grid.x + moved[1] / FINE * grid.pitch_x, y=grid.y + moved[0] / FINE * grid.pitch_y)
