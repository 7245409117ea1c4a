"""The target: the one window (or region) that may be looked at and clicked. Asked afresh each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bot.errors import CannotReadError
from bot.frame import Box, Point


class TargetError(CannotReadError):
    """The window is gone, or the display cannot say; the message says what to do."""


class NoWindow(TargetError):
    """The window that was asked about is not there, or not any longer."""


def gone(title: str) -> NoWindow:
    """What is told of a window that was there when it was found."""
    return NoWindow(f"The window “{title}” is gone: start the game again, then Banmen.")


class Standing(NamedTuple):
    """How a target stands at one moment: all that counts for an event."""

    box: Box
    """Its client rectangle on the screen, in screen units."""
    pointer: Point | None
    """Where the pointer is on the screen; None where that cannot be told."""
    pressed: bool
    """Whether a mouse button is down, as far as that can be told."""
    covered: Point | None
    """The first of the places asked about over which something else lies."""
    focused: bool
    """Whether a key pressed now would go to it; True where that was not asked."""


class Target(Protocol):
    """What the gate and the capture ask of the window that is played. Who inherits from it is asked one question after
    the other where all are asked together.
    """

    @property
    def title(self) -> str:
        """What a person calls it."""

    @property
    def program(self) -> str:
        """What the system calls the program that it belongs to; empty where that is not known."""

    def box(self) -> Box:
        """Its client rectangle on the screen as it is now, in screen units. Raises TargetError when it is gone."""

    def on_top(self, point: Point) -> bool:
        """Whether nothing else lies over the target at this point of the screen."""

    def focused(self) -> bool:
        """Whether a key pressed now would go to the target."""

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where that cannot be told."""

    def pressed(self) -> bool:
        """Whether a mouse button is down; False where that cannot be told."""
        return False

    def standing(self, places: Sequence[Point], *, keys: bool, hold: bool = False) -> Standing:
        """How it stands now, and at these places of the screen; with `keys` also whether it has the keyboard. With
        `hold` nothing else happens on its display from then on until `let_go`, where that can be had; an event, and no
        more, may be sent meanwhile. Raises TargetError when it is gone.
        """
        box, pointer, pressed = self.box(), self.pointer(), self.pressed()
        covered = next((place for place in places if not self.on_top(place)), None)
        return Standing(box, pointer, pressed, covered, focused=not keys or self.focused())

    def let_go(self) -> None:
        """Let others be heard again on its display, if it is held. Raises TargetError."""
        return

    def at_rest(self) -> bool:
        """Wait until whoever arranges the windows has done what it has in hand now; False where it has not in time.
        Raises TargetError.
        """
        return True

    def activate(self) -> None:
        """Bring it to the front and give it the keyboard, where that can be done."""


class Named(Target):
    """A target that keeps the name under which it was found."""

    def __init__(self, title: str, program: str) -> None:
        self._title, self._program = title, program

    @property
    def title(self) -> str:
        """What a person called it when it was found."""
        return self._title

    @property
    def program(self) -> str:
        """What the system calls its program, as far as it tells; on X11 the name and the class from WM_CLASS."""
        return self._program


@dataclass(frozen=True)
class ScreenRegion(Target):
    """A fixed rectangle of the screen, played as if it were a window, on systems whose windows cannot be asked."""

    rectangle: Box
    where: Callable[[], Point | None] = lambda: None
    """Tells where the pointer is."""

    program = ""

    @property
    def title(self) -> str:
        """What a person calls it."""
        x, y, w, h = (round(side) for side in self.rectangle)
        return f"the region {x},{y},{w},{h}"

    def box(self) -> Box:
        """The rectangle, always the same."""
        return self.rectangle

    def on_top(self, point: Point) -> bool:
        """Whether the point lies in the region: what is seen there is what is played."""
        return self.rectangle.contains(point)

    def focused(self) -> bool:
        """True: a region has no say in where keys go."""
        return True

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where that cannot be told."""
        return self.where()

    def activate(self) -> None:
        """Do nothing: there is no window to raise."""
