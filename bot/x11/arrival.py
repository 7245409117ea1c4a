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


def check(target: Target, place: Point, frame: Frame) -> Standing:
    """How a target stands now. Raises Slipped unless it is as the frame shows it and nothing lies over it at that place
    of the screen; and TargetError.
    """
    now = target.standing([place], keys=False)
    if now.covered is not None or not frame.shows(now.box):
        raise Slipped("The window moved, or another one came over it, while the pointer was on its way.")
    return now


def arrived(display: Display, place: Point, clock: Clock, frame: Frame, target: Target | None) -> None:
    """Wait until the pointer is at a pixel of the screen, and see that the target is as the frame shows it and nothing
    lies over it there; all in one question where the pointer is there already. Raises ActuatorError, Slipped among
    them, and TargetError.
    """
    if target is not None and check(target, place, frame).pointer == place:
        return
    if settled(display, place, clock) != place:
        raise not_there(place)
    if target is not None:
        check(target, place, frame)
