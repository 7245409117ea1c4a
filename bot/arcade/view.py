"""Paints a tile table: what it should show goes in, pixels come out, and only what changed is painted anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from bot.arcade.furniture import button, line_of_text
from bot.arcade.paint import Colour, Sheet, Sprite, cloth, tint
from bot.arcade.skins import Look, Skin
from bot.arcade.stage import Stage
from bot.frame import Box, Pixels
from engine.moves import Cell
from engine.position import EMPTY

_BRIGHT: Colour = (245, 248, 250)
_PANEL: Colour = (30, 24, 20)
_LINE: Colour = (40, 60, 235)


@dataclass(frozen=True)
class Picture:
    """Everything that a player sees on the table."""

    rows: tuple[str, ...]
    """The board as text; no tile lies where it is empty."""
    looks: Mapping[Cell, Look] = field(default_factory=dict)
    """The cells that are picked or hinted."""
    line: tuple[Cell, ...] = ()
    """The cells that the line between two taken tiles runs through."""
    falling: Mapping[Cell, float] = field(default_factory=dict)
    """How many cells above its place a tile still is."""
    panel: tuple[str, ...] = ()
    """A notice over the board: its heading, then smaller lines."""
    status: tuple[str, str] = ("", "")
    """Left and right of the status line."""
    off: frozenset[str] = frozenset()
    """The buttons that would do nothing now."""


class TableView:
    """The pictures of one table in one window size."""

    def __init__(self, stage: Stage, skin: Skin) -> None:
        self.stage = stage
        self._skin = skin
        self._pitch = int(stage.grid.pitch_x), int(stage.grid.pitch_y)
        self._bare = cloth(stage.width, stage.height, *skin.table)
        self._paint_bars()
        self._ground = self._bare.copy()
        self._shown: Picture | None = None
        self._pixels = self._ground
        self._tiles: dict[Cell, tuple[str, Look]] = {}
        self._label = lru_cache(maxsize=256)(line_of_text)

    def draw(self, picture: Picture) -> Pixels:
        """The picture as (height, width, 3) pixels, read-only; the same array as before if nothing changed."""
        if picture == self._shown:
            return self._pixels
        self._paint_tiles(picture)
        if self._shown is None or picture.off != self._shown.off:
            self._paint_buttons(picture.off)
        if self._shown is None or picture.status != self._shown.status:
            self._paint_status(picture.status)
        pixels = self._ground.copy()
        for cell in sorted(picture.falling):
            row, column = cell
            self._paste(pixels, cell, picture.rows[row][column], Look.PLAIN, picture.falling[cell])
        if len(picture.line) > 1:
            self._paint_line(pixels, picture.line)
        if picture.panel:
            self._paint_panel(pixels, picture.panel)
        pixels.flags.writeable = False
        self._pixels, self._shown = pixels, picture
        return pixels

    def _paint_tiles(self, picture: Picture) -> None:
        """Bring the tiles that lie still up to date, cell by cell where they differ from what is painted."""
        wanted = {
            (r, c): (label, picture.looks.get((r, c), Look.PLAIN))
            for r, row in enumerate(picture.rows)
            for c, label in enumerate(row)
            if label != EMPTY and (r, c) not in picture.falling
        }
        changed = [c for c in wanted.keys() | self._tiles.keys() if wanted.get(c) != self._tiles.get(c)]
        self._tiles = wanted
        if len(changed) > len(wanted) // 2:
            self._ground[:] = self._bare
            self._paint_buttons(picture.off)
            self._paint_status(picture.status)
            for cell in sorted(wanted):
                self._paste(self._ground, cell, *wanted[cell])
            return
        for cell in changed:
            self._repaint(cell)

    def _repaint(self, cell: Cell) -> None:
        """Paint one cell and what hung over from it, with whatever lies around it."""
        box = self.stage.grid.cell(cell)
        over = 2 * self._skin.depth(self._pitch[0])
        left, top = int(box.x), int(box.y)
        right, bottom = left + self._pitch[0] + over, top + self._pitch[1] + over
        right, bottom = min(right, self.stage.width), min(bottom, self.stage.height)
        self._ground[top:bottom, left:right] = self._bare[top:bottom, left:right]
        row, column = cell
        reach = 1 + over // min(self._pitch)
        for r in range(row - reach, row + reach + 1):
            for c in range(column - reach, column + reach + 1):
                if (r, c) in self._tiles:
                    self._paste(self._ground, (r, c), *self._tiles[r, c], clip=(left, top, right, bottom))

    def _paste(
        self,
        pixels: Pixels,
        cell: Cell,
        label: str,
        look: Look,
        above: float = 0.0,
        clip: tuple[int, int, int, int] | None = None,
    ) -> None:
        box = self.stage.grid.cell(cell)
        tile = self._skin.tile(label, *self._pitch, look)
        tile.paste(pixels, int(box.x), round(box.y - above * self._pitch[1]), clip)

    def _paint_line(self, pixels: Pixels, cells: Iterable[Cell]) -> None:
        centres = [self.stage.grid.centre(cell) for cell in cells]
        points = np.round(np.array(centres) * 16).astype(np.int32)
        for share, colour in ((0.2, _BRIGHT), (0.11, _LINE)):
            width = max(1, round(self._pitch[0] * share))
            cv2.polylines(pixels, [points], False, colour, width, cv2.LINE_AA, shift=4)

    def _paint_panel(self, pixels: Pixels, lines: tuple[str, ...]) -> None:
        stage = self.stage
        wide = min(stage.width * 0.92, max(stage.grid.box.w * 0.62, stage.width * 0.5, 300))
        high = min(stage.height * 0.7, wide * 0.42, max(stage.grid.box.h * 0.6, stage.height * 0.4))
        sprite = _notice(round(wide), round(high), lines)
        middle = stage.grid.box.centre
        sprite.paste(pixels, round(middle.x - wide / 2), round(middle.y - high / 2))

    def _paint_bars(self) -> None:
        """Darken the table under the buttons and under the status line."""
        stage = self.stage
        top = int(min((box.y for box in stage.buttons.values()), default=0))
        bar = int(max((box.y + box.h for box in stage.buttons.values()), default=0)) + top
        for y0, y1 in ((0, bar), (int(stage.status.y), stage.height)):
            self._bare[y0:y1] = (self._bare[y0:y1] * 0.55).astype(np.uint8)

    def _paint_buttons(self, off: frozenset[str]) -> None:
        for name, box in self.stage.buttons.items():
            x, y, w, h = (round(n) for n in box)
            self._ground[y : y + h, x : x + w] = self._bare[y : y + h, x : x + w]
            button(w, h, name.capitalize(), name not in off, self._skin.table[0]).paste(self._ground, x, y)

    def _paint_status(self, status: tuple[str, str]) -> None:
        box = self.stage.status
        x, y, w, h = (round(n) for n in box)
        if not h:
            return
        self._ground[y : y + h, x : x + w] = self._bare[y : y + h, x : x + w]
        edge = h // 3
        left, right = (self._label(text, w // 2 - edge, h, _BRIGHT) for text in status)
        left.paste(self._ground, edge, y)
        right.paste(self._ground, w - edge - right.ink.shape[1], y)


@lru_cache(maxsize=16)
def _notice(width: int, height: int, lines: tuple[str, ...]) -> Sprite:
    """A panel that the board shines through a little, a large first line, smaller ones under it."""
    sheet = Sheet(width, height)
    radius = height * 0.12
    sheet.rounded(Box(0, 0, width, height), radius, _BRIGHT)
    rim = max(1.0, height * 0.018)
    sheet.rounded(Box(rim, rim, width - 2 * rim, height - 2 * rim), radius - rim, _PANEL)
    sheet.fade(0.9)
    heading, *rest = lines
    share = 0.34 if rest else 0.5
    sheet.text(heading, Box(width * 0.06, height * 0.14, width * 0.88, height * share), _BRIGHT, bold=True)
    for n, line in enumerate(rest):
        step = height * 0.36 / len(rest)
        small = min(step, height * 0.17)
        sheet.text(line, Box(width * 0.08, height * 0.52 + n * step, width * 0.84, small), tint(_BRIGHT, _PANEL, 0.15))
    return sheet.sprite()
