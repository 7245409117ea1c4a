"""Actions: what a hand does, in frame pixels. Moves say what is meant, actions how it is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from bot.errors import StoppedError
from bot.frame import Frame, Point


class Button(Enum):
    """A mouse button; the value is its X number."""

    LEFT = 1
    MIDDLE = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True)
class Click:
    """Move the pointer there, press a button, hold it, release it."""

    at: Point
    button: Button = Button.LEFT
    hold: float = 0.0
    """Seconds between press and release."""


@dataclass(frozen=True, slots=True)
class Drag:
    """Press a button there, move the pointer to the end in steps with the button held, release it."""

    start: Point
    end: Point
    button: Button = Button.LEFT
    steps: int = 1
    """Moves of the pointer from start to end; a program that paints wants one for every cell."""
    hold: float = 0.0
    """Seconds after the press and after every step."""

    @property
    def path(self) -> tuple[Point, ...]:
        """Everywhere the pointer will be, start and end included."""
        (x0, y0), (x1, y1), count = self.start, self.end, max(1, self.steps)
        way = (Point(x0 + (x1 - x0) * n / count, y0 + (y1 - y0) * n / count) for n in range(count))
        return (*way, self.end)


@dataclass(frozen=True, slots=True)
class Hover:
    """Move the pointer there and press nothing; parks it where it hides and highlights no cell."""

    at: Point


@dataclass(frozen=True, slots=True)
class Key:
    """Press a key by its X keysym name (`Left`, `space`, `a`), hold it, release it."""

    name: str
    hold: float = 0.034
    """Seconds; two frames at 60 Hz, because a game that polls never sees a shorter press."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for some seconds."""

    seconds: float


Action: TypeAlias = Click | Drag | Hover | Key | Wait


class ActuatorError(StoppedError):
    """An action was not carried out; the message says why and what to do."""


class Slipped(ActuatorError):
    """What is played no longer lay at the place when the pointer came to it: nothing was pressed."""


class Actuator(Protocol):
    """Carries out actions."""

    def perform(self, action: Action, frame: Frame) -> None:
        """Do it, now. `frame` is the picture that the action was decided on. Raises ActuatorError, Slipped
        among them, and TargetError where what is played is gone.
        """

    def close(self) -> None:
        """Release every key and button that is still down, and let go of the device. May be called twice."""
