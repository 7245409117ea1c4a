"""The board at one place of a picture: within a frame that is drawn around it, or as far as there are blocks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.grid import Grid
from bot.vision.blocks.apart import with_heaps
from bot.vision.blocks.core import core_of, without_walls
from bot.vision.blocks.extent import GOES_ON, bounded, extent, ruled_beyond
from bot.vision.blocks.extent import UNKNOWN as BEYOND
from bot.vision.blocks.lattice import PAIRS
from bot.vision.blocks.panel import LINE, Frame, bordered, fitted, risen, same_frame, sunk
from bot.vision.blocks.plausible import (
    FEWEST,
    FEWEST_IN_FRAME,
    FLYING,
    agree,
    edged,
    floats,
    goes_on,
    grown,
    lined,
    many,
    margin,
    paired,
    parts,
    rests,
    striped,
    uniform,
)
from bot.vision.blocks.recur import Spot, mapped
from bot.vision.blocks.room import room
from bot.vision.blocks.scene import Ruled, Scene
from bot.vision.blocks.settle import laid, nudged, placed, settled, sharper, unlike
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting

LIKELY: Final = 1.2
"""Quality from which it is a board."""
LIKELY_WHEN_TOLD: Final = 0.7
"""The same where there are PLENTY of blocks, and HARDLY_ANY cell is in doubt."""
PLAINLY: Final = 2.0
"""Quality from which no other grid is asked."""
PLENTY: Final = 30
HARDLY_ANY: Final = 0.03
HARDLY: Final = 0.1
"""Share of its cells that may be doubted in a frame where a board is beyond question."""
SLAB: Final = 2
"""Rows or columns less, at least, of what only a slab across such a board bounds."""
LIKELY_IN_FRAME: Final = 0.8
"""The same in a frame that holds a whole number of cells."""
NARROWEST: Final = 4
"""Rows or columns that a board has at least."""
LOWEST: Final = 3
"""Rows of blocks that are seen of a board, at least, where no frame tells how far it reaches."""
MOST_CELLS: Final = 700
"""Cells of the largest board."""
RISEN: Final = 1.5
"""How many times less alike cells are at the frame of a stack that has risen."""
NOISE: Final = 1.0
"""Grey levels by which they may always be."""
BESIDE: Final = 0.1
"""Cells by which blocks may lie beside their grid."""
FAR_BESIDE: Final = 0.15
"""The same where a frame tells the place."""
AKIN: Final = 4.5
"""Grey levels by which like cells may differ on a grid that only lies a little beside them."""
NUDGED: Final = 3
"""Grids of one picture that are moved by a little."""
TRIES: Final = 12
"""Frames of one picture that are looked into, those of large cells first."""
GROWN: Final = 5
"""Lines of cells, on each side, by which blocks may reach beyond the place that was found."""
ROOMY: Final = 16
"""The same, by which empty cells may."""
DOUBTED: Final = 0.4
"""Share of cells that cannot be told from which it is no board."""
DOUBTED_OF_TWO: Final = 0.1
"""The same where no more than two kinds are told: light and shade of anything look like two kinds."""


def exactly_framed(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot within a frame around it that holds a whole number of cells."""
    return framed(scene, spot, size, exact=True)


def framed(scene: Scene, spot: Spot, size: tuple[int, int] | None, exact: bool = False) -> Sorting | None:
    """The board at a spot within another frame around it, which may be wider than its cells."""
    seen: list[Frame] = []
    best: Sorting | None = None
    for ruled in scene.lines():
        fresh = [
            frame
            for frame in scene.around(spot, ruled)[0 if exact else 1]
            if not any(same_frame(frame, other, spot.grid) for other in seen)
        ]
        seen += fresh
        found = within(scene, spot, ruled, fresh, size)
        if found is not None and (best is None or _open(found) < _open(best)):
            best = found
        if best is not None and not _open(best):
            break
    return best


def _open(sorting: Sorting) -> int:
    """How many cells are in doubt."""
    return int((sorting.kind == UNSURE).sum())


