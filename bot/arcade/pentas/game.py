"""Pentas in a tray: a click or a drag marks cells, and five that have the shape of the piece are taken out.

A marked cell stays marked however often it is clicked; the right button lets go of all of them, and so do five that are
not the piece. What is legal and what follows is the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar

from bot.action import Button
from bot.arcade.cabinet import Cabinet
from bot.arcade.furniture import clock
from bot.arcade.pentas.desk import Desk
from bot.arcade.pentas.looks import Looks, load_looks
from bot.arcade.pentas.view import Picture, TrayView
from bot.arcade.scene import ArcadeError
from bot.frame import Point
from engine.api import BadRule, Limit, Outcome, load_game
from engine.games.pentas import Pentas, State
from engine.games.pentas.rules import CELLS, FILLED, SCORINGS, orientations
from engine.moves import Cell, IllegalMove, Take
from engine.position import Position

HINT = 2.0
"""Seconds that a hint stays."""
HINT_LIMIT = Limit(seconds=0.3)
"""How long a hint may be thought about."""


class PentasTray(Cabinet):
    """Take out piece after piece until one fits nowhere."""

    name = "Pentas"

    _state: State
    _score: int
    _past: list[tuple[State, int]]
    _marked: tuple[Cell, ...]
    _drawing: bool
    _hint: tuple[Cell, ...]
    _hint_until: float

    def __init__(self, game: Pentas, looks: Looks, *, seed: int, size: tuple[int, int]) -> None:
        """`seed` tells the row of pieces."""
        self._game, self._looks = game, looks
        super().__init__(seed, size)

    # ---- the scene

    @property
    def score(self) -> int:
        """The points so far."""
        return self._score

    @property
    def turns(self) -> int:
        """How many pieces were taken."""
        return len(self._past)

    def deal(self) -> None:
        """A full board, and the first two pieces of the seed."""
        self._past, self._score = [], 0
        self._state = self._game.deal(self._seed)
        self._rest()
        self._outcome = Outcome.OPEN

    def view(self, size: tuple[int, int]) -> TrayView:
        """The tray in this size."""
        return TrayView(Desk.lay(size, self._game.rows, self._game.columns, tuple(self.commands)), self._looks)

    def advance(self) -> None:
        """Let a hint end."""
        if self._hint and self._now >= self._hint_until:
            self._hint = ()

    def changes(self) -> Iterator[float]:
        """When a hint ends."""
        if self._hint:
            yield self._hint_until

    def touch(self, point: Point, button: Button) -> None:
        """A cell is marked, and more may follow with a drag; the right button lets go of all."""
        cell = self.grid.at(point)
        if self._outcome is not Outcome.OPEN:
            if cell:
                self._note("ignored", (cell,))
            return
        if button is not Button.LEFT:
            if self._marked:
                self._note("unselect", self._marked)
            self._marked = ()
            return
        self._drawing = True
        self.drag(point)

    def drag(self, point: Point) -> None:
        """Mark the cell under the pointer."""
        cell = self.grid.at(point)
        if not self._drawing or cell is None or cell in self._marked:
            return
        if self._state.board[cell[0]][cell[1]] != FILLED:
            return
        self._started = True
        self._hint = ()
        self._marked = (*self._marked, cell)
        self._note("select", (cell,))
        if len(self._marked) == CELLS:
            self._take(Take(tuple(sorted(self._marked))))

    def drop(self) -> None:
        """The button goes up; what was marked stays so."""
        self._drawing = False

    def picture(self) -> Picture:
        """What there is to see, as of the last step."""
        over = self._outcome is not Outcome.OPEN
        off = ({"undo"} if not self._past else set()) | ({"hint", "pause"} if over else set())
        shown = (self._state.piece, self._state.following)
        return Picture(
            self._state.board if not self._paused else (),
            () if self._paused else tuple(orientations(piece, True)[0] for piece in shown if piece),
            self._score,
            frozenset(self._marked),
            frozenset(self._hint),
            ("Paused", "press any key") if self._paused else (),
            (self._told(), f"Game {self._seed}    {clock(self._played)}"),
            frozenset(off),
        )

    def truth(self) -> Position:
        """The board, the pieces and the score as they are shown."""
        return self._game.show(replace(self._state, score=str(self._score)))

    # ---- what happens

    def _rest(self) -> None:
        """Nothing is marked, hinted or drawn."""
        self._marked, self._drawing = (), False
        self._hint, self._hint_until = (), 0.0

    def _take(self, move: Take) -> None:
        try:
            turn = self._game.take_turn(self._state, move, self._seed, self.turns)
        except IllegalMove:
            self._note("mismatch", move.cells)
            self._rest()
            return
        self._past.append((self._state, self._score))
        self._score += turn.points
        self._state = turn.state
        self._note("take", move.cells)
        self._rest()
        self._outcome = self._game.outcome(self._state)
        if self._outcome is Outcome.STUCK:
            self._note("stuck")

    def _undo(self) -> None:
        if self._past:
            self._state, self._score = self._past.pop()
            self._rest()
            self._outcome = Outcome.OPEN
            self._note("undo")

    def _show_hint(self) -> None:
        if self._outcome is not Outcome.OPEN or self._paused:
            return
        for move in self._game.plan(self._state, HINT_LIMIT).moves[:1]:
            self._marked = ()
            self._hint, self._hint_until = move.cells, self._now + HINT
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

    def _told(self) -> str:
        """The left of the status line; the board stays to be seen when the game is over."""
        if self._outcome is Outcome.STUCK:
            return f"The piece fits nowhere: {self._score} points in {self.turns} turns. U: undo   N: new game"
        return f"Turn {self.turns + 1}"


def make(
    *,
    seed: int = 0,
    skin: str = "stones",
    rows: int = 8,
    columns: int = 8,
    scoring: str = "rows",
    reflections: bool = True,
    size: tuple[int, int] = (760, 640),
) -> PentasTray:
    """A full board and the row of pieces of this seed; `scoring` is one of the engine's. Raises ArcadeError."""
    if scoring not in SCORINGS:
        raise ArcadeError(f"There is no scoring called {scoring!r}; the scorings are {', '.join(SCORINGS)}.")
    try:
        game = load_game("pentas", rows=rows, columns=columns, scoring=scoring, reflections=reflections)
    except BadRule as error:
        raise ArcadeError(str(error)) from error
    assert isinstance(game, Pentas)
    return PentasTray(game, load_looks(skin), seed=seed, size=size)
