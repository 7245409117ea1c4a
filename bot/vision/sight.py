"""A board at first sight: a lattice is looked at closely, its tiles told from gaps and sorted into kinds."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision import kinds, locate, presence
from bot.vision.cells import CELL_H, CELL_W, Cells, cut, sheet_of

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

GUESSES: Final = 4
"""Lattices that are looked at closely before the best is taken."""
FLOOR: Final = 0.12
"""A cell with a smaller margin is not told but doubted."""
GAP: Final = 2.0
"""Kinds must differ this many times more than tiles of one kind do."""
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
REACH: Final = (0.4, 0.12)
"""How far, in cells, the grid may be moved before and after the tiles were told from the ground."""
COARSE: Final = 0.1
FINE: Final = 0.025
"""Steps, in cells, by which the grid is moved."""
ENOUGH: Final = 200
"""Tiles that tell where the grid lies."""
PAIRED: Final = (12, 0.35, 0.36)
"""Of so many tiles this share must be nearer to its likest than this share of the usual distance."""
MATES: Final = 2
"""Tiles most like a tile, one of which is its equal."""
LARGE: Final = 20
"""Pixels of a cell from which every other is looked at."""
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


def first_sight(pixels: Pixels, guesses: int = GUESSES) -> Sorted | None:
    """The board in a picture that was never seen before; None where there is none. `pixels` are (h, w, 3)."""
    best: Sorted | None = None
    for lattice in itertools.islice(locate.lattices(pixels), guesses):
        found = look(pixels, lattice)
        if found and (best is None or found.quality > best.quality):
            best = found
            if found.quality > CERTAIN:
                break
    return best if best and best.quality > LIKELY / 2 else None


def good(found: Sorted) -> bool:
    """Whether a board is so well borne out that no other guess needs a look."""
    return found.quality > LIKELY and found.grouping.gap > GAP and len(found.grouping.odd) <= 2


def look(pixels: Pixels, lattice: locate.Lattice) -> Sorted | None:
    """The board on a lattice: tiles, gaps and kinds; None where it is none."""
    seed = lattice.tiles
    grid = settle(pixels, locate.refine(pixels, lattice.grid), seed, REACH[0])
    if seed.sum() >= PAIRED[0] and not _paired(pixels, grid, _some(seed)):
        return None
    for turn in range(ROUNDS):
        wide = _wider(grid, FAR)
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
        seed = tiles
        grid = settle(pixels, grid, seed, REACH[1]) if turn == 0 else grid
    return _sort(pixels, grid, learnt, share[window], cells[window])


Window = tuple[slice, slice]


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
    unsure |= motley
    kind = np.where(unsure, UNSURE, NONE)
    kind[tiles] = grouping.kind
    if _split(kind):
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
    cells = cut(pixels, _wider(grid, 1))
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


def settle(pixels: Pixels, grid: Grid, tiles: Bools, reach: float) -> Grid:
    """The grid moved, by up to `reach` of a cell each way, to where equal tiles look most equal.

    Beside the right place a cell shows a strip of its neighbours, which are different for each of two equal tiles.
    """
    tiles = _some(tiles)
    if reach > 6 * FINE:
        grid, reach = _moved(pixels, grid, tiles, COARSE, reach), 4 * FINE
    return _moved(pixels, grid, tiles, FINE, reach)


def _paired(pixels: Pixels, grid: Grid, tiles: Bools) -> bool:
    """Whether some tiles look far more like another tile than most do: the least that a board of pairs shows."""
    size = round(1 / COARSE)
    cells = np.asarray(cut(pixels, grid, size=(size, size))[tiles], np.float32)
    rows = cells.reshape(len(cells), -1)
    apart = np.sqrt(kinds.differences(rows, rows))
    np.fill_diagonal(apart, np.nan)
    return bool(np.quantile(np.nanmin(apart, 1), PAIRED[1]) < PAIRED[2] * np.nanmedian(apart) + presence.NOISE)


def _some(tiles: Bools) -> Bools:
    """The tiles, or of very many some rows: they tell where the grid lies as well as all."""
    upto = np.cumsum(tiles.sum(1)) <= ENOUGH
    return tiles & upto[:, None] if upto[0] else tiles


def _moved(pixels: Pixels, grid: Grid, tiles: Bools, step: float, reach: float) -> Grid:
    """The grid moved up or down and then across, in whole steps."""
    sheet = sheet_of(pixels, _wider(grid, 1), (0.0, 0.0), (round(1 / step), round(1 / step)))
    steps = np.arange(-round(reach / step), round(reach / step) + 1)
    moved = np.zeros(2, np.int64)
    mates = None
    for along in ((1, 0), (0, 1)):
        tried = []
        for by in steps:
            rows = _taken(sheet, grid, (int(moved[0] + by * along[0]), int(moved[1] + by * along[1])), tiles)
            if step == COARSE or mates is None:
                apart = kinds.differences(rows, rows)
                np.fill_diagonal(apart, np.inf)
                mates = np.argpartition(apart, min(MATES, len(rows) - 1), axis=1)[:, :MATES]
                nearest = apart.min(1)
            else:
                nearest = np.min([_squares(rows - rows[mate]) for mate in mates.T], axis=0)
            tried.append(float(np.sqrt(nearest).mean()))
        # Where faces have room around them a range of places is as good as the best: its middle is the cell.
        best = int(np.argmin(tried))
        level = np.array(tried) <= 1.15 * tried[best] + 0.5
        low = best - int(np.argmin(np.append(level[best::-1], False))) + 1
        high = best + int(np.argmin(np.append(level[best:], False))) - 1
        moved += np.array(along) * (int(steps[low]) + int(steps[high])) // 2
    down, across = (float(v) * step for v in moved)
    return replace(grid, x=grid.x + across * grid.pitch_x, y=grid.y + down * grid.pitch_y)


def _squares(rows: Floats) -> Floats:
    """The mean square of every row."""
    return np.asarray(np.einsum("ij,ij->i", rows, rows) / rows.shape[1], np.float32)


def _taken(sheet: Pixels, grid: Grid, at: tuple[int, int], tiles: Bools) -> Floats:
    """The tiles of a board as rows, when the grid is moved by `at` (down, across) pixels of the sheet around it."""
    size = sheet.shape[1] // (grid.columns + 2)
    top, left = at[0] + size, at[1] + size
    part = sheet[top : top + size * grid.rows, left : left + size * grid.columns]
    cells = part.reshape(grid.rows, size, grid.columns, size, 3).swapaxes(1, 2)[tiles]
    if size > LARGE:
        cells = cells[:, ::2, ::2]
    return np.asarray(cells.reshape(len(cells), -1), np.float32)


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


def _wider(grid: Grid, rings: int) -> Grid:
    """The grid with some rings of cells around it."""
    x, y = grid.x - rings * grid.pitch_x, grid.y - rings * grid.pitch_y
    return Grid(x, y, grid.pitch_x, grid.pitch_y, grid.rows + 2 * rings, grid.columns + 2 * rings)


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
            chance = float((float(parts) ** (1 - times[times > 1])).sum())
            if keep > chance + 3.5 * np.sqrt(chance) + 1:
                return True
    return False
