"""Where boards lie in a picture: found by what every board has, cells that repeat at one pitch in both directions.

Three steps. The pitch: see `pitch`. The place: where the surroundings agree with themselves one or two cells beside
*and* one or two cells above or below, there is a board; what stands apart, or repeats in another phase, is another
one. The frame: the mean cell of a board (see `fold`) says where one cell ends and the next begins, and which places of
the lattice show a tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.finding import edges as edging
from bot.vision.finding import fold, wallpaper
from bot.vision.finding.groups import CLUSTER, FEWEST, apart, together
from bot.vision.finding.measure import measured
from bot.vision.finding.pitch import MAX_PITCH, SLENDER, Guess, guesses
from bot.vision.finding.scanlines import restored
from bot.vision.once import each_once_per_picture

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

CELL: Final = 12
"""Cells are looked at no larger than this, in pixels."""
LAGS: Final = (1, 2)
"""Cells away at which a place may find its like."""
NEAR: Final = 0.15
"""Likeness from which a place may belong to a board."""
HALVED: Final = 0.6
"""Share of the agreement two cells away that there is at least one cell away."""
LEAST: Final = 9.0
"""Score below which what repeats is no board: text, tool bars, wallpaper."""
SHOWN: Final = 0.6
"""Share of the frame that usual tiles show, from which a cell shows one; beside a board cells show a side of it."""
STEPPED: Final = 0.1
"""Part of a cell by which two groups of cells of one board may seem out of step."""
GAP: Final = 7.0
"""Cells that may lie between them; the fuller they are the fewer."""
ENDS: Final = 0.85
"""Share of a cell that is seen before the first whole one, from which it counts as whole: a rim of it is cut."""
BEYOND: Final = 3
"""Cells beyond the part where edges repeat that are looked at too."""
CLEAR: Final = 0.35
"""Clarity of a board beside which no other pitch needs a look."""
MOST_CELLS: Final = 800
"""Cells, tiles and gaps, of the largest board."""
MANY_CELLS: Final = 300
THIN: Final = 0.15
"""So many cells with a smaller share of tiles are no board but a pitch that fits anything."""
BESIDE: Final = 0.2
"""Share of the smaller of two boards that the other may cover: more, and they are one in two ways."""
MOST: Final = 3
"""Pairs of pitches tried for each strength of edges."""
PARTS: Final = (5, 4)
"""How many times wider and higher a picture is than a part of it in which a small board is looked for; parts overlap by
halves."""
SMALLEST: Final = 100
"""Pixels of the smallest such part."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """One guess of where the cells lie, and how well the picture bears it out."""

    grid: Grid
    """From the first to the last row and column in which a tile was seen."""
    tiles: NDArray[np.bool_]
    """(rows, columns), where a tile was seen."""
    tileness: Floats
    """(rows, columns), about 1 where there is a tile and about 0 where there is none."""
    score: float
    """How large the board is and how clearly its cells repeat; higher is better."""
    clarity: float = 0.0
    """How clearly they repeat, whatever their number, 0 to 1."""
    pitch: tuple[float, float] = (0.0, 0.0)
    """The pitches that were looked for; boards that were found together have them in common."""
    lined: tuple[bool, bool] = (False, False)
    """Whether lines end the cells across and downwards."""
    more: bool = False
    """Whether further boards of its pitches come right after it."""
    in_part: bool = False
    """Whether only a part of the picture speaks for it: a board where it can be read, and no reason for anything where
    it cannot.
    """

    def measured(self, across: Bytes, down: Bytes) -> Lattice:
        """The same with its grid measured to a fraction of a pixel on edges (h, w, 2)."""
        return replace(self, grid=measured(across, down, self.grid, self.tiles, self.lined))


def boards(pixels: Pixels) -> tuple[Lattice, ...]:
    """All boards of a picture, each with its own grid, the largest and clearest first."""
    every: list[Lattice] = []
    for found_together in _guessed(restored(np.ascontiguousarray(pixels[:, :, :3]))):
        every += found_together
        if any(one.clarity > CLEAR and one.tiles.sum() >= CLUSTER for one in every):
            break
    found: list[Lattice] = []
    for lattice in sorted(every, key=lambda one: -one.score):
        if all(shared(lattice.grid, other.grid) < BESIDE for other in found):
            found.append(lattice)
    return tuple(found)


def shared(one: Grid, other: Grid) -> float:
    """The part that two grids share, as a share of the smaller one."""
    a, b = one.box, other.box
    w = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    h = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    return max(w, 0) * max(h, 0) / min(a.w * a.h, b.w * b.h)


@each_once_per_picture
def lattices(pixels: Pixels) -> Iterator[Lattice]:
    """Guesses of where a board lies, the likelier pitches first, and of one pitch the largest board first."""
    for found_together in _guessed(pixels):
        yield from found_together


def as_a_whole(pixels: Pixels) -> Iterator[Lattice]:
    """The same by the edges of the whole picture only: of a part of one, parts say nothing."""
    for found_together in _by_all_edges(pixels, [], []):
        yield from found_together


def _guessed(pixels: Pixels) -> Iterator[Iterator[Lattice]]:
    """The same, those of one pitch together."""
    tried: list[tuple[float, float]] = []
    papers: list[Guess] = []
    yield from _by_all_edges(pixels, tried, papers)
    yield from _in_parts(restored(np.ascontiguousarray(pixels[:, :, :3])), tried)
    if papers:
        # What repeats all over the picture may be the ground: without it, what lies on it may be found.
        bare = tuple(wallpaper.without(pixels, edges, papers[0]) for edges in edging.edges(pixels))
        yield from _fits(pixels, edging.levelled(bare[0], bare[1], strong=False), tried, [])


def _by_all_edges(pixels: Pixels, tried: list[tuple[float, float]], papers: list[Guess]) -> Iterator[Iterator[Lattice]]:
    """The same by the edges of the picture as a whole; see `_fits`."""
    across, down = edging.edges(pixels)
    for strong in (False, True):
        yield from _fits(pixels, edging.levelled(across, down, strong), tried, papers)
    view = np.ascontiguousarray(pixels[:, :, :3])
    plain = restored(view)
    if plain is not view:
        # Scan lines have edges all along: where the pitch was right, cells may still have been seen in wrong places.
        yield from _fits(pixels, edging.levelled(*edging.edges(plain)), [], papers)


def _fits(
    pixels: Pixels, steps: tuple[Bytes, Bytes], tried: list[tuple[float, float]], papers: list[Guess]
) -> Iterator[Iterator[Lattice]]:
    """The same by some edges of the picture, across and down. Pitches that gave a board are added to those that were
    `tried` before and are not tried again, and those that repeat all over the picture to the `papers`.
    """
    for guess in guesses(*steps)[:MOST]:
        if _known(guess[:2], tried):
            continue
        found = fit(pixels, *steps, guess)
        if found and _known(found[0].pitch, tried):
            continue
        if found:
            tried.append(found[0].pitch)
        if wallpaper.everywhere(guess, pixels):
            papers.append(guess)
        yield _measured(found, steps)


def _in_parts(pixels: Pixels, tried: list[tuple[float, float]]) -> Iterator[Iterator[Lattice]]:
    """The same by the strong edges of parts of the picture: a small board, of which among all that a large screen shows
    next to nothing is seen.
    """
    height, width = pixels.shape[:2]
    steps = edging.levelled(*edging.edges(pixels), strong=True)
    seen: list[Guess] = []
    w, h = width // PARTS[0], height // PARTS[1]
    if min(w, h) < SMALLEST:
        return
    for top, left in product(range(0, height - h + 1, h // 2), range(0, width - w + 1, w // 2)):
        part = [np.ascontiguousarray(one[top : top + h, left : left + w]) for one in steps]
        seen += [guess.moved(left, top) for guess in guesses(part[0], part[1])[:1]]
    looked = 0
    for guess in sorted(seen, key=lambda guess: -guess.weight):
        if looked == MOST or _known(guess[:2], tried):
            continue
        looked += 1
        tried.append(guess[:2])
        yield (replace(one, in_part=True) for one in _measured(fit(pixels, *steps, guess), steps))


def _measured(found: list[Lattice], steps: tuple[Bytes, Bytes]) -> Iterator[Lattice]:
    """Boards of one pitch that were found together, each measured on edges across and down when it is asked for."""
    for number, one in enumerate(found, 1):
        yield replace(one.measured(*steps), more=number < len(found))


def _known(pitch: tuple[float, float], tried: list[tuple[float, float]]) -> bool:
    """Whether these pitches were looked at already."""
    return any(abs(x / pitch[0] - 1) + abs(y / pitch[1] - 1) < 0.04 for x, y in tried)


def fit(pixels: Pixels, across: Bytes, down: Bytes, guess: Guess) -> list[Lattice]:
    """The boards of these pitches, or of whole cells where these are halves, the largest first, not yet measured."""
    view = _View.of(pixels, across, down, guess)
    if view is None:
        return []
    likeness, halved = _likeness(view.steps, view.cell_w, view.cell_h)
    if any(halved):
        whole = _whole(guess, halved)
        return fit(pixels, across, down, whole) if whole else []
    found = [one for weight in _regions(likeness, view) for one in _boards_of(view, weight, likeness)]
    return sorted((one for one in found if one.score > LEAST), key=lambda one: -one.score)


def _whole(guess: Guess, halved: tuple[bool, bool]) -> Guess | None:
    """The pitches of whole cells, where those of a guess are halves across or downwards: what is drawn in the middle of
    tiles lies half a cell from their sides. None where cells of no board are so large, or so slender.
    """
    x, y = (pitch * (1 + half) for pitch, half in zip(guess[:2], halved, strict=True))
    if max(x, y) > MAX_PITCH or not SLENDER < x / y < 1 / SLENDER:
        return None
    return guess._replace(pitch_x=x, pitch_y=y)


@dataclass(frozen=True, eq=False)
class _View:
    """A part of the picture's edges, scaled so that a cell has a whole number of pixels."""

    part: Pixels
    """That part as it is."""
    steps: Floats
    """(h, w, 4): steps across, up and down, and steps downwards, up and down; 0 to 1."""
    cell_w: int
    cell_h: int
    left: float
    top: float
    """Corner in the picture."""
    scale_x: float
    scale_y: float
    """Pixels of the picture in one of the view."""
    weight: float
    """How clearly the pitch was seen."""
    pitch: tuple[float, float]

    @classmethod
    def of(cls, pixels: Pixels, across: Bytes, down: Bytes, guess: Guess) -> _View | None:
        """The part in which edges repeat, and some cells around it; None where it has no room for a board."""
        height, width = across.shape[:2]
        left = max(0, int(guess.columns[0] - BEYOND * guess.pitch_x))
        right = min(width, int(guess.columns[1] + BEYOND * guess.pitch_x))
        top = max(0, int(guess.rows[0] - BEYOND * guess.pitch_y))
        bottom = min(height, int(guess.rows[1] + BEYOND * guess.pitch_y))
        cell_w, cell_h = min(round(guess.pitch_x), CELL), min(round(guess.pitch_y), CELL)
        size = round((right - left) * cell_w / guess.pitch_x), round((bottom - top) * cell_h / guess.pitch_y)
        if size[0] < 3 * cell_w or size[1] < 3 * cell_h:
            return None
        parts = (
            cv2.resize(edges[top:bottom, left:right], size, interpolation=cv2.INTER_AREA) for edges in (across, down)
        )
        steps = np.asarray(np.dstack(tuple(parts)), np.float32) / np.float32(255)
        return cls(
            pixels[top:bottom, left:right, :3],
            steps,
            cell_w,
            cell_h,
            left,
            top,
            (right - left) / size[0],
            (bottom - top) / size[1],
            guess.weight,
            guess[:2],
        )

    @cached_property
    def colours(self) -> Floats:
        """(h, w, 3), 0 to 1."""
        (height, width), small = self.steps.shape[:2], self.part
        while small.shape[0] >= 2 * height and small.shape[1] >= 2 * width:  # by halves it is many times as fast
            size = small.shape[1] // 2, small.shape[0] // 2
            even = small[: 2 * size[1], : 2 * size[0]]
            small = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), np.uint8)
        small = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
        return small.astype(np.float32) / np.float32(255)


