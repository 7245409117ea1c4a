"""The board of blocks in a picture that was never seen before."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

import cv2
import numpy as np

from bot.frame import Pixels
from bot.vision.blocks.bar import without_bar
from bot.vision.blocks.clip import said_whole
from bot.vision.blocks.exact import exactly
from bot.vision.blocks.find import Search
from bot.vision.blocks.glossy import coloured_spots
from bot.vision.blocks.pitch import MOST, bare_pitches, edge_maps, nearly_square, pitches
from bot.vision.blocks.plausible import agree
from bot.vision.blocks.refusal import why_none
from bot.vision.blocks.scene import Scene
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import UNSURE, Sorting
from bot.vision.blocks.window import in_window
from bot.vision.finding import locate
from bot.vision.finding.wallpaper import papered, unwoven
from bot.vision.once import once_per_picture

SEEN: Final = 1000
"""Pixels along the longer side at which pieces that join are looked for: their colours are as plain there."""
PLAIN: Final = 1.2
"""How plainly kinds are apart, below which a board is looked for as one of pieces that join…"""
OPEN: Final = 0.15
"""… and the share of its cells in doubt from which it is."""
LARGE: Final = 2000
"""Pixels along the longer side of a picture from which it is looked at in half its size first."""
ROOMY: Final = 3 * MOST
"""Pixels along the shorter side from which its cells may be larger than those that are looked for."""
LATTICES: Final = 4
"""Guesses of where tiles lie that are asked how often they repeat, …"""
CLARITY: Final = 0.6
"""… those that do so as plainly as this."""
LARGER: Final = 1.5
"""Times as large as those of a picture of it in small that the cells of a board are, at the least."""
SAME: Final = 0.02
"""Share by which widths and heights differ at least to be others."""


@once_per_picture
def first_sight(pixels: Pixels, size: tuple[int, int] | None = None) -> Sorting | str:
    """The board of blocks in a picture (h, w, 3) that was never seen before; the sentence that says why there is none.

    `size` (rows, columns) is the board's, where it is known. Of several equal boards it is the left-most, which has the
    others as its twins.
    """
    large = max(pixels.shape[:2]) >= LARGE
    if large and (found := _in_half(pixels, _halved(pixels), size)) is not None:
        return found
    seen = _looked_for(pixels, size)
    if isinstance(seen, str) and min(pixels.shape[:2]) >= ROOMY:
        half = _halved(pixels)
        if any(max(pair) > MOST / 2 for pair in pitches(*edge_maps(half))):
            return _in_half(pixels, half, size, whole=False) or seen
    return seen


def _halved(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _in_half(pixels: Pixels, half: Pixels, size: tuple[int, int] | None, *, whole: bool = True) -> Sorting | None:
    """The board that a picture of `half` the size shows, where cells are of a usual size; one that leaves nothing open
    where it must be `whole`.
    """
    found = first_sight(half, size)
    if isinstance(found, str) or found.twins:
        return None
    if whole and (found.why or (found.kind == UNSURE).any()):
        return None
    sorting = sort_blocks(pixels, found.grid.scaled(2))
    if not agree(sorting, found):
        return None
    return _sealed(replace(sorting, grid=exactly(pixels, sorting), why=found.why))


def _looked_for(pixels: Pixels, size: tuple[int, int] | None) -> Sorting | str:
    """The board of blocks that a search finds, or why there is none."""
    plain = unwoven(pixels)
    if plain is None:
        plain = papered(pixels)
    search = Search(Scene(pixels if plain is None else plain), size)
    sizes = pitches(search.scene.across, search.scene.down)
    search.all_over(sizes)
    if search.best is None and sizes:
        bare = bare_pitches(pixels, search.scene.across, search.scene.down, sizes[0])
        if others := [pair for pair in bare if pair not in sizes]:
            search.scene.sorted_in_all = 0
            search.all_over(others)
    lattices = [] if search.best is not None else _clear_lattices(pixels)
    if others := _as_tiles_repeat(lattices, sizes):
        search.scene.sorted_in_all = 0
        search.all_over(others)
    if search.best is None:
        search.repeating(lattices)
    if search.best is None:
        search.loose()
    found = search.chosen()
    if found is None or found.quality < PLAIN or (found.kind == UNSURE).mean() > OPEN:
        joining = _joining(pixels, size)
        found = joining if joining is not None and (found is None or joining.quality > found.quality) else found
    if found is None:
        return why_none(search.scene, sizes)
    if size:
        return _sealed(found)
    return _sealed(said_whole(pixels, in_window(pixels, _as_large(pixels, without_bar(pixels, found)))))


def _as_large(pixels: Pixels, found: Sorting) -> Sorting:
    """The board of which what was found is a picture in small: one that shows the same in larger cells elsewhere."""
    for one in islice(locate.lattices(pixels), LATTICES):
        grid, small = one.grid, found.grid
        larger = min(grid.pitch_x / small.pitch_x, grid.pitch_y / small.pitch_y) >= LARGER
        if not larger or (grid.rows, grid.columns) != (small.rows, small.columns) or locate.shared(grid, small) > 0:
            continue
        sorting = sort_blocks(pixels, grid)
        if agree(sorting, found):
            return replace(sorting, why=found.why)
    return found


def _clear_lattices(pixels: Pixels) -> list[locate.Lattice]:
    """Where something is seen as a board of tiles that plainly repeats."""
    return [one for one in islice(locate.lattices(pixels), LATTICES) if one.clarity > CLARITY]


def _as_tiles_repeat(lattices: list[locate.Lattice], sizes: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Widths and heights at which tiles repeat, other than these `sizes`: of nearly square cells edges may tell
    no more than one.
    """
    others = dict.fromkeys((one.grid.pitch_x, one.grid.pitch_y) for one in lattices)
    return [pair for pair in others if all(np.abs(np.divide(pair, size) - 1).max() > SAME for size in sizes)]


def _joining(pixels: Pixels, size: tuple[int, int] | None) -> Sorting | None:
    """The board of pieces that join with their like: hardly two of them look the same, but their colours do."""
    times = max(1, 2 ** int(np.ceil(np.log2(max(pixels.shape[:2]) / SEEN))))
    small = np.asarray(cv2.resize(pixels, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA), np.uint8)
    search = Search(Scene(small), size)
    search.coloured([spot for pitch in nearly_square(small) for spot in coloured_spots(small, pitch)])
    found = search.chosen()
    return None if found is None else _enlarged(found, times)


def _enlarged(found: Sorting, times: int) -> Sorting:
    """A board, and those beside it, in a picture so many times as large."""
    return replace(found, grid=found.grid.scaled(times), twins=tuple(_enlarged(twin, times) for twin in found.twins))


def _sealed(sorting: Sorting) -> Sorting:
    """The sorting, which is kept for all who ask, so that nobody writes in it."""
    for board in (sorting, *sorting.twins):
        for part in (board.kind, board.margins, board.marked):
            part.setflags(write=False)
    return sorting


def first_sight_blocks(pixels: Pixels, size: tuple[int, int] | None = None) -> Sorting | None:
    """The same; None where there is no board."""
    found = first_sight(pixels, size)
    return None if isinstance(found, str) else found
