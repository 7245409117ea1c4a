"""The grid of a nonogram, found by its lines: equal cells whose four sides are all there.

The pitch comes from the picture's repeating edges (`finding.pitch`). What tells a board from bands of clues and from
text is that each of its cells has an edge along all of its sides; the largest rectangle of such cells is the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.clipped import FLUSH, to_edges
from bot.vision.clues.filled import filled_beyond, filled_cells
from bot.vision.clues.panes import panes
from bot.vision.finding import edges as edging
from bot.vision.finding.measure import measured
from bot.vision.finding.pitch import MIN_PITCH, Guess, guesses
from bot.vision.once import each_once_per_picture

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

ALONG: Final = 0.62
"""Part of a cell's side along which an edge must go on to be a line."""
ASIDE: Final = 0.16
"""Part of a cell within which the edges of one line lie, on each side of its middle."""
NEAR: Final = 0.07
"""The same where the edges of filled cells, which may not reach the line, are none of its own."""
MIDDLE: Final = 0.7
"""Part of a cell's side that is looked at; the corners may be rounded."""
INSET: Final = 0.45
"""Part of a cell at most that lies between the edges of filled neighbours that do not reach the line between them."""
PAIRED: Final = 0.4
"""How strong the edge on the other side of such a line is, at least, as a share of the stronger one."""
SEEN: Final = 0.35
"""Strength from which a side is there, as a share of what the sides of the board usually have."""
DRAWN: Final = 16.0
"""Strength from which there is a line at all."""
USUAL: Final = 0.25
STRONG: Final = 0.75
"""Share of the cells with lines that have weaker ones than is usual on a board; and where it fills little of a picture.
"""
FEWEST: Final = 4
"""Rows and columns of the smallest board."""
MOST: Final = 3
"""Pairs of pitches that are tried."""
WIDEST: Final = 0.14
"""Half the width of a line at most, as a part of the pitch."""
TRIED: Final = 0.04
"""Difference of pitches from those that were tried, both shares together, up to which others are not…"""
FINELY: Final = 0.01
"""… and up to which those of square cells are not."""
SQUARE: Final = 0.05
"""How much the pitches of cells may differ that are square."""
SMALLEST: Final = 8.0
"""Pixels of the smallest cell."""
LARGEST_PART: Final = 5
"""Cells at most that may go into a pitch that was found."""


@dataclass(frozen=True, eq=False)
class Ruled:
    """A grid of cells with lines around all of them."""

    grid: Grid
    line: float
    """Half the usual width of its lines, in pixels."""
    frame: float
    """Half the width of the widest of them: those around the board, most often."""
    sides: Floats
    """(rows, columns), how surely each cell has lines on all four sides, 0 to 1."""
    score: float
    """Cells, weighted by how surely their sides are there; higher is better."""
    reach: tuple[float, float] = (inf, inf)
    """Pixels beside its rows, and its columns, within which all of its clues stand…"""
    clear: tuple[float, float] = (0.0, 0.0)
    """…and within which none of them does: a strip lies there."""


@each_once_per_picture
def find(pixels: Pixels) -> Iterator[Ruled]:
    """The grids of a picture (height, width, 3), those of the likelier pitches first."""
    across, down = edging.edges(pixels)
    tried: list[tuple[float, float]] = []
    for strong in (False, True):
        steps = edging.levelled(across, down, strong)
        coarse = guesses(*steps)[:MOST]
        wanted = [(guess, TRIED) for guess in coarse] + [(guess, FINELY) for guess in _squared(coarse)]
        wanted += [(guess, TRIED) for guess in _finer(coarse)]
        for guess, near in wanted:
            if all(abs(x / guess.pitch_x - 1) + abs(y / guess.pitch_y - 1) > near for x, y in tried):
                tried.append((guess.pitch_x, guess.pitch_y))
                yield from _ruled(pixels, *steps, guess)
    steps = edging.levelled(across, down)
    for guess in panes(across, down):
        yield from _ruled(pixels, *steps, guess)


