"""Boards of which few tiles are left: found as land in a sea of ground, by its shores.

Where most tiles are gone, hardly any has another beside it, and nothing repeats from cell to cell. But wherever tiles
stand, one by one or in clusters, their sides lie on the lines of one grid; and of the pictures on them, the shore
shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.channels import largest
from bot.vision.finding.halves import Halves
from bot.vision.finding.land import Land, lands
from bot.vision.finding.locate import MOST_CELLS, Lattice
from bot.vision.finding.pitch import MAX_PITCH, MIN_PITCH, SLENDER
from bot.vision.finding.scanlines import restored

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVELS: Final = (12, 24, 6, 40)
"""Steps between neighbouring pixels, in grey levels, that ground may have, tried one after the other."""
FINE: Final = 16
"""How many times finer than the picture is long its periods are told."""
LEVEL: Final = 129
"""Pixels over which an even number of shores is taken away."""
CLEAR: Final = 0.7
"""Share of the clearest period's weight from which a longer one is the pitch: half of it is as clear."""
TRIED: Final = 3
"""Periods of each direction that are put together."""
ASTRAY: Final = 0.16
"""Part of a cell by which a shore may lie beside its line."""
TILE: Final = 0.6
"""Share of the middle of a cell that land covers where there is a tile."""
FEWEST: Final = 6
"""Tiles at the least."""
ISLANDS: Final = 3
"""Islands at the least, or as many sides as they have on lines of their own: the sides of two lie on the lines of any
grid that is fine enough, but for such as have many corners.
"""
SIDE: Final = 0.5
"""Share of a cell's side that lies on a line at the least."""
THIN: Final = 0.08
"""Share of cells that hold a tile at the least."""
MOST: Final = 40
"""Rows and columns of the largest board."""
GUESSES: Final = 2
"""Grids of one level that are looked at."""
PART: Final = 1.25
"""How many times more land lies on smaller cells before they are not taken for parts of larger ones."""
NEAR: Final = 3
"""Cells from a board, from which what is in step with it is seen by who looks at the board's cells."""
IN_STEP: Final = 0.5
"""Share of what lies beside a board on its lines, from which it is a part of that board."""
ROUNDS: Final = 8
"""Times that lines are measured, those shores counting less that were far from them."""
SAME: Final = 0.02
"""Share by which two pitches differ at the most that are one."""


class _Lines(NamedTuple):
    """Where the shores of one direction lie."""

    pitch: float
    start: float
    """Of a cell."""
    sides: tuple[float, float]
    """Where in a cell tiles begin and end."""

    @classmethod
    def of(cls, pitch: float, begin: float, end: float) -> _Lines:
        """Lines where land begins and ends at these places, in pitches from the edge of the picture."""
        room = (begin - end) % 1  # from the end of one tile to the beginning of the next
        if room < 0.5:
            return cls(pitch, (begin - room / 2) * pitch, (room / 2, 1 - room / 2))
        # Tiles hang over their cells.
        return cls(pitch, begin * pitch, (0.0, 2 - room))


def sparse(pixels: Pixels) -> Iterator[Lattice]:
    """Guesses of where the few tiles of a board lie; for every level the one with most land first, and those of boards
    that stand beside something else after all others.
    """
    stir = cv2.morphologyEx(
        restored(np.ascontiguousarray(pixels[:, :, :3])), cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)
    )
    steps = largest(np.asarray(stir, np.uint8))
    known: list[Lattice] = []
    seen: list[Land] = []
    halves = Halves()
    for level in LEVELS:
        fresh = [land for land in lands(steps, level) if not any(land.like(other) for other in seen)]
        seen += fresh
        yield from _fresh([lattice for land in fresh for lattice in _lattices(land, halves)], known)
    for land in seen:
        for part, rest in land.parts():
            yield from _fresh(_lattices(part, halves, rest), known, parts=True)


def _fresh(found: list[Lattice], known: list[Lattice], *, parts: bool = False) -> Iterator[Lattice]:
    """The guesses with most land, without those that are known, to which they are added; `parts` of a board that is
    known are new.
    """
    for one in sorted(found, key=lambda one: -one.score)[:GUESSES]:
        if not any(_same(one, other) and not (parts and one.tiles.shape != other.tiles.shape) for other in known):
            known.append(one)
            yield one


