"""A click into a small window of our own: whether clicks arrive on this display, and how soon."""

from __future__ import annotations

import select
import time

import numpy as np
import xcffib.xproto as x

from bot.action import Action, Click, Hover
from bot.actuate.xtest import XTest
from bot.clock import RealClock
from bot.frame import Frame, Point
from bot.target import TargetError
from bot.x11.display import Display
from bot.x11.windows import pointer, window_at


def click_own_window(display: Display, patience: float = 1.0) -> float:
    """Seconds from sending a click to its arrival in a window of our own, opened for a moment in the middle of the
    screen; the pointer is brought back. Raises TargetError where the click does not arrive or would go elsewhere.
    """
    watcher = Display(display.name)
    hand = XTest(display, RealClock())
    before = pointer(display)
    try:
        with watcher.talk() as core:
            screen = core.GetGeometry(watcher.root).reply()
            window, side = watcher.new_id(), 48
            left, top = (screen.width - side) // 2, (screen.height - side) // 2
            settings = x.CW.OverrideRedirect | x.CW.EventMask
            core.CreateWindow(
                0, window, watcher.root, left, top, side, side, 0, x.WindowClass.InputOutput, 0, settings,
                [1, x.EventMask.ButtonPress],
            )  # fmt: skip
            core.MapWindow(window)
        watcher.settle()
        middle = Point(left + side / 2, top + side / 2)
        if window_at(display, middle) != window:
            raise TargetError("Another window lies over the test window, so nothing was clicked.")
        return _time_click(hand, watcher, middle, patience)
    finally:
        watcher.close()
        if before is not None:
            _do(hand, Hover(before))
        hand.close()


def _time_click(hand: XTest, watcher: Display, at: Point, patience: float) -> float:
    start = time.perf_counter()
    _do(hand, Click(at))
    while (left := start + patience - time.perf_counter()) > 0:
        if any(isinstance(event, x.ButtonPressEvent) for event in watcher.events()):
            return time.perf_counter() - start
        select.select([watcher], (), (), left)
    raise TargetError(f"A click did not arrive within {patience:g} s.")


def _do(hand: XTest, action: Action) -> None:
    """Perform an action whose place is in screen units."""
    hand.perform(action, Frame(np.zeros((1, 1, 4), np.uint8), 0.0))
