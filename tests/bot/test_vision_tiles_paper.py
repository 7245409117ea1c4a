"""White tiles on white paper: only outlines and figures are there to be seen, and of a blank one only the outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Reading, Sight
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import verdict

SIGNS = "ABCDEFGHKLMNPRSTUVXZ"
BLANK = "o"
ROWS, COLUMNS = 6, 10
GRID = Grid(70.0, 60.0, 41.0, 53.0, ROWS, COLUMNS)


def read(reader: TileReader, pixels: Pixels, time: float = 0.0) -> Reading:
    return reader.read(Frame(pixels, time))


def dealt(seed: int) -> list[str]:
    """A full board with four blank tiles, none of them in an outer line."""
    rng = np.random.default_rng(seed)
    inside = [r * COLUMNS + c for r in range(1, ROWS - 1) for c in range(1, COLUMNS - 1)]
    blank = set(rng.choice(inside, 4, replace=False).tolist())
    others = [sign for sign in SIGNS[: (ROWS * COLUMNS - 4) // 4] for _ in range(4)]
    rng.shuffle(others)
    cells = [BLANK if at in blank else others.pop() for at in range(ROWS * COLUMNS)]
    return ["".join(cells[r * COLUMNS : (r + 1) * COLUMNS]) for r in range(ROWS)]


def drawn(board: list[str]) -> Pixels:
    """The board on paper; a blank tile has a line within its outline."""
    pixels = np.full((440, 560, 3), 255, np.uint8)
    for r, row in enumerate(board):
        for c, sign in enumerate(row):
            box = GRID.cell((r, c))
            x, y, w, h = (round(v) for v in (box.x, box.y, box.w, box.h))
            if sign == ".":
                continue
            cv2.rectangle(pixels, (x, y), (x + w - 2, y + h - 2), (40, 40, 40), 1, cv2.LINE_AA)
            if sign == BLANK:
                cv2.rectangle(pixels, (x + 3, y + 3), (x + w - 5, y + h - 5), (60, 120, 60), 1, cv2.LINE_AA)
                continue
            colour = [(160, 40, 20), (20, 110, 30), (30, 30, 190)][ord(sign) % 3]
            (wide, high), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_DUPLEX, 1.1, 2)
            at = x + (w - wide) // 2, y + (h + high) // 2
            cv2.putText(pixels, sign, at, cv2.FONT_HERSHEY_DUPLEX, 1.1, colour, 2, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("seed", range(3))
def test_a_blank_tile_between_others_is_no_gap(seed: int) -> None:
    board = dealt(seed)
    assert verdict(tuple(board), read(TileReader(), drawn(board))) == "perfect"


@pytest.mark.parametrize("seed", range(3))
def test_gaps_between_tiles_are_none_where_blank_tiles_are(seed: int) -> None:
    board = dealt(seed)
    for sign in (board[2][3], board[3][6]):
        board = [row.replace(sign, ".") for row in board]
    assert verdict(tuple(board), read(TileReader(), drawn(board))) == "perfect"


def test_a_blank_tile_that_is_taken_away_is_gone() -> None:
    board = dealt(0)
    reader = TileReader()
    assert read(reader, drawn(board)).sight is Sight.CLEAR
    places = [(r, c) for r in range(ROWS) for c in range(COLUMNS) if board[r][c] == BLANK][:2]
    left = [list(row) for row in board]
    for r, c in places:
        left[r][c] = "."
    after = ["".join(row) for row in left]
    assert verdict(tuple(after), read(reader, drawn(after), 1.0)) == "perfect"


def test_a_blank_tile_that_is_picked_is_still_there() -> None:
    board = dealt(0)
    reader, pixels = TileReader(), drawn(board)
    assert read(reader, pixels).sight is Sight.CLEAR
    box = GRID.cell(next((r, c) for r in range(ROWS) for c in range(COLUMNS) if board[r][c] == BLANK))
    tile = np.s_[round(box.y) : round(box.y + box.h), round(box.x) : round(box.x + box.w)]
    pixels[tile] = pixels[tile] // 2 + 128
    assert verdict(tuple(board), read(reader, pixels, 1.0)) == "perfect"
