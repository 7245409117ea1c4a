"""The windows that a picture of a whole screen shows, so that a board is looked for in one of them as if it alone had
been pictured: a wallpaper, a task bar and other programs are no part of any game.

A window is told by what all of them have in common, whoever draws them: four straight sides that close, and under the
upper one a bar as wide as the window, plain but for a name and some buttons, that ends in a straight line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.vision.cells import strongest
from bot.vision.finding.locate import lattices
from bot.vision.once import once_per_picture

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

STEP: Final = 8
"""Grey levels, in the channel in which it is largest, of a step from one pixel to the next that a line has."""
LEAST: Final = (160, 120)
"""Width and height, in pixels, of the smallest window."""
GAP: Final = 7
"""Pixels of a line that may be missing, where what lies beyond a window happens to have its colour."""
ROUND: Final = 16
"""Pixels of the largest rounded corner, by which sides end before they meet."""
LONGER: Final = 90
"""Pixels by which both upright sides may seem to go on, where a wallpaper is as lively as a line."""
DRAWN: Final = 0.9
"""Share of a side along which it is drawn."""
LINES: Final = 120
"""Upright lines, the longest, of which sides are made."""
CAPTION: Final = (14, 64)
"""Pixels of the lowest and of the highest title bar."""
PLAIN: Final = 0.7
"""Share of a title bar that shows its ground; 340 pictures of screens and windows show the same windows with 0.6."""
NEARLY: Final = 16
"""Grey levels by which a pixel of that ground differs from the others of its row."""
INK: Final = (0.004, 64)
"""Share of a title bar that shows its name and its buttons, at least, and by how many grey levels these stand out."""
PARTED: Final = (2, 0.7)
"""Upright lines through so much of a title bar, but for the fifths of it in which buttons are, at most: a row of cells
has more."""
GOING_ON: Final = (4, 0.5)
"""Lines from side to side, at least, of which such a share goes on beyond a side where that is one of a board's own."""
BEYOND: Final = 40
"""Pixels beside a window in which it is looked whether its sides end."""
BORDER: Final = 8
"""Pixels of the widest border of a window."""
MOST: Final = 0.9
"""Share of the picture that a window takes at most: a larger one is all that is shown."""
BOARD: Final = 4
"""Rows and columns, at the least, of what may be a small board beside a window."""
SEVERAL: Final = 6
"""Windows that are told at most."""
LIKE: Final = 0.05
"""Share by which panels beside each other, such as the boards of two players, differ in size at most."""


@once_per_picture
def windows(pixels: Pixels) -> tuple[Box, ...]:
    """Where the windows in a picture, (height, width, 3), show what their programs draw, without their title bars; the
    largest first, and none that lies within another. None where the picture is that of one window.
    """
    height, width = pixels.shape[:2]
    if width < LEAST[0] or height < LEAST[1]:
        return ()
    pixels = np.ascontiguousarray(pixels[:, :, :3])
    across = np.pad(_stepped(pixels[:, 1:], pixels[:, :-1]), ((0, 0), (1, 0)))
    down = np.pad(_stepped(pixels[1:], pixels[:-1]), ((1, 0), (0, 0)))
    found = [
        (whole, _inner(across, down, whole, under))
        for whole in _framed(across, down)
        if whole.w * whole.h <= MOST * width * height and (under := _caption(pixels, across, down, whole)) is not None
    ]
    kept: list[tuple[Box, Box]] = []
    for whole, inner in sorted(found, key=lambda one: -one[0].w * one[0].h):
        if not any(_within(whole, other) for other, _ in kept):
            kept.append((whole, inner))
    return tuple(inner for whole, inner in kept if not any(_twin(whole, other) for other, _ in kept))[:SEVERAL]


def pictured(pixels: Pixels, window: Box) -> Pixels:
    """A picture of that window alone."""
    x, y, w, h = (round(side) for side in window)
    return np.ascontiguousarray(pixels[y : y + h, x : x + w])


def bare_beside(pixels: Pixels, inside: Sequence[Box]) -> bool:
    """Whether nothing beside some windows of a picture, (height, width, 3), repeats like a board: what does so only in
    a part of it, in few rows or columns, are words and buttons.
    """
    rest = np.ascontiguousarray(pixels[:, :, :3]).copy()
    for window in inside:
        x, y, w, h = (round(side) for side in window)
        rest[y : y + h, x : x + w] = rest[max(0, y - 1), x]
    return not any(not one.in_part or min(one.grid.rows, one.grid.columns) >= BOARD for one in lattices(rest))


def _stepped(one: Pixels, other: Pixels) -> Bools:
    """Where a picture differs from itself moved by a pixel."""
    return np.asarray(cv2.absdiff(np.ascontiguousarray(one), np.ascontiguousarray(other)).max(2) >= STEP)


def _upright(across: Bools) -> Ints:
    """(n, 3): the column, the first row and the row after the last one of the longest lines as high as a window."""
    closed = cv2.morphologyEx(across.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((GAP + 1, 1), np.uint8))
    long = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((LEAST[1] - 2 * ROUND, 1), np.uint8)) > 0
    # (n, 2) each: where a run begins in a column, and where it has ended.
    turns = np.diff(np.pad(long, ((1, 1), (0, 0))).astype(np.int8), axis=0).T
    first, last = np.argwhere(turns > 0), np.argwhere(turns < 0)
    lines = np.column_stack([first, last[:, 1]])
    kept: list[tuple[int, int, int]] = []
    for x, top, bottom in lines[np.argsort(lines[:, 1] - lines[:, 2], kind="stable")].tolist():
        if not any(abs(x - column) <= 1 and top < end and bottom > begin for column, begin, end in kept):
            kept.append((x, top, bottom))
        if len(kept) == LINES:
            break
    return np.array(kept, np.int64).reshape(-1, 3)


