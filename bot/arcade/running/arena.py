"""Where things lie in the window of a running game: one or two boards, and beside each what is to be told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.arcade.stage import Bars, Stage
from bot.frame import Box
from bot.grid import Grid

FACTS = 3.4
"""Columns that the figures beside a board take."""
_GAP = 0.8
"""Columns of free space beside every board and every column of figures."""
_ROOM = 1.5
"""Rows of free space above and below the boards, together."""
_CHEAP = 0.8
"""Figures are left out where cells would have less than this share of the size that they have without."""


@dataclass(frozen=True)
class Arena(Stage):
    """The geometry of one window size, in pixels; `grid` is the left board."""

    wells: tuple[Grid, ...]
    """The boards from the left."""
    facts: tuple[Box, ...]
    """Where the figures of each board stand; none where there is no room for them."""

    @classmethod
    def of(cls, size: tuple[int, int], rows: int, columns: int, boards: int, names: Sequence[str]) -> Arena:
        """The largest boards of square cells of whole pixels for which there is room; `names` are the buttons."""
        bars = Bars.fit(size, names)
        free = bars.height - bars.top - bars.foot
        bare = boards * (columns + _GAP) + _GAP
        full = bare + boards * (FACTS + _GAP)
        tall = free / (rows + _ROOM)
        told = min(tall, bars.width / full) >= _CHEAP * min(tall, bars.width / bare) and bool(bars.buttons)
        pitch = max(2, int(min(tall, bars.width / (full if told else bare))))
        y = bars.top + (free - rows * pitch) // 2
        x = (bars.width - (full if told else bare) * pitch) / 2 + _GAP * pitch
        wells, facts = [], []
        for number in range(boards):
            before = told and number == 0 and boards > 1
            if before:
                facts.append(Box(x, y, FACTS * pitch, rows * pitch))
                x += (FACTS + _GAP) * pitch
            wells.append(Grid(round(x), y, pitch, pitch, rows, columns))
            x += (columns + _GAP) * pitch
            if told and not before:
                facts.append(Box(x, y, FACTS * pitch, rows * pitch))
        return cls(
            bars.width, bars.height, wells[0], bars.buttons, bars.status, wells=tuple(wells), facts=tuple(facts)
        )  # fmt: skip

    @property
    def middle(self) -> Box:
        """All boards together."""
        first, last = self.wells[0].box, self.wells[-1].box
        return Box(first.x, first.y, last.x + last.w - first.x, first.h)
