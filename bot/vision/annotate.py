"""Drawing a plan on a screenshot: numbered moves, the lines that join them, and cells that could not be told."""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from bot.frame import Box, Pixels
from bot.grid import Grid
from engine.moves import Cell

STRONG: Final = 10
"""Moves that are drawn with a full line; later ones get a thin one, so that the first can be followed."""
LATER: Final = 0.45
"""How much of the picture later lines hide."""
DARK: Final = (24, 24, 24)
LIGHT: Final = (255, 255, 255)
_CORNERS: Final = ((1, 0), (0, 0), (0, 1), (1, 1))
"""Where the numbers of the moves at one cell stand, the first first: right or left, below or above."""
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
SUB: Final = 4
"""Places are drawn to 1/16 of a pixel."""

Colour = tuple[int, int, int]


def draw_plan(
    pixels: Pixels, grid: Grid, traces: Sequence[Sequence[Cell]], doubts: Sequence[Cell] = (), first: int = 1
) -> Pixels:
    """A copy of the picture (height, width, 3) with every move drawn on it, numbered from `first`.

    A trace is the cells that a move's line goes through, in order; they may lie one cell outside the board, and the
    picture is widened where they fall outside it. `doubts` are cells to mark with a question mark.
    """
    canvas, grid = with_room(np.ascontiguousarray(pixels[:, :, :3]), grid, traces)
    size = min(grid.pitch_x, grid.pitch_y)
    plain = canvas.copy()
    for number in reversed(range(STRONG, len(traces))):
        _line(canvas, grid, traces[number], colour_of(number), number, size)
    canvas = np.asarray(cv2.addWeighted(plain, 1 - LATER, canvas, LATER, 0), np.uint8)
    for number in reversed(range(min(STRONG, len(traces)))):
        _line(canvas, grid, traces[number], colour_of(number), number, size)
    corners = Counter[Cell]()
    for number, trace in enumerate(traces):
        for cell in sorted({trace[0], trace[-1]}) if trace else ():
            if corners[cell] < len(_CORNERS):  # what comes later would hide what comes first
                badge(
                    canvas,
                    grid,
                    cell,
                    _CORNERS[corners[cell]],
                    str(number + first),
                    colour_of(number),
                    max(7.0, size * 0.24),
                )
            corners[cell] += 1
    for cell in doubts:
        _doubt(canvas, grid, cell, size)
    return canvas


def with_room(pixels: Pixels, grid: Grid, traces: Sequence[Sequence[Cell]]) -> tuple[Pixels, Grid]:
    """The picture with a dark edge added where lines run outside it, and the grid moved along."""
    height, width = pixels.shape[:2]
    centres = [grid.centre(cell) for trace in traces for cell in trace]
    pad = max(4, round(min(grid.pitch_x, grid.pitch_y) / 5))
    left = max([0, *(pad - int(p.x) for p in centres)])
    top = max([0, *(pad - int(p.y) for p in centres)])
    right = max([0, *(int(p.x) + pad - width for p in centres)])
    bottom = max([0, *(int(p.y) + pad - height for p in centres)])
    room = cv2.copyMakeBorder(pixels, top, bottom, left, right, cv2.BORDER_CONSTANT, value=DARK)
    return np.asarray(room, np.uint8), grid.moved(left, top)


def colour_of(number: int) -> Colour:
    """From warm to cold and then paler: neighbours in order differ, and early moves stand out."""
    hue = (0.02 + 0.61803 * number) % 1.0
    fade = min(1.0, number / 40)
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.95 - 0.35 * fade, 1.0 - 0.15 * fade)
    return round(255 * blue), round(255 * green), round(255 * red)


def _line(canvas: Pixels, grid: Grid, trace: Sequence[Cell], colour: Colour, number: int, size: float) -> None:
    """The line of one move, light on a dark edge, so that it shows on any ground."""
    if len(trace) < 2:
        return
    # Lines in one lane lie beside each other instead of on top.
    aside = ((number * 3) % 5 - 2) * size / 22
    points = np.array([(c.x + aside, c.y + aside) for c in map(grid.centre, trace)])
    places = [np.round(points * (1 << SUB)).astype(np.int32)]
    wide = max(2, round(size / (11 if number < STRONG else 20)))
    cv2.polylines(canvas, places, False, DARK, wide + max(2, round(size / 18)), cv2.LINE_AA, SUB)
    cv2.polylines(canvas, places, False, colour, wide, cv2.LINE_AA, SUB)


