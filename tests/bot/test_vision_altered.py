"""A screen in another size is read as it is in its own, or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from bot.errors import CannotReadError
from bot.layouts import candidates
from bot.solve import read_picture
from bot.vision.picture import load
from engine.position import Position
from tests.bot.compare import renamed

FIXTURES: Final = Path(__file__).parents[2] / "fixtures"
SMALLER: Final = (0.7, 0.8, 0.9)
LARGER: Final = (1.25, 1.6)


@pytest.mark.parametrize("scale", SMALLER + LARGER)
@pytest.mark.parametrize("screen", ["paneldepon/blockattack-puzzle/wide-window", "shisen/kshisen-default/few-left"])
def test_another_size_shows_the_same_board(screen: str, scale: float) -> None:
    game, program, name = screen.split("/")
    picture = FIXTURES / game / program / "screens" / f"{name}.png"
    truth = Position.parse(picture.with_suffix(".txt").read_text(encoding="utf-8")).board
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    pixels = np.asarray(cv2.resize(load(picture), None, fx=scale, fy=scale, interpolation=way), np.uint8)
    try:
        board = read_picture(pixels, candidates(game), {}).position.board
    except CannotReadError:
        return
    # A board whose outer rows are empty is told as far as there are tiles.
    used = [row for row in truth if row.strip(".")] if game == "shisen" else truth
    left = min(row.index(row.strip(".")[0]) for row in used if row.strip(".")) if game == "shisen" else 0
    right = max(len(row.rstrip(".")) for row in used) if game == "shisen" else len(used[0])
    assert renamed(board) == renamed([row[left:right] for row in used])
