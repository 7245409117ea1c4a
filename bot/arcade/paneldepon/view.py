"""Paints Panel de Pon: what there is to see goes in, pixels come out."""

from __future__ import annotations

from functools import lru_cache

import cv2

from bot.arcade.easel import BRIGHT
from bot.arcade.paint import Colour, Sheet, Sprite
from bot.arcade.paneldepon.seen import Well
from bot.arcade.paneldepon.skins import Skin
from bot.arcade.running.arena import Arena
from bot.arcade.running.view import DARK, WellsView
from bot.frame import Box, Pixels
from bot.grid import Grid

_ALARM: Colour = (60, 60, 235)
_HINT: Colour = (90, 230, 120)


class PanelView(WellsView[Well]):
    """The pictures of one or two boards in one window size."""

    def __init__(self, arena: Arena, skin: Skin) -> None:
        super().__init__(arena, skin.table)
        self._skin = skin
        for grid in arena.wells:
            self.paint_frame(grid.box, skin.frame)
            for row in range(grid.rows):
                for column in range(grid.columns):
                    x, y, w, h = (int(n) for n in grid.cell((row, column)))
                    self._bare[y : y + h, x : x + w] = skin.well[(row + column) % 2]

    def paint_well(self, pixels: Pixels, grid: Grid, well: Well) -> None:
        """The panels, where they are, and what lies over them."""
        pitch = int(grid.pitch_x)
        left, top = int(grid.x), int(grid.y)
        clip = left, top, left + grid.columns * pitch, top + grid.rows * pitch
        if well.alarm:
            wide = self.rim
            corner, end = (left - wide // 2 - 1, top - wide // 2 - 1), (clip[2] + wide // 2, clip[3] + wide // 2)
            cv2.rectangle(pixels, corner, end, _ALARM, max(1, wide))
        for one in well.panels:
            sprite = self._skin.panel(one.kind, pitch, one.look, one.edges)
            sprite.paste(pixels, left + round(one.x * pitch), top + round(one.y * pitch), clip)
        for spark in well.sparks:
            _sparks(pitch, int(spark.age * 5)).paste(
                pixels, left + round(spark.x * pitch), top + round(spark.y * pitch), clip
            )
        for place, inks in ((well.hinted, (_HINT, DARK)), (well.cursor, self._skin.cursor)):
            if place:
                frame, edge = bracket(pitch, *inks)
                frame.paste(pixels, left + place[1] * pitch - edge, top + round(place[0] * pitch) - edge)
        for card in well.cards:
            sprite = _card(pitch, card.text)
            sprite.paste(pixels, left + round(card.x * pitch), top + round(card.y * pitch), clip)

    def paint_beside(self, pixels: Pixels, box: Box, well: Well) -> None:
        """Words and figures one below the other."""
        self.paint_facts(pixels, box, well.facts)


@lru_cache(maxsize=64)
def bracket(pitch: int, ink: Colour, outline: Colour) -> tuple[Sprite, int]:
    """The cursor over two cells, its corners stronger than its sides, and by how much it is larger than they."""
    edge = max(1, round(pitch * 0.1))
    sheet = Sheet(2 * pitch + 2 * edge, pitch + 2 * edge)
    inner = edge * 0.9
    x0, y0, x1, y1 = inner, inner, sheet.width - inner, sheet.height - inner
    reach = pitch * 0.3
    for colour, wide in ((outline, pitch * 0.17), (ink, pitch * 0.1)):
        thin = max(0.6, wide * 0.45)
        sheet.stroke([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], thin, colour, closed=True)
        sheet.stroke([(sheet.width / 2, y0), (sheet.width / 2, y0 + reach * 0.5)], thin, colour)
        sheet.stroke([(sheet.width / 2, y1), (sheet.width / 2, y1 - reach * 0.5)], thin, colour)
        for x, y, right, down in ((x0, y0, 1, 1), (x1, y0, -1, 1), (x1, y1, -1, -1), (x0, y1, 1, -1)):
            sheet.stroke([(x + right * reach, y), (x, y), (x, y + down * reach)], wide, colour)
    return sheet.sprite(), edge


@lru_cache(maxsize=64)
def _sparks(pitch: int, age: int) -> Sprite:
    """Four sparks that fly apart and go out."""
    sheet = Sheet(pitch, pitch)
    far, size = pitch * (0.12 + 0.07 * age), pitch * max(0.02, 0.1 - 0.018 * age)
    for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        sheet.disc(pitch / 2 + right * far, pitch / 2 + down * far, size, BRIGHT)
    return sheet.sprite()


@lru_cache(maxsize=64)
def _card(pitch: int, text: str) -> Sprite:
    """A small card; chains are told on red ones, combos on green ones."""
    sheet = Sheet(pitch, pitch)
    face: Colour = (40, 40, 200) if text.startswith("x") else (60, 130, 30)
    box = Box(pitch * 0.06, pitch * 0.12, pitch * 0.88, pitch * 0.76)
    sheet.rounded(box, pitch * 0.16, BRIGHT)
    rim = max(0.8, pitch * 0.05)
    sheet.rounded(Box(box.x + rim, box.y + rim, box.w - 2 * rim, box.h - 2 * rim), pitch * 0.12, face)
    sheet.text(text, Box(pitch * 0.16, pitch * 0.28, pitch * 0.68, pitch * 0.44), BRIGHT, bold=True, tight=True)
    return sheet.sprite()
