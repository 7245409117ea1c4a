"""Whether a board scrolls by parts of a cell: its cells lie elsewhere in every picture, and all around them stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from calibration.shot import EMPTY, Shot

PART: Final = 0.12
"""Part of a cell from which cells lie elsewhere than in another picture, and are not only seen a little beside it."""
REST: Final = 0.08
"""Part of a cell by which cells at rest may seem to lie beside their place."""
SAME: Final = 0.02
"""Share by which the pitch of two pictures of one board may differ."""
UNLIKE: Final = 20
"""Grey levels by which a pixel differs that does not show the same."""
STAYS: Final = 0.8
"""Share of the edges around the board that must be where they were in all pictures, for clocks and scores may change;
and of a side along which a border runs."""
EDGE: Final = 16.0
"""Grey levels from pixel to pixel from which there is an edge."""
EDGES: Final = 60
"""Pixels of edges without which nothing around the board could show that it moved."""
GAP: Final = 2
"""Pixels around the board that belong to neither."""
BINS: Final = 64
"""Parts of a row that are told apart."""
ENDS: Final = 0.4
"""Share of the line at which a board ends on a plain page that shows an edge: some blocks are as bright as the page."""
STIRS: Final = 0.12
"""Share of a line of the board that differs between two pictures from which the line belongs to it."""


def well_of(shots: Sequence[Shot], size: tuple[int, int] | None = None) -> Grid | None:
    """Where the cells lie at rest, if the shots, all of one size, show one board that scrolls up; else None.

    At rest the last row ends where the board does, so that the next row is hidden below. `size` is (rows, columns)
    where that is known.
    """
    first = shots[0]
    if len(shots) < 2 or any(shot.pixels.shape != first.pixels.shape for shot in shots):
        return None
    grids = [shot.grid for shot in shots]
    if any(not _one_board(first.grid, grid) for grid in grids) or not any(
        abs(part) > PART for part in (part_of(first.grid, grid) for grid in grids)
    ):
        return None
    left = min(grid.x for grid in grids)
    right = max(grid.box.x + grid.box.w for grid in grids)
    pitch_x, pitch_y = float(np.mean([g.pitch_x for g in grids])), float(np.mean([g.pitch_y for g in grids]))
    columns = round((right - left) / pitch_x)
    top = min(grid.y for grid in grids)
    stirs = _stirring([shot.pixels for shot in shots], (left, right))
    bottom = _end(stirs, round(min(grid.box.y + grid.box.h for grid in grids) - pitch_y), pitch_y)
    if not _stays([shot.pixels for shot in shots], (left, right), (top, bottom), (pitch_x, pitch_y)):
        return None
    rows = size[0] if size else max(1, int(np.ceil((bottom - top) / pitch_y - PART)))
    y = bottom - rows * pitch_y
    # Where a board is at rest, its cells tell the place more exactly than the last line that stirs.
    parts = [(grid.y - y) / pitch_y for grid in grids]
    rest = [part - round(part) for part in parts if abs(part - round(part)) < REST]
    return Grid(left, y + float(np.mean(rest or [0.0])) * pitch_y, pitch_x, pitch_y, rows, columns)


def in_step(shots: Sequence[Shot]) -> list[Grid]:
    """The grids of shots of one board, moved up or down by what their rows lie beside those of the first.

    Where cells begin is seen a little differently from picture to picture; how far their edges lie from those of
    another picture is seen exactly. What the grids say of the place is kept on the whole.
    """
    ways = [_folded(shot) for shot in shots]
    aside = [_aside(ways[0], way) * shot.grid.pitch_y for way, shot in zip(ways, shots, strict=True)]
    usual = float(np.median(aside))
    return [replace(shot.grid, y=shot.grid.y - a + usual) for a, shot in zip(aside, shots, strict=True)]


def _folded(shot: Shot) -> NDArray[np.float64]:
    """(BINS,), how strong the edges between lines of pixels are at each part of a row, on the average of all rows."""
    box, height = shot.grid.box, len(shot.pixels)
    top, bottom = max(0, round(box.y)), min(height, round(box.y + box.h))
    part = shot.pixels[top:bottom, max(0, round(box.x)) : round(box.x + box.w), :3].astype(np.float32)
    edge = np.abs(np.diff(part, axis=0)).max(axis=2).mean(axis=1)
    at = (top + 1 + np.arange(len(edge)) - box.y) / shot.grid.pitch_y % 1 * BINS
    low, far = np.floor(at).astype(int) % BINS, at - np.floor(at)
    near, next_ = (
        np.bincount(low, (1 - far) * weight, BINS) + np.bincount((low + 1) % BINS, far * weight, BINS)
        for weight in (edge, np.ones_like(edge))
    )
    return np.asarray(near / np.maximum(next_, 1e-3))


def _aside(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """By what part of a row the edges of one board lie below those of another, -0.5 to 0.5."""
    one, other = one - one.mean(), other - other.mean()
    step = int(np.argmax([float(one @ np.roll(other, by)) for by in range(BINS)]))
    return (step if step < BINS / 2 else step - BINS) / BINS


def higher(shot: Shot, pixels: Pixels) -> Grid | None:
    """Where the cells of a shot's board lie in a later picture of it (height, width, 3), with a row more above them, if
    they have risen since by a part of a cell; whole cells besides nobody sees. None where they have not, or the picture
    has no room above.
    """
    if pixels.shape != shot.pixels.shape:
        return None
    part = _aside(_folded(shot), _folded(replace(shot, pixels=pixels)))
    grid = shot.grid
    if abs(part) <= PART:
        return None
    y = grid.y - (part % 1.0 + 1) * grid.pitch_y
    return replace(grid, y=y, rows=grid.rows + 1) if y >= 0 else None


def risen(well: Grid, grid: Grid) -> Grid:
    """The grid of one picture with all rows of the board; `grid` is as much of it as was seen."""
    part = (well.y - grid.y) / well.pitch_y % 1.0
    part = 0.0 if part > 1 - REST else part
    return Grid(well.x, well.y - part * well.pitch_y, well.pitch_x, well.pitch_y, well.rows, well.columns)


def covered_rows(well: Grid | None, grid: Grid) -> int:
    """How many rows of a picture's grid are partly hidden above a board that scrolls, where it has risen."""
    return int(well is not None and well.y - grid.y > REST * grid.pitch_y)


