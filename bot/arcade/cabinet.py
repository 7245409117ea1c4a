"""What every game of the arcade has besides its board: time, buttons and their keys, a pause, a history, a picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from bot.action import Button
from bot.arcade.scene import Happening
from bot.arcade.stage import Stage
from bot.frame import Box, Pixels, Point
from bot.grid import Grid
from engine.api import Outcome
from engine.moves import Cell
from engine.position import Position


class View(Protocol):
    """Paints a game in one window size."""

    @property
    def stage(self) -> Stage:
        """Where things lie."""

    def draw(self, picture: Any, /) -> Pixels:
        """What it should show as read-only pixels; the same array as before if nothing changed."""


class Answers:
    """What a game may do when something happens; here it does nothing."""

    def drag(self, point: Point) -> None:
        """The pointer moves while a button is held."""

    def drop(self) -> None:
        """The mouse button goes up, or another goes down before it does."""

    def strike(self, name: str) -> None:
        """A key that is no button's goes down."""

    def unstrike(self, name: str) -> None:
        """A key goes up."""

    def advance(self) -> None:
        """Let everything happen that is due by now."""

    def changes(self) -> Iterable[float]:
        """When something on the board will change by itself, besides the clock."""
        return ()


class Cabinet(Answers, ABC):
    """A Scene in which all is done that games have in common; a game adds its board and what a press there does."""

    name: str
    """What the game is called, in ASCII."""
    commands: ClassVar[Mapping[str, Callable[[Any], None]]]
    """The buttons from the left; the first letter of each is its key."""

    _outcome: Outcome
    _view: View
    _played: float
    _started: bool
    _paused: bool

    def __init__(self, seed: int, size: tuple[int, int]) -> None:
        """Deal the game of this seed; what `deal` and `view` need must be there before."""
        self.pace = 1.0
        self._seed, self._size = seed, size
        self._now = 0.0
        self._history: list[Happening] = []
        self._begin()

    # ---- what a game adds

    @abstractmethod
    def deal(self) -> None:
        """Lay out the board of the seed, untouched."""

    @abstractmethod
    def view(self, size: tuple[int, int]) -> View:
        """The painter of this board in a window of this size."""

    @abstractmethod
    def picture(self) -> Any:
        """What there is to see, as of the last step."""

    @abstractmethod
    def truth(self) -> Position:
        """What the picture shows, as a perfect eye would read it."""

    @abstractmethod
    def touch(self, point: Point, button: Button) -> None:
        """A press that met none of the window's buttons, while the game is not paused."""

    # ---- the scene

    @property
    def title(self) -> str:
        """What its window is called."""
        return f"Banmen arcade: {self.name}"

    @property
    def stage(self) -> Stage:
        """Where things lie in the picture."""
        return self._view.stage

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its picture."""
        return self.stage.width, self.stage.height

    @property
    def grid(self) -> Grid:
        """Where the cells lie in the picture."""
        return self.stage.grid

    @property
    def buttons(self) -> Mapping[str, Box]:
        """Where the buttons lie."""
        return self.stage.buttons

    @property
    def status(self) -> Outcome:
        """How the game stands on the screen."""
        return self._outcome

    @property
    def history(self) -> Sequence[Happening]:
        """All that happened so far."""
        return self._history

    @property
    def seed(self) -> int:
        """The seed of the board."""
        return self._seed

    @property
    def paused(self) -> bool:
        """Whether the board is hidden and time stands still."""
        return self._paused

    @property
    def running(self) -> bool:
        """Whether the clock runs: from the first touch to the end, except in a pause."""
        return self._started and not self._paused and self._outcome is Outcome.OPEN

    def resize(self, width: int, height: int) -> None:
        """Fit the picture into this size."""
        if (width, height) != self.size:
            self._size = width, height
            self._view = self.view(self._size)

    def step(self, now: float) -> None:
        """Let everything happen that is due by now."""
        passed, self._now = max(0.0, now - self._now), max(self._now, now)
        if self.running:
            self._played += passed
        self.advance()

    def press(self, point: Point, button: Button, now: float) -> None:
        """A button of the window, or the board; in a pause any press ends it."""
        self.step(now)
        self.drop()
        command = next((name for name, box in self.buttons.items() if box.contains(point)), None)
        if command:
            self.commands[command](self)
        elif self._paused:
            self._pause()
        else:
            self.touch(point, button)

    def point(self, point: Point, now: float) -> None:
        """The pointer moves with a button held."""
        self.step(now)
        self.drag(point)

    def release(self, now: float) -> None:
        """The mouse button goes up."""
        self.step(now)
        self.drop()

    def key(self, name: str, now: float) -> None:
        """A letter stands for the button that starts with it; other keys are the game's."""
        self.step(now)
        command = next((c for c in self.commands if len(name) == 1 and c.startswith(name.lower())), None)
        if command:
            self.commands[command](self)
        else:
            self.strike(name)

    def let_go(self, name: str, now: float) -> None:
        """A key goes up."""
        self.step(now)
        self.unstrike(name)

    def wakes(self) -> float | None:
        """When the picture will next change by itself."""
        times = list(self.changes())
        if self.running:
            times.append(self._now + 1 - self._played % 1)
        return min(times, default=None)

    def draw(self) -> Pixels:
        """The picture as of the last step."""
        return self._view.draw(self.picture())

    # ---- what happens in every game

    def _begin(self) -> None:
        """Deal anew, with the clock at zero."""
        self._played, self._started, self._paused = 0.0, False, False
        self.deal()
        self._view = self.view(self._size)

    def _note(self, what: str, cells: Sequence[Cell] = ()) -> None:
        self._history.append(Happening(self._now, what, tuple(cells)))

    def _pause(self) -> None:
        if self._paused or self._outcome is Outcome.OPEN:
            self._paused = not self._paused
            self._note("pause" if self._paused else "resume")

    def _restart(self) -> None:
        self._begin()
        self._note("restart")

    def _new(self) -> None:
        self._seed += 1
        self._begin()
        self._note("new")
