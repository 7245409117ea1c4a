"""The leftmost or the rightmost of several boards of tiles alike: the one that a person says is meant."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bot.frame import Pixels
from bot.vision.tiles.alike import alike
from bot.vision.tiles.board import Sorted
from bot.vision.tiles.sight import first_sight


def on_side(pixels: Pixels, rightmost: bool) -> Sorted | None:
    """The leftmost or the rightmost of boards alike in a picture (h, w, 3); the only one where there are no others.
    None where none can be read there.
    """
    found = first_sight(pixels)
    boards = () if found is None else alike(pixels, found.grid)
    if found is None or not boards:
        return found
    own, other = found.grid.box, boards[-1 if rightmost else 0]
    if other.x > own.x + own.w and rightmost:
        left, right = round(own.x + own.w + found.grid.pitch_x / 2), pixels.shape[1]
    elif other.box.x + other.box.w < own.x and not rightmost:
        left, right = 0, round(own.x - found.grid.pitch_x / 2)
    else:
        return found
    seen = first_sight(np.ascontiguousarray(pixels[:, left:right]))
    return seen and replace(seen, grid=seen.grid.moved(left, 0))
