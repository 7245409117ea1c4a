"""The last look before a button goes down: the pointer came to where it was sent, and what is played still lies there.

A display keeps the pointer on its monitors, whatever lies beyond them; and a window manager that looks at a click first
holds the pointer, and moves windows, meanwhile.
"""

from __future__ import annotations

from typing import Final

from bot.action import ActuatorError, Slipped
from bot.clock import Clock
from bot.frame import Frame, Point
from bot.target import Standing, Target
from bot.x11.display import Display
from bot.x11.windows import pointer

PAUSE: Final = 0.002
"""Seconds between two looks."""
LOOKS: Final = 250
"""A window manager does not hold the pointer for half a second."""


def settled(display: Display, place: Point, clock: Clock) -> Point | None:
    """Where the pointer is as soon as it is at that pixel of the screen; else after a while. Raises NoDisplay."""
    here = pointer(display)
    for _ in range(LOOKS):
        if here == place:
            break
        clock.sleep(PAUSE)
        here = pointer(display)
    return here


def not_there(place: Point) -> ActuatorError:
    """What is told of a pointer that did not come to a pixel of the screen."""
    return ActuatorError(
        f"The pointer did not arrive at {place.x:.0f},{place.y:.0f}, so nothing was pressed: no monitor shows that "
        "place, or somebody moves the mouse."
    )


def check(now: Standing, frame: Frame) -> None:
    """Raises Slipped unless a target that stands so is the one that the frame shows, with nothing over it."""
    if now.covered is not None or not frame.shows(now.box):
        raise Slipped("The window moved, or another one came over it, while the pointer was on its way.")


def arrived(display: Display, place: Point, clock: Clock, frame: Frame, target: Target | None) -> None:
    """Wait until the pointer is at a pixel of the screen, then see that the target is as the frame shows it and nothing
    lies over it there; all in one question where the pointer is there already. Raises ActuatorError, Slipped among
    them, and TargetError.
    """
    if target is None:
        if settled(display, place, clock) != place:
            raise not_there(place)
        return
    now = target.standing([place], keys=False)
    if now.pointer != place:
        if settled(display, place, clock) != place:
            raise not_there(place)
        now = target.standing([place], keys=False)
    check(now, frame)
