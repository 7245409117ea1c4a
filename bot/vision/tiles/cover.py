"""What lies over a board: told by the grid that still shows, and claimed only where the picture bears it out.

Cells that could not be told are no cover: shaded ground, pale tiles and a grid that lies beside the tiles make them,
too. A panel is an upright rectangle of one colour that cuts through cells and is no ground; through a veil tiles shine,
all equally faint. Tiles lie face down when cells hardly differ from the picture that all of them share.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, CELL_W, Cells, cut, grey, strongest
from bot.vision.finding import locate
from bot.vision.tiles import kinds
from bot.vision.tiles.board import NONE, UNSURE, Sorted
from bot.vision.tiles.kinds import EDGE_X, EDGE_Y
from bot.vision.tiles.settling import settle

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

EQUAL: Final = 0.8
"""Agreement of outlines from which two cells hold the same."""
PAIRED: Final = 0.5
"""Share of the tiles of a board, in plain view, that have an equal."""
FEWEST: Final = 10
"""Tiles with an equal from which a board is known to be there."""
VIVID: Final = 0.45
"""Share of the usual contrast of tiles that one in plain view has at least."""
ALIKE: Final = 0.8
"""Agreement of most cells with each other from which all show one picture."""
MANY: Final = 24
"""Cells that show one picture from which it is a board that lies face down: less may be a key pad or a table."""
SPREAD: Final = 0.4
"""How far, for the richness of that picture, most cells are from it at the most."""
FIGURED: Final = 0.65
"""The same in the third of a cell, each way, where that is most: tiles that have sides and light in common show figures
of their own there.
"""
COLOURED: Final = (40.0, 0.25)
"""Grey levels by which cells differ in colour as a whole, and the share of them that do, where they are not alike."""
LINED: Final = 0.2
"""Share of the edges one way that the picture has the other way: lines alone are ground."""
BESIDE: Final = 0.4
"""Share of a cell by which a grid may lie beside the tiles."""
STRANGE: Final = 14.0
"""Grey levels by which a cell is unlike the ground and neither is a tile."""
DENSE: Final = (0.5, 0.22)
"""Share of the cells under a veil that are no tiles in plain view, and share of these that show a faint tile."""
UPRIGHT: Final = 0.93
"""Share of its box that a panel fills."""
PAPER: Final = 0.45
"""Share of a panel on which nothing is written."""
HELD: Final = (2.5, 1.6)
"""Width and height of a panel, in cells, at the least."""
STEP: Final = 6
"""Grey levels of an edge."""
ASIDE: Final = 0.18
"""Share of a cell by which the side of a panel lies beside the borders of cells; sides of tiles lie on them."""
BORDERED: Final = 0.25
"""Share of the cells beside a panel that are tiles in plain view."""
RINGED: Final = 0.25
"""Share of the cells around a board whose colour is that of the ground."""
GAPS: Final = (5, 0.3)
"""So many cells, and this share of those that are no tiles, are the ground when they have one colour."""
THROUGH: Final = 0.6
"""Agreement of outlines from which a tile shines through a veil."""
FAINTER: Final = (0.06, 0.65)
"""Share of its contrast that a tile keeps under a veil."""
EVENLY: Final = (0.25, 7.0, 0.35)
"""How far, as a share and in grey levels, tiles under one veil differ in contrast and brightness; and the share of
what agrees with a tile that is no farther from the rest.
"""
AGREED: Final = 5
"""Tiles that shine through, all equally faint, from which there is a veil."""
UNTOLD: Final = 0.1
"""Share of cells that could not be told from which the place of a board is too uncertain to say where it ends."""


@dataclass(frozen=True, eq=False)
class Traces:
    """What can be seen of a board that cannot be read."""

    grid: Grid
    cells: Cells
    """(rows, columns, …), as they were cut."""
    plain: Bools
    """(rows, columns), tiles in plain view."""
    likeness: float
    """How far a cell agrees with most others."""
    contrast: float
    """Of the tiles in plain view, in grey levels."""
    worth: float
    """How many tiles have an equal, and how large they are; higher is better."""

    def scaled(self, by: float) -> Traces:
        """The same in the picture at another size."""
        return replace(self, grid=self.grid.scaled(by))


class Place(NamedTuple):
    """The first and last row and column over which something lies."""

    top: int
    bottom: int
    left: int
    right: int


class Cover(NamedTuple):
    """What hides a part of a board."""

    place: Place
    shines: bool
    """Whether tiles shine through it."""


def traces_of(pixels: Pixels, lattices: Iterable[locate.Lattice]) -> Traces | None:
    """The grid on which most cells have an equal elsewhere; None where there is none among the `lattices`."""
    best: Traces | None = None
    for lattice in lattices:
        found = _judged(pixels, lattice)
        if found and face_down(found):
            return found
        if found and (best is None or found.worth > best.worth):
            best = found
    return best


def _judged(pixels: Pixels, lattice: locate.Lattice) -> Traces | None:
    """What a lattice shows; None where too few cells have an equal."""
    if lattice.tiles.sum() < FEWEST or min(lattice.tiles.shape) < 3:  # lines of text repeat too
        return None
    # Where a panel breaks the pattern, a grid lies a little beside the tiles.
    return _paired(pixels, lattice.grid, lattice.tiles) or _paired(
        pixels, settle(pixels, lattice.grid, lattice.tiles, BESIDE), lattice.tiles
    )


def _paired(pixels: Pixels, grid: Grid, tiles: Bools) -> Traces | None:
    cells = cut(pixels, grid)
    flat = cells.reshape(-1, *cells.shape[2:])
    contrast = kinds.contrast(flat)
    usual = float(np.quantile(contrast[tiles.ravel()], 0.7))
    rich = tiles.ravel() & (contrast > VIVID * usual)
    if rich.sum() < FEWEST:
        return None
    outlines = kinds.outlines(flat[rich])
    alike = outlines @ outlines.T
    np.fill_diagonal(alike, -1)
    paired = alike.max(1) > EQUAL
    if paired.sum() < FEWEST or paired.mean() < PAIRED:
        return None
    # Half a tile is found as often as a whole one, but has fewer equals; several tiles in one have none.
    worth = float(paired.sum() * paired.mean() ** 3 * (grid.pitch_x * grid.pitch_y) ** 0.9)
    usual = float(np.median(contrast[rich]))
    return Traces(grid, cells, rich.reshape(tiles.shape), float(np.median(alike)), usual, worth)


def face_down(traces: Traces) -> bool:
    """Whether nearly all cells show one and the same picture, in outline and in colour."""
    if traces.likeness < ALIKE or traces.plain.sum() < MANY:
        return False
    shown = traces.cells[traces.plain][:, EDGE_Y:-EDGE_Y, EDGE_X:-EDGE_X]
    if _of_several_colours(shown):
        return False
    mean = np.median(shown, 0)
    across, down = (float(np.abs(np.diff(mean, axis=axis)).mean()) for axis in (1, 0))
    if min(across, down) < LINED * max(across, down):
        return False
    rich = np.abs(mean - mean.mean((0, 1))).mean()
    away = np.abs(shown - mean).mean(3)
    third = CELL_W // 3, CELL_H // 3
    figures = np.array([cv2.blur(one, third).max() for one in away])
    return bool(np.median(away.mean((1, 2))) < SPREAD * rich and np.median(figures) < FIGURED * rich)


def _of_several_colours(shown: Cells) -> bool:
    """Whether many cells (n, h, w, 3) have, as a whole, another colour than most: no backs of tiles do."""
    colour = shown.mean((1, 2))
    away = strongest(np.abs(colour - np.median(colour, 0)))
    return bool((away > COLOURED[0]).mean() >= COLOURED[1])


def cover(pixels: Pixels, traces: Traces) -> Cover | None:
    """What lies over a part of the board; None where the picture does not bear out that anything does."""
    if place := _panel(pixels, traces):
        return Cover(place, False)
    place = _veil(traces)
    return Cover(place, True) if place else None


def _panel(pixels: Pixels, traces: Traces) -> Place | None:
    """The rows and columns under an upright rectangle of one colour, larger than tiles are, that cuts through cells,
    has tiles in plain view above or below it and to its left or right, and is no hole through which ground is seen.
    """
    grid, box = traces.grid, traces.grid.box
    count, group, stats = _calm(pixels)
    least = HELD[0] * grid.pitch_x * HELD[1] * grid.pitch_y
    found: tuple[int, Place] | None = None
    for number in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[number])
        if area < least * PAPER or w < HELD[0] * grid.pitch_x or h < HELD[1] * grid.pitch_y:
            continue
        left, right = (x - box.x) / grid.pitch_x, (x + w - box.x) / grid.pitch_x
        top, bottom = (y - box.y) / grid.pitch_y, (y + h - box.y) / grid.pitch_y
        if min(left, top) < -1 or right > grid.columns + 1 or bottom > grid.rows + 1:
            continue
        place = Place(
            max(0, int(top + ASIDE)), min(grid.rows, ceil(bottom - ASIDE)) - 1,
            max(0, int(left + ASIDE)), min(grid.columns, ceil(right - ASIDE)) - 1,
        )  # fmt: skip
        aside = sum(abs(side - round(side)) > ASIDE for side in (left, right, top, bottom))
        if not aside or not _beside(traces.plain, place) or (found and found[0] >= area):
            continue
        part = group[y : y + h, x : x + w] == number
        if _upright(part) and not _ground(pixels, traces, Box(x, y, w, h), part):
            found = area, place
    return found[1] if found else None


def _calm(pixels: Pixels) -> tuple[int, NDArray[np.int32], NDArray[np.int32]]:
    """The areas of a picture without edges: their number, the number of every pixel's (h, w) and their boxes."""
    soft = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    stir = cv2.morphologyEx(soft, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    count, group, stats, _ = cv2.connectedComponentsWithStats((stir < STEP).astype(np.uint8), connectivity=4)
    return count, np.asarray(group, np.int32), np.asarray(stats, np.int32)


def _beside(plain: Bools, place: Place) -> bool:
    """Whether tiles in plain view touch a place from above or below, and from the left or the right."""
    rows, columns = slice(place.top, place.bottom + 1), slice(place.left, place.right + 1)
    near = [
        plain[max(0, place.top - 2) : place.top, columns], plain[place.bottom + 1 : place.bottom + 3, columns],
        plain[rows, max(0, place.left - 2) : place.left], plain[rows, place.right + 1 : place.right + 3],
    ]  # fmt: skip
    above, below, left, right = (side.size > 0 and side.mean() > BORDERED for side in near)
    return (above or below) and (left or right)


def _upright(part: Bools) -> bool:
    """Whether an area fills its box when what is written in it is counted to it, and is not mostly written on."""
    contours, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole = np.zeros(part.shape, np.uint8)
    cv2.drawContours(whole, contours, -1, 1, -1)
    return bool(whole.mean() > UPRIGHT and part.mean() > PAPER)


def _ground(pixels: Pixels, traces: Traces, box: Box, part: Bools) -> bool:
    """Whether an area has the colour of the ground: around the board, or in cells elsewhere without tiles."""
    x, y, w, h = (int(v) for v in box)
    paper = np.median(pixels[y : y + h, x : x + w][part], 0)
    grid, wide = traces.grid, traces.grid.wider(1)
    colours = cut(pixels, wide)[:, :, 4:-4, 3:-3].mean((2, 3))
    same = np.abs(colours - paper).max(-1) < STRANGE
    ring = np.ones(same.shape, np.bool_)
    ring[1:-1, 1:-1] = False
    across = wide.x + (np.arange(wide.columns) + 0.5) * wide.pitch_x
    down = wide.y + (np.arange(wide.rows) + 0.5) * wide.pitch_y
    under = ((down > y) & (down < y + h))[:, None] & ((across > x - grid.pitch_x) & (across < x + w + grid.pitch_x))[
        None
    ]
    gaps = ~np.pad(traces.plain, 1) & ~ring & ~under
    return bool(same[ring].mean() > RINGED or (same[gaps].sum() >= GAPS[0] and same[gaps].mean() > GAPS[1]))


def _veil(traces: Traces) -> Place | None:
    """The rows and columns in which cells show tiles that are in plain view elsewhere, all of them equally faint."""
    inside = np.s_[:, EDGE_Y:-EDGE_Y, EDGE_X:-EDGE_X]
    under, shown = traces.cells[~traces.plain], traces.cells[traces.plain]
    if len(under) < AGREED:
        return None
    agree = kinds.outlines(under) @ kinds.outlines(shown).T
    through = agree.max(1) > THROUGH
    if through.sum() < AGREED:
        return None
    here = grey(under[through])[inside].reshape(int(through.sum()), -1)
    there = grey(shown[agree[through].argmax(1)])[inside].reshape(len(here), -1)
    # Seen through a veil, a pixel is the tile's times one share plus one level, the same for all tiles.
    mean_here, mean_there = here.mean(1), there.mean(1)
    away = there - mean_there[:, None]
    share = ((here - mean_here[:, None]) * away).sum(1) / (away * away).sum(1)
    level = mean_here - share * mean_there
    near = (np.abs(share[:, None] - share) < EVENLY[0] * np.abs(share)) & (np.abs(level[:, None] - level) < EVENLY[1])
    most = int(near.sum(0).argmax())
    same = near[:, most]
    if not FAINTER[0] < share[most] < FAINTER[1] or same.sum() < AGREED or same.mean() < EVENLY[2]:
        return None
    seen = np.zeros(int((~traces.plain).sum()), np.bool_)
    seen[np.flatnonzero(through)[same]] = True
    rows, columns = np.nonzero(~traces.plain)
    place = Place(*(int(v) for v in (rows[seen].min(), rows[seen].max(), columns[seen].min(), columns[seen].max())))
    hidden = ~traces.plain[place.top : place.bottom + 1, place.left : place.right + 1]
    dense = hidden.mean() > DENSE[0] and seen.sum() > DENSE[1] * hidden.sum()
    return place if min(hidden.shape) > 1 and dense else None


def _beyond(pixels: Pixels, found: Sorted, ring: Cells) -> Cells:
    """The cells (n, …) of the ground beside those sides of a board that have room for one in the picture."""
    (height, width), grid, box = pixels.shape[:2], found.grid, found.grid.box
    sides = (
        (box.x >= grid.pitch_x, ring[1:-1, 0]), (width - box.x - box.w >= grid.pitch_x, ring[1:-1, -1]),
        (box.y >= grid.pitch_y, ring[0, 1:-1]), (height - box.y - box.h >= grid.pitch_y, ring[-1, 1:-1]),
    )  # fmt: skip
    return np.concatenate([ring[:0, 0], *(line for whole, line in sides if whole)])


def begun(pixels: Pixels, found: Sorted, side: str) -> bool:
    """Whether what lies between a board and a `side` of the picture (left, right, top, bottom) can be the beginnings of
    tiles: it is unlike the gaps of the board, or the ground on its other sides where it has no gaps, no more kinds lack
    a tile than one line of tiles can hold, and the board itself was told.
    """
    gaps = found.cells[found.kind == NONE]
    ring = cut(pixels, found.grid.wider(1))
    if len(gaps) < GAPS[0]:
        gaps = _beyond(pixels, found, ring)
    line = {"left": ring[1:-1, 0], "right": ring[1:-1, -1], "top": ring[0, 1:-1], "bottom": ring[-1, 1:-1]}[side]
    if len(found.grouping.odd) > len(line) or (found.kind == UNSURE).mean() > UNTOLD:
        return False
    if len(gaps) < GAPS[0]:
        return True
    half_x, half_y = CELL_W // 2, CELL_H // 2
    near = {
        "left": np.s_[:, 4:-4, half_x:], "right": np.s_[:, 4:-4, :half_x],
        "top": np.s_[:, half_y:, 3:-3], "bottom": np.s_[:, :half_y, 3:-3],
    }[side]  # fmt: skip
    ground = gaps[:, 4:-4, 3:-3].mean((1, 2))
    away = np.abs(line[near].mean((1, 2))[:, None] - ground[None]).max(-1).min(1)
    rough = kinds.contrast(line[near], 0) > 2 * float(np.median(kinds.contrast(gaps))) + 2
    return bool(((away > STRANGE) | rough).mean() > BORDERED)
