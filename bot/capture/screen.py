"""Pictures of the target's own rectangle of the screen, through mss, on every system."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np

from bot.capture import CaptureError
from bot.clock import Clock
from bot.frame import Box, Frame, Point
from bot.target import Target

if TYPE_CHECKING:
    import mss

_log = logging.getLogger(__name__)


class ScreenCapture:
    """Grabs the target wherever it lies now: it may be moved and resized between two grabs."""

    def __init__(self, target: Target, clock: Clock) -> None:
        """Open the screen. Raises CaptureError where it cannot be read at all."""
        self.target = target
        self.clock = clock
        self._warned = False
        self._screen: mss.MSS | None = None
        self._bounds = Box(0, 0, 0, 0)
        self._open()

    @property
    def method(self) -> str:
        """How pictures are taken: `xshm`, `slow fallback (why)` or `mss`. Known after the first grab."""
        notes = [] if self._screen is None else list(self._screen.performance_status)
        if not notes:
            return "mss"
        fallbacks = [note for note in notes if "working correctly" not in note]
        return f"slow fallback ({'; '.join(fallbacks)})" if fallbacks else "xshm"

    def grab(self) -> Frame:
        """The target's client rectangle as (height, width, 4) pixels, in a buffer of its own.

        Raises CaptureError where a part of it lies beyond the screen, and TargetError where the target is gone.
        """
        box = self.target.box()
        time = self.clock.now()
        frame = self._shoot(box, time)
        if frame is None:  # the screen may have another resolution since it was opened
            self._open()
            frame = self._shoot(box, time)
        if frame is None:
            raise CaptureError(
                f"{self.target.title} reaches beyond the screen: it takes {_show(box)} and the screen is "
                f"{_show(self._bounds)}. Move it so that all of it can be seen."
            )
        if not self._warned and self.method.startswith("slow"):
            self._warned = True
            _log.warning("Screenshots take about 20 times as long as they could: %s.", self.method)
        return frame

    def close(self) -> None:
        """Let go of the screen. May be called twice."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    def _open(self) -> None:
        import mss
        from mss.exception import ScreenShotError

        self.close()
        try:
            self._screen = mss.MSS()
            everything = self._screen.monitors[0]
        except ScreenShotError as error:
            raise CaptureError(
                f"The screen cannot be read ({error}): check that there is a display; `banmen doctor` says what is "
                "missing."
            ) from error
        self._bounds = Box(everything["left"], everything["top"], everything["width"], everything["height"])

    def _shoot(self, box: Box, time: float) -> Frame | None:
        """The frame; None where the screen as we know it does not hold the rectangle."""
        from mss.exception import ScreenShotError

        if self._screen is None or not _holds(self._bounds, box):
            return None
        try:
            shot = self._screen.grab(
                {"left": round(box.x), "top": round(box.y), "width": round(box.w), "height": round(box.h)}
            )
        except ScreenShotError:
            return None
        pixels = np.asarray(shot)
        return Frame(pixels, time, Point(box.x, box.y), pixels.shape[1] / round(box.w))


def _holds(outer: Box, inner: Box) -> bool:
    """Whether one rectangle lies wholly within another."""
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.w <= outer.x + outer.w
        and inner.y + inner.h <= outer.y + outer.h
    )


def _show(box: Box) -> str:
    """A rectangle in words."""
    return f"{round(box.w)}x{round(box.h)} at {round(box.x)},{round(box.y)}"
