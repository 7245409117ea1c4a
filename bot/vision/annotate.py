"""Draw on a screenshot what was read and what is to be played, so that a person sees it at a glance."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

import cv2
import numpy as np

from bot.frame import Pixels, Point
from bot.grid import Grid
from engine.moves import Cell

STRONG = 8
"""Moves whose lines are drawn boldly; those of later ones are thin, so that the first can be followed."""
FINE = 3
"""Sub-pixel bits of the coordinates that OpenCV draws with."""
DARK, LIGHT = (24, 24, 24), (255, 255, 255)
DOUBT = (0, 0, 255)


def draw_plan(pixels: Pixels, grid: Grid, traces: Sequence[Sequence[Cell]]) -> Pixels:
    """A copy of the picture, (height, width, 3) blue green red, with numbered moves.

    `traces[n]` is the line of cells of move n, as `Game.trace` gives it; it may run one cell outside the board. A move
    with an empty trace counts but is not drawn. Colours go round the wheel from red, the first move's.
    """
    canvas = np.ascontiguousarray(pixels[:, :, :3]).copy()
    unit = min(grid.pitch_x, grid.pitch_y)
    numbered = [(number, trace) for number, trace in enumerate(traces, 1) if trace]
    for number, trace in reversed(numbered):
        _line(canvas, grid, trace, colour_of(number, len(traces)), number)
    for number, trace in reversed(numbered):
        for cell in dict.fromkeys((trace[0], trace[-1])):
            _badge(canvas, grid, cell, number, colour_of(number, len(traces)), unit)
    return canvas


def draw_doubts(pixels: Pixels, grid: Grid, cells: Sequence[Cell]) -> Pixels:
    """A copy of the picture with a frame and a question mark on each cell that could not be told."""
    canvas = np.ascontiguousarray(pixels[:, :, :3]).copy()
    thick = max(1, round(min(grid.pitch_x, grid.pitch_y) / 20))
    for cell in cells:
        box = grid.cell(cell)
        corner, opposite = _at(Point(box.x, box.y)), _at(Point(box.x + box.w, box.y + box.h))
        cv2.rectangle(canvas, corner, opposite, DOUBT, thick, cv2.LINE_AA, FINE)
        _text(canvas, "?", grid.centre(cell), DOUBT, min(box.w, box.h) * 0.6)
    return canvas


def colour_of(number: int, count: int) -> tuple[int, int, int]:
    """The colour of a move, blue green red: red for the first, round the wheel to violet for the last."""
    turn = 0.8 * (number - 1) / max(1, count - 1)
    red, green, blue = colorsys.hsv_to_rgb(turn, 0.85, 0.95)
    return round(255 * blue), round(255 * green), round(255 * red)


def _at(point: Point) -> tuple[int, int]:
    return round(point.x * (1 << FINE)), round(point.y * (1 << FINE))


def _line(canvas: Pixels, grid: Grid, trace: Sequence[Cell], colour: tuple[int, int, int], number: int) -> None:
    """The line of a move; outside the board neighbours in order keep to lanes of their own."""
    unit, bold = min(grid.pitch_x, grid.pitch_y), number <= STRONG
    reach = unit * (0.15 + 0.12 * (number % 4))
    corners = np.array([_at(_nearer(grid, cell, canvas, reach)) for cell in trace], np.int32).reshape(-1, 1, 2)
    width = max(1, round(unit / (12 if bold else 24)))
    if bold:
        cv2.polylines(canvas, [corners], False, DARK, width + 2 * max(1, width // 3), cv2.LINE_AA, FINE)
    cv2.polylines(canvas, [corners], False, colour, width, cv2.LINE_AA, FINE)


def _nearer(grid: Grid, cell: Cell, canvas: Pixels, reach: float) -> Point:
    """The middle of a cell; one outside the board comes as near as `reach` to it, and into the picture."""
    height, width = canvas.shape[:2]
    middle, box = grid.centre(cell), grid.box
    x = min(max(middle.x, box.x - reach), box.x + box.w + reach)
    y = min(max(middle.y, box.y - reach), box.y + box.h + reach)
    return Point(min(max(x, 1), width - 2), min(max(y, 1), height - 2))


def _badge(canvas: Pixels, grid: Grid, cell: Cell, number: int, colour: tuple[int, int, int], unit: float) -> None:
    """The move's number on a tile, in the middle of its lower part, so that the tile stays recognisable."""
    radius = max(5.0, 0.26 * unit)
    box = grid.cell(cell)
    middle = Point(box.centre.x, box.y + box.h - radius - 0.04 * box.h)
    scaled = round(radius * (1 << FINE))
    cv2.circle(canvas, _at(middle), scaled, colour, -1, cv2.LINE_AA, FINE)
    cv2.circle(canvas, _at(middle), scaled, DARK, max(1, round(unit / 40)), cv2.LINE_AA, FINE)
    blue, green, red = colour
    ink = DARK if 0.11 * blue + 0.59 * green + 0.3 * red > 120 else LIGHT
    _text(canvas, str(number), middle, ink, radius * (1.25 if number < 100 else 0.95))


def _text(canvas: Pixels, text: str, middle: Point, colour: tuple[int, int, int], height: float) -> None:
    """Text of about this height in pixels, centred."""
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(height / 9))
    (_, usual), _ = cv2.getTextSize(text, font, 1.0, 1)
    size = 0.8 * height / usual
    (wide, high), _ = cv2.getTextSize(text, font, size, thick)
    corner = (round(middle.x - wide / 2), round(middle.y + high / 2))
    cv2.putText(canvas, text, corner, font, size, colour, thick, cv2.LINE_AA)
