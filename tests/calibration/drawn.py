"""Pictures of boards that stand in a test as text: a letter on a tile for each label, nothing for `.`."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.tiles.kinds import LABELS
from engine.position import Position

GRID = Grid(45.0, 38.0, 36.0, 44.0, 4, 6)
"""Where a board of 4 rows and 6 columns lies by default."""
PAIRS = """
    ABCADB
    CDAEFE
    FBD.CF
    EB.DFA
"""
"""Not quite pairs: two gaps, and C and E are odd. Only sorting cells is tested on it, not the rules."""


def rows(text: str) -> tuple[str, ...]:
    """The rows of a board that is indented in a test."""
    return Position.parse(text).board


def in_order(board: Sequence[str]) -> tuple[str, ...]:
    """The same board with labels given in the order of appearance."""
    names: dict[str, str] = {".": "."}
    for label in "".join(board):
        names.setdefault(label, LABELS[len(names) - 1])
    return tuple("".join(names[label] for label in row) for row in board)


def draw(text: str, grid: Grid = GRID, *, picked: tuple[tuple[int, int], ...] = (), light: float = 1.0) -> Pixels:
    """The board on a green ground; `picked` cells are drawn in another light, and `light` dims all."""
    width, height = int(grid.x * 2 + grid.box.w), int(grid.y * 2 + grid.box.h)
    pixels = np.full((height, width, 3), (70, 110, 40), np.uint8)
    for r, row in enumerate(rows(text)):
        for c, label in enumerate(row):
            if label != ".":
                _tile(pixels, grid, (r, c), label, (r, c) in picked)
    return np.asarray(np.clip(pixels * light, 0, 255), np.uint8)


def _tile(pixels: Pixels, grid: Grid, cell: tuple[int, int], label: str, picked: bool) -> None:
    box = grid.cell(cell)
    corner, end = (round(box.x) + 1, round(box.y) + 1), (round(box.x + box.w) - 2, round(box.y + box.h) - 2)
    cv2.rectangle(pixels, corner, end, (120, 200, 250) if picked else (205, 235, 240), -1)
    cv2.rectangle(pixels, corner, end, (40, 60, 70), 1)
    colour = [(160, 30, 20), (20, 110, 20), (20, 20, 190), (120, 20, 120)][ord(label) % 4]
    size = box.w / 30
    at = (round(box.centre.x - 10 * size), round(box.centre.y + 10 * size))
    cv2.putText(pixels, label, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 2, cv2.LINE_AA)
