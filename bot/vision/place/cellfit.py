"""The strongest evidence of where a calibrated board lies: its own cells, which look like the samples of its kinds.

On a rough grid every cell is told by the samples; the samples, laid out as they were told, make a picture of the whole
board; and the grid is moved and scaled until the frame looks most like that picture (Gauss-Newton on all pixels at
once). Where it lies wrong, cells look like no sample, so that the fit judges itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import wider
from bot.vision.cells import CELL_H, CELL_W, Cells, cut, cut_one, sheet_of
from bot.vision.samples import Sample
from bot.vision.tiles.kinds import differences
from engine.position import EMPTY

Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NOTHING: Final = -1
"""The number of an empty cell."""
RIM: Final = 2
"""Pixels of a cut cell left out on each side when it is told."""
NOISE: Final = 3.0
"""Grey levels by which a cell may always differ from a sample of its kind."""
LIKE: Final = 0.45
"""A cell is told where it is nearer to its kind than to any other by so much of the distance."""
LIMIT: Final = 34.0
"""Grey levels (root mean square) from which a cell looks like no sample."""
LIMITS: Final = (12.0, LIMIT)
STRAY: Final = 5.0
"""A cell that differs so many times more than is usual on the board, between the limits, looks like none either."""
LINE: Final = 0.5
"""Share of the cells of any row or column that must be told."""
TURNS: Final = (4, 12)
"""Steps of the fit at half and at full size, at most; a fit that is not done then is none."""
STILL: Final = 0.02
"""A step smaller than this, in pixels of a cut cell, ends the fit."""
ROUGHLY: Final = 0.3
"""Share of the cells that must be told, not quite so surely, on a rough grid that is fitted."""
ROOMY: Final = 1.3
"""Pixels of a cell, for each of a cut one, up to which a frame is reduced before a fit."""
FAR: Final = 0.3
"""A step larger than this, in cells, is no step towards a board nearby."""
ODD: Final = 24.0
"""Grey levels from which a pixel counts less."""
COARSE: Final = (10, 14)
"""Pixels of a cell, across and down, where the place is looked for roughly."""
NUDGE: Final = (3, 4)
"""How many of those it may lie aside."""
ROOM: Final = 1.15
"""Times as large that a frame's cells are kept for it: at any of the scales no pixel of them is left out."""
SOME: Final = 60
"""Cells of a large board, at least, that are compared there."""
HARDLY: Final = 0.9
"""Share of the difference that is left where another scale hardly brings cells nearer to the samples."""
SCALES: Final = (0.93, 0.96, 0.98, 1.02, 1.04, 1.075)
"""How many times larger it may be, one way and then the other."""
FEWEST: Final = 4
"""Cells that must be told for a fit, not counting empty ones."""
FEWEST_BORNE: Final = 6
"""Cells that bear a board out, not counting empty ones."""
HELD: Final = 0.85
"""Share of the cells that must be told of those that are not empty, or may not be."""
SHADE: Final = 3.0
"""Pixels of a cut cell that resampling ties together."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A board that was fitted by its cells."""

    grid: Grid
    number: Ints
    """(rows, columns), the kind that a cell looks like most; NOTHING for empty ones."""
    marked: Bools
    """(rows, columns), the cells that look most like a sample of it picked or highlighted."""
    far: Floats
    """(rows, columns), root mean square difference from it, in grey levels."""
    margins: Floats
    """(rows, columns), 0 (as like another kind) to 1."""
    error: float
    """How far off a corner of the board is likely to be, in pixels of the frame (two deviations)."""

    @property
    def told(self) -> Bools:
        """(rows, columns), the cells that look like one kind and no other."""
        full = self.number != NOTHING
        usual = float(np.median(self.far[full])) if full.any() else 0.0
        # The ground may look different at every place, with the shadows of what lies beside.
        limit = np.where(full, np.clip(STRAY * usual, *LIMITS), LIMIT)
        return np.asarray((self.margins > LIKE) & (self.far < limit))

    @property
    def share(self) -> float:
        """The share of cells that are told."""
        return float(self.told.mean())

    @property
    def full(self) -> int:
        """How many cells are told that are not empty."""
        return int((self.told & (self.number != NOTHING)).sum())

    @property
    def rooms(self) -> tuple[int, int, int, int]:
        """How many rows above and below, and columns to the left and right of all that is told, are empty."""
        full = self.told & (self.number != NOTHING)
        rows, columns = np.flatnonzero(full.any(1)), np.flatnonzero(full.any(0))
        if not len(rows):
            return full.shape[0], full.shape[0], full.shape[1], full.shape[1]
        below, right = full.shape[0] - 1 - int(rows[-1]), full.shape[1] - 1 - int(columns[-1])
        return int(rows[0]), below, int(columns[0]), right


