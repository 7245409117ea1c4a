"""A board that is cut off: tiles that begin between it and the edge of the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.cells import CELL_H, CELL_W, Cells, cut, grey, halved
from bot.vision.clipped import Clip, clipped
from bot.vision.tiles import kinds, presence, whole
from bot.vision.tiles.board import NONE, Sorted
from bot.vision.tiles.cover import begun

STRIP: Final = 0.2
"""Narrowest strip, in cells, in which the beginning of a tile is looked for."""
MOST: Final = 0.9
"""Share of a cell from which there would be room for a whole tile."""
LIKE: Final = 0.25
"""Share of the cells along a side that show the beginning of a tile where the board is cut off."""
LEVEL: Final = 12.0
"""Grey levels by which a bar differs from its usual tone in a row of pixels, but for what is written on it."""
MANY: Final = 6
"""Kinds from which it is no chance that all are even."""
ALIKE: Final = 4.0
"""How many times the noise of a picture the beginning of a tile may differ from that of one of its kind."""
BLANK: Final = 0.6
"""Share of a bar that has nothing written on it."""


def cut_off(pixels: Pixels, found: Sorted) -> Clip | None:
    """Where the board in a picture (h, w, 3) is cut off; None where it is whole.

    It is where the strip between the board and an edge of the picture is narrower than a cell and shows the beginnings
    of tiles, or where parts of its own tiles lie before any straight edge. A bar right across the picture, above the
    board or below it, shows no tiles, and the picture ends where the bar begins.
    """
    side = _at_edge(pixels, found)
    return Clip(side, True) if side else clipped(pixels, found.grid, found.kind)


def _at_edge(pixels: Pixels, found: Sorted) -> str:
    """The edge of the picture before which tiles begin; empty where none do."""
    side = _suspected(pixels, found)
    if side and side.name in {"top", "bottom"}:
        top, bottom = _between_bars(pixels, found)
        if (top, bottom) != (0, len(pixels)):
            pixels, found = pixels[top:bottom], replace(found, grid=replace(found.grid, y=found.grid.y - top))
            side = _suspected(pixels, found)
    return side.name if side and begun(pixels, found, side.name) and not _complete(found, side) else ""


class _Side(NamedTuple):
    """What lies between a board and an edge of the picture."""

    name: str
    cells: Cells
    """(n, …), those beside the board, which the edge cuts off."""
    seen: NDArray[np.bool_]
    """(h, w) at half their size, the part of them that lies in the picture."""


def _suspected(pixels: Pixels, found: Sorted) -> _Side | None:
    """The edge of a picture at which tiles begin."""
    grid, (height, width) = found.grid, pixels.shape[:2]
    box = grid.box
    cells = cut(pixels, grid.wider(1))
    y, x = np.mgrid[0 : CELL_H // 2, 0 : CELL_W // 2]
    down, across = (y + 0.5) / (CELL_H // 2), (x + 0.5) / (CELL_W // 2)
    sides = (
        ("left", box.x / grid.pitch_x, cells[1:-1, 0], 1 - across),
        ("right", (width - box.x - box.w) / grid.pitch_x, cells[1:-1, -1], across),
        ("top", box.y / grid.pitch_y, cells[0, 1:-1], 1 - down),
        ("bottom", (height - box.y - box.h) / grid.pitch_y, cells[-1, 1:-1], down),
    )
    for name, room, line, away in sides:
        if STRIP < room < MOST:
            seen = away < room - 0.05
            if (found.presence.part(line, seen) < presence.SURE).mean() > LIKE:
                return _Side(name, line, seen)
    return None


def _complete(found: Sorted, side: _Side) -> bool:
    """Whether no tile is missing: what lies beside the board shows what a part of no tile does; and of many kinds every
    one is even, as it hardly ever is in a part of a board, or the board is full: then nothing tells ground from tiles.
    """
    even = not found.grouping.odd and len(np.unique(found.grouping.kind)) >= MANY
    if not even and (found.kind == NONE).any():
        return False
    tiles = halved(found.cells[found.kind >= 0])[:, side.seen].reshape(-1, 3 * int(side.seen.sum()))
    beside = halved(side.cells)[:, side.seen].reshape(len(side.cells), -1)
    apart = np.sqrt(kinds.differences(beside, tiles)).min(1)
    return bool((apart > ALIKE * presence.NOISE).all())


def _between_bars(pixels: Pixels, found: Sorted) -> tuple[int, int]:
    """The first and the last row of pixels (exclusive) between bars: rows of one tone each across the picture."""
    top, bottom = whole.ground(pixels, found.grid)
    height = len(pixels)
    return (top if top and _bar(pixels[:top]) else 0), (bottom if bottom < height and _bar(pixels[bottom:]) else height)


def _bar(rows: Pixels) -> bool:
    """Whether every row of pixels has one tone, but for what is written there."""
    tones = grey(np.asarray(rows[None, :, :, :3], np.float32))[0]
    blank = np.abs(tones - np.median(tones, 1, keepdims=True)) < LEVEL
    return bool((blank.mean(1) > BLANK).mean() > MOST)
