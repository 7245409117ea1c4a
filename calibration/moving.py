"""The cells of a board that nothing shows but its moving pieces: a pair that falls tells how large they are and where,
and the frame of the board how far they reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.vision.blocks.common import SIDES
from bot.vision.cells import strongest

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

OTHER: Final = 24
"""Levels from which a pixel of a picture shows something that moves."""
SMALLEST: Final = 10
"""Pixels of the smallest piece, each way."""
ALIKE: Final = 0.15
"""How much two pieces of a pair may differ in size, and lie beside each other's row or column, as parts of it."""
APART: Final = 0.85, 1.45
"""Pieces' sizes from the middle of one of a pair to the other's."""
ROUND: Final = 0.08
"""How much larger or smaller cells may be than the pieces of a pair are apart, which touch or have dim edges…"""
STEPS: Final = 40
"""… in so many steps each way…"""
RATHER: Final = 0.5
"""… of which those near are likelier."""
ASTRAY: Final = 0.12
"""Cells by which a piece may lie beside its place."""
PAIRS: Final = 3
"""Pictures that must show a pair."""
WINDOW: Final = 5
"""Pictures that tell what is usual for a moment: a pair that falls by a cell from one to the next hides one in two."""
SIDE: Final = 0.85
"""Share of a side of the board along which its frame must be seen."""
STEP: Final = 8.0
"""Levels from one side of the frame to the other."""
NEAR: Final = 0.16
"""Cells by which the frame may lie beside the cells."""
WITHIN: Final = 0.3
"""Cells from the middle of a piece within which no frame is looked for."""
SAME: Final = 12.0
"""Levels by which two rows of cells of one board may differ; in most of their cells no piece lies."""
FAR: Final = 3
"""Cells between pieces from which these tell how large cells are."""
NEARLY: Final = 0.03
"""Part of it by which that may be another size than a pair tells."""
FARTHEST: Final = 20
"""Cells from a piece to the frame."""
NARROWEST, LOWEST = 4, 6
"""Columns and rows of the smallest board in which pairs fall."""


class _Pair(NamedTuple):
    """A pair of pieces: their middles, and how far these are apart."""

    one: tuple[float, float]
    other: tuple[float, float]
    apart: float


