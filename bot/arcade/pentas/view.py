"""Paints Pentas: a tray of cells, the current and the next piece beside it, the score in digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bot.arcade.easel import Easel
from bot.arcade.furniture import line_of_text
from bot.arcade.paint import Colour, Sheet, Sprite, tint
from bot.arcade.pentas.desk import CURRENT, NEXT, Desk
from bot.arcade.pentas.looks import Looks
from bot.frame import Box, Pixels
from engine.moves import Cell
from engine.position import EMPTY


@dataclass(frozen=True)
class Picture:
    """Everything that a player sees."""

    board: tuple[str, ...]
    pieces: tuple[tuple[Cell, ...], ...]
    """The current piece and the next one, each from the corner of its box."""
    score: int
    marked: frozenset[Cell] = frozenset()
    hinted: frozenset[Cell] = frozenset()
    panel: tuple[str, ...] = ()
    """A notice over the board: its heading, then smaller lines."""
    status: tuple[str, str] = ("", "")
    off: frozenset[str] = frozenset()
    """The buttons that would do nothing now."""


class TrayView(Easel[Picture]):
    """The pictures of one board in one window size."""

    def __init__(self, desk: Desk, looks: Looks) -> None:
        bare = np.empty((desk.height, desk.width, 3), np.uint8)
        bare[:] = looks.ground
        top = int(min((box.y for box in desk.buttons.values()), default=0))
        bar = int(max((box.y + box.h for box in desk.buttons.values()), default=0)) + top
        bare[:bar] = bare[int(desk.status.y) :] = looks.bar
        board, rim = desk.grid.box, max(1, round(desk.grid.pitch_x * 0.12))
        x, y, w, h = (round(n) for n in board)
        bare[max(0, y - rim) : y + h + rim, max(0, x - rim) : x + w + rim] = looks.tray
        super().__init__(desk, bare, looks.bar)
        self._desk, self._looks = desk, looks

    def paint(self, picture: Picture) -> Pixels:
        """A new picture, from the ground up."""
        pixels = self._bare.copy()
        self.paint_buttons(pixels, picture.off)
        self.paint_status(pixels, picture.status)
        grid = self._desk.grid
        for row, line in enumerate(picture.board):
            for column, mark in enumerate(line):
                box = grid.cell((row, column))
                self._cell(pixels, box, self._colour(picture, (row, column), mark))
        for cells, place, share in zip(
            picture.pieces, (self._desk.current, self._desk.following), (CURRENT, NEXT), strict=False
        ):
            self._piece(pixels, cells, place, max(2, round(grid.pitch_x * share)))
        self._score(pixels, picture.score)
        if picture.panel:
            self.paint_notice(pixels, picture.panel)
        return pixels

    def _colour(self, picture: Picture, cell: Cell, mark: str) -> Colour | None:
        if mark == EMPTY:
            return None
        if cell in picture.marked:
            return self._looks.marked
        if cell in picture.hinted:
            return self._looks.hinted
        return self._looks.cells[sum(cell) % len(self._looks.cells)]

    def _cell(self, pixels: Pixels, box: Box, colour: Colour | None) -> None:
        sprite = _cell(round(box.w), self._looks, colour)
        sprite.paste(pixels, round(box.x), round(box.y))

    def _piece(self, pixels: Pixels, cells: Sequence[Cell], place: Box, pitch: int) -> None:
        rows, columns = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        pitch = max(2, int(min(pitch, place.w / columns, place.h / rows)))
        left, top = place.centre.x - columns * pitch / 2, place.centre.y - rows * pitch / 2
        for row, column in cells:
            box = Box(left + column * pitch, top + row * pitch, pitch, pitch)
            self._cell(pixels, box, self._looks.cells[0])

    def _score(self, pixels: Pixels, score: int) -> None:
        place = self._desk.score
        label = line_of_text(str(score), round(place.w), round(place.h), self._looks.ink)
        label.paste(pixels, round(place.centre.x - label.ink.shape[1] / 2), round(place.y))


@lru_cache(maxsize=256)
def _cell(pitch: int, looks: Looks, colour: Colour | None) -> Sprite:
    """A cell of this colour, or an empty one."""
    sheet = Sheet(pitch, pitch)
    gap = max(1.0, pitch * looks.gap) / 2
    box = Box(gap, gap, pitch - 2 * gap, pitch - 2 * gap)
    radius = pitch * looks.radius
    if colour is None:
        sheet.rounded(box, radius, looks.hole)
    elif looks.raised:
        lift = max(1.0, pitch * 0.07)
        sheet.rounded(box, radius, tint(colour, (0, 0, 0), 0.35))
        sheet.rounded(Box(box.x, box.y, box.w, box.h - lift), radius, tint(colour, (255, 255, 255), 0.3))
        sheet.rounded(Box(box.x, box.y + lift / 2, box.w, box.h - 1.5 * lift), radius, colour)
    else:
        sheet.rounded(box, radius, colour)
    return sheet.sprite()
