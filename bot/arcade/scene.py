"""What an arcade game is: a simulation that is told the time, takes presses and keys, and draws itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.action import Button
from bot.errors import BanmenError
from bot.frame import Box, Pixels, Point
from bot.grid import Grid
from engine.api import Outcome
from engine.moves import Cell
from engine.position import Position


class ArcadeError(BanmenError):
    """An arcade game cannot be set up or shown; the message says what was expected, what was found, what to do."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened in the game; the witness of what a player really did."""

    time: float
    """Seconds of the clock that the scene is stepped with."""
    what: str
    """What the player did (select, unselect, mismatch, take, fill, cross, wipe, swap, hint, check, undo, restart, new,
    pause, resume), what came of it (removed, ignored), or how it ended (won, stuck).
    """
    cells: tuple[Cell, ...] = ()
    """The cells that it is about."""


class Scene(Protocol):
    """A game without a window, a clock or a thread: whoever owns those steps it, presses it and shows its picture.

    Points are pixels of its picture. Times are seconds of the owner's clock and never go back.
    """

    pace: float
    """How many times longer than usual its animations take."""

    @property
    def title(self) -> str:
        """What its window is called, in ASCII."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its picture."""

    @property
    def status(self) -> Outcome:
        """How the game stands on the screen."""

    @property
    def history(self) -> Sequence[Happening]:
        """All that happened so far, in order."""

    @property
    def grid(self) -> Grid:
        """Where the cells lie in the picture."""

    @property
    def buttons(self) -> Mapping[str, Box]:
        """Where the buttons lie in the picture, by the name of their command."""

    def resize(self, width: int, height: int) -> None:
        """Draw itself in this size from now on; too small a size is drawn as well as it can be."""

    def step(self, now: float) -> None:
        """Let everything happen that is due by now."""

    def press(self, point: Point, button: Button, now: float) -> None:
        """A mouse button goes down at a point of the picture."""

    def point(self, point: Point, now: float) -> None:
        """The pointer moves to a point of the picture while a button is held."""

    def release(self, now: float) -> None:
        """The mouse button goes up where the pointer was last."""

    def key(self, name: str, now: float) -> None:
        """A key, by its X keysym name, goes down."""

    def let_go(self, name: str, now: float) -> None:
        """A key goes up."""

    def draw(self) -> Pixels:
        """The picture as of the last step: (height, width, 3) blue, green, red. It is read-only and stays as it
        is; the same array comes back as long as nothing has changed.
        """

    def wakes(self) -> float | None:
        """When the picture will next change by itself; None if it waits for the player."""

    def truth(self) -> Position:
        """What the picture shows, as a perfect eye would read it, picked and hinted cells in the block `marked`."""
