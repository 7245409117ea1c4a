"""Two readers that saw a board: which of them is borne out better."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from bot.grid import Grid
from bot.reason import About, Reason
from calibration.shot import EMPTY, Shot
from calibration.single import _better, board_of
from calibration.sorting import Found

FULL = ("ABCABC", "BCABCA", "CABCAB", "ABCABC")
IN_A_WELL = ("......", "......", *FULL)


def shot(board: Sequence[str], top: float = 0.0) -> Shot:
    """The cells of a board whose first row begins so many pixels below the top of the picture."""
    kind = np.array([["ABCDEFGHIJ".find(label) if label != "." else EMPTY for label in row] for row in board])
    grid = Grid(40.0, top, 32.0, 32.0, *kind.shape)
    marked = np.zeros(kind.shape, np.bool_)
    return Shot(np.zeros((400, 400, 3), np.uint8), grid, kind, np.ones(kind.shape, np.float32), marked)


def test_blocks_with_the_room_above_them_are_more_than_their_full_part_as_tiles() -> None:
    tiles, blocks = Found("tiles", shot(FULL, 64.0), 3.0), Found("blocks", shot(IN_A_WELL), 2.0)
    assert _better(blocks, tiles)
    aside = Found("blocks", shot(IN_A_WELL, 12.0), 2.0)
    assert not _better(aside, tiles), "these are other cells"
    otherwise = Found("blocks", shot(("......", "......", "CBCABC", *FULL[1:])), 2.0)
    assert not _better(otherwise, tiles), "these are told otherwise"


def test_tiles_most_kinds_of_which_are_odd_are_told_no_better_than_blocks_of_which_some_are_doubted() -> None:
    torn = ("ABCDEF", "GHABCD", "EFGHAB", "CDEFGH")
    doubted = (Reason(About.CELLS, "Expected cells that are easy to tell, found some that are not."),)
    tiles, blocks = Found("tiles", shot(torn), 1.0), Found("blocks", shot(FULL), 2.0, doubted)
    assert _better(blocks, tiles)
    assert not _better(blocks, tiles._replace(shot=shot(FULL)))


@pytest.mark.parametrize("scale", [1.0, 1.4])
def test_numbers_beside_a_ruled_grid_are_no_board(scale: float) -> None:
    """Clues that stand too close to each other for a nonogram to be read."""
    pixels = np.full((520, 640, 3), 255, np.uint8)
    for line in range(13):
        cv2.line(pixels, (40, 40 + 30 * line), (400, 40 + 30 * line), (0, 205, 255), 1)
        cv2.line(pixels, (40 + 30 * line, 40), (40 + 30 * line, 400), (0, 205, 255), 1)
    for row in range(12):
        for place in range(1 + row * 5 % 4):
            at = 415 + 29 * place, 68 + 30 * row
            cv2.putText(pixels, str(1 + (row * 7 + place * 3) % 5), at, cv2.FONT_HERSHEY_SIMPLEX, 1.35, (80, 80, 80), 2)
    larger = np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = board_of(larger, None, None, None, None, None)
    assert found is None or found.reasons