def border_of(shot: Shot, rows: int) -> Grid | None:
    """Where the cells of a board of so many rows lie at rest, of which a picture shows one less, risen by a part of a
    cell: its border is seen above and below, beside empty cells and all along. None where it is not, or at two heights.
    """
    grid, empty = shot.grid, shot.kind == EMPTY
    step = 1.0 / max(1.0, grid.pitch_y)
    parts = np.arange(REST, 1 - REST, step)
    places = [replace(grid, y=grid.y - float(part) * grid.pitch_y, rows=rows) for part in parts]
    bordered = [
        place
        for place in places
        if empty[0].any()
        and _line(shot.pixels, grid, place.y, empty[0], step)
        and _line(shot.pixels, grid, place.y + place.box.h, np.ones(grid.columns, np.bool_), REST)
    ]
    if not bordered or bordered[-1].y < bordered[0].y - REST * grid.pitch_y:
        return None
    return bordered[len(bordered) // 2]


def _line(pixels: Pixels, grid: Grid, y: float, beside: NDArray[np.bool_], near: float) -> bool:
    """Whether an edge runs along all of these columns of a grid, within this part of a cell of a height."""
    reach = near * grid.pitch_y
    top, bottom = max(1, round(y - reach)), min(len(pixels), round(y + reach) + 1)
    x = grid.x + (np.arange(grid.columns * BINS) + 0.5) * grid.pitch_x / BINS
    at = np.clip(x[np.repeat(beside, BINS)], 0, pixels.shape[1] - 1).astype(int)
    if bottom <= top or not len(at):
        return False
    steps = np.abs(np.diff(pixels[top - 1 : bottom, at, :3].astype(np.float32), axis=0)).max(2)
    return bool((steps > EDGE).mean(1).max() >= STAYS)


def _one_board(one: Grid, other: Grid) -> bool:
    """Whether two grids have one pitch, and columns at the same places."""
    aside = (other.x - one.x) / one.pitch_x
    return (
        max(abs(other.pitch_x / one.pitch_x - 1), abs(other.pitch_y / one.pitch_y - 1)) < SAME
        and abs(aside - round(aside)) < PART
    )


def part_of(one: Grid, other: Grid) -> float:
    """By what part of a cell one board lies below another, -0.5 to 0.5."""
    down = (other.y - one.y) / one.pitch_y
    return down - round(down)


def _stirring(pictures: Sequence[Pixels], across: tuple[float, float]) -> NDArray[np.bool_]:
    """(height,), the lines of which a part differs between the first picture and another, among these columns."""
    columns = slice(max(0, round(across[0])), max(1, round(across[1])))
    parts = [np.ascontiguousarray(one[:, columns, :3]) for one in pictures]
    shares = [(cv2.absdiff(parts[0], one).max(axis=2) > UNLIKE).mean(axis=1) for one in parts[1:]]
    return np.asarray(np.max(shares, axis=0) > STIRS)


def _end(stirs: NDArray[np.bool_], start: int, pitch: float) -> float:
    """The line after the last that stirs, from a line inside the board on; calm lines between cells are passed over."""
    end, calm = start, 0
    for line in range(start, len(stirs)):
        end, calm = (line + 1, 0) if stirs[line] else (end, calm + 1)
        if calm > pitch:
            break
    return float(end)


def _stays(
    pictures: Sequence[Pixels], across: tuple[float, float], down: tuple[float, float], pitch: tuple[float, float]
) -> bool:
    """Whether the edges around the board are at the same places in all pictures, and there are any."""
    height, width = pictures[0].shape[:2]
    left, right, top, bottom = across[0] - GAP, across[1] + GAP, down[0] - GAP, down[1] + GAP
    rows = slice(max(0, round(top - pitch[1])), max(0, min(height, round(bottom + 2 * pitch[1]))))
    columns = slice(max(0, round(left - 2 * pitch[0])), max(0, min(width, round(right + 2 * pitch[0]))))
    around = np.ones((height, width), np.bool_)
    # Above its first row a board that is half empty goes on.
    around[max(0, round(top - pitch[1])) : max(0, round(bottom)), max(0, round(left)) : max(0, round(right))] = False
    around = around[rows, columns]
    parts = [np.ascontiguousarray(one[rows, columns, :3]) for one in pictures]
    edges = [_edges(part) & around for part in parts]
    for part, mine in zip(parts[1:], edges[1:], strict=True):
        either = edges[0] | mine
        same = cv2.absdiff(parts[0], part).max(axis=2) <= UNLIKE
        if either.sum() < EDGES:  # on a plain page there is nothing but the end of the board itself
            return _ends_alike(pictures, across, down[1])
        if (same & either).sum() < STAYS * either.sum():
            return False
    return True


def _ends_alike(pictures: Sequence[Pixels], across: tuple[float, float], bottom: float) -> bool:
    """Whether every picture shows an edge along the line at which the board ends, among these columns: had the whole
    board moved, and not its cells alone, it would end elsewhere.
    """
    columns, line = slice(max(0, round(across[0])), max(1, round(across[1]))), round(bottom)
    if line < GAP or line + GAP > len(pictures[0]):
        return False
    above, below = ([one[at, columns, :3] for one in pictures] for at in (line - GAP, line + GAP - 1))
    steps = (cv2.absdiff(inside, beyond).max(axis=1) > EDGE for inside, beyond in zip(above, below, strict=True))
    return all(bool(step.mean() >= ENDS) for step in steps)


def _edges(pixels: Pixels) -> NDArray[np.bool_]:
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.float32)
    across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=0.25) for x in (1, 0))
    return np.asarray(np.maximum(np.abs(across), np.abs(down)) > EDGE)
