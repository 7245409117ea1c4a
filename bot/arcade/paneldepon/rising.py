"""Panel de Pon with a stack that rises: endless, two minutes for points, two who send each other garbage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.arcade.cabinet import Cabinet
from bot.arcade.furniture import clock
from bot.arcade.paneldepon.game import PanelGame
from bot.arcade.paneldepon.keyboard import EITHER_HAND, LEFT_HAND, RIGHT_HAND, Keyboard
from bot.arcade.paneldepon.seat import Rival, Seat
from bot.arcade.paneldepon.skins import Skin
from bot.arcade.running.game import Facts
from engine.api import Outcome
from engine.games.paneldepon import words as k
from engine.games.paneldepon.running import Running, versus
from engine.position import Position

TRIAL = 120.0
"""Seconds of a time trial."""


class RisingGame(PanelGame):
    """One player against the rising stack, with or without a clock."""

    def __init__(
        self, *, skin: Skin, preset: str, seed: int, size: tuple[int, int], seconds: float | None = None
    ) -> None:
        """`seconds` is how long a time trial lasts; None: until the stack reaches the top."""
        self.limit = seconds
        self.name = f"Panel de Pon ({self.called})"
        super().__init__(skin=skin, preset=preset, seed=seed, size=size)

    @property
    def called(self) -> str:
        """What this way to play is called."""
        return "endless" if self.limit is None else f"{self.limit:g} seconds"

    def start(self) -> Running:
        """A board of the seed."""
        return Running.start(self._seed, preset=self.preset, seconds=self.limit)

    def fill(self) -> tuple[Seat, ...]:
        """One board; all keys do."""
        return (Seat(self.start(), self.times, Keyboard(EITHER_HAND)),)

    def frame(self) -> None:
        """One frame of the only board."""
        seat = self.seats[0]
        asked = seat.keys()
        cell = seat.after(seat.game.step(asked), asked)
        if cell:
            self._note("swap", (cell, (cell[0], cell[1] + 1)))
        if seat.game.over:
            self.end(Outcome.STUCK if seat.game.topped_out else Outcome.WON)

    def end(self, outcome: Outcome) -> None:
        """The game is over."""
        self._outcome = outcome
        self._note(outcome.value)

    commands: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {"restart": Cabinet._restart, "new": Cabinet._new, "pause": Cabinet._pause}
    )

    # ---- what is seen

    def truth(self) -> Position:
        """The boards, the cursor, how far the stack has risen, and the row that comes. In a pause they are hidden."""
        return self.seats[0].game.position(*(seat.game for seat in self.seats[1:]))

    def facts(self, seat: Seat) -> Facts:
        """Score, time, speed and the longest chain."""
        left = self.seconds if self.limit is None else self.limit - self.seconds
        return (
            ("SCORE", f"{seat.game.score:,}"),
            ("TIME" if self.limit is None else "TIME LEFT", clock(left)),
            ("SPEED", str(seat.game.meta[k.SPEED])),
            *((("BEST CHAIN", f"x{seat.best}"),) if seat.best > 1 else ()),
        )

    def line(self) -> tuple[str, str]:
        """The score, and the time."""
        return f"Score {self.seats[0].game.score:,}", f"Game {self._seed}    {self.clock()}"

    def notice(self) -> tuple[str, ...]:
        """How far one came."""
        points = f"{self.seats[0].game.score:,} points in {self.clock()}"
        return "Time!" if self._outcome is Outcome.WON else "Topped out", points, "R: once more   N: new game"


class VersusGame(RisingGame):
    """Two boards side by side; who tops out first has lost. Both get the same panels."""

    def __init__(
        self, *, skin: Skin, preset: str, seed: int, size: tuple[int, int], rival: Callable[[str], Rival] | None
    ) -> None:
        """`rival` makes the player of the right board for a preset; None: another person at the same keyboard."""
        self._rival = rival
        super().__init__(skin=skin, preset=preset, seed=seed, size=size)

    @property
    def called(self) -> str:
        """What this way to play is called."""
        return "versus"

    def fill(self) -> tuple[Seat, ...]:
        """The left board with the left hand's keys; against the engine all keys are the person's."""
        if self._rival is None:
            hands: Sequence[Mapping[str, str]] = (LEFT_HAND, RIGHT_HAND)
            return tuple(Seat(self.start(), self.times, Keyboard(keys)) for keys in hands)
        rival = Seat(self.start(), self.times, Keyboard({}), self._rival(self.preset))
        return Seat(self.start(), self.times, Keyboard(EITHER_HAND)), rival

    def frame(self) -> None:
        """One frame of both boards, and the garbage that goes from one to the other."""
        asked = [seat.keys() for seat in self.seats]
        happened = versus([seat.game for seat in self.seats], asked)
        for number, (seat, keys, what) in enumerate(zip(self.seats, asked, happened, strict=True)):
            cell = seat.after(what, keys)
            if cell and number == 0:
                self._note("swap", (cell, (cell[0], cell[1] + 1)))
        left, right = (seat.game.topped_out for seat in self.seats)
        if left or right:
            self.end(Outcome.WON if not left else Outcome.STUCK)

    def facts(self, seat: Seat) -> Facts:
        """The same, and the garbage that is on its way."""
        rows = sum(attack.height for _, attack in seat.game.awaited)
        return *super().facts(seat), *((("GARBAGE", str(rows)),) if rows else ())

    def line(self) -> tuple[str, str]:
        """Both scores, and the time."""
        scores = " : ".join(f"{seat.game.score:,}" for seat in self.seats)
        return scores, f"Game {self._seed}    {self.clock()}"

    def notice(self) -> tuple[str, ...]:
        """Who has won."""
        if self._rival is None:
            heading = "Left wins!" if self._outcome is Outcome.WON else "Right wins!"
        else:
            heading = "You win!" if self._outcome is Outcome.WON else "You lose"
        return heading, f"after {self.clock()}", "R: once more   N: new game"
