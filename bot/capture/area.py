"""Which part of a target can be seen at all."""

from __future__ import annotations

from typing import Final

from bot.capture import CaptureError
from bot.frame import Box

MOST: Final = 0.5
"""The least part of the target that has to be on the screen."""


def on_screen(box: Box, screen: Box, title: str) -> Box:
    """The part of a target's rectangle that lies on the screen. Raises CaptureError where most of it does not."""
    seen = box.shared(screen)
    if seen.w * seen.h < MOST * box.w * box.h:
        raise CaptureError(
            f"{title} reaches beyond the screen: it takes {_show(box)} and the screen is {_show(screen)}. Move it so "
            "that all of it can be seen."
        )
    return seen


def _show(box: Box) -> str:
    """A rectangle in words."""
    return f"{round(box.w)}x{round(box.h)} at {round(box.x)},{round(box.y)}"
