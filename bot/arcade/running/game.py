"""A running game on the screen: frames that pass, keys of one or two players, a pause, a notice at the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from math import floor
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from bot.arcade.cabinet import Cabinet
from bot.arcade.furniture import clock
from bot.arcade.running.keyboard import HeldKeys
from bot.arcade.running.seen import Picture
from engine.api import Outcome

Facts = tuple[tuple[str, str], ...]
FRAMES_PER_SECOND: Final = 60


class Place(Protocol):
    """A board and who sits at it."""

    @property
    def rival(self) -> object | None:
        """Who plays there, if it is no person."""

    @property
    def keyboard(self) -> HeldKeys:
        """The keys of the person who sits there."""


S = TypeVar("S", bound=Place)
W = TypeVar("W")


class RunningGame(Cabinet, Generic[S, W]):
    """What all such games have in common. Time stands still until the first key or press."""

    rate: ClassVar[int] = FRAMES_PER_SECOND
    """Frames in a second of the game."""
    seats: tuple[S, ...]
    """The boards from the left."""
    _frames: int

    # ---- what a game adds

    @abstractmethod
    def fill(self) -> tuple[S, ...]:
        """Fresh boards, with who plays at them."""

    @abstractmethod
    def frame(self) -> None:
        """Let one frame pass."""

    @abstractmethod
    def facts(self, seat: S) -> Facts:
        """What is told beside a board."""

    @abstractmethod
    def line(self) -> tuple[str, str]:
        """The status line."""

    @abstractmethod
    def notice(self) -> tuple[str, ...]:
        """What is said when the game is over."""

    @abstractmethod
    def well(self, seat: S) -> W:
        """What there is to see of a board."""

    @abstractmethod
    def hidden(self, seat: S) -> W:
        """What there is to see of a board while the game is paused."""

    # ---- the scene

    def deal(self) -> None:
        """Set up the boards of the seed."""
        self._frames, self._outcome = 0, Outcome.OPEN
        self.seats = self.fill()

    @property
    def seconds(self) -> float:
        """The game's own time so far."""
        return self._frames / self.rate

    def clock(self) -> str:
        """The game's own time so far, in minutes and seconds."""
        return clock(self.seconds)

    def advance(self) -> None:
        """Let all frames pass that are due by now."""
        due = floor(self._played * self.rate / self.pace + 1e-6)
        while self._frames < due and self.running:
            self._frames += 1
            self.frame()

    def changes(self) -> Iterator[float]:
        """The next frame."""
        if self.running:
            yield self._now + max(0.0, (self._frames + 1) * self.pace / self.rate - self._played)

    def strike(self, name: str) -> None:
        """A key of one of the players."""
        if self._paused or self._outcome is not Outcome.OPEN:
            return
        for seat in self.seats:
            if seat.rival is None and seat.keyboard.press(name):
                self._started = True

    def unstrike(self, name: str) -> None:
        """A key goes up."""
        for seat in self.seats:
            seat.keyboard.let_go(name)

    def picture(self) -> Picture[Any]:
        """What there is to see, as of the last step."""
        if self._paused:
            wells = tuple(self.hidden(seat) for seat in self.seats)
            notice: tuple[str, ...] = ("Paused", "Click or press P to go on")
        else:
            wells = tuple(self.well(seat) for seat in self.seats)
            notice = self.notice() if self._outcome is not Outcome.OPEN else ()
        return Picture(wells, notice, self.line(), self.off())

    def off(self) -> frozenset[str]:
        """The buttons that would do nothing now."""
        return frozenset({"pause"} if self._outcome is not Outcome.OPEN and not self._paused else ())