def _likeness(steps: Floats, cell_w: int, cell_h: int) -> tuple[Floats, tuple[bool, bool]]:
    """How much the surroundings of every pixel agree with themselves some cells beside *and* some above or below,
    0 to 1. Bars, lines of text and frames of windows repeat in one direction only. And whether cells agree with every
    other one only, across and downwards: then they are halves.
    """
    mean = fold.averaged(steps, cell_w, cell_h)
    spread = np.maximum(fold.averaged(fold.summed(steps * steps), cell_w, cell_h) - fold.summed(mean * mean), 0)
    noise = (0.05 * float(spread.max())) ** 2 + 1e-6
    ways, halved = [], []
    for step_y, step_x in ((0, cell_w), (cell_h, 0)):
        best = np.zeros_like(spread)
        sums = []
        for lag in LAGS:
            dy, dx = lag * step_y, lag * step_x
            h, w = spread.shape[0] - dy, spread.shape[1] - dx
            if h < cell_h or w < cell_w:
                continue
            same = fold.averaged(fold.summed(steps[:h, :w] * steps[dy:, dx:]), cell_w, cell_h)
            same -= fold.summed(mean[:h, :w] * mean[dy:, dx:])
            same /= np.sqrt(spread[:h, :w] * spread[dy:, dx:] + noise)
            np.maximum(best[:h, :w], same, out=best[:h, :w])
            np.maximum(best[dy:, dx:], same, out=best[dy:, dx:])
            sums.append(float(np.maximum(same - NEAR, 0).sum()))
        ways.append(best)
        halved.append(len(sums) > 1 and sums[0] < HALVED * sums[1])
    return np.asarray(np.minimum(ways[0], ways[1]), np.float32), (halved[0], halved[1])


