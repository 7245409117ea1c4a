"""A board of a game in which pairs fall, by the panel that it is played on: it is as many square cells wide as boards
of that game are, and what lies on it stands in step with its sides, whatever the pieces look like and however few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        shot = next((shot for wide in columns for shot in _shots(pixels, box, wide)), None)
        if shot is None:
            continue
        alike = sorted(other for other in boxes if max(abs(other.w / box.w - 1), abs(other.h / box.h - 1)) <= ALIKE)
        if len(alike) > 1 and which is None:
            return Found("blocks", shot, QUALITY, (SEVERAL,))
        if which is None or box == alike[-1 if which == SIDES[1] else 0]:
            return Found("blocks", shot, QUALITY, doubtful(shot))
    return None


def _shots(pixels: Pixels, box: Box, columns: int) -> Iterator[Shot]:
    """The cells of a panel of so many columns, sorted; none where it is none."""
    top, left = int(box.y), int(box.x)
    drawn = _drawn(pixels[top : top + int(box.h), left : left + int(box.w)])
    for grid in _in_step(drawn, box, columns):
        shot = _shot(pixels, drawn, box, grid)
        if shot is not None:
            yield shot


def _drawn(panel: Pixels) -> NDArray[np.uint8]:
    """(h, w), 1 where a panel (h, w, 3) shows something else than its ground, and within what does."""
    ground = np.median(panel.reshape(-1, panel.shape[2])[:, :3], 0)
    apart = np.abs(panel[:, :, :3].astype(np.int16) - ground.astype(np.int16)).max(2)
    outlines, _ = cv2.findContours((apart > DRAWN).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros(apart.shape, np.uint8)
    cv2.drawContours(filled, outlines, -1, 1, cv2.FILLED)
    return filled


def _in_step(drawn: NDArray[np.uint8], box: Box, columns: int) -> Iterator[Grid]:
    """The grid of so many columns on a panel with which all that is `drawn` there (h, w) is in step; none where it is
    not, or where its cells would not be square.
    """
    pitch = box.w / columns
    large = _without_marks(drawn, SMALL * pitch)
    boxes = cv2.connectedComponentsWithStats(large, connectivity=8)[2][1:, :4].astype(np.float64)
    if len(boxes) < FEWEST:
        return
    best: tuple[float, Grid] | None = None
    # What the border covers a part of has its middle elsewhere.
    inner_x, inner_y = (
        (boxes[:, axis] > 0) & (boxes[:, axis] + boxes[:, axis + 2] < drawn.shape[1 - axis]) for axis in (0, 1)
    )
    for border in range(round(BORDER * pitch) + 1):
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
        aside = unlike + _usual(across[inner_x]) + _usual(down[inner_y])
        if best is None or aside < best[0]:
            best = aside, grid
    if best is not None:
        yield best[1]


def _without_marks(drawn: NDArray[np.uint8], most: float) -> NDArray[np.uint8]:
    """(h, w), what is drawn on a panel but for what is so many pixels wide and high at the most."""
    _, label, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    large = stats[:, 2:4].max(1) > most
    large[0] = False
    return np.asarray(large[label], np.uint8)


def _usual(aside: NDArray[np.float64]) -> float:
    """How far spans usually are from whole cells, but for some that fall; 0 where there are none."""
    return float(np.median(aside)) if len(aside) else 0.0


def _aside(start: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,), how far the middles of some spans, all in cells, are from those of as many whole cells."""
    count = np.maximum(np.ceil(size - 2 * ASIDE), 1)
    first = start + (size - count) / 2
    return np.asarray(np.abs(first - np.rint(first)))


def _shot(pixels: Pixels, drawn: NDArray[np.uint8], box: Box, grid: Grid) -> Shot | None:
    """The cells of a grid sorted by the colours of what lies there; None where these do not tell, though pieces that
    touch may be joined, where not just those that something covers hold pieces, or where these do not rest on its
    floor, but for a pair that falls.
    """
    few = sort_few(pixels, grid)
    if few is None:
        return None
    held = _covered(drawn, box, grid)
    few = few.with_kinds(np.where(held, few.kind, EMPTY))
    full = few.kind != EMPTY
    touching = (full[1:] & full[:-1]).any() or (full[:, 1:] & full[:, :-1]).any()
    shot = sort_hues(pixels, grid, full) or (None if touching else few)
    if shot is None:
        return None
    air = in_the_air(shot)
    between = [(int(row), int(column)) for row, column in np.argwhere(held & (shot.kind == EMPTY))]
    return shot if rests(shot) and may_be_pair([*air, *between]) else None


def _covered(drawn: NDArray[np.uint8], box: Box, grid: Grid) -> Bools:
    """(rows, columns), the cells of a grid of which something as large as pieces that is drawn on its panel covers a
    part: a small mark tells where one would come to lie.
    """
    large = _without_marks(drawn, SMALL * grid.pitch_x)
    covered = np.zeros((grid.rows, grid.columns), np.bool_)
    for row in range(grid.rows):
        for column in range(grid.columns):
            cell = grid.part(slice(row, row + 1), slice(column, column + 1)).box
            top, left = max(0, round(cell.y - box.y)), max(0, round(cell.x - box.x))
            part = large[top : round(cell.y + cell.h - box.y), left : round(cell.x + cell.w - box.x)]
            covered[row, column] = part.size > 0 and float(part.mean()) > HELD
    return covered