def to_the_end(pixels: Pixels, ruled: Ruled) -> Ruled | None:
    """A grid with one more column, or row, where the picture (height, width, 3) has room for just that to the right, or
    below: the last lines may be bounded by its end, and by none of their own. None where there is no such room.
    """
    grid, box = ruled.grid, ruled.grid.box
    below = abs((pixels.shape[0] - box.y - box.h) / grid.pitch_y - 1) <= FLUSH
    right = abs((pixels.shape[1] - box.x - box.w) / grid.pitch_x - 1) <= FLUSH
    if not (below or right):
        return None
    grown = replace(grid, rows=grid.rows + below, columns=grid.columns + right)
    return replace(ruled, grid=grown, sides=np.pad(ruled.sides, ((0, below), (0, right)), "edge"))


def between(pixels: Pixels, ruled: Ruled) -> Ruled | None:
    """A grid with the outer rows and columns of a program that draws lines only between cells, over which they go on to
    where the board ends; None where it has no such.
    """
    own, grid = ruled.grid, to_edges(pixels, ruled.grid)
    if grid == own:
        return None
    top, left = round((own.y - grid.y) / grid.pitch_y), round((own.x - grid.x) / grid.pitch_x)
    more = (top, grid.rows - own.rows - top), (left, grid.columns - own.columns - left)
    return replace(ruled, grid=grid, sides=np.pad(ruled.sides, more, "edge"))


def to_the_filled(pixels: Pixels, ruled: Ruled) -> Ruled | None:
    """A grid with the outer rows and columns of cells that are all filled, lines and all, which bound none that is not;
    None where it has no such.
    """
    left, top, right, below = filled_beyond(pixels, ruled.grid)
    if not (left or top or right or below):
        return None
    sides = np.pad(ruled.sides, ((int(top), int(below)), (int(left), int(right))), "edge")
    return replace(ruled, grid=ruled.grid.grown(int(left), int(top), int(right), int(below)), sides=sides)


def _squared(coarse: Sequence[Guess]) -> list[Guess]:
    """The pitches of square cells, where one of those that were found is a little off: clues and texts repeat, too."""
    off = [guess for guess in coarse if 0 < abs(guess.pitch_x / guess.pitch_y - 1) < SQUARE]
    return [guess._replace(pitch_x=pitch, pitch_y=pitch) for guess in off for pitch in (guess.pitch_x, guess.pitch_y)]


def _finer(coarse: Sequence[Guess]) -> list[Guess]:
    """The pitches of cells too small to be looked for, of which several go into each of the pitches that were found:
    thick lines repeat at a multiple of the pitch. The largest come first.
    """
    found = []
    for guess in coarse:
        for k in range(1, LARGEST_PART + 1):
            for m in range(1, LARGEST_PART + 1):
                x, y = guess.pitch_x / k, guess.pitch_y / m
                if k * m > 1 and SMALLEST <= min(x, y) < MIN_PITCH + 1 and abs(x / y - 1) < 0.03:
                    found.append(guess._replace(pitch_x=x, pitch_y=y))
    return sorted(found, key=lambda guess: -guess.pitch_x)


def _ruled(pixels: Pixels, across: Bytes, down: Bytes, guess: Guess) -> Iterator[Ruled]:
    """The grids of these pitches, if there are any."""
    # A line up and down lies across the picture's rows: its edges are the steps from the left.
    upright = _lines(edging.either(across), guess.pitch_y)
    level = _lines(np.ascontiguousarray(edging.either(down).T), guess.pitch_x)
    x = _phase(upright[slice(*guess.rows), slice(*guess.columns)].sum(0), guess.pitch_x, guess.columns[0])
    y = _phase(level[slice(*guess.columns), slice(*guess.rows)].sum(0), guess.pitch_y, guess.rows[0])
    height, width = across.shape[:2]
    whole = Grid(
        x % guess.pitch_x - guess.pitch_x,
        y % guess.pitch_y - guess.pitch_y,
        guess.pitch_x,
        guess.pitch_y,
        int(height / guess.pitch_y) + 2,
        int(width / guess.pitch_x) + 2,
    )
    sides = [_all_sides(upright, level, whole, aside) for aside in (ASIDE, NEAR)]
    wide, near = (_board(_sure(one)) for one in sides)
    surely = _sure(sides[0])
    filled = _board(surely, filled_cells(pixels, across, down, whole, surely > SEEN))
    # Filled cells whose edges lie beside their lines outshine the others: on the lines themselves more may be seen.
    boards = [near, wide] if near and wide and near.holds(wide) else [wide]
    if filled and (wide is None or filled.holds(wide)):
        boards.insert(0, filled)
    # Where most of the picture is ground with a pattern, that has hardly weaker sides than is usual.
    strict = _board(_sure(sides[0], STRONG))
    if wide and strict and wide.holds(strict):
        boards.append(strict)
    for board in dict.fromkeys(boards):
        if board:
            yield _placed(across, down, upright, level, whole, board)