def within(scene: Scene, spot: Spot, ruled: Ruled, around: list[Frame], size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot within one of these frames."""
    best: Sorting | None = None
    poor: list[Grid] = []
    for frame in around:
        below = sunk(ruled.upright, frame, spot.grid.pitch_y)
        if scene.framed >= TRIES:
            break
        scene.framed += 1
        whole = fitted(frame, spot.grid)
        recurring = mapped(spot, whole)
        if recurring.sum() < PAIRS:
            continue
        sharp = sharper(scene.across, scene.down, Spot(whole, recurring, spot.pairs))[0]
        moved = settled(scene.pixels, sharp, recurring, axes=(0,))
        # Where cells look as much alike at the frame, the stack has not risen.
        apart, least = unlike(scene.pixels, sharp, recurring), unlike(scene.pixels, moved, recurring)
        # A frame around a stack at rest tells the size of its cells, too.
        grid = whole if unlike(scene.pixels, whole, recurring) < apart else sharp
        tried = [risen(sharp, moved.y), grid] if apart > RISEN * least + NOISE else [grid]
        tried = [one for one in tried if size in {None, (one.rows, one.columns)}]
        tried = [one for one in tried if not any(_in_step(one, other) for other in poor)]
        if not tried:
            continue
        found = (_judged(scene, one, framed=True) for one in tried)
        sorting = next((one for one in found if one is not None), None)
        floor = frame.bottom
        if sorting is None and size is None:
            standing = (_on_floor(scene, one, ruled) for one in tried)
            sorting, floor = next((one for one in standing if one is not None), (None, floor))
        grid = tried[-1] if sorting is None else sorting.grid
        unclear = sorting is None and scene.quality(grid) < LIKELY_IN_FRAME
        if unclear and least < AKIN and scene.nudged < NUDGED and not scene.settled:
            scene.nudged += 1
            poor.append(grid)
            grid = nudged(scene.pixels, grid, mapped(spot, grid))
            sorting = _judged(scene, grid, framed=True)
        if sorting is None and scene.quality(grid) < LIKELY / 2:
            poor.append(grid)
        doubted = sorting is None or _open(sorting) >= HARDLY_ANY * sorting.kind.size
        if doubted and size is None and scene.quality(grid) > LIKELY:
            # Halves of blocks recur as well where kinds are few: the stack may begin where edges say that it does.
            places = placed(scene.pixels, scene.across, scene.down, Spot(sharp, recurring, spot.pairs))
            higher = [one for one in (risen(sharp, place.y) for place in places) if one.rows < sharp.rows]
            found = (_judged(scene, one, framed=True) for one in higher)
            sorting = min((one for one in (sorting, *found) if one is not None), key=_open, default=None)
            grid = grid if sorting is None else sorting.grid
        if sorting is None:
            continue
        if below and not rests(sorting):
            continue
        # Lines of empty cells may lie a little beside a grid that the blocks have.
        better = settled(scene.pixels, grid, sorting.kind >= 0)
        if any(ruled_beyond(*scene.ruled, one, sorting.kind != EMPTY) for one in (grid, better)):
            scene.going_on.append(sorting)
            continue
        if not bordered(*ruled, frame._replace(bottom=floor), grid, sorting.kind == EMPTY):
            scene.open_.setdefault(spot, sorting)
            continue
        scene.frames[grid] = ruled, frame
        if best is not None and _spanned(best, sorting):
            continue
        if not _open(sorting):
            return sorting
        if best is None or _open(sorting) < _open(best):
            best = sorting
    return best


def _spanned(whole: Sorting, part: Sorting) -> bool:
    """Whether a board is a part of another one in which few cells are in doubt: then what bounds it is a slab, say,
    that lies across the other.
    """
    # Of a stack that has risen a row is cut off.
    if max(whole.grid.rows - part.grid.rows, whole.grid.columns - part.grid.columns) < SLAB:
        return False
    a, b = whole.grid.box, part.grid.box
    reach_x, reach_y = whole.grid.pitch_x / 2, whole.grid.pitch_y / 2
    inside = a.x - reach_x < b.x and b.x + b.w < a.x + a.w + reach_x and a.y - reach_y < b.y
    inside = inside and b.y + b.h < a.y + a.h + reach_y
    return inside and _open(whole) < HARDLY * whole.kind.size


def _on_floor(scene: Scene, grid: Grid, ruled: Ruled) -> tuple[Sorting, int] | None:
    """The board on a grid that reaches below the floor on which all blocks rest, and where its floor is drawn; a frame
    may go on below it.
    """
    if grid.rows * grid.columns > MOST_CELLS or scene.quality(grid) <= LIKELY or not floats(scene.sorting(grid)):
        return None
    rows = int(np.flatnonzero((scene.sorting(grid).kind >= 0).any(1))[-1]) + 1
    floor, reach = round(grid.y + rows * grid.pitch_y), round(BESIDE * grid.pitch_y)
    drawn = {
        line: ruled.level.share(line, grid.x, grid.x + grid.box.w) for line in range(floor - reach, floor + reach + 1)
    }
    line = max(drawn, key=lambda line: drawn[line])
    sorting = _judged(scene, replace(grid, rows=rows), framed=True) if drawn[line] > LINE else None
    return None if sorting is None else (sorting, line)


def _in_step(one: Grid, other: Grid) -> bool:
    """Whether two grids cut the same cells, where both lie."""
    x, y = (one.x - other.x) / one.pitch_x, (one.y - other.y) / one.pitch_y
    return max(abs(x - round(x)), abs(y - round(y))) < BESIDE


def free(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot as far as there are blocks, and why it may reach farther."""
    if spot.grid.rows * spot.grid.columns > MOST_CELLS:
        return None
    core = core_of(scene.open_[spot]) if spot in scene.open_ else None
    if core is not None:
        return _reaching(scene, *core, size)
    usual, *others = sharper(scene.across, scene.down, spot)
    best = _laid_best(scene, spot, usual, size)
    for other in others if best is None else ():
        spent = scene.sorted
        best = best or _laid_best(scene, spot, other, size)
        scene.sorted = spent  # a few spots have more than one, which leaves as much to others as before
    return best


def _laid_best(scene: Scene, spot: Spot, sharp: Grid, size: tuple[int, int] | None) -> Sorting | None:
    """The same with the pitch of a grid that was measured there."""
    best: Sorting | None = None
    for grid in laid(scene.pixels, scene.across, scene.down, spot, sharp):
        # The outermost lines may be of what lies around the board.
        tries = [one for one in (grid, grid.wider(-1)) if min(one.rows, one.columns) >= LOWEST]
        core = next((core for one in tries if (core := core_of(scene.sorting(one))) is not None), None)
        found = None if core is None else _reaching(scene, *core, size)
        if found is not None and (best is None or found.quality > best.quality):
            best = found
        # On a grid that lies beside them by half, blocks may be sorted, but never as plainly.
        if best is not None and best.quality > PLAINLY:
            break
    return best


def _reaching(
    scene: Scene, core: Grid, full: bool, size: tuple[int, int] | None, again: bool = False
) -> Sorting | None:
    """The board around a part of it that holds blocks, and may be `full` of them; `again`: without its walls."""
    if size is None and (wider := with_heaps(scene.pixels, scene.sorting(core))) != core:
        core, full = wider, False
    grid, why = extent(scene.across, scene.down, core, size, full)
    if size is None and grid.rows * grid.columns > MOST_CELLS:
        # The lines around the board are those of a window, or of the ground in it.
        grid, why = core, BEYOND
    for _ in range(GROWN if size is None else 0):
        beyond = goes_on(scene.pixels, scene.sorting(grid))
        if not any(beyond) or scene.sorting(grid).quality <= _least(scene.sorting(grid)):
            break
        # What was taken for its border was drawn by blocks.
        grid, why = grown(grid, beyond), BEYOND
    around = None
    for _ in range(ROOMY if size is None else 0):
        around = room(scene.pixels, scene.sorting(grid))
        if around is None or not any(around.beyond):
            break
        grid, why = grown(grid, around.beyond), BEYOND
    sorting = _judged(scene, grid)
    if sorting is None and grid != core and scene.quality(core) > LIKELY and scene.nudged < NUDGED:
        # Cells that are measured in a part of a board are a little too large, or too small, for all of it.
        scene.nudged += 1
        blocks = mapped(Spot(core, scene.sorting(core).kind >= 0, 0), grid)
        grid = nudged(scene.pixels, grid, blocks)
        sorting = _judged(scene, grid)
    if sorting is None:
        return None
    # Sorted anew the blocks show that what was taken for the outermost of them is a wall.
    inner = without_walls(sorting) if size is None and not again else None
    if inner is not None:
        return _reaching(scene, *inner, size, again=True)
    empty = sorting.kind == EMPTY
    if size is None and ruled_beyond(*scene.ruled, grid, ~empty):
        why = BEYOND
    elif around is not None and around.ends:
        why = None
    elif size is None and not why and not bounded(scene.across, scene.down, grid, empty):
        why = BEYOND
    if size is None and not why and sorting.grid.rows < NARROWEST:
        why = GOES_ON
    return replace(sorting, why=why)


def standing(scene: Scene, ruled: Ruled, frame: Frame, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board on a known grid within a frame, on whose floor its blocks stand: those that the spot holds and no
    others, or enough to be sure that it is a board.
    """
    grid = spot.grid
    if size not in {None, (grid.rows, grid.columns)}:
        return None
    # Few blocks look as much alike a little beside their grid: it stays where it is.
    sorting = scene.sorting(grid)
    full = sorting.kind != EMPTY
    plain = np.array_equal(full, spot.cells) and rests(replace(sorting, kind=np.where(full, 0, EMPTY)), FLYING)
    if not plain and (_judged(scene, grid, framed=True) is None or not rests(sorting, FLYING)):
        return None
    if not bordered(*ruled, frame, grid, ~full):
        return None
    scene.frames[grid] = ruled, frame
    return sorting


def as_laid(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot that lies exactly, as far as there are blocks."""
    core = core_of(scene.sorting(spot.grid)) if spot.grid.rows * spot.grid.columns <= MOST_CELLS else None
    return None if core is None else _reaching(scene, *core, size)


def as_it_is(scene: Scene, spot: Spot, size: tuple[int, int] | None) -> Sorting | None:
    """The board at a spot, no larger than that: what is told of one board beside another, where none by itself is."""
    sorting = _judged(scene, spot.grid) if size in {None, (spot.grid.rows, spot.grid.columns)} else None
    return None if sorting is None else replace(sorting, why=sorting.why or BEYOND)


def alike(scene: Scene, grid: Grid) -> Sorting | None:
    """The board on a grid, or a little beside it, where another one tells that it lies there."""
    sorting = scene.sorting(grid)
    if not many(sorting, FEWEST_IN_FRAME):
        return None
    moved = settled(scene.pixels, grid, sorting.kind >= 0)
    return _judged(scene, moved, framed=True) or _judged(scene, grid, framed=True)


def _under(sorting: Sorting) -> int:
    """The rows under all that is there, if nothing in them can be told: they are half a row, or what lies below."""
    floor = int(np.flatnonzero((sorting.kind >= 0).any(1))[-1]) + 1
    return len(sorting.kind) - floor if (sorting.kind[floor:] == UNSURE).all() else 0


def _judged(scene: Scene, grid: Grid, framed: bool = False) -> Sorting | None:
    """The cells of a grid sorted; None where that is no board, for which less must speak where it is `framed`."""
    least = NARROWEST if framed else LOWEST
    if grid.rows * grid.columns > MOST_CELLS or grid.rows < least or grid.columns < NARROWEST:
        return None
    sorting = scene.sorting(grid)
    open_ = float((sorting.kind == UNSURE).mean())
    likely = _least(sorting, framed)
    fewest = FEWEST_IN_FRAME if framed and open_ == 0 and sorting.quality > LIKELY else FEWEST
    most = DOUBTED if sorting.kinds > 2 else DOUBTED_OF_TWO
    if sorting.quality <= likely or not many(sorting, fewest) or open_ > most:
        return None
    if not framed and floats(sorting) and (under := _under(sorting)):
        return _judged(scene, replace(grid, rows=grid.rows - under))
    if (
        parts(sorting)
        or edged(sorting)
        or floats(sorting)
        or lined(sorting)
        or uniform(sorting)
        or striped(sorting)
        or any(_spanned(whole, sorting) for whole in scene.going_on)
        or margin(scene.pixels, sorting)
        or paired(scene.pixels, sorting)
        or any(goes_on(scene.pixels, sorting, framed))
        or (framed and (around := room(scene.pixels, sorting)) is not None and any(around.beyond))
    ):
        return None
    better = settled(scene.pixels, grid, sorting.kind >= 0)
    aside = max(abs(better.x - grid.x) / grid.pitch_x, abs(better.y - grid.y) / grid.pitch_y)
    if aside <= BESIDE:
        return sorting
    other = scene.sorting(better)
    # Beside its cells a grid may still be sorted, with thin figures lost: then it shows other kinds.
    if not agree(sorting, other) or any(goes_on(scene.pixels, other, framed)):
        return None
    return sorting if framed and aside <= FAR_BESIDE else other


def _least(sorting: Sorting, framed: bool = False) -> float:
    """Quality above which a sorting may be a board."""
    if (sorting.kind == UNSURE).mean() < HARDLY_ANY and (sorting.kind >= 0).sum() >= PLENTY:
        return LIKELY_WHEN_TOLD
    return LIKELY_IN_FRAME if framed else LIKELY
