"""Why no board can be read from a picture: told by what the picture shows, never by how a certain program looks.

It is asked only when a board was not found or is in doubt. Each reason needs evidence of its own, and where there is
none for any, nothing more is said than that no board was found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision import kinds, locate
from bot.vision.cells import cut
from bot.vision.sight import settle

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

LOOK: Final = 640
"""The longer side, in pixels, at which a picture is looked at: reasons are coarse."""
GUESSES: Final = 2
"""Lattices that are looked at."""
SMALL: Final = 16.0
"""Cells that are narrower, in pixels of the picture, show too little of a tile."""
SLOPE: Final = 0.13
"""Share of the whole range from black to white that the steepest edges of a sharp picture climb in one pixel."""
EQUAL: Final = 0.8
"""Agreement of outlines from which two cells hold the same."""
PAIRED: Final = 0.5
"""Share of the tiles of a board, in plain view, that have an equal."""
FEWEST: Final = 10
"""Tiles with an equal from which a board is known to be there."""
VIVID: Final = 0.45
"""Share of the usual contrast of tiles that one in plain view has at least."""
ALIKE: Final = 0.65
"""Agreement of most cells with each other from which all show one picture."""
BESIDE: Final = 0.4
"""Share of a cell by which a grid may lie beside the tiles."""
FAINT: Final = 5.0
"""Contrast, in grey levels, below which tiles are too dark or pale to be told apart."""
STRANGE: Final = 14.0
"""Grey levels by which a cell is unlike the ground and neither is a tile."""
SOLID: Final = 0.7
"""Share of a rectangle that is hidden when one thing lies over it."""
STEP: Final = 12
"""Grey levels of an edge."""
CALM: Final = 0.035
"""Share of edges in an area that shows next to nothing."""


LETTERED: Final = 0.25
"""Share of edges in a panel or dialog at the most."""
SPARSE: Final = 0.16
"""Share of edges in a notice at the most: a board shows more."""
COVER: Final = 8.0
"""So many times larger than a tile is a panel that hides a board."""


class Refusal(NamedTuple):
    """A reason, and how much of the board there is to be seen."""

    sight: Sight
    why: str


NOTHING: Final = Refusal(
    Sight.LOST,
    "Expected a board of tiles, found nothing that repeats like one in both directions: show the whole board, upright "
    "and with nothing over it.",
)


@dataclass(frozen=True, eq=False)
class _Traces:
    """What can be seen of a board that cannot be read."""

    grid: Grid
    """In pixels of the picture that was looked at."""
    plain: Bools
    """(rows, columns), tiles in plain view."""
    likeness: float
    """How far a cell agrees with most others."""
    contrast: float
    """Of the tiles in plain view, in grey levels."""
    worth: float
    """How many tiles have an equal, and how large they are; higher is better."""


def why_not(pixels: Pixels) -> Refusal:
    """The reason why no board can be read from `pixels` (h, w, 3 or 4)."""
    scale = min(1.0, LOOK / max(pixels.shape[:2]))
    small = _resized(pixels, scale)
    if reason := _blurred(pixels):
        return reason
    busy = _busy(small)
    if reason := _notice(busy):
        return reason
    traces = _traces(small)
    if traces:
        return _of_board(small, traces, scale)
    return _tiny(pixels) or _few(small, busy) or _empty(busy) or NOTHING


def _resized(pixels: Pixels, scale: float) -> Pixels:
    view = np.ascontiguousarray(pixels[:, :, :3])
    if scale == 1:
        return view
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(view, None, fx=scale, fy=scale, interpolation=how), np.uint8)


# --- a board that shows, but not clearly ---------------------------------------------------------------------------


def _traces(small: Pixels) -> _Traces | None:
    """The grid on which most cells have an equal elsewhere; None where there is none."""
    best: _Traces | None = None
    for lattice in islice(locate.lattices(small), GUESSES):
        found = _judged(small, lattice)
        if found and found.likeness > ALIKE:
            return found
        if found and (best is None or found.worth > best.worth):
            best = found
    return best


def _judged(small: Pixels, lattice: locate.Lattice) -> _Traces | None:
    """What a lattice shows; None where too few cells have an equal."""
    if lattice.tiles.sum() < FEWEST or min(lattice.tiles.shape) < 3:  # lines of text repeat too
        return None
    grid = locate.refine(small, lattice.grid)
    # Where a panel breaks the pattern, a grid lies a little beside the tiles.
    return _paired(small, grid, lattice.tiles) or _paired(
        small, settle(small, grid, lattice.tiles, BESIDE), lattice.tiles
    )


def _paired(small: Pixels, grid: Grid, tiles: Bools) -> _Traces | None:
    cells = cut(small, grid)
    flat = cells.reshape(-1, *cells.shape[2:])
    contrast = kinds.contrast(flat)
    usual = float(np.quantile(contrast[tiles.ravel()], 0.7))
    rich = tiles.ravel() & (contrast > VIVID * usual)
    if rich.sum() < FEWEST:
        return None
    outlines = kinds.outlines(flat[rich])
    alike = outlines @ outlines.T
    np.fill_diagonal(alike, -1)
    paired = alike.max(1) > EQUAL
    if paired.sum() < FEWEST or paired.mean() < PAIRED:
        return None
    plain = np.zeros(len(flat), np.bool_)
    plain[np.flatnonzero(rich)] = True
    # Half a tile is found as often as a whole one, but has fewer equals; several tiles in one have none.
    worth = float(paired.sum() * paired.mean() ** 3 * (grid.pitch_x * grid.pitch_y) ** 0.9)
    return _Traces(grid, plain.reshape(tiles.shape), float(np.median(alike)), float(np.median(contrast[rich])), worth)


def _of_board(small: Pixels, traces: _Traces, scale: float) -> Refusal:
    """Why a board of which there are traces cannot be read."""
    grid = traces.grid
    size = f"{grid.columns} x {grid.rows} cells"
    wide, high = grid.pitch_x / scale, grid.pitch_y / scale
    if traces.likeness > ALIKE:
        return Refusal(
            Sight.COVERED,
            f"Expected tiles, found about {size} that all look alike: the game is paused or its tiles lie face down; "
            "let it show them.",
        )
    if traces.contrast < FAINT:
        return Refusal(
            Sight.COVERED,
            f"Expected tiles, found about {size} that hardly stand out from each other: something dark or pale lies "
            "over the whole board; take it away.",
        )
    hidden = _hidden(small, traces)
    if hidden:
        place, shines = hidden
        what = "a panel that tiles shine through" if shines else "something that is neither tile nor ground"
        return Refusal(
            Sight.COVERED,
            f"Expected the whole board, found {what} over rows {place.top} to {place.bottom} and columns {place.left} "
            f"to {place.right} of what is seen of it: close the dialog or panel, or wait until it is gone.",
        )
    if min(wide, high) < SMALL:
        return _too_small(size, wide, high)
    return Refusal(
        Sight.DOUBT,
        f"Expected kinds of tiles that can be told apart, found about {size} of {wide:.0f} x {high:.0f} pixels whose "
        "tiles cannot: show the board larger, sharper and with nothing over it.",
    )


def _too_small(size: str, wide: float, high: float) -> Refusal:
    return Refusal(
        Sight.DOUBT,
        f"Expected cells of {SMALL:.0f} pixels or more, found about {size} of only {wide:.0f} x {high:.0f}: show the "
        "board larger.",
    )


class _Place(NamedTuple):
    top: int
    bottom: int
    left: int
    right: int


def _hidden(small: Pixels, traces: _Traces) -> tuple[_Place, bool] | None:
    """The rows and columns over which something lies, and whether tiles shine through it; None where nothing does.

    It is a rectangle of cells that are neither tiles in plain view nor look like the ground around the board.
    """
    grid, plain = traces.grid, traces.plain
    wide = replace(grid, x=grid.x - grid.pitch_x, y=grid.y - grid.pitch_y, rows=grid.rows + 2, columns=grid.columns + 2)
    cells = cut(small, wide)
    colour = cells[:, :, 4:-4, 3:-3].mean((2, 3))
    inner = np.s_[1:-1, 1:-1]
    ring = np.ones(colour.shape[:2], np.bool_)
    ring[inner] = False
    height, width = small.shape[:2]
    x, y = wide.x + (np.arange(wide.columns) + 0.5) * wide.pitch_x, wide.y + (np.arange(wide.rows) + 0.5) * wide.pitch_y
    ring &= ((y > 0) & (y < height))[:, None] & ((x > 0) & (x < width))[None]
    if not ring.any():
        return None
    ground = colour[ring]
    away = np.abs(colour[inner][:, :, None] - ground[None, None]).max(-1)
    away.sort(axis=-1)
    strange = away[:, :, : max(1, len(ground) // 4)].mean(-1) > STRANGE
    rough = kinds.contrast(cells.reshape(-1, *cells.shape[2:])).reshape(ring.shape)
    strange |= rough[inner] > 2 * float(np.median(rough[ring])) + 2
    strange &= ~plain
    place = _rectangle(strange)
    if place is None:
        return None
    window = np.s_[place.top : place.bottom + 1, place.left : place.right + 1]
    return place, _shines(cells[inner], plain, window, strange)


def _rectangle(strange: Bools) -> _Place | None:
    """The largest connected group of cells, 3 x 2 or more, that fills most of its rectangle."""
    filled = cv2.morphologyEx(np.pad(strange, 1).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    solid = cv2.morphologyEx(filled[1:-1, 1:-1], cv2.MORPH_OPEN, np.ones((2, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(solid)
    best = None
    for left, top, wide, high, area in stats[1:count]:
        if area >= SOLID * wide * high and (best is None or area > best[0]):
            best = int(area), _Place(int(top), int(top + high - 1), int(left), int(left + wide - 1))
    return best[1] if best else None


def _shines(cells: Floats, plain: Bools, window: tuple[slice, slice], strange: Bools) -> bool:
    """Whether cells under a cover still show outlines of tiles that are in plain view elsewhere."""
    if min(strange[window].shape) > 3:  # the outer cells lie under it in part
        window = slice(window[0].start + 1, window[0].stop - 1), slice(window[1].start + 1, window[1].stop - 1)
    under = cells[window][strange[window]]
    shown = kinds.outlines(cells[plain])
    return bool(((kinds.outlines(under) @ shown.T).max(1) > 0.6).mean() > 0.3)


# --- pictures too coarse for a board -----------------------------------------------------------------------------


def _blurred(pixels: Pixels) -> Refusal | None:
    """A picture that is out of focus as a whole: even its steepest edges are spread over many pixels."""
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels[:, :, :3]), cv2.COLOR_BGR2GRAY), np.uint8)
    dark, light = (float(level) for level in np.percentile(grey[::4, ::4], (1, 99)))
    if light - dark < STEP or min(grey.shape) < 8:
        return None
    across, down = cv2.absdiff(grey[1:, 1:], grey[1:, :-1]), cv2.absdiff(grey[1:, 1:], grey[:-1, 1:])
    times = np.cumsum(np.bincount(cv2.max(across, down).ravel(), minlength=256)[::-1])
    steepest = 255 - int(np.argmax(times > max(20, grey.size // 5000)))
    if steepest > SLOPE * (light - dark):
        return None
    return Refusal(
        Sight.DOUBT,
        f"Expected a sharp picture, found one whose sharpest edges are {(light - dark) / max(steepest, 1):.0f} pixels "
        "wide: show the board in focus and at its real size.",
    )


def _tiny(pixels: Pixels) -> Refusal | None:
    """A board whose cells are too small to be found at the picture's own size, found in an enlarged one."""
    larger = LOOK / max(pixels.shape[:2])
    if larger < 1.5:
        return None
    larger = min(larger, 4.0)
    traces = _traces(_resized(pixels, larger))
    if traces is None:
        return None
    wide, high = traces.grid.pitch_x / larger, traces.grid.pitch_y / larger
    if min(wide, high) >= SMALL:
        return None
    return _too_small(f"{traces.grid.columns} x {traces.grid.rows} cells", wide, high)