@dataclass(frozen=True, eq=False)
class _Board:
    """Rows and columns of a larger grid in which cells have lines around them."""

    rows: slice
    columns: slice
    sides: Floats
    """Of these cells, how surely."""

    def holds(self, other: _Board) -> bool:
        """Whether this is the larger one, and all of the other lies in it."""
        pairs = ((self.rows, other.rows), (self.columns, other.columns))
        inside = all(own.start <= its.start and its.stop <= own.stop for own, its in pairs)
        return inside and self.sides.size > other.sides.size


def _all_sides(upright: Floats, level: Floats, whole: Grid, aside: float) -> Floats:
    """(rows, columns), how strong the weakest of the lines is on the four sides of the cells of a grid over all of a
    picture, by lines within this part of a cell of where they should be.
    """
    upright_sides = _sides(upright, whole.x, whole.pitch_x, whole.columns, whole.y, whole.pitch_y, whole.rows, aside)
    level_sides = _sides(level, whole.y, whole.pitch_y, whole.rows, whole.x, whole.pitch_x, whole.columns, aside)
    return np.minimum(
        np.minimum(upright_sides[:, :-1], upright_sides[:, 1:]),
        np.minimum(level_sides[:, :-1].T, level_sides[:, 1:].T),
    )


def _sure(sides: Floats, share: float = USUAL) -> Floats:
    """(rows, columns), how surely cells have lines on all four sides, 0 to 1, by how strong those of this share of all
    that have any are.
    """
    drawn = sides[sides > DRAWN]
    usual = float(np.percentile(drawn, 100 * share)) if len(drawn) else np.inf
    return np.asarray(np.clip(sides / usual, 0, 1), np.float32)


def _board(sides: Floats, filled: Bools | None = None) -> _Board | None:
    """The board among cells that have lines on their sides as surely as this. Cells that are `filled`, lines and all,
    speak neither for it nor against it.
    """
    worth = sides - SEEN
    if filled is not None:
        worth[filled] = 0
    rows, columns = _largest(worth)
    if rows.stop - rows.start < FEWEST or columns.stop - columns.start < FEWEST:
        return None
    return _Board(rows, columns, sides[rows, columns])


def _placed(across: Bytes, down: Bytes, upright: Floats, level: Floats, whole: Grid, board: _Board) -> Ruled:
    """The grid of a board, measured."""
    part = whole.part(board.rows, board.columns)
    # How lines repeat tells their distance best, their own middle where they lie.
    part = measured(across, down, part, np.ones((part.rows, part.columns), np.bool_), (False, False))
    box = part.box
    x, wide = _middles(upright, part.x, part.pitch_x, part.columns, (box.y, box.y + box.h))
    y, tall = _middles(level, part.y, part.pitch_y, part.rows, (box.x, box.x + box.w))
    grid = replace(part, x=x, y=y)
    # Where cells are filled but for a rim, their edges look like those of a wide line.
    most = max(1.0, WIDEST * min(grid.pitch_x, grid.pitch_y))
    line, frame = (min(most, max(a, b)) for a, b in zip(wide, tall, strict=True))
    return Ruled(grid, line, frame, board.sides, float(board.sides.sum() * board.sides.mean()))


def _lines(steps: Bytes, pitch: float) -> Floats:
    """Edges (h, w) of which only those are left that go on for a part of a pitch down the picture."""
    length = max(4, round(ALONG * pitch))
    soft = cv2.blur(steps, (1, 3))
    return np.asarray(cv2.morphologyEx(soft, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8)), np.float32)


def _phase(profile: Floats, pitch: float, start: int) -> float:
    """Where a line lies, given the strength of edges at every place along, so that a whole number of pitches goes by
    from line to line.
    """
    places = np.arange(len(profile)) + start
    fine = 8
    bins = max(8, round(pitch * fine))
    folded = np.zeros(bins)
    for part in range(2):
        np.add.at(folded, ((places + part / 2) % pitch / pitch * bins).astype(int) % bins, profile)
    reach = max(2, round(ASIDE * bins))
    window = np.hanning(2 * reach + 3)[1:-1]
    around = np.concatenate([folded[-reach:], folded, folded[:reach]])
    strength = np.convolve(around, window, "valid")

    def centre(at: int) -> float:
        near = np.arange(at - reach, at + reach + 1)
        weight = folded[near % bins]
        return float((near * weight).sum() / max(weight.sum(), 1e-9)) if weight.any() else float(at)

    at = int(strength.argmax())
    other = _paired(strength, at, reach)
    # Of filled cells that do not reach the lines nothing but their edges may be seen, on both sides of each.
    middle = centre(at) if other is None else (centre(at) + centre(other)) / 2
    return (middle + 0.5) / bins * pitch


