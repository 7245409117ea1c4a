"""Frames that are drawn around boards: rectangles of straight lines, a whole number of cells wide and high."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.blocks.look import middle

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FAINT: Final = 0.02
"""Edge strength, 0 to 1, that counts as a line."""
STRONG: Final = 0.5
"""The same where the ground itself is full of fainter edges."""
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
LINES: Final = 64
"""Lines, the longest ones, that are tried in each direction."""
LOOSE: Final = 2
"""How many times as badly a frame may fit, usually."""
STEPS: Final = 8
"""Steps in which shares are compared: within one the smaller frame is the better."""
FRAMES: Final = 3
"""Frames that are looked at for one place."""
PILLARED: Final = 2
"""And those, besides, whose sides go on below."""
REACH: Final = 13
"""Pixels about a wall whose lines are compared with those about another."""
SQUARE: Final = 0.015
"""Share by which a frame's width and height may tell another size of square cells."""
NEARLY: Final = 0.03
"""Share by which that may be another one than was measured."""
ALONE: Final = 0.12
"""Share by which blocks that all stand in one line may be smaller than their cells."""
CORNER: Final = 2
"""Pixels beside a corner of a frame in which a line that goes on need not be seen."""
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
CLOSELY: Final = 0.06
"""Steps, in cells, in which that is compared, and in pixels, where those are more."""
PIXELS: Final = 2.0
EDGE: Final = 1 / 16
"""Cells by which the edge of a block may lie beside its cell's."""


class Frame(NamedTuple):
    """The inner sides of a frame, in pixels."""

    left: int
    top: int
    right: int
    bottom: int


