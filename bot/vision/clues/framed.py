"""A grid of which lines are seen in a part only, inside the frame around all of it: where cells are filled, say, on a
ground on which the lines between the others are hardly to be seen.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.vision.clues.lines import Ruled
from bot.vision.finding import edges as edging

Bytes = NDArray[np.uint8]

STEP: Final = 6
"""Grey levels of the edge of a frame."""
STRAIGHT: Final = 0.9
"""Share of a side along which it is drawn."""
AT: Final = 0.05
"""Cells by which a frame lies beside the outer lines, at the most."""
BEYOND: Final = (0.2, 0.8)
"""From where to where, in cells, it is looked whether a side goes on beyond its corner…"""
ENDED: Final = 0.5
"""… and the share of that along which it is drawn at the most where it does not."""
MOST: Final = 20
"""Rows or columns on one side that may be missing."""
TRIED: Final = 4
"""Places of each side that are tried, the outermost ones."""


def to_the_frame(pixels: Pixels, ruled: Ruled) -> Ruled | None:
    """A grid with all the rows and columns inside the frame around it in a picture (h, w, 3), which lies on their
    outer lines and has nothing but corners at its ends; the largest such. None where there is none beyond the grid.
    """
    across, down = (edging.either(one) for one in edging.edges(pixels))
    grid, box = ruled.grid, ruled.grid.box
    turned = np.ascontiguousarray(down.T)
    counts = range(MOST + 1)
    lefts = [k for k in counts if _drawn(across, box.x - k * grid.pitch_x, box.y, box.h, grid.pitch_x)]
    rights = [k for k in counts if _drawn(across, box.x + box.w + k * grid.pitch_x, box.y, box.h, grid.pitch_x)]
    tops = [k for k in counts if _drawn(turned, box.y - k * grid.pitch_y, box.x, box.w, grid.pitch_y)]
    belows = [k for k in counts if _drawn(turned, box.y + box.h + k * grid.pitch_y, box.x, box.w, grid.pitch_y)]
    sides = (one[-TRIED:] for one in (lefts, tops, rights, belows))
    for left, top, right, below in sorted(product(*sides), key=sum, reverse=True):
        if not (left or top or right or below):
            return None
        whole = grid.grown(left, top, right, below)
        if _framed(across, turned, whole.box, (grid.pitch_x, grid.pitch_y)):
            return replace(ruled, grid=whole, sides=np.pad(ruled.sides, ((top, below), (left, right)), "edge"))
    return None


def _framed(across: Bytes, turned: Bytes, box: Box, pitch: tuple[float, float]) -> bool:
    """Whether a frame is drawn around a box, by edges (h, w) across the picture, and those down it, (w, h)."""
    for edges, first, last, start, length, (aside, along) in (
        (across, box.x, box.x + box.w, box.y, box.h, pitch),
        (turned, box.y, box.y + box.h, box.x, box.w, pitch[::-1]),
    ):
        near, far = BEYOND[0] * along, (BEYOND[1] - BEYOND[0]) * along
        for at in (first, last):
            if not _drawn(edges, at, start, length, aside):
                return False
            ends = (start - near - far, start + length + near)
            if any(_share(edges, at, end, far, aside) > ENDED for end in ends):
                return False
    return True


def _drawn(edges: Bytes, at: float, start: float, length: float, pitch: float) -> bool:
    return _share(edges, at, start, length, pitch) >= STRAIGHT


def _share(edges: Bytes, at: float, start: float, length: float, pitch: float) -> float:
    """The share of a line from `start` at column `at` of edges (h, w) along which it is drawn, where it lies to a part
    of a `pitch`; 0 beside the picture.
    """
    reach = max(1, round(AT * pitch))
    rows = slice(max(0, round(start)), max(0, round(start + length)))
    part = edges[rows, max(0, round(at) - reach) : max(0, round(at) + reach + 1)]
    return float((part > STEP).any(1).mean()) if part.size else 0.0
