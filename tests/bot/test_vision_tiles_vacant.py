"""Cards with pictures over a painted scenery: neither what is seen through gaps nor clouds beside them are tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Frame, Pixels
from bot.reading import Reading, Sight
from bot.vision.cells import CELL_H, CELL_W
from bot.vision.tiles import gaps, plausible
from bot.vision.tiles.reader import TileReader
from tests.bot.compare import renamed

ROWS, COLUMNS, PITCH = 6, 10, (48, 60)


def scenery(height: int, width: int, rng: np.random.Generator, clouds: int = 2) -> Pixels:
    """Sky above, hills and a bright path below, with soft clouds."""
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    sky = np.stack([240 - 60 * down / height, 200 + 20 * down / height, 90 + 110 * down / height], 2)
    grass = np.array([60, 190, 120], np.float32) + 25 * np.sin(across / 9)[..., None]
    path = np.abs(across - width / 2) < 0.3 * (down - 0.6 * height)
    out = np.where((down > 0.6 * height)[..., None], grass, sky)
    out = np.where(path[..., None], np.array([190, 235, 250], np.float32), out)
    for _ in range(clouds):
        blob = np.zeros((height, width), np.float32)
        cv2.circle(blob, tuple(map(int, rng.integers(0, (width, height // 2)))), 26, 1.0, -1)
        out += cv2.GaussianBlur(blob, (0, 0), 12)[..., None] * 60
    return np.clip(out, 0, 255).astype(np.uint8)


def dealt(seed: int, gone: int) -> tuple[Pixels, list[str]]:
    """A board of white cards with thin rims, of which some pairs are gone."""
    rng = np.random.default_rng(seed)
    labels = list("ABCDEFGHIJKLMNO" * 4)
    rng.shuffle(labels)
    board = np.array(labels).reshape(ROWS, COLUMNS)
    for label in rng.permutation(list("ABCDEFGHIJKLMNO"))[:gone]:
        for at in rng.permutation(np.argwhere(board == label))[:2]:
            board[tuple(at)] = "."
    height, width = ROWS * PITCH[1] + 140, COLUMNS * PITCH[0] + 260
    canvas = scenery(height, width, rng)
    faces = {label: rng.integers(0, 200, (5, 4, 3)).astype(np.uint8) for label in "ABCDEFGHIJKLMNO"}
    for (row, column), label in np.ndenumerate(board):
        if label == ".":
            continue
        x, y = 120 + column * PITCH[0], 50 + row * PITCH[1]
        card = canvas[y : y + PITCH[1], x : x + PITCH[0]]
        card[:] = 250
        card[[0, -1]] = card[:, [0, -1]] = 40
        card[10:-10, 8:-8] = cv2.resize(faces[label], (PITCH[0] - 16, PITCH[1] - 20), interpolation=cv2.INTER_NEAREST)
    return canvas, ["".join(row) for row in board]


def read(pixels: Pixels) -> Reading:
    return TileReader().read(Frame(pixels, 0.0))


@pytest.mark.parametrize(("seed", "gone"), [(seed, gone) for seed in range(3) for gone in (4, 9)])
def test_what_is_seen_through_gaps_is_no_tile(seed: int, gone: int) -> None:
    pixels, truth = dealt(seed, gone)
    reading = read(pixels)
    assert reading.sight is Sight.CLEAR, reading.why
    assert reading.position is not None
    assert renamed(reading.position.board) == renamed(truth)


def test_kinds_that_end_faintly_beyond_all_others_are_none() -> None:
    kind = np.arange(96).reshape(12, 8) // 2
    beside = np.full((12, 2), -1)
    ends = np.full((12, 10), 40.0, np.float32)
    beside[0, 1] = beside[1, 0] = 48
    wide = np.concatenate([kind, beside], 1)
    assert plausible.outlying(wide, ends) is None, "plain ones may be tiles"
    ends[0, 9] = ends[1, 8] = 6
    assert plausible.outlying(wide, ends) == (slice(0, 12), slice(0, 8))
    ends[2, 2:4] = 5  # a faint kind among the others is one
    assert plausible.outlying(wide, ends) == (slice(0, 12), slice(0, 8))


def test_what_ends_faintly_and_shows_nothing_among_pictures_is_a_gap() -> None:
    rng = np.random.default_rng(2)
    cells = np.full((4, 6, CELL_H, CELL_W, 3), 200, np.float32)
    tiles = np.ones((4, 6), np.bool_)
    tiles[1, 2] = tiles[2, 4] = False
    for at in np.argwhere(tiles):
        card = cells[tuple(at)]
        card[1:-1, 1:-1] = 250
        card[6:-6, 5:-5] = rng.integers(0, 180, (CELL_H - 12, CELL_W - 10, 1))
    cells[2, 4, 6:-6, 5:-5] = rng.integers(0, 180, (CELL_H - 12, CELL_W - 10, 1))
    found = gaps.vacant(cells, tiles)
    assert np.argwhere(found).tolist() == [[1, 2]], "what bears a picture is none"
    cells[tiles] = 250
    assert not gaps.vacant(cells, tiles).any(), "plain tiles tell nothing of plain cells"
