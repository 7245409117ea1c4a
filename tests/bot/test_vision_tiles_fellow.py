"""A single tile that a game shows in another light, under the mouse or picked, at first sight: its kind lacks one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed
from tests.bot.test_vision_tiles_cards import GRID, card
from tests.bot.test_vision_tiles_plates import landscape


def dealt(seed: int) -> tuple[list[str], Pixels, int]:
    """What every cell holds, the picture of it, and the place of one tile that is larger, and tinted, in a frame."""
    rng = np.random.default_rng(seed)
    board = rng.permutation([chr(65 + number // 2) for number in range(GRID.rows * GRID.columns)]).tolist()
    faces = {kind: card(rng) for kind in sorted(set(board))}
    pixels = landscape(rng)
    lit = int(rng.integers(len(board)))
    for number, kind in enumerate(board):
        corner = GRID.cell((number // GRID.columns, number % GRID.columns))
        x, y, face = round(corner.x), round(corner.y), faces[kind]
        if number == lit:
            high, wide = face.shape[:2]
            large = np.asarray(cv2.resize(face, None, fx=1.06, fy=1.06), np.uint8)
            face = large[(len(large) - high) // 2 :, (large.shape[1] - wide) // 2 :][:high, :wide].copy()
            face = np.asarray(cv2.addWeighted(face, 0.8, np.full_like(face, (120, 220, 90)), 0.2, 0), np.uint8)
            cv2.rectangle(face, (0, 0), (wide - 1, high - 1), (60, 120, 20), 3)
        pixels[y : y + face.shape[0], x : x + face.shape[1]] = face
    return board, pixels, lit


@pytest.mark.parametrize("seed", range(6))
def test_the_only_tile_in_another_light_is_told_by_what_its_kind_lacks(seed: int) -> None:
    board, pixels, lit = dealt(seed)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(("".join(reading.position.board),)) == renamed(("".join(board),))
    assert reading.position.blocks["marked"] == (f"{lit // GRID.columns},{lit % GRID.columns}",)


def test_a_tile_that_looks_like_another_kind_is_not_told_by_what_is_lacking() -> None:
    board, pixels, lit = dealt(0)
    other = next(number for number, kind in enumerate(board) if kind != board[lit])
    there, here = (GRID.cell((number // GRID.columns, number % GRID.columns)) for number in (other, lit))
    part = pixels[round(there.y) : round(there.y) + 46, round(there.x) : round(there.x) + 47].copy()
    part = np.asarray(255 - part, np.uint8)
    pixels[round(here.y) : round(here.y) + 46, round(here.x) : round(here.x) + 47] = part
    assert TileReader().read(Frame(pixels, 0.0)).sight is not Sight.CLEAR