def badge(
    canvas: Pixels, grid: Grid, cell: Cell, corner: tuple[int, int], text: str, colour: Colour, radius: float,
    inside: float = 0.95,
) -> None:  # fmt: skip
    """The number of a move in a disc in a corner of its tile, where it hides least of the face: so much of its radius
    `inside`.
    """
    box, (right, down) = grid.cell(cell), corner
    inset = radius * inside
    centre = (
        box.x + box.w - inset if right else box.x + inset,
        box.y + box.h - inset if down else box.y + inset,
    )
    middle = (round(centre[0] * (1 << SUB)), round(centre[1] * (1 << SUB)))
    cv2.circle(canvas, middle, round((radius + 1.5) * (1 << SUB)), DARK, -1, cv2.LINE_AA, SUB)
    cv2.circle(canvas, middle, round(radius * (1 << SUB)), colour, -1, cv2.LINE_AA, SUB)
    bright = 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]
    _text(canvas, text, centre, radius * 1.5, DARK if bright > 120 else LIGHT)


def _doubt(canvas: Pixels, grid: Grid, cell: Cell, size: float) -> None:
    """A dashed-looking frame and a question mark."""
    box = grid.cell(cell)
    corners = (round(box.x) + 1, round(box.y) + 1), (round(box.x + box.w) - 2, round(box.y + box.h) - 2)
    thick = max(1, round(size / 16))
    cv2.rectangle(canvas, *corners, DARK, thick + 2, cv2.LINE_AA)
    cv2.rectangle(canvas, *corners, (0, 215, 255), thick, cv2.LINE_AA)
    _text(canvas, "?", (box.centre.x, box.centre.y), size * 0.6, (0, 215, 255), DARK)


def _text(
    canvas: Pixels, text: str, centre: tuple[float, float], room: float, colour: Colour, edge: Colour | None = None
) -> None:
    """Text in the middle of a place, as large as `room` allows."""
    (w, h), _ = cv2.getTextSize(text, _FONT, 1.0, 2)
    scale = room / max(w, 1.3 * h)
    thick = max(1, round(scale * 2))
    (w, h), _ = cv2.getTextSize(text, _FONT, scale, thick)
    at = (round(centre[0] - w / 2), round(centre[1] + h / 2))
    if edge is not None:
        cv2.putText(canvas, text, at, _FONT, scale, edge, thick + 3, cv2.LINE_AA)
    cv2.putText(canvas, text, at, _FONT, scale, colour, thick, cv2.LINE_AA)


def draw_reading(pixels: Pixels, grid: Grid, board: Sequence[str], marked: Sequence[Cell] = ()) -> Pixels:
    """A copy of the picture (height, width, 3) with the grid drawn over it and the label of every cell in its corner.

    `board` is the rows of labels, `.` for an empty cell and `?` for one that could not be told; `marked` cells get a
    frame.
    """
    canvas = np.ascontiguousarray(pixels[:, :, :3]).copy()
    size, box = min(grid.pitch_x, grid.pitch_y), grid.box
    thin = max(1, round(size / 40))
    for column in range(grid.columns + 1):
        x = box.x + column * grid.pitch_x
        _rule(canvas, (x, box.y), (x, box.y + box.h), thin)
    for row in range(grid.rows + 1):
        y = box.y + row * grid.pitch_y
        _rule(canvas, (box.x, y), (box.x + box.w, y), thin)
    for cell in marked:
        around = grid.cell(cell)
        ends = (
            (round(around.x) + 1, round(around.y) + 1),
            (round(around.x + around.w) - 2, round(around.y + around.h) - 2),
        )
        cv2.rectangle(canvas, *ends, (0, 215, 255), 2 * thin + 1, cv2.LINE_AA)
    for r, row_text in enumerate(board):
        for c, label in enumerate(row_text):
            if label == "?":
                _doubt(canvas, grid, (r, c), size)
            elif label != ".":
                _tag(canvas, grid.cell((r, c)), _drawable(label), max(11, round(size * 0.36)))
    return canvas


def _tag(canvas: Pixels, box: Box, text: str, side: int) -> None:
    """A label on a dark square in the upper left corner of a cell."""
    x, y = round(box.x) + 1, round(box.y) + 1
    cv2.rectangle(canvas, (x, y), (x + side, y + side), DARK, -1)
    _text(canvas, text, (x + side / 2, y + side / 2), side * 0.95, LIGHT)


def _rule(canvas: Pixels, start: tuple[float, float], end: tuple[float, float], thin: int) -> None:
    """One line of the grid, to be seen on light and on dark."""
    places = [np.round(np.array([start, end]) * (1 << SUB)).astype(np.int32)]
    cv2.polylines(canvas, places, False, DARK, thin + 2, cv2.LINE_AA, SUB)
    cv2.polylines(canvas, places, False, (80, 255, 120), thin, cv2.LINE_AA, SUB)


def _drawable(label: str) -> str:
    """The label, or a sign for one that the font does not have."""
    return label if label.isascii() else "*"
