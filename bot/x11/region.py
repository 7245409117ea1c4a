"""A rectangle of an X11 screen, played as if it were a window: for a game that is a part of a larger window."""

from __future__ import annotations

from bot.frame import Box, Point
from bot.target import ScreenRegion
from bot.x11.display import Display
from bot.x11.manager import Managed
from bot.x11.windows import XWindow, pointer, window_at


class XRegion(Managed):
    """A fixed rectangle, and the window that lay in its middle when it was opened: no other one is clicked."""

    def __init__(self, display: Display, rectangle: Box) -> None:
        self.display = display
        self.rectangle = rectangle
        self._window = window_at(display, rectangle.centre)

    program = ""

    @property
    def title(self) -> str:
        """What a person calls it."""
        return ScreenRegion(self.rectangle).title

    def box(self) -> Box:
        """The rectangle, always the same."""
        return self.rectangle

    def on_top(self, point: Point) -> bool:
        """Whether a click there would reach the window that lay in the region's middle when it was opened."""
        return self.rectangle.contains(point) and window_at(self.display, point) == self._window

    def focused(self) -> bool:
        """Whether that window, or a part of it, has the keyboard; always on the bare screen."""
        return not self._window or XWindow(self.display, self._window, self.title).focused()

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where it is on another one."""
        return pointer(self.display)

    def activate(self) -> None:
        """Do nothing: the region has to be seen already."""
