"""Boards that uncover a picture: every gap shows another part of it, and none of it is seen around the board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.tiles.board import NONE, good
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.sight import first_sight

ROWS, COLUMNS, KINDS, OVER = 7, 12, 14, 2
SIGNS = "ABCDEFGHJKLMNP"


def picture(rng: np.random.Generator, height: int, width: int) -> Pixels:
    """Soft light with some large things in it, as paintings and photographs show."""
    coarse = rng.uniform(60, 250, (height // 90 + 2, width // 90 + 2, 3)).astype(np.float32)
    shown = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC).clip(0, 255).astype(np.uint8)
    for _ in range(14):
        at = int(rng.integers(width)), int(rng.integers(height))
        size = int(rng.integers(20, 120)), int(rng.integers(20, 120))
        colour = [int(v) for v in rng.integers(0, 256, 3)]
        cv2.ellipse(shown, at, size, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return np.asarray(shown, np.uint8)


def drawn(seed: int, gone: int) -> tuple[Pixels, Grid, list[list[str]]]:
    """A board without `gone` pairs of its tiles over a picture as large as the board; its grid, and what is on it."""
    rng = np.random.default_rng(seed)
    tiles = [SIGNS[i % KINDS] for i in range(ROWS * COLUMNS // 2) for _ in range(2)]
    rng.shuffle(tiles)
    for _ in range(gone):
        first = int(rng.choice([i for i, tile in enumerate(tiles) if tile != "."]))
        other = next(i for i, tile in enumerate(tiles) if tile == tiles[first] and i != first)
        tiles[first] = tiles[other] = "."
    board = [tiles[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]
    pitch = float(rng.uniform(32, 56))
    grid = Grid(70.0, 60.0, pitch, pitch * float(rng.uniform(1, 1.3)), ROWS, COLUMNS)
    canvas = np.full((int(grid.box.h + 120) * OVER, int(grid.box.w + 140) * OVER, 3), 250, np.uint8)
    left, top = round(grid.x * OVER), round(grid.y * OVER)
    high, wide = round(grid.box.h * OVER), round(grid.box.w * OVER)
    canvas[top : top + high, left : left + wide] = picture(rng, high, wide)
    paper, edge = rng.integers(190, 250, 3).tolist(), rng.integers(20, 110, 3).tolist()
    inks = [rng.integers(0, 150, 3).tolist() for _ in SIGNS]
    for row, column in np.ndindex(ROWS, COLUMNS):
        if (sign := board[row][column]) == ".":
            continue
        box = grid.cell((row, column))
        x, y = round(box.x * OVER), round(box.y * OVER)
        right, bottom = round((box.x + box.w) * OVER) - 1, round((box.y + box.h) * OVER) - 1
        cv2.rectangle(canvas, (x, y), (right, bottom), paper, -1)
        cv2.rectangle(canvas, (x, y), (right, bottom), edge, OVER)
        scale = 0.03 * box.h * OVER * 0.75
        (w, h), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_DUPLEX, scale, 3)
        at = (x + right - w) // 2, (y + bottom + h) // 2
        cv2.putText(canvas, sign, at, cv2.FONT_HERSHEY_DUPLEX, scale, inks[SIGNS.index(sign)], 5, cv2.LINE_AA)
    small = cv2.resize(canvas, (canvas.shape[1] // OVER, canvas.shape[0] // OVER), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), grid, board


@pytest.mark.parametrize(("seed", "gone"), [(1, 3), (4, 14)])
def test_gaps_that_show_a_picture_are_gaps(seed: int, gone: int) -> None:
    pixels, _, board = drawn(seed, gone)
    found = first_sight(pixels)
    assert found is not None and good(found)
    assert ((found.kind == NONE) == (np.array(board) == ".")).all(), found.kind


@pytest.mark.parametrize("seed", [11, 12])
def test_what_covers_tiles_is_no_gap(seed: int) -> None:
    """A note of any size, in line with the cells or not, over a board that shows a picture."""
    rng = np.random.default_rng(seed)
    pixels, grid, _ = drawn(seed, 6)
    high, wide = (int(v) for v in rng.integers(1, 4, 2))
    row, column = int(rng.integers(ROWS - high)), int(rng.integers(COLUMNS - wide))
    box = grid.cell((row, column))
    x, y = (int(v + rng.uniform(-0.4, 0.4) * grid.pitch_x * (seed % 2)) for v in (box.x, box.y))
    right, bottom = int(x + wide * grid.pitch_x), int(y + high * grid.pitch_y)
    pixels[y:bottom, x:right] = picture(rng, bottom - y, right - x)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is not Sight.CLEAR, reading.position
