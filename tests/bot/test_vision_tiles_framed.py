"""A pair of tiles that the game frames, as hints do, is of the kind whose faces it shows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Sight
from bot.vision.tiles.reader import TileReader
from engine.moves import Cell
from tests.bot.arcade_play import Finger

BOARD = ("ABCADE", "FBAGHC", "IJHEKA", "DKGFJI")
"""Four of A; two of all others."""


def framed(*cells: Cell, board: tuple[str, ...] = BOARD) -> Pixels:
    """A picture of a board on which some tiles have a broad frame and a tinted face."""
    scene = Finger("board:\n" + "\n".join(board), size=(700, 520), skin="letters").scene
    pixels = scene.draw()[:, :, :3].copy()
    for cell in cells:
        x, y, w, h = (round(side) for side in scene.grid.cell(cell))
        face = pixels[y : y + h, x : x + w]
        face[:] = np.clip(face * np.array([0.93, 0.99, 1.0]), 0, 255).astype(np.uint8)
        cv2.rectangle(pixels, (x + 2, y + 2), (x + w - 3, y + h - 3), (20, 150, 250), 5)
    return pixels


@pytest.mark.parametrize("pair", [((0, 0), (0, 3)), ((1, 2), (2, 5)), ((0, 0), (2, 5))])
def test_a_framed_pair_is_of_the_kind_of_its_faces(pair: tuple[Cell, Cell]) -> None:
    reading = TileReader().read(Frame(framed(*pair), 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    plain = TileReader().read(Frame(framed(), 0.0))
    assert plain.position is not None
    assert reading.position.board == plain.position.board
    assert reading.position.blocks["marked"] == tuple(f"{row},{column}" for row, column in pair)


def test_a_framed_pair_that_is_all_of_its_kind_is_a_kind() -> None:
    reading = TileReader().read(Frame(framed((0, 1), (1, 1)), 0.0))
    plain = TileReader().read(Frame(framed(), 0.0))
    assert reading.position is not None
    assert plain.position is not None
    assert reading.position.board == plain.position.board
