"""The target: the one window (or region) that may be looked at and clicked. Asked afresh each time."""

from __future__ import annotations

from typing import Protocol

from bot.frame import Box, Point


class TargetError(Exception):
    """The window is gone, or the display cannot say; the message says what to do."""


class Target(Protocol):
    """What the gate and the capture ask of the window that is played."""

    @property
    def title(self) -> str:
        """What a person calls it."""

    def box(self) -> Box:
        """Its client rectangle on the screen as it is now, in screen units. Raises TargetError when it is gone."""

    def on_top(self, point: Point) -> bool:
        """Whether nothing else lies over the target at this point of the screen."""

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where that cannot be told."""
