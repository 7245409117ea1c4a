"""Sorting the cells of one picture into kinds by the reader that suits it, on a given grid or at first sight."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision import kinds, presence, sight
from bot.vision.bank import Bank, settled
from bot.vision.cells import Cells, cut
from bot.vision.tiles import blank
from calibration.shot import EMPTY, UNSURE, CalibrationError, Shot

READERS: Final = ("tiles", "blocks")
"""The readers that can learn a board, in the order in which they are tried."""
SOLID: Final = 0.35
"""Share of the usual contrast of cells below which a cell in a board without ground around it is empty."""


class Found(NamedTuple):
    """What a reader made of a picture at first sight."""

    reader: str
    shot: Shot
    quality: float
    """How well the picture bears it out; 1 and more is beyond question."""
    why: str
    """What speaks against it; empty where nothing does."""


def sort_cells(pixels: Pixels, grid: Grid, reader: str) -> Shot:
    """The cells of a grid sorted into kinds, whatever else the picture shows.

    Raises CalibrationError where the grid does not lie in the picture.
    """
    height, width = pixels.shape[:2]
    box = grid.box
    if box.x > width or box.y > height or box.x + box.w < 0 or box.y + box.h < 0:
        raise CalibrationError(f"The grid lies beside the picture, which is {width}x{height}; move it onto the board.")
    if min(grid.pitch_x, grid.pitch_y) < 2:
        raise CalibrationError("The cells of the grid are smaller than two pixels; give fewer rows or columns.")
    return _sort_blocks(pixels, grid) if reader == "blocks" else _sort_tiles(pixels, grid)


def at_first_sight(pixels: Pixels, reader: str) -> Found | None:
    """The board that a reader finds in a picture by itself; None where there is none."""
    if blank(pixels):
        return None
    return _blocks_at_first_sight(pixels) if reader == "blocks" else _tiles_at_first_sight(pixels)


def _tiles_at_first_sight(pixels: Pixels) -> Found | None:
    found = sight.first_sight(pixels)
    if found is None:
        return None
    told = settled(Bank().adopt(found))
    kind = _in_order(np.where((told.kind >= 0) & (told.margins < sight.FLOOR), UNSURE, told.kind))
    shot = Shot(pixels, found.grid, kind, told.margins, told.marked & (kind >= 0))
    side = sight.cut_off(pixels, found)
    if side:
        why = f"The board is cut off at the {side} of the picture: show all of it."
    elif not sight.good(found):
        why = (
            f"Some kinds are only {found.grouping.gap:.1f} times farther apart than equal cells: "
            "show the board larger, or give its --size."
        )
    else:
        why = doubtful(shot)
    quality = found.quality / sight.LIKELY * (0.5 if why else 1.0)
    return Found("tiles", shot, quality, why)


def doubtful(shot: Shot) -> str:
    """The sentence that says which cells could not be told; empty where all were."""
    unsure = np.argwhere(shot.kind == UNSURE)
    if not len(unsure):
        return ""
    row, column = unsure[0]
    many = f"{len(unsure)} cells" if len(unsure) > 1 else "One cell"
    return f"{many} could not be told (the first at {row},{column}): put them right, or show a clearer picture."


def _sort_tiles(pixels: Pixels, grid: Grid) -> Shot:
    """Tiles and gaps of a given grid, by what lies around the board; where nothing does, by what is drawn in a cell."""
    around = Grid(
        grid.x - grid.pitch_x, grid.y - grid.pitch_y, grid.pitch_x, grid.pitch_y, grid.rows + 2, grid.columns + 2
    )
    wide = cut(pixels, around)
    cells = wide[1:-1, 1:-1]
    tiles = _tiles(wide, cells)
    kind = np.full((grid.rows, grid.columns), EMPTY)
    margins = np.full(kind.shape, 0.5, np.float32)
    marked = np.zeros(kind.shape, np.bool_)
    if tiles.sum() > 1:
        rows = kinds.features(cells[tiles])
        beside = []
        if tiles.sum() <= sight.CROWD:
            beside = [kinds.features(cut(pixels, grid, by)[tiles]) for by in sight.BESIDE]
        grouping = kinds.mend(kinds.group(rows, beside), kinds.outlines(cells[tiles]))
        kind[tiles], margins[tiles], marked[tiles] = grouping.kind, grouping.margins, grouping.lit
    elif tiles.any():
        kind[tiles] = 0
    kind = _in_order(np.where((kind >= 0) & (margins < sight.FLOOR), UNSURE, kind))
    return Shot(pixels, grid, kind, margins, marked & (kind >= 0))


def _tiles(wide: Cells, cells: Cells) -> NDArray[np.bool_]:
    """(rows, columns), which cells hold a tile; `wide` has a ring of ground around them."""
    every = np.ones(cells.shape[:2], np.bool_)
    learnt = presence.learn(wide, np.pad(every, 1))
    if learnt is not None:
        tiles = np.asarray(learnt[1][1:-1, 1:-1] < 0.5)
        if tiles.any():
            return tiles
    contrast = kinds.contrast(cells.reshape(-1, *cells.shape[2:])).reshape(every.shape)
    return np.asarray(contrast >= SOLID * np.median(contrast))


def _in_order(kind: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same kinds, numbered from 0 as they appear."""
    names, first = np.unique(kind[kind >= 0], return_index=True)
    number = {int(names[at]): rank for rank, at in enumerate(np.argsort(first))}
    return np.array([[number.get(int(k), int(k)) for k in row] for row in kind], np.int64).reshape(kind.shape)


def _sort_blocks(pixels: Pixels, grid: Grid) -> Shot:
    blocks = _blocks()
    if blocks is None:
        return _sort_tiles(pixels, grid)
    found = blocks.sort_blocks(pixels, grid)
    return Shot(pixels, grid, found.kind, found.margins, found.marked)


def _blocks_at_first_sight(pixels: Pixels) -> Found | None:
    blocks = _blocks()
    found = blocks.first_sight_blocks(pixels) if blocks else None
    if found is None or found.quality <= 0:
        return None
    shot = Shot(pixels, found.grid, found.kind, found.margins, found.marked)
    return Found("blocks", shot, found.quality, doubtful(shot))


def _blocks() -> ModuleType | None:
    """The reader of blocks, where it is there."""
    try:
        return import_module("bot.vision.blocks")
    except ModuleNotFoundError:
        return None
