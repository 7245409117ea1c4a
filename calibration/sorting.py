"""Sorting the cells of one picture into kinds by the reader that suits it, on a given grid or at first sight."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.blocks.common import SEVERAL, SIDES, led
from bot.vision.blocks.sorting import Sorting
from bot.vision.tiles import board, sight
from bot.vision.tiles import whole as known
from bot.vision.tiles.bank import Bank
from bot.vision.tiles.edge import cut_off
from bot.vision.tiles.pairs import divided, settled
from bot.vision.tiles.reader import DIVIDED, blank
from bot.vision.tiles.side import on_side
from calibration.shot import UNSURE, CalibrationError, Shot
from calibration.sparse import sort_few
from calibration.tiles import in_order, sort_tiles

READERS: Final = ("tiles", "blocks")
"""The readers that can learn a board, in the order in which they are tried."""


FAINT: Final = Reason(
    About.FAINT,
    "A board of few kinds is seen, but only faintly: give --grid X,Y,WIDTH,HEIGHT and --size COLUMNSxROWS.",
)
"""Why a board of few kinds is not trusted that is hardly told from its ground."""
PLAIN_BLOCKS: Final = 2.0
"""Quality from which a board of few kinds, found at first sight, is one."""
AT_LEAST: Final = (0.6, 0.7)
"""Margins that nine tenths of the blocks have where they are plain, though a cursor, say, shines on some of them: on a
board that is seen to be whole, and on others."""
KINDS: Final = 3
"""Kinds that such a board has at least: of two, many things are made."""
HARDLY: Final = 0.05
"""Share of the cells that may be in doubt where a board is seen again, a little higher."""
NEARLY_ALL: Final = 0.75
"""Share of a board's cells from which one kind is what its empty cells look like."""


class Found(NamedTuple):
    """What a reader made of a picture at first sight."""

    reader: str
    shot: Shot
    quality: float
    """How well the picture bears it out; 1 and more is beyond question."""
    reasons: tuple[Reason, ...] = ()
    """What speaks against it."""

    @property
    def about(self) -> frozenset[About]:
        """What the reasons are about."""
        return frozenset(one.about for one in self.reasons)


def sort_cells(pixels: Pixels, grid: Grid, reader: str) -> Shot:
    """The cells of a grid sorted into kinds, whatever else the picture shows.

    Raises CalibrationError where the grid does not lie in the picture.
    """
    height, width = pixels.shape[:2]
    box = grid.box
    if box.x > width or box.y > height or box.x + box.w < 0 or box.y + box.h < 0:
        raise CalibrationError(f"The grid lies beside the picture, which is {width}x{height}; move it onto the board.")
    if min(grid.pitch_x, grid.pitch_y) < 2:
        raise CalibrationError("The cells of the grid are smaller than two pixels; give fewer rows or columns.")
    return _sort_blocks(pixels, grid) if reader == "blocks" else sort_tiles(pixels, grid)


def at_first_sight(
    pixels: Pixels, reader: str, sizes: Sequence[tuple[int, int]] = (), which: str | None = None
) -> Found | None:
    """The board that a reader finds in a picture by itself; None where there is none. Where outer rows or columns are
    empty, `sizes` (rows, columns) that it may have tell how far it reaches. Of several boards `which` is the one that
    is meant, the left or the right one.
    """
    if blank(pixels):
        return None
    return _blocks_at_first_sight(pixels, which) if reader == "blocks" else _tiles_at_first_sight(pixels, sizes, which)