def _regions(likeness: Floats, view: _View) -> list[Floats]:
    """Weights of the pixels of each board: places of likeness that hang together, and those in step with them."""
    close = np.ones((view.cell_h // 2 | 1, view.cell_w // 2 | 1), np.uint8)
    mask = cv2.morphologyEx((likeness > NEAR).astype(np.uint8), cv2.MORPH_CLOSE, close)
    _, group, stats, _ = cv2.connectedComponentsWithStats(np.asarray(mask, np.uint8), connectivity=8)
    sizes = stats[:, cv2.CC_STAT_AREA] / (view.cell_w * view.cell_h)
    order = [i for i in np.argsort(-sizes) if i and sizes[i] >= FEWEST][:6]
    weight = np.clip(likeness - NEAR, 0, 1)
    parts: list[_Region] = []
    for i in order:
        own = np.where(np.asarray(group) == i, weight, 0).astype(np.float32)
        left, top, w, h, area = (int(v) for v in stats[i])
        fresh = _Region(own, _phase(view, own), (left, top, left + w, top + h), area / (w * h))
        for k, part in enumerate(parts):
            if fresh.belongs(part, view):
                parts[k] = part.joined(fresh)
                break
        else:
            parts.append(fresh)
    return [part.weight for part in parts[:3]]


class _Region(NamedTuple):
    """A part of the view in which cells repeat."""

    weight: Floats
    """(h, w), of every pixel."""
    phase: NDArray[np.complex128]
    """Where in a cell edges lie, across and downwards."""
    box: tuple[int, int, int, int]
    """Left, top, right, bottom."""
    fill: float
    """Share of the box that repeats."""

    def belongs(self, other: _Region, view: _View) -> bool:
        """Whether both are parts of one board: in step, and no farther apart than gaps between tiles are."""
        aside = np.abs(np.angle(self.phase / other.phase)) / (2 * np.pi)
        a, b = self.box, other.box
        gap = max(
            max(a[0] - b[2], b[0] - a[2]) / view.cell_w,
            max(a[1] - b[3], b[1] - a[3]) / view.cell_h,
        )
        return bool(aside.max() < STEPPED and gap < GAP * max(1 - self.fill, 1 - other.fill))

    def joined(self, other: _Region) -> _Region:
        """Both as one."""
        a, b = self.box, other.box
        box = min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
        return self._replace(weight=self.weight + other.weight, box=box)


def _phase(view: _View, weight: Floats) -> NDArray[np.complex128]:
    """Where in a cell edges lie, across and downwards, as directions on a circle."""
    strength = fold.summed(view.steps) * weight
    turns = []
    for axis, cell in ((0, view.cell_w), (1, view.cell_h)):
        along = strength.sum(axis)
        turn = np.exp(2j * np.pi * np.arange(len(along)) / cell)
        turns.append((along * turn).sum() + 1e-9)
    return np.array(turns)


def _boards_of(view: _View, weight: Floats, likeness: Floats) -> list[Lattice]:
    """The board of a region, or the boards that stand there in step."""
    cell_w, cell_h = view.cell_w, view.cell_h
    frame = fold.mean_cell(view.steps, weight, cell_w, cell_h)
    motley = cache(lambda: fold.motley(view.colours, weight, cell_w, cell_h))
    (x, lined_x), (y, lined_y) = fold.border(frame, motley, cell_w, 1), fold.border(frame, motley, cell_h, 0)
    height, width = likeness.shape
    # A board may fill the picture to its edge, give or take a little.
    x, y = (x - cell_w if x > ENDS * cell_w else x), (y - cell_h if y > ENDS * cell_h else y)
    rows = np.arange(int((height - y) / cell_h + 0.1))
    columns = np.arange(int((width - x) / cell_w + 0.1))
    if len(rows) < 2 or len(columns) < 2:
        return []
    at = np.ix_(
        np.minimum(np.round(y + (rows + 0.5) * cell_h).astype(int), height - 1),
        np.minimum(np.round(x + (columns + 0.5) * cell_w).astype(int), width - 1),
    )
    tileness = fold.tileness(view.steps, frame, cell_w, cell_h)
    seen = tileness[at]
    near = np.where(fold.averaged(weight, cell_w, cell_h)[at] > 0, likeness[at], 0)
    sure = seen[near > NEAR]
    if len(sure) < FEWEST:
        return []
    tiles = together((seen > SHOWN * float(np.percentile(sure, 60))) & (near > NEAR / 2))
    pitch_x, pitch_y = cell_w * view.scale_x, cell_h * view.scale_y
    found = []
    for window in apart(tiles):
        own = tiles[window]
        if own.sum() < FEWEST or own.size > MOST_CELLS or (own.size > MANY_CELLS and own.mean() < THIN):
            continue
        grid = Grid(
            view.left + (x + window[1].start * cell_w) * view.scale_x,
            view.top + (y + window[0].start * cell_h) * view.scale_y,
            pitch_x, pitch_y, *own.shape,
        )  # fmt: skip
        clear = np.clip(near[window][own], 0, 1)
        score = float((clear**2).sum()) * pitch_x * pitch_y * view.weight
        lined = lined_x, lined_y
        found.append(Lattice(grid, own, seen[window], score, float(clear.mean()), view.pitch, lined))
    return found


def refine(pixels: Pixels, grid: Grid, tiles: Bools | None = None) -> Grid:
    """The same grid, measured again on the `tiles` (rows, columns) that are known by now."""
    if tiles is None:
        return grid
    across, down = edging.levelled(*edging.edges(pixels))
    return measured(across, down, grid, tiles, (False, False))
