"""Puyo Invader on the screen: the running game of the engine, for a person's keys or a bot's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Final

from bot.action import Button
from bot.arcade.cabinet import Cabinet
from bot.arcade.invader.console import console
from bot.arcade.invader.keyboard import Keyboard
from bot.arcade.invader.looks import Creatures
from bot.arcade.invader.seen import Scenery, Seen, Standing
from bot.arcade.invader.view import InvaderView
from bot.arcade.running.game import Facts, RunningGame
from bot.frame import Point
from engine.api import Outcome
from engine.games.invader import rules
from engine.games.invader.rules import House
from engine.games.invader.running import TICKS_A_SECOND, Running
from engine.position import EMPTY, Position

ENDS: Final = MappingProxyType(
    {"won": "All gone!", "landed": "They have landed", "hit": "You are hit", "": ""},
)
"""What is said at the end."""


@dataclass
class Turret:
    """The field, and who shoots at it."""

    game: Running
    keyboard: Keyboard = field(default_factory=Keyboard)
    rival: None = None
    """Nobody but the person plays."""


class InvaderGame(RunningGame[Turret, Scenery]):
    """One game, to the end."""

    name = "Puyo Invader"
    rate = TICKS_A_SECOND
    commands: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {"pause": Cabinet._pause, "restart": Cabinet._restart, "new": Cabinet._new}
    )
    _view: InvaderView

    def __init__(self, *, look: Creatures, seed: int, size: tuple[int, int]) -> None:
        self.look, self.house = look, House()
        super().__init__(seed, size)

    @property
    def game(self) -> Running:
        """What goes on."""
        return self.seats[0].game

    # ---- what all running games ask for

    def fill(self) -> tuple[Turret, ...]:
        """The field of the seed."""
        return (Turret(Running.start(self._seed, self.house)),)

    def view(self, size: tuple[int, int]) -> InvaderView:
        """The screen in this size."""
        return InvaderView(console(size, self.house, tuple(self.commands)), self.look, self.house)

    def frame(self) -> None:
        """A hundredth of a second."""
        turret = self.seats[0]
        shots = turret.game.shots
        for key in turret.keyboard.tick():
            turret.game.press(key)
        turret.game.tick()
        if turret.game.shots > shots:
            self._note("shoot")
        if turret.game.over:
            self._outcome = Outcome.WON if turret.game.over == "won" else Outcome.STUCK
            self._note(self._outcome.value)

    def touch(self, point: Point, button: Button) -> None:
        """A press on the screen begins the game."""
        if self._outcome is Outcome.OPEN:
            self._started = True

    def facts(self, seat: Turret) -> Facts:
        """What the status line tells: points, and the aliens that are left."""
        return ("SCORE", f"{seat.game.score:,}"), ("ALIENS", str(rules.aliens(seat.game.cells)))

    def line(self) -> tuple[str, str]:
        """Points and aliens on the left, the game and its time on the right."""
        (_, score), (_, left) = self.facts(self.seats[0])
        return f"{score}    {left} aliens", f"Game {self._seed}    {self.clock()}"

    def notice(self) -> tuple[str, ...]:
        """How it ended."""
        return ENDS[self.game.over], f"{self.game.score:,} points after {self.clock()}", "R: once more   N: new game"

    # ---- what is seen

    def well(self, seat: Turret) -> Scenery:
        """Everything on the screen."""
        game = seat.game
        cells = tuple(
            Seen(label, column, y)
            for row, line in enumerate(game.cells)
            if -rules.CELL_HEIGHT < (y := rules.y_of(row, game.height)) < rules.SCREEN_HEIGHT
            for column, label in enumerate(line)
            if label != EMPTY
        )
        bullet = (game.bullet.column, game.bullet.y) if game.bullet else None
        return Scenery(cells, Standing(game.pair, game.column, game.side), bullet)

    def hidden(self, seat: Turret) -> Scenery:
        """An empty screen."""
        return Scenery()

    def truth(self) -> Position:
        """The rows that the screen shows, the pair, and how it stands."""
        game = self.game
        first = rules.lowest_seen(game.height, self.house)
        height = rules.y_of(first, game.height)
        blank = EMPTY * self.house.columns
        cells = (blank,) * self.house.rows if self._paused else (*game.cells[first:], *[blank] * self.house.rows)
        rows = [line for row, line in enumerate(cells) if rules.y_of(row, height) >= rules.SEEN_FROM]
        blocks = {"board": tuple(reversed(rows)), "height": (str(height),)}
        if not self._paused:
            blocks |= {"next": (game.pair,), "shooter": (f"{game.column} {game.side}",)}
        return Position(blocks)
