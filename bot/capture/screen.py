"""Pictures of the target's own rectangle of the screen, through mss, on every system."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from bot.capture import CaptureError
from bot.capture.area import on_screen
from bot.clock import Clock
from bot.frame import Box, Frame, Point
from bot.target import Target

if TYPE_CHECKING:
    import mss

_log = logging.getLogger(__name__)
POLL: Final = 0.0005
"""Seconds between two looks at a screen that does not say when it changes."""


class ScreenCapture:
    """Grabs the target wherever it lies now: it may be moved, resized and pushed over the edge between two grabs."""

    hears = False

    def __init__(self, target: Target, clock: Clock, opener: Callable[[], mss.MSS] | None = None) -> None:
        """Open the screen, through mss if no other `opener` is given. Raises CaptureError where it cannot be read."""
        self.target = target
        self.clock = clock
        self._opener = opener
        self._warned = False
        self._screen: mss.MSS | None = None
        self._bounds = Box(0, 0, 0, 0)
        self._cut: Box | None = None
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

        What lies beyond the screen is left out, and the frame says so. Raises CaptureError where that is most of it,
        and TargetError where the target is gone.
        """
        box = self.target.box()
        time = self.clock.now()
        frame: Frame | None = None
        if self._screen is None:
            self._open()
        with suppress(CaptureError):
            frame = self._shoot(box, time)
        if frame is None or (frame.window is not None and frame.window != self._cut):
            self._open()  # the screen may have another resolution since it was opened
            frame = self._shoot(box, time)
        self._cut = frame.window
        if not self._warned and self.method.startswith("slow"):
            self._warned = True
            _log.warning("Screenshots take about 20 times as long as they could: %s.", self.method)
        return frame

    def wait(self, seconds: float) -> bool:
        """Sleep a little, at most so many seconds; True, because nothing tells whether the screen changed."""
        self.clock.sleep(min(seconds, POLL))
        return True

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
            self._screen = (self._opener or mss.MSS)()
            everything = self._screen.monitors[0]
        except ScreenShotError as error:
            raise CaptureError(
                f"The screen cannot be read ({error}): check that there is a display; `banmen doctor` says what is "
                "missing."
            ) from error
        self._bounds = Box(everything["left"], everything["top"], everything["width"], everything["height"])

    def _shoot(self, box: Box, time: float) -> Frame:
        """The frame. Raises CaptureError where the screen as we know it does not hold most of the rectangle."""
        from mss.exception import ScreenShotError

        assert self._screen is not None
        seen = on_screen(box, self._bounds, self.target.title)
        left, top, width, height = (round(value) for value in seen)
        try:
            shot = self._screen.grab({"left": left, "top": top, "width": width, "height": height})
        except ScreenShotError as error:
            raise CaptureError(f"The screen cannot be read ({error}); `banmen doctor` says what is missing.") from error
        pixels = np.asarray(shot)
        return Frame(pixels, time, Point(seen.x, seen.y), pixels.shape[1] / width, None if seen == box else box)
