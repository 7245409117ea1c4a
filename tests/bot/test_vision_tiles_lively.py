"""Boards on which something always stirs: tiles that pulse, and a light that passes over all of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.tiles.bank import Bank, Told
from bot.vision.tiles.board import NONE, UNSURE
from bot.vision.tiles.pairs import settled
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.sight import first_sight
from tests.bot.synthetic_tiles import Drawn, draw

ROWS, COLUMNS = 6, 8


def glowing(pixels: Pixels, grid: Grid, cell: tuple[int, int], light: int) -> Pixels:
    """The picture with a glow around a tile that reaches a little into the cells beside it."""
    out, box = pixels.copy(), grid.cell(cell)
    for ring in range(4):
        corner, end = (round(box.x) - ring, round(box.y) - ring), (round(box.x + box.w) + ring, round(box.y + box.h))
        cv2.rectangle(out, corner, (end[0], end[1] + ring), (light, light, 255 - light), 1)
    return out


def without_a_pair(drawn: Drawn, board: tuple[str, ...], grid: Grid) -> tuple[Pixels, list[tuple[int, int]]]:
    """The picture without two tiles, whose places have a colour half-way from a face to the ground."""
    pixels, ground = drawn.pixels.copy(), np.median(drawn.pixels[:5].reshape(-1, 3), 0)
    pair = [(r, c) for r in range(ROWS) for c in range(COLUMNS) if board[r][c] == board[2][2]][:2]
    for cell in pair:
        box = grid.cell(cell)
        rows, columns = slice(round(box.y), round(box.y + box.h)), slice(round(box.x), round(box.x + box.w))
        pixels[rows, columns] = (np.median(pixels[rows, columns].reshape(-1, 3), 0) + ground) / 2
    return pixels, pair


@pytest.mark.parametrize("seed", [100, 102, 104])
def test_a_gap_stands_still_though_the_tile_beside_it_pulses(seed: int) -> None:
    drawn, reader = draw(seed, ROWS, COLUMNS, gone=0.0), TileReader()
    first = reader.read(Frame(drawn.pixels, 0.0))
    assert first.position and first.grid
    pixels, pair = without_a_pair(drawn, first.position.board, first.grid)
    beside = (pair[0][0], pair[0][1] - 1 if pair[0][1] else 1)
    seen = [
        reader.read(Frame(glowing(pixels, first.grid, beside, 120 + 60 * (look % 3)), 1 + 0.1 * look))
        for look in range(12)
    ]
    assert seen[0].sight is Sight.DOUBT
    for reading in seen[6:]:
        assert reading.sight is Sight.CLEAR and reading.position, reading.why
        gaps = [(r, c) for r in range(ROWS) for c in range(COLUMNS) if reading.position.board[r][c] == "."]
        assert gaps == pair


@pytest.mark.parametrize("seed", [100, 102, 104, 106])
def test_a_board_that_was_lit_for_a_moment_is_behind_no_sheet(seed: int) -> None:
    """It is darker than it was a moment ago, but what it was when it was read last tells what it looks like."""
    drawn, reader = draw(seed, ROWS, COLUMNS, gone=0.0), TileReader()
    first = reader.read(Frame(drawn.pixels, 0.0))
    assert first.sight is Sight.CLEAR
    for look, light in enumerate((1.1, 1.25), 1):
        reader.read(Frame(np.clip(drawn.pixels * light - 20, 0, 255).astype(np.uint8), 0.1 * look))
    again = reader.read(Frame(drawn.pixels, 1.0))
    assert (again.sight, again.position) == (Sight.CLEAR, first.position), again.why


@pytest.mark.parametrize("seed", [102, 104, 106, 110])
def test_a_tile_half_way_between_two_kinds_is_likely_of_neither(seed: int) -> None:
    found = first_sight(draw(seed, ROWS, COLUMNS, gone=0.0).pixels)
    assert found is not None
    bank = Bank()
    told = bank.adopt(found).kind
    one, other = (
        found.cells[0, 0],
        next(found.cells[cell] for cell in np.ndindex(told.shape) if told[cell] != told[0, 0]),
    )
    shares = np.linspace(0, 1, 21)
    mixed = np.stack([one * (1 - share) + other * share for share in shares]).astype(np.float32)
    likely, moved = bank.likeliest(mixed)
    assert likely[0] == told[0, 0] and likely[-1] != told[0, 0] and likely[10] == -1
    assert not moved[[0, -1]].any()
    changes = likely[np.flatnonzero(np.diff(likely, prepend=-2))].tolist()
    assert changes == [likely[0], -1, likely[-1]], "nearly the one, then neither, then nearly the other"


def test_what_is_likely_a_tile_is_one_where_its_kind_is_odd_without_it_and_no_gap() -> None:
    board = np.array([[0, 0, 1], [1, 2, UNSURE], [3, 3, NONE]])
    none = np.zeros(board.shape, np.bool_)
    told = Told(board, np.ones(board.shape, np.float32), none, board == UNSURE)
    likely = np.where(board == UNSURE, 2, -1)
    assert settled(told, likely).kind[1, 2] == 2
    assert settled(told, np.where(board == UNSURE, 3, -1)).kind[1, 2] == UNSURE, "two kinds would be odd"
    assert settled(told, np.full(board.shape, -1)).kind[1, 2] == UNSURE, "a gap would leave one tile alone"
