"""What on a board, and around it, may be no tiles but blocks that stay."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.cells import cut, outside
from bot.vision.tiles import kinds
from bot.vision.tiles.bank import Told
from bot.vision.tiles.board import Sorted
from bot.vision.tiles.plausible import SAME

Ints = NDArray[np.int64]

SHOWN: Final = 0.3
"""How much blocks show at the least, as a share of what usual tiles do; ground shows less, or another thing at every
place."""
SEVERAL: Final = 4
"""Blocks of such a kind at the least: a pair may be lit."""
ALL: Final = 0.95
"""Share of the cells around a board that show the same."""
STRANGE: Final = (0.5, 0.3, 0.6)
"""How far a kind is from what all tiles share at the least that may be none, how far others are at the most, and that
as a share of it: of 70 boards of 19 programs two have such a kind, of stones and of crates."""
WALLED: Final = (
    "The ring of blocks around the board is taken for its frame: if no line may pass over it, say --rule rim=off."
)
"""What a person should know of a board within such a ring."""
STAYS: Final = (
    "{label}, there {count} times, looks unlike all other tiles: if these are blocks that cannot be taken, say "
    "--rule walls={label}."
)
"""What a person should know of such a kind."""


def stays(found: Sorted, told: Told, counts: Ints, letters: NDArray[np.str_]) -> tuple[str, ...]:
    """What is said of the kind of a board that may be blocks: `letters` are the labels of kinds as they were `told`,
    and `counts` is -1 for those that fit none.
    """
    kind = strange(found)
    of = told.kind[found.kind == kind] if kind is not None else np.zeros(0, np.int64)
    labels = {int(one) for one in of if one >= 0 and counts[one] >= 0}
    return tuple(STAYS.format(label=letters[label], count=len(of)) for label in labels if len(labels) == 1)


def strange(found: Sorted) -> int | None:
    """The one kind of a board whose tiles have little in common with all others; None where there is none."""
    tiles = found.kind >= 0
    own, away = found.kind[tiles], found.presence.strangeness(found.cells[tiles])
    kinds_of = np.unique(own)
    if len(kinds_of) < 3:
        return None
    usual = np.array([np.median(away[own == kind]) for kind in kinds_of])
    order = np.argsort(usual)
    most, next_ = float(usual[order[-1]]), float(usual[order[-2]])
    kind = int(kinds_of[order[-1]])
    alone = most >= STRANGE[0] and next_ <= min(STRANGE[1], STRANGE[2] * most)
    return kind if alone and (own == kind).sum() >= SEVERAL else None


def ringed(pixels: Pixels, found: Sorted) -> bool:
    """Whether nearly all cells around a board in a picture (h, w, 3) show one and the same block."""
    wide = found.grid.wider(1)
    around = np.ones((wide.rows, wide.columns), np.bool_)
    around[1:-1, 1:-1] = False
    tiles = found.kind >= 0
    if (outside(wide, pixels) & around).any() or not tiles.any():
        return False
    cells = cut(pixels, wide)[around]
    contrast = kinds.contrast(cells)
    if np.median(contrast) < SHOWN * np.median(kinds.contrast(found.cells[tiles])):
        return False
    shapes = kinds.outlines(cells)
    usual = shapes.mean(0)
    alike = shapes @ (usual / max(float(np.linalg.norm(usual)), 1e-6))
    return bool((alike > SAME).mean() >= ALL)
