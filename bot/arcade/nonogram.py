"""A nonogram on paper: left fills, right crosses out, a drag does it to a run; undo, check, hints in three depths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from bot.action import Button
from bot.arcade.cabinet import Cabinet
from bot.arcade.furniture import clock
from bot.arcade.papers import Paper, load_paper
from bot.arcade.puzzles import shipped
from bot.arcade.scene import ArcadeError
from bot.arcade.sheet import Sheet
from bot.arcade.sheet_view import Picture, SheetView
from bot.frame import Point
from engine.api import Game, Limit, Outcome, load_game
from engine.generator import Generator, NoPuzzleError, Wish
from engine.moves import Cell
from engine.position import EMPTY, Position
from engine.teacher import Hint, Teacher

FILLED, CROSS = "#", "x"
WRITES = MappingProxyType({Button.LEFT: FILLED, Button.RIGHT: CROSS, Button.MIDDLE: EMPTY})
"""What each button writes; left and right take it away again where it stands already."""
CALLED = MappingProxyType({FILLED: "fill", CROSS: "cross", EMPTY: "wipe"})
THINKING = Limit(nodes=200_000, seconds=2.0)
"""For a hint or a check."""
MAKING = Limit(nodes=2_000_000, seconds=20.0)
"""For a new puzzle."""
CHECK = 3.0
"""Seconds that wrong cells stay marked."""
DEPTHS = 3
USUAL = 10


@dataclass(frozen=True)
class _Stroke:
    """A drag in the making."""

    start: Cell
    before: tuple[str, ...]
    takes: str
    """The label of the cells that it changes; others on the way stay as they are."""
    writes: str

    def board(self, end: Cell) -> tuple[str, ...]:
        """The board with the straight line drawn that comes nearest to this end."""
        (row, column), (to_row, to_column) = self.start, end
        if abs(to_row - row) > abs(to_column - column):
            to_column = column
        else:
            to_row = row
        rows = [list(cells) for cells in self.before]
        for r in range(min(row, to_row), max(row, to_row) + 1):
            for c in range(min(column, to_column), max(column, to_column) + 1):
                if rows[r][c] == self.takes:
                    rows[r][c] = self.writes
        return tuple("".join(cells) for cells in rows)


class NonogramSheet(Cabinet):
    """Fill the cells that the clues tell."""

    name = "Nonogram"

    _puzzle: Position
    _board: tuple[str, ...]
    _past: list[tuple[str, ...]]
    _stroke: _Stroke | None
    _hint: Hint | None
    _depth: int
    _told: str
    _wrong: tuple[Cell, ...] | None
    _wrong_until: float

    def __init__(
        self,
        game: Game[Any],
        deal: Callable[[int], Position],
        *,
        paper: Paper,
        seed: int = 0,
        size: tuple[int, int] = (760, 760),
    ) -> None:
        """`deal` makes the puzzle of a seed."""
        self._game, self._board_of, self._paper = game, deal, paper
        super().__init__(seed, size)

    # ---- the scene

    @property
    def hint(self) -> str:
        """What is told under the board."""
        return self._note_text()

    def deal(self) -> None:
        """Lay out the puzzle of the seed."""
        self._puzzle = self._game.show(self._game.parse(self._board_of(self._seed)))
        self._past, self._stroke = [], None
        self._hint, self._depth, self._told = None, 0, ""
        self._wrong, self._wrong_until = None, 0.0
        rows, cols = self._puzzle.blocks["rows"], self._puzzle.blocks["cols"]
        self._board = (EMPTY * len(cols),) * len(rows)
        self._outcome = self._game.outcome(self._state())

    def view(self, size: tuple[int, int]) -> SheetView:
        """The paper in this size."""
        rows, cols = self._puzzle.blocks["rows"], self._puzzle.blocks["cols"]
        figures = [max(len(clue.split()) for clue in clues) for clues in (rows, cols)]
        board = len(rows), len(cols)
        sheet = Sheet.with_clues(size, board, (figures[0], figures[1]), tuple(self.commands))
        return SheetView(sheet, self._paper, rows, cols)

    def advance(self) -> None:
        """Let marks of a check end."""
        if self._wrong is not None and self._now >= self._wrong_until:
            self._wrong = None

    def touch(self, point: Point, button: Button) -> None:
        """A cell, from which a line may be drawn."""
        cell = self.grid.at(point)
        if cell is None:
            return
        if self._outcome is not Outcome.OPEN:
            self._note("ignored", (cell,))
            return
        self._started = True
        old, new = self._board[cell[0]][cell[1]], WRITES[button]
        writes = EMPTY if old == new else new
        if old in (EMPTY, new) or writes == EMPTY:
            self._stroke = _Stroke(cell, self._board, old, writes)
            self.drag(point)

    def drag(self, point: Point) -> None:
        """Draw the line to where the pointer is, or as far as the board goes."""
        if self._stroke is None:
            return
        grid = self.grid
        inside = Point(
            min(max(point.x, grid.x), grid.x + grid.box.w - 1), min(max(point.y, grid.y), grid.y + grid.box.h - 1)
        )
        end = grid.at(inside)
        assert end is not None
        self._put(self._stroke.board(end))

    def drop(self) -> None:
        """The line is drawn; it can be undone as one, and may be the end."""
        stroke, self._stroke = self._stroke, None
        if stroke is None or stroke.before == self._board:
            return
        self._past.append(stroke.before)
        self._note(CALLED[stroke.writes], _changed(stroke.before, self._board))
        self._outcome = self._game.outcome(self._state())
        if self._outcome is Outcome.WON:
            self._note("won")

    def changes(self) -> Iterator[float]:
        """When the marks of a check end."""
        if self._wrong is not None:
            yield self._wrong_until

    def picture(self) -> Picture:
        """What there is to see, as of the last step."""
        hint, depth = self._hint, self._depth
        off = {"undo"} if not self._past else set()
        if self._outcome is Outcome.WON:
            off |= {"hint", "check"}
        follows = {cell for move in hint.moves for cell in move.cells} if hint else set()
        return Picture(
            self._board,
            done=self._done(),
            hinted=frozenset(hint.where) if hint else frozenset(),
            because=frozenset(hint.because) if hint and depth == DEPTHS - 1 else frozenset(),
            follows=frozenset(follows) if depth == DEPTHS - 1 else frozenset(),
            wrong=frozenset(self._wrong or ()),
            note=self._note_text(),
            loud=self._outcome is Outcome.WON,
            status=(f"{self.grid.columns} x {self.grid.rows}", f"Game {self._seed}    {clock(self._played)}"),
            off=frozenset(off),
        )

    def truth(self) -> Position:
        """The clues and the board as they are shown."""
        return Position({**self._puzzle.blocks, "board": self._board})

    # ---- what happens

    def _state(self) -> Any:
        return self._game.parse(self.truth())

    def _put(self, board: tuple[str, ...]) -> None:
        """Show another board; what was said of the old one is over."""
        if board != self._board:
            self._board = board
            self._hint, self._depth, self._told, self._wrong = None, 0, "", None

    def _undo(self) -> None:
        if self._past:
            self._put(self._past.pop())
            self._outcome = self._game.outcome(self._state())
            self._note("undo")

    def _check(self) -> None:
        """Mark the cells that are not as in the solution."""
        if self._outcome is not Outcome.OPEN:
            return
        blank = self._game.parse(Position({name: self._puzzle.blocks[name] for name in ("rows", "cols")}))
        solved = blank
        for move in self._game.plan(blank, THINKING).moves:
            solved = self._game.play(solved, move)
        end = self._game.show(solved).board
        self._wrong = tuple(
            (r, c)
            for r, (cells, right) in enumerate(zip(self._board, end, strict=True))
            for c, (label, truth) in enumerate(zip(cells, right, strict=True))
            if label != EMPTY and (label == FILLED) != (truth == FILLED)
        )
        self._wrong_until = self._now + CHECK
        self._told = _count(len(self._wrong))
        self._hint = None
        self._note("check", self._wrong)

    def _show_hint(self) -> None:
        """Tell the next step, each time a little more: which line, which technique, which cells and why."""
        if self._outcome is not Outcome.OPEN or not isinstance(self._game, Teacher):
            return
        if self._hint is None:
            self._hint, self._depth = self._game.hint(self._state(), THINKING), 0
            self._told = "" if self._hint else "No next step was found."
        else:
            self._depth = min(self._depth + 1, DEPTHS - 1)
        self._wrong = None
        self._note("hint", self._hint.where if self._hint else ())

    commands: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {
            "hint": _show_hint,
            "undo": _undo,
            "restart": Cabinet._restart,
            "new": Cabinet._new,
            "check": _check,
        }
    )

    # ---- what is seen

    def _note_text(self) -> str:
        if self._outcome is Outcome.WON:
            return f"Solved in {clock(self._played)}! N: new game"
        if self._hint is not None:
            says = self._hint.says["en"][self._depth]
            return says if self._depth == DEPTHS - 1 else f"{says} (H: tell me more)"
        return self._told

    def _done(self) -> tuple[frozenset[int], frozenset[int]]:
        rows, cols = self._puzzle.blocks["rows"], self._puzzle.blocks["cols"]
        columns = ["".join(cells) for cells in zip(*self._board, strict=True)]
        across = frozenset(n for n, clue in enumerate(rows) if _lengths(self._board[n]) == clue)
        down = frozenset(n for n, clue in enumerate(cols) if _lengths(columns[n]) == clue)
        return across, down


def make(
    *,
    seed: int = 0,
    skin: str = "light",
    rows: int | None = None,
    columns: int | None = None,
    size: tuple[int, int] = (760, 760),
) -> NonogramSheet:
    """A puzzle with one solution: one of those that come with Banmen, or a new one of this size. Raises ArcadeError."""
    game = load_game("nonogram")
    assert isinstance(game, Generator)
    own = sorted(filter(_plain, shipped("nonogram")), key=_first) if rows is None and columns is None else []
    if own:
        return NonogramSheet(game, lambda n: own[n % len(own)], paper=load_paper(skin), seed=seed, size=size)
    width, height = columns or rows or USUAL, rows or columns or USUAL

    def deal(number: int) -> Position:
        try:
            return game.generate(Wish(columns=width, rows=height, seed=number), MAKING).position
        except NoPuzzleError as error:
            raise ArcadeError(f"No puzzle of {width}x{height} can be made: {error}") from error

    return NonogramSheet(game, deal, paper=load_paper(skin), seed=seed, size=size)


def _plain(puzzle: Position) -> bool:
    """Whether it is filled with one colour: the paper knows no others."""
    return all(figure.isdigit() for name in ("rows", "cols") for clue in puzzle.blocks[name] for figure in clue.split())


def _first(puzzle: Position) -> tuple[bool, int]:
    """Small puzzles come last, and of the others the larger ones later."""
    rows, cols = (len(puzzle.blocks[name]) for name in ("rows", "cols"))
    return min(rows, cols) < USUAL, rows * cols


def _changed(before: Sequence[str], after: Sequence[str]) -> tuple[Cell, ...]:
    return tuple(
        (r, c)
        for r, (old, new) in enumerate(zip(before, after, strict=True))
        for c, (a, b) in enumerate(zip(old, new, strict=True))
        if a != b
    )


def _lengths(cells: str) -> str:
    """The clue that a line of cells would have.

    >>> _lengths("##.x#"), _lengths("x..")
    ('2 1', '0')
    """
    runs = cells.replace(CROSS, EMPTY).replace(EMPTY, " ").split()
    return " ".join(str(len(run)) for run in runs) or "0"


def _count(wrong: int) -> str:
    if not wrong:
        return "No mistake so far."
    return "One cell is wrong." if wrong == 1 else f"{wrong} cells are wrong."
