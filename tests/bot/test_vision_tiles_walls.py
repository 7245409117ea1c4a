"""Stones around a board and on it, which are no tiles: what they may be is said."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.settle import eyes
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed
from tests.bot.test_vision_tiles_alone import TILES
from tests.bot.test_vision_tiles_cards import card

GRID = Grid(88, 79, 47, 46, 6, 9)


def stone() -> Pixels:
    """A grey block in relief, (46, 47, 3)."""
    face = np.full((46, 47, 3), 120, np.uint8)
    cv2.rectangle(face, (4, 4), (42, 41), (160, 160, 160), 3)
    cv2.circle(face, (23, 23), 9, (80, 80, 80), -1)
    return face


def drawn(seed: int, ring: bool) -> tuple[Pixels, list[str]]:
    rng = np.random.default_rng(seed)
    board = rng.permutation([chr(65 + number // 2) for number in range(GRID.rows * GRID.columns)]).tolist()
    faces = {kind: card(rng) for kind in sorted(set(board))}
    pixels = np.full((460, 620, 3), (90, 120, 40), np.uint8)
    for row in range(-1, GRID.rows + 1):
        for column in range(-1, GRID.columns + 1):
            inside = 0 <= row < GRID.rows and 0 <= column < GRID.columns
            box = GRID.cell((row, column))
            if inside or ring:
                face = faces[board[row * GRID.columns + column]] if inside else stone()
                pixels[round(box.y) : round(box.y) + 46, round(box.x) : round(box.x) + 47] = face
    return pixels, board


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ring", [True, False], ids=["ring", "none"])
def test_that_lines_may_have_to_stay_inside_is_said_of_a_board_in_a_ring(seed: int, ring: bool) -> None:
    pixels, board = drawn(seed, ring)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(("".join(reading.position.board),)) == renamed(("".join(board),))
    assert any("--rule rim=off" in note for note in reading.notes) == ring


@pytest.mark.parametrize("seed", [0, 1, 2, 5])
def test_a_kind_that_looks_unlike_all_tiles_may_be_walls(seed: int) -> None:
    pixels, board = drawn(seed, ring=False)
    lone = [number for number, kind in enumerate(board) if kind in "AB"]
    for number in lone:
        box = GRID.cell((number // GRID.columns, number % GRID.columns))
        pixels[round(box.y) : round(box.y) + 46, round(box.x) : round(box.x) + 47] = stone()
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    label = "".join(reading.position.board)[lone[0]]
    assert [f"--rule walls={label}." in note for note in reading.notes] == [True]
    known = eyes(TILES, {"walls": label}).read(Frame(pixels, 0.0))
    assert known.sight is Sight.CLEAR, known.why
    assert not known.notes
