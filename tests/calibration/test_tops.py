"""Full boards on which what has no hue and lies on top of all is no piece."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bot.frame import Pixels
from calibration.spot import learned

HUES = {"r": (0, 0, 255), "g": (0, 255, 0), "b": (255, 0, 0), "m": (255, 0, 255)}
BOARD = ("rkkmkm", "grrmkr", "gmmbrg", "mggrrb", "bgmgbm", "grmbrm")


def drawn(board: tuple[str, ...], other: tuple[int, int, int]) -> Pixels:
    """Flat squares between white lines on a grey page; `k` has another colour."""
    picture = np.full((480, 700, 3), 60, np.uint8)
    for row, line in enumerate(board):
        for column, sign in enumerate(line):
            x, y = 60 + 60 * column, 50 + 60 * row
            cv2.rectangle(picture, (x, y), (x + 60, y + 60), HUES.get(sign, other), -1)
            cv2.rectangle(picture, (x, y), (x + 60, y + 60), (255, 255, 255), 1)
    return picture


@pytest.mark.parametrize("other", [(0, 0, 0), (70, 70, 70), (225, 225, 225)])
def test_cells_without_hue_that_lie_on_top_of_all_are_empty(other: tuple[int, int, int]) -> None:
    draft = learned([drawn(BOARD, other)], "paneldepon", assuming=True).draft
    assert [line.replace(".", "k").count("k") for line in draft.position().board] == [3, 1, 0, 0, 0, 0]
    assert len(draft.labels) == 4


@pytest.mark.parametrize(
    ("board", "other"),
    [
        pytest.param((*BOARD[:4], "bgkgbm", BOARD[5]), (0, 0, 0), id="one below others"),
        pytest.param(BOARD, (0, 200, 255), id="a hue"),
        pytest.param(("rrkmbm", "grrmbr", *BOARD[2:]), (0, 0, 0), id="one alone"),
    ],
)
def test_else_they_are_a_kind(board: tuple[str, ...], other: tuple[int, int, int]) -> None:
    draft = learned([drawn(board, other)], "paneldepon", assuming=True).draft
    assert not any("." in line for line in draft.position().board)
