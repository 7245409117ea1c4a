"""Numbers that stand on squares of their own colour, as coloured puzzles show their clues.

The ground of such a strip changes from square to square, so it is taken over less than a square. What shows between the
squares and around them is no ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.clues.glyph import Floats
from bot.vision.clues.ink import Strip, contrast, smoothed

WINDOW: Final = 0.45
"""Widths of a strip over which the ground is taken: more than a stroke, less than half a square."""
PLAIN: Final = 40.0
"""Difference from the ground between squares from which something is one."""
SHADED: Final = 80.0
"""How much the ground of one strip may differ from that of most: bands may be striped."""
LENGTH: Final = 0.5
"""How long a square is at least, in widths of its strip."""
SMALLEST: Final = 8
"""And in pixels."""
LONGEST: Final = 1.4
"""How long a single one is at most, in widths of its strip."""
SOME: Final = 0.4
"""Share of the lines that have squares where there are any."""
TIP: Final = 0.6
"""How much of its strip's width a digit at most touches a side of it with."""
DEEP: Final = 0.4
"""How far it reaches into it, as a part of that width, at the least."""
COARSE: Final = 16
"""Steps of a colour within which grounds are counted as one."""

Colour: TypeAlias = Floats
Bools = NDArray[np.bool_]


def page_of(middles: Sequence[Pixels], wide: Sequence[int], *, after: bool = False) -> Colour | None:
    """The colour between the squares on which numbers stand in most of some strips; None where they do not stand on
    squares. `middles` are what is usual (n, 3) along each strip, `wide` how many pixels each is wide; the board lies at
    their end, or before them where they come `after` it.
    """
    grounds = [smoothed(middle, WINDOW * width) for middle, width in zip(middles, wide, strict=True)]
    to_board = -1 if after else 1
    having = sum(_has_squares(ground[::to_board], width) for ground, width in zip(grounds, wide, strict=True))
    return _most_frequent(np.concatenate(grounds)) if having >= SOME * len(grounds) else None


def _has_squares(ground: Pixels, wide: int) -> bool:
    """Whether the ground (n, 3) of a strip so many pixels wide shows squares: a single one, or some of several colours;
    a long stretch of one colour is the band in which the clues stand. The ground goes up to the board; what it begins
    with is no square, for there is page around one, but page or what lies around that.
    """
    least = max(LENGTH * wide, SMALLEST)
    ends = np.flatnonzero(np.abs(np.diff(ground.astype(np.int16), axis=0)).max(1) > PLAIN / 2) + 1
    parts = [part for part in np.split(ground, ends)[1:] if len(part) >= least]
    own = _most_frequent(ground)
    squares = [part for part in parts if float(np.abs(np.median(part, 0) - own).max()) > PLAIN]
    if len(squares) <= 1:
        return any(len(part) <= LONGEST * wide for part in squares)
    middles = np.array([np.median(part, 0) for part in squares])
    return float(np.ptp(middles, axis=0).max()) > PLAIN


def read_chips(strip: Pixels, along: int, middle: Pixels, page: Colour) -> Strip:
    """The ink on the squares of a strip, and on what is between them; `middle` is what is usual along it."""
    ground = smoothed(middle, WINDOW * strip.shape[1 - along])
    own = _most_frequent(ground)
    if float(np.abs(own - page).max()) <= SHADED:
        page = own
    across = 1 - along
    ink = contrast(strip, along, ground)
    apart, far = _apart(strip, page), np.expand_dims(_apart(ground, page), across)
    outside, rather = (apart < PLAIN) & (far > PLAIN), (apart < far / 2) & (far > PLAIN)
    ink[_from_outside(outside & ~_digits(rather, along), along)] = 0
    return Strip(ink, ground)


def _most_frequent(colours: Pixels) -> Colour:
    """The mean of those of some colours (n, 3) that are alike and most frequent."""
    coarse = colours.astype(np.int64) // COARSE
    _, where, count = np.unique(coarse, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(colours[where.ravel() == count.argmax()].mean(0), np.float32)


def _apart(one: Pixels, other: Colour) -> Floats:
    """How far colours are from another."""
    return np.asarray(np.abs(one - other).max(-1), np.float32)


def _from_outside(where: Bools, along: int) -> Bools:
    """What hangs together with the long sides of a strip, and a pixel more."""
    upright = where if along else where.T
    count, blobs = cv2.connectedComponents(upright.astype(np.uint8), connectivity=4)
    labels = np.asarray(blobs)
    outside = np.isin(np.arange(count), labels[[0, -1]]) & (np.arange(count) > 0)
    found = outside[labels] if along else outside[labels].T
    return np.asarray(cv2.dilate(found.astype(np.uint8), np.ones((3, 3), np.uint8)), np.uint8) > 0


def _digits(where: Bools, along: int) -> Bools:
    """What touches one of the long sides of a strip with a part of it only and reaches far into it, as digits do that
    fill their squares.
    """
    upright = where if along else where.T
    count, blobs, stats, _ = cv2.connectedComponentsWithStats(upright.astype(np.uint8), connectivity=4)
    labels, wide = np.asarray(blobs), len(upright)
    touch = np.array([np.bincount(side, minlength=count) for side in (labels[0], labels[-1])])
    digit = (touch.min(0) == 0) & (touch.max(0) <= TIP * wide) & (stats[:, cv2.CC_STAT_HEIGHT] > DEEP * wide)
    digit[0] = False
    return np.asarray(digit[labels] if along else digit[labels].T, np.bool_)
