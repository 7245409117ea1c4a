"""What Windows and macOS are asked, whichever it is, and what a person has to allow before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from bot.choosing import WindowFacts
from bot.frame import Box, Point

Deed: TypeAlias = Literal["look", "act"]


@dataclass(frozen=True, slots=True)
class Permit:
    """Something that the system must grant before another program's window is looked at or clicked."""

    name: str
    deed: Deed
    """What cannot be done without it."""
    granted: bool
    remedy: str
    """What a person does to grant it, as a sentence."""
    needed: bool = True
    """Whether it cannot be done at all without it, or only less well."""


class System(Protocol):
    """What Windows and macOS are asked. Places are screen units: pixels on Windows, points on macOS; those of a monitor
    left of the main one, or above it, are negative. Windows are known by number.
    """

    @property
    def units(self) -> str:
        """In what units the screen is measured, in words."""

    def permits(self) -> list[Permit]:
        """What has to be granted, and whether it is."""

    def ask(self, deed: Deed) -> None:
        """Have the system ask the person to grant it, where it can."""

    def windows(self) -> list[WindowFacts]:
        """The windows of programs, from front to back."""

    def box(self, window: int) -> Box:
        """Where it lies now, without its frame as far as the system tells. Raises NoWindow where it is gone,
        TargetError where it is minimised.
        """

    def window_at(self, point: Point) -> int:
        """The outermost window that a click there would reach; 0 is none."""

    def focus(self) -> int:
        """The window that has the keyboard; 0 is none."""

    def pointer(self) -> Point | None:
        """Where the pointer is; None where that cannot be told."""

    def activate(self, window: int) -> None:
        """Bring it to the front and give it the keyboard."""


def lacking(system: System, deed: Deed) -> str | None:
    """Why it cannot be done, with the remedy; None where it can. What can be asked for is asked for."""
    for permit in system.permits():
        if permit.deed == deed and permit.needed and not permit.granted:
            system.ask(deed)
            return f"The system does not allow it ({permit.name}): {permit.remedy}"
    return None
