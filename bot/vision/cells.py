"""Cutting a board into cells: all cells at once, each scaled to one small size whatever the board's scale."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid

CELL_W: Final = 20
CELL_H: Final = 28
"""Size of a cut cell; tall like most tiles, and fine enough for the small figure in a tile's corner."""
SIZE: Final = (CELL_W, CELL_H)

Cells = NDArray[np.float32]
"""(rows, columns, CELL_H, CELL_W, 3)."""


def cut(pixels: Pixels, grid: Grid, shift: tuple[float, float] = (0.0, 0.0), size: tuple[int, int] = SIZE) -> Cells:
    """All cells of a grid, scaled to `size` (width, height), as `Cells`.

    `shift` (x, y) in frame pixels moves the grid before cutting. Beyond the picture its border is continued.
    """
    sheet = _sheet(pixels, grid, shift, size)
    cells = sheet.reshape(grid.rows, size[1], grid.columns, size[0], 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(cells, dtype=np.float32)


def _sheet(pixels: Pixels, grid: Grid, shift: tuple[float, float], size: tuple[int, int]) -> Pixels:
    """The board as one picture in which every cell has exactly the size of a cut cell."""
    height, width = pixels.shape[:2]
    x, y = grid.x + shift[0], grid.y + shift[1]
    fx, fy = grid.pitch_x / size[0], grid.pitch_y / size[1]
    # Averaging first, by whole pixels, keeps fine lines from flickering; the rest of the scale is interpolated.
    kx, ky = max(1, int(fx)), max(1, int(fy))
    # The same pixels are averaged whatever part of a board is cut, so that a cell cut twice is the same.
    left, top = max(0, int(x) - 2) // kx * kx, max(0, int(y) - 2) // ky * ky
    right = min(width, int(x + grid.columns * grid.pitch_x) + 3 + 2 * kx)
    bottom = min(height, int(y + grid.rows * grid.pitch_y) + 3 + 2 * ky)
    view = pixels[top:bottom, left:right]
    if kx > 1 or ky > 1:
        h, w = view.shape[0] // ky, view.shape[1] // kx
        view = np.asarray(cv2.resize(view[: h * ky, : w * kx], (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    if view.shape[2] == 4:
        view = np.asarray(cv2.cvtColor(view, cv2.COLOR_BGRA2BGR), np.uint8)
    # The middle of pixel i of the sheet is (i + 0.5) * f / k - 0.5 in the averaged picture.
    ax, ay = fx / kx, fy / ky
    bx, by = (x - left) / kx + ax / 2 - 0.5, (y - top) / ky + ay / 2 - 0.5
    matrix = np.array([[ax, 0, bx], [0, ay, by]], np.float64)
    whole = (grid.columns * size[0], grid.rows * size[1])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(view, matrix, whole, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


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
