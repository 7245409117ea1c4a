"""Pieces of ink without the boxes that are drawn around numbers, whole, dashed or dotted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.ink import Piece

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

HELD: Final = 0.4
"""Height of what stands in a box, at least, as a share of the box's shorter side."""
SMALLEST: Final = 5
"""Pixels of the lowest digit."""
DASH: Final = 0.5
"""Length of a dash at most, as a share of the height of the digit that it lies beside."""
NEAR: Final = 1.0
"""How far from that digit, as such a share."""
DASHES: Final = 2
"""Dashes that lie in one line on each side of a digit, at least."""
OVER: Final = 0.15
"""How far beyond the ends of the digit, as such a share, the middles of such dashes lie at most."""
ALIGNED: Final = 1.0
"""Pixels by which they lie beside that line."""


def unboxed(found: Sequence[Piece]) -> list[Piece]:
    """The pieces of a strip without those that are boxes: no digit has another within it, and none has small pieces in
    straight lines around it.
    """
    if len(found) < 2:
        return list(found)
    x, y, w, h = np.array([piece.box for piece in found], np.float64).T
    held = h >= HELD * np.minimum(w, h)[:, None]
    within = (x[:, None] < x) & (y[:, None] < y) & (x + w < (x + w)[:, None]) & (y + h < (y + h)[:, None])
    box = (within & held).any(1)
    for number in np.flatnonzero(~box & (h >= SMALLEST)):
        small = np.maximum(w, h) <= DASH * h[number]
        box |= _around(x + w / 2, y + h / 2, small, (x[number], y[number], w[number], h[number]))
    return [piece for piece, one in zip(found, box, strict=True) if not one]


def _around(x: Floats, y: Floats, small: Bools, digit: tuple[float, float, float, float]) -> Bools:
    """(n,), the `small` ones of some pieces, with their middles at `x` and `y` (n,), that make up the sides of a box
    around a `digit` (x, y, width, height); none where not two opposite ones are there.
    """
    left, top, wide, high = digit
    right, bottom, most = left + wide, top + high, NEAR * high
    more = OVER * high
    beside = small & (y > top - more) & (y < bottom + more)
    above = small & (x > left - more) & (x < right + more)
    sides = (
        _side(left - x[beside], most),
        _side(x[beside] - right, most),
        _side(top - y[above], most),
        _side(y[above] - bottom, most),
    )
    known = [side for side in sides if side is not None]
    if len(known) < 3 and None in sides[:2] and None in sides[2:]:
        return np.zeros(len(x), np.bool_)
    # Sides may touch those of the next box: they lie as far away as others.
    before, after, over, under = (max(known) if side is None else side for side in sides)
    across = (x >= left - before - ALIGNED) & (x <= right + after + ALIGNED)
    down = (y >= top - over - ALIGNED) & (y <= bottom + under + ALIGNED)
    inside = (x > left) & (x < right) & (y > top) & (y < bottom)
    return np.asarray(small & across & down & ~inside)


def _side(away: Floats, most: float) -> float | None:
    """How far from a digit the nearest line of dashes lies that are so far `away` (n,) from it; None where there is
    none.
    """
    near = np.sort(away[(away > 0) & (away <= most)])
    return next((float(one) for one in near if (np.abs(near - one) <= ALIGNED).sum() >= DASHES), None)
