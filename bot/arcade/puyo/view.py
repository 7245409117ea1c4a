"""Paints Puyo Puyo: what there is to see goes in, pixels come out."""

from __future__ import annotations

from bot.arcade.puyo.seen import Well
from bot.arcade.puyo.skins import Skin
from bot.arcade.running.arena import Arena
from bot.arcade.running.view import WellsView
from bot.frame import Box, Pixels
from bot.grid import Grid

PAIRS = 2
"""Pairs that are shown beside each board."""
_BELOW = 0.5
"""Rows between the pairs to come and the figures."""


def coming(box: Box, pitch: float) -> Grid:
    """The cells in which the pairs to come stand, one beside the other, at the top of what is told of a board."""
    return Grid(round(box.x), round(box.y), pitch, pitch, 2, PAIRS)


class PuyoView(WellsView[Well]):
    """The pictures of one or two boards in one window size."""

    def __init__(self, arena: Arena, skin: Skin) -> None:
        super().__init__(arena, skin.table)
        self._skin = skin
        for box in (*(grid.box for grid in arena.wells), *(coming(b, arena.grid.pitch_x).box for b in arena.facts)):
            self.paint_frame(box, skin.frame)
            x, y = int(box.x), int(box.y)
            self._bare[y : int(box.y + box.h), x : int(box.x + box.w)] = skin.well

    def paint_well(self, pixels: Pixels, grid: Grid, well: Well) -> None:
        """The puyos, where they are."""
        pitch, left, top = int(grid.pitch_x), int(grid.x), int(grid.y)
        clip = left, top, left + grid.columns * pitch, top + grid.rows * pitch
        for one in well.puyos:
            sprite = self._skin.puyo(one.label, pitch, one.links, lit=one.lit, axis=one.axis)
            sprite.paste(pixels, left + round(one.x * pitch), top + round(one.y * pitch), clip)

    def paint_beside(self, pixels: Pixels, box: Box, well: Well) -> None:
        """The pairs to come, and words and figures one below the other."""
        grid = coming(box, self.stage.grid.pitch_x)
        for column, pair in enumerate(well.coming):
            for row, label in enumerate(reversed(pair)):
                at = grid.cell((row, column))
                self._skin.puyo(label, int(grid.pitch_x)).paste(pixels, int(at.x), int(at.y))
        self.paint_facts(pixels, box, well.facts, 2 + _BELOW)
