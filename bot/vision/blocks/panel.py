"""Frames that are drawn around boards: rectangles of straight lines, a whole number of cells wide and high."""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FAINT: Final = 0.02
"""Edge strength, 0 to 1, that counts as a line."""
LINE: Final = 0.85
"""Share of a side along which a line is drawn where the frame is."""
STANDS_OUT: Final = 0.3
"""Share by which a line is drawn along more of a side than what lies beside it."""
LEAST: Final = 4
"""Rows or columns of the smallest board."""
MOST: Final = 26
"""Rows or columns of the largest."""
INWARDS: Final = 0.12
"""Cells by which a frame may cover its board, both sides together."""
OUTWARDS: Final = 0.5
"""Cells by which it may stand off, both sides together."""
HELD: Final = 0.4
"""Share of what recurs that lies inside of the frame of a board."""
MANY: Final = 0.6
"""Share of the most that lie inside of any frame from which a smaller frame is as good."""
LINES: Final = 40
"""Lines, the longest ones, that are tried in each direction."""
LOOSE: Final = 2
"""How many times as badly a frame may fit."""
STEPS: Final = 8
"""Steps in which shares are compared: within one the smaller frame is the better."""
FRAMES: Final = 3
"""Frames that are looked at for one place."""
BEYOND: Final = ((0.0, 0.3), (0.3, 1.0))
"""Parts, in cells, beyond a corner over which no side of a frame goes on."""
GAP: Final = 0.15
"""Cells over which two sides of a frame may be broken at one place."""
ASIDE: Final = 0.15
"""Cells by which cells may begin beside a frame that they fill; stacks that rise begin anywhere in it."""
UNEVEN: Final = 0.2
"""How plain a side is, as a share of the next, from which both may be of one frame."""
CLOSE: Final = 0.15
"""Cells up to which a frame is as wide and high as its cells."""


