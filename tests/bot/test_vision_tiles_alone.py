"""Tiles without an equal, as four seasons of which any fits any: told, and played where a person says what fits."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.layouts import known_layouts
from bot.reading import Sight
from bot.settle import eyes
from bot.vision.tiles.reader import TileReader
from engine.position import EMPTY, UNKNOWN
from tests.bot.compare import renamed
from tests.bot.test_vision_tiles_cards import GRID, card
from tests.bot.test_vision_tiles_plates import landscape

ALONE = "stuvwxyz"
TILES = next(one for one in known_layouts("shisen") if one.board.place is None)


def dealt(seed: int) -> tuple[list[str], dict[str, Pixels], Pixels]:
    """What every cell holds, eight of which are alone of their kind; the faces, and a picture for the ground."""
    rng = np.random.default_rng(seed)
    kinds = [chr(65 + number // 2) for number in range(GRID.rows * GRID.columns - len(ALONE))]
    board = rng.permutation([*kinds, *ALONE]).tolist()
    return board, {kind: card(rng) for kind in sorted(set(board))}, landscape(rng)


def shown(board: list[str], faces: dict[str, Pixels], ground: Pixels) -> Pixels:
    pixels = ground.copy()
    for number, kind in enumerate(board):
        if kind != EMPTY:
            corner = GRID.cell((number // GRID.columns, number % GRID.columns))
            pixels[round(corner.y) : round(corner.y) + 46, round(corner.x) : round(corner.x) + 47] = faces[kind]
    return pixels


@pytest.mark.parametrize("seed", range(4))
def test_tiles_without_an_equal_are_told_and_named(seed: int) -> None:
    board, faces, ground = dealt(seed)
    reading = TileReader().read(Frame(shown(board, faces, ground), 0.0))
    assert reading.sight is Sight.DOUBT
    assert "found 8 that are not" in reading.why
    assert "--rule groups=" in reading.why
    assert reading.position is not None
    assert renamed(("".join(reading.position.board),)) == renamed(("".join(board),))


@pytest.mark.parametrize("seed", range(4))
def test_who_says_what_fits_can_play(seed: int) -> None:
    board, faces, ground = dealt(seed)
    first = TileReader().read(Frame(shown(board, faces, ground), 0.0))
    assert first.position is not None
    labels = "".join(first.position.board)
    alone = "".join(labels[board.index(kind)] for kind in ALONE)
    reader = eyes(TILES, {"groups": f"{alone[:4]},{alone[4:]}"})
    assert reader.read(Frame(shown(board, faces, ground), 0.0)).sight is Sight.CLEAR
    for time, pair in enumerate(("AA", "su", "xz", "tv"), 1):
        for kind in pair:
            board[board.index(kind)] = EMPTY
        reading = reader.read(Frame(shown(board, faces, ground), float(time)))
        assert reading.sight is Sight.CLEAR, reading.why
        assert reading.position is not None
        told = "".join(reading.position.board)
        assert [label == EMPTY for label in told] == [kind == EMPTY for kind in board]


def test_only_what_fits_may_go_together() -> None:
    board, faces, ground = dealt(1)
    first = TileReader().read(Frame(shown(board, faces, ground), 0.0))
    assert first.position is not None
    labels = "".join(first.position.board)
    wrong = "".join(labels[board.index(kind)] for kind in ALONE[:3])
    reading = eyes(TILES, {"groups": wrong}).read(Frame(shown(board, faces, ground), 0.0))
    assert reading.sight is Sight.DOUBT, "three that fit one another are odd, too"
    assert UNKNOWN not in "".join(reading.position.board if reading.position else "?")