# --- pictures without a board --------------------------------------------------------------------------------------


class _Busy(NamedTuple):
    """Where a picture shows edges."""

    all: Bools
    """(h, w)."""
    frames: list[Box]
    """Upright rectangles that edges run around, the largest first."""


def _busy(small: Pixels) -> _Busy:
    soft = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.int16)
    down, across = np.abs(np.diff(soft, axis=0))[:, 1:], np.abs(np.diff(soft, axis=1))[1:]
    return _Busy(np.maximum(down, across) > STEP, _frames(down > STEP // 2, across > STEP // 2))


def _within(busy: Bools, box: Box, grown: int) -> Bools:
    """The part of a picture inside a box that is grown, or shrunk, on all sides."""
    left, top = max(0, int(box.x) - grown), max(0, int(box.y) - grown)
    return busy[top : int(box.y + box.h) + grown, left : int(box.x + box.w) + grown]


def _inner(busy: _Busy) -> Bools:
    """(h, w), the picture without its outer parts, where bars and titles are."""
    height, width = busy.all.shape
    inner = np.zeros_like(busy.all)
    inner[height // 8 : -(height // 8) or None, width // 16 : -(width // 16) or None] = True
    return inner


def _notice(busy: _Busy) -> Refusal | None:
    """A frame with a little text in it and next to nothing around it."""
    for box in busy.frames:
        around = _inner(busy)
        _within(around, box, 4)[:] = False
        calm = around.sum() > 0.1 * around.size and busy.all[around].mean() < CALM
        # A frame with a frame in it is the outline of a darkened board with a dialog over it.
        alone = not any(_holds(box, other) for other in busy.frames)
        if calm and alone and _within(busy.all, box, -3).mean() < SPARSE:
            return Refusal(
                Sight.COVERED,
                "Expected a board of tiles, found a notice on empty ground: the game is paused or over; go on with it, "
                "or begin a new one.",
            )
    return None


def _holds(box: Box, other: Box) -> bool:
    """Whether the other box lies inside this one and is much smaller."""
    return box.contains(other.centre) and other.w * other.h < 0.6 * box.w * box.h


def _empty(busy: _Busy) -> Refusal | None:
    """Ground and nothing else."""
    if busy.all[_inner(busy)].mean() > CALM / 2:
        return None
    return Refusal(
        Sight.LOST,
        "Expected a board of tiles, found next to nothing but empty ground: the game is paused, over or not begun.",
    )


def _frames(down: Bools, across: Bools) -> list[Box]:
    """Upright rectangles, corners square or round, whose four sides are edges; the largest first."""
    height, width = down.shape
    lines = _runs(down, (max(8, width // 8), 1))
    posts = _runs(across, (1, max(8, height // 10)))
    found = []
    for number, left in enumerate(posts):
        for right in posts[number + 1 :]:
            a, b = sorted((left, right), key=lambda post: post.x)
            wide, high = b.x - a.x, min(a.h, b.h)
            level = abs(a.y - b.y) + abs(a.y + a.h - b.y - b.h) < 0.15 * high
            if not level or wide < width // 8 or not 0.03 < wide * high / (width * height) < 0.8:
                continue
            reach = 0.15 * high + 3
            ends = (min(a.y, b.y), max(a.y + a.h, b.y + b.h))
            sides = [
                any(abs(line.y - end) < reach and _shared(line, a.x, b.x) > 0.6 * wide for line in lines)
                for end in ends
            ]
            if all(sides):
                found.append(Box(a.x, ends[0], wide, ends[1] - ends[0]))
    return sorted(found, key=lambda box: -box.w * box.h)


def _runs(edges: Bools, size: tuple[int, int]) -> list[Box]:
    """Straight runs of edges at least `size` (width, height) long, the 40 longest."""
    thick = (1, 3) if size[0] > size[1] else (3, 1)
    mask = cv2.dilate(edges.astype(np.uint8), np.ones(thick[::-1], np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones(size[::-1], np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = [Box(*(float(v) for v in row[:4])) for row in stats[1:]]
    return sorted(boxes, key=lambda box: -max(box.w, box.h))[:40]


def _shared(line: Box, left: float, right: float) -> float:
    return min(line.x + line.w, right) - max(line.x, left)


def _few(small: Pixels, busy: _Busy) -> Refusal | None:
    """Upright rectangles of one size, two of which show the same, that lie in no grid."""
    boxes = _rectangles(small)
    for box in boxes:
        like = [b for b in boxes if abs(b.w - box.w) <= 2 and abs(b.h - box.h) <= 2]
        if len(like) < 2 or not _has_equals(small, like):
            continue
        for frame in busy.frames:
            beside = not any(frame.contains(b.centre) for b in like)
            if beside and frame.w * frame.h > COVER * box.w * box.h and _within(busy.all, frame, -3).mean() < LETTERED:
                return Refusal(
                    Sight.COVERED,
                    f"Expected a whole board, found a panel or dialog and about {len(like)} things like tiles around "
                    "it: close it, or wait until it is gone.",
                )
        return Refusal(
            Sight.DOUBT,
            f"Expected a board of tiles, found about {len(like)} things like tiles and no grid that they lie in: the "
            "board is nearly empty, or something lies over most of it.",
        )
    return None


def _rectangles(small: Pixels) -> list[Box]:
    """Upright rectangles of the size of tiles."""
    edges = cv2.dilate(cv2.Canny(small, 60, 160), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    boxes: list[Box] = []
    for contour in contours:
        x, y, w, h = cv2.boundingRect(contour)
        if not (8 <= w <= 90 and 8 <= h <= 90 and 0.5 < w / h < 2) or cv2.contourArea(contour) < 0.75 * w * h:
            continue
        if all(abs(x + w / 2 - b.centre.x) + abs(y + h / 2 - b.centre.y) > 0.6 * min(w, h) for b in boxes):
            boxes.append(Box(x, y, w, h))
    return boxes


def _has_equals(small: Pixels, boxes: list[Box]) -> bool:
    """Whether two of these parts of a picture show the same, and something at all."""
    cells = np.concatenate([cut(small, Grid(b.x, b.y, b.w, b.h, 1, 1))[0] for b in boxes])
    rich = kinds.contrast(cells) > 2 * FAINT
    if rich.sum() < 2:
        return False
    outlines = kinds.outlines(cells[rich])
    alike = outlines @ outlines.T
    np.fill_diagonal(alike, -1)
    return bool(alike.max() > EQUAL)
