"""A table of tiles that a person plays with the mouse: picking, taking, falling, undo, hint, pause, notices, time.

What is legal and what follows is the engine's; a game on this table adds only what a click on a tile means.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from bot.action import Button
from bot.arcade.furniture import clock
from bot.arcade.scene import Happening
from bot.arcade.skins import Look, Skin
from bot.arcade.stage import Stage
from bot.arcade.view import Picture, TableView
from bot.frame import Box, Pixels, Point
from bot.grid import Grid
from engine.api import Game, Limit, Outcome
from engine.moves import Cell, Move, show_cell
from engine.position import EMPTY, Position

FRAME = 1 / 60
"""Seconds between pictures of a movement."""
HINT = 2.0
"""Seconds that a hint stays."""
HINT_LIMIT = Limit(seconds=0.5)
"""How long a hint may be thought about."""


@dataclass(frozen=True)
class _Taking:
    """Tiles on their way out."""

    cells: tuple[Cell, ...]
    line: tuple[Cell, ...]
    after: Any
    until: float


@dataclass(frozen=True)
class _Fall:
    """Tiles on their way down: where they end, from how many cells above, and when."""

    above: Mapping[Cell, int]
    start: float
    until: float

    def at(self, now: float) -> Mapping[Cell, float]:
        """How many cells above its end each tile is; they gain speed as they fall."""
        passed = (now - self.start) / (self.until - self.start)
        return {cell: n * (1 - min(1.0, max(0.0, passed)) ** 2) for cell, n in self.above.items()}


class TileTable(ABC):
    """A Scene for games whose boards are rows of tiles."""

    name: ClassVar[str]
    """What the game is called, in ASCII."""

    _state: Any
    _rows: tuple[str, ...]
    _outcome: Outcome
    _past: list[Any]
    _picked: Cell | None
    _hint: tuple[Cell, ...]
    _hint_until: float
    _taking: _Taking | None
    _fall: _Fall | None
    _played: float
    _started: bool
    _paused: bool

    def __init__(
        self,
        game: Game[Any],
        deal: Callable[[int], Position],
        *,
        skin: Skin,
        seed: int = 0,
        size: tuple[int, int] = (900, 600),
        removal: float = 0.25,
        fall: float = 0.15,
    ) -> None:
        """`deal` makes the board of a seed; `removal` and `fall` are the seconds that those take to be shown."""
        self.pace = 1.0
        self._game, self._deal, self._skin = game, deal, skin
        self._seed = seed
        self._removal, self._fall_time = removal, fall
        self._now = 0.0
        self._history: list[Happening] = []
        self._begin()
        self._view = TableView(self._stage(size), skin)

    # ---- what a game adds

    @abstractmethod
    def choose(self, cell: Cell) -> None:
        """A click on a tile while nothing moves."""

    @property
    def picked(self) -> Cell | None:
        """The tile that waits for its partner."""
        return self._picked

    def pick(self, cell: Cell | None, what: str, *cells: Cell) -> None:
        """Make this the picked tile, or none, and note what happened to which cells."""
        self._picked = cell
        self._note(what, cells)

    def take(self, move: Move, cells: tuple[Cell, ...]) -> None:
        """Play a move: show it for the removal time, then let it happen. Raises IllegalMove."""
        after = self._game.play(self._state, move)
        line = tuple(self._game.trace(self._state, move))
        self._picked = None
        self._hint = ()
        self._taking = _Taking(cells, line, after, self._now + self._removal * self.pace)
        self._note("take", cells)

    # ---- the scene

    @property
    def title(self) -> str:
        """What its window is called."""
        return f"Banmen arcade: {self.name}"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its picture."""
        return self._view.stage.width, self._view.stage.height

    @property
    def status(self) -> Outcome:
        """How the game stands; a last pair that is still shown is not yet won."""
        return self._outcome

    @property
    def history(self) -> Sequence[Happening]:
        """All that happened so far."""
        return self._history

    @property
    def grid(self) -> Grid:
        """Where the cells lie in the picture."""
        return self._view.stage.grid

    @property
    def buttons(self) -> Mapping[str, Box]:
        """Where the buttons lie."""
        return self._view.stage.buttons

    @property
    def skin(self) -> Skin:
        """How its tiles look."""
        return self._skin

    @property
    def stage(self) -> Stage:
        """Where things lie in the picture."""
        return self._view.stage

    @property
    def seed(self) -> int:
        """The seed of the board on the table."""
        return self._seed

    @property
    def paused(self) -> bool:
        """Whether the tiles are hidden."""
        return self._paused

    @property
    def left(self) -> int:
        """How many tiles are still on the table."""
        return sum(len(row) - row.count(EMPTY) for row in self._rows)

    def resize(self, width: int, height: int) -> None:
        """Fit the board into this size."""
        if (width, height) != self.size:
            self._view = TableView(self._stage((width, height)), self._skin)

    def step(self, now: float) -> None:
        """Let taken tiles vanish, others fall, hints end."""
        if self._running:
            self._played += max(0.0, now - self._now)
        self._now = max(self._now, now)
        if self._taking and self._now >= self._taking.until:
            self._vanish(self._taking)
        if self._fall and self._now >= self._fall.until:
            self._fall = None
            self._settle()
        if self._hint and self._now >= self._hint_until:
            self._hint = ()

    def press(self, point: Point, button: Button, now: float) -> None:
        """A button of the window, a tile, or the table, which lets go of the picked tile."""
        self.step(now)
        command = next((name for name, box in self.buttons.items() if box.contains(point)), None)
        cell = self.grid.at(point)
        if command:
            self._commands[command](self)
        elif self._paused:
            self._pause()
        elif self._taking or self._fall or self._outcome is not Outcome.OPEN:
            self._note("ignored", (cell,) if cell else ())
        elif cell is None or button is not Button.LEFT or self._rows[cell[0]][cell[1]] == EMPTY:
            if self._picked:
                self.pick(None, "unselect", self._picked)
        else:
            self._started = True
            self._hint = ()
            self.choose(cell)

    def point(self, point: Point, now: float) -> None:
        """Tiles are clicked, not dragged."""
        self.step(now)

    def release(self, now: float) -> None:
        """Tiles are picked as soon as the button goes down."""
        self.step(now)

    def key(self, name: str, now: float) -> None:
        """A letter stands for the button that starts with it; Escape lets go of the picked tile."""
        self.step(now)
        if name == "Escape" and self._picked:
            self.pick(None, "unselect", self._picked)
        for command, do in self._commands.items():
            if len(name) == 1 and command.startswith(name.lower()):
                do(self)

    def wakes(self) -> float | None:
        """When the picture will next change by itself."""
        times = [self._taking.until] if self._taking else []
        if self._fall:
            times.append(min(self._fall.until, self._now + FRAME))
        if self._hint:
            times.append(self._hint_until)
        if self._running:
            times.append(self._now + 1 - self._played % 1)
        return min(times, default=None)

    def draw(self) -> Pixels:
        """The picture as of the last step."""
        return self._view.draw(self.picture())

    def picture(self) -> Picture:
        """What there is to see, as of the last step."""
        status = (f"Tiles left: {self.left}", f"Game {self._seed}    {clock(self._played)}")
        off = {"undo"} if not self._past or self._taking else set()
        if self._paused or self._outcome is not Outcome.OPEN:
            off |= {"hint"}
        if self._outcome is not Outcome.OPEN and not self._paused:
            off |= {"pause"}
        if self._paused:
            blank = tuple(EMPTY * len(row) for row in self._rows)
            return Picture(blank, panel=("Paused", "Click or press P to go on"), status=status, off=frozenset(off))
        return Picture(
            rows=self._rows,
            looks=self._looks(),
            line=self._taking.line if self._taking else (),
            falling=self._fall.at(self._now) if self._fall else {},
            panel=self._panel(),
            status=status,
            off=frozenset(off),
        )

    def truth(self) -> Position:
        """The board as it is shown, and its marked cells. While paused it is the hidden board."""
        shown = self._game.show(self._state)
        marked = tuple(show_cell(cell) for cell in sorted(self._looks()))
        return Position({**shown.blocks, "marked": marked}) if marked else shown

    # ---- what happens

    def _begin(self) -> None:
        """Lay out the board of the seed."""
        self._past = []
        self._played, self._started, self._paused = 0.0, False, False
        self._show(self._game.parse(self._deal(self._seed)))

    def _show(self, state: Any) -> None:
        """Put a state on the table, with nothing picked and nothing moving."""
        self._state = state
        self._rows = self._game.show(state).board
        self._outcome = self._game.outcome(state)
        self._picked, self._hint, self._hint_until = None, (), 0.0
        self._taking, self._fall = None, None

    def _vanish(self, taking: _Taking) -> None:
        """The taken tiles are gone; what stood on them starts to fall."""
        self._past.append(self._state)
        before = self._rows
        self._taking, self._state = None, taking.after
        self._rows = self._game.show(taking.after).board
        self._history.append(Happening(taking.until, "removed", taking.cells))
        above = _fallen(before, self._rows, taking.cells)
        if above and self._fall_time > 0:
            self._fall = _Fall(above, taking.until, taking.until + self._fall_time * self.pace)
        else:
            self._settle()

    def _settle(self) -> None:
        """Everything lies still: see how the game stands."""
        self._outcome = self._game.outcome(self._state)
        if self._outcome is not Outcome.OPEN:
            self._note(self._outcome.value)

    def _note(self, what: str, cells: Sequence[Cell] = ()) -> None:
        self._history.append(Happening(self._now, what, tuple(cells)))

    def _pause(self) -> None:
        if self._paused or self._outcome is Outcome.OPEN:
            self._paused = not self._paused
            self._note("pause" if self._paused else "resume")

    def _undo(self) -> None:
        if self._taking:
            return
        if self._past and not self._paused:
            self._show(self._past.pop())
            self._note("undo")

    def _restart(self) -> None:
        self._begin()
        self._note("restart")

    def _new(self) -> None:
        self._seed += 1
        self._begin()
        self._note("new")

    def _show_hint(self) -> None:
        """Highlight a good move, or any move where no good one is found in time."""
        if self._paused or self._taking or self._fall or self._outcome is not Outcome.OPEN:
            return
        move = next(iter(self._game.plan(self._state, HINT_LIMIT).moves or self._game.moves(self._state)))
        self._picked = None
        self._hint = move.cells
        self._hint_until = self._now + HINT
        self._note("hint", self._hint)

    _commands: ClassVar[Mapping[str, Callable[[TileTable], None]]] = MappingProxyType(
        {"hint": _show_hint, "undo": _undo, "restart": _restart, "new": _new, "pause": _pause}
    )
    """The buttons from the left; the first letter of each is its key."""

    # ---- what is seen

    @property
    def _running(self) -> bool:
        return self._started and not self._paused and self._outcome is Outcome.OPEN

    def _stage(self, size: tuple[int, int]) -> Stage:
        return Stage.fit(size, len(self._rows), len(self._rows[0]), self._skin.aspect, tuple(self._commands))

    def _looks(self) -> dict[Cell, Look]:
        looks: dict[Cell, Look] = dict.fromkeys(self._hint, Look.HINTED)
        if self._picked:
            looks[self._picked] = Look.PICKED
        if self._taking:
            looks |= dict.fromkeys(self._taking.cells, Look.PICKED)
        return looks

    def _panel(self) -> tuple[str, ...]:
        if self._outcome is Outcome.WON:
            return "Cleared!", f"in {clock(self._played)}", "N: new game"
        if self._outcome is Outcome.STUCK:
            return "No move is left", "U: undo   R: restart   N: new game"
        return ()


def _fallen(before: Sequence[str], after: Sequence[str], taken: Sequence[Cell]) -> dict[Cell, int]:
    """Which tiles of the board after a move came from how many cells above.

    >>> _fallen(("AC", "BD", "B."), ("..", "A.", "BC"), ((1, 0), (1, 1)))
    {(1, 0): 1, (2, 1): 2}
    """
    above = {}
    for column in range(len(after[0])):
        came = [r for r in range(len(before)) if before[r][column] != EMPTY and (r, column) not in taken]
        went = [r for r in range(len(after)) if after[r][column] != EMPTY]
        above.update({(b, column): b - a for a, b in zip(came, went, strict=True) if b != a})
    return above
