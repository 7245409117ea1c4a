"""Tiles of a board that stand apart from the others, beyond many empty columns, are not left out."""

from __future__ import annotations

import random

import numpy as np

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.tiles.reader import TileReader
from engine.moves import Cell
from tests.bot.arcade_play import Finger

ROWS, COLUMNS = 6, 14
LEFT = [(row, column) for row in range(ROWS) for column in range(6) if (row, column) not in {(1, 0), (4, 5)}]
RIGHT = [(0, 13), (2, 12), (2, 13), (3, 12), (3, 13), (5, 11), (5, 12), (5, 13)]


def board(*lumps: list[Cell], rows: int = ROWS) -> str:
    """A board whose tiles lie in lumps, in each of which every kind is there an even number of times."""
    rng, free = random.Random(3), list("ABCDEFGHIJKLMNOPQRSTUVWXY")
    lines = [["."] * COLUMNS for _ in range(rows)]
    for lump in lumps:
        pairs = [free.pop(0) for _ in range(len(lump) // 2)] * 2
        rng.shuffle(pairs)
        for (row, column), label in zip(lump, pairs, strict=True):
            lines[row][column] = label
    return "board:\n" + "\n".join(map("".join, lines))


def read(text: str) -> Reading:
    return TileReader().read(Frame(Finger(text, size=(1100, 620), skin="letters").scene.draw(), 0.0))


def test_two_lumps_that_may_be_two_boards_are_not_told_as_one_of_them() -> None:
    reading = read(board(LEFT, RIGHT))
    assert reading.sight is Sight.DOUBT
    assert "it may be one board or two" in reading.why


def test_tiles_that_stand_apart_belong_to_the_board() -> None:
    text = board([*LEFT, *RIGHT])
    reading = read(text)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    seen = [[label == "." for label in row] for row in reading.position.board]
    assert seen == [[label == "." for label in row] for row in text.splitlines()[1:]]


SCATTERED = [(0, 0), (0, 9), (1, 3), (2, 0), (2, 13), (3, 6), (3, 13), (4, 2), (4, 8), (5, 0), (5, 5), (5, 13)]
"""Of the middle of a game; and two more, beyond a row in which nothing is left."""
TWO = [(7, 3), (7, 13)]


def dyed(text: str, cells: list[Cell], by: tuple[float, float, float]) -> Pixels:
    """A picture of a board of which some tiles have faces of another colour."""
    scene = Finger(text, size=(1100, 620), skin="letters").scene
    pixels = scene.draw()[:, :, :3].copy()
    for cell in cells:
        x, y, w, h = (round(side) for side in scene.grid.cell(cell))
        part = pixels[y : y + h, x : x + w]
        part[:] = np.rint(part * np.array(by)).astype(np.uint8)
    return pixels


def test_a_pair_beyond_an_empty_row_is_part_of_the_board_whatever_its_colour() -> None:
    text = board(SCATTERED, TWO, rows=8)
    for by in ((1.0, 1.0, 1.0), (0.2, 0.6, 1.0)):
        reading = TileReader().read(Frame(dyed(text, TWO, by), 0.0))
        assert reading.sight is Sight.CLEAR, reading.why
        assert reading.position is not None
        seen = [[label == "." for label in row] for row in reading.position.board]
        assert seen == [[label == "." for label in row] for row in text.splitlines()[1:]]
