"""Places where round coloured pieces lie: found by colours alone, for of pieces that join hardly two look the same.

A piece is one colour in the middle of its cell, and that colour hardly reaches into the corners, joined or not. So on
every part of a picture the cells lie where most of them show that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.hue import plane, polar, turned
from bot.vision.blocks.joining import by_joining
from bot.vision.blocks.look import cells_of
from bot.vision.blocks.plausible import grown
from bot.vision.blocks.recur import Spot
from bot.vision.blocks.sorting import UNSURE, Sorting

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]

CELL: Final = 12
"""Pixels to which cells are made smaller, or larger."""
VIVID: Final = 45.0
"""Distance from grey, in grey levels, from which a pixel has a colour that counts."""
HUES: Final = 72
"""Hues that are counted."""
BESIDE: Final = 22.0
"""Degrees by which a colour's light and shade differ from it."""
KINDS: Final = 7
"""Colours of a picture that are looked at, those that most of it shows."""
LEAST: Final = 0.01
"""Share of what has a colour that one of them is, at least."""
MIDDLE: Final = 4
"""Pixels from the middle of a cell that a piece fills…"""
CORNER: Final = 3
"""… and those of its corners that it does not."""
PIECE: Final = 0.3
"""How much more of the middle than of the corners is of one colour where a piece lies."""
WINDOW: Final = (6, 4)
"""Rows and columns of the part of a picture in which cells are laid."""
FLOOR: Final = 2
"""Rows of that which may lie below the board: ground with a grain may have the colours of pieces."""
FEWEST: Final = 8
"""Pieces that lie there at least."""
SIDES: Final = (
    ((0, 0, 0, 1), np.s_[-1, :]),
    ((0, 1, 0, 0), np.s_[0, :]),
    ((1, 0, 0, 0), np.s_[:, 0]),
    ((0, 0, 1, 0), np.s_[:, -1]),
)
"""A line of cells more at the bottom, the top, the left or the right, and which line that is then."""
PLACES: Final = 16
"""Places of one size that are looked at closely."""


def coloured_spots(pixels: Pixels, pitch: tuple[float, float]) -> list[Spot]:
    """Places in a picture (h, w, 3) where pieces of this size lie in cells and join with their like, those with most of
    them first.
    """
    small = _resized(pixels, pitch)
    rows, columns = (side // CELL for side in small.shape[:2])
    if rows < WINDOW[0] or columns < WINDOW[1]:
        return []
    score = _score(small)
    tried: list[tuple[float, int, int]] = []
    for top in range(0, rows - WINDOW[0] + 1, WINDOW[0] // 2):
        for left in range(0, columns - WINDOW[1] + 1, WINDOW[1] // 2):
            part = score[top * CELL : (top + WINDOW[0]) * CELL, left * CELL : (left + WINDOW[1]) * CELL]
            folded = np.where(part > PIECE, part, 0).reshape(WINDOW[0], CELL, WINDOW[1], CELL).sum((0, 2))
            y, x = divmod(int(folded.argmax()), CELL)
            tried.append((float(folded.max()), top * CELL + y, left * CELL + x))
    found: list[Spot] = []
    for worth, y, x in sorted(tried, reverse=True)[:PLACES]:
        if worth < FEWEST * PIECE or any(_within((y, x), other, pitch) for other in found):
            continue
        corner = tuple((place + 0.5 - CELL / 2) * one / CELL for place, one in zip((x, y), pitch, strict=True))
        told = _told(pixels, Grid(corner[0], corner[1], *pitch, *WINDOW))
        if told is not None:
            found.append(_grown(pixels, told))
    return found


def _told(pixels: Pixels, grid: Grid) -> Sorting | None:
    """What lies on a part of a picture, or above what may be the floor of a board in it: the most of it of which the
    least is in doubt. None where nothing joins.
    """
    best: Sorting | None = None
    for fewer in range(FLOOR + 1):
        part = replace(grid, rows=grid.rows - fewer)
        told = by_joining(part, cells_of(pixels, part))
        if told is not None and (best is None or (told[0].kind == UNSURE).sum() < (best.kind == UNSURE).sum()):
            best = told[0]
        if best is not None and not (best.kind == UNSURE).any():
            break
    return best


def _within(at: tuple[int, int], spot: Spot, pitch: tuple[float, float]) -> bool:
    """Whether the middle of a window, whose first cell lies at these pixels of the smaller picture, lies on a spot."""
    box = spot.grid.box
    y, x = (
        (place + CELL * (size - 1) / 2) * one / CELL for place, size, one in zip(at, WINDOW, pitch[::-1], strict=True)
    )
    return box.x < x < box.x + box.w and box.y < y < box.y + box.h


def _grown(pixels: Pixels, sorting: Sorting) -> Spot:
    """The place of all pieces that lie beside those of a part of a board, line after line."""
    best, height, width = sorting, *pixels.shape[:2]
    while True:
        for beyond, line in SIDES:
            grid = grown(best.grid, beyond)
            box = grid.box
            if min(box.x, box.y) < -1 or box.x + box.w > width + 1 or box.y + box.h > height + 1:
                continue
            told = by_joining(grid, cells_of(pixels, grid))
            if told is not None and (told[0].kind[line] >= 0).any() and not (told[0].kind[line] == UNSURE).any():
                best = told[0]
                break
        else:
            break
    kind = best.kind
    ys, xs = np.flatnonzero((kind >= 0).any(1)), np.flatnonzero((kind >= 0).any(0))
    window = slice(int(ys[0]), int(ys[-1]) + 1), slice(int(xs[0]), int(xs[-1]) + 1)
    part = kind[window] >= 0
    return Spot(best.grid.part(*window), part, int(part.sum()))


def _resized(pixels: Pixels, pitch: tuple[float, float]) -> Floats:
    """The picture with cells of CELL pixels each way."""
    shrunk = cv2.resize(pixels[:, :, :3], None, fx=CELL / pitch[0], fy=CELL / pitch[1], interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.float32)


def _score(small: Floats) -> Floats:
    """(h, w), by how much more of its middle than of its corners a cell around each pixel is of one colour, for the
    colour with which that is most.
    """
    power, hue = polar(*plane(small))
    vivid = power > VIVID
    counts = np.bincount((hue[vivid] * (HUES / 360)).astype(np.int64) % HUES, minlength=HUES).astype(np.float32)
    smooth = np.sum([np.roll(counts, by) for by in (-2, -1, 0, 1, 2)], axis=0)
    tops = np.zeros(0, np.float32)
    for best in np.argsort(-smooth):
        at = np.float32((best + 0.5) * 360 / HUES)
        if len(tops) == KINDS or smooth[best] < LEAST * vivid.sum():
            break
        if (turned(tops, float(at)) > BESIDE).all():
            tops = np.append(tops, at)
    score = np.zeros(power.shape, np.float32)
    reach = CELL // 2 - CORNER // 2
    for top in tops:
        own = (vivid & (turned(hue, float(top)) <= BESIDE)).astype(np.float32)
        middle = cv2.blur(own, (2 * MIDDLE + 1, 2 * MIDDLE + 1), borderType=cv2.BORDER_REPLICATE)
        corner = cv2.blur(own, (CORNER, CORNER), borderType=cv2.BORDER_REPLICATE)
        corners = sum(
            np.roll(corner, (dy, dx), (0, 1)) for dy in (-reach, reach) for dx in (-reach, reach)
        ) / np.float32(4)
        np.maximum(score, middle - corners, out=score)
    return score
