"""A board that was found whole rows or columns aside of itself: what lies on it goes on right beyond it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.frame import Pixels
from bot.vision.cells import outside
from bot.vision.place.cellkinds import NOTHING, CellKinds, Fit

LINE: Final = 0.5
"""Share of a line's cells that hold something of the board where the board goes on there."""


def lined_up(kinds: CellKinds, pixels: Pixels, fit: Fit) -> Fit:
    """A board in a picture (h, w, 3), moved by whole lines to where no line of what lies on it is right beyond it, as
    far as there are empty ones on the other side.
    """
    for _ in range(sum(fit.rooms)):
        wide = fit.grid.wider(1)
        around = kinds.look(pixels, wide, plain=True)
        full = around.told & (around.number != NOTHING) & ~outside(wide, pixels)
        sides = full[0, 1:-1], full[-1, 1:-1], full[1:-1, 0], full[1:-1, -1]
        above, below, left, right = (bool(side.mean() >= LINE) for side in sides)
        top, bottom, first, last = (room > 0 for room in fit.rooms)
        down, across = (below and top) - (above and bottom), (right and first) - (left and last)
        if not down and not across:
            break
        corner = fit.grid.cell((down, across))
        fit = kinds.look(pixels, replace(fit.grid, x=corner.x, y=corner.y), fit.error)
    return fit