class CellKinds:
    """What the cells of a calibrated board look like."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.labels = tuple(dict.fromkeys(one.label for one in samples if one.label != EMPTY))
        self._number = np.array([NOTHING if s.label == EMPTY else self.labels.index(s.label) for s in samples], int)
        crops = [cut_one(one.pixels) for one in samples]
        self._sheets: Cells = np.stack(crops) if crops else np.zeros((0, CELL_H, CELL_W, 3), np.float32)
        self._rows = _rows(self._sheets)
        self._small = _small(self._sheets)
        self._kinds = np.unique(self._number)
        self._marked = np.array([one.marked for one in samples], np.bool_)

    def __bool__(self) -> bool:
        """Whether there are samples to tell cells by."""
        return len(self._kinds) > 0

    def borne(self, fit: Fit, share: float) -> bool:
        """Whether the cells bear a grid out: this share of them is told, of those that may not be empty nearly as many,
        in every row and column half of them, and enough are not empty. Where no empty cell was ever seen, only cells
        that look nearly like a kind must be told.
        """
        good = fit.told
        if NOTHING not in self._kinds:
            good = good | (fit.far >= 2 * LIMIT)
        lines = min(good.mean(0).min(), good.mean(1).min())
        # On a nearly empty board ground is told anywhere: what is not ground must be told, too.
        held = fit.full >= max(FEWEST_BORNE, HELD * (fit.full + np.count_nonzero(~good)))
        return bool(held and good.mean() >= share and lines >= LINE)

    def tell(self, cells: Cells) -> tuple[Ints, Floats, Floats, Ints]:
        """For cells (n, CELL_H, CELL_W, 3): number of the kind, difference, margin, and the sample that is nearest."""
        apart = np.sqrt(differences(_rows(cells), self._rows))
        by_kind = np.stack([apart[:, self._number == kind].min(1) for kind in self._kinds], 1)
        order = np.sort(by_kind, 1)
        best, second = order[:, 0], order[:, 1] if order.shape[1] > 1 else np.full(len(cells), 2 * LIMIT)
        margins = np.clip(1 - best / np.maximum(second, NOISE), 0, 1)
        nearest = apart.argmin(1)
        return self._number[nearest], best.astype(np.float32), margins.astype(np.float32), nearest

    def fit(self, pixels: Pixels, grid: Grid, share: float = ROUGHLY) -> Fit | None:
        """The grid of this many rows and columns next to a rough one; None where its cells do not hold it, or where
        less than this share of them is told, not quite so surely, at half size.
        """
        part, corner = _around(pixels, grid)
        small, scale_x, scale_y = _reduced(part, grid)
        grid = _scaled(_shifted(grid, -corner[0], -corner[1]), 1 / scale_x, 1 / scale_y)
        error = np.inf
        for half, turns in ((2, TURNS[0]), (1, TURNS[1])):
            for turn in range(turns):
                step = self._step(small, grid, half)
                if step is None or (half == 1 and turn == turns - 1):
                    return None
                moved, error = step
                across = max(abs(moved.x - grid.x), abs(moved.box.x + moved.box.w - grid.box.x - grid.box.w))
                down = max(abs(moved.y - grid.y), abs(moved.box.y + moved.box.h - grid.box.y - grid.box.h))
                grid = moved
                if half == 2 and turn == 1 and not self._likely(self.look(small, grid), ROUGHLY):
                    return None
                if max(across / grid.pitch_x * CELL_W, down / grid.pitch_y * CELL_H) < STILL * half**3:
                    break
            if half == 2 and not self._likely(self.look(small, grid), share):
                return None
        return self.look(pixels, _shifted(_scaled(grid, scale_x, scale_y), *corner), error * max(scale_x, scale_y))

    def _likely(self, fit: Fit, share: float) -> bool:
        """Whether this share of the cells is told, not quite so surely as in the end."""
        seen = fit.far < 2 * LIMIT if NOTHING not in self._kinds else np.ones_like(fit.marked)
        return bool(((fit.margins > LIKE / 2) & seen).sum() > share * seen.sum())

    def nudged(self, pixels: Pixels, grid: Grid, reach: int = NUDGE[1]) -> Grid:
        """The grid moved, by up to a third of a cell each way, and scaled a little, to where its cells look most like
        the samples; up and down by `reach` pixels of COARSE.
        """
        part, corner = _around(pixels, grid)
        small, scale_x, scale_y = _reduced(part, grid, (ROOM * COARSE[0], ROOM * COARSE[1]))
        best = self._beside(
            small, _scaled(_shifted(grid, -corner[0], -corner[1]), 1 / scale_x, 1 / scale_y), NUDGE[0], reach
        )
        for turn in range(2):
            before = best[0]
            for axis in (0, 1):
                aside = (NUDGE[0], 0) if axis == 0 else (0, reach)
                tried = [self._beside(small, _grown(best[1], axis, by), *aside) for by in SCALES]
                best = min([best, *tried], key=lambda one: one[0])
            if turn == 0 and best[0] > max(HARDLY * before, LIMITS[0]):
                break  # cells that look like no sample, and hardly more so at any other scale: there is no board
        return _shifted(_scaled(best[1], scale_x, scale_y), *corner)

    def _beside(self, pixels: Pixels, grid: Grid, reach_x: int, reach_y: int) -> tuple[float, Grid]:
        """The best of the places next to a grid, and how much its cells differ from the samples."""
        wide, high = COARSE
        sheet = sheet_of(pixels, wider(grid, 1), (0.0, 0.0), COARSE)
        # Each pixel averaged with the next ones: every other of them is the sheet at half its size.
        half = np.asarray(cv2.boxFilter(sheet, -1, (2, 2), anchor=(0, 0)), np.uint8)
        shape, some = (grid.rows, high // 2, grid.columns, wide // 2, 3), _some(grid)
        best = (np.inf, 0, 0)
        for y in range(-reach_y, reach_y + 1):
            for x in range(-reach_x, reach_x + 1):
                top, left = high + y, wide + x
                part = half[top : top + grid.rows * high : 2, left : left + grid.columns * wide : 2]
                cells = part.reshape(shape).transpose(0, 2, 1, 3, 4).reshape(grid.rows * grid.columns, -1)[some]
                apart = np.sqrt(differences(cells.astype(np.float32), self._small).min(1))
                best = min(best, (float(np.minimum(apart, 2 * LIMIT).mean()), x, y))
        cost, x, y = best
        return cost, _shifted(grid, x / wide * grid.pitch_x, y / high * grid.pitch_y)

    def look(self, pixels: Pixels, grid: Grid, error: float = 0.0) -> Fit:
        """The cells of a grid, told where they are."""
        cells = cut(pixels, grid)
        shape = (grid.rows, grid.columns)
        number, far, margins, nearest = self.tell(cells.reshape(-1, *cells.shape[2:]))
        marked = self._marked[nearest].reshape(shape)
        return Fit(grid, number.reshape(shape), marked, far.reshape(shape), margins.reshape(shape), error)

    def _step(self, pixels: Pixels, grid: Grid, half: int) -> tuple[Grid, float] | None:
        """The grid after one step of the fit, and how far off its corners then are."""
        cells = cut(pixels, grid)
        flat = cells.reshape(-1, *cells.shape[2:])
        number, far, margins, nearest = self.tell(flat)
        trust = np.clip(margins, 0, 1) / (1 + (far / LIMIT) ** 4)
        if ((trust > 0.1) & (number != NOTHING)).sum() < FEWEST:
            return None
        high, wide = CELL_H // half, CELL_W // half
        seen = _grey_sheet(flat, grid, half)
        known = _grey_sheet(self._sheets[nearest], grid, half)
        # What one cell shows of the next is not in its sample.
        weight = np.zeros((high, wide), np.float32)
        weight[1:-1, 1:-1] = 1
        weights = np.kron(trust.reshape(grid.rows, grid.columns).astype(np.float32), weight)
        rest = known - seen
        weights = np.asarray(weights / (1 + (rest / ODD) ** 2), np.float32)
        across = ((np.roll(seen, -1, 1) - np.roll(seen, 1, 1)) / 2).astype(np.float32)
        down = ((np.roll(seen, -1, 0) - np.roll(seen, 1, 0)) / 2).astype(np.float32)
        solved = _solve(across, down, rest, weights)
        if solved is None:
            return None
        (ax, bx, ay, by), deviation = solved
        unit_x, unit_y = grid.pitch_x / wide, grid.pitch_y / high
        if max(abs(ax) + abs(bx), 0) > FAR * wide * 2 or max(abs(ay) + abs(by), 0) > FAR * high * 2:
            return None
        box = grid.box
        left, right = box.x + (ax - bx) * unit_x, box.x + box.w + (ax + bx) * unit_x
        top, bottom = box.y + (ay - by) * unit_y, box.y + box.h + (ay + by) * unit_y
        moved = replace(grid, x=left, y=top, pitch_x=(right - left) / grid.columns, pitch_y=(bottom - top) / grid.rows)
        return moved, 2 * max(deviation[0] * unit_x, deviation[1] * unit_y)


def _around(pixels: Pixels, grid: Grid) -> tuple[Pixels, tuple[int, int]]:
    """The part of a frame that a grid lies in, with a cell of room around it, and its corner, x and y."""
    box = wider(grid, 1).box
    left, top = max(0, int(box.x)), max(0, int(box.y))
    part = pixels[top : max(top + 1, int(box.y + box.h) + 1), left : max(left + 1, int(box.x + box.w) + 1), :3]
    return part, (left, top)


def _reduced(
    pixels: Pixels, grid: Grid, size: tuple[float, float] = (ROOMY * CELL_W, ROOMY * CELL_H)
) -> tuple[Pixels, float, float]:
    """The frame with cells of about `size` pixels, where they are larger, by default little larger than cut cells; and
    how many pixels of it one of these is, each way.
    """
    width = min(pixels.shape[1], round(pixels.shape[1] * size[0] / grid.pitch_x))
    height = min(pixels.shape[0], round(pixels.shape[0] * size[1] / grid.pitch_y))
    if (width, height) == (pixels.shape[1], pixels.shape[0]):
        return pixels, 1.0, 1.0
    small = np.asarray(cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return small, pixels.shape[1] / width, pixels.shape[0] / height


def _some(grid: Grid) -> slice:
    """Cells spread over a board, of all its rows and columns, that tell as well as all of them how like samples they
    are.
    """
    step = max(1, grid.rows * grid.columns // SOME)
    while gcd(step, grid.columns) > 1:
        step += 1
    return slice(None, None, step)


def _scaled(grid: Grid, scale_x: float, scale_y: float) -> Grid:
    return Grid(
        grid.x * scale_x, grid.y * scale_y, grid.pitch_x * scale_x, grid.pitch_y * scale_y, grid.rows, grid.columns
    )


def _shifted(grid: Grid, x: float, y: float) -> Grid:
    return replace(grid, x=grid.x + x, y=grid.y + y)


def _grown(grid: Grid, axis: int, by: float) -> Grid:
    """The grid so many times larger in one direction, about the same middle."""
    if axis == 0:
        return replace(grid, x=grid.x + grid.box.w * (1 - by) / 2, pitch_x=grid.pitch_x * by)
    return replace(grid, y=grid.y + grid.box.h * (1 - by) / 2, pitch_y=grid.pitch_y * by)


def _rows(cells: Cells) -> Floats:
    """What of cells (n, CELL_H, CELL_W, 3) is compared: their insides, lightly blurred, as rows."""
    n = len(cells)
    if not n:
        return np.zeros((0, (CELL_H - 2 * RIM) * (CELL_W - 2 * RIM) * 3), np.float32)
    tall = np.pad(cells, ((0, 0), (2, 2), (0, 0), (0, 0)), mode="edge").reshape(-1, CELL_W, 3)
    soft = cv2.GaussianBlur(tall, (5, 5), 1.2).reshape(n, CELL_H + 4, CELL_W, 3)[:, 2:-2]
    inner = soft[:, RIM : CELL_H - RIM : 2, RIM : CELL_W - RIM : 2]
    return np.ascontiguousarray(inner.reshape(n, -1), dtype=np.float32)


def _small(cells: Cells) -> Floats:
    """Cells (n, CELL_H, CELL_W, 3) at half of COARSE, as rows."""
    n, (wide, high) = len(cells), COARSE
    if not n:
        return np.zeros((0, wide * high * 3 // 4), np.float32)
    tall = cells.reshape(-1, CELL_W, 3)
    small = cv2.resize(tall, (wide // 2, n * (high // 2)), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.asarray(small).reshape(n, -1), dtype=np.float32)


def _grey_sheet(cells: Cells, grid: Grid, half: int) -> Floats:
    """Cells in the order of the grid as one picture of it, in brightness, at full or at half size."""
    sheet = cells.reshape(grid.rows, grid.columns, CELL_H, CELL_W, 3).transpose(0, 2, 1, 3, 4)
    sheet = sheet.reshape(grid.rows * CELL_H, grid.columns * CELL_W, 3)
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(sheet), cv2.COLOR_BGR2GRAY), np.float32)
    size = grid.columns * CELL_W // half, grid.rows * CELL_H // half
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA) if half > 1 else grey
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0.8), np.float32)


def _solve(
    across: Floats, down: Floats, rest: Floats, weights: Floats
) -> tuple[tuple[float, float, float, float], tuple[float, float]] | None:
    """(offset, growth in x, the same in y) of the least squares step, in pixels, and the deviation of an edge each way.

    An edge of the board moves by offset - growth or offset + growth.
    """
    height, width = rest.shape
    lever_x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    lever_y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    slopes = [across, across * lever_x, down, down * lever_y]
    flat = np.stack([slope.ravel() for slope in slopes])
    weighted = flat * weights.ravel()
    matrix = np.asarray(weighted @ flat.T, np.float64)
    aim = np.asarray(weighted @ rest.ravel(), np.float64)
    matrix[np.diag_indices(4)] += 1e-6
    if np.linalg.cond(matrix) > 1e6:
        return None
    inverse = np.linalg.inv(matrix)
    ax, bx, ay, by = (float(v) for v in inverse @ aim)
    noise = float((weights * rest * rest).sum() / max(float(weights.sum()), 1e-6)) * SHADE**2
    off = [np.sqrt(noise * (inverse[i, i] + inverse[i + 1, i + 1] + 2 * abs(inverse[i, i + 1]))) for i in (0, 2)]
    return (ax, bx, ay, by), (float(off[0]), float(off[1]))
