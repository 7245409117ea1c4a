"""Pictures of a program of falling beads: a ruled well in a plain window, or one over a picture; pairs that fall."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from bot.frame import Pixels

CELL, ROWS, COLUMNS = 36, 12, 6
LEFT, TOP = 40, 30
COLOURS = {
    "r": (40, 40, 210), "g": (60, 170, 50), "b": (210, 110, 40), "y": (50, 200, 220), "p": (190, 60, 170),
    "o": (118, 116, 120),
}  # fmt: skip
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
    first = next((row for row, line in enumerate(board) if line.strip(".")), len(board))
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label != ".":
                down = lower if row < first + 2 else 0.0
                bead(pixels, LEFT + column * CELL, TOP + round((row + down) * CELL), COLOURS[label])
    return pixels


def landscape(seed: int) -> Pixels:
    """A picture of many colours for a window: clouds, hills and bushes."""
    rng = np.random.default_rng(seed)
    height, width = TOP * 2 + CELL * ROWS, LEFT * 2 + CELL * COLUMNS
    shades = rng.uniform(60, 200, (5, 4, 3)).astype(np.float32)
    pixels = np.clip(cv2.resize(shades, (width, height), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    for _ in range(40):
        at = int(rng.integers(0, width)), int(rng.integers(0, height))
        colour = [int(level) for level in rng.integers(40, 210, 3)]
        cv2.circle(pixels, at, int(rng.integers(5, 26)), colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(pixels, (3, 3), 0), np.uint8)


def scene(
    board: Sequence[str], behind: Pixels, joined: bool = False, pair: Sequence[tuple[str, float, int]] = ()
) -> Pixels:
    """A window with a well that darkens the picture behind it, without lines, and round beads; `joined` ones of a
    colour that touch each other from above are drawn as one. The beads of a `pair` hang in any part of a row, and a
    column.
    """
    pixels = behind.copy()
    well = pixels[TOP : TOP + CELL * ROWS, LEFT : LEFT + CELL * COLUMNS]
    well[:] = well // 2 + 20
    cv2.rectangle(pixels, (LEFT - 3, TOP - 3), (LEFT + CELL * COLUMNS + 2, TOP + CELL * ROWS + 2), (20, 20, 60), 3)
    for row, line in enumerate(board):
        for column, label in enumerate(line):
            if label == ".":
                continue
            middle = _ball(pixels, row, column, label)
            if joined and row and board[row - 1][column] == label:
                cv2.rectangle(
                    pixels,
                    (middle[0] - 10, middle[1] - CELL // 2 - 4),
                    (middle[0] + 10, middle[1] - 8),
                    COLOURS[label],
                    -1,
                )
            _eyes(pixels, middle)
    for label, down, column in pair:
        _eyes(pixels, _ball(pixels, down, column, label))
    return pixels


def _ball(pixels: Pixels, row: float, column: int, label: str) -> tuple[int, int]:
    """A round bead without eyes; where its middle is."""
    middle = LEFT + column * CELL + CELL // 2, TOP + round(row * CELL) + CELL // 2
    cv2.circle(pixels, middle, CELL // 2 - 2, COLOURS[label], -1, cv2.LINE_AA)
    cv2.circle(pixels, middle, CELL // 2 - 2, (15, 15, 15), 2, cv2.LINE_AA)
    return middle


def _eyes(pixels: Pixels, middle: tuple[int, int]) -> None:
    for eye in (-6, 6):
        cv2.circle(pixels, (middle[0] + eye, middle[1]), 4, (250, 250, 250), -1, cv2.LINE_AA)


def falling(stack: Sequence[str], pair: str, row: int, column: int = 2) -> list[str]:
    """The stack with a pair over it: its upper and its lower piece, whose row is told."""
    board = [list(line) for line in stack]
    for label, at in zip(pair, (row - 1, row), strict=True):
        if at >= 0:
            board[at][column] = label
    return ["".join(line) for line in board]


def bead(pixels: Pixels, x: int, y: int, colour: tuple[int, int, int], lid: bool = False) -> None:
    """A bead in the cell whose corner is x, y; a lid shuts its eyes."""
    cv2.rectangle(pixels, (x + 2, y + 2), (x + CELL - 2, y + CELL - 2), colour, -1)
    for eye in (12, 24):
        cv2.circle(pixels, (x + eye, y + 15), 5, colour if lid else (250, 250, 250), -1)
        cv2.circle(pixels, (x + eye, y + 16), 2, (10, 10, 10), -1)
