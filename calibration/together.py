"""Several pictures of one window taken together: the board that most of them show, or one that scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.frame import Box
from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.place.pattern import Pattern
from bot.vision.place.surroundings import surroundings
from bot.vision.regions import CellTeller
from calibration.beside import teller
from calibration.draft import start
from calibration.scrolling import PART, border_of, covered_rows, in_step, part_of, risen, well_of
from calibration.shot import UNSURE, Shot
from calibration.sorting import Found, doubtful, sort_cells
from calibration.tiles import in_order
from calibration.usual import known_sizes, rises
from engine.position import UNKNOWN

BESIDE: Final = 0.04
"""Share of a cell from which boards that lie differently are sorted again on one grid."""
ASTRAY: Final = 0.2
"""Share of a cell by which the boards of two pictures may lie differently."""
PLAINER: Final = 0.03
"""By how much more plainly cells are told, in the mean, where they are than beside that."""


def agreed(found: Sequence[Found]) -> list[Found]:
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


def scrolling(
    found: Sequence[Found], size: tuple[int, int] | None, game: str | None
) -> tuple[list[Found], Grid] | None:
    """The pictures of a board that scrolls by parts of a cell, each on its own grid, and where it lies at rest; None
    where it does not. Boards that scroll are read as blocks; single pictures of them may be taken for tiles.
    """
    blocks = [one for one in found if one.reader == "blocks"]
    if not blocks:
        return None
    if len(found) == 1 and size is None:
        return _risen_alone(found[0], game)
    best = max(blocks, key=lambda one: one.quality).shot
    same = [one for one in found if one.shot.pixels.shape == best.pixels.shape]
    grids = in_step([one.shot for one in same])
    same = [one._replace(shot=replace(one.shot, grid=grid)) for one, grid in zip(same, grids, strict=True)]
    well = well_of([one.shot for one in same], size)
    if well is None:
        return None
    # Above a half empty stack nothing shows where the board ends; its game may say how many rows it has.
    known = {rows for rows, columns in known_sizes(game) if columns == well.columns} if game and not size else set()
    if len(known) == 1:
        well = well_of([one.shot for one in same], (known.pop(), well.columns)) or well
    kept, better = [], 0.0
    places = [risen(well, one.shot.grid) for one in same]
    known_cells = teller(start([best], "blocks"))
    for one, place in zip(same, places, strict=True):
        shot = sort_cells(one.shot.pixels, place, "blocks")
        aside = max((part_of(place, there) for there in places), key=abs)
        if one.shot.pixels is not best.pixels and abs(aside) > PART:
            more = _told_more(known_cells, shot, replace(place, y=place.y + aside * place.pitch_y))
            if more < 0:
                return None
            better += more
        shot, reasons = _in_its_well(shot, well)
        kept.append(Found("blocks", shot, one.quality, reasons))
    return (kept, well) if better else None


def _risen_alone(found: Found, game: str | None) -> tuple[list[Found], Grid] | None:
    """The same of a single picture of a board that has risen in its border, as boards of its game do."""
    grid = found.shot.grid
    usual = {rows for rows, columns in known_sizes(game) if columns == grid.columns} if rises(game) else set()
    if usual != {grid.rows + 1} or found.reasons:
        return None
    well = border_of(found.shot, grid.rows + 1)
    if well is None or not _anything_around(found.shot, well):
        return None
    shot, reasons = _in_its_well(sort_cells(found.shot.pixels, risen(well, grid), "blocks"), well)
    return None if reasons else ([found._replace(shot=shot)], well)


def _anything_around(shot: Shot, well: Grid) -> bool:
    """Whether anything is drawn around a board, by which it is found again whatever has risen in it."""
    around = surroundings([shot.pixels], [well])
    share, box = around.shape[1] / shot.pixels.shape[1], well.box
    return bool(Pattern(around, Box(box.x * share, box.y * share, box.w * share, box.h * share)).levels)


def _in_its_well(shot: Shot, well: Grid) -> tuple[Shot, tuple[Reason, ...]]:
    """A picture of a board that scrolls without what of it is partly hidden above, and what else could not be told."""
    hidden = covered_rows(well, shot.grid)
    kind = shot.kind.copy()
    kind[:hidden] = UNSURE
    shot = shot.with_kinds(in_order(kind))
    return shot, doubtful(shot, hidden)


def _told_more(known: CellTeller | None, shot: Shot, still: Grid) -> float:
    """How many more cells show known kinds where this picture was seen to have them than where another has its; where
    it lies so little elsewhere that its cells are told at both, by how much more plainly they are, 0 to 1; none, where
    it was only seen beside its place.
    """
    if known is None:
        return 0
    (here, plain), (there, faint) = (known.told(shot.pixels, grid) for grid in (shot.grid, still))
    if more := sum(row.count(UNKNOWN) for row in there) - sum(row.count(UNKNOWN) for row in here):
        return more
    plainer = float(plain.mean() - faint.mean())
    return plainer if abs(plainer) > PLAINER else 0


def _offset(base: Shot, other: Shot) -> tuple[int, int] | None:
    """How many rows and columns another picture's board begins after this one's; None where it is another board."""
    a, b = base.grid, other.grid
    if base.pixels.shape != other.pixels.shape:
        return (0, 0) if (a.rows, a.columns) == (b.rows, b.columns) else None
    return a.steps_to(b, ASTRAY)


def _union(base: Shot, others: Sequence[Shot]) -> Grid:
    """The grid of `base` with all rows and columns that boards in pictures of the same size have."""
    grid = base.grid
    corners = [(_offset(base, one) or (0, 0), one.grid) for one in others if one.pixels.shape == base.pixels.shape]
    top, left = min(down for (down, _), _ in corners), min(across for (_, across), _ in corners)
    bottom = max(down + one.rows for (down, _), one in corners)
    right = max(across + one.columns for (_, across), one in corners)
    return grid.part(slice(top, bottom), slice(left, right))


def _laid(found: Found, whole: Grid, base: Shot) -> Found:
    """A picture on the grid of all, where it is of their size; sorted again, where its own grid is smaller or lies
    beside that one.
    """
    own = found.shot.grid
    if (own.rows, own.columns) == (whole.rows, whole.columns):
        if found.shot.pixels.shape != base.pixels.shape:
            return found
        beside = max(abs(own.x - whole.x) / whole.pitch_x, abs(own.y - whole.y) / whole.pitch_y)
        if beside < BESIDE:
            return found._replace(shot=replace(found.shot, grid=whole))
    shot = sort_cells(found.shot.pixels, whole, found.reader)
    others = tuple(one for one in found.reasons if one.about is not About.CELLS)
    return found._replace(shot=shot, reasons=(*doubtful(shot), *others) if About.CELLS in found.about else others)
