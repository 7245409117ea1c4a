"""A game that is taken up in the middle lies on its whole board, where the picture tells which that is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.layouts import find_layout
from bot.reading import Reading, Sight
from bot.vision.picture import load
from bot.vision.tiles.middle import Room
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.whole import ground
from engine.position import Position

SCREENS = Path(__file__).parents[2] / "fixtures" / "shisen"
SIZES = ((6, 14), (9, 16), (8, 18))


def read(pixels: Pixels, sizes: tuple[tuple[int, int], ...] = SIZES) -> Reading:
    return TileReader(sizes).read(Frame(np.ascontiguousarray(pixels), 0.0))


def picture(screen: str) -> Pixels:
    skin, name = screen.split("/")
    return load(SCREENS / skin / "screens" / f"{name}.png")


def truth(screen: str) -> tuple[str, ...]:
    skin, name = screen.split("/")
    return Position.parse((SCREENS / skin / "screens" / f"{name}.txt").read_text()).board


def gaps(board: tuple[str, ...]) -> list[str]:
    return ["".join("." if cell == "." else "#" for cell in row) for row in board]


@pytest.mark.parametrize(
    "screen", ["kshisen-default/half-played", "kshisen-jade/half-played", "kshisen-default/gravity"]
)
def test_the_whole_board_is_read_in_the_middle_of_a_game(screen: str) -> None:
    reading = TileReader.of(find_layout("shisen/kshisen")).read(Frame(picture(screen), 0.0))
    assert reading.sight is Sight.CLEAR and reading.position and reading.grid
    assert gaps(reading.position.board) == gaps(truth(screen))
    assert (reading.grid.rows, reading.grid.columns) in SIZES
    assert reading.margins is not None and reading.margins.shape == (reading.grid.rows, reading.grid.columns)


def test_without_known_sizes_the_board_is_where_tiles_are() -> None:
    reading = read(picture("kshisen-default/gravity"), ())
    assert reading.position and len(reading.position.board) == 5


@pytest.mark.parametrize("sizes", [((6, 15),), ((7, 14),), ((5, 12),), ((12, 24),)])
def test_a_size_that_does_not_lie_in_the_middle_is_not_taken(sizes: tuple[tuple[int, int], ...]) -> None:
    reading = read(picture("kshisen-default/gravity"), sizes)
    assert reading.position and (len(reading.position.board), len(reading.position.board[0])) == (5, 14)


def test_a_board_beside_the_middle_keeps_its_size() -> None:
    pixels = picture("kshisen-default/gravity")
    wider = np.concatenate([pixels, np.repeat(pixels[:, -1:], 61, axis=1)], axis=1)
    reading = read(wider)
    assert reading.position and len(reading.position.board) == 5


def test_a_whole_board_stays_as_it_is() -> None:
    known, plain = read(picture("kshisen-jade/tile-picked")), read(picture("kshisen-jade/tile-picked"), ())
    assert known.position == plain.position and known.grid == plain.grid


def test_bars_above_and_below_are_no_ground() -> None:
    pixels = np.full((200, 300, 3), 90, np.uint8)
    pixels[:31] = 230
    pixels[-17:] = 10
    assert ground(pixels, Grid(100, 60, 20, 25, 4, 5)) == (31, 183)
    assert ground(pixels, Grid(0, 60, 20, 25, 4, 15)) == (0, 200), "too little is seen beside the board"


def on_ground(board: Grid, ends: tuple[int, int, int, int], size: tuple[int, int]) -> Pixels:
    """A lighter window, from its left and upper edge to its right and lower one, with dark cells on a grey screen."""
    pixels = np.full((size[1], size[0], 3), 90, np.uint8)
    left, top, right, bottom = ends
    pixels[top:bottom, left:right] = np.linspace(150, 200, right - left)[None, :, None]
    for row in range(board.rows):
        for column in range(board.columns):
            box = board.cell((row, column))
            pixels[round(box.y) + 2 : round(box.y + box.h) - 2, round(box.x) + 2 : round(box.x + box.w) - 2] = 30
    return pixels


def test_the_ground_of_a_window_on_a_screen_ends_at_its_edges() -> None:
    part = Grid(150, 80, 30, 40, 4, 6)
    assert Room.of(on_ground(part, (100, 40, 400, 300), (500, 360)), part) == Room(100, 40, 400, 300)
    assert Room.of(on_ground(part, (0, 0, 500, 360), (500, 360)), part) == Room(0, 0, 500, 360)
