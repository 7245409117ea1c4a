"""Cells of a board of blocks sorted into few kinds and empty ones, without knowing any of them before."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.alternating import unchequered
from bot.vision.blocks.behind import behind, hollow
from bot.vision.blocks.cluster import LEAST, NOISE, coloured, groups, numbered
from bot.vision.blocks.covered import uncovered
from bot.vision.blocks.dimmed import lightened
from bot.vision.blocks.doubted import in_doubt
from bot.vision.blocks.flood import flooded
from bot.vision.blocks.ground import find_ground
from bot.vision.blocks.inks import by_ink
from bot.vision.blocks.joining import joined_by_colour
from bot.vision.blocks.light import evened
from bot.vision.blocks.look import CAP, SIDE, areas, cells_of, distances, looks, middle, quantile_of
from bot.vision.blocks.marks import Marks, find_marks
from bot.vision.blocks.mixed import mixed
from bot.vision.blocks.rounding import placed, rejoined
from bot.vision.blocks.seen import Shown
from bot.vision.blocks.signs import signs
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.blocks.spread import Ground
from bot.vision.blocks.support import propped
from bot.vision.blocks.tone import OTHER_HUE, hues_apart, pale, same_hue
from bot.vision.cells import Cells, outside

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FLOOR: Final = 0.15
"""A cell with a smaller margin is not told but doubted."""
MOST: Final = 14
"""Kinds that a board of blocks has at most, those of rubbish and walls among them."""
ALIKE: Final = 0.45
"""Share of the usual area of difference below which two kinds may be one."""
HARDLY_ANOTHER: Final = 0.6
"""The same for kinds of a FEW cells where colours tell kinds apart: of 24 pairs of one colour, its eyes open and shut,
none differed in more than 0.48, and of balls, panels and gems of two colours none in less than 0.63."""
DIM: Final = 0.45
"""Share of the usual difference of kinds below which a kind of a FEW cells may be another in another light."""
SOME: Final = 4
"""Kinds from which the nearest of each tell how far they are apart: of three, two may be one."""
FEW: Final = 3
LIGHTS: Final = (0.8, 0.84, 0.88, 0.92, 0.96)
"""Light in which the farther part of a board may lie."""
LIT: Final = 0.35
"""Share of the usual difference of kinds below which two of them may be one in such a light."""
CLEAR: Final = 0.8
"""Quality below which nothing is told."""
ALL_OVER: Final = 0.8
"""Share of a cell in which all kinds differ where their colours tell them, whatever changes in a part of it."""
SPECK: Final = 0.05
"""Share of a cell that is never told from noise."""
MOST_LONE: Final = 3
"""Kinds of a single cell that a board may have."""
LONE: Final = 0.6
"""Share of the usual distance of kinds from which a single cell is a kind of its own."""
FEWEST: Final = 4
"""Cells that are sorted on their own."""
PLAIN: Final = 2.0
"""How much farther (as a logarithm) kinds are apart than cells of one kind where nothing need be measured for that."""
FAINT: Final = 50.0
"""Grey levels between the darkest and the brightest of a board in any channel: two looks are told apart by some 20."""
ROUNDS: Final = 3
"""Times that light and places are measured anew with the kinds that were told then."""
RINGS: Final = 2
"""Rings of cells around the board that are looked at for its ground."""
SAME: Final = 6.0
NEARLY_ALL: Final = 0.9
"""Grey levels within which so large a share of the cells right beside a board are of one colour…"""
OTHER: Final = 40.0
FRAMED: Final = 0.4
"""… and from which those farther away are of another; if so many of them are, they may be ground behind a frame."""


def sort_blocks(pixels: Pixels, grid: Grid) -> Sorting:
    """Sort the cells of a known grid. `pixels` are (h, w, 3 or 4)."""
    return joined_by_colour(pixels, _sorted(pixels, grid))


def _sorted(pixels: Pixels, grid: Grid) -> Sorting:
    """The cells of a grid sorted by how they look."""
    pixels = lightened(pixels, grid)
    wide = grid.wider(RINGS)
    cells = cells_of(pixels, wide)
    inside = np.zeros(cells.shape[:2], np.bool_)
    inside[RINGS:-RINGS, RINGS:-RINGS] = True
    around = _beside(cells, inside, ~inside & ~outside(wide, pixels))
    inner = cells[RINGS:-RINGS, RINGS:-RINGS]
    inner[:] = unchequered(inner)
    shape = (grid.rows, grid.columns)
    if _faint(inner):
        return Sorting(grid, np.full(shape, UNSURE), np.zeros(shape, np.float32), np.zeros(shape, np.bool_), 0.0)
    seen = Shown(cells, around, RINGS)
    board, rows = seen.board, seen.rows
    apart = seen.apart[seen.rims :, seen.rims :]
    group, low, high = groups(rows, apart)
    even = evened(board, group.reshape(shape))
    if even is not board:
        rows = looks(even.reshape(-1, SIDE, SIDE, 3))
        apart = distances(rows, rows)
        group, low, high = groups(rows, apart)
    # What is empty blurs what is the same: with the ground out of the way the rest is sorted again.
    ground = find_ground(seen, even, group.reshape(shape), 0.5 * (low + high))
    full = ~ground.empty.ravel()
    if FEWEST <= full.sum() < len(full):
        again, low, high = groups(rows[full], apart[np.ix_(full, full)])
        group[full] = again + group.max() + 1
        group = numbered(group)
        ground = find_ground(seen, even, group.reshape(shape), 0.5 * (low + high))
    # Kinds once told show how light falls on blocks alone, and which rows and columns lie beside their places.
    at_place, aside, first = board, None, even
    for _ in range(ROUNDS):
        full = ~ground.empty.ravel()
        if np.log((high + NOISE) / (low + NOISE)) > PLAIN:
            break
        group = rejoined(grid, rows, group, ~ground.empty)
        at_place, aside = placed(pixels, grid, at_place, group.reshape(shape), ~ground.empty, aside)
        settled = evened(at_place, group.reshape(shape), ~ground.empty)
        if (settled is board and even is board) or full.sum() < FEWEST:
            break
        even, rows = settled, looks(settled.reshape(-1, SIDE, SIDE, 3))
        before = group.copy()
        apart = distances(rows, rows)
        again, low, high = groups(rows[full], apart[np.ix_(full, full)], NOISE)
        group[full] = again + group.max() + 1
        group = numbered(group)
        # Ground lies where it likes, whatever blocks are moved by.
        ground = find_ground(seen, first, group.reshape(shape), 0.5 * (low + high))
        if (group == before).all():
            break
    ground = propped(ground, rows)
    kind = _kinds(apart, group.reshape(shape), ground, high)
    kind, by_figures = by_ink(grid, rows, kind)
    odd = mixed(rows, apart, kind)
    if by_figures == 0:
        odd |= _alike(rows, kind, grid.columns)
    kind[odd | signs(rows, kind, ground.empty.ravel())] = UNSURE
    kind[hollow(even, kind.reshape(shape)).ravel()] = UNSURE
    marks = find_marks(even, rows, kind.reshape(shape), 0.5 * (low + high))
    alike = np.bincount(group)[group].reshape(shape)
    marks = flooded(board, uncovered(even, marks, alike), group.reshape(shape))
    marks.kind[behind(even, marks.kind)] = UNSURE
    sorting = _weighed(grid, rows, apart, ground, marks, by_figures)
    # What these may be says nothing of how well the grid fits.
    doubted = in_doubt(seen, rows, apart, sorting.kind) & ~marks.vacant
    sorting.kind[doubted], sorting.margins[doubted] = UNSURE, 0
    told = sorting.kind >= 0
    if told.any():  # of some kind nothing may be left
        sorting.kind[told] = numbered(sorting.kind[told])
    return sorting


def _beside(cells: Cells, inside: Bools, around: Bools) -> Bools:
    """(rows, columns), the cells `around` those `inside` that tell of the ground: where all right beside the board are
    of one colour, others farther away are something else, such as the bar of a page. But if most are, a frame lies
    between.
    """
    first = around & (cv2.dilate(inside.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    if not first.any():
        return around
    rim = SIDE // 4
    colours = cells[:, :, rim:-rim, rim:-rim].mean((2, 3))
    away = np.abs(colours - np.median(colours[first], 0)).max(2)
    rest, other = around & ~first, away > OTHER
    if (away[first] <= SAME).mean() < NEARLY_ALL or (other & rest).sum() > FRAMED * rest.sum():
        return around
    return np.asarray(around & ~(other & rest))


def _faint(cells: Cells) -> bool:
    """Whether all that cells (rows, columns, SIDE, SIDE, 3) show is so much alike that no kinds can be told."""
    return float(np.ptp(cells.reshape(-1, 3), axis=0).max()) < FAINT


def _kinds(apart: Floats, group: Ints, ground: Ground, high: float) -> Ints:
    """A kind for every cell, (n,): groups of two or more are kinds, and so is a single cell that is far from all
    others, no ground, and not one of several odd ones beside each other; all else stays open.
    """
    kind = group.ravel().copy()
    lone = np.flatnonzero(np.bincount(kind)[kind] < 2)
    if len(lone):
        nearest = apart[lone]
        nearest[np.arange(len(lone)), lone] = CAP
        kind[lone[nearest.min(1) < max(LONE * high, 2 * LEAST)]] = UNSURE
    kind[ground.open.ravel()] = UNSURE
    kind[ground.empty.ravel()] = EMPTY
    odd = (kind == UNSURE).reshape(group.shape)
    odd.ravel()[lone[kind[lone] != EMPTY]] = True
    crowd = cv2.filter2D(odd.astype(np.float32), -1, np.ones((3, 3), np.float32), borderType=cv2.BORDER_CONSTANT)
    kind[odd.ravel() & (crowd.ravel() > 1)] = UNSURE
    single = lone[kind[lone] >= 0]
    if len(single) > MOST_LONE:
        kind[single] = UNSURE
    return kind


def _alike(rows: Floats, kind: Ints, columns: int) -> Bools:
    """(n,), cells whose kind may be another, larger one in another state: the two differ far less than kinds do."""
    times = np.bincount(kind[kind >= 0], minlength=1)
    many = np.flatnonzero(times)
    if len(many) < 3:
        return np.zeros(len(kind), np.bool_)
    look = np.stack([middle(rows[kind == k]) for k in many])
    apart = areas(look, look)
    others = apart + np.eye(len(many), dtype=np.float32)
    # Figures of one colour may differ in a small part only: each from the next as much as others do.
    figures = len(many) >= SOME and not coloured(apart)
    usual = float(middle(others.min(1) if figures else apart[others == apart]))
    few = (times[many] <= FEW)[:, None]
    close = apart < ALIKE * usual
    if figures:
        # A kind that is drawn a little aside, or lit otherwise, is so in whole rows or columns.
        at = kind.reshape(-1, columns) == many[:, None, None]
        apart_from = np.logical_or(*(~(lines @ lines.T) for lines in (at.any(2), at.any(1))))
        close |= (apart < ALIKE * float(middle(apart[others == apart]))) & apart_from
    # Two of a colour with their eyes shut make a kind as soon as a board is small.
    close |= (apart < HARDLY_ANOTHER * usual) & few & coloured(apart)
    # Pale kinds may differ plainly in a small part, but in another hue.
    light = pale(look)
    close &= (np.stack([hues_apart(one, look) for one in look]) <= OTHER_HUE) | ~(light[:, None] & light)
    # A few cells in another light may differ all over, but not by much, and not in hue.
    away = distances(look, look)
    dim = (away < DIM * float(middle(away[~np.eye(len(many), dtype=bool)]))) & same_hue(look)
    close |= dim & few
    # Light that falls unevenly may make two of one.
    gained = distances(np.concatenate([look * np.float32(gain) for gain in LIGHTS]), look)
    lit = gained.reshape(len(LIGHTS), len(many), len(many)).min(0)
    close |= np.minimum(lit, lit.T) < LIT * float(middle(away[~np.eye(len(many), dtype=bool)]))
    smaller = times[many][:, None] <= times[many][None]
    np.fill_diagonal(close, False)
    return np.asarray(np.isin(kind, many[(close & smaller).any(1)]))


def _weighed(grid: Grid, rows: Floats, apart: Floats, ground: Ground, marks: Marks, by_figures: float = 0.0) -> Sorting:
    """The sorting with margins: how much nearer every cell is to its kind than to all else; `by_figures` is how plainly
    figures of one ink are apart.
    """
    kind, marked = marks.kind.ravel().copy(), marks.marked.ravel() & (marks.kind.ravel() >= 0)
    known = np.unique(kind[(kind >= 0) & ~marked])
    kind[(kind >= 0) & ~np.isin(kind, known)] = UNSURE
    marked &= kind >= 0
    margins = np.zeros(kind.shape, np.float32)
    clear = 0.0
    if 1 <= len(known) <= MOST:
        usual, bare = (kind >= 0) & ~marked, kind == EMPTY
        look = np.stack([middle(rows[(kind == k) & usual]) for k in known])
        away = distances(rows, look) + NOISE / 2
        own = np.searchsorted(known, np.where(kind >= 0, kind, known[0]))
        mine = away[np.arange(len(kind)), own]
        other = np.where(np.arange(len(known))[None] == own[:, None], CAP, away).min(1)
        if bare.any():
            to_ground = apart[np.ix_(kind >= 0, bare)].min(1) + NOISE / 2
            other[kind >= 0] = np.minimum(other[kind >= 0], to_ground)
        margins = np.where(kind >= 0, np.clip(1 - mine / other, 0, 1), margins)
        # An empty cell must not look like a kind; how surely it is ground was weighed for all of them.
        far = np.clip(away.min(1) / max(float(middle(other[usual])) / 2, LEAST), 0, 1)
        margins = np.where(bare, far * ground.margins.ravel(), margins)
        margins = np.where(marked | marks.vacant.ravel(), marks.agreement.ravel(), margins)
        clear = max(by_figures, _clear(rows[usual], apart[np.ix_(usual, usual)], kind[usual]))
    if clear < CLEAR:
        margins = np.minimum(margins, FLOOR / 2)
    margins = margins.astype(np.float32)
    kind[margins < FLOOR] = UNSURE
    margins[kind == UNSURE] = np.minimum(margins[kind == UNSURE], FLOOR)
    if (kind >= 0).any():
        kind[kind >= 0] = numbered(kind[kind >= 0])
    shape = (grid.rows, grid.columns)
    quality = clear * float((kind != UNSURE).mean())
    return Sorting(grid, kind.reshape(shape), margins.reshape(shape), (marked & (kind >= 0)).reshape(shape), quality)


def _clear(rows: Floats, apart: Floats, kind: Ints) -> float:
    """How much farther (as a logarithm) kinds are apart than cells of one kind; a single kind is taken on trust."""
    np.fill_diagonal(apart, CAP)
    same = kind[:, None] == kind[None]
    paired = same.sum(1) > 1
    low = quantile_of(np.where(same, apart, CAP).min(1)[paired], 0.95) if paired.any() else NOISE
    high = float(np.where(same, CAP, apart).min())
    clear = float(np.log((high + NOISE) / (low + NOISE)))
    if clear >= CLEAR:
        return clear
    # Eyes that blink and bridges change much of a small cell, but its colour is another all over.
    known = np.unique(kind)
    areas_ = areas(rows, np.stack([middle(rows[kind == k]) for k in known]))
    mine = kind[:, None] == known[None]
    least = float(np.where(mine, 1, areas_).min())
    if least > ALL_OVER and len(known) > 1:
        clear = max(clear, float(np.log((least + SPECK) / (quantile_of(areas_[mine], 0.95) + SPECK))))
    return clear
