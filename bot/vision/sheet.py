"""A position drawn on paper, where there is no screenshot of it: cells with their labels, and the clues beside them."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from bot.frame import Box, Pixels
from bot.grid import Grid
from engine.position import EMPTY, Position

PITCH: Final = 32
"""Pixels from cell to cell."""
MARGIN: Final = 10
PAPER: Final = (252, 252, 252)
INK: Final = (40, 36, 32)
FAINT: Final = (200, 196, 190)
FIVES: Final = 5
"""Every so many lines of the grid one is thick."""
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_KNOWN: Final = {
    "r": (60, 50, 220),
    "g": (70, 160, 50),
    "b": (200, 90, 40),
    "y": (40, 200, 235),
    "o": (40, 140, 250),
    "p": (170, 60, 140),
    "k": (170, 130, 240),
    "n": (45, 80, 130),
    "c": (200, 180, 40),
    "e": (140, 140, 140),
}
"""Blue, green, red of the letters that colours usually have."""

Colour = tuple[int, int, int]


def draw_position(position: Position) -> tuple[Pixels, Grid]:
    """The board of a position as (height, width, 3), and where its cells lie. Blocks `rows` and `cols` with a line for
    each row and column are written beside it. A position without a board is drawn blank if it has these.
    """
    rows, cols = position.blocks.get("rows", ()), position.blocks.get("cols", ())
    board = position.board or (EMPTY * len(cols),) * len(rows)
    height, width = len(board), max(map(len, board), default=0)
    left = max([len(line.split()) for line in rows], default=0) if len(rows) == height else 0
    top = max([len(line.split()) for line in cols], default=0) if len(cols) == width else 0
    step = round(PITCH * 0.7)
    grid = Grid(MARGIN + left * step, MARGIN + top * step, PITCH, PITCH, height, width)
    box = grid.box
    shape = (round(box.y + box.h) + MARGIN, round(box.x + box.w) + MARGIN, 3)
    canvas: Pixels = np.full(shape, PAPER, np.uint8)
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            draw_label(canvas, grid.cell((row, column)), label)
    _lines(canvas, grid)
    if left:
        for row, line in enumerate(rows):
            middle = grid.cell((row, 0)).centre.y
            _numbers(canvas, line.split(), [(box.x - step * (n + 0.5), middle) for n in range(left)], step)
    if top:
        for column, line in enumerate(cols):
            middle = grid.cell((0, column)).centre.x
            _numbers(canvas, line.split(), [(middle, box.y - step * (n + 0.5)) for n in range(top)], step)
    return canvas, grid


def draw_label(canvas: Pixels, box: Box, label: str, ink: Colour = INK) -> None:
    """What a label looks like: filled, crossed out, nothing, or its letter on its colour."""
    x, y, w, h = box
    if label == EMPTY:
        return
    if label == "x":
        inset = 0.3
        ends = (round(x + w * inset), round(y + h * inset)), (round(x + w * (1 - inset)), round(y + h * (1 - inset)))
        thick = max(1, round(w / 16))
        cv2.line(canvas, ends[0], ends[1], ink, thick, cv2.LINE_AA)
        cv2.line(canvas, (ends[0][0], ends[1][1]), (ends[1][0], ends[0][1]), ink, thick, cv2.LINE_AA)
        return
    colour = ink if label == "#" else shade(label)
    corners = (round(x) + 2, round(y) + 2), (round(x + w) - 2, round(y + h) - 2)
    cv2.rectangle(canvas, *corners, colour, -1)
    if label != "#":
        bright = 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
        _text(canvas, label, (box.centre.x, box.centre.y), w * 0.5, INK if bright > 120 else PAPER)


def shade(label: str) -> Colour:
    """The colour of a label: blue, green, red."""
    if label in _KNOWN:
        return _KNOWN[label]
    red, green, blue = colorsys.hsv_to_rgb(ord(label) * 0.61803 % 1.0, 0.55, 0.85)
    return round(255 * blue), round(255 * green), round(255 * red)


def _lines(canvas: Pixels, grid: Grid) -> None:
    box = grid.box
    left, top, right, bottom = (round(value) for value in (box.x, box.y, box.x + box.w, box.y + box.h))
    for strong in (False, True):
        for column in range(grid.columns + 1):
            if (column % FIVES == 0 or column == grid.columns) == strong:
                x = round(box.x + column * grid.pitch_x)
                cv2.line(canvas, (x, top), (x, bottom), INK if strong else FAINT, 2 if strong else 1)
        for row in range(grid.rows + 1):
            if (row % FIVES == 0 or row == grid.rows) == strong:
                y = round(box.y + row * grid.pitch_y)
                cv2.line(canvas, (left, y), (right, y), INK if strong else FAINT, 2 if strong else 1)


def _numbers(canvas: Pixels, words: Sequence[str], places: Sequence[tuple[float, float]], room: float) -> None:
    """The numbers of a clue, the last one next to the board; coloured ones in their colour."""
    for word, place in zip(reversed(words), places, strict=False):
        colour = shade(word[-1]) if word[-1].isalpha() else INK
        _text(canvas, word.rstrip("abcdefghijklmnopqrstuvwyz#"), place, room * 0.85, colour)


def _text(canvas: Pixels, text: str, centre: tuple[float, float], room: float, colour: Colour) -> None:
    """Text in the middle of a place, as large as `room` allows."""
    (w, h), _ = cv2.getTextSize(text, _FONT, 1.0, 2)
    scale = min(room / max(w, 1), room * 0.62 / max(h, 1))
    thick = max(1, round(scale * 2))
    (w, h), _ = cv2.getTextSize(text, _FONT, scale, thick)
    at = (round(centre[0] - w / 2), round(centre[1] + h / 2))
    cv2.putText(canvas, text, at, _FONT, scale, colour, thick, cv2.LINE_AA)
