"""How much speaks for a board that was found, and for which of two more does."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.grid import Grid
from bot.vision.blocks.places import HARDLY
from bot.vision.blocks.sorting import UNSURE, Sorting

WHOLE: Final = 2.0
"""How much more a board is worth that is known to be whole."""
SURE_IN_FRAME: Final = 17.0
"""Worth from which a board in a frame is beyond question."""
SURE: Final = 16.0
"""Worth from which no smaller cells need a look."""
HALVES: Final = 1.9
"""How many times the area of its halves a cell has, at least."""
ON_LINE: Final = 0.1
"""Cells by which the side of a board may lie beside the border between two of another."""


class Board(NamedTuple):
    """A board that was found, and how much speaks for it."""

    worth: float
    sorting: Sorting

    @property
    def sure(self) -> bool:
        """Whether it is a board beyond question: in a frame, with hardly a doubt, fewer blocks are enough."""
        framed = not self.sorting.why and (self.sorting.kind == UNSURE).mean() < HARDLY
        return self.worth > (SURE_IN_FRAME if framed else SURE)


def draws(one: Sorting, other: Sorting) -> bool:
    """Whether all four sides of a board are borders between the larger cells of another one, which are told better."""
    larger, grid = one.grid, other.grid
    if area(larger) < HALVES * area(grid) or one.quality < other.quality or (one.kind == UNSURE).any():
        return False
    x, y = (grid.x - larger.x) / larger.pitch_x, (grid.y - larger.y) / larger.pitch_y
    wide, high = grid.box.w / larger.pitch_x, grid.box.h / larger.pitch_y
    return all(
        round(first) >= 0 and round(last) <= lines and max(abs(at - round(at)) for at in (first, last)) < ON_LINE
        for first, last, lines in ((x, x + wide, larger.columns), (y, y + high, larger.rows))
    )


def area(grid: Grid) -> float:
    """The area of a cell, in square pixels."""
    return grid.pitch_x * grid.pitch_y


def rather(one: Board, other: Board) -> bool:
    """Whether more speaks for one board than for another: of two beyond question beside each other for the larger, and
    for one whose blocks draw the frame of the other.
    """
    if draws(one.sorting, other.sorting) or draws(other.sorting, one.sorting):
        return area(one.sorting.grid) > area(other.sorting.grid)
    a, b = one.sorting.grid, other.sorting.grid
    shared = a.box.shared(b.box)
    sizes = a.box.w * a.box.h, b.box.w * b.box.h
    whole = one.sure and other.sure and not one.sorting.why and not other.sorting.why
    if whole and shared.w * shared.h == 0 and max(sizes) > HALVES * min(sizes):
        return sizes[0] > sizes[1]
    return one.worth > other.worth
