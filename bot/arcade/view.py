"""Paints a tile table: what it should show goes in, pixels come out, and only what changed is painted anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from bot.arcade.easel import BRIGHT, Easel
from bot.arcade.paint import Colour, cloth
from bot.arcade.skins import Look, Skin
from bot.arcade.stage import Stage
from bot.frame import Pixels
from engine.moves import Cell
from engine.position import EMPTY

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
    falling: Mapping[Cell, tuple[float, float]] = field(default_factory=dict)
    """How many rows and columns from its place a tile still is."""
    panel: tuple[str, ...] = ()
    """A notice over the board: its heading, then smaller lines."""
    status: tuple[str, str] = ("", "")
    """Left and right of the status line."""
    off: frozenset[str] = frozenset()
    """The buttons that would do nothing now."""


class TableView(Easel[Picture]):
    """The pictures of one table in one window size."""

    def __init__(self, stage: Stage, skin: Skin) -> None:
        super().__init__(stage, cloth(stage.width, stage.height, *skin.table), skin.table[0])
        self._skin = skin
        self._pitch = int(stage.grid.pitch_x), int(stage.grid.pitch_y)
        self._paint_bars()
        self._ground = self._bare.copy()
        self._tiles: dict[Cell, tuple[str, Look]] = {}

    def paint(self, picture: Picture) -> Pixels:
        """The tiles that lie still are kept, and painted anew only where they changed."""
        self._paint_tiles(picture)
        if self._shown is None or picture.off != self._shown.off:
            self.paint_buttons(self._ground, picture.off)
        if self._shown is None or picture.status != self._shown.status:
            self.paint_status(self._ground, picture.status)
        pixels = self._ground.copy()
        for cell in sorted(picture.falling):
            row, column = cell
            self._paste(pixels, cell, picture.rows[row][column], Look.PLAIN, picture.falling[cell])
        if len(picture.line) > 1:
            self._paint_line(pixels, picture.line)
        if picture.panel:
            self.paint_notice(pixels, picture.panel)
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
            self.paint_buttons(self._ground, picture.off)
            self.paint_status(self._ground, picture.status)
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
        away: tuple[float, float] = (0.0, 0.0),
        clip: tuple[int, int, int, int] | None = None,
    ) -> None:
        box = self.stage.grid.cell(cell)
        tile = self._skin.tile(label, *self._pitch, look)
        x, y = int(box.x) + round(away[1] * self._pitch[0]), round(box.y + away[0] * self._pitch[1])
        tile.paste(pixels, x, y, clip)

    def _paint_line(self, pixels: Pixels, cells: Iterable[Cell]) -> None:
        centres = [self.stage.grid.centre(cell) for cell in cells]
        points = np.round(np.array(centres) * 16).astype(np.int32)
        for share, colour in ((0.2, BRIGHT), (0.11, _LINE)):
            width = max(1, round(self._pitch[0] * share))
            cv2.polylines(pixels, [points], False, colour, width, cv2.LINE_AA, shift=4)

    def _paint_bars(self) -> None:
        """Darken the table under the buttons and under the status line."""
        stage = self.stage
        top = int(min((box.y for box in stage.buttons.values()), default=0))
        bar = int(max((box.y + box.h for box in stage.buttons.values()), default=0)) + top
        for y0, y1 in ((0, bar), (int(stage.status.y), stage.height)):
            self._bare[y0:y1] = (self._bare[y0:y1] * 0.55).astype(np.uint8)
