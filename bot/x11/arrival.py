"""Whether the pointer came to where it was sent: a display keeps it on its monitors, whatever lies beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.clock import Clock
from bot.frame import Point
from bot.x11.display import Display
from bot.x11.windows import answer_pointer, ask_pointer, pointer

if TYPE_CHECKING:
    from bot.x11.wire import Asked

PAUSE: Final = 0.002
"""Seconds between two looks."""
LOOKS: Final = 250
"""A window manager that looks at a click first holds the pointer meanwhile, but not for half a second."""


def settled(display: Display, place: Point, clock: Clock, asked: Asked | None = None) -> Point | None:
    """Where the pointer is as soon as it is at that pixel of the screen; else after a while. With `asked` it has been
    asked already where it is. Raises NoDisplay.
    """
    with display.talk():
        here = answer_pointer(asked or ask_pointer(display))
    for _ in range(LOOKS):
        if here == place:
            break
        clock.sleep(PAUSE)
        here = pointer(display)
    return here