def _tiles_at_first_sight(pixels: Pixels, sizes: Sequence[tuple[int, int]], which: str | None = None) -> Found | None:
    found = sight.first_sight(pixels) if which is None else on_side(pixels, rightmost=which == SIDES[1])
    if found is None:
        return None
    found = known.whole(pixels, found, sizes)
    alone, often = board.unmatched(found), board.plentiful(found)
    told = settled(Bank().adopt(found, alone=alone))
    kind = in_order(np.where((told.kind >= 0) & (told.margins < board.FLOOR), UNSURE, told.kind))
    shot = Shot(pixels, found.grid, kind, told.margins, told.marked & (kind >= 0))
    clip = cut_off(pixels, found)
    reasons = doubtful(shot)
    if clip:
        reasons = (Reason(About.WHOLE, f"The board is {clip}"),)
    elif not (alone or often or board.good(found)):
        gap = found.grouping.gap
        alike = (
            "Expected kinds of tiles that are plainly apart, found a board that may be none: "
            if board.told(found)
            else f"Some kinds are only {gap:.1f} times farther apart than equal cells: "
        )
        reasons = (Reason(About.WHOLE, f"{alike}show it larger and by itself, or give its --size."),)
    elif not reasons and (found.grid.rows, found.grid.columns) not in sizes and divided(kind):
        reasons = (Reason(About.WHOLE, DIVIDED),)
    quality = (board.worth(found.grouping) if often else found.quality) / board.LIKELY * (0.5 if reasons else 1.0)
    return Found("tiles", shot, quality, reasons)


def doubtful(shot: Shot, first: int = 0) -> tuple[Reason, ...]:
    """The reason that names cells, from row `first` on, that could not be told; none where all were."""
    unsure = np.argwhere(shot.kind[first:] == UNSURE)
    if not len(unsure):
        return ()
    row, column = unsure[0] + (first, 0)
    said = f"{len(unsure)} cells could not be told (the first at {row},{column}): put them right, or show it clearer."
    if len(unsure) == 1:
        said = f"One cell could not be told, at {row},{column}: put it right, or show a clearer picture."
    return (Reason(About.CELLS, said),)


def _sort_blocks(pixels: Pixels, grid: Grid) -> Shot:
    blocks = _blocks()
    if blocks is None:
        return sort_tiles(pixels, grid)
    found = blocks.sort_blocks(pixels, grid)
    if (found.kind == UNSURE).all() and (few := sort_few(pixels, grid)) is not None and (few.kind >= 0).any():
        return few
    return Shot(pixels, grid, found.kind, found.margins, found.marked)


def _blocks_at_first_sight(pixels: Pixels, which: str | None = None) -> Found | None:
    blocks = _blocks()
    found = blocks.first_sight_blocks(pixels) if blocks else None
    if found is None or found.quality <= 0:
        return None
    asked = bool(found.twins) and which is None
    if found.twins and which is not None:
        found = led(found, which)
    twins = tuple(Shot(pixels, one.grid, one.kind, one.margins, one.marked) for one in found.twins)
    shot = Shot(pixels, found.grid, found.kind, found.margins, found.marked, twins)
    if np.bincount(found.kind[found.kind >= 0], minlength=1).max() >= NEARLY_ALL * found.kind.size:
        shot = sort_few(pixels, found.grid) or shot
    reasons = (SEVERAL,) if asked else (*doubtful(shot), *((found.why,) if found.why else ()))
    plain = found.quality >= PLAIN_BLOCKS or _told_plainly(found)
    return Found("blocks", shot, found.quality, reasons if plain else (FAINT,))


def _told_plainly(found: Sorting) -> bool:
    """Whether nearly all cells are told, and nearly all blocks by far, so that only a few are not as all others are."""
    told = found.margins[found.kind >= 0]
    return (
        found.kinds >= KINDS
        and float((found.kind == UNSURE).mean()) <= HARDLY
        and float(np.quantile(told, 0.1)) >= AT_LEAST[found.why is not None]
    )


def blocks_on(pixels: Pixels, grid: Grid) -> Found | None:
    """The board of blocks on a grid that is known, where nearly all its cells are told beyond question; else None."""
    blocks = _blocks()
    found = blocks.sort_blocks(pixels, grid) if blocks else None
    if found is None or found.quality < PLAIN_BLOCKS or (found.kind == UNSURE).mean() > HARDLY:
        return None
    shot = Shot(pixels, grid, found.kind, found.margins, found.marked)
    return Found("blocks", shot, found.quality, doubtful(shot))


def _blocks() -> ModuleType | None:
    """The reader of blocks, where it is there."""
    try:
        return import_module("bot.vision.blocks.reader")
    except ModuleNotFoundError:
        return None
