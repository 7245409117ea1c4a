"""Whether the edge of something that lies over a board crosses the lines of its grid.

A line keeps its colour from one corner of a cell to the next, whatever the cells beside it show. The straight edge of a
window, of a notice or of a shade cuts through lines that lie side by side, at the same place between their corners.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.cells import cut
from bot.vision.clues.cells import Floats
from bot.vision.clues.lines import Ruled
from engine.moves import Cell

PLACES: Final = 13
"""At how many places a line is looked at between two corners."""
CORNER: Final = (0.13, 2.0)
"""How far from its ends, as a part of the pitch; and how many pixels beyond the widest line that may cross it there."""
LEAST: Final = 0.03
"""How much it must change on the way, at least, as a share of the strongest contrast; and in a picture with grain:"""
GRAINY: Final = 0.12
USUAL: Final = (0.8, 4.0)
"""How many times as much as most lines do, and how many are most: lines of a photograph are restless."""
GRAIN: Final = 3.0
"""How many times as much as single pixels of lines differ from the rest of them."""
UNREST: Final = 0.7
"""How much of the unrest on either side of a step is taken from its height."""
ENDS: Final = (2, 3)
"""Places at either end of a line at which a step does not count; where a picture has grain, lines are smeared."""
STROKE: Final = 2
"""Places at either end of a line over which the strokes of a cross may reach into it."""
CLEAN: Final = (0.7, 0.5)
"""Of a picture without grain this share of the level or of the upright lines change by fewer steps of a colour."""
THIN: Final = 4
"""Places at most that a thin stripe covers; it is looked for in such pictures only."""
EVEN: Final = 0.25
"""How much the colours of the four sides of a frame around a cell may differ, as a share of how far they are from the
lines below it.
"""
SMALL: Final = 8
"""Pixels to which a cell is scaled, each way, to see what is inside of it; and of these:"""
INNER: Final = slice(2, 6)

ASIDE: Final = 2.0
"""Pixels beside a line in which the cell is looked at."""

GREY: Final = np.array([0.114, 0.587, 0.299], np.float32)
"""What blue, green and red add to brightness."""

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def crossed(
    pixels: Pixels, ruled: Ruled, contrast: float, drawn: Bools | None = None, marked: Bools | None = None
) -> bool:
    """Whether two lines of a grid, side by side, change at the same place on their way from one cell to the next. Those
    beside `drawn` cells (rows, columns), which are filled with lines or a pattern, may; and near their ends those
    beside `marked` ones, whose crosses may reach into the corners.
    """
    level, upright = _ways(pixels, ruled)
    both = level, upright.transpose(1, 0, 2, 3)
    for ways, turn in zip(both, (False, True), strict=True):
        if drawn is not None:
            _free(ways, drawn.T if turn else drawn)
        if marked is not None:
            _free_ends(ways, marked.T if turn else marked)
    framed = _framed(pixels, ruled, *both, LEAST * max(contrast, 40.0))
    if framed is not None:
        both = _without_frame(*both, framed)
    level, upright = _ways(pixels, ruled, aside=ruled.line + ASIDE)
    beside = level, upright.transpose(1, 0, 2, 3)
    share, steps = CLEAN
    clean = min(float(np.quantile(np.ptp(_unlike_others(ways @ GREY), axis=2), share)) for ways in both) < steps
    return any(_cut(ways, by, max(contrast, 40.0), clean) for ways, by in zip(both, beside, strict=True))


def _free(ways: Floats, drawn: Bools) -> None:
    """Give the ways (lines, cells, places, 3) on both sides of drawn cells (lines - 1, cells) the colours of the usual
    one.
    """
    beside = _beside(drawn)
    if beside.any() and not beside.all():
        ways[beside] = np.median(ways[~beside], 0)


def _free_ends(ways: Floats, marked: Bools) -> None:
    """Give the ends of the ways on both sides of marked cells the colours that these have farther on."""
    beside = _beside(marked)
    ways[beside, :STROKE] = ways[beside, STROKE : STROKE + 1]
    ways[beside, -STROKE:] = ways[beside, -STROKE - 1 : -STROKE]


def _beside(cells: Bools) -> Bools:
    """(lines, cells), the ways on both sides of some cells (lines - 1, cells)."""
    return np.pad(cells, ((1, 0), (0, 0))) | np.pad(cells, ((0, 1), (0, 0)))


def _ways(pixels: Pixels, ruled: Ruled, aside: float = 0.0) -> tuple[Floats, Floats]:
    """(rows + 1, columns, places, 3) and (rows, columns + 1, places, 3): the colours along every level and upright
    line, or so many pixels beside it, inside of the board.
    """
    grid = ruled.grid

    def lines(start: float, pitch: float, count: int, most: int) -> Ints:
        inside = np.where(np.arange(count + 1) < count, aside, -aside)
        return _within(start + pitch * np.arange(count + 1) + inside, most)

    def ways(start: float, pitch: float, count: int, most: int) -> Ints:
        corner = max(CORNER[0], min(0.4, (ruled.frame + CORNER[1]) / pitch))
        return _within(start + pitch * (np.arange(count)[:, None] + np.linspace(corner, 1 - corner, PLACES)), most)

    height, width = pixels.shape[:2]
    down, across = (grid.y, grid.pitch_y, grid.rows, height), (grid.x, grid.pitch_x, grid.columns, width)
    level = pixels[lines(*down)[:, None, None], ways(*across)[None], :3]
    upright = pixels[ways(*down)[:, None], lines(*across)[None, :, None], :3]
    return level.astype(np.float32), upright.astype(np.float32)


def framed(pixels: Pixels, ruled: Ruled, contrast: float) -> Cell | None:
    """The one cell of a grid that has a frame of its own, a cursor; None where none has, or several seem to."""
    level, upright = _ways(pixels, ruled)
    return _framed(pixels, ruled, level, upright.transpose(1, 0, 2, 3), LEAST * max(contrast, 40.0))


def _framed(pixels: Pixels, ruled: Ruled, level: Floats, upright: Floats, least: float) -> Cell | None:
    """The same by the ways of level and of upright lines (lines, cells, places, 3): all four sides of the cell are of
    one colour, unlike what they are elsewhere, and unlike the cell, which looks as others do.
    """
    usual = [np.median(ways, (1, 2), keepdims=True) for ways in (level, upright)]
    apart = [np.abs(ways - line).max(3).min(2) for ways, line in zip((level, upright), usual, strict=True)]
    around = np.minimum.reduce([apart[0][:-1], apart[0][1:], apart[1][:-1].T, apart[1][1:].T])
    cells = np.argwhere(around > least)
    if len(cells) != 1:
        return None
    row, column = map(int, cells[0])
    sides = np.median(np.concatenate([level[row : row + 2, column], upright[column : column + 2, row]]), 1)
    inside = np.median(cut(pixels, ruled.grid, size=(SMALL, SMALL))[:, :, INNER, INNER], (2, 3))
    far = np.abs(inside - inside[row, column]).max(2) > least
    beyond = np.ones_like(far)
    beyond[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = False
    uneven = np.ptp(sides, axis=0).max() > EVEN * around[row, column]
    if uneven or np.abs(sides - inside[row, column]).max(1).min() <= least or far[beyond].all():
        return None
    return row, column


def _without_frame(level: Floats, upright: Floats, cell: Cell) -> tuple[Floats, Floats]:
    """The ways of level and of upright lines as they are without the frame around a cell, which may reach beyond it."""
    row, column = cell
    usual = [np.median(ways, (1, 2), keepdims=True) for ways in (level, upright)]
    freed = level.copy(), upright.copy()
    for ways, line, first, along in zip(freed, usual, (row, column), (column, row), strict=True):
        ways[first : first + 2, max(0, along - 1) : along + 2] = line[first : first + 2]
    return freed


def _within(places: NDArray[np.floating[Any]], most: int) -> Ints:
    """Pixels of a picture that is so large."""
    return np.asarray(np.clip(np.floor(places), 0, most - 1), np.int64)


def _cut(ways: Floats, beside: Floats, contrast: float, clean: bool) -> bool:
    """Whether lines (lines, cells, places, 3) that lie side by side change at the same place: in brightness, and where
    there is no grain, in any colour; `beside` is what the cells show there.
    """
    grey = _unlike_others(ways @ GREY)
    if not clean:
        return _stepped(grey, GRAINY * contrast, ENDS[1])
    least = LEAST * contrast
    for line, cell in [(ways @ GREY, beside @ GREY), *((ways[..., at], beside[..., at]) for at in range(3))]:
        off = _unlike_others(line)
        # A stripe is seen in the cells, too, or covers the line with their colour; else it is the line that is uneven,
        # as where a program puts together a picture of parts.
        shown = (np.abs(_unlike_others(cell)) > least / 2) | (np.abs(line - cell) < least)
        if _stepped(off, least, ENDS[0]) or _striped(off, shown, least):
            return True
    return False


def _unlike_others(ways: Floats) -> Floats:
    """(lines, cells, places): what is another on a way than on most of them, and than on the rest of it. What most show
    a place before or after counts as alike: lines do not lie on whole pixels.
    """
    usual = np.pad(np.median(ways, (0, 1)), 1, mode="edge")
    beside = np.stack([usual[:-2], usual[1:-1], usual[2:]])
    off = ways - np.clip(ways, beside.min(0), beside.max(0))
    return np.asarray(off - np.median(off, 2, keepdims=True), np.float32)


def _stepped(off: Floats, least: float, ends: int) -> bool:
    """Whether ways side by side have a step of so much at the same place."""
    grain = GRAIN * 1.4826 * float(np.median(np.abs(off)))
    height, place = _steps(off, ends)
    share, times = USUAL
    high = np.abs(height) > max(least, times * float(np.quantile(np.abs(height), share)), grain)
    beside = high[:-1] & high[1:] & (np.sign(height[:-1]) == np.sign(height[1:]))
    return bool((beside & (np.abs(place[:-1] - place[1:]) <= 1)).any())


def _steps(off: Floats, ends: int) -> tuple[Floats, Ints]:
    """(lines, cells): the height of the highest step on each way, with its sign, and its place."""
    best, place = np.zeros(off.shape[:2], np.float32), np.zeros(off.shape[:2], np.int64)
    rim = min(1, ends - 1)
    for at in range(ends, PLACES - ends + 1):
        before, after = off[..., rim:at], off[..., at : PLACES - rim]
        height = np.median(before, 2) - np.median(after, 2)
        height -= np.clip(height, *_unrest(before, after))
        higher = np.abs(height) > np.abs(best)
        best[higher], place[higher] = height[higher], at
    return best, place


def _unrest(before: Floats, after: Floats) -> tuple[Floats, Floats]:
    """What of the height of a step does not count, down and up."""
    unrest = UNREST * np.maximum(np.ptp(before, axis=2), np.ptp(after, axis=2))
    return -unrest, unrest


def _striped(off: Floats, shown: Bools, least: float) -> bool:
    """Whether lines that lie side by side are another colour at a few of the same places, where that is `shown`, and
    the same elsewhere; at their ends that may be the corner, a little aside.
    """
    off = off[..., 1:-1]
    far = np.abs(off) > least
    few = (
        far.any(2)
        & ~far[..., 0]
        & ~far[..., -1]
        & (far.sum(2) <= THIN)
        & (np.where(far, 0, np.abs(off)).max(2) < least / 2)
    )
    far &= shown[..., 1:-1]
    same = far[:-1] & far[1:] & (np.sign(off[:-1]) == np.sign(off[1:]))
    return bool((same.any(2) & few[:-1] & few[1:]).any())
