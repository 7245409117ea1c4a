"""A board that was cut out along its outermost tiles, or that fills its window: the ground around it is put back.

Beyond the picture nothing is known of the ground. What runs between the tiles is the same ground, and shows where a
tile ends; a picture that ends there lacks nothing but ground.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.tiles.board import Sorted, sure
from bot.vision.tiles.edge import cut_off
from bot.vision.tiles.sight import first_sight

STEP: Final = 6
"""Grey levels of an edge in a line of pixels."""
THROUGH: Final = 0.99
"""Share of a line between tiles along which it has no edge."""
LEVEL: Final = 12.0
"""Grey levels within which all that runs between the tiles is one ground."""
ROOM: Final = 0.95
"""Cells between a board and the end of the picture from which ground is seen there."""
OFF: Final = 1
"""Pixels of a side of its tiles that a picture may lack."""


class _Between(NamedTuple):
    """What runs between rows of tiles."""

    first: float
    """Pixels from the beginning of a cell to the ground that ends it."""
    last: float
    """Pixels from the end of a cell to the end of the ground that begins the next one."""
    tone: NDArray[np.float64]
    """(3,), its colour."""


def untrimmed(pixels: Pixels, found: Sorted) -> Sorted | None:
    """The board that was found in a picture (h, w, 3), read with the ground around it that the picture lacks; None
    where it lacks none, or where that makes nothing sure, or tells fewer tiles.
    """
    grid = found.grid
    upright, across = _between(pixels, grid), _between(pixels.transpose(1, 0, 2), grid.turned)
    if upright is None or across is None or np.abs(upright.tone - across.tone).max() > LEVEL:
        return None
    top, bottom = _lacking(len(pixels), grid, upright)
    left, right = _lacking(pixels.shape[1], grid.turned, across)
    if not (top or bottom or left or right):
        return None
    tone = [float(value) for value in (upright.tone + across.tone) / 2]
    wide = np.asarray(cv2.copyMakeBorder(pixels, top, bottom, left, right, cv2.BORDER_CONSTANT, value=tone), np.uint8)
    more = first_sight(wide)
    if more is None or not sure(more) or cut_off(wide, more) or (more.kind >= 0).sum() < (found.kind >= 0).sum():
        return None
    return replace(more, grid=more.grid.moved(-left, -top))


def _lacking(height: int, grid: Grid, between: _Between) -> tuple[int, int]:
    """The pixels of ground that a picture of such a height lacks above a board and below it: a cell, where it ends in
    what runs between tiles and has less left; else none, and tiles may be cut off there.
    """
    pitch, box = grid.pitch_y, grid.box
    ends = []
    for at, room in ((0, box.y), (height, height - box.y - box.h)):
        into = (at - grid.y - between.first + OFF) % pitch
        ends.append(
            round(pitch) if room < ROOM * pitch and into <= pitch + between.last - between.first + 2 * OFF else 0
        )
    return ends[0], ends[1]


def _between(pixels: Pixels, grid: Grid) -> _Between | None:
    """What runs between the rows of a board; None where it is not one ground that no tile interrupts."""
    box, pitch = grid.box, grid.pitch_y
    columns = slice(max(0, round(box.x)), round(box.x + box.w))
    first, last, tones = [], [], []
    for row in range(1, grid.rows):
        border = grid.y + row * pitch
        top = max(0, round(border - pitch / 2))
        lines = pixels[top : round(border + pitch / 2), columns].astype(np.int16)
        if lines.shape[0] < 2 or lines.shape[1] < 2:
            return None
        free = (np.abs(np.diff(lines, axis=1)).max(2) <= STEP).mean(1) >= THROUGH
        if not free.any():
            continue
        # Where a row of tiles is gone there is more of it: what all rows have in common counts.
        at = np.flatnonzero(free)
        nearest = at[np.abs(at + 0.5 - (border - top)).argmin()]
        start, end = nearest, nearest + 1
        while start and free[start - 1]:
            start -= 1
        while end < len(free) and free[end]:
            end += 1
        first.append(top + start - (border - pitch))
        last.append(top + end - border)
        tones.append(np.median(lines[start:end].reshape(-1, 3), 0))
    if len(first) < max(1, (grid.rows - 1) / 2) or np.ptp(tones, axis=0).max() > LEVEL:
        return None
    return _Between(float(np.median(first)), float(np.median(last)), np.median(tones, 0))
