"""How much speaks for a board that was found, and for which of two more does."""

from __future__ import annotations

from typing import Final, NamedTuple

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


class Board(NamedTuple):
    """A board that was found, and how much speaks for it."""

    worth: float
    sorting: Sorting

    @property
    def sure(self) -> bool:
        """Whether it is a board beyond question: in a frame, with hardly a doubt, fewer blocks are enough."""
        framed = not self.sorting.why and (self.sorting.kind == UNSURE).mean() < HARDLY
        return self.worth > (SURE_IN_FRAME if framed else SURE)


def rather(one: Board, other: Board) -> bool:
    """Whether more speaks for one board than for another: of two beyond question beside each other for the larger."""
    a, b = one.sorting.grid, other.sorting.grid
    shared = a.box.shared(b.box)
    sizes = a.box.w * a.box.h, b.box.w * b.box.h
    whole = one.sure and other.sure and not one.sorting.why and not other.sorting.why
    if whole and shared.w * shared.h == 0 and max(sizes) > HALVES * min(sizes):
        return sizes[0] > sizes[1]
    return one.worth > other.worth
