"""Boards over a picture, in which pairs fall: pieces with large white eyes, and no lines between cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from bot.grid import Grid
from calibration.joined import sort_round
from calibration.scattered import scattered_board
from calibration.shot import EMPTY, UNSURE
from calibration.sorting import sort_cells
from calibration.spot import learned
from tests.bot.compare import renamed

HEAPS = {
    "a heap": ("G.....", "G....R", "B....B", "B.B.PR", "Y.GBPG", "PGPGPB"),
    "a wall": ("R....Y", "RG...Y", "BG..RG", "YBGPRG", "YBPPBR"),
    "a floor": ("R.G...", "BBGRYP"),
}
COLOURS = {"R": (40, 40, 220), "G": (50, 170, 60), "B": (220, 90, 30), "Y": (40, 190, 240), "P": (200, 60, 150)}


def board(heap: str, falling: str = "") -> tuple[str, ...]:
    """Twelve rows with a heap on the floor, and a piece that has just appeared."""
    rows = HEAPS[heap]
    top = (f"...{falling or '.'}..",)
    return (*top, *("......",) * (11 - len(rows)), *rows)


def drawn(rows: tuple[str, ...], pitch: float = 50.0, seed: int = 3) -> tuple[Pixels, Grid]:
    """The picture: a figure painted on a dark wall behind the board, a bright page around it."""
    rng = np.random.default_rng(seed)
    grid = Grid(90.0, 70.0, pitch, pitch, 12, 6)
    box = grid.box
    height, width = round(box.y + box.h + 90), round(box.x + box.w + 140)
    coarse = rng.integers(90, 250, (6, 5, 3), dtype=np.uint8)
    pixels = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    left, top, right, bottom = round(box.x) - 8, round(box.y) - 4, round(box.x + box.w) + 8, round(box.y + box.h) + 6
    wall = pixels[top:bottom, left:right]
    wall[:] = np.linspace(58, 82, wall.shape[0])[:, None, None].astype(np.uint8) * np.array((1, 1.3, 1.5))
    middle, size = (wall.shape[1] // 2, round(0.55 * wall.shape[0])), round(1.7 * pitch)
    for reach, tone in ((size, (52, 80, 96)), (round(0.6 * size), (60, 84, 110))):
        cv2.circle(wall, middle, reach, tone, 3, cv2.LINE_AA)
    for row, column in np.argwhere(np.array([list(line) for line in rows]) != "."):
        centre = grid.cell((int(row), int(column))).centre
        x, y, r = round(centre.x), round(centre.y), round(0.42 * pitch)
        colour = np.array(COLOURS[rows[row][column]])
        cv2.circle(pixels, (x, y), r, (0.45 * colour).tolist(), -1, cv2.LINE_AA)
        cv2.circle(pixels, (x, y), r - 3, colour.tolist(), -1, cv2.LINE_AA)
        cv2.ellipse(
            pixels, (x, y - r // 2), (r // 2, r // 4), 0, 0, 360, (0.5 * colour + 127).tolist(), -1, cv2.LINE_AA
        )
        for aside in (-r // 3, r // 3):
            cv2.circle(pixels, (x + aside, y), r // 4, (250, 250, 250), -1, cv2.LINE_AA)
            cv2.circle(pixels, (x + aside, y), r // 8, (30, 20, 20), -1, cv2.LINE_AA)
    return pixels, grid


@pytest.mark.parametrize("pitch", [34.0, 50.0])
@pytest.mark.parametrize("heap", ["a heap", "a wall"])
def test_the_pieces_tell_the_board(heap: str, pitch: float) -> None:
    rows = board(heap, "Y")
    pixels, grid = drawn(rows, pitch)
    found = scattered_board(pixels, [(12, 6)], None)
    assert found is not None
    assert not found.reasons
    assert found.shot.grid.x == pytest.approx(grid.x, abs=0.1 * pitch)
    assert found.shot.grid.y == pytest.approx(grid.y, abs=0.1 * pitch)
    assert ((found.shot.kind == EMPTY) == (np.array([list(line) for line in rows]) == ".")).all()


def test_two_rows_of_pieces_do_not_tell_how_high_the_others_are() -> None:
    assert scattered_board(drawn(board("a floor"))[0], [(12, 6)], None) is None


def test_such_a_board_is_learned() -> None:
    rows = board("a heap", "Y")
    pixels, _ = drawn(rows)
    position = learned([pixels], "puyo").reading().position
    assert position is not None
    assert renamed(position.board) == renamed(rows)


def test_without_a_piece_at_its_top_how_far_it_reaches_is_assumed_unless_it_is_said() -> None:
    pixels, _ = drawn(board("a wall"))
    free, said = scattered_board(pixels, [(12, 6)], None), scattered_board(pixels, [(12, 6)], (12, 6))
    assert free is not None and said is not None
    assert len(free.reasons) == 1
    assert not said.reasons
    assert free.shot.kind.shape == said.shot.kind.shape == (12, 6)


def test_colours_tell_pieces_in_whatever_light_their_faces_are() -> None:
    rows = board("a wall", "P")
    pixels, grid = drawn(rows)
    shot = sort_cells(pixels, grid, "blocks")
    kind = shot.kind.copy()
    kind[0, 3] = UNSURE
    told = sort_round(shot.with_kinds(kind))
    assert told is not None
    assert told.kind[0, 3] == told.kind[10, 3], "both are P"