class Frame(NamedTuple):
    """The inner sides of a frame, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class Lines:
    """Straight lines downwards in an edge map."""

    def __init__(self, edge: Floats) -> None:
        """`edge` is (h, w), 0 to 1."""
        self._sum = np.zeros((edge.shape[0] + 1, edge.shape[1]), np.int32)
        np.cumsum(edge > FAINT, 0, out=self._sum[1:])
        self._area = np.zeros((edge.shape[0] + 1, edge.shape[1] + 1), np.int32)
        np.cumsum(self._sum, 1, out=self._area[:, 1:])
        self._edge = edge

    def long(self, length: int) -> Ints:
        """Where the longest lines are that are drawn over `length` pixels or more."""
        if length >= len(self._sum):
            return np.zeros(0, np.int64)
        drawn = self._sum[length:] - self._sum[:-length] > LINE * length
        strong = drawn.sum(0)
        side = np.pad(strong, 1)
        at = np.flatnonzero((strong > 0) & (strong >= side[:-2]) & (strong >= side[2:]))
        return np.asarray(np.sort(at[np.argsort(-strong[at], kind="stable")[:LINES]]), np.int64)

    def drawn(self, lines: Ints, first: Ints | int, last: Ints | int, beside: int) -> Bools:
        """Which of the lines are drawn from `first` to `last`, and stand out from what lies `beside` them."""
        share = (self._sum[last, lines] - self._sum[first, lines]) / (last - first)
        low, high = np.maximum(lines - beside, 0), np.minimum(lines + beside + 1, self._sum.shape[1])
        area = self._area[last, high] - self._area[last, low] - self._area[first, high] + self._area[first, low]
        return np.asarray((share > LINE) & (share - area / ((high - low) * (last - first)) > STANDS_OUT))

    def strength(self, line: int, first: int, last: int) -> float:
        """How plain a line, or one beside it, usually is from `first` to `last`, 0 to 1."""
        return float(np.median(self._edge[first:last, max(0, line - 1) : line + 2].max(1)))

    def gap(self, one: int, other: int, first: int, last: int) -> int:
        """The longest part from `first` to `last` over which neither of two lines, nor one beside it, is drawn."""
        drawn = np.zeros(last - first, np.bool_)
        for line in (one, other):
            near = self._sum[first : last + 1, max(0, line - 1) : line + 2]
            drawn |= (np.diff(near, axis=0) > 0).any(1)
        ends = np.flatnonzero(np.concatenate([[True], drawn, [True]]))
        return int(np.diff(ends).max()) - 1

    def share(self, line: int, first: float, last: float) -> float:
        """The share of a line, or of one beside it, that is drawn from `first` to `last`; 0 beyond the picture."""
        low, high = round(first), round(last)
        if low < 0 or high >= len(self._sum) or low >= high:
            return 0.0
        near = slice(max(0, line - 1), line + 2)
        return float(((self._sum[high, near] - self._sum[low, near]) / (high - low)).max())


def frames(upright: Lines, level: Lines, grid: Grid, cells: Bools) -> list[Frame]:
    """Frames around many of the `cells` (rows, columns) of a lattice, the likelier first.

    `upright` and `level` are the lines of a picture, and of the picture lying on its side. Of frames that hold as many
    cells the smallest comes first.
    """
    y = grid.y + (np.argwhere(cells)[:, 0] + 0.5) * grid.pitch_y
    x = grid.x + (np.argwhere(cells)[:, 1] + 0.5) * grid.pitch_x
    wide, high = max(2, round(grid.pitch_x / 2)), max(2, round(grid.pitch_y / 2))
    tall, broad = upright.long(round(LEAST * grid.pitch_y)), level.long(round(LEAST * grid.pitch_x))
    found: list[tuple[int, Frame]] = []
    across = [pair for pair in _pairs(tall, grid.pitch_x) if _between(x, *pair).sum() >= HELD * len(x)]
    sides = np.array(across, np.int64).reshape(-1, 2)
    rows_of = level.drawn(broad[None], sides[:, :1], sides[:, 1:], high)
    for (left, right), of in zip(sides.tolist(), rows_of, strict=True):
        ends = np.array(_pairs(broad[of], grid.pitch_y), np.int64).reshape(-1, 2)
        both = upright.drawn(np.array([[left, right]]), ends[:, :1], ends[:, 1:], wide).all(1)
        held = y[_between(x, left, right)]
        for top, bottom in ends[both].tolist():
            inside = int(_between(held, top, bottom).sum())
            if inside >= HELD * len(x):
                found.append((inside, Frame(left, top, right, bottom)))
    most = max((inside for inside, _ in found), default=0)
    chosen: list[Frame] = []
    good = [(*_badness(frame, inside / most, grid), frame) for inside, frame in found if inside >= MANY * most]
    for *_, frame in sorted(one for one in good if one[0] <= LOOSE):
        if any(_close(frame, other, grid) for other in chosen) or _passed(upright, level, frame, grid):
            continue
        if _torn(upright, level, frame, grid) or _uneven(upright, level, frame):
            continue
        chosen.append(frame)
        if len(chosen) == FRAMES:
            break
    return chosen


def _badness(frame: Frame, share: float, grid: Grid) -> tuple[int, int, int]:
    """How badly a frame fits a whole number of cells, how little of what recurs lies in it, and how large it is."""
    across, down = (frame.right - frame.left) / grid.pitch_x, (frame.bottom - frame.top) / grid.pitch_y
    left_over = abs(across - floor(across + INWARDS)) + abs(down - floor(down + INWARDS))
    area = (frame.right - frame.left) * (frame.bottom - frame.top)
    return int(left_over / CLOSE), -int(STEPS * share), area


def _passed(upright: Lines, level: Lines, frame: Frame, grid: Grid) -> bool:
    """Whether two opposite sides go on beyond a third: then that one is only a row of blocks within the frame."""
    left, top, right, bottom = frame

    def on(lines: Lines, pair: tuple[int, int], at: float, way: float) -> bool:
        # What begins anew beyond a gap is another panel.
        parts = [(at + way * first, at + way * last) for first, last in BEYOND]
        return all(lines.share(line, min(part), max(part)) > LINE for line in pair for part in parts)

    wide, high = grid.pitch_x, grid.pitch_y
    return any(on(level, (top, bottom), *side) for side in ((left, -wide), (right, wide))) or any(
        on(upright, (left, right), *side) for side in ((top, -high), (bottom, high))
    )


def _torn(upright: Lines, level: Lines, frame: Frame, grid: Grid) -> bool:
    """Whether two opposite sides are broken off at one place: then it is two panels beside each other."""
    left, top, right, bottom = frame
    return (
        upright.gap(left, right, top, bottom) > GAP * grid.pitch_y
        or level.gap(top, bottom, left, right) > GAP * grid.pitch_x
    )


def _uneven(upright: Lines, level: Lines, frame: Frame) -> bool:
    """Whether one side is far fainter than the others: on chequered ground lines run between cells, too."""
    left, top, right, bottom = frame
    sides = [upright.strength(line, top, bottom) for line in (left, right)]
    sides += [level.strength(line, left, right) for line in (top, bottom)]
    faintest, next_ = sorted(sides)[:2]
    return faintest < UNEVEN * next_


def bordered(upright: Lines, level: Lines, frame: Frame, grid: Grid, empty: Bools) -> bool:
    """Whether a frame's sides are drawn beside the `empty` cells (rows, columns) of its board, too: blocks alone may
    look like one.
    """
    y, x = grid.y + np.arange(grid.rows) * grid.pitch_y, grid.x + np.arange(grid.columns) * grid.pitch_x
    sides = (
        (upright, frame.left, y, grid.pitch_y, empty[:, 0]), (upright, frame.right, y, grid.pitch_y, empty[:, -1]),
        (level, frame.top, x, grid.pitch_x, empty[0]), (level, frame.bottom, x, grid.pitch_x, empty[-1]),
    )  # fmt: skip
    for lines, at, start, pitch, bare in sides:
        shares = [lines.share(at, first, first + pitch) for first in start[bare].tolist()]
        if shares and float(np.mean(shares)) < LINE:
            return False
    return True


def fitted(frame: Frame, grid: Grid) -> Grid:
    """A lattice with cells as large as a frame tells, its corner in the frame's; its sides where the frame is wider."""
    columns = int((frame.right - frame.left) / grid.pitch_x + INWARDS)
    rows = int((frame.bottom - frame.top) / grid.pitch_y + INWARDS)
    wide, high = (frame.right - frame.left) / columns, (frame.bottom - frame.top) / rows
    fits_x, fits_y = abs(wide / grid.pitch_x - 1) * columns < CLOSE, abs(high / grid.pitch_y - 1) * rows < CLOSE
    pitch_x, pitch_y = (wide if fits_x else grid.pitch_x), (high if fits_y else grid.pitch_y)
    x = (frame.left + frame.right - columns * pitch_x) / 2
    y = (frame.top + frame.bottom - rows * pitch_y) / 2
    return Grid(x, y, pitch_x, pitch_y, rows, columns)