def moving_grid(
    pictures: Sequence[Pixels], which: str | None = None, sizes: Sequence[tuple[int, int]] = ()
) -> Grid | None:
    """The cells of the board over which a pair falls, in pictures (height, width, 3) of one size at different moments;
    of several boards `which` is the one that is meant, the left or the right one. None where no pair is plain to see,
    or no frame around a board of one of these `sizes` (rows, columns), and no pair that moves from cell to cell.
    """
    half = _half(pictures[0].shape[1], which)
    usual = np.sort(np.stack(pictures), 0)[len(pictures) // 2]
    pairs = [pair for one in pictures if (pair := _pair(one, usual, half)) is not None]
    if len(pairs) < PAIRS and len(pictures) >= WINDOW:
        # Where pairs land, too, nothing is as it was for long: then each picture is held against those about it.
        about = zip(pictures, map(_middle, _about(pictures)), strict=True)
        pairs = [pair for one, others in about if (pair := _pair(one, others, half)) is not None]
    if len(pairs) < PAIRS:
        return None
    at = np.array([middle for pair in pairs for middle in (pair.one, pair.other)])
    apart = float(np.median([pair.apart for pair in pairs]))
    # One that falls evenly lies in cells of some wrong size, too.
    return _through_cells(usual, at, apart, sizes) or _from_cell_to_cell(usual, at, apart)


def _from_cell_to_cell(usual: Pixels, at: Floats, apart: float) -> Grid | None:
    """The board of pieces whose middles were `at` these places, (n, 2), which are those of cells; the two of a pair are
    so far `apart`.
    """
    pitch = _pitch(at, apart)
    starts = [_start(at[:, axis], pitch) for axis in (0, 1)]
    if starts[0] is None or starts[1] is None:
        return None
    phases = starts[0], starts[1]
    number = np.floor((at - phases) / pitch).astype(int)
    frame = _frame(usual, pitch, phases, number.min(0), number.max(0))
    if frame is None:
        return None
    pitches = [_slope(number[:, axis], at[:, axis], pitch) for axis in (0, 1)]
    wide, high = (own or other or pitch for own, other in (pitches, pitches[::-1]))
    (left, right), (top, bottom) = frame
    columns, rows = right - left, bottom - top
    x, y = (
        float(np.median(at[:, axis] - (number[:, axis] - before + 0.5) * side))
        for axis, before, side in ((0, left, wide), (1, top, high))
    )
    return Grid(x, y, wide, high, rows, columns) if columns >= NARROWEST and rows >= LOWEST else None


def _through_cells(usual: Pixels, at: Floats, apart: float, sizes: Sequence[tuple[int, int]]) -> Grid | None:
    """The board of pieces that fall by parts of a cell, which tell only how large cells are and where columns lie: the
    rest is told by the frame around them, if it holds a board of one of these `sizes` (rows, columns).
    """
    seen = usual.astype(np.float32)
    # Pieces may touch the frame, or hide a part of it.
    first, last = at.min(0) - WITHIN * apart, at.max(0) + WITHIN * apart
    walls = _sides(seen, (first[0], last[0]), (first[1], last[1]))
    ends = walls and _sides(seen.transpose(1, 0, 2), (first[1], last[1]), walls)
    if walls is None or ends is None:
        return None
    for rows, columns in sizes:
        wide, high = (walls[1] - walls[0]) / columns, (ends[1] - ends[0]) / rows
        beside = (at[:, 0] - walls[0]) / wide % 1 - 0.5
        as_large = max(abs(wide / apart - 1), abs(high / apart - 1)) < ROUND
        if as_large and float(np.quantile(np.abs(beside), 0.8)) < ASTRAY:
            return Grid(walls[0], ends[0], wide, high, rows, columns)
    return None


def _sides(seen: Floats, inner: tuple[float, float], across: tuple[float, float]) -> tuple[float, float] | None:
    """Where, beyond both ends of the `inner` part of a picture's width, the nearest lines run along these rows of its
    pixels; None where one is not seen.
    """
    part = seen[max(0, round(across[0])) : round(across[1])]
    drawn = (strongest(np.abs(np.diff(part, axis=1))) > STEP).mean(0) >= SIDE
    before, after = np.flatnonzero(drawn[: max(0, round(inner[0]))]), np.flatnonzero(drawn[round(inner[1]) :])
    if not len(before) or not len(after):
        return None
    return float(before[-1] + 1), float(round(inner[1]) + after[0] + 1)


def _about(pictures: Sequence[Pixels]) -> list[Sequence[Pixels]]:
    """The WINDOW pictures about each, itself among them."""
    last = len(pictures) - WINDOW
    starts = (max(0, min(one - WINDOW // 2, last)) for one in range(len(pictures)))
    return [pictures[start : start + WINDOW] for start in starts]


def _middle(five: Sequence[Pixels]) -> Pixels:
    """The median of five pictures, which takes a fraction of the time that sorting them does."""
    a, b, c, d, e = five
    low, high = cv2.max(cv2.min(a, b), cv2.min(c, d)), cv2.min(cv2.max(a, b), cv2.max(c, d))
    return np.asarray(cv2.max(cv2.min(low, high), cv2.min(cv2.max(low, high), e)), np.uint8)


def _slope(number: Ints, at: Floats, pitch: float) -> float | None:
    """How far the middles of cells in neighbouring rows, or columns, are apart, which is nearly `pitch`; None where too
    few are seen to tell.
    """
    one, other = np.triu_indices(len(number), 1)
    far = np.abs(number[one] - number[other]) >= FAR
    if not far.any():
        return None
    slope = float(np.median((at[one] - at[other])[far] / (number[one] - number[other])[far]))
    return slope if abs(slope / pitch - 1) < NEARLY else None


def _half(width: int, which: str | None) -> slice:
    """The columns of pixels in which a board is looked for."""
    return slice(None) if which is None else slice(width // 2) if which == SIDES[0] else slice(width // 2, None)


def _pair(picture: Pixels, usual: Pixels, half: slice) -> _Pair | None:
    """The pair that a picture shows where it is not as `usual`, in these columns; None where there is not one only."""
    moved = np.zeros(picture.shape[:2], np.uint8)
    moved[:, half] = cv2.absdiff(picture, usual).max(2)[:, half] > OTHER
    moved = np.asarray(cv2.morphologyEx(moved, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    count, _, stats, _ = cv2.connectedComponentsWithStats(moved)
    boxes = [Box(*map(int, stats[number, :4])) for number in range(1, count)]
    boxes = [box for box in boxes if min(box.w, box.h) >= SMALLEST]
    pairs = [pair for one, other in combinations(boxes, 2) if (pair := _beside(one, other)) is not None]
    pairs += [pair for box in boxes if (pair := _joined(box)) is not None]
    return pairs[0] if len(pairs) == 1 else None


def _beside(one: Box, other: Box) -> _Pair | None:
    """Two pieces as a pair, if they are as large and lie beside or above each other."""
    size = (one.w + one.h + other.w + other.h) / 4
    if max(abs(side - size) for side in (one.w, one.h, other.w, other.h)) > ALIKE * size:
        return None
    a, b = one.centre, other.centre
    far, off = sorted((abs(a.x - b.x), abs(a.y - b.y)), reverse=True)
    return _Pair(a, b, far) if off < ALIKE * size and APART[0] * size <= far <= APART[1] * size else None


def _joined(box: Box) -> _Pair | None:
    """A pair that is seen as one."""
    long, short = max(box.w, box.h), min(box.w, box.h)
    if not 1 + APART[0] <= long / short <= 1 + APART[1]:
        return None
    (x, y), half = box.centre, (long - short) / 2
    ends = ((x - half, y), (x + half, y)) if box.w > box.h else ((x, y - half), (x, y + half))
    return _Pair(*ends, long - short)


def _pitch(at: Floats, apart: float) -> float:
    """How large cells are in which pieces lie with middles `at` these places, (n, 2): nearly as large as the two of a
    pair are apart.
    """

    def even(pitch: float) -> float:
        return float(np.abs(np.exp(2j * np.pi * at / pitch).mean(0)).prod()) - RATHER * abs(pitch / apart - 1)

    return max((apart * (1 + ROUND * step / STEPS) for step in range(-STEPS, STEPS + 1)), key=even)


def _start(middles: Floats, pitch: float) -> float | None:
    """Where some cell begins, if pieces with these middles lie in cells; None where they lie anywhere."""
    turned = np.exp(2j * np.pi * middles / pitch)
    phase = float(np.angle(turned.mean())) / (2 * np.pi)
    beside = np.abs((middles / pitch - phase + 0.5) % 1 - 0.5)
    return None if float(np.quantile(beside, 0.8)) > ASTRAY else (phase - 0.5) * pitch


def _frame(
    usual: Pixels, pitch: float, starts: tuple[float, float], first: Ints, last: Ints
) -> list[tuple[int, int]] | None:
    """The columns, and the rows, from frame to frame around those, from the `first` to the `last`, that pieces were in;
    None where no frame is seen.
    """
    seen = usual.astype(np.float32)
    found: list[tuple[int, int]] = []
    for axis in (0, 1):
        # A wall is looked for beside the cells that pieces were in, a floor under all from wall to wall.
        rows = (int(first[1]), int(last[1]) + 1) if axis == 0 else found[0]
        across = starts[1 - axis] + pitch * rows[0], starts[1 - axis] + pitch * rows[1]
        sides = seen if axis == 0 else seen.transpose(1, 0, 2)
        before, after = int(first[axis]), int(last[axis]) + 1
        low = _wall(sides, pitch, starts[axis], range(before, before - FARTHEST, -1), across)
        high = _wall(sides, pitch, starts[axis], range(after, after + FARTHEST), across)
        while axis and low is not None and _goes_on(seen, pitch, starts, found[0], (low - 1, before)):
            low = _wall(sides, pitch, starts[axis], range(low - 1, before - FARTHEST, -1), across)
        while axis and high is not None and _goes_on(seen, pitch, starts, found[0], (high, before)):
            high = _wall(sides, pitch, starts[axis], range(high + 1, after + FARTHEST), across)
        if low is None or high is None:
            return None
        found.append((low, high))
    return found


def _goes_on(
    seen: Floats, pitch: float, starts: tuple[float, float], walls: tuple[int, int], rows: tuple[int, int]
) -> bool:
    """Whether the first of these rows of cells lies between the same walls as the second, on ground as bright: on
    masonry there are lines below each row, where nothing ends.
    """
    tops = [round(starts[1] + pitch * row) for row in rows]
    if min(tops) < 0 or max(tops) + pitch > len(seen):
        return False
    down = (float(tops[0]), tops[0] + pitch)
    if any(_wall(seen, pitch, starts[0], range(wall, wall + 1), down) is None for wall in walls):
        return False
    lefts = [max(0, round(starts[0] + pitch * column)) for column in range(*walls)]
    here, there = (
        np.median([seen[top : top + round(pitch), left : left + round(pitch)].mean((0, 1)) for left in lefts], axis=0)
        for top in tops
    )
    return float(np.abs(here - there).max()) < SAME


def _wall(seen: Floats, pitch: float, start: float, lines: range, across: tuple[float, float]) -> int | None:
    """The first of these lines between columns of cells along which these rows of pixels show a frame."""
    height, width = seen.shape[:2]
    part = seen[max(0, round(across[0])) : min(height, round(across[1]))]
    for line in lines:
        at = start + pitch * line
        if not -NEAR * pitch <= at <= width + NEAR * pitch:
            return None
        if min(at, width - at) < NEAR * pitch:
            return line  # the end of the picture
        left, right = max(1, round(at - NEAR * pitch)), min(width - 1, round(at + NEAR * pitch) + 1)
        step = strongest(np.abs(part[:, left:right] - part[:, left - 1 : right - 1]))
        if step.size and float((step > STEP).mean(0).max()) >= SIDE:
            return line
    return None
