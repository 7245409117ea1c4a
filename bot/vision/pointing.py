"""Pointing at a board: the line to look at, the cells that a step argues from, and the marks that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.sheet import shade
from engine.moves import Cell, Mark, Move
from engine.position import EMPTY

Colour: TypeAlias = tuple[int, int, int]

LINE: Final = (90, 225, 255)
"""Yellow: where to look."""
BECAUSE: Final = (220, 140, 20)
"""Blue: what the step argues from."""
NEW: Final = (60, 160, 30)
"""Green: what follows."""
WRONG: Final = (40, 40, 225)
"""Red: what must be wiped."""
DARK: Final = (24, 24, 24)
COVER: Final = (0.2, 0.35)
"""How much of a black pixel the yellow hides, and how much more of a white one: what is filled must stay dark."""


def draw_hint(
    pixels: Pixels,
    grid: Grid,
    where: Iterable[Cell],
    because: Iterable[Cell] = (),
    moves: Sequence[Move] = (),
    colours: Mapping[str, Colour] = MappingProxyType({}),
) -> Pixels:
    """A copy of the picture (height, width, 3) with a line of the board in yellow, the cells that are argued from in
    blue frames, and what follows in green: a square for a filled cell, a cross for an empty one; red for what must be
    wiped.
    """
    canvas = np.ascontiguousarray(pixels[:, :, :3]).copy()
    plain = canvas.copy()
    for cell in where:
        x, y, w, h = grid.cell(cell)
        cv2.rectangle(canvas, (round(x), round(y)), (round(x + w) - 1, round(y + h) - 1), LINE, -1)
    bright = cv2.cvtColor(plain, cv2.COLOR_BGR2GRAY)[:, :, np.newaxis].astype(np.float32) / 255
    hides = COVER[0] + COVER[1] * bright
    canvas = np.round(plain * (1 - hides) + canvas * hides).astype(np.uint8)
    for cell in because:
        _frame(canvas, grid, cell, BECAUSE)
    return _drawn(canvas, grid, moves, colours)


def draw_marks(
    pixels: Pixels, grid: Grid, moves: Sequence[Move], colours: Mapping[str, Colour] = MappingProxyType({})
) -> Pixels:
    """A copy of the picture (height, width, 3) with every cell that the moves mark, in the `colours` of their letters
    (blue, green, red) where these are known.
    """
    return _drawn(np.ascontiguousarray(pixels[:, :, :3]).copy(), grid, moves, colours)


def _drawn(canvas: Pixels, grid: Grid, moves: Sequence[Move], colours: Mapping[str, Colour]) -> Pixels:
    labels = [move.label if isinstance(move, Mark) else "" for move in moves]
    plain = {"#": DARK if any(label.isalpha() and label != "x" for label in labels) else NEW, **colours}
    for move, label in zip(moves, labels, strict=True):
        for cell in move.cells:
            _mark(canvas, grid, cell, label, plain.get(label) or shade(label or "#"))
    return canvas


def _mark(canvas: Pixels, grid: Grid, cell: Cell, label: str, fill: Colour) -> None:
    """One cell: a square, a cross, or a frame, light on a dark edge so that it shows on any ground."""
    x, y, w, h = grid.cell(cell)
    if label in ("", EMPTY):
        _frame(canvas, grid, cell, WRONG if label else NEW)
        return
    inset = 0.32 if label == "x" else 0.2
    (left, top), (right, bottom) = (
        (round(x + w * inset), round(y + h * inset)),
        (round(x + w * (1 - inset)), round(y + h * (1 - inset))),
    )
    thick = max(2, round(min(w, h) / 9))
    if label == "x":
        for colour, width in ((DARK, thick + 2), (NEW, thick)):
            cv2.line(canvas, (left, top), (right, bottom), colour, width, cv2.LINE_AA)
            cv2.line(canvas, (left, bottom), (right, top), colour, width, cv2.LINE_AA)
        return
    cv2.rectangle(canvas, (left - 1, top - 1), (right + 1, bottom + 1), DARK, -1)
    cv2.rectangle(canvas, (left, top), (right, bottom), fill, -1)


def _frame(canvas: Pixels, grid: Grid, cell: Cell, colour: Colour) -> None:
    x, y, w, h = grid.cell(cell)
    thick = max(2, round(min(w, h) / 10))
    inset = thick
    corners = (round(x) + inset, round(y) + inset), (round(x + w) - inset - 1, round(y + h) - inset - 1)
    cv2.rectangle(canvas, *corners, DARK, thick + 1, cv2.LINE_AA)
    cv2.rectangle(canvas, *corners, colour, thick, cv2.LINE_AA)