def _paired(strength: NDArray[np.float64], at: int, reach: int) -> int | None:
    """Where the edge on the other side of a line is that the strongest one lies beside, if it does; `strength` goes
    round, and the place may lie beyond its ends.
    """
    bins = len(strength)
    away = np.arange(reach + 1, max(reach + 2, int(INSET * bins)))
    after, before = strength[(at + away) % bins], strength[(at - away) % bins]
    most = max(float(after.max()), float(before.max()))
    if most < PAIRED * strength[at] or min(float(after.max()), float(before.max())) > PAIRED * most:
        return None
    return at + int(away[after.argmax()]) if after.max() > before.max() else at - int(away[before.argmax()])


def _sides(
    lines: Floats, x: float, pitch_x: float, columns: int, y: float, pitch_y: float, rows: int, near: float
) -> NDArray[np.float32]:
    """(rows, columns + 1): how strong the line is along each side of the cells, within this part of a cell."""
    height, width = lines.shape
    aside = max(1.5, near * pitch_x)
    strips = np.zeros((height + 1, columns + 1))
    for k in range(columns + 1):
        at = x + k * pitch_x
        low, high = max(0, int(np.ceil(at - aside))), min(width, int(at + aside) + 1)
        if high > low:
            strips[1:, k] = lines[:, low:high].max(1)
    sums = np.cumsum(strips, 0)
    tops = y + (np.arange(rows) + (1 - MIDDLE) / 2) * pitch_y
    first = np.clip(np.round(tops).astype(int), 0, height)
    last = np.clip(np.round(tops + MIDDLE * pitch_y).astype(int), 0, height)
    inside = last - first >= 0.6 * MIDDLE * pitch_y
    mean = (sums[last] - sums[first]) / np.maximum(last - first, 1)[:, None]
    return np.where(inside[:, None], mean, 0).astype(np.float32)


def _largest(worth: Floats) -> tuple[slice, slice]:
    """The rectangle of cells that is worth most, as rows and columns."""
    best, found = 0.0, (slice(0, 0), slice(0, 0))
    rows, _ = worth.shape
    for top in range(rows):
        total = np.zeros(worth.shape[1], np.float64)
        for bottom in range(top, rows):
            total += worth[bottom]
            value, begin, end = _run(total)
            if value > best:
                best, found = value, (slice(top, bottom + 1), slice(begin, end))
    return found


def _run(values: NDArray[np.float64]) -> tuple[float, int, int]:
    """The run of values with the largest sum: that sum, where it begins, and where it has ended."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    lowest = np.minimum.accumulate(sums)
    rise = sums - lowest
    end = int(rise.argmax())
    begin = int(np.flatnonzero(sums[: end + 1] == lowest[end])[-1]) if end else 0
    return float(rise[end]), begin, end


def _middles(
    lines: Floats, start: float, pitch: float, count: int, across: tuple[float, float]
) -> tuple[float, tuple[float, float]]:
    """Where the middle of the first of some lines lies, going by all of them, and half their width: usual and most."""
    profile = lines[max(0, round(across[0])) : max(1, round(across[1]))].mean(0)
    off, spread = [], []
    for k in range(count + 1):
        at, aside = start + k * pitch, max(2.0, 1.3 * ASIDE * pitch)
        low, high = max(0, int(np.ceil(at - aside))), min(len(profile), int(at + aside) + 1)
        part = profile[low:high]
        if part.size and part.max() > 0:
            places = low + np.flatnonzero(part > 0.3 * part.max())
            off.append(float(places[0] + places[-1]) / 2 - at)
            # Digits may stand close to the first line and look like a part of it.
            spread += [float(places[-1] - places[0]) / 2] * bool(k)
    if not spread:
        return start, (1.0, 1.0)
    return start + float(np.median(off)), (float(np.median(spread)), float(max(spread)))