def _lattices(land: Land, halves: Halves, rest: Land | None = None) -> list[Lattice]:
    """The grids on which most land lies, and most of the `rest` does not: what is in step is of the same board."""
    dry = land.dry()
    across, down = _lines(dry, 0), _lines(dry, 1)
    found: list[tuple[float, _Lines, _Lines]] = []
    for x, y in product(across, down):
        if SLENDER < x.pitch / y.pitch < 1 / SLENDER:
            area = land.area(_on(land.boxes, x, y))
            if area > FEWEST * TILE * x.pitch * y.pitch / 4:  # the fewest tiles, their middles covered just enough
                found.append((area, x, y))
    # Half a pitch fits as well as the whole, so the largest cells count, and smaller ones where they hold far more.
    kept: list[tuple[float, _Lines, _Lines]] = []
    for one in sorted(found, key=lambda found: -found[1].pitch * found[2].pitch):
        if all(one[0] > PART * other[0] for other in kept if _part(one[1], other[1]) and _part(one[2], other[2])):
            kept.append(one)
    kept.sort(key=lambda found: -found[0])
    return [lattice for _, x, y in kept[:GUESSES] if (lattice := _lattice(land, x, y, halves, rest))]


def _part(one: _Lines, other: _Lines) -> bool:
    """Whether the pitch of one is a whole part of the other's."""
    times = other.pitch / one.pitch
    return abs(times - round(times)) < 2 * SAME * times


def _same(first: Lattice, second: Lattice) -> bool:
    """Whether two grids have the same cells, and about as many tiles."""
    one, other = first.grid, second.grid
    if first.tiles.sum() > 1.2 * second.tiles.sum():
        return False
    off = (one.x - other.x) / other.pitch_x, (one.y - other.y) / other.pitch_y
    alike = max(abs(one.pitch_x / other.pitch_x - 1), abs(one.pitch_y / other.pitch_y - 1)) < SAME
    return alike and max(abs(v - round(v)) for v in off) < ASTRAY


def _shores(dry: Bytes, axis: int) -> tuple[Doubles, Doubles]:
    """How many pixels of land begin, and end, at every column (axis 0) or row (1)."""
    before, after = (dry[:, :-1], dry[:, 1:]) if axis == 0 else (dry[:-1], dry[1:])
    rises, falls = (
        cv2.reduce(cv2.subtract(*pair), axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
        for pair in ((after, before), (before, after))
    )
    begin, end = np.zeros((2, dry.shape[1 - axis]))
    begin[1:] = rises
    # A step is seen at the pixel after it, too: land seems to end one pixel later than it does.
    end[1:-1] = falls[1:]
    return begin, end


def _lines(dry: Bytes, axis: int) -> list[_Lines]:
    """The clearest grids of lines on which the shores to the left and right (axis 0), or above and below, lie, that
    of the longest pitch first.
    """
    shores = _shores(dry, axis)
    size = len(shores[0])
    length = cv2.getOptimalDFTSize(FINE * size)
    turns = [np.fft.rfft(v - cv2.blur(v[:, None], (1, LEVEL))[:, 0], length) for v in shores]
    weight = np.abs(turns[0]) + np.abs(turns[1])
    first, last = int(length / min(MAX_PITCH, size / 2)), min(int(length / MIN_PITCH), len(weight) - 2)
    peak = np.arange(first, last)
    peak = peak[(weight[peak] >= weight[peak - 1]) & (weight[peak] > weight[peak + 1])]
    peak = peak[weight[peak] > CLEAR * weight[first:last].max(initial=0)]
    return [
        _Lines.of(length / float(at), *(float(-np.angle(turn[at]) / (2 * np.pi)) for turn in turns))
        for at in peak[:TRIED]
    ]


def _sides(dry: Bytes, axis: int, lines: _Lines, length: float) -> int:
    """How many lines there are on which land begins, and on which it ends, for a good part of the `length` of a cell's
    side.
    """
    count = 0
    for which, shore in enumerate(_shores(dry, axis)):
        at = np.flatnonzero(shore)
        off = (at - lines.start) / lines.pitch - lines.sides[which]
        near = np.abs(off - np.round(off)) < ASTRAY
        number = np.round(off[near]).astype(np.int64)
        if len(number):
            seen = np.bincount(number - number.min(), weights=shore[at[near]])
            count += int((seen > SIDE * length).sum())
    return count


def _measured(dry: Bytes, axis: int, lines: _Lines) -> _Lines:
    """The same lines, measured again on the shores that lie on them; those of another board beside it do not count
    where most lie on one.
    """
    rows, right, weights, ends = [], [], [], []
    for which, shore in enumerate(_shores(dry, axis)):
        at = np.flatnonzero(shore)
        off = (at - lines.start) / lines.pitch - lines.sides[which]
        number = np.round(off)
        near = np.abs(off - number) < ASTRAY
        ends.append(int(near.sum()))
        rows.append(np.stack([number[near], np.full(ends[-1], which == 0), np.full(ends[-1], which == 1)], 1))
        right.append(at[near])
        weights.append(shore[at[near]])
    if min(ends) < 2:
        return lines
    shores, system = np.concatenate(weights), np.concatenate(rows).astype(np.float64)
    places = np.concatenate(right).astype(np.float64)
    solved, weight = np.zeros(3), np.sqrt(shores)
    for _ in range(ROUNDS):  # the least sum of distances, not of squares
        solved = np.linalg.lstsq(system * weight[:, None], places * weight, rcond=None)[0]
        weight = np.sqrt(shores / np.maximum(np.abs(system @ solved - places), 1.0))
    pitch, begin, end = (float(v) for v in solved)
    if abs(pitch / lines.pitch - 1) > 2 * SAME:
        return lines
    return _Lines.of(pitch, begin / pitch, end / pitch)


def _lattice(land: Land, x: _Lines, y: _Lines, halves: Halves, rest: Land | None = None) -> Lattice | None:
    """The grid of these lines from the first to the last tile that lies on it; None where there is too little, or where
    the `rest` lies on them, too.
    """
    for _ in range(2):
        on = _on(land.boxes, x, y)
        dry = land.dry(on)
        if on.sum() < ISLANDS and _sides(dry, 0, x, y.pitch) + _sides(dry, 1, y, x.pitch) < 4 * ISLANDS:
            return None
        x, y = _measured(dry, 0, x), _measured(dry, 1, y)
    cut = [halves.cut(land.boxes[on], axis, *lines) for axis, lines in enumerate((x, y))]
    if any(cut):
        return None
    grid = _around(land.boxes[on], x, y)
    if grid is None or (rest and _afar(rest.boxes, grid).any() and _on(rest.boxes, x, y).mean() > IN_STEP):
        return None
    share = _covered(dry, grid)
    tiles = share > TILE
    if tiles.sum() < FEWEST:
        return None
    rows, columns = (np.flatnonzero(tiles.any(axis)) for axis in (1, 0))
    window = slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)
    tiles, share = tiles[window], share[window]
    if min(tiles.shape) < 2 or tiles.mean() < THIN or tiles.size > MOST_CELLS:
        return None
    return Lattice(grid.part(*window), tiles, share, score=land.area(on), pitch=(grid.pitch_x, grid.pitch_y))


