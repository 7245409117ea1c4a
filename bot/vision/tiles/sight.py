"""A board at first sight: a lattice is looked at closely, its tiles told from gaps and sorted into kinds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, CELL_W, Cells, cut
from bot.vision.finding import locate
from bot.vision.tiles import kinds, presence
from bot.vision.tiles.settling import PAIRED, paired, settle, some, wider

__all__ = ["FLOOR", "NONE", "UNSURE", "Sorted", "cut_off", "first_sight", "good", "look", "settle"]

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

GUESSES: Final = 4
"""Lattices that are looked at closely before the best is taken."""
FLOOR: Final = 0.12
"""A cell with a smaller margin is not told but doubted."""
GAP: Final = 2.0
"""Kinds must differ this many times more than tiles of one kind do."""
FINE: Final = 26.0
"""Width of a cell, in pixels, below which kinds must differ the more, the smaller it is: its figures melt."""
TILE: Final = 0.38
GROUND: Final = 0.56
"""Below the one it is a tile, above the other a gap, between them neither is said."""
SAME: Final = 0.93
"""Agreement of the outlines of two cells from which they show the same picture."""
BESIDE: Final = ((0.5, 0.0), (1.0, 0.0), (0.0, 0.5), (0.0, 1.0), (0.5, 0.5), (0.5, -0.5), (1.0, 0.5), (1.0, -0.5))
"""Shifts, in pixels of the frame, by which two equal cells may lie differently in the grid (either way round)."""
PLAIN: Final = 4.0
"""Gap between same and different from which shifts need not be tried."""
CROWD: Final = 300
"""Tiles from which shifts are not tried: it would take too long."""
RIM: Final = (4, 4)
"""Rows and columns of the smallest rim."""
MOTLEY: Final = 60.0
"""Grey levels by which no ground differs from the rest of it."""
EDGED: Final = 5
"""Cells of one kind, in a whole outer row or column, that no board of pairs shows."""
STRIP: Final = 0.2
"""Narrowest strip, in cells, in which the beginning of a tile is looked for."""
GROWN: Final = 1.3
"""How many times larger a board has turned out to be than was seen first, before it is measured again."""
PAIRWISE: Final = 0.9
"""Share of tiles that lie in twos, and of cells that hold one, on what are halves of tiles and gaps."""
REACH: Final = (0.4, 0.12)
"""How far, in cells, the grid may be moved before and after the tiles were told from the ground."""
LIKELY: Final = 1.8
"""Quality from which it is a board."""
COMMON: Final = 0.5
"""Largest share of one kind: what repeats more than that is wallpaper."""
ROUNDS: Final = 4
CERTAIN: Final = 3.0
"""Quality from which no other guess needs a look."""
FAR: Final = 4
"""Cells around the tiles found so far in which more are looked for, in every round."""
MOST: Final = 800
FEWEST: Final = 6
"""Tiles from which a grid can be found at first sight."""
NONE: Final = -1
"""The kind of a gap."""
UNSURE: Final = -2
"""The kind of what could not be told."""


@dataclass(eq=False)
class Sorted:
    """A board at first sight."""

    grid: Grid
    presence: presence.Presence
    kind: Ints
    """(rows, columns), NONE for a gap, UNSURE for what could not be told."""
    margins: Floats
    """(rows, columns), 0 to 1."""
    cells: Cells
    """(rows, columns, …), the cut cells."""
    share: Floats
    """(rows, columns), 0 for a tile to 1 for a gap."""
    bare: Bools
    """(rows, columns), cells that show nothing of what tiles share."""
    grouping: kinds.Grouping
    quality: float


def first_sight(
    pixels: Pixels, guesses: int = GUESSES, lattices: Iterable[locate.Lattice] | None = None
) -> Sorted | None:
    """The board in a picture that was never seen before; None where there is none. `pixels` are (h, w, 3).

    No more than the first `guesses` of the `lattices` are looked at, those of `locate.lattices` unless given.
    """
    best: Sorted | None = None
    for lattice in itertools.islice(locate.lattices(pixels) if lattices is None else lattices, guesses):
        found = look(pixels, lattice)
        if found and not good(found):
            # What was learnt from a few wrong places is learnt again from better ones.
            again = look(pixels, replace(lattice, grid=found.grid, tiles=found.kind >= 0))
            found = again if again and again.quality > found.quality else found
        if found and (best is None or found.quality > best.quality):
            best = found
            if found.quality > CERTAIN:
                break
    return best if best and best.quality > LIKELY / 2 else None


def good(found: Sorted) -> bool:
    """Whether a board is so well borne out that no other guess needs a look."""
    small = max(1.0, FINE / min(found.grid.pitch_x, found.grid.pitch_y)) ** 2  # its pixels are what tells kinds apart
    return found.quality > LIKELY and found.grouping.gap > GAP * small and len(found.grouping.odd) <= 2


def look(pixels: Pixels, lattice: locate.Lattice) -> Sorted | None:
    """The board on a lattice: tiles, gaps and kinds; None where it is none."""
    seed = lattice.tiles
    grid = settle(pixels, lattice.grid, seed, REACH[0])
    if seed.sum() >= PAIRED[0] and not paired(pixels, grid, some(seed)):
        return None
    for turn in range(ROUNDS):
        wide = wider(grid, FAR)
        cells = cut(pixels, wide)
        found = _tiles(pixels, wide, cells, seed)
        if found is None:
            return None
        learnt, share, window = found
        tiles = share[window] < TILE
        corner = wide.cell((window[0].start, window[1].start))
        grid = Grid(corner.x, corner.y, wide.pitch_x, wide.pitch_y, *tiles.shape)
        if tiles.shape == seed.shape and (tiles == seed).all():
            break
        grown = max(tiles.shape[0] / seed.shape[0], tiles.shape[1] / seed.shape[1]) > GROWN
        seed = tiles
        if grown:
            # A pitch that was measured on a part of the board is slightly wrong on all of it.
            grid = locate.refine(pixels, grid, seed)
        if grown or turn == 0:
            grid = settle(pixels, grid, seed, REACH[1])
    part = _asked(locate.apart(share[window] < TILE), grid, lattice.grid)
    corner = grid.cell((part[0].start, part[1].start))
    size = part[0].stop - part[0].start, part[1].stop - part[1].start
    grid = Grid(corner.x, corner.y, grid.pitch_x, grid.pitch_y, *size)
    return _sort(pixels, grid, learnt, share[window][part], cells[window][part])


Window = tuple[slice, slice]


def _asked(parts: list[Window], grid: Grid, lattice: Grid) -> Window:
    """Of several boards that stand in step on a grid the one that was asked for."""
    middle = lattice.box.centre

    def away(part: Window) -> float:
        first, last = grid.cell((part[0].start, part[1].start)), grid.cell((part[0].stop - 1, part[1].stop - 1))
        x, y = (first.centre.x + last.centre.x) / 2, (first.centre.y + last.centre.y) / 2
        return abs(x - middle.x) + abs(y - middle.y)

    return min(parts, key=away)


def _tiles(pixels: Pixels, wide: Grid, cells: Cells, seed: Bools) -> tuple[presence.Presence, Floats, Window] | None:
    """What tiles share, `share` for every cell of the wide grid, and the part of it that holds all tiles; None where
    there are too few tiles or far too many. `seed` lies FAR cells inside the wide grid.
    """
    ring = slice(FAR - 1, 1 - FAR)
    learnt = presence.learn(cells[ring, ring], np.pad(seed, 1))
    if learnt is None:
        return None
    share = np.ones(cells.shape[:2], np.float32)
    share[ring, ring] = learnt[1]
    # With what was learnt, look for tiles farther away: most may be gone between them.
    share[_afar(cells, learnt[0], share < TILE)] = 0
    share[_outside(wide, pixels)] = 1
    # What is only unlike the ground is a tile between tiles, and a tool bar beside them.
    strong = np.zeros_like(share, np.bool_)
    strong[share < TILE] = learnt[0].sure(cells[share < TILE], presence.LIKE)
    if not strong.any():
        return None
    inside = np.zeros_like(strong)
    inside[_window(strong)] = True
    share[~inside] = 1
    tiles = share < TILE
    if not FEWEST <= tiles.sum() <= MOST:
        return None
    return learnt[0], share, _window(tiles)


def _window(where: Bools) -> Window:
    """The smallest part of the rows and columns that holds all that `where` names."""
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def _sort(pixels: Pixels, grid: Grid, learnt: presence.Presence, share: Floats, cells: Cells) -> Sorted | None:
    """The tiles of a grid sorted into kinds; None where what they make is no board."""
    tiles = share < TILE
    tiles |= _doubles(cells, tiles)
    grouping = _group(pixels, grid, cells, tiles)
    kind = np.full(tiles.shape, NONE)
    kind[tiles] = grouping.kind
    # What looks like the ground around the board is ground, though it lies between tiles that have no sides.
    for k in range(int(grouping.kind.max()) + 1):
        of = kind == k
        if learnt.grounded(cells[of]).mean() > 0.5:
            tiles, share = tiles & ~of, np.where(of, 1, share).astype(np.float32)
    if tiles.sum() < (kind >= 0).sum():
        if tiles.sum() < FEWEST:
            return None
        grouping = _group(pixels, grid, cells, tiles)
        kind = np.full(tiles.shape, NONE)
        kind[tiles] = grouping.kind
    rim = _rim(kind)
    if rim:
        corner = grid.cell((rim[0].start, rim[1].start))
        tiles, share, cells = tiles[rim], share[rim], cells[rim]
        grid = Grid(corner.x, corner.y, grid.pitch_x, grid.pitch_y, *tiles.shape)
        if tiles.sum() < FEWEST:
            return None
        grouping = _group(pixels, grid, cells, tiles)
        kind = np.full(tiles.shape, NONE)
        kind[tiles] = grouping.kind
    if _edged(kind):
        return None
    times = np.bincount(grouping.kind)
    if len(times) > len(kinds.LABELS) or (times.max() > COMMON * times.sum() and times.sum() > FEWEST):
        return None
    unsure = ~tiles & (share >= TILE) & (share < GROUND)
    motley = _motley(cells, tiles)
    motley[~tiles] |= learnt.strange(cells[~tiles])
    unsure |= motley
    kind = np.where(unsure, UNSURE, NONE)
    kind[tiles] = grouping.kind
    if _split(kind) or _doubled(kind):
        return None
    share = np.where(tiles, np.minimum(share, TILE), share)
    margins = np.abs(2 * share - 1)
    margins[tiles] = np.minimum(margins[tiles], grouping.margins)
    even = float(times[times % 2 == 0].sum() / times.sum())
    clear = min(float(np.log(grouping.gap)), 1.5)
    quality = even * (1 - float(times.max() / times.sum())) * clear * float(np.log(times.sum()))
    bare = learnt.bare(cells.reshape(-1, *cells.shape[2:])).reshape(kind.shape) & ~motley
    return Sorted(grid, learnt, kind, margins, cells, share, bare, grouping, quality)


def _group(pixels: Pixels, grid: Grid, cells: Cells, tiles: Bools) -> kinds.Grouping:
    """The kinds of the tiles of a grid, in reading order."""
    features = kinds.features(cells[tiles])
    found = kinds.group(features)
    if found.gap > PLAIN or tiles.sum() > CROWD:
        return found
    return kinds.group(features, [kinds.features(cut(pixels, grid, by)[tiles]) for by in BESIDE])


def _rim(kind: Ints) -> Window | None:
    """What lies inside a closed rim of one kind that is seen nowhere inside it: a wall of signs around the board."""
    for sign in np.flatnonzero(np.bincount(kind[kind >= 0]) >= 2 * sum(RIM)):
        of = kind == sign
        rows, columns = _window(of)
        ring = of[rows, columns].copy()
        whole = ring[0].all() and ring[-1].all() and ring[:, 0].all() and ring[:, -1].all()
        if whole and min(ring.shape) > 3 and not ring[1:-1, 1:-1].any():
            return slice(rows.start + 1, rows.stop - 1), slice(columns.start + 1, columns.stop - 1)
    return None


def _motley(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), gaps that show a colour quite unlike that of the other gaps, which are all of one colour."""
    colour = cells[:, :, CELL_H // 4 : -CELL_H // 4, CELL_W // 4 : -CELL_W // 4].mean((2, 3))
    if tiles.all():
        return np.zeros_like(tiles)
    away = np.abs(colour - np.median(colour[~tiles], 0)).max(2)
    if np.quantile(away[~tiles], 0.6) > presence.NOISE:
        return np.zeros_like(tiles)
    return np.asarray(~tiles & (away > 0.5 * float(np.median(away[tiles]))) & (away > MOTLEY))


def _edged(kind: Ints) -> bool:
    """Whether an outer row or column, five cells or more, is all of one kind: ground or a bar, taken for tiles."""
    lines = (kind[0], kind[-1], kind[:, 0], kind[:, -1])
    return any(len(line) >= EDGED and line[0] >= 0 and bool((line == line[0]).all()) for line in lines)


def cut_off(pixels: Pixels, found: Sorted) -> str:
    """The edge of the picture at which the board is cut off: left, right, top, bottom; empty where it is whole.

    It is where the strip between the board and the edge is narrower than a cell and shows the beginnings of tiles.
    """
    grid, (height, width) = found.grid, pixels.shape[:2]
    box = grid.box
    cells = cut(pixels, wider(grid, 1))
    y, x = np.mgrid[0 : CELL_H // 2, 0 : CELL_W // 2]
    down, across = (y + 0.5) / (CELL_H // 2), (x + 0.5) / (CELL_W // 2)
    sides = (
        ("left", box.x / grid.pitch_x, cells[1:-1, 0], 1 - across),
        ("right", (width - box.x - box.w) / grid.pitch_x, cells[1:-1, -1], across),
        ("top", box.y / grid.pitch_y, cells[0, 1:-1], 1 - down),
        ("bottom", (height - box.y - box.h) / grid.pitch_y, cells[-1, 1:-1], down),
    )
    for name, room, line, away in sides:
        if STRIP < room < 0.9:
            like = found.presence.part(line, away < room - 0.05) < presence.SURE
            if like.mean() > 0.25:
                return name
    return ""


def _afar(cells: Cells, learnt: presence.Presence, near: Bools) -> Bools:
    """(rows, columns), cells away from the known tiles that are tiles for sure: they have a tile's sides, and the
    face of one that is known; windows and tool bars have pale empty places enough.
    """
    flat, taken = cells.reshape(-1, *cells.shape[2:]), near.ravel()
    found = np.zeros(len(flat), np.bool_)
    away = np.ones(near.shape, np.bool_)
    away[FAR - 1 : 1 - FAR, FAR - 1 : 1 - FAR] = False
    place = np.flatnonzero(away.ravel())
    place = place[learnt.sure(flat[place])]
    if len(place) and taken.any():
        rich = kinds.contrast(flat[place]) > 0.3 * float(np.median(kinds.contrast(flat[taken])))
        alike = kinds.outlines(flat[place]) @ kinds.outlines(flat[taken]).T
        found[place[rich & (alike.max(1) > SAME - 0.1)]] = True
    return found.reshape(near.shape)


def _doubles(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), cells taken for gaps that show a picture as rich as a tile's, and the same as another cell:
    ground is poorer, or it shows every picture once.
    """
    middle = cells[:, :, int(0.3 * CELL_H) : int(0.95 * CELL_H), int(0.3 * CELL_W) : int(0.95 * CELL_W)]
    flat, taken = middle.reshape(-1, *middle.shape[2:]), tiles.ravel()
    contrast = kinds.contrast(flat, 0)
    rich = ~taken & (contrast > 0.6 * float(np.median(contrast[taken])))
    shapes = kinds.outlines(flat, 0)
    alike = shapes[rich] @ shapes[rich | taken].T
    pairs = (alike > SAME).sum(1) > 1
    found = np.zeros_like(taken)
    found[np.flatnonzero(rich)[pairs]] = True
    return found.reshape(tiles.shape)


def _outside(grid: Grid, pixels: Pixels) -> Bools:
    """(rows, columns), the cells that do not lie wholly in the picture, give or take a tenth."""
    height, width = pixels.shape[:2]
    y, x = grid.y + np.arange(grid.rows) * grid.pitch_y, grid.x + np.arange(grid.columns) * grid.pitch_x
    rows = (y < -0.1 * grid.pitch_y) | (y + 0.9 * grid.pitch_y > height)
    columns = (x < -0.1 * grid.pitch_x) | (x + 0.9 * grid.pitch_x > width)
    return np.asarray(rows[:, None] | columns[None])


def _split(kind: Ints) -> bool:
    """Whether cells are halves or thirds of tiles: then far more kinds than chance allows keep to every other row
    (or column), or to every third.
    """
    rows, columns = np.nonzero(kind >= 0)
    found = kind[kind >= 0]
    times = np.bincount(found)
    for place, extent in ((rows, kind.shape[0]), (columns, kind.shape[1])):
        for parts in (2, 3):
            if extent < 2 * parts:
                continue
            seats = np.zeros((len(times), parts), np.bool_)
            seats[found, place % parts] = True
            keep = int(((seats.sum(1) == 1) & (times > 1)).sum())
            odds = float(parts) ** (1 - times[times > 1])
            chance, spread = float(odds.sum()), float(np.sqrt((odds * (1 - odds)).sum()))
            if keep > chance + 3.5 * spread + 1:
                return True
    return False


def _doubled(kind: Ints) -> bool:
    """Whether cells are halves: nearly every cell has its equal right beside (or below) it, or every other row (or
    column) is empty, or gaps and tiles come in twos all over.
    """
    for lines in (kind, kind.T):
        full: Bools = np.asarray((lines >= 0).any(axis=1), np.bool_)
        if full.sum() > 2 and min(full[::2].sum(), full[1::2].sum()) == 0:
            return True
        for first in (0, 1):
            a, b = lines[first::2], lines[first + 1 :: 2]
            a = a[: len(b)]
            seen = (a >= 0) | (b >= 0)
            together = np.count_nonzero((a >= 0) & (b >= 0))
            if FEWEST <= together > PAIRWISE * np.count_nonzero(seen) and seen.mean() < PAIRWISE:
                return True
            if np.count_nonzero(seen) >= FEWEST // 2 and np.equal(a, b)[seen].mean() > 0.8:
                return True
    return False
