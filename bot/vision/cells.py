"""Cutting a board into cells: all cells at once, each scaled to one small size whatever the board's scale."""

from __future__ import annotations

from math import ceil
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.stretch import Beside, stretched

CELL_W: Final = 20
CELL_H: Final = 28
"""Size of a cut cell; tall like most tiles, and fine enough for the small figure in a tile's corner."""
SIZE: Final = (CELL_W, CELL_H)

Cells = NDArray[np.float32]
"""(rows, columns, CELL_H, CELL_W, 3)."""


def cut(
    pixels: Pixels,
    grid: Grid,
    shift: tuple[float, float] = (0.0, 0.0),
    size: tuple[int, int] = SIZE,
    beside: Beside | None = None,
) -> Cells:
    """All cells of a grid, scaled to `size` (width, height), as `Cells`.

    `shift` (x, y) in frame pixels moves the grid before cutting, `beside` every column, (columns,), and every row,
    (rows,). Beyond the picture its border is continued.
    """
    sheet = sheet_of(pixels, grid, shift, size, beside)
    cells = sheet.reshape(grid.rows, size[1], grid.columns, size[0], 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(cells, dtype=np.float32)


def cut_one(pixels: Pixels) -> Cells:
    """A picture of a single cell as one cut cell, (CELL_H, CELL_W, 3)."""
    height, width = pixels.shape[:2]
    return np.asarray(cut(pixels, Grid(0, 0, width, height, 1, 1))[0, 0], np.float32)


def sheet_of(
    pixels: Pixels, grid: Grid, shift: tuple[float, float], size: tuple[int, int], beside: Beside | None = None
) -> Pixels:
    """The board as one picture in which every cell has exactly the size of a cut cell."""
    height, width = pixels.shape[:2]
    x, y = grid.x + shift[0], grid.y + shift[1]
    fx, fy = grid.pitch_x / size[0], grid.pitch_y / size[1]
    # A much larger board is averaged by whole pixels first: the same ones whatever part of it is cut.
    px, py = max(1, int(fx / 3)), max(1, int(fy / 3))
    left, top = max(0, int(x) - 2) // px * px, max(0, int(y) - 2) // py * py
    right = min(width, int(x + grid.columns * grid.pitch_x) + 3 + 2 * px)
    bottom = min(height, int(y + grid.rows * grid.pitch_y) + 3 + 2 * py)
    view = pixels[top:bottom, left:right]
    if px > 1 or py > 1:
        h, w = view.shape[0] // py, view.shape[1] // px
        view = np.asarray(cv2.resize(view[: h * py, : w * px], (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    if view.shape[2] == 3:  # four channels are drawn in a quarter of the time that three take
        view = np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2BGRA), np.uint8)
    # Then it is drawn at a multiple of the size and averaged: every cell is sampled at the same places of its own,
    # so that equal tiles stay equal and fine lines do not flicker.
    kx, ky = max(1, ceil(fx / px - 0.25)), max(1, ceil(fy / py - 0.25))
    ax, ay = fx / px / kx, fy / py / ky
    bx, by = (x - left) / px + ax / 2 - 0.5, (y - top) / py + ay / 2 - 0.5
    # The middle of pixel i of that drawing is (i + 0.5) * a - 0.5, and the corner of the board, in the view.
    whole = (grid.columns * size[0] * kx, grid.rows * size[1] * ky)
    if beside is not None:
        beside = np.repeat(beside[0] / px, size[0] * kx), np.repeat(beside[1] / py, size[1] * ky)
    drawn = stretched(view, (bx, ax), (by, ay), whole, beside)
    return np.asarray(cv2.cvtColor(_averaged(np.asarray(drawn, np.uint8), kx, ky), cv2.COLOR_BGRA2BGR), np.uint8)


def _averaged(sheet: Pixels, kx: int, ky: int) -> Pixels:
    """The mean of every `kx` times `ky` pixels of a sheet (h, w, 4)."""
    height, width = sheet.shape[:2]
    # cv2 takes ten times as long to average in one direction only, with the same result.
    if (kx, ky) == (1, 2):
        return np.asarray(cv2.addWeighted(sheet[::2], 0.5, sheet[1::2], 0.5, 0), np.uint8)
    if (kx, ky) == (2, 1):
        whole = np.ascontiguousarray(sheet).view(np.uint32)[:, :, 0]
        left, right = (whole[:, i::2].copy().view(np.uint8).reshape(height, width // 2, 4) for i in (0, 1))
        return np.asarray(cv2.addWeighted(left, 0.5, right, 0.5, 0), np.uint8)
    if kx * ky == 1:
        return sheet
    return np.asarray(cv2.resize(sheet, (width // kx, height // ky), interpolation=cv2.INTER_AREA), np.uint8)


def stacked(cells: Cells) -> Cells:
    """Cells (n, CELL_H, CELL_W, …) as one tall picture, the form in which one call of cv2 works on all of them."""
    return cells.reshape(len(cells) * cells.shape[1], *cells.shape[2:])


def grey(cells: Cells) -> Cells:
    """The brightness of cells (n, h, w, 3) as (n, h, w)."""
    if not len(cells):
        return cells[..., 0]
    tall = stacked(np.ascontiguousarray(cells))
    return np.asarray(cv2.cvtColor(tall, cv2.COLOR_BGR2GRAY), np.float32).reshape(cells.shape[:3])


def halved(cells: Cells) -> Cells:
    """Cells (n, h, w, 3) at half their size."""
    n, h, w, _ = cells.shape
    if not n:
        return cells[:, : h // 2, : w // 2]
    tall = stacked(np.ascontiguousarray(cells))
    small = cv2.resize(tall, (w // 2, n * h // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32).reshape(n, h // 2, w // 2, 3)


def strongest(colours: Cells) -> Cells:
    """The largest of the three channels in the last axis."""
    return np.asarray(np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2]), np.float32)


def usual(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The median along the first axis, which may not be empty: as `np.median` has it, in a fifth of the time."""
    count = len(values)
    lines = values.reshape(count, -1).T.copy()
    lines.sort(axis=1)
    middle = np.asarray((lines[:, (count - 1) // 2] + lines[:, count // 2]) / 2, np.float32)
    return middle.reshape(values.shape[1:])


def outside(grid: Grid, pixels: Pixels) -> NDArray[np.bool_]:
    """(rows, columns), the cells that do not lie wholly in the picture, give or take a tenth."""
    height, width = pixels.shape[:2]
    y, x = grid.y + np.arange(grid.rows) * grid.pitch_y, grid.x + np.arange(grid.columns) * grid.pitch_x
    rows = (y < -0.1 * grid.pitch_y) | (y + 0.9 * grid.pitch_y > height)
    columns = (x < -0.1 * grid.pitch_x) | (x + 0.9 * grid.pitch_x > width)
    return np.asarray(rows[:, None] | columns[None])