def _covered(dry: Bytes, grid: Grid) -> NDArray[np.float32]:
    """(rows, columns), the share of the middle of each cell that land covers."""
    matrix = np.array(
        [[grid.pitch_x / 4, 0, grid.x + grid.pitch_x / 8], [0, grid.pitch_y / 4, grid.y + grid.pitch_y / 8]]
    )
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    cells = cv2.warpAffine(dry.astype(np.float32), matrix, (4 * grid.columns, 4 * grid.rows), flags=flags)
    quarters = np.asarray(cells, np.float32).reshape(grid.rows, 4, grid.columns, 4)
    return np.asarray(quarters[:, 1:3, :, 1:3].mean((1, 3)), np.float32)


def _afar(boxes: Ints, grid: Grid) -> Bools:
    """(n,), the land that lies so far from a grid that who looks at its cells does not see it."""
    box, room = grid.box, np.array([grid.pitch_x, grid.pitch_y]) * NEAR
    off = np.maximum(np.array([box.x, box.y]) - boxes[:, 2:], boxes[:, :2] - np.array([box.x + box.w, box.y + box.h]))
    return np.asarray((off > room).any(1))


def _on(boxes: Ints, x: _Lines, y: _Lines) -> Bools:
    """(n,), the land whose four sides lie on the lines, and that is no thinner than a tile may be."""
    size = boxes[:, 2:] - boxes[:, :2]
    on = np.asarray((size >= TILE * np.array([x.pitch, y.pitch]) - 1).all(1), np.bool_)
    for lines, low, high in ((x, 0, 2), (y, 1, 3)):
        for which, side in ((low, lines.sides[0]), (high, lines.sides[1])):
            # The box ends one pixel late, and the shore is the last pixel of land.
            off = (boxes[:, which] - (which == high) - lines.start) / lines.pitch - side
            on &= np.abs(off - np.round(off)) < ASTRAY
    return on


def _around(boxes: Ints, x: _Lines, y: _Lines) -> Grid | None:
    """The cells of these lines that hold all boxes; None where they are too few or too many."""
    first, count = [], []
    for lines, low, high in ((x, 0, 2), (y, 1, 3)):
        begin = round(float(boxes[:, low].min() - lines.start) / lines.pitch - lines.sides[0])
        end = round(float(boxes[:, high].max() - 1 - lines.start) / lines.pitch - lines.sides[1])
        first.append(lines.start + begin * lines.pitch)
        count.append(end - begin + 1)
    if min(count) < 2 or max(count) > MOST:
        return None
    return Grid(first[0], first[1], x.pitch, y.pitch, count[1], count[0])
