"""A table of tiles that a person plays with the mouse: picking, taking, falling, undo, hint, pause, notices, time.

What is legal and what follows is the engine's; a game on this table adds only what a click on a tile means.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from bot.action import Button
from bot.arcade.cabinet import Cabinet
from bot.arcade.furniture import clock
from bot.arcade.scene import Happening
from bot.arcade.skins import Look, Skin
from bot.arcade.stage import Stage
from bot.arcade.view import Picture, TableView
from bot.frame import Point
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
    """Tiles on their way: where they end, from how many rows and columns away, and when."""

    away: Mapping[Cell, tuple[int, int]]
    start: float
    until: float

    def at(self, now: float) -> Mapping[Cell, tuple[float, float]]:
        """How many rows and columns from its end each tile is; they gain speed as they fall."""
        passed = (now - self.start) / (self.until - self.start)
        left = 1 - min(1.0, max(0.0, passed)) ** 2
        return {cell: (rows * left, columns * left) for cell, (rows, columns) in self.away.items()}


class TileTable(Cabinet):
    """A Scene for games whose boards are rows of tiles."""

    _state: Any
    _rows: tuple[str, ...]
    _past: list[Any]
    _picked: Cell | None
    _hint: tuple[Cell, ...]
    _hint_until: float
    _taking: _Taking | None
    _fall: _Fall | None

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
        self._game, self._board_of, self._skin = game, deal, skin
        self._removal, self._fall_time = removal, fall
        super().__init__(seed, size)

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
    def skin(self) -> Skin:
        """How its tiles look."""
        return self._skin

    @property
    def left(self) -> int:
        """How many tiles are still on the table."""
        return sum(len(row) - row.count(EMPTY) for row in self._rows)

    def deal(self) -> None:
        """Lay out the board of the seed."""
        self._past = []
        self._show(self._game.parse(self._board_of(self._seed)))

    def view(self, size: tuple[int, int]) -> TableView:
        """The table in this size."""
        rows, columns = len(self._rows), len(self._rows[0])
        return TableView(Stage.fit(size, rows, columns, self._skin.aspect, tuple(self.commands)), self._skin)

    def advance(self) -> None:
        """Let taken tiles vanish, others fall, hints end."""
        if self._taking and self._now >= self._taking.until:
            self._vanish(self._taking)
        if self._fall and self._now >= self._fall.until:
            self._fall = None
            self._settle()
        if self._hint and self._now >= self._hint_until:
            self._hint = ()

    def touch(self, point: Point, button: Button) -> None:
        """A tile, or the table, which lets go of the picked tile; tiles are picked when the button goes down."""
        cell = self.grid.at(point)
        if self._taking or self._fall or self._outcome is not Outcome.OPEN:
            self._note("ignored", (cell,) if cell else ())
        elif cell is None or button is not Button.LEFT or self._rows[cell[0]][cell[1]] == EMPTY:
            if self._picked:
                self.pick(None, "unselect", self._picked)
        else:
            self._started = True
            self._hint = ()
            self.choose(cell)

    def strike(self, name: str) -> None:
        """Escape lets go of the picked tile."""
        if name == "Escape" and self._picked:
            self.pick(None, "unselect", self._picked)

    def changes(self) -> Iterator[float]:
        """When a pair is gone, tiles fall on, a hint ends."""
        if self._taking:
            yield self._taking.until
        if self._fall:
            yield min(self._fall.until, self._now + FRAME)
        if self._hint:
            yield self._hint_until

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

    def _show(self, state: Any) -> None:
        """Put a state on the table, with nothing picked and nothing moving."""
        self._state = state
        self._rows = self._game.show(state).board
        self._outcome = self._game.outcome(state)
        self._picked, self._hint, self._hint_until = None, (), 0.0
        self._taking, self._fall = None, None

    def _vanish(self, taking: _Taking) -> None:
        """The taken tiles are gone; what they held starts to fall."""
        self._past.append(self._state)
        before = self._rows
        self._taking, self._state = None, taking.after
        self._rows = self._game.show(taking.after).board
        self._history.append(Happening(taking.until, "removed", taking.cells))
        away = _fallen(before, self._rows, taking.cells)
        if away and self._fall_time > 0:
            self._fall = _Fall(away, taking.until, taking.until + self._fall_time * self.pace)
        else:
            self._settle()

    def _settle(self) -> None:
        """Everything lies still: see how the game stands."""
        self._outcome = self._game.outcome(self._state)
        if self._outcome is not Outcome.OPEN:
            self._note(self._outcome.value)

    def _undo(self) -> None:
        if self._taking:
            return
        if self._past and not self._paused:
            self._show(self._past.pop())
            self._note("undo")

    def _show_hint(self) -> None:
        """Highlight a good move, or any move where no good one is found in time."""
        if self._paused or self._taking or self._fall or self._outcome is not Outcome.OPEN:
            return
        move = next(iter(self._game.plan(self._state, HINT_LIMIT).moves or self._game.moves(self._state)))
        self._picked = None
        self._hint = move.cells
        self._hint_until = self._now + HINT
        self._note("hint", self._hint)

    commands: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "hint": _show_hint,
            "undo": _undo,
            "restart": Cabinet._restart,
            "new": Cabinet._new,
            "pause": Cabinet._pause,
        }
    )

    # ---- what is seen

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


def _fallen(before: Sequence[str], after: Sequence[str], taken: Sequence[Cell]) -> dict[Cell, tuple[int, int]]:
    """Which tiles of the board after a move came from how many rows and columns away, along columns or along rows.

    >>> _fallen(("AC", "BD", "B."), ("..", "A.", "BC"), ((1, 0), (1, 1)))
    {(1, 0): (-1, 0), (2, 1): (-2, 0)}
    """
    came = [cell for cell in _tiles(before) if cell not in taken]
    went = _tiles(after)
    for line in (1, 0):
        came.sort(key=lambda cell: (cell[line], cell))
        went.sort(key=lambda cell: (cell[line], cell))
        if all(a[line] == b[line] and before[a[0]][a[1]] == after[b[0]][b[1]] for a, b in zip(came, went, strict=True)):
            return {b: (a[0] - b[0], a[1] - b[1]) for a, b in zip(came, went, strict=True) if a != b}
    raise ValueError(f"These tiles fell neither along columns nor along rows: {came}, {went}")


def _tiles(rows: Sequence[str]) -> list[Cell]:
    """The cells that hold tiles."""
    return [(r, c) for r, row in enumerate(rows) for c, label in enumerate(row) if label != EMPTY]
