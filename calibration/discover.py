"""From pictures alone to a draft: find the board in each, sort its cells, and join what is the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from bot.errors import UsageError
from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import known_layouts
from bot.reading import Sight
from bot.reason import About, Reason
from bot.vision.blocks.common import SEVERAL
from bot.vision.blocks.refusal import GREYED, colourless
from bot.vision.regions import CellTeller
from bot.vision.tiles.refusal import why_not
from calibration.beside import teller
from calibration.draft import Draft, start
from calibration.ruled import raised_board, ruled_board
from calibration.scrolling import PART, covered_rows, in_step, risen, well_of
from calibration.shot import UNSURE, CalibrationError, Shot
from calibration.sorting import READERS, Found, at_first_sight, doubtful, sort_cells
from calibration.tiles import in_order
from engine.position import UNKNOWN

CLEAR_LEAD: Final = 1.0
"""Quality of a board of many kinds from which no other reader is tried."""
FEW: Final = 8
"""Kinds up to which a board of tiles may as well be one of blocks."""

DOUBTFUL: Final = 0.05
"""Share of cells that could not be told from which a board is not to be trusted."""
BESIDE: Final = 0.04
"""Share of a cell from which boards that lie differently are sorted again on one grid."""
RULED: Final = 0.4
"""A ruled board that has at least this share of the area of one seen by its cells is rather the board."""
ASTRAY: Final = 0.2
"""Share of a cell by which the boards of two pictures may lie differently."""
OVER: Final = 0.3
"""Of a cell, how much may lie beyond the picture."""

TOLD: Final = frozenset({About.EXTENT, About.WHICH})
"""What may be open of a board whose cells were all told."""

Progress = Callable[[str], None]


def discover(
    pictures: Sequence[Pixels],
    *,
    game: str | None = None,
    grid: Grid | None = None,
    size: tuple[int, int] | None = None,
    reader: str | None = None,
    which: str | None = None,
    progress: Progress | None = None,
) -> Draft:
    """The board in these pictures, each (height, width, 3), whatever program they show.

    `grid` says where it lies, in pixels of all of them; `size` is (rows, columns); `reader` is one of READERS; `which`
    of several boards beside each other is meant is one of SIDES.
    `progress` is told what is being done. Raises CalibrationError with one sentence when nothing can be found,
    UsageError for a reader that does not exist.
    """
    if not pictures:
        raise UsageError("Say which picture to learn from: name a file, a recording, --window or --region.")
    if reader is not None and reader not in READERS:
        raise UsageError(f"There is no reader {reader!r}; those that learn are {' and '.join(READERS)}.")
    found = []
    for number, pixels in enumerate(pictures, 1):
        if progress:
            progress(f"Looking at picture {number} of {len(pictures)}.")
        found.append(_find(np.ascontiguousarray(pixels[:, :, :3]), grid, size, reader, game, which))
    seen = [one for one in found if one is not None]
    if not seen:
        raise CalibrationError(_nothing(pictures))
    # What one picture shows but faintly, others of the same window may show plainly.
    seen = [one for one in seen if About.FAINT not in one.about] or seen
    kept, well = _scrolling(seen, size, game) or (_agreed(seen), None)
    kept = [one for one in kept if _unsure(one.shot, well) <= DOUBTFUL] or kept
    asked = any(About.WHICH in one.about for one in seen)
    reasons = (SEVERAL,) if asked else next((one.reasons for one in kept if one.reasons), ())
    if len(kept) < len(pictures) and progress:
        used = {id(one.shot.pixels) for one in kept}
        others = [number for number, one in enumerate(found, 1) if one is None or id(one.shot.pixels) not in used]
        progress(_left_out(others, len(pictures)))
    return start([one.shot for one in kept], kept[0].reader, game, reasons, well)


def _left_out(numbers: Sequence[int], count: int) -> str:
    """Says which of so many pictures are left out.

    >>> _left_out([3], 4)
    'Picture 3 of 4 does not show that board, or not clearly; it is left out.'
    """
    if len(numbers) == 1:
        return f"Picture {numbers[0]} of {count} does not show that board, or not clearly; it is left out."
    named = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    return f"Pictures {named} of {count} do not show that board, or not clearly; they are left out."


def in_the_way(draft: Draft) -> str:
    """Why a draft is not good enough to be trusted, and what would help; empty where it is."""
    unsure = max(_unsure(shot, draft.well) for shot in draft.shots)
    if unsure > DOUBTFUL or draft.about - {About.CELLS}:
        return draft.why or "Too many cells could not be told: show a clearer picture."
    if not draft.labels or (len(draft.labels) == 1 and all((shot.kind >= 0).all() for shot in draft.shots)):
        return "All cells look the same: is the grid right? Give --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
    return ""


def _unsure(shot: Shot, well: Grid | None) -> float:
    """Share of the cells of a picture that could not be told, without those that the well hides."""
    return float((shot.kind[covered_rows(well, shot.grid) :] == UNSURE).mean())


def _find(
    pixels: Pixels,
    grid: Grid | None,
    size: tuple[int, int] | None,
    reader: str | None,
    game: str | None,
    which: str | None,
) -> Found | None:
    """The board of one picture by the reader that is best borne out."""
    best: Found | None = None
    sizes = [size] if size else _known_sizes(game)
    for name in (reader,) if reader else _readers(game):
        if best is not None and best.quality >= CLEAR_LEAD and _kinds(best) > FEW:
            break
        found = at_first_sight(pixels, name, sizes, which) if grid is None else _on_grid(pixels, grid, name)
        if found is not None and (best is None or _better(found, best)):
            best = found
    if grid is None and reader != "tiles" and (best is None or best.reader == "blocks"):
        ruled = ruled_board(pixels) or (raised_board(pixels) if best is None or best.reasons else None)
        # Lines around every cell, and cells that are nearly all alike, say more than that some cells are.
        if ruled is not None and (best is None or _area(ruled) >= RULED * _area(best)):
            best = ruled
    if best is None or size is None or grid is not None:
        return best
    return _of_size(pixels, best, size)


def _kinds(found: Found) -> int:
    return int(found.shot.kind.max(initial=-1)) + 1


def _area(found: Found) -> float:
    box = found.shot.grid.box
    return box.w * box.h


def _better(found: Found, best: Found) -> bool:
    """Whether one reader's board is better borne out than another's: by no doubts about its cells, then by quality."""
    return (found.about <= TOLD, found.quality) > (best.about <= TOLD, best.quality)


def _on_grid(pixels: Pixels, grid: Grid, reader: str) -> Found:
    shot = sort_cells(pixels, grid, reader)
    return Found(reader, shot, float(shot.margins.mean()))


def _of_size(pixels: Pixels, found: Found, size: tuple[int, int]) -> Found:
    """The found board with so many rows and columns, by whole cells about the same middle, as far as the picture
    reaches.
    """
    grid = found.shot.grid
    rows, columns = size
    if (grid.rows, grid.columns) == size:
        return found
    height, width = pixels.shape[:2]
    above = _added(grid.y / grid.pitch_y, height / grid.pitch_y, grid.rows, rows)
    before = _added(grid.x / grid.pitch_x, width / grid.pitch_x, grid.columns, columns)
    if not above or not before:
        said = f"Expected {rows} rows and {columns} columns, found cells so large that the picture does not hold them."
        return found._replace(reasons=(Reason(About.WHOLE, said),))
    tried = [
        _on_grid(pixels, replace(grid, x=corner.x, y=corner.y, rows=rows, columns=columns), found.reader)
        for up in above
        for left in before
        for corner in [grid.cell((-up, -left))]
    ]
    return max(tried, key=lambda one: one.quality)


def _added(start: float, end: float, now: int, wanted: int) -> list[int]:
    """How many cells to add before the first of `now`, so that there are `wanted` about the same middle; the picture
    reaches from 0 to `end` and the first cell begins at `start`, in cells.

    >>> _added(4.8, 20.0, 9, 12), _added(4.8, 14.2, 9, 12), _added(4.8, 14.2, 9, 5), _added(4.8, 14.2, 9, 16)
    ([1, 2], [3], [-2], [])
    """
    more = wanted - now
    every = range(min(0, more), max(0, more) + 1)
    inside = [by for by in every if start - by >= -OVER and start - by + wanted <= end + OVER]
    nearest = min((abs(2 * by - more) for by in inside), default=0)
    return [by for by in inside if abs(2 * by - more) == nearest]


def _agreed(found: Sequence[Found]) -> list[Found]:
    """The pictures that show one board, read by one reader: in most of them, or the one best borne out.

    A board that is half played may lack whole rows or columns; where pictures of one size show their cells in the
    same places, the board is as large as all of them together.
    """

    def alike(base: Found) -> list[Found]:
        return [one for one in found if one.reader == base.reader and _offset(base.shot, one.shot) is not None]

    base = max(found, key=lambda one: (len(alike(one)), one.quality))
    same = alike(base)
    whole = _union(base.shot, [one.shot for one in same])
    if any(one.about != {About.EXTENT} for one in same):
        # Where one picture shows how far the board reaches, the others need not.
        same = [one._replace(reasons=()) if one.about == {About.EXTENT} else one for one in same]
    return [_laid(one, whole, base.shot) for one in same]


def _scrolling(
    found: Sequence[Found], size: tuple[int, int] | None, game: str | None
) -> tuple[list[Found], Grid] | None:
    """The pictures of a board that scrolls by parts of a cell, each on its own grid, and where it lies at rest; None
    where it does not. Boards that scroll are read as blocks; single pictures of them may be taken for tiles.
    """
    blocks = [one for one in found if one.reader == "blocks"]
    if not blocks:
        return None
    best = max(blocks, key=lambda one: one.quality).shot
    same = [one for one in found if one.shot.pixels.shape == best.pixels.shape]
    grids = in_step([one.shot for one in same])
    same = [one._replace(shot=replace(one.shot, grid=grid)) for one, grid in zip(same, grids, strict=True)]
    well = well_of([one.shot for one in same], size)
    if well is None:
        return None
    # Above a half empty stack nothing shows where the board ends; its game may say how many rows it has.
    known = {rows for rows, columns in _known_sizes(game) if columns == well.columns} if game and not size else set()
    if len(known) == 1:
        well = well_of([one.shot for one in same], (known.pop(), well.columns)) or well
    kept, better = [], 0
    still = risen(well, next(one.shot.grid for one in same if one.shot.pixels is best.pixels))
    known_cells = teller(start([best], "blocks"))
    for one in same:
        shot = sort_cells(one.shot.pixels, risen(well, one.shot.grid), "blocks")
        if abs(shot.grid.y - still.y) > PART * still.pitch_y:
            more = _told_more(known_cells, shot, still)
            if more < 0:
                return None
            better += more
        hidden = covered_rows(well, shot.grid)
        kind = shot.kind.copy()
        kind[:hidden] = UNSURE
        shot = shot.with_kinds(in_order(kind))
        kept.append(Found("blocks", shot, one.quality, doubtful(shot, hidden)))
    return (kept, well) if better else None


def _told_more(known: CellTeller | None, shot: Shot, still: Grid) -> int:
    """How many more cells show known kinds where this picture was seen to have them than where another has its: none,
    where it was only seen beside its place; or lies so little elsewhere that its cells are told at both.
    """
    if known is None:
        return 0
    here, there = (sum(row.count(UNKNOWN) for row in known.told(shot.pixels, grid)[0]) for grid in (shot.grid, still))
    return there - here


def _offset(base: Shot, other: Shot) -> tuple[int, int] | None:
    """How many rows and columns another picture's board begins after this one's; None where it is another board."""
    a, b = base.grid, other.grid
    if base.pixels.shape != other.pixels.shape:
        return (0, 0) if (a.rows, a.columns) == (b.rows, b.columns) else None
    down, across = (b.y - a.y) / a.pitch_y, (b.x - a.x) / a.pitch_x
    off = max(abs(down - round(down)), abs(across - round(across)))
    far = max(abs(b.pitch_x / a.pitch_x - 1) * b.columns, abs(b.pitch_y / a.pitch_y - 1) * b.rows)
    return (round(down), round(across)) if off < ASTRAY and far < ASTRAY else None


def _union(base: Shot, others: Sequence[Shot]) -> Grid:
    """The grid of `base` with all rows and columns that boards in pictures of the same size have."""
    grid = base.grid
    corners = [(_offset(base, one) or (0, 0), one.grid) for one in others if one.pixels.shape == base.pixels.shape]
    top, left = min(down for (down, _), _ in corners), min(across for (_, across), _ in corners)
    bottom = max(down + one.rows for (down, _), one in corners)
    right = max(across + one.columns for (_, across), one in corners)
    corner = grid.cell((top, left))
    return Grid(corner.x, corner.y, grid.pitch_x, grid.pitch_y, bottom - top, right - left)


def _laid(found: Found, whole: Grid, base: Shot) -> Found:
    """A picture sorted again on the grid of all, where its own is smaller or lies a little beside it."""
    own = found.shot.grid
    if (own.rows, own.columns) == (whole.rows, whole.columns):
        beside = max(abs(own.x - whole.x) / whole.pitch_x, abs(own.y - whole.y) / whole.pitch_y)
        if beside < BESIDE or found.shot.pixels.shape != base.pixels.shape:
            return found
    shot = sort_cells(found.shot.pixels, whole, found.reader)
    others = tuple(one for one in found.reasons if one.about is not About.CELLS)
    return found._replace(shot=shot, reasons=(*doubtful(shot), *others) if About.CELLS in found.about else others)


def _known_sizes(game: str | None) -> list[tuple[int, int]]:
    """The sizes (rows, columns) that boards of the game, or of any, are known to have."""
    return sorted({size for layout in known_layouts(game) for size in layout.sizes})


def _readers(game: str | None) -> Sequence[str]:
    """The readers that its layouts use for a known game, or all of them, in the order in which they are tried."""
    used = {layout.board.reader for layout in known_layouts(game)} if game else set[str]()
    return [name for name in READERS if name in used] or READERS


def _nothing(pictures: Sequence[Pixels]) -> str:
    """Why no board was found, as far as that can be seen, and what would help."""
    help_it = "say where it is with --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS."
    if len(pictures) > 1:
        return f"Expected a board of equal cells, found none in any of the {len(pictures)} pictures: {help_it}"
    pixels = np.ascontiguousarray(pictures[0][:, :, :3])
    reason = why_not(pixels)
    if reason.sight is Sight.COVERED:
        return reason.why
    if colourless(pixels):
        return f"Expected a board of equal cells, found {GREYED}: show it in play, or {help_it}"
    return f"Expected a board of equal cells, found none: show all of it with nothing over it, or {help_it}"
