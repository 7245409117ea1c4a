"""Pictures of an X11 window or region through memory that is shared with the server, taken when something changed."""

from __future__ import annotations

from typing import Final

from bot.capture.area import on_screen
from bot.clock import Clock
from bot.frame import Box, Frame, Pixels, Point
from bot.target import NoWindow, Target
from bot.x11.changes import Changes, Rows
from bot.x11.display import Display
from bot.x11.region import XRegion
from bot.x11.segment import Segment
from bot.x11.unseen import Unseen, covered
from bot.x11.windows import XWindow

TRIES: Final = 5
"""Pictures taken at the most of a window that moves while they are taken."""
TRUST: Final = 0.5
"""Seconds after which a whole picture is taken even if nothing was heard: some drivers draw without saying so."""


class NativeCapture:
    """Grabs the target wherever it lies now, as a view of memory that the next grab overwrites."""

    method = "shared memory"
    hears = True

    def __init__(self, target: Target, clock: Clock, *, through: bool = False) -> None:
        """With `through` a window is seen through those that cover it now. Raises TargetError where the display cannot
        be seen in this way.
        """
        self.target = target
        self.clock = clock
        self._through = through
        self._taken = 0.0
        self._whole = 0.0
        """When the whole of it was taken last."""
        self._box = self._seen = Box(0, 0, 0, 0)
        self._eye: _Eye | None = None
        self._open()

    def grab(self) -> Frame:
        """The target's client rectangle as (height, width, 4) pixels. What lies beyond the screen is left out, and the
        frame says so. Raises CaptureError where that is most of it, and TargetError where the target is gone.
        """
        for attempt in range(1, TRIES + 1):
            eye = self._eye or self._open()
            if eye.changes.moved:
                eye = self._follow(eye)
            self._taken = self.clock.now()
            if eye.holds is None or self._taken - self._whole > TRUST:
                eye.holds, self._whole = None, self._taken
            try:
                pixels = eye.take(self._seen, self._box)
            except NoWindow:
                if attempt == TRIES or not eye.changes.moved:
                    raise
                continue  # it moved over an edge just now
            if not eye.changes.moved:
                break
        seen = self._seen
        return Frame(pixels, self._taken, Point(seen.x, seen.y), 1.0, None if seen == self._box else self._box)

    def wait(self, seconds: float) -> bool:
        """Sleep until something was drawn or has moved there since the last grab, at most so many seconds; whether
        there was.
        """
        if self._eye is None or self._eye.changes.wait(seconds):
            return True
        return self.clock.now() - self._taken > TRUST

    def close(self) -> None:
        """Let go of the display and of all that it keeps for us. May be called twice; a grab opens it again."""
        if self._eye is not None:
            self._eye.display.close()
            self._eye = None

    def _follow(self, eye: _Eye) -> _Eye:
        """Ask where the target and the edges of the screen are, and have the memory for it."""
        eye.changes.follow()
        box, screen = self.target.box(), eye.screen()
        if screen.w * screen.h > eye.segment.pixels:
            self.close()
            return self._follow(self._open())
        self._box, self._seen = box, on_screen(box, screen, self.target.title)
        eye.changes.moved, eye.holds = False, None
        return eye

    def forget(self) -> None:
        """Take the next picture as a whole, whatever was heard."""
        if self._eye is not None:
            self._eye.holds = None

    def _open(self) -> _Eye:
        target = self.target
        display = Display(target.display.name if isinstance(target, XWindow | XRegion) else None)
        try:
            self._eye = _Eye(display, target.id if isinstance(target, XWindow) else None, through=self._through)
        except BaseException:
            display.close()
            raise
        return self._eye


class _Eye:
    """What a capture keeps on the display; all of it goes with the connection."""

    def __init__(self, display: Display, window: int | None, *, through: bool) -> None:
        self.display = display
        screen = self.screen()
        self.segment = Segment(display, int(screen.w * screen.h))
        self.holds: Box | None = None
        """The rectangle of the screen whose picture is in the memory."""
        self._unseen = Unseen(display, window) if through and window and covered(display, window) else None
        self.changes = Changes(display, window=window, inside=window if self._unseen else None)

    def screen(self) -> Box:
        """The whole screen."""
        with self.display.talk() as core:
            size = core.GetGeometry(self.display.root).reply()
        return Box(0, 0, size.width, size.height)

    def take(self, seen: Box, box: Box) -> Pixels:
        """The picture of a part of the screen, or of that part of the window at `box`; what changed is heard then.
        Where the memory still holds this rectangle only the rows are taken in which something was drawn.
        """
        x, y, width, height = map(int, seen)
        rows = None
        if self.holds == seen and self._unseen is None:
            rows = self.changes.drawn or Rows(y, y + 1)
        self.holds = None
        for _ in range(TRIES):
            self.changes.rearm(seen, rows)
            try:
                with self.display.talk():
                    if self._unseen is not None:
                        with self._unseen as (picture, border):
                            left, top = x - int(box.x) + border, y - int(box.y) + border
                            asked = self.segment.ask(picture, left, top, width, height)
                            self.changes.asked(asked)
                            asked.reply()
                    else:
                        first, last = (y, y + height) if rows is None else rows
                        asked = self.segment.ask(self.display.root, x, first, width, last - first, first - y)
                        self.changes.asked(asked)
                        asked.reply()
            finally:
                self.changes.hear()
            if not self.changes.late:
                break
            rows = self.changes.drawn
        self.holds = seen
        return self.segment.picture(width, height)
