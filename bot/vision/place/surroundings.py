"""What stays the same around a board: one picture of the program without what its cells hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.layout import Layout, LayoutError
from bot.vision.samples import read_layered

LONGEST: Final = 1024
"""The sample is no longer than this in either direction, in pixels."""
MAX_BYTES: Final = 8 << 20
OVERHANG: Final = 0.18
"""Share of a cell that tiles may hang over the board's edge, with their sides and shadows."""
STAYS, MAY_CHANGE, CHANGES = 255, 128, 0
"""What the fourth channel says of a pixel."""
UNLIKE: Final = 14
"""Two pictures differ in a pixel where a colour differs by more than this."""


def surroundings(pictures: Sequence[Pixels], grids: Sequence[Grid], changing: Sequence[Box] = ()) -> Pixels:
    """The first picture, reduced, with a fourth channel that says what stays: (height, width, 4).

    `grids` are the grids of cells in the first picture: the board, and others whose cells change; `changing` are
    further parts of it that do. Further pictures of the same size show what else changes (counters, clocks, what lies
    over the board); those of another size are passed over. Under the cells lies their average, by which the cells'
    sides are known again. Raises ValueError without a picture.
    """
    if not pictures:
        raise ValueError("expected at least one picture")
    first = np.ascontiguousarray(pictures[0][:, :, :3])
    height, width = first.shape[:2]
    colour = first.copy()
    stays = np.full((height, width), STAYS, np.uint8)
    for other in pictures[1:]:
        if other.shape[:2] == (height, width):
            changed = cv2.absdiff(first, np.ascontiguousarray(other[:, :, :3])).max(axis=2) > UNLIKE
            stays[cv2.dilate(changed.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0] = CHANGES
    for box in changing:
        stays[_part(box, (height, width), 0, 0)] = CHANGES
    for grid in grids:
        over_x, over_y = OVERHANG * grid.pitch_x, OVERHANG * grid.pitch_y
        rim = _part(grid.box, (height, width), over_x, over_y)
        stays[rim] = np.minimum(stays[rim], MAY_CHANGE)
    for grid in grids:
        stays[_part(grid.box, (height, width), 0, 0)] = CHANGES
        _lay_average(colour, first, grid)
    share = min(1.0, LONGEST / max(height, width))
    if share < 1:
        size = max(1, round(width * share)), max(1, round(height * share))
        colour = np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_AREA), np.uint8)
        stays = np.asarray(cv2.resize(stays, size, interpolation=cv2.INTER_NEAREST), np.uint8)
    return np.dstack([colour, stays])


def load_surroundings(layout: Layout) -> Pixels:
    """The sample of a layout as (height, width, 4). Raises LayoutError where it is missing or no such picture."""
    place = layout.board.place
    name = place.surroundings if place else None
    if name is None:
        raise LayoutError(f"{layout.folder / 'layout.toml'}: board.place names no surroundings; calibrate once more.")
    return read_layered(layout, name, "board.place.surroundings", (16, 4 * LONGEST), MAX_BYTES, "what stays")


def _part(box: Box, shape: tuple[int, int], over_x: float, over_y: float) -> tuple[slice, slice]:
    height, width = shape
    left, right = round(box.x - over_x), round(box.x + box.w + over_x)
    top, bottom = round(box.y - over_y), round(box.y + box.h + over_y)
    return slice(max(0, top), max(0, min(height, bottom))), slice(max(0, left), max(0, min(width, right)))


def _lay_average(out: Pixels, pixels: Pixels, grid: Grid) -> None:
    """Put the average cell in every place of the grid."""
    wide, high = max(1, round(grid.pitch_x)), max(1, round(grid.pitch_y))
    scale_x, scale_y = grid.pitch_x / wide, grid.pitch_y / high
    there: NDArray[np.float64] = np.array(
        [[scale_x, 0, grid.x + 0.5 * scale_x - 0.5], [0, scale_y, grid.y + 0.5 * scale_y - 0.5]]
    )
    size = wide * grid.columns, high * grid.rows
    flat = cv2.warpAffine(
        pixels, there, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    cells = np.asarray(flat, np.float32).reshape(grid.rows, high, grid.columns, wide, 3)
    board = np.tile(cells.mean((0, 2)), (grid.rows, grid.columns, 1)).astype(np.uint8)
    back = cv2.warpAffine(board, there, (out.shape[1], out.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    inside = _part(grid.box, (out.shape[0], out.shape[1]), 0, 0)
    out[inside] = np.asarray(back)[inside]
