"""Tiles of a board that stand apart from the others, beyond many empty columns, are not left out."""

from __future__ import annotations

import random

from bot.frame import Frame
from bot.reading import Reading, Sight
from bot.vision.tiles.reader import TileReader
from engine.moves import Cell
from tests.bot.arcade_play import Finger

ROWS, COLUMNS = 6, 14
LEFT = [(row, column) for row in range(ROWS) for column in range(6) if (row, column) not in {(1, 0), (4, 5)}]
RIGHT = [(0, 13), (2, 12), (2, 13), (3, 12), (3, 13), (5, 11), (5, 12), (5, 13)]


def board(*lumps: list[Cell]) -> str:
    """A board whose tiles lie in lumps, in each of which every kind is there an even number of times."""
    rng, free = random.Random(3), list("ABCDEFGHIJKLMNOPQRSTUVWXY")
    rows = [["."] * COLUMNS for _ in range(ROWS)]
    for lump in lumps:
        pairs = [free.pop(0) for _ in range(len(lump) // 2)] * 2
        rng.shuffle(pairs)
        for (row, column), label in zip(lump, pairs, strict=True):
            rows[row][column] = label
    return "board:\n" + "\n".join(map("".join, rows))


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
