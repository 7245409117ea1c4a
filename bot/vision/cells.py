"""Cutting a board into cells: all cells at once, each scaled to one small size whatever the board's scale."""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.stretch import Beside, Line, patches, stretched

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


def cut_some(pixels: Pixels, grid: Grid, where: NDArray[np.bool_]) -> Cells:
    """The cells that `where` (rows, columns) names, (n, CELL_H, CELL_W, 3), each as `cut` has it: as quickly for a few
    as they are few, wherever they lie.
    """
    at = np.argwhere(where)
    if not len(at):
        return np.zeros((0, CELL_H, CELL_W, 3), np.float32)
    (top, left), (bottom, right) = at.min(0).tolist(), at.max(0).tolist()
    scale = _Scale.of(grid, SIZE)
    view, start = scale.view(pixels, grid.part(slice(top, bottom + 1), slice(left, right + 1)))
    lines = scale.lines(grid.x - start[0], grid.y - start[1])
    drawn = np.asarray(patches(view, *lines, (CELL_W * scale.kx, CELL_H * scale.ky), at), np.uint8)
    cells = cv2.cvtColor(_averaged(drawn, scale.kx, scale.ky), cv2.COLOR_BGRA2BGR)
    return np.asarray(cells, np.float32).reshape(len(at), CELL_H, CELL_W, 3)


def sheet_of(
    pixels: Pixels, grid: Grid, shift: tuple[float, float], size: tuple[int, int], beside: Beside | None = None
) -> Pixels:
    """The board as one picture in which every cell has exactly the size of a cut cell."""
    scale = _Scale.of(grid, size)
    moved = grid.moved(*shift)
    view, (left, top) = scale.view(pixels, moved)
    whole = (grid.columns * size[0] * scale.kx, grid.rows * size[1] * scale.ky)
    if beside is not None:
        across, down = beside[0] / scale.px, beside[1] / scale.py
        beside = np.repeat(across, size[0] * scale.kx), np.repeat(down, size[1] * scale.ky)
    drawn = np.asarray(stretched(view, *scale.lines(moved.x - left, moved.y - top), whole, beside), np.uint8)
    return np.asarray(cv2.cvtColor(_averaged(drawn, scale.kx, scale.ky), cv2.COLOR_BGRA2BGR), np.uint8)


class _Scale(NamedTuple):
    """How pixels of a board become those of its cells. A much larger board is averaged by whole pixels first, the same
    ones whatever part of it is cut. Then it is drawn at a multiple of the size and averaged: every cell is sampled at
    the same places of its own, so that equal tiles stay equal and fine lines do not flicker.
    """

    px: int
    py: int
    """Pixels that are averaged first."""
    kx: int
    ky: int
    """Pixels of the drawing that are averaged then."""
    ax: float
    ay: float
    """How far the drawing goes on from pixel to pixel, in averaged ones."""

    @classmethod
    def of(cls, grid: Grid, size: tuple[int, int]) -> _Scale:
        """For the cells of a grid and their `size` (width, height) when they are cut."""
        fx, fy = grid.pitch_x / size[0], grid.pitch_y / size[1]
        px, py = max(1, int(fx / 3)), max(1, int(fy / 3))
        kx, ky = max(1, ceil(fx / px - 0.25)), max(1, ceil(fy / py - 0.25))
        return cls(px, py, kx, ky, fx / px / kx, fy / py / ky)

    def view(self, pixels: Pixels, grid: Grid) -> tuple[Pixels, tuple[int, int]]:
        """The averaged picture (h, w, 4) of where a grid lies, and where in the whole one it begins, as x and y."""
        height, width = pixels.shape[:2]
        left, top = max(0, int(grid.x) - 2) // self.px * self.px, max(0, int(grid.y) - 2) // self.py * self.py
        right = min(width, int(grid.x + grid.columns * grid.pitch_x) + 3 + 2 * self.px)
        bottom = min(height, int(grid.y + grid.rows * grid.pitch_y) + 3 + 2 * self.py)
        view = pixels[top:bottom, left:right]
        if self.px > 1 or self.py > 1:
            h, w = view.shape[0] // self.py, view.shape[1] // self.px
            view = np.asarray(
                cv2.resize(view[: h * self.py, : w * self.px], (w, h), interpolation=cv2.INTER_AREA), np.uint8
            )
        if view.shape[2] == 3:  # four channels are drawn in a quarter of the time that three take
            view = np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2BGRA), np.uint8)
        return view, (left, top)

    def lines(self, x: float, y: float) -> tuple[Line, Line]:
        """Where the drawing of a board begins whose corner lies `x` and `y` pixels into the view, and its steps."""
        # The middle of pixel i of that drawing is (i + 0.5) * a - 0.5, and the corner of the board, in the view.
        return (x / self.px + self.ax / 2 - 0.5, self.ax), (y / self.py + self.ay / 2 - 0.5, self.ay)


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
