"""A board of a game in which pairs fall, by the panel that it is played on: it is as many square cells wide as boards
of that game are, and what lies on it stands in step with its sides, whatever the pieces look like and however few.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.vision.blocks.common import SEVERAL, SIDES
from bot.vision.falling import PAIR, may_be_pair
from bot.vision.finding.panels import panels
from calibration.joined import sort_hues
from calibration.resting import in_the_air, rests
from calibration.shot import EMPTY, Shot
from calibration.sorting import Found, doubtful
from calibration.sparse import sort_few

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

PANELS: Final = 6
"""Panels that are looked at, at the most."""
DRAWN: Final = 32
"""Grey levels by which a piece stands out from the panel's ground."""
ROWS: Final = (8, 16)
"""Rows that such a board has, at the least and at the most."""
SQUARE: Final = 0.015
"""By how much cells may be wider than high, or higher than wide."""
BORDER: Final = 0.16
"""Of a cell, how much of the outer cells the panel's border may cover on each side."""
ASIDE: Final = 0.13
"""Of a cell, how far beside its place what lies there may stand."""
SMALL: Final = 0.55
"""Of a cell, how wide and high a mark is at the most: pieces are larger."""
FEWEST: Final = 3
"""Heaps and pieces that stand in step, at the least."""
HELD: Final = 0.2
"""Share of a cell that is covered where a piece lies."""
ALIKE: Final = 0.02
"""By how much panels of one size differ in width and height."""
QUALITY: Final = 1.0
"""How plainly it is seen, in the terms of first sight."""


def boxed_board(pixels: Pixels, columns: Sequence[int], which: str | None) -> Found | None:
    """The board of a picture (height, width, 3) on a panel of so many `columns`; None where there is none. Of panels of
    one size `which` is meant, the left or the right one.
    """
    boxes = [
        Box(across.start, down.start, across.stop - across.start, down.stop - down.start)
        for down, across in panels(pixels)[:PANELS]
    ]
    for box in boxes:
        shot = next((shot for wide in columns if (shot := _on_panel(pixels, box, wide)) is not None), None)
        if shot is None:
            continue
        alike = sorted(other for other in boxes if max(abs(other.w / box.w - 1), abs(other.h / box.h - 1)) <= ALIKE)
        if len(alike) > 1 and which is None:
            return Found("blocks", shot, QUALITY, (SEVERAL,))
        if which is None or box == alike[-1 if which == SIDES[1] else 0]:
            return Found("blocks", shot, QUALITY, doubtful(shot))
    return None


def _on_panel(pixels: Pixels, box: Box, columns: int) -> Shot | None:
    """The cells of a panel of so many columns, sorted; None where it is none."""
    top, left = int(box.y), int(box.x)
    drawn = _drawn(pixels[top : top + int(box.h), left : left + int(box.w)], SMALL * box.w / columns)
    grid = _in_step(drawn, box, columns)
    return _sorted(pixels, _covered(drawn, box, grid), grid) if grid is not None else None


def _drawn(panel: Pixels, small: float) -> Bytes:
    """(h, w), 1 where a panel (h, w, 3) shows something else than its ground, or within what does; but for marks at
    most so many pixels wide and high.
    """
    ground = np.median(panel.reshape(-1, panel.shape[2])[:, :3], 0)
    apart = np.abs(panel[:, :, :3].astype(np.int16) - ground.astype(np.int16)).max(2)
    outlines, _ = cv2.findContours((apart > DRAWN).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros(apart.shape, np.uint8)
    large = [outline for outline in outlines if max(cv2.boundingRect(outline)[2:]) > small]
    cv2.drawContours(filled, large, -1, 1, cv2.FILLED)
    return filled


def _in_step(drawn: Bytes, box: Box, columns: int) -> Grid | None:
    """The grid of so many columns on a panel with which all that is `drawn` there (h, w) is in step; None where it is
    not, or where its cells would not be square.
    """
    boxes = cv2.connectedComponentsWithStats(drawn, connectivity=8)[2][1:, :4].astype(np.float64)
    if len(boxes) < FEWEST:
        return None
    # What the border covers a part of has its middle elsewhere.
    inner_x, inner_y = (
        (boxes[:, axis] > 0) & (boxes[:, axis] + boxes[:, axis + 2] < drawn.shape[1 - axis]) for axis in (0, 1)
    )
    tried: list[tuple[float, Grid]] = []
    for border in range(round(BORDER * box.w / columns) + 1):
        wide, high = box.w + 2 * border, box.h + 2 * border
        rows = round(high * columns / wide)
        if not ROWS[0] <= rows <= ROWS[1] or abs(high * columns / wide / rows - 1) > SQUARE:
            continue
        grid = Grid(box.x - border, box.y - border, wide / columns, high / rows, rows, columns)
        across = _aside((boxes[:, 0] + border) / grid.pitch_x, boxes[:, 2] / grid.pitch_x)
        down = _aside((boxes[:, 1] + border) / grid.pitch_y, boxes[:, 3] / grid.pitch_y)
        if across.max() > ASIDE or np.count_nonzero(down > ASIDE) > PAIR:  # a pair may be between two rows
            continue
        unlike = rows * abs(high * columns / wide / rows - 1)
        tried.append((unlike + _usual(across[inner_x]) + _usual(down[inner_y]), grid))
    return min(tried, key=lambda one: one[0], default=(0.0, None))[1]


def _usual(aside: Floats) -> float:
    """How far spans usually are from whole cells, but for some that fall; 0 where there are none."""
    return float(np.median(aside)) if len(aside) else 0.0


def _aside(start: Floats, size: Floats) -> Floats:
    """(n,), how far the middles of some spans, all in cells, are from those of as many whole cells."""
    count = np.maximum(np.ceil(size - 2 * ASIDE), 1)
    first = start + (size - count) / 2
    return np.asarray(np.abs(first - np.rint(first)))


def _covered(drawn: Bytes, box: Box, grid: Grid) -> Bools:
    """(rows, columns), the cells of a grid of which something that is drawn on its panel covers a part."""
    covered = np.zeros((grid.rows, grid.columns), np.bool_)
    for row, column in np.ndindex(covered.shape):
        cell = grid.cell((row, column))
        top, left = max(0, round(cell.y - box.y)), max(0, round(cell.x - box.x))
        part = drawn[top : round(cell.y + cell.h - box.y), left : round(cell.x + cell.w - box.x)]
        covered[row, column] = part.size > 0 and float(part.mean()) > HELD
    return covered


def _sorted(pixels: Pixels, held: Bools, grid: Grid) -> Shot | None:
    """The cells of a grid sorted by the colours of what lies there; None where these do not tell, though pieces that
    touch may be joined, where not just the cells that are `held` (rows, columns) show pieces, or where these do not
    rest on its floor, but for a pair that falls.
    """
    few = sort_few(pixels, grid)
    if few is None:
        return None
    few = few.with_kinds(np.where(held, few.kind, EMPTY))
    full = few.kind != EMPTY
    touching = (full[1:] & full[:-1]).any() or (full[:, 1:] & full[:, :-1]).any()
    shot = sort_hues(pixels, grid, full) or (None if touching else few)
    if shot is None:
        return None
    between = [(int(row), int(column)) for row, column in np.argwhere(held & (shot.kind == EMPTY))]
    return shot if rests(shot) and may_be_pair([*in_the_air(shot), *between]) else None
