"""The board of one picture: each reader that may suit it looks at it, and the one that is best borne out is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.layouts import known_layouts
from bot.reason import About, Reason
from bot.vision.clipped import clipped
from calibration.boxed import boxed_board
from calibration.draft import start
from calibration.heaped import heaped_board
from calibration.joined import sort_by_colour, sort_joined, sort_touching
from calibration.likely import in_pairs
from calibration.resting import rests
from calibration.ruled import QUALITY, lined_board, lined_grid, raised_board, ruled_board
from calibration.scattered import scattered_board
from calibration.shot import UNSURE, Shot
from calibration.sorting import READERS, Found, at_first_sight, doubtful, sort_cells
from calibration.usual import columns_where_pairs_fall, falls, known_sizes

CLEAR_LEAD: Final = 1.0
"""Quality of a board of many kinds, each in an even number of cells, from which no other reader is tried."""
FEW: Final = 8
"""Kinds up to which a board of tiles may as well be one of blocks."""
RULED: Final = 0.4
"""A ruled board that has at least this share of the area of one seen by its cells is rather the board."""
ODD: Final = 0.25
"""Share of the kinds of tiles on a board that are there an odd number of times, at the most."""
ASIDE: Final = 0.2
"""Of a cell, how far two readers may lay the same cells aside of each other."""
BESIDE: Final = 2.5
"""Cells between a grid of lines, whose outer cells may have none, and what stands beside it, at the most…"""
PITCH: Final = 0.04
"""… by how much its cells are not as large, or a whole number of times as large…"""
OVERLAP: Final = 0.5
"""… how many of them may reach into it, at the most…"""
ALONG: Final = 0.7
"""… and the share of its length along which it lies beside the grid, at the least."""
OVER: Final = 0.3
"""Of a cell, how much may lie beyond the picture."""
TOLD: Final = frozenset({About.EXTENT, About.WHICH})
"""What may be open of a board whose cells were all told."""


def board_of(
    pixels: Pixels,
    grid: Grid | None,
    size: tuple[int, int] | None,
    reader: str | None,
    game: str | None,
    which: str | None,
) -> Found | None:
    """The board of one picture by the reader that is best borne out."""
    best: Found | None = None
    sizes = [size] if size else known_sizes(game)
    falling = grid is None and falls(game) and reader != "tiles"
    # Where lines are drawn between all cells any of them may look like a frame. One heap does not tell which is meant.
    heap = heaped_board(pixels) if falling and which is None and lined_grid(pixels) is None else None
    if heap is not None and size in {None, heap.shot.kind.shape}:
        return _said_whole(pixels, heap)
    for name in (reader,) if reader else _readers(game):
        if best is not None and best.quality >= CLEAR_LEAD and _kinds(best) > FEW and _even(best):
            break
        found = at_first_sight(pixels, name, sizes, which) if grid is None else _on_grid(pixels, grid, name)
        if found is not None and (best is None or _better(found, best, sought=grid is None)):
            best = found
    if grid is None and reader is None and (best is None or best.reasons) and "blocks" not in _readers(game):
        best = _pairs_at_sight(pixels, which) or best
    poor = best is None or best.reader == "blocks" or About.WHOLE in best.about
    if grid is None and reader != "tiles" and poor:
        ruled = ruled_board(pixels) or (raised_board(pixels) if best is None or best.reasons else None)
        # Lines around every cell, and cells that are nearly all alike, say more than that some cells are.
        if ruled is not None and (best is None or (About.FEW not in ruled.about and _covers(ruled, best))):
            best = ruled
    if falls(game) and reader != "tiles" and (best is None or best.reasons or (best.shot.kind == UNSURE).any()):
        best = joined_board(pixels, grid) or best
    if falling and (best is None or best.reasons):
        best = _in_lines(pixels, [size] if size else sizes) or scattered_board(pixels, sizes, size) or best
    if grid is None and reader != "tiles" and (best is None or (falling and best.reasons)):
        boxed = _on_a_panel(pixels, size, game, which)
        if boxed is not None:  # its kinds were told by colour
            return _said_whole(pixels, boxed)
    if best is not None and best.reader == "blocks" and not best.shot.twins:
        best = _by_colours(best, falling=falls(game))
    if best is None or grid is not None:
        return best
    return _said_whole(pixels, best if size is None else _of_size(pixels, best, size))


def _said_whole(pixels: Pixels, found: Found) -> Found:
    """A board with the reason why it is not whole, where it stands beside a larger grid of lines, as the numbers of a
    nonogram do, or where it is one of blocks that a straight edge cuts off.
    """
    if About.WHOLE in found.about:
        return found
    why = ""
    lined = lined_grid(pixels)
    if lined is not None and beside(found.shot.grid, lined):
        why = (
            f"Expected a board, found what may belong to the grid of {lined.rows} rows and {lined.columns} columns "
            "beside it, such as clues that cannot be read: show it larger, or say where the board is with --grid."
        )
    elif found.reader == "blocks" and (clip := clipped(pixels, found.shot.grid, found.shot.kind, blocks=True)):
        why = f"Expected the whole board, found it {clip}"
    return found._replace(reasons=(*found.reasons, Reason(About.WHOLE, why))) if why else found


def joined_board(pixels: Pixels, grid: Grid | None = None) -> Found | None:
    """The board of a picture (height, width, 3) whose pieces join others of their colour, on this grid, or where lines
    show its empty cells.
    """
    grid = grid or lined_grid(pixels)
    shot = sort_joined(pixels, grid) if grid is not None else None
    return None if shot is None else Found("blocks", shot, QUALITY, doubtful(shot))


def _in_lines(pixels: Pixels, sizes: Sequence[tuple[int, int]]) -> Found | None:
    """A board of a game in which pairs fall in lines that are not all seen; None where not every cell is told."""
    found = lined_board(pixels, sizes)
    found = _by_colours(found, falling=True) if found is not None else None
    return found if found is not None and not found.reasons else None


def _on_a_panel(pixels: Pixels, size: tuple[int, int] | None, game: str | None, which: str | None) -> Found | None:
    """A board over which pairs fall on a panel as wide as such boards are; None where none has the `size`."""
    found = boxed_board(pixels, [size[1]] if size else columns_where_pairs_fall(game), which)
    return found if found is not None and size in {None, found.shot.kind.shape} else None


def _pairs_at_sight(pixels: Pixels, which: str | None) -> Found | None:
    """A board of many kinds, each in an even number of cells, that is told like one of blocks where tiles of a small
    picture look too much alike to be told as such; None where there is none beyond question.
    """
    found = at_first_sight(pixels, "blocks", which=which)
    if found is None or found.reasons:
        return None
    return found if in_pairs(start([found.shot], "blocks").position().board) else None


def _by_colours(found: Found, *, falling: bool) -> Found:
    """A board of which some colours were told as two kinds, by what lies beside their pieces, with those as one; and in
    which pieces that could not be told are told by their colour, where pairs are `falling`: there nothing else counts.
    """
    shot = sort_touching(found.shot)
    if shot is None and falling and (found.shot.kind == UNSURE).any():
        shot = sort_by_colour(found.shot)
    if shot is None:
        return found
    others = tuple(one for one in found.reasons if one.about is not About.CELLS)
    return found._replace(shot=shot, reasons=(*doubtful(shot), *others))


def _kinds(found: Found) -> int:
    return int(found.shot.kind.max(initial=-1)) + 1


def _even(found: Found) -> bool:
    """Whether every kind is in an even number of cells."""
    kind = found.shot.kind
    return not (np.bincount(kind[kind >= 0], minlength=1) % 2).any()


def _covers(ruled: Found, best: Found) -> bool:
    """Whether a ruled board is large enough, beside one that is seen by its cells, to be the board."""
    (ours, theirs) = (one.shot.grid.box for one in (ruled, best))
    return ours.w * ours.h >= RULED * theirs.w * theirs.h


def _better(found: Found, best: Found, *, sought: bool = True) -> bool:
    """Whether one reader's board is better borne out than another's: by no doubts about its cells; as one of blocks, if
    all tiles of the other, which are of few kinds, are among them; then by quality. A board whose cells were `sought`,
    not given, must look like one of its reader's.
    """
    told = _told(found, sought), _told(best, sought)
    if all(told) and (found.reader, best.reader) == ("blocks", "tiles") and _kinds(best) <= FEW:
        whole = holds(found.shot, best.shot.grid, best.shot.kind.tolist())
        return whole or _in_parts(found.shot, best.shot.grid) or found.quality > best.quality
    return (told[0], found.quality) > (told[1], best.quality)


def _in_parts(part: Shot, larger: Grid) -> bool:
    """Whether a board, and one beside it that is its like, lie on the cells of a larger one: two, not one."""
    return bool(part.twins) and all(larger.holds(one.grid, ASIDE) for one in (part, *part.twins))


def _told(found: Found, sought: bool) -> bool:
    """Whether nothing speaks against what the cells of a board show: of tiles that were `sought` most kinds are even,
    and where they are not, what is one kind may be several.
    """
    odd = np.bincount(found.shot.kind[found.shot.kind >= 0], minlength=1) % 2
    even = bool(odd.sum() <= ODD * _kinds(found))
    return found.about <= TOLD and (even or not sought or found.reader != "tiles")


def beside(part: Grid, lined: Grid) -> bool:
    """Whether cells stand in step along one side of a larger grid of lines, which may be drawn around several of them,
    and no farther from it than some of them.

    >>> lined = Grid(0, 0, 20, 20, 10, 10)
    >>> beside(Grid(212, 4, 18, 20, 9, 4), lined), beside(Grid(212, 4, 18, 25, 9, 4), lined)
    (True, False)
    >>> beside(Grid(22, 24, 20, 20, 9, 4), lined)
    False
    """
    a, b = part.box, lined.box
    common_x = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
    common_y = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
    aside = -BESIDE <= common_x / part.pitch_x <= OVERLAP and common_y >= ALONG * a.h
    below = -BESIDE <= common_y / part.pitch_y <= OVERLAP and common_x >= ALONG * a.w
    in_step = _whole(lined.pitch_y / part.pitch_y) if aside else _whole(lined.pitch_x / part.pitch_x)
    return a.w * a.h < b.w * b.h and (aside or below) and in_step


def _whole(times: float) -> bool:
    """Whether cells are a whole number of times as large as others."""
    return round(times) >= 1 and abs(times / round(times) - 1) <= PITCH


def holds(larger: Shot, part: Grid, told: Sequence[Sequence[object]]) -> bool:
    """Whether a board has all cells of a smaller one, of kinds that are `told` by rows, and more, and tells them so."""
    steps = larger.grid.steps_to(part, ASIDE)
    if steps is None or min(steps) < 0 or larger.kind.size <= part.rows * part.columns:
        return False
    own = larger.kind[steps[0] : steps[0] + part.rows, steps[1] : steps[1] + part.columns].ravel()
    if own.size < part.rows * part.columns:
        return False
    pairs = set(zip(own.tolist(), (kind for row in told for kind in row), strict=True))
    return len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})


def _on_grid(pixels: Pixels, grid: Grid, reader: str) -> Found:
    shot = sort_cells(pixels, grid, reader)
    return Found(reader, shot, float(shot.margins.mean()))


def _of_size(pixels: Pixels, found: Found, size: tuple[int, int]) -> Found:
    """The found board with so many rows and columns, by whole cells about the same middle, as far as the picture
    reaches; above it where all lies on its floor.
    """
    grid = found.shot.grid
    rows, columns = size
    if (grid.rows, grid.columns) == size:
        return found
    height, width = pixels.shape[:2]
    above = _added(grid.y / grid.pitch_y, height / grid.pitch_y, grid.rows, rows)
    before = _added(grid.x / grid.pitch_x, width / grid.pitch_x, grid.columns, columns)
    if rows > grid.rows and found.reader == "blocks" and rests(found.shot):
        above = [by for by in (rows - grid.rows,) if grid.y / grid.pitch_y - by >= -OVER]
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


def _readers(game: str | None) -> Sequence[str]:
    """The readers that its layouts use for a known game, or all of them, in the order in which they are tried."""
    used = {layout.board.reader for layout in known_layouts(game)} if game else set[str]()
    return [name for name in READERS if name in used] or READERS
