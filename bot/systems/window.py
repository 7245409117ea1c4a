"""One window of Windows or macOS as a target, asked afresh each time."""

from __future__ import annotations

from bot.choosing import choose
from bot.frame import Box, Point
from bot.systems.system import System, lacking
from bot.target import Named, NoWindow, TargetError, gone


class SystemWindow(Named):
    """A window that the system knows by its number."""

    def __init__(self, system: System, number: int, title: str, program: str = "") -> None:
        super().__init__(title, program)
        self.system = system
        self.id = number

    def box(self) -> Box:
        """Its rectangle on the screen as it is now, in screen units. Raises TargetError when it is gone."""
        try:
            return self.system.box(self.id)
        except NoWindow as error:
            raise gone(self.title) from error

    def on_top(self, point: Point) -> bool:
        """Whether a click at this point of the screen would reach the window and none that lies over it."""
        return self.system.window_at(point) == self.id

    def focused(self) -> bool:
        """Whether a key pressed now would go to the window."""
        return self.system.focus() == self.id

    def pointer(self) -> Point | None:
        """Where the pointer is on the screen; None where that cannot be told."""
        return self.system.pointer()

    def activate(self) -> None:
        """Bring it to the front and give it the keyboard."""
        self.system.activate(self.id)


def find_window(system: System, wanted: str) -> SystemWindow:
    """The window of that title, program or number. Raises TargetError with what there is to choose from, or where the
    titles of windows may not be seen.
    """
    if told := lacking(system, "look"):
        raise TargetError(told)
    facts = choose(system.windows(), wanted)
    return SystemWindow(system, facts.id, facts.title or facts.name, f"{facts.name} {facts.kind}".strip())
