"""A lattice looked at closely: where its cells are, which of them hold tiles, and of which kinds these are."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, CELL_W, Cells, cut, outside
from bot.vision.finding import groups, locate
from bot.vision.finding.scanlines import restored
from bot.vision.tiles import faceless, flow, gaps, kinds, plausible, presence
from bot.vision.tiles.board import NONE, UNSURE, Sorted, judged, likely, mended, sure
from bot.vision.tiles.headed import core
from bot.vision.tiles.kin import kin, outline
from bot.vision.tiles.plausible import FEWEST, Window
from bot.vision.tiles.sameness import FINE, Shown, grouped
from bot.vision.tiles.settling import PAIRED, paired, settle, sides_moved, softened, some
from bot.vision.tiles.woven import woven

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

TILE: Final = 0.38
FENCED: Final = 0.3
"""Share of what was taken for a tile and is fenced off from the ground."""
GROUND: Final = 0.56
"""Below the one it is a tile, above the other a gap, between them neither is said."""
UNTOLD: Final = (TILE + GROUND) / 2
BARE: Final = 0.85
"""Above it is a gap, whatever falls into it from the tiles beside it."""
GROWN: Final = 1.3
"""How many times larger a board has turned out to be than was seen first, before it is measured again."""
REACH: Final = (0.4, 0.12)
"""How far, in cells, the grid may be moved before and after the tiles were told from the ground."""
SPARSE: Final = 0.6
"""Share of the cells that hold tiles, up to which a board is laid anew once they are known: before, what gaps show of
tiles could not speak."""
ROUNDS: Final = 4
ASTRAY: Final = 0.03
"""Share of a cell by which one of several boards may lie beside the grid of all."""
FAR: Final = 4
"""Cells around the tiles found so far in which more are looked for, in every round."""
NEAR: Final = 2
"""Cells around a board in which its ground is looked at."""
PLAINLY: Final = 0.5
"""Share of how plainly tiles end, and of how far they are from the ground, from which other things do, too."""
MOST: Final = 16 * 30
"""Tiles of the largest board."""


def laid(pixels: Pixels, lattice: locate.Lattice) -> Grid:
    """The grid of a lattice, laid where its cells are."""
    return settle(pixels, lattice.grid, lattice.tiles, REACH[0])


def look(pixels: Pixels, lattice: locate.Lattice, *, settled: bool = False) -> Sorted | None:
    """The board on a lattice, whose grid may be `settled`: tiles, gaps and kinds; None where it is none."""
    seed = tiles = lattice.tiles
    grid = lattice.grid if settled else laid(pixels, lattice)
    found: _Seen | None = None
    plain, wide = restored(pixels), grid
    cells = smooth = np.zeros((0, 0, CELL_H, CELL_W, 3), np.float32)
    if seed.sum() >= PAIRED[0] and not paired(pixels, grid, some(seed)):
        return None
    for turn in range(ROUNDS):
        if turn == 0 or wide != grid.wider(FAR):
            wide = grid.wider(FAR)
            cells = cut(pixels, wide)
            smooth = cells if plain is pixels else cut(plain, wide)
        found = _tiles(pixels, wide, cells, smooth, seed)
        if found is None:
            return None
        tiles = found.share[found.window] < TILE
        if found.window != (slice(FAR, FAR + grid.rows), slice(FAR, FAR + grid.columns)):
            grid = wide.part(*found.window)
        if tiles.shape == seed.shape and (tiles == seed).all():
            break
        grown = max(tiles.shape[0] / seed.shape[0], tiles.shape[1] / seed.shape[1]) > GROWN
        seed = tiles
        if grown:
            # A pitch that was measured on a part of the board is slightly wrong on all of it.
            grid = locate.refine(pixels, grid, seed)
        if turn == 0 and not settled and seed.mean() < SPARSE:
            grid = settle(pixels, _in_step(grid, lattice.grid), seed, REACH[0])
        elif grown or (turn == 0 and not settled):
            grid = settle(pixels, grid, seed, REACH[1])
    assert found is not None
    part = _asked(groups.apart(tiles), grid, lattice.grid)
    whole, grid = grid, grid.part(*part)
    if grid != whole:  # boards beside each other need not be in step
        own = settle(pixels, grid, tiles[part], REACH[0])
        if max(abs(own.x - grid.x) / grid.pitch_x, abs(own.y - grid.y) / grid.pitch_y) > ASTRAY:
            return look(pixels, replace(lattice, grid=own, tiles=tiles[part]), settled=True)
    share, ground = found.share[found.window][part], found.ground.part(found.window).part(part)
    around = cells[_around(found, part) & ~outside(wide, pixels)]
    board = _sort(pixels, grid, found.learnt, share, ground, cells[found.window][part], around)
    small = min(grid.pitch_x, grid.pitch_y) < FINE
    if board is None and not settled and (small or _promising(pixels, grid, share)):
        finer = sides_moved(softened(plain, grid), grid, share < TILE)
        board = _sort(pixels, finer, found.learnt, share, ground, cut(pixels, finer), around)
        return board if small or (board and sure(board)) else None
    return board


def _promising(pixels: Pixels, grid: Grid, share: Floats) -> bool:
    """Whether so many tiles have an equal that a pitch which is slightly wrong may be all that is amiss."""
    tiles = share < TILE
    return bool(tiles.sum() >= PAIRED[0]) and paired(pixels, grid, some(tiles))


class _Seen(NamedTuple):
    """Tiles and gaps of a grid with cells around it."""

    learnt: presence.Presence
    share: Floats
    """(rows, columns), 0 for a tile to 1 for a gap."""
    ground: flow.Flow
    window: Window
    """The part that holds all tiles."""


def _in_step(grid: Grid, other: Grid) -> Grid:
    """The grid moved, by half a cell at the most, to where its cells lie as those of the other do."""
    across, down = (other.x - grid.x) / grid.pitch_x, (other.y - grid.y) / grid.pitch_y
    across, down = (by - round(by) for by in (across, down))
    return grid.moved(across * grid.pitch_x, down * grid.pitch_y)


def _asked(parts: list[Window], grid: Grid, lattice: Grid) -> Window:
    """Of several boards that stand in step on a grid the one that was asked for."""
    middle = lattice.box.centre

    def away(part: Window) -> float:
        first, last = grid.cell((part[0].start, part[1].start)), grid.cell((part[0].stop - 1, part[1].stop - 1))
        x, y = (first.centre.x + last.centre.x) / 2, (first.centre.y + last.centre.y) / 2
        return abs(x - middle.x) + abs(y - middle.y)

    return min(parts, key=away)


def _around(found: _Seen, part: Window) -> Bools:
    """(rows, columns), the cells around a part of what was seen that hold no tiles."""
    own = np.zeros_like(found.share, np.bool_)
    own[found.window][part] = True
    near = cv2.dilate(own.astype(np.uint8), np.ones((2 * NEAR + 1, 2 * NEAR + 1), np.uint8), borderValue=0) > 0
    return np.asarray(near & ~own & (found.share >= GROUND))


def _tiles(pixels: Pixels, wide: Grid, cells: Cells, smooth: Cells, seed: Bools) -> _Seen | None:
    """What the cells of the wide grid are; None where there are too few tiles or far too many. `smooth` are the cells
    without scan lines, and `seed` lies FAR cells inside the wide grid.
    """
    ring = slice(FAR - 1, 1 - FAR)
    beyond = outside(wide, pixels)
    around = np.pad(np.zeros_like(seed), FAR, constant_values=True) & ~beyond
    ground = flow.flow(smooth, around, np.pad(seed, FAR))
    learnt = presence.learn(
        cells[ring, ring], np.pad(seed, 1) & ~ground.open[ring, ring], ground.open[ring, ring], ~beyond[ring, ring]
    )
    if learnt is None:
        return None
    share = np.ones(cells.shape[:2], np.float32)
    share[ring, ring] = learnt[1]
    share[ground.open] = 1
    # Tiles that have little in common are told by what lies around them.
    firm = np.pad(seed, FAR) & ground.shut & (share < GROUND)
    if learnt[0].akin:
        firm[firm] = ~learnt[0].bereft(cells[firm], presence.LIKE)
    share[firm] = np.minimum(share[firm], FENCED)
    if learnt[0].motley:  # a row that was missed passed for ground
        missed = ground.shut & ~np.pad(seed, FAR) & ~beyond
        share[_again(cells, missed, np.pad(seed, FAR))] = FENCED
    # With what was learnt, look for tiles farther away: most may be gone between them.
    share[_afar(cells, learnt[0], share < TILE)] = 0
    share[ground.open | beyond] = 1
    share[flow.bars(smooth, np.pad(seed, FAR), ~beyond) & ~np.pad(seed, FAR)] = 1
    # What is only unlike the ground is a tile between tiles, and a tool bar beside them.
    strong = np.zeros_like(share, np.bool_)
    strong[share < TILE] = learnt[0].sure(cells[share < TILE], presence.LIKE)
    if learnt[0].motley:  # nothing tells a tile by its looks, so its outline must
        strong |= _beside(np.pad(seed, FAR), ground.shut & (share < TILE))
    twins = _beside(strong, _twins(cells, np.pad(seed, FAR) & ~strong & ~ground.open & ~beyond, strong, learnt[0]))
    share[twins], strong = np.minimum(share[twins], FENCED), strong | twins
    if not strong.any():
        return None
    inside = np.zeros_like(strong)
    inside[plausible.window(strong)] = True
    share[~inside] = 1
    tiles = share < TILE
    if not FEWEST <= tiles.sum() <= MOST:
        return None
    return _Seen(learnt[0], share, ground, plausible.window(tiles))


def _sort(
    pixels: Pixels, grid: Grid, learnt: presence.Presence, share: Floats, ground: flow.Flow, cells: Cells, around: Cells
) -> Sorted | None:
    """The tiles of a grid sorted into kinds; None where what they make is no board. `around` are cells (n, …) of the
    ground around it.
    """
    specked = faceless.specked(cells, share < TILE, learnt) & ~ground.shut
    share, ground = np.where(specked, 1, share).astype(np.float32), ground.opened(specked)
    tiles = share < TILE
    alike = plausible.doubles(cells, tiles)
    if alike.any():
        alike[plausible.level(cells, [cut(pixels, grid, by) for by in _halves(grid)])] = 0
    again = alike > 0
    drawn = again & ~plausible.shown(cells, alike, around)
    if drawn.any():
        drawn &= ~woven(pixels, grid, drawn)
    if drawn.sum() < again.sum() / 2:  # most of what comes again is seen around the board: the ground has a pattern
        again = drawn = np.zeros_like(again)
    tiles |= (again & ~ground.open) | drawn
    plates = faceless.plates(cells, tiles) | faceless.beneath(cells, tiles | (share < BARE))
    if plates.any():
        tiles, share = tiles & ~plates, np.where(plates, 1, share).astype(np.float32)
        learnt, ground = learnt.knowing(cells[plates]), ground.opened(plates)
    if tiles.sum() < FEWEST:
        return None
    shown = Shown.of(pixels, grid)
    grouping, kind = _kinds(shown, grid, cells, tiles)
    # Where tiles have nothing in common and the ground stops at them, what it runs into all over one kind is none.
    loose = learnt.motley and ground.shut[tiles].mean() > gaps.SHUT
    # What looks like the ground around the board is ground, though it lies between tiles that have no sides.
    for k in range(int(grouping.kind.max()) + 1):
        of = kind == k
        if learnt.grounded(cells[of]).mean() > 0.5 and not (ground.busy | drawn)[of].all():
            tiles, share = tiles & ~of, np.where(of, 1, share).astype(np.float32)
        elif (faceless.bare(cells, of, tiles & ~of, around) and not faceless.faced(cells[of], learnt)) or (
            loose and not ground.shut[of].any() and not faceless.stands_out(cells[of], learnt)
        ):
            tiles, share = tiles & ~of, np.where(of, UNTOLD, share).astype(np.float32)
    cards, empty = faceless.cards(cells, kind, tiles)
    empty &= not (~tiles & ground.open).any()  # a gap that shows the ground is what gaps look like here
    if cards.any():
        tiles, share = tiles & ~cards, np.where(cards, 1 if empty else UNTOLD, share).astype(np.float32)
    if cards.any() and empty:
        learnt, ground = learnt.knowing(cells[cards]), ground.opened(cards)
    plain = plates | cards
    if not tiles.any():
        return None
    more, maybe = kin(cells, tiles, ground, learnt, around)
    blank = gaps.blank(cells, learnt, ground, tiles | more)
    equal = plausible.alike(cells, blank)
    tiles, maybe = tiles | more | equal, maybe | (blank & ~equal)
    if (tiles != (kind >= 0)).any():
        if tiles.sum() < FEWEST:
            return None
        grouping, kind = _kinds(shown, grid, cells, tiles)
    rim = _less(kind, cells, grouping)
    while rim:
        tiles, share, cells, ground = tiles[rim], share[rim], cells[rim], ground.part(rim)
        maybe, plain = maybe[rim], plain[rim]
        grid = grid.part(*rim)
        if tiles.sum() < FEWEST:
            return None
        grouping, kind = _kinds(shown, grid, cells, tiles)
        rim = _less(kind, cells, grouping)
    if not likely(kind, cells, grouping):
        return None
    vacant = gaps.vacant(cells, tiles)
    endless = gaps.endless(cells, tiles, around) | vacant
    share = np.where(endless, 1, share).astype(np.float32)
    unsure = ~tiles & (share >= TILE) & (share < GROUND)
    motley = plausible.motley(cells, tiles)
    motley[~tiles] |= learnt.strange(cells[~tiles]) & ~vacant[~tiles]
    hidden = gaps.hidden(cells, learnt, ground, tiles, ~tiles & (share < BARE))
    hidden |= gaps.fenced(cells, learnt, ground, tiles) | gaps.ended(cells, learnt, ground, tiles, around)
    hidden |= gaps.figured(cells, learnt, ground, tiles, around)
    hidden |= gaps.repeating(cells, learnt, ground, tiles, around)
    hidden &= ~endless
    unsure |= (motley & ~ground.open) | hidden | (maybe & ~tiles)
    if unsure.any() and not grouping.odd:
        barren = gaps.barren(cells, tiles, learnt)
        unsure, share = unsure & ~barren, np.where(barren, 1, share).astype(np.float32)
    kind = np.where(unsure, UNSURE, NONE)
    kind[tiles] = grouping.kind
    share = np.where(tiles, np.minimum(share, TILE), share)
    if not learnt.calm:
        share[faceless.strangers(cells, kind)] = 0.5
    bare = learnt.bare(cells.reshape(-1, *cells.shape[2:])).reshape(kind.shape) & ~motley & ~hidden & ~maybe
    seen = plausible.window((kind != NONE) | plain)  # ground that was no tile after all is no part of the board
    kind, share, bare = kind[seen], share[seen], bare[seen]
    found = Sorted(grid.part(*seen), learnt, kind, np.abs(2 * share - 1), cells[seen], share, bare, grouping, 0.0)
    return judged(shown, found)


def _kinds(shown: Shown, grid: Grid, cells: Cells, tiles: Bools) -> tuple[kinds.Grouping, Ints]:
    """The tiles of a grid sorted into kinds, and the kind of every cell (rows, columns), NONE for a gap."""
    grouping = grouped(shown, grid, cells, tiles)
    kind = np.full(tiles.shape, NONE)
    kind[tiles] = grouping.kind
    return grouping, kind


def _less(kind: Ints, cells: Cells, grouping: kinds.Grouping) -> Window | None:
    """What is left of a board without bars, a wall around it, and what stands beside it; None where it has none."""
    ends = outline(cells.reshape(-1, *cells.shape[2:])).reshape(kind.shape)
    inner = plausible.bar(kind) or plausible.rim(kind) or plausible.beside(kind) or core(kind)
    inner = inner or plausible.outlying(kind, ends)
    return inner or (plausible.beside(mended(kind, cells, grouping)) if grouping.odd else None)


def _again(cells: Cells, where: Bools, tiles: Bools) -> Bools:
    """(rows, columns), those of the cells that `where` names which show the very same as one of the tiles."""
    found = where.copy()
    if found.any():
        faces = kinds.features(cells[where]), kinds.features(cells[tiles])
        found[where] = np.sqrt(kinds.differences(*faces)).min(1) < presence.NOISE
    return found


def _twins(cells: Cells, where: Bools, tiles: Bools, learnt: presence.Presence) -> Bools:
    """(rows, columns), those of the cells that `where` names which show the very same as another one of them, are as
    far from the ground as tiles are, and end as plainly: a kind of its own look may lie at the rim of a board alone.
    None where tiles have nothing in common.
    """
    found = np.zeros_like(where)
    if np.count_nonzero(where) > 1 and tiles.any() and not learnt.motley:
        own = kinds.features(cells[where])
        apart = kinds.differences(own, own)
        np.fill_diagonal(apart, np.inf)
        found[where] = np.sqrt(apart.min(1)) < presence.NOISE
    if found.any():
        far = learnt.apart(cells[found]) > PLAINLY * learnt.usual
        found[found] = far & (outline(cells[found]) > PLAINLY * float(np.median(outline(cells[tiles]))))
    return found


def _beside(tiles: Bools, others: Bools) -> Bools:
    """(rows, columns), those of the others that lie beside a tile, or beside such a one, and so on."""
    found = np.zeros_like(others)
    while True:
        near = cv2.dilate((tiles | found).astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0) > 0
        if (near & others == found).all():
            return found
        found = near & others


def _halves(grid: Grid) -> list[tuple[float, float]]:
    """Half a cell to each side, upwards and downwards, in pixels."""
    x, y = grid.pitch_x / 2, grid.pitch_y / 2
    return [(-x, 0), (x, 0), (0, -y), (0, y)]


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
        found[place[rich & (alike.max(1) > plausible.SAME - 0.1)]] = True
    return found.reshape(near.shape)
