"""Pictures of a program of falling beads: a ruled well in a plain window, and pairs that fall by parts of a cell."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from bot.frame import Pixels

CELL, ROWS, COLUMNS = 36, 12, 6
LEFT, TOP = 40, 30
COLOURS = {"r": (40, 40, 210), "g": (60, 170, 50), "b": (210, 110, 40), "y": (50, 200, 220), "p": (190, 60, 170)}
START = ("......",) * 9 + ("r.....", "gg....", "rg.r..")


def screen(board: Sequence[str], lower: float = 0.0) -> Pixels:
    """A window with a well of beads with eyes; those of the topmost two rows that hold any hang `lower` by so much of a
    cell.
    """
    pixels = np.full((TOP * 2 + CELL * ROWS, LEFT * 2 + CELL * COLUMNS, 3), (120, 110, 100), np.uint8)
    well = (LEFT, TOP), (LEFT + CELL * COLUMNS, TOP + CELL * ROWS)
    cv2.rectangle(pixels, *well, (30, 26, 24), -1)
    for n in range(COLUMNS + 1):
        cv2.line(pixels, (LEFT + n * CELL, TOP), (LEFT + n * CELL, TOP + CELL * ROWS), (70, 64, 60))
    for n in range(ROWS + 1):
        cv2.line(pixels, (LEFT, TOP + n * CELL), (LEFT + CELL * COLUMNS, TOP + n * CELL), (70, 64, 60))
    first = next(row for row, line in enumerate(board) if line.strip("."))
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label != ".":
                down = lower if row < first + 2 else 0.0
                bead(pixels, LEFT + column * CELL, TOP + round((row + down) * CELL), COLOURS[label])
    return pixels


def bead(pixels: Pixels, x: int, y: int, colour: tuple[int, int, int], lid: bool = False) -> None:
    """A bead in the cell whose corner is x, y; a lid shuts its eyes."""
    cv2.rectangle(pixels, (x + 2, y + 2), (x + CELL - 2, y + CELL - 2), colour, -1)
    for eye in (12, 24):
        cv2.circle(pixels, (x + eye, y + 15), 5, colour if lid else (250, 250, 250), -1)
        cv2.circle(pixels, (x + eye, y + 16), 2, (10, 10, 10), -1)
