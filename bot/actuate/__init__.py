"""Hands: real clicks and keys behind one contract, and the gate that stands before every one of them."""

from __future__ import annotations

from math import floor

from bot.frame import Point


def pixel(point: Point) -> tuple[int, int]:
    """The pixel of the screen that a point lies in.

    >>> pixel(Point(24.5, -0.5))
    (24, -1)
    """
    return floor(point.x), floor(point.y)
