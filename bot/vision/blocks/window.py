"""A board of blocks that fills its window: where no border is drawn, the window's ends are it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.frame import Pixels
from bot.reason import About
from bot.vision.blocks.plausible import agree
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import EMPTY, Sorting

EXACT: Final = 0.1
"""Of a cell, how far the ends of a window may lie beside those of cells that fill it."""


def in_window(pixels: Pixels, sorting: Sorting) -> Sorting:
    """The board up to the upper end of the picture (h, w, 3), where nothing but its extent is open, its columns and its
    floor end where the picture does, and what is above it is a whole number of empty rows; else as it is.
    """
    if sorting.why is None or sorting.why.about is not About.EXTENT or sorting.twins:
        return sorting
    grid, box, (height, width) = sorting.grid, sorting.grid.box, pixels.shape[:2]
    above = round(grid.y / grid.pitch_y)
    beside = grid.x / grid.pitch_x, (width - box.x - box.w) / grid.pitch_x
    across = (height - box.y - box.h) / grid.pitch_y, grid.y / grid.pitch_y - above
    if max(map(abs, (*beside, *across))) > EXACT:
        return sorting
    whole = sort_blocks(pixels, grid.grown(top=above))
    own = replace(whole, grid=grid, kind=whole.kind[above:])
    if (whole.kind[:above] != EMPTY).any() or not agree(own, sorting):
        return sorting
    return replace(whole, why=None)
