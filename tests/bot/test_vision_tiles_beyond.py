"""A tile that is alone in the outermost column, on other ground than the rest: a kind that is seen an odd number of
times tells that it is missing.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.tiles.beyond import completed
from bot.vision.tiles.board import Sorted
from bot.vision.tiles.reader import TileReader
from bot.vision.tiles.sight import first_sight
from tests.bot.compare import renamed
from tests.bot.test_vision_tiles_cards import card

GRID = Grid(57, 72, 57, 66, 6, 12)


def drawn(seed: int) -> tuple[Pixels, tuple[str, ...]]:
    """White cards over a picture that ends before the last column, in which one is left; and the board."""
    rng = np.random.default_rng(seed)
    kinds = rng.permutation([chr(65 + number // 4) for number in range(GRID.rows * GRID.columns)])
    board = kinds.reshape(GRID.rows, GRID.columns)
    left = str(board[4, -1])
    gone = board != left
    gone[:, :-1] &= rng.random((GRID.rows, GRID.columns - 1)) < 0.3
    gone[board == left] = False
    gone[:, -1] = np.arange(GRID.rows) != 4
    for kind in np.unique(board):  # an even number of each is left
        if np.count_nonzero((board == kind) & ~gone) % 2:
            row, column = next(iter(np.argwhere((board[:, :-1] == kind) & ~gone[:, :-1])))
            gone[row, column] = True
    board = np.where(gone, ".", board)
    coarse = rng.integers(20, 190, (6, 8, 3), dtype=np.uint8)
    pixels = np.full((560, 820, 3), 217, np.uint8)
    picture = cv2.resize(coarse, (57 + 11 * 57 + 2, 430), interpolation=cv2.INTER_CUBIC)
    pixels[:430, : picture.shape[1]] = picture
    faces = {kind: card(rng) for kind in "".join(sorted(set(board.ravel()) - {"."}))}
    for (row, column), kind in np.ndenumerate(board):
        if kind != ".":
            at = GRID.cell((row, column))
            face = cv2.resize(faces[str(kind)], (56, 65), interpolation=cv2.INTER_AREA)
            pixels[round(at.y) : round(at.y) + 65, round(at.x) : round(at.x) + 56] = face
    return pixels, tuple("".join(row) for row in board)


def without_the_last_column(found: Sorted) -> Sorted:
    """What a look that misses the tile makes of the board."""
    rest = {name: getattr(found, name)[:, :-1] for name in ("kind", "margins", "cells", "share", "bare")}
    return replace(found, grid=replace(found.grid, columns=found.grid.columns - 1), **rest)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_tile_alone_in_the_last_column_is_found(seed: int) -> None:
    pixels, board = drawn(seed)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(board)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_tile_that_was_missed_is_found_by_what_its_kind_lacks(seed: int) -> None:
    pixels, _ = drawn(seed)
    found = first_sight(pixels)
    assert found is not None
    again = completed(pixels, without_the_last_column(found))
    assert again is not None
    assert (again.kind == found.kind).all()


def test_nothing_is_added_where_nothing_is_lacking_or_what_lacks_is_not_there() -> None:
    pixels, _ = drawn(1)
    found = first_sight(pixels)
    assert found is not None
    assert completed(pixels, found) is None
    box = found.grid.cell((4, found.grid.columns - 1))
    bare = pixels.copy()
    bare[round(box.y) - 2 : round(box.y + box.h) + 2, round(box.x) - 2 : round(box.x + box.w) + 4] = 217
    assert completed(bare, without_the_last_column(found)) is None


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_two_tiles_on_other_faces_alone_in_an_outer_column_are_tiles_of_the_board(seed: int) -> None:
    """Cream cards but for some kinds, on orange, of which one is the only one in the first column."""
    rng = np.random.default_rng(seed)
    kinds = rng.permutation([chr(65 + number // 4) for number in range(48)])
    board = np.full((GRID.rows, GRID.columns), ".")
    board[:, 2:10] = kinds.reshape(GRID.rows, 8)
    board[[2, 4], 0] = "Z"
    board[2:5, 1], board[2:5, 10] = [*"ABC"], [*"ABC"]
    pixels = np.full((560, 820, 3), (120, 77, 58), np.uint8)
    faces = {kind: card(rng) for kind in "".join(sorted(set(board.ravel()) - {"."}))}
    for kind, face in faces.items():
        plain, border = (face > 240).all(2), (face == (60, 50, 40)).all(2)
        face[plain] = (20, 150, 250) if kind == "Z" else (190, 225, 245)
        face[border] = (10, 90, 200) if kind == "Z" else (120, 170, 205)
    for (row, column), kind in np.ndenumerate(board):
        if kind != ".":
            at = GRID.cell((row, column))
            tile = cv2.resize(faces[str(kind)], (56, 65), interpolation=cv2.INTER_AREA)
            pixels[round(at.y) : round(at.y) + 65, round(at.x) : round(at.x) + 56] = tile
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(tuple("".join(row)[:11] for row in board))