class Lines:
    """Straight lines downwards in an edge map."""

    def __init__(self, edge: Floats, least: float = FAINT) -> None:
        """`edge` is (h, w), 0 to 1; edges of more than `least` count as lines."""
        self._area = np.asarray(cv2.integral((edge > least).view(np.uint8)), np.int32)
        self._sum = np.diff(self._area, axis=1)
        self._edge = edge
        self._long: dict[int, Ints] = {}
        self.width = edge.shape[1]

    def long(self, length: int) -> Ints:
        """Where the longest lines are that are drawn over `length` pixels or more."""
        if length not in self._long:
            self._long[length] = self._longest(length)
        return self._long[length]

    def _longest(self, length: int) -> Ints:
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
        return float(middle(self._edge[first:last, max(0, line - 1) : line + 2].max(1)))

    def gap(self, one: int, other: int, first: int, last: int) -> int:
        """The longest part from `first` to `last` over which neither of two lines, nor one beside it, is drawn."""
        drawn = np.zeros(last - first, np.bool_)
        for line in (one, other):
            near = self._sum[first : last + 1, max(0, line - 1) : line + 2]
            drawn |= (np.diff(near, axis=0) > 0).any(1)
        ends = np.flatnonzero(np.concatenate([[True], drawn, [True]]))
        return int(np.diff(ends).max()) - 1

    def shares(self, first: int, last: int) -> Floats:
        """For every line the share of it that is drawn from `first` to `last`, with REACH // 2 zeros on both sides."""
        share = (self._sum[last] - self._sum[first]) / (last - first)
        return np.asarray(np.pad(share, REACH // 2), np.float32)

    def drawn_near(self, lines: Ints, first: Floats, last: Floats) -> Bools:
        """Which of the lines (n,), or of those beside them, are drawn from `first` to `last`; none beyond a picture."""
        low, high = np.rint(first).astype(np.int64), np.rint(last).astype(np.int64)
        found = (low >= 0) & (high < len(self._sum)) & (low < high)
        lines, low, high = lines[found], low[found], high[found]
        near = np.clip(lines + np.array([[-1], [0], [1]]), 0, self.width - 1)
        found[found] = (self._sum[high, near] - self._sum[low, near]).max(0) / (high - low) > LINE
        return np.asarray(found)

    def going_on(self, places: NDArray[np.floating], first: float, last: float, pitch: float) -> Bools:
        """Beside which of some places between cells, `pitch` apart, a line is drawn from `first` to `last`; no line is
        beyond the picture.
        """
        low, high, reach = round(first), round(last), 1 + round(EDGE * pitch)
        if low < 0 or high >= len(self._sum) or low >= high:
            return np.zeros(len(places), np.bool_)
        near = np.rint(places).astype(np.int64) + np.arange(-reach, reach + 1)[:, None]
        near = np.clip(near, 0, self.width - 1)
        return np.asarray(self.drawn(near, low, high, max(2, round(pitch / 2))).any(0))

    def share(self, line: int, first: float, last: float) -> float:
        """The share of a line, or of one beside it, that is drawn from `first` to `last`; 0 beyond the picture."""
        low, high = round(first), round(last)
        if low < 0 or high >= len(self._sum) or low >= high:
            return 0.0
        near = slice(max(0, line - 1), line + 2)
        return int((self._sum[high, near] - self._sum[low, near]).max()) / (high - low)


def frames(
    upright: Lines, level: Lines, grid: Grid, cells: Bools, loose: int = LOOSE
) -> tuple[list[Frame], list[Frame]]:
    """Frames around many of the `cells` (rows, columns) of a lattice, the likelier first: those that hold a whole
    number of cells exactly, and the others, which may fit `loose` times as badly.

    `upright` and `level` are the lines of a picture, and of the picture lying on its side. Of frames that hold as many
    cells the smallest comes first.
    """
    if not cells.any():
        return [], []
    y = grid.y + (np.argwhere(cells)[:, 0] + 0.5) * grid.pitch_y
    x = grid.x + (np.argwhere(cells)[:, 1] + 0.5) * grid.pitch_x
    wide, high = max(2, round(grid.pitch_x / 2)), max(2, round(grid.pitch_y / 2))
    tall, broad = upright.long(round(LEAST * grid.pitch_y)), level.long(round(LEAST * grid.pitch_x))
    across, along = _pairs(tall, grid.pitch_x), _pairs(broad, grid.pitch_y)
    sides, ends = tall[across], broad[along]
    inside = _between(x, sides) @ _between(y, ends).T
    drawn = level.drawn(broad[None], sides[:, :1], sides[:, 1:], high)
    side, end = np.nonzero((inside >= HELD * len(x)) & drawn[:, along].all(2))
    both = upright.drawn(sides[side], ends[end][:, :1], ends[end][:, 1:], wide).all(1)
    side, end = side[both], end[both]
    held = inside[side, end].astype(np.float64)
    if not len(held):
        return [], []
    many = held >= MANY * held.max()
    corners = np.concatenate([sides[side], ends[end]], 1)[many][:, [0, 2, 1, 3]]
    badness = _badness(corners, held[many] / held.max(), grid)
    order = np.lexsort(np.concatenate([badness, corners], 1).T[::-1])
    exact, others = (
        corners[order[of[order]]] for of in (badness[:, 0] == 0, (badness[:, 0] > 0) & (badness[:, 0] <= loose))
    )
    return _drawn_well(upright, level, exact, grid), _drawn_well(upright, level, others, grid)


def _drawn_well(upright: Lines, level: Lines, good: Ints, grid: Grid) -> list[Frame]:
    """The first of frames (n, 4) that are drawn all around, and around nothing else; last those that go on below."""
    if not len(good):
        return []
    chosen: list[Frame] = []
    pillared: list[Frame] = []
    passed, sunken = _passed(upright, level, good, grid), _sunk(upright, good, grid.pitch_y)
    reach = 0.5 * np.array([grid.pitch_x, grid.pitch_y] * 2)
    left = np.ones(len(good), np.bool_)
    pillars = passed & sunken
    for number in np.flatnonzero(pillars | ~passed).tolist():
        if len(chosen) == FRAMES:
            break
        if not left[number]:
            continue
        frame = Frame(*good[number].tolist())
        if pillars[number]:
            pillared.append(frame)
            pillars &= _elsewhere(good, number, reach) & (len(pillared) < PILLARED)
        elif not passed[number] and not _torn(upright, level, frame, grid) and not _uneven(upright, level, frame):
            chosen.append(frame)
            left &= _elsewhere(good, number, reach)
    return chosen + [frame for frame in pillared[:PILLARED] if not _torn(upright, level, frame, grid)]


def _elsewhere(corners: Ints, number: int, reach: NDArray[np.float64]) -> Bools:
    """(n,), which of frames (n, 4) are not, within `reach` on each side, the one of this `number`."""
    return np.asarray((np.abs(corners - corners[number]) >= reach).any(1))


def drawn_around(upright: Lines, level: Lines, frame: Frame, grid: Grid) -> bool:
    """Whether a frame is drawn all around, and around nothing else but what stands on pillars."""
    if _torn(upright, level, frame, grid) or _uneven(upright, level, frame):
        return False
    return sunk(upright, frame, grid.pitch_y) or not _passed(upright, level, np.array([frame]), grid).any()


def twin_frames(upright: Lines, level: Lines, frame: Frame) -> list[Frame]:
    """Frames as large as this one that are drawn beside it at the same height, from left to right."""
    left, top, right, bottom = frame
    wide = right - left
    profile = upright.shares(top, bottom)
    found: list[tuple[float, Frame]] = []
    for start in range(1, upright.width - wide - 1):
        if abs(start - left) < wide:
            continue
        sides = (upright.share(start, top, bottom), upright.share(start + wide, top, bottom))
        if min(sides) > LINE:
            ends = level.share(top, start, start + wide), level.share(bottom, start, start + wide)
            if min(ends) > LINE:
                # Walls are drawn by several lines: those of both frames lie at the same places.
                away = [
                    float(np.abs(profile[here : here + REACH] - profile[there : there + REACH]).mean())
                    for here, there in ((left, start), (right, start + wide))
                ]
                found.append((sum(sides) + sum(ends) - sum(away), Frame(start, top, start + wide, bottom)))
    chosen: list[Frame] = []
    for _, twin in sorted(found, key=lambda one: -one[0]):
        if all(abs(twin.left - other.left) >= wide for other in chosen):
            chosen.append(twin)
    return sorted(chosen)


def _badness(corners: Ints, share: NDArray[np.float64], grid: Grid) -> Ints:
    """(n, 4), how badly each frame (n, 4) fits a whole number of cells, the same finely, how little of what recurs lies
    in it, and how large it is.
    """
    wide, high = (corners[:, 2:] - corners[:, :2]).T
    across, down = wide / grid.pitch_x, high / grid.pitch_y
    left_over = np.abs(across - np.floor(across + INWARDS)) + np.abs(down - np.floor(down + INWARDS))
    closely = left_over / max(CLOSELY, PIXELS / min(grid.pitch_x, grid.pitch_y))
    fits = [left_over / CLOSE, closely, STEPS * share]
    coarsely, finely, held = (values.astype(np.int64) for values in fits)
    return np.stack([coarsely, finely, -held, wide * high], 1)


def _passed(upright: Lines, level: Lines, corners: Ints, grid: Grid) -> Bools:
    """(n,), whether two opposite sides of frames (n, 4) go on beyond a third: then that one is only a row of blocks
    within the frame.
    """
    left, top, right, bottom = corners.T
    wide, high = grid.pitch_x, grid.pitch_y
    return (
        _go_on(level, (top, bottom), left, -wide) | _go_on(level, (top, bottom), right, wide)
        | _go_on(upright, (left, right), top, -high) | _go_on(upright, (left, right), bottom, high)
    )  # fmt: skip


def _go_on(lines: Lines, pair: tuple[Ints, Ints], at: Ints, way: float) -> Bools:
    """(n,), whether pairs of lines go on beyond places; what begins anew beyond a gap is another panel."""
    found = np.ones(len(at), np.bool_)
    for part, line in product(BEYOND, pair):
        # Where lines meet there is no edge across.
        near = max(abs(way) * part[0], CORNER)
        ends = at + np.sign(way) * near, at + way * part[1]
        found[found] = lines.drawn_near(line[found], np.minimum(*ends)[found], np.maximum(*ends)[found])
    return found


def sunk(upright: Lines, frame: Frame, pitch: float) -> bool:
    """Whether the walls of a frame go on below its floor, as pillars do; below a row of blocks, too."""
    return bool(_sunk(upright, np.array([frame]), pitch)[0])


def _sunk(upright: Lines, corners: Ints, pitch: float) -> Bools:
    left, _, right, bottom = corners.T
    return _go_on(upright, (left, right), bottom, pitch)


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
    if abs(wide / high - 1) < SQUARE and max(abs(wide / grid.pitch_x - 1), abs(high / grid.pitch_y - 1)) < NEARLY:
        fits_x = fits_y = True
    pitch_x, pitch_y = (wide if fits_x else grid.pitch_x), (high if fits_y else grid.pitch_y)
    x = (frame.left + frame.right - columns * pitch_x) / 2
    y = (frame.top + frame.bottom - rows * pitch_y) / 2
    return Grid(x, y, pitch_x, pitch_y, rows, columns)


def spanning(frame: Frame, grid: Grid, blocks: Bools) -> Grid:
    """The lattice of a board in a frame whose blocks, (rows, columns), all stand in one column, or lie in one row: they
    tell how wide, or high, a block is; how far columns, or rows, are apart the frame tells.
    """
    columns, rows = blocks.any(0).sum(), blocks.any(1).sum()
    wide, high = (frame.right - frame.left) / grid.columns, (frame.bottom - frame.top) / grid.rows
    if columns == 1 < rows and abs(wide / grid.pitch_x - 1) < ALONE:
        return replace(grid, x=float(frame.left), pitch_x=wide)
    if rows == 1 < columns and abs(high / grid.pitch_y - 1) < ALONE:
        return replace(grid, y=float(frame.top), pitch_y=high)
    return grid


def risen(grid: Grid, y: float) -> Grid:
    """The rows of a lattice within a frame that are whole, where cells begin at `y`: a stack that rises shows parts of
    rows at both ends.
    """
    part = (y - grid.y) / grid.pitch_y % 1
    if min(part, 1 - part) < ASIDE:
        return grid
    return replace(grid, y=grid.y + part * grid.pitch_y, rows=grid.rows - 1)


def same_frame(a: Frame, b: Frame, grid: Grid) -> bool:
    """Whether two frames are drawn around the same cells of a lattice."""
    x, y = 0.5 * grid.pitch_x, 0.5 * grid.pitch_y
    near = zip(a, b, (x, y, x, y), strict=True)
    return all(abs(one - other) < most for one, other, most in near)


def _between(places: NDArray[np.floating], pairs: Ints) -> Floats:
    """(pairs, places), 1 for places between the two lines of a pair, 0 for others."""
    return np.asarray((places > pairs[:, :1]) & (places < pairs[:, 1:]), np.float32)


def _pairs(lines: Ints, pitch: float) -> Ints:
    """(n, 2), the numbers of lines that lie a whole number of cells apart."""
    far = (lines[None] - lines[:, None]) / pitch
    whole = np.floor(far + INWARDS)
    return np.argwhere((whole >= LEAST) & (whole <= MOST) & (far - whole < OUTWARDS))
