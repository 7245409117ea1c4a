"""Paints a nonogram: what it should show goes in, pixels come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from bot.arcade.easel import BRIGHT, Easel
from bot.arcade.furniture import wrapped
from bot.arcade.paint import Colour, Sprite, tint
from bot.arcade.paint import Sheet as Canvas
from bot.arcade.papers import Paper
from bot.arcade.sheet import FIGURE, NOTES, NUMBER, Sheet
from bot.frame import Box, Pixels
from engine.moves import Cell


@dataclass(frozen=True)
class Picture:
    """Everything that a player sees of a nonogram."""

    board: tuple[str, ...]
    """`#` filled, `x` crossed, `.` undecided."""
    done: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    """The rows and the columns that show just what their clue says."""
    hinted: frozenset[Cell] = frozenset()
    """The cells of the line that a hint is about."""
    because: frozenset[Cell] = frozenset()
    follows: frozenset[Cell] = frozenset()
    wrong: frozenset[Cell] = frozenset()
    note: str = ""
    """What is told under the board."""
    loud: bool = False
    """Whether it is told in large letters."""
    status: tuple[str, str] = ("", "")
    off: frozenset[str] = frozenset()
    """The buttons that would do nothing now."""


class SheetView(Easel[Picture]):
    """The pictures of one nonogram in one window size."""

    stage: Sheet

    def __init__(self, sheet: Sheet, paper: Paper, rows: Sequence[str], cols: Sequence[str]) -> None:
        """`rows` and `cols` are the clues as text."""
        super().__init__(sheet, np.full((sheet.height, sheet.width, 3), paper.sheet, np.uint8), paper.bar)
        self.paper = paper
        self._clues = [clue.split() if clue != "0" else [] for clue in (*rows, *cols)]
        self._height = len(rows)
        self._paint_bars()
        self._figure = lru_cache(maxsize=512)(self._draw_figure)

    def paint(self, picture: Picture) -> Pixels:
        """Everything anew."""
        pixels = self._bare.copy()
        self._paint_clues(pixels, picture.done)
        self._paint_cells(pixels, picture)
        self._paint_lines(pixels)
        self._paint_marks(pixels, picture)
        self.paint_buttons(pixels, picture.off)
        self.paint_status(pixels, picture.status)
        self._paint_note(pixels, picture)
        return pixels

    # ---- what never changes

    def _paint_bars(self) -> None:
        """Bars under the buttons and under the text."""
        bars = [box.y + box.h for box in self.stage.buttons.values()]
        self._bare[: int(max(bars, default=0)) + 2 * bool(bars)] = self.paper.bar
        self._bare[int(self.stage.note.y) :] = self.paper.bar

    # ---- clues

    def _paint_clues(self, pixels: Pixels, done: tuple[frozenset[int], frozenset[int]]) -> None:
        grid = self.stage.grid
        for number, clue in enumerate(self._clues):
            across = number < self._height
            at = number if across else number - self._height
            colour = self.paper.done if at in done[0 if across else 1] else self.paper.clue
            for back, figure in enumerate(reversed(clue)):
                if across:
                    centre_x = grid.x - (0.3 + (back + 0.5) * NUMBER) * grid.pitch_x
                    centre_y = grid.y + (at + 0.5) * grid.pitch_y
                else:
                    centre_x = grid.x + (at + 0.5) * grid.pitch_x
                    centre_y = grid.y - (0.25 + (back + 0.5) * FIGURE) * grid.pitch_y
                sprite = self._figure(figure, colour)
                high, wide = sprite.ink.shape[:2]
                sprite.paste(pixels, round(centre_x - wide / 2), round(centre_y - high / 2))

    def _draw_figure(self, figure: str, colour: Colour) -> Sprite:
        """A number of a clue, as high as a column's band allows."""
        pitch = self.stage.grid.pitch_x
        canvas = Canvas(max(1, round(pitch * NUMBER)), max(1, round(pitch * FIGURE)))
        box = Box(0, pitch * 0.16, canvas.width, pitch * 0.54)
        canvas.text(figure, box, colour, tight=True)
        return canvas.sprite()

    # ---- cells

    def _paint_cells(self, pixels: Pixels, picture: Picture) -> None:
        paper, grid = self.paper, self.stage.grid
        pitch = int(grid.pitch_x)
        inset = max(0, round(pitch * 0.07)) if pitch >= 8 else 0
        for row, cells in enumerate(picture.board):
            for column, label in enumerate(cells):
                x, y = int(grid.x) + column * pitch, int(grid.y) + row * pitch
                ground = paper.hinted if (row, column) in picture.hinted else paper.cell
                pixels[y : y + pitch, x : x + pitch] = ground
                if label == "#":
                    pixels[y + inset : y + pitch - inset + 1, x + inset : x + pitch - inset + 1] = paper.filled
                elif label == "x":
                    self._cross(ground).paste(pixels, x, y)

    def _cross(self, ground: Colour) -> Sprite:
        pitch = int(self.stage.grid.pitch_x)
        return _cross(pitch, tint(ground, self.paper.cross, 0.92))

    def _paint_lines(self, pixels: Pixels) -> None:
        """Thin lines between the cells, stronger ones every fifth and around."""
        grid, paper = self.stage.grid, self.paper
        pitch, x0, y0 = int(grid.pitch_x), int(grid.x), int(grid.y)
        x1, y1 = x0 + grid.columns * pitch, y0 + grid.rows * pitch
        wide = max(1, round(pitch / 14))
        for strong in (False, True):
            for column in range(grid.columns + 1):
                if (column % 5 == 0 or column == grid.columns) == strong:
                    x, w = x0 + column * pitch, wide if strong else 1
                    pixels[y0 : y1 + 1, max(0, x - w // 2) : x - w // 2 + w] = paper.strong if strong else paper.line
            for row in range(grid.rows + 1):
                if (row % 5 == 0 or row == grid.rows) == strong:
                    y, w = y0 + row * pitch, wide if strong else 1
                    pixels[max(0, y - w // 2) : y - w // 2 + w, x0 : x1 + 1] = paper.strong if strong else paper.line

    def _paint_marks(self, pixels: Pixels, picture: Picture) -> None:
        """Frames around the cells that a hint argues from, that follow from it, or that are wrong."""
        paper = self.paper
        kinds = ((picture.because, paper.because), (picture.follows, paper.follows), (picture.wrong, paper.wrong))
        for cells, colour in kinds:
            for cell in cells:
                box = self.stage.grid.cell(cell)
                wide = max(1, round(box.w * 0.1))
                corner = int(box.x) + 1 + wide // 2, int(box.y) + 1 + wide // 2
                end = int(box.x + box.w) - 1 - wide // 2, int(box.y + box.h) - 1 - wide // 2
                cv2.rectangle(pixels, corner, end, colour, wide)

    # ---- text

    def _paint_note(self, pixels: Pixels, picture: Picture) -> None:
        """What is told, in lines as high as there is room for."""
        note, edge = self.stage.note, round(self.stage.status.h / 3)
        if not note.h:
            return
        room, step = self.stage.width - 2 * edge, round(note.h / (NOTES if not picture.loud else 1.6))
        while len(lines := wrapped(picture.note, room, step)) * step > note.h and step > 8:
            step -= 1
        for number, line in enumerate(lines):
            self._label(line, room, step, BRIGHT).paste(pixels, edge, round(note.y) + number * step)


@lru_cache(maxsize=32)
def _cross(pitch: int, colour: Colour) -> Sprite:
    """The cross of a cell that stays empty."""
    canvas = Canvas(pitch, pitch)
    near, far, wide = pitch * 0.27, pitch * 0.75, max(0.8, pitch * 0.075)
    canvas.stroke([(near, near), (far, far)], wide, colour)
    canvas.stroke([(near, far), (far, near)], wide, colour)
    return canvas.sprite()
