"""A window that is raised and seen whole before it is looked at for long: what lies over it is no part of its board."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.capture import Capture
from bot.clock import Clock
from bot.errors import CannotReadError
from bot.frame import Frame, Point
from bot.target import Target

APART: Final = 32
"""Screen units between two places at which it is asked whether anything lies over a window: few windows are smaller."""
PATIENCE: Final = 1.0
"""Seconds in which a window comes to the front, and as many in which its program draws what was hidden."""
CALM: Final = 0.2
"""Seconds without a change after which all of it is drawn."""
BETWEEN: Final = 0.02
"""Seconds between two looks."""


def seen_whole(target: Target, capture: Capture, clock: Clock, *, raising: bool) -> Frame:
    """A picture of a target over which nothing lies; with `raising` it is brought to the front first, and drawn.

    Raises CannotReadError where something lies over it, and what looking at it raises.
    """
    if raising:
        target.activate()
    start = clock.now()
    while (covered := _covered(target, capture.grab())) is not None:
        if not raising:
            raise _lies_over(target, covered, "move it away, or add --live, which brings the window to the front.")
        if clock.now() - start > PATIENCE:
            raise _lies_over(target, covered, "move it away.")
        clock.sleep(BETWEEN)
    return _drawn(capture, clock) if raising else capture.grab()


def _covered(target: Target, frame: Frame) -> Point | None:
    """A place of the screen at which something lies over what a frame shows of a target; None where nothing does."""
    left, top, width, height = frame.rectangle
    places = [
        Point(left + x, top + y)
        for y in np.arange(APART / 2, height, APART).tolist()
        for x in np.arange(APART / 2, width, APART).tolist()
    ]
    return target.standing(places, keys=False).covered


def _drawn(capture: Capture, clock: Clock) -> Frame:
    """A picture of a target that has stood still for a moment, or at the latest after PATIENCE: some always move."""
    start = calm = clock.now()
    before = capture.grab().pixels.copy()
    while True:
        clock.sleep(BETWEEN)
        frame = capture.grab()
        now = clock.now()
        if not np.array_equal(before, frame.pixels):
            before, calm = frame.pixels.copy(), now
        if now - calm >= CALM or now - start > PATIENCE:
            return frame


def _lies_over(target: Target, place: Point, what_to_do: str) -> CannotReadError:
    return CannotReadError(
        f"Expected all of {target.title!r} in view, found another window over it at {place.x:.0f},{place.y:.0f} of "
        f"the screen: {what_to_do}"
    )
