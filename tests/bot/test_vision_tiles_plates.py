"""Boards on plates through which a picture is seen: every cell has a plate, and tiles bear a figure upon theirs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.grid import Grid
from bot.reading import Sight
from bot.vision.tiles import sight
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed

GRID = Grid(40.0, 60.0, 48.0, 46.0, 8, 12)


def landscape(rng: np.random.Generator) -> Pixels:
    """A soft picture with a paler panel in which the board lies, (500, 680, 3)."""
    coarse = rng.integers(80, 200, (7, 9, 3), dtype=np.uint8)
    pixels = cv2.resize(coarse, (680, 500), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    panel = pixels[48:440, 28:628]
    panel[:] = 0.6 * panel + 0.4 * 215
    return np.clip(pixels, 0, 255).astype(np.uint8)


def figure(rng: np.random.Generator) -> list[tuple[tuple[int, int], tuple[int, int], int, tuple[int, int, int]]]:
    """Ellipses of one kind: middle, axes, angle and colour."""
    ink = rng.integers(0, 256, (4, 3)).tolist()
    places = zip(map(tuple, rng.integers(-6, 7, (4, 2)).tolist()), ((15, 13), (9, 6), (5, 8), (3, 3)), strict=True)
    return [
        ((x, y), axes, int(rng.integers(180)), (*colour,)) for ((x, y), axes), colour in zip(places, ink, strict=True)
    ]


def drawn(seed: int, gone: int) -> tuple[Pixels, tuple[str, ...]]:
    """A board of which `gone` pairs were taken."""
    rng = np.random.default_rng(seed)
    cells = GRID.rows * GRID.columns
    board = rng.permutation([chr(65 + number // 8) for number in range(cells)])
    for _ in range(gone):
        kind = rng.choice(board[board != "."])
        board[rng.choice(np.flatnonzero(board == kind), 2, replace=False)] = "."
    faces = {kind: figure(rng) for kind in sorted({*board.tolist()} - {"."})}
    pixels = landscape(rng)
    for number, kind in enumerate(board.tolist()):
        centre = GRID.cell((number // GRID.columns, number % GRID.columns)).centre
        x, y = round(centre.x), round(centre.y)
        plate = pixels[y - 19 : y + 19, x - 20 : x + 20]
        plate[:] = 0.72 * plate
        for (dx, dy), axes, angle, colour in faces.get(kind, ()):
            cv2.ellipse(pixels, (x + dx // 2, y + dy // 2), axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
    return pixels, tuple("".join(row) for row in board.reshape(GRID.rows, GRID.columns))


@pytest.mark.parametrize("gone", [0, 6, 14, 30])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_plates_without_a_figure_are_gaps(seed: int, gone: int) -> None:
    pixels, board = drawn(seed, gone)
    reading = TileReader().read(Frame(pixels, 0.0))
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(board)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_without_that_they_are_not_misread(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pixels, board = drawn(seed, 6)
    monkeypatch.setattr(sight, "inked", lambda *_: None)
    reading = TileReader().read(Frame(pixels, 0.0))
    right = reading.position is not None and renamed(reading.position.board) == renamed(board)
    assert right or reading.sight is not Sight.CLEAR
