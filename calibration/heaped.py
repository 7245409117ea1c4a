"""A board of a game in which pairs fall, by the few pieces that lie in its frame, though it be one on another only."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.frame import Pixels
from bot.vision.blocks.loose import heaps
from bot.vision.blocks.panel import bordered
from bot.vision.blocks.scene import Scene
from bot.vision.falling import PAIR, may_be_pair
from calibration.resting import in_the_air
from calibration.shot import EMPTY
from calibration.sorting import Found, doubtful
from calibration.sparse import sort_few

FEWEST: Final = 4
"""Pieces that stand in the frame, at the least: that pairs fall there is known."""
QUALITY: Final = 1.0
"""How plainly it is seen, in the terms of first sight."""


def heaped_board(pixels: Pixels) -> Found | None:
    """The board of a picture (height, width, 3) in a frame that holds its pieces, and next to nothing else: what shows
    where a pair would come to lie. None where the pieces do not rest on its floor, but for a pair that falls.
    """
    for ruled, frame, grid, held in heaps(Scene(pixels), FEWEST):
        shot = sort_few(pixels, grid)
        if shot is None or not held[-1].any():
            continue
        full = shot.kind != EMPTY
        if (held & ~full).any() or np.count_nonzero(full & ~held) > PAIR:
            continue
        if may_be_pair(in_the_air(shot)) and bordered(*ruled, frame, grid, ~full):
            return Found("blocks", shot, QUALITY, doubtful(shot))
    return None
