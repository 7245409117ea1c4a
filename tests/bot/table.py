"""A practice game in memory with Banmen sitting at it, for tests of the whole loop. Time is simulated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.action import Actuator
from bot.actuate.gate import Gate, GateRules
from bot.arcade import make_scene
from bot.arcade.memory import Faults, MemoryScreen, VirtualClock
from bot.control.controls import make_control
from bot.layout import Layout
from bot.layouts import find_layout
from bot.manners import Manners
from bot.pilot import Pilot
from bot.reading import Reader
from bot.rules import possible_games
from bot.session import Bounds, Report, Session, Watcher
from bot.step import Act
from bot.vision.readers import make_reader


@dataclass
class Table:
    """One game and everything that a session needs to play it."""

    faults: Faults = field(default_factory=Faults)
    options: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    layout_name: str = "shisen/tiles"
    manners: Manners = field(default_factory=lambda: Manners(patience=2.0))
    bounds: Bounds = field(default_factory=lambda: Bounds(seconds=600.0, look=0.01))
    watchers: Sequence[Watcher] = ()
    origin: tuple[float, float] = (0, 0)
    eyes: Callable[[Layout], Reader] = make_reader

    def __post_init__(self) -> None:
        self.layout: Layout = find_layout(self.layout_name)
        self.clock = VirtualClock(10.0)
        scene = make_scene(self.layout.game, **{"seed": 3, **self.options})
        self.screen = MemoryScreen(scene, self.clock, self.faults, origin=self.origin)
        games = possible_games(self.layout.game, {**self.layout.rules, **self.rules})
        self.pilot = Pilot(games, make_control(self.layout.hands), self.manners)

    def play(self, hand: Actuator | None = None, stopped: Callable[[], str | None] = lambda: None) -> Report:
        """Run the session to its end."""
        gate = Gate(hand or self.screen, self.screen, self.clock, GateRules(), stopped)
        session = Session(
            self.screen, self.eyes(self.layout), self.pilot, gate, self.clock, self.bounds, self.watchers, stopped
        )
        return session.run()

    def happened(self, what: str) -> int:
        """How often something happened in the game, by its own account."""
        return sum(happening.what == what for happening in self.screen.scene.history)


@dataclass
class AfterMoves:
    """Does something once, when so many moves were played."""

    moves: int
    do: Callable[[], object]
    played: int = 0

    def seen(self, *_: object) -> None:
        """Nothing to do."""

    def done(self, step: Act, actions: int) -> None:
        """Count the move."""
        self.played += 1
        if self.played == self.moves:
            self.do()

    def ended(self, *_: object) -> None:
        """Nothing to do."""
