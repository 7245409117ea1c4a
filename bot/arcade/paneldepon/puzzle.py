"""The puzzles of Panel de Pon: clear the board with so many swaps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from bot.arcade.cabinet import Cabinet
from bot.arcade.paneldepon.game import PanelGame
from bot.arcade.paneldepon.keyboard import EITHER_HAND, Keyboard
from bot.arcade.paneldepon.seat import Seat
from bot.arcade.paneldepon.seen import Well
from bot.arcade.paneldepon.skins import Skin
from bot.arcade.running.game import Facts
from engine.api import Limit, Outcome, load_game
from engine.games.paneldepon import words as k
from engine.games.paneldepon.notation import labels_of, parse
from engine.games.paneldepon.packing import pack, times_array
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.rules import House, stack_of
from engine.games.paneldepon.running import LABELS, Running
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.moves import Cell, show_cell
from engine.position import EMPTY, Position

HINT = 4.0
"""Seconds that a hint stays."""
THINKING = Limit(nodes=400_000, seconds=2.0)
"""For a hint."""


class PuzzleGame(PanelGame):
    """Clear the board with so many swaps, as often undone as one likes."""

    name = "Panel de Pon (puzzles)"

    _puzzle: Position
    _left: int
    _past: list[tuple[Running, int]]
    """Boards at rest before a swap, and the swaps that were left."""
    _hint: Cell | None
    _hint_until: float
    _said: str

    def __init__(
        self, board_of: Callable[[int], Position], *, skin: Skin, preset: str, seed: int, size: tuple[int, int]
    ) -> None:
        """`board_of` gives the puzzle of a seed."""
        self._board_of = board_of
        self._game = load_game("paneldepon", preset=preset)
        super().__init__(skin=skin, preset=preset, seed=seed, size=size)

    def fill(self) -> tuple[Seat, ...]:
        """The puzzle, untouched."""
        self._puzzle = self._board_of(self._seed)
        self._left = int(self._puzzle.blocks["moves"][0])
        self._past = []
        self._forget_hint()
        return (Seat(running(self._puzzle, self.preset), self.times, Keyboard(EITHER_HAND)),)

    def frame(self) -> None:
        """One frame; a swap that is taken costs one, and the board before it is kept where it was at rest."""
        seat = self.seats[0]
        asked = seat.keys(may_swap=self._left > 0)
        moved = seat.moves
        before = seat.game.copy() if asked.swap and not moved else None
        cell = seat.after(seat.game.step(asked), asked)
        if cell:
            if before:
                self._past.append((before, self._left))
            self._left -= 1
            self._forget_hint()
            self._note("swap", (cell, (cell[0], cell[1] + 1)))
        elif moved and not seat.moves:
            self._judge()

    def advance(self) -> None:
        """Let frames pass and hints end."""
        super().advance()
        if self._hint and self._now >= self._hint_until:
            self._forget_hint()

    def _judge(self) -> None:
        """Everything lies still: see how the puzzle stands."""
        colours = self.seats[0].game.cells[COLUMNS:] & k.COLOUR
        if not np.any((colours != 0) & (colours != GREY)):
            self._outcome = Outcome.WON
        elif self._left == 0:
            self._outcome = Outcome.STUCK
        if self._outcome is not Outcome.OPEN:
            self._note(self._outcome.value)

    # ---- buttons

    def _undo(self) -> None:
        """Back to the last board at rest from which a swap was made."""
        if not self._past or self._paused:
            return
        board, self._left = self._past.pop()
        self.seats = (Seat(board, self.times, self.seats[0].keyboard),)
        self._outcome = Outcome.OPEN
        self._forget_hint()
        self._note("undo")

    def _retry(self) -> None:
        self._begin()
        self._note("restart")

    def _show_hint(self) -> None:
        """Point at the first swap of an answer from here, or say that there is none."""
        if self._paused or self._outcome is not Outcome.OPEN or (self._started and self.seats[0].moves):
            return
        blocks = self.truth().blocks
        state = self._game.parse(Position({name: blocks[name] for name in ("board", "moves")}))
        plan = self._game.plan(state, THINKING)
        self._hint_until = self._now + HINT
        if plan.reaches is Outcome.WON and plan.moves:
            self._hint, self._said = plan.moves[0].cells[0], ""
        else:
            self._hint, self._said = None, "No answer from here: undo." if plan.proof else "No answer was found."
        self._note("hint", (self._hint,) if self._hint else ())

    def _forget_hint(self) -> None:
        self._hint, self._hint_until, self._said = None, 0.0, ""

    commands: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "hint": _show_hint,
            "undo": _undo,
            "retry": _retry,
            "next": Cabinet._new,
            "pause": Cabinet._pause,
        }
    )

    # ---- what is seen

    def changes(self) -> Any:
        """The next frame, and the end of a hint."""
        yield from super().changes()
        if self._hint:
            yield self._hint_until

    def truth(self) -> Position:
        """The board, also while a pause hides it, the swaps left, the cursor, and the pair that a hint points at."""
        blocks = self.seats[0].game.position().blocks
        shown = {"board": blocks["board"], "moves": (str(self._left),), "cursor": blocks["cursor"]}
        if self._hint:
            shown["marked"] = tuple(show_cell((self._hint[0], self._hint[1] + n)) for n in (0, 1))
        return Position(shown)

    def well(self, seat: Seat) -> Well:
        """The board, with the hint."""
        return seat.well(self.facts(seat), self._hint)

    def facts(self, seat: Seat) -> Facts:
        """Swaps left, which puzzle it is and how hard, and the time."""
        grade = "".join(self._puzzle.blocks.get("grade", ()))
        return (
            ("SWAPS LEFT", str(self._left)),
            ("PUZZLE", str(self._seed + 1)),
            *((("GRADE", grade),) if grade else ()),
            ("TIME", self.clock()),
        )

    def line(self) -> tuple[str, str]:
        """Swaps left, or what a hint says; which puzzle it is, and the time."""
        swaps = "1 swap is left" if self._left == 1 else f"{self._left} swaps are left"
        return self._said or swaps, f"Puzzle {self._seed + 1}    {self.clock()}"

    def notice(self) -> tuple[str, ...]:
        """Whether it was solved."""
        if self._outcome is Outcome.WON:
            return "Cleared!", f"in {self.clock()}", "N: next puzzle"
        return "No swap is left", "U: undo   R: retry   N: next"

    def off(self) -> frozenset[str]:
        """Nothing to undo, nothing to hint at."""
        over = {"hint"} if self._paused or self._outcome is not Outcome.OPEN else set()
        return super().off() | over | (set() if self._past and not self._paused else {"undo"})


def running(puzzle: Position, preset: str) -> Running:
    """A puzzle as a game that runs but does not rise; its colours are told by the first letters."""
    state = parse(Position({"board": puzzle.board}))
    stack, _ = stack_of(state, House(preset=preset))
    cells, meta = pack(stack)
    floor = np.full((1, COLUMNS), GREY, dtype=np.int64)
    height = sum(line != EMPTY * COLUMNS for line in puzzle.board)
    game = Running(cells, meta, times_array(stack.times), floor, floor, cursor=(max(1, (height + 1) // 2), 2))
    for _ in range(2):  # until everything at rest has been looked at for matches
        game.step()
    return game


def plainly(puzzle: Position) -> Position:
    """The same puzzle on a board of full height, its colours lettered from the start of the alphabet.

    >>> plainly(Position({"board": ("x1x1.x",), "moves": ("2",)})).board[-1]
    'baba.b'
    """
    letters = str.maketrans(dict(zip(labels_of(puzzle.board), LABELS, strict=False)))
    empty = (EMPTY * COLUMNS,) * (ROWS - len(puzzle.board))
    return Position({**puzzle.blocks, "board": (*empty, *(line.translate(letters) for line in puzzle.board))})
