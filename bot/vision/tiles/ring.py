"""Whether a board lies within a closed ring of blocks, all alike, which are no tiles: lines may have to stay inside."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.cells import cut, outside
from bot.vision.tiles import kinds
from bot.vision.tiles.board import Sorted
from bot.vision.tiles.plausible import SAME

SHOWN: Final = 0.3
"""How much blocks show at the least, as a share of what usual tiles do; ground shows less, or another thing at every
place."""
ALL: Final = 0.95
"""Share of the cells around a board that show the same."""


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