def risen(grid: Grid, y: float) -> Grid:
    """The rows of a lattice within a frame that are whole, where cells begin at `y`: a stack that rises shows parts of
    rows at both ends.
    """
    part = (y - grid.y) / grid.pitch_y % 1
    if min(part, 1 - part) < ASIDE:
        return grid
    return replace(grid, y=grid.y + part * grid.pitch_y, rows=grid.rows - 1)


def _close(a: Frame, b: Frame, grid: Grid) -> bool:
    """Whether two frames are drawn around the same cells."""
    x, y = 0.5 * grid.pitch_x, 0.5 * grid.pitch_y
    near = zip(a, b, (x, y, x, y), strict=True)
    return all(abs(one - other) < most for one, other, most in near)


def _between(places: NDArray[np.floating], low: int, high: int) -> Bools:
    return np.asarray((places > low) & (places < high))


def _pairs(lines: Ints, pitch: float) -> list[tuple[int, int]]:
    """Lines that lie a whole number of cells apart."""
    far = (lines[None] - lines[:, None]) / pitch
    whole = np.floor(far + INWARDS)
    fits = (whole >= LEAST) & (whole <= MOST) & (far - whole < OUTWARDS)
    return [(int(lines[a]), int(lines[b])) for a, b in np.argwhere(fits)]
