"""Paints Puyo Puyo: what there is to see goes in, pixels come out."""

from __future__ import annotations

from bot.arcade.easel import BRIGHT, Easel
from bot.arcade.paint import Colour, cloth, tint
from bot.arcade.paneldepon.arena import Arena
from bot.arcade.puyo.seen import Picture, Well
from bot.arcade.puyo.skins import Skin
from bot.frame import Box, Pixels
from bot.grid import Grid

_DARK: Colour = (24, 20, 18)
PAIRS = 2
"""Pairs that are shown beside each board."""
_BELOW = 0.5
"""Rows between the pairs to come and the figures."""


def coming(box: Box, pitch: float) -> Grid:
    """The cells in which the pairs to come stand, one beside the other, at the top of what is told of a board."""
    return Grid(round(box.x), round(box.y), pitch, pitch, 2, PAIRS)


class PuyoView(Easel[Picture]):
    """The pictures of one or two boards in one window size."""

    stage: Arena

    def __init__(self, arena: Arena, skin: Skin) -> None:
        ground = cloth(arena.width, arena.height, *skin.table, grain=0.0)
        super().__init__(arena, ground, tint(skin.table[1], _DARK, 0.5))
        self._skin = skin
        self._light = sum(skin.table[0]) < 384
        """Whether what stands beside the boards must be light to be seen."""
        self._paint_bare()

    def paint(self, picture: Picture) -> Pixels:
        """Everything anew."""
        pixels = self._bare.copy()
        for grid, well in zip(self.stage.wells, picture.wells, strict=True):
            self._paint_well(pixels, grid, well)
        for box, well in zip(self.stage.facts, picture.wells, strict=False):
            self._paint_facts(pixels, box, well)
        self.paint_buttons(pixels, picture.off)
        self.paint_status(pixels, picture.status)
        if picture.panel:
            self.paint_notice(pixels, picture.panel, self.stage.middle)
        return pixels

    def _paint_bare(self) -> None:
        """Bars under the buttons and the status line, boards and boxes with nothing in them."""
        stage, bare = self.stage, self._bare
        buttons = round(max((box.y * 2 + box.h for box in stage.buttons.values()), default=0))
        for y0, y1 in ((0, buttons), (round(stage.status.y), stage.height)):
            bare[y0:y1] = self._bar
        pitch = stage.grid.pitch_x
        wide = max(1, int(pitch * 0.12))
        for box in (*(grid.box for grid in stage.wells), *(coming(box, pitch).box for box in stage.facts)):
            corner, end = (int(box.x), int(box.y)), (int(box.x + box.w), int(box.y + box.h))
            bare[max(0, corner[1] - wide) : end[1] + wide, max(0, corner[0] - wide) : end[0] + wide] = self._skin.frame
            bare[corner[1] : end[1], corner[0] : end[0]] = self._skin.well

    def _paint_well(self, pixels: Pixels, grid: Grid, well: Well) -> None:
        pitch, left, top = int(grid.pitch_x), int(grid.x), int(grid.y)
        clip = left, top, left + grid.columns * pitch, top + grid.rows * pitch
        for one in well.puyos:
            sprite = self._skin.puyo(one.label, pitch, one.links, lit=one.lit, axis=one.axis)
            sprite.paste(pixels, left + round(one.x * pitch), top + round(one.y * pitch), clip)

    def _paint_facts(self, pixels: Pixels, box: Box, well: Well) -> None:
        """The pairs to come, and words and figures one below the other."""
        grid = coming(box, self.stage.grid.pitch_x)
        for column, pair in enumerate(well.coming):
            for row, label in enumerate(reversed(pair)):
                at = grid.cell((row, column))
                self._skin.puyo(label, int(grid.pitch_x)).paste(pixels, int(at.x), int(at.y))
        pitch = self.stage.grid.pitch_x
        ink = BRIGHT if self._light else _DARK
        small, large = max(5, round(pitch * 0.42)), max(8, round(pitch * 0.8))
        y = round(box.y + (2 + _BELOW) * pitch)
        for word, figure in well.facts:
            self._label(word, round(box.w), small, tint(ink, self._skin.table[0], 0.25)).paste(pixels, round(box.x), y)
            self._label(figure, round(box.w), large, ink).paste(pixels, round(box.x), y + small)
            y += small + large + round(pitch * 0.5)
