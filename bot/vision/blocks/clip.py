"""A board of blocks that the picture, or a bar across it, cuts off in the middle of its cells: then it is not whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.frame import Pixels
from bot.grid import Grid
from bot.reason import About, Reason
from bot.vision.blocks.settle import settled
from bot.vision.blocks.sort import sort_blocks
from bot.vision.blocks.sorting import Sorting
from bot.vision.clipped import SIDES, Clip, clipped

FLUSH: Final = 0.1
"""Cells between a board and the edge of the picture up to which it may have been kept from lying beyond it."""
MOVED: Final = 0.15
"""Cells from which it lay aside."""


def said_whole(pixels: Pixels, sorting: Sorting) -> Sorting:
    """A board in a picture (h, w, 3), or several, with the side named on which one is cut off, if one is."""
    for board in (sorting, *sorting.twins):
        beyond = next((side for side, room in zip(SIDES, _rooms(pixels, board.grid), strict=True) if room < -FLUSH), "")
        clip = Clip(beyond, True) if beyond else clipped(pixels, board.grid, board.kind, blocks=True)
        if clip is not None:
            return replace(sorting, why=_reason(clip))
    return sorting if sorting.twins else _moved_out(pixels, sorting) or sorting


def _rooms(pixels: Pixels, grid: Grid) -> tuple[float, float, float, float]:
    """Cells that there is room for beside a grid, on each of SIDES."""
    box, (height, width) = grid.box, pixels.shape[:2]
    right, bottom = width - box.x - box.w, height - box.y - box.h
    return box.x / grid.pitch_x, box.y / grid.pitch_y, right / grid.pitch_x, bottom / grid.pitch_y


def _moved_out(pixels: Pixels, sorting: Sorting) -> Sorting | None:
    """The rows and columns that are seen as a whole, on the grid that they have without those at the edge of the
    picture, where these turn out to be cut off; None where none do.
    """
    for side, room in zip(SIDES, _rooms(pixels, sorting.grid), strict=True):
        if room > FLUSH:
            continue
        inner = _without(sorting, side)
        if not (inner.kind >= 0).any():  # what lies at the edge is all that there is
            continue
        moved = settled(pixels, inner.grid, inner.kind >= 0)
        aside = max(abs(moved.x - inner.grid.x) / moved.pitch_x, abs(moved.y - inner.grid.y) / moved.pitch_y)
        clip = clipped(pixels, moved, inner.kind, blocks=True) if aside > MOVED else None
        if clip is not None and clip.side == side:
            return replace(sort_blocks(pixels, moved), why=_reason(clip))
    return None


def _without(sorting: Sorting, side: str) -> Sorting:
    """A board without the line of cells on one side."""
    grid, kind = sorting.grid, sorting.kind
    rows = slice(int(side == "top"), grid.rows - (side == "bottom"))
    columns = slice(int(side == "left"), grid.columns - (side == "right"))
    return replace(sorting, grid=grid.part(rows, columns), kind=kind[rows, columns])


def _reason(clip: Clip) -> Reason:
    return Reason(About.WHOLE, f"Expected the whole board, found it {clip}")
