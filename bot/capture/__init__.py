"""Where frames come from: a window or a region of the screen, pictures, recordings."""

from __future__ import annotations

from typing import Protocol

from bot.errors import CannotReadError
from bot.frame import Frame


class CaptureError(CannotReadError):
    """No picture could be taken; the message says what was expected, what was found and what to do."""


class Capture(Protocol):
    """A source of frames."""

    def grab(self) -> Frame:
        """The picture as it is now. Raises CaptureError."""

    def wait(self, seconds: float) -> bool:
        """Sleep until a grab may show something else than the last one did, at most so many seconds; False where it
        surely shows the same. A source that cannot tell answers True.
        """

    def close(self) -> None:
        """Let go of the source. May be called twice."""