def _framed(across: Bools, down: Bools) -> list[Box]:
    """Rectangles as large as a window whose four sides are drawn."""
    x, top, bottom = _upright(across).T
    shared = np.minimum(bottom[None], bottom[:, None]) - np.maximum(top[None], top[:, None])
    fits = (x[None] - x[:, None] >= LEAST[0]) & (shared >= LEAST[1] - 2 * ROUND)
    # How much of each row is drawn as far as a column, and of each column as far as a row.
    level, upright = (np.pad(part, 1)[1:, 1:].astype(np.int32).cumsum(axis) for part, axis in ((down, 1), (across, 0)))
    found = []
    for one, other in np.argwhere(fits).tolist():
        left, right = int(x[one]) + ROUND, int(x[other]) - ROUND
        rows = np.flatnonzero(level[:, right] - level[:, left] >= DRAWN * (right - left))
        highest, lowest = max(top[one], top[other]), min(bottom[one], bottom[other])
        upper = rows[(rows >= highest - ROUND) & (rows <= highest + LONGER)]
        lower = rows[(rows >= lowest - LONGER) & (rows <= lowest + ROUND)]
        if not len(upper) or not len(lower) or lower[-1] - upper[0] < LEAST[1]:
            continue
        first, last = int(upper[0]), int(lower[-1])
        sides = upright[last - ROUND, [x[one], x[other]]] - upright[first + ROUND, [x[one], x[other]]]
        beside = [down[row, part] for row in (first, last) for part in _beside(int(x[one]), int(x[other]))]
        beside += [across[part, side] for side in x[[one, other]] for part in _beside(first, last)]
        on = any(len(part) and part.mean() >= DRAWN for part in beside)
        drawn = not on and (sides >= DRAWN * (last - first - 2 * ROUND)).all()
        if drawn and not _going_on(down, int(x[one]), int(x[other]), rows[(rows > first) & (rows < last)]):
            found.append(Box(int(x[one]), first, int(x[other] - x[one]), last - first))
    return found


def _going_on(down: Bools, left: int, right: int, rows: Ints) -> bool:
    """Whether the lines in some `rows`, drawn from one column to another, go on beyond one of them."""
    beside = (down[rows, max(0, left - ROUND) : max(0, left - GAP)], down[rows, right + GAP : right + ROUND])
    on = [(part.mean(1) >= DRAWN).mean() for part in beside if part.size]
    return len(rows) >= GOING_ON[0] and max(on, default=0.0) >= GOING_ON[1]


def _beside(first: int, last: int) -> tuple[slice, slice]:
    """The columns to the left and right of a window, or the rows above and below it: there its sides do not go on."""
    return slice(max(0, first - ROUND - BEYOND), max(0, first - ROUND)), slice(last + ROUND, last + ROUND + BEYOND)


def _caption(pixels: Pixels, across: Bools, down: Bools, window: Box) -> int | None:
    """The row in which the title bar of a window ends; None where it has none."""
    left, right = round(window.x), round(window.x + window.w)
    top, first = round(window.y), round(window.y) + CAPTION[0]
    lines = down[first : top + CAPTION[1], left:right].mean(1) >= DRAWN
    if not lines.any():
        return None
    under = first + int(lines.argmax())
    bar = pixels[top + 3 : under - 2, left + 3 : right - 3].astype(np.int16)
    apart = strongest(np.abs(bar - np.median(bar, axis=1, keepdims=True)))  # its ground may slope from row to row
    fifth = (right - left) // 5
    parted = np.count_nonzero(across[top + 3 : under - 2, left + fifth : right - fifth].mean(0) >= PARTED[1])
    plain = (apart <= NEARLY).mean() >= PLAIN and (apart >= INK[1]).mean() >= INK[0] and parted <= PARTED[0]
    return under if plain and window.y + window.h - under >= LEAST[1] / 2 else None


def _inner(across: Bools, down: Bools, window: Box, under: int) -> Box:
    """The part of a window below its title bar and within its border, of which the last line that is drawn counts."""
    left, right, bottom = round(window.x), round(window.x + window.w), round(window.y + window.h)
    columns, rows = across[under:bottom].mean(0) >= DRAWN, down[:, left:right].mean(1) >= DRAWN
    left += int(np.flatnonzero(columns[left : left + BORDER]).max(initial=0))
    right -= int(np.flatnonzero(columns[right : right - BORDER : -1]).max(initial=0))
    bottom -= int(np.flatnonzero(rows[bottom : bottom - BORDER : -1]).max(initial=0))
    return Box(left, under, right - left, bottom - under)


def _within(box: Box, other: Box) -> bool:
    """Whether a rectangle lies within another, or is nearly the same."""
    return (
        box.x >= other.x - ROUND
        and box.y >= other.y - ROUND
        and box.x + box.w <= other.x + other.w + ROUND
        and box.y + box.h <= other.y + other.h + ROUND
    )


def _twin(box: Box, other: Box) -> bool:
    """Whether two rectangles are different ones, of one size, in one row."""
    return (
        box is not other
        and abs(box.w / other.w - 1) <= LIKE
        and abs(box.h / other.h - 1) <= LIKE
        and abs(box.y - other.y) <= ROUND
    )
