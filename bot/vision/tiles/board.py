"""A board of tiles that are sorted into kinds, and how well it is borne out by what boards of pairs are like."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.grid import Grid
from bot.vision.cells import Cells, cut
from bot.vision.tiles import kinds, plausible, presence, step
from bot.vision.tiles.plausible import FEWEST
from bot.vision.tiles.sameness import FINE, Shown, parted, several

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

FLOOR: Final = 0.12
"""A cell with a smaller margin is not told but doubted."""
GAP: Final = 2.0
"""Kinds must differ this many times more than tiles of one kind do."""
APART: Final = 1.7
"""The same, however much there is on them."""
MELT: Final = 1.5
"""How fast: the power of how many times smaller it is."""
LIKELY: Final = 1.8
"""Quality from which it is a board."""
COMMON: Final = (0.5, 0.4)
"""Largest share of one kind on boards of few and of many tiles: what repeats more than that is wallpaper."""
CROWDED: Final = 24
"""Tiles from which they are many."""
ASTRAY: Final = 0.2
"""Share of the tiles that may lie elsewhere in their cells than their equals do: of 60 drawn boards none has any, and
on a grid that is off by a twelfth of a cell at both ends half of them have more."""
FEW_ODD: Final = 2
"""Kinds with an odd number of tiles that a board may show of which a tile is picked, and looks otherwise."""
PLAIN: Final = 8.0
"""How many times farther apart than equal tiles kinds are where a tile without an equal is told, too."""
OFTEN: Final = 4
"""Tiles that every kind has on a board that may be none of pairs."""
NONE: Final = -1
"""The kind of a gap."""
UNSURE: Final = -2
"""The kind of what could not be told."""


@dataclass(eq=False)
class Sorted:
    """A board at first sight."""

    grid: Grid
    presence: presence.Presence
    kind: Ints
    """(rows, columns), NONE for a gap, UNSURE for what could not be told."""
    margins: Floats
    """(rows, columns), 0 to 1."""
    cells: Cells
    """(rows, columns, …), the cut cells."""
    share: Floats
    """(rows, columns), 0 for a tile to 1 for a gap."""
    bare: Bools
    """(rows, columns), cells that show nothing of what tiles share."""
    grouping: kinds.Grouping
    quality: float
    second: bool = False
    """Whether something was left open at the first look."""
    aloof: bool = False
    """Whether tiles in step with it stand apart, which are left open: it may be one board or two."""


def good(found: Sorted) -> bool:
    """Whether a board is so well borne out that no other guess needs a look."""
    return found.quality > LIKELY and told(found) and len(found.grouping.odd) <= FEW_ODD


def unmatched(found: Sorted) -> bool:
    """Whether every cell of a board is told beyond doubt, but several tiles have no equal: where tiles that look
    different fit one another, as four seasons may, they need none.
    """
    plain = found.quality > LIKELY and told(found) and found.grouping.gap > PLAIN and not found.grouping.strained
    return plain and len(found.grouping.odd) > FEW_ODD and bool((found.kind >= NONE).all())


def plentiful(found: Sorted) -> bool:
    """Whether every cell of a board is told beyond doubt, and every kind is there so OFTEN that it need be no board of
    pairs: whether it is an even number of times says nothing then.
    """
    grouping = found.grouping
    plain = told(found) and grouping.gap > PLAIN and not grouping.strained and bool((found.kind >= NONE).all())
    return plain and bool(np.bincount(grouping.kind).min() >= OFTEN) and worth(grouping) > LIKELY


def sure(found: Sorted) -> bool:
    """Whether every cell of a board is told, and every kind there an even number of times."""
    return (
        good(found) and not found.grouping.odd and bool((found.margins >= FLOOR).all() and (found.kind >= NONE).all())
    )


def told(found: Sorted) -> bool:
    """Whether the kinds of a board are far enough apart."""
    small = max(1.0, FINE / min(found.grid.pitch_x, found.grid.pitch_y))  # its pixels are what tells kinds apart
    grouping = found.grouping
    told = grouping.gap > GAP * small**MELT and grouping.apart > APART
    return told and grouping.strained * small**2 <= kinds.SPLIT


ODD: Final = (
    plausible.split, plausible.doubled, plausible.married, plausible.echoed, plausible.regular, plausible.clumped,
    plausible.grained,
)  # fmt: skip
"""Ways in which no kinds of a board lie."""


def likely(kind: Ints, cells: Cells, grouping: kinds.Grouping) -> bool:
    """Whether `kind` (rows, columns) may be one board of pairs, by how often and where its kinds are seen."""
    if plausible.edged(kind) or plausible.two(mended(kind, cells, grouping)):
        return False
    times = np.bincount(grouping.kind)
    most = COMMON[0] if times.sum() < CROWDED else COMMON[1]
    return len(times) <= len(kinds.LABELS) and (times.max() <= most * times.sum() or times.sum() <= FEWEST)


def judged(shown: Shown, found: Sorted) -> Sorted | None:
    """The board with its quality, and with margins that are no larger than those of its kinds; None where its kinds lie
    as those of no board do, or beside their cells.
    """
    kind, cells, tiles = found.kind.copy(), found.cells, found.kind >= 0
    grouping = parted(shown, found.grid, tiles, found.grouping)
    kind[tiles] = grouping.kind
    if any(odd(kind) for odd in ODD) or plausible.between(cells, tiles):
        return None
    plain = (
        cells if shown.plain is shown.pixels else cut(shown.plain, found.grid)
    )  # scan lines look moved from row to row
    if step.astray(plain, kind, (found.grid.pitch_x, found.grid.pitch_y)) > ASTRAY:
        return None
    if several(shown, found.grid, cells, kind) or kinds.shaded(cells[tiles], grouping.kind):
        grouping = replace(grouping, gap=min(grouping.gap, kinds.UNCLEAR))
    margins = found.margins.copy()
    margins[tiles] = np.minimum(margins[tiles], grouping.margins)
    times = np.bincount(grouping.kind)
    even = float(times[times % 2 == 0].sum() / times.sum())
    return replace(found, kind=kind, margins=margins, grouping=grouping, quality=even * worth(grouping))


def worth(grouping: kinds.Grouping) -> float:
    """The quality of a board whose kinds are all there an even number of times: how far they are apart, how many tiles
    there are, and how few of them are of one kind.
    """
    times = np.bincount(grouping.kind)
    clear = min(float(np.log(grouping.gap)), 1.5)
    return (1 - float(times.max() / times.sum())) * clear * float(np.log(times.sum()))


def mended(kind: Ints, cells: Cells, grouping: kinds.Grouping) -> Ints:
    """The kinds (rows, columns) with tiles in another light, which belong to no pair, put back to theirs."""
    if not grouping.odd:
        return kind
    tiles = kind >= 0
    mended = kind.copy()
    mended[tiles] = kinds.mend(grouping, kinds.outlines(cells[tiles])).kind
    return mended
