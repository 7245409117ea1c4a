"""Where a board is cut off in the middle of its cells: between it and a straight edge lie parts of what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import CELL_H, cut
from bot.vision.finding.scanlines import restored

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SIDES: Final = ("left", "top", "right", "bottom")
SHALLOWEST: Final = 0.15
"""Share that is seen of cells that are cut off, at the least: what is less may be a border."""
SHOWN: Final = 0.1
"""The same of blocks, which are told by their colours."""
DEEPEST: Final = 0.95
"""The same at the most: nothing is missing then."""
NEARLY: Final = 0.9
"""The same of a row of tiles that lacks no more than what runs around them."""
COVERED: Final = 0.2
"""Share of them that something lies over, at the least: what is less may be their rim."""
FEWEST: Final = 3
"""Cells along a side that show a part of a kind, at the least."""
SHARE: Final = 0.25
"""The same as a share of the cells along it."""
EACH: Final = 6
"""Cells of a kind that parts are compared with, at the most."""
NOISE: Final = 4.0
"""Grey levels by which parts of one kind may always differ."""
SPREAD: Final = 1.5
"""How many times as much as cells of one kind parts of it may differ."""
APART: Final = 2.0
"""How many times as far the next kind is from a part that tells its kind."""
STEP: Final = 6
"""Grey levels of a straight edge at which a board ends."""
STRAIGHT: Final = 0.9
"""Share of its length along which it is drawn."""
RIM: Final = 0.15
"""Share of what is seen, at both ends, in which a line between cells need not be drawn."""
AT: Final = 0.05
"""Cells by which such lines lie beside their places, at the most."""
MOST: Final = 0.7
"""Share of these lines that go on where a ruled board is cut off; elsewhere in the cells as few stand there."""
BESIDE: Final = 0.5
"""Cells by which it goes on beside the board, on both sides: borders of cells and frames do not."""
MISSING: Final = 0.3
"""Share of a cell that may lie beyond the board where faces stand beside the middle of their cells."""
LINE: Final = 2
"""Pixels below the last row in which its own line may lie."""
FLUSH: Final = 0.05
"""Cells by which a last row that ends with the picture may be more or less than a whole one."""


class Clip(NamedTuple):
    """A side on which a board is cut off."""

    side: str
    """One of SIDES."""
    at_edge: bool
    """Whether the picture ends there; else something lies over the rest."""

    def __str__(self) -> str:
        """What was found, as the end of a sentence."""
        if self.at_edge:
            return f"cut off at the {self.side} of the picture: show all of it."
        return f"cut off at its {self.side} by a straight edge: scroll, or make the window larger, to show all of it."


def clipped(pixels: Pixels, grid: Grid, kind: Ints, *, blocks: bool = False) -> Clip | None:
    """Where a board in a picture (h, w, 3) is cut off, if parts of several of its kinds tell it; `kind` (rows, columns)
    is negative where a cell shows none.

    A board of `blocks` may be ruled, and its lines go on. It may have risen, and its frame hides parts of rows: only
    what runs across the whole picture cuts it off.
    """
    pixels = restored(pixels)  # every scan line is a straight edge
    for number, side in enumerate(SIDES):
        seen, where, what = _turned(pixels, grid, kind, number)
        at_edge = _ends_below(seen, where, what, blocks)
        if at_edge is not None:
            return Clip(side, at_edge)
    return None


def ruled_off(pixels: Pixels, grid: Grid, sides: Sequence[str] = ("right", "bottom")) -> Clip | None:
    """Whether a ruled board is cut off on one of some sides, on which it has no clues: its lines go on to a straight
    edge, or to where all of them end at once: what cuts it off may have the colour of the page.
    """
    for side in sides:
        seen, where, _ = _turned(pixels, grid, np.zeros((grid.rows, grid.columns), np.int64), SIDES.index(side))
        start = where.y + where.box.h
        for depth, at_edge in _edges(seen, where, start, across_all=True):
            if _ruled(seen, where, start, depth):
                return Clip(side, at_edge)
        shallow, deep = round(SHALLOWEST * where.pitch_y), round((1 - COVERED) * where.pitch_y)
        if start + deep < len(seen) and _ruled(seen, where, start, shallow) and not _ruled(seen, where, start, deep):
            return Clip(side, at_edge=False)
    return None


def flush(pixels: Pixels, grid: Grid, side: str) -> Clip | None:
    """Whether a grid ends on one of SIDES right where the picture (h, w, 3) does, or something that runs across all of
    it: what lies beyond, if anything, is not seen.
    """
    seen, where, _ = _turned(pixels, grid, np.zeros((grid.rows, grid.columns), np.int64), SIDES.index(side))
    start, depth = round(where.y + where.box.h), round(SHALLOWEST * where.pitch_y)
    if len(seen) - start <= depth:
        return Clip(side, at_edge=True)
    below = seen[start + LINE : start + depth + 1].astype(np.int16)
    step = (np.abs(np.diff(below, axis=0)).max(2) > STEP).mean(1)
    return Clip(side, at_edge=False) if (step > STRAIGHT).any() else None


def to_edges(pixels: Pixels, grid: Grid) -> Grid:
    """A ruled board with the rows and columns in which its lines go on for just one cell: there the end of the picture
    (h, w, 3), or of the window, bounds them, or nothing, where a program draws lines only between cells.
    """
    kind = np.zeros((grid.rows, grid.columns), np.int64)
    more = []
    for number in range(len(SIDES)):
        seen, where, _ = _turned(pixels, grid, kind, number)
        start = where.y + where.box.h
        room = (len(seen) - start) / where.pitch_y
        ends = abs(room - 1) <= FLUSH
        whole = ends or room > 1
        goes_on = whole and _ruled(seen, where, start, min(len(seen) - round(start), round(where.pitch_y)))
        more.append(int(goes_on and (ends or not _lined(seen, where, start + where.pitch_y))))
    return grid.grown(*more)


def _turned(pixels: Pixels, grid: Grid, kind: Ints, side: int) -> tuple[Pixels, Grid, Ints]:
    """A picture, the grid in it and its kinds, turned so that a side lies below."""
    if side % 2 == 0:
        pixels, kind = pixels.transpose(1, 0, 2), kind.T
        grid = grid.turned
    if side < 2:
        pixels, kind = pixels[::-1], kind[::-1]
        grid = replace(grid, y=len(pixels) - grid.y - grid.box.h)
    return np.ascontiguousarray(pixels), grid, kind


def _ends_below(pixels: Pixels, grid: Grid, kind: Ints, blocks: bool) -> bool | None:
    """Whether the picture's end cuts a board off below it, or in its last row, or whether something else does; None
    where nothing does.
    """
    cells = cut(pixels, replace(grid, rows=grid.rows + 1))
    # A tile in part is taken for a tile, but never for one of few blocks.
    for row in (grid.rows,) if blocks else (grid.rows, grid.rows - 1):
        start = grid.y + row * grid.pitch_y
        ends = list(_edges(pixels, grid, start, across_all=blocks, least=SHOWN if blocks else SHALLOWEST))
        known = np.flatnonzero(_some(kind[:row].ravel()))
        if not ends or not len(known):
            continue
        kinds = kind[:row].ravel()[known]
        looks = cells[:row].reshape(-1, *cells.shape[2:])[known]
        apart, limit = _apart(cells[row], looks), _limit(looks, kinds)
        for seen, at_edge in ends:
            if row < grid.rows and (seen > NEARLY * grid.pitch_y or _aside(pixels, grid, grid.pitch_y - seen)):
                continue
            if _parts(apart, kinds, limit, int(seen / grid.pitch_y * CELL_H), at_edge):
                return at_edge
            if blocks and _ruled(pixels, grid, start, seen):
                return at_edge
    return None


def _edges(
    pixels: Pixels, grid: Grid, start: float, across_all: bool, least: float = SHALLOWEST
) -> Iterator[tuple[int, bool]]:
    """How many pixels are seen of a row of cells that begins at `start` and ends at a straight edge, and whether that
    is the picture's. This share of them at the `least`.
    """
    height, box = len(pixels), grid.box
    first, last = round(start + least * grid.pitch_y), round(start + DEEPEST * grid.pitch_y)
    covered = round(start + (1 - COVERED) * grid.pitch_y)
    aside = BESIDE * grid.pitch_x
    columns = slice(None) if across_all else slice(max(0, round(box.x - aside)), round(box.x + box.w + aside))
    for line in range(max(1, first), min(covered, height - 1) + 1):
        step = np.abs(pixels[line, columns].astype(np.int16) - pixels[line - 1, columns]).max(1) > STEP
        if step.mean() > STRAIGHT:
            yield round(line - start), False
    if first <= height <= last:
        yield round(height - start), True


def _aside(pixels: Pixels, grid: Grid, missing: float) -> bool:
    """Whether a grid lies beside its board rather than is cut off: what is `missing` of its last row, in pixels, lies
    above the first one, up to a straight edge. Faces need not stand in the middle of their cells.
    """
    if missing > MISSING * grid.pitch_y:
        return False
    box, reach = grid.box, 1 + AT * grid.pitch_y
    first, last = max(1, round(grid.y - missing - reach)), min(len(pixels), round(grid.y - missing + reach) + 1)
    columns = slice(max(0, round(box.x)), round(box.x + box.w))
    rows = pixels[first - 1 : last, columns].astype(np.int16)
    return bool(((np.abs(np.diff(rows, axis=0)).max(2) > STEP).mean(1) > STRAIGHT).any()) if len(rows) > 1 else False


def _some(kind: Ints) -> NDArray[np.bool_]:
    """Which cells show a kind, EACH of it at the most."""
    some = np.zeros(len(kind), np.bool_)
    for one in np.unique(kind[kind >= 0]):
        some[np.flatnonzero(kind == one)[-EACH:]] = True
    return some


def _apart(line: Floats, looks: Floats) -> Floats:
    """(CELL_H, len(line), len(looks)), the mean squared difference of cells in every row of their pixels."""
    a, b = (cells.transpose(1, 0, 2, 3).reshape(CELL_H, len(cells), -1) for cells in (line, looks))
    square = (a * a).sum(2)[:, :, None] + (b * b).sum(2)[:, None] - 2 * a @ b.transpose(0, 2, 1)
    return np.asarray(np.maximum(square, 0) / a.shape[2], np.float32)


def _limit(looks: Floats, kinds: Ints) -> float:
    """Grey levels by which a part of a kind may differ from one of its cells."""
    apart = _apart(looks, looks).mean(0)
    apart[(kinds[:, None] != kinds) | np.eye(len(kinds), dtype=bool)] = np.inf
    nearest = apart.min(1)
    same = nearest[np.isfinite(nearest)]
    return NOISE + (SPREAD * float(np.sqrt(np.median(same))) if len(same) else 0.0)


def _parts(apart: Floats, kinds: Ints, limit: float, depth: int, at_edge: bool) -> bool:
    """Whether cells of a line show parts of kinds down to a depth, and nothing of them below it; kinds may be alike so
    far, but some are told.
    """
    seen = np.sqrt(apart[:depth].mean(0))
    near = np.sort(np.stack([seen[:, kinds == one].min(1) for one in np.unique(kinds)], 1), 1)
    like, best = near[:, 0] < limit, seen.argmin(1)
    if not at_edge:
        # The outermost rows of whole cells may differ, too: they show rims and what lies beside.
        middle = depth + 1 + max(1, (CELL_H - depth) // 2)
        beyond = np.sqrt(apart[depth + 1 : middle].mean(0))[np.arange(len(best)), best]
        like &= beyond > APART * limit
    if near.shape[1] < 2 or np.count_nonzero(like) < max(FEWEST, SHARE * len(like)):
        return False
    told = like & (near[:, 1] > np.maximum(limit, APART * near[:, 0]))
    return len(np.unique(kinds[best[told]])) > 1


def _lined(pixels: Pixels, grid: Grid, start: float) -> bool:
    """Whether some lines between cells go on from there, for a part of a cell."""
    return _ruled(pixels, grid, start, round(min(SHALLOWEST * grid.pitch_y, len(pixels) - start)))


def _ruled(pixels: Pixels, grid: Grid, start: float, seen: int) -> bool:
    """Whether lines between cells go on over what is seen of the next row, and are drawn there alone."""
    first, last = round(start + RIM * seen), round(start + (1 - RIM) * seen)
    before = round(start - RIM * grid.pitch_y)
    rows = pixels[round(start - (1 - RIM) * grid.pitch_y) : before], pixels[first:last]
    reach = max(1, round(AT * grid.pitch_x))
    between = grid.x + np.arange(1, grid.columns) * grid.pitch_x
    if last <= first or not len(rows[0]) or len(between) < FEWEST or 2 * reach + 1 > grid.pitch_x / 4:
        return False
    drawn = []
    for part in rows:
        step = np.abs(np.diff(part.astype(np.int16), axis=1)).max(2) > STEP
        for places in (between, between + grid.pitch_x / 2):
            at = np.clip(
                np.rint(places).astype(np.int64)[:, None] + np.arange(-reach - 1, reach + 1), 0, step.shape[1] - 1
            )
            drawn.append(float((step[:, at].any(2).mean(0) > STRAIGHT).mean()))
    return min(drawn[0], drawn[2]) > MOST and drawn[3] < 1 - MOST
