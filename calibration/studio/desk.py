"""The desk: the pictures that a person works on, the layout that is made of them, and the way back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.errors import CannotReadError, UsageError
from bot.frame import Pixels
from bot.grid import Grid
from bot.layout import Layout
from bot.rules import possible_games
from bot.solve import Board
from calibration.beside import Beside
from calibration.discover import discover
from calibration.draft import Draft
from calibration.keep import keep
from calibration.known import Known, read_known
from calibration.shot import CalibrationError
from calibration.sorting import at_first_sight
from engine.api import Cell, Limit, Plan, Position
from engine.teacher import Hint, Teacher

STEPS: Final = 100
"""How many changes can be undone."""
MAX_PICTURES: Final = 24
MAX_CELLS: Final = 2_500
"""Cells of the largest grid that is read: 50 x 50."""
THINKING: Final = Limit(seconds=10.0)


class Conflict(UsageError):
    """A layout of that name is there already."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture on the desk; its number is never used again."""

    number: int
    pixels: Pixels


@dataclass(frozen=True, eq=False)
class Sheet:
    """All that lies on the desk at one moment. A change makes a new sheet, so that undo is a list."""

    pictures: tuple[Picture, ...] = ()
    draft: Draft | None = None
    """What was made of the pictures; None where no board was found in them."""
    known: Known | None = None
    """What a known layout reads in the last picture without being taught; there is no draft then."""
    trouble: str = ""
    """Why nothing is read, in a sentence."""
    window: str = ""
    """The program that the picture was taken of."""
    beside: Beside = Beside()
    """What was said of everything but the board."""
    done: str = ""
    """What made this sheet of the one before, such as "merge A and B"."""


class Desk:
    """The sheets, the newest last. Several threads may ask; changes are made one after the other."""

    def __init__(self, game: str | None = None, limit: Limit = THINKING) -> None:
        """`game` is what the pictures are known to show, `limit` how much thinking a plan may cost."""
        self.game = game
        self.limit = limit
        self._lock = threading.RLock()
        self._sheets = [Sheet()]
        self._undone: list[Sheet] = []
        self._stroke = ""
        self._numbers = count(1)

    @property
    def sheet(self) -> Sheet:
        """What lies on the desk now."""
        return self._sheets[-1]

    @property
    def undoes(self) -> str | None:
        """What `undo` would take back; None where there is nothing."""
        return self.sheet.done if len(self._sheets) > 1 else None

    @property
    def redoes(self) -> str | None:
        """What `redo` would do again; None where there is nothing."""
        return self._undone[-1].done if self._undone else None

    def picture(self, number: int) -> Pixels:
        """The pixels of a picture that lies on a sheet. Raises CannotReadError."""
        for sheet in (*self._sheets, *self._undone):
            for picture in sheet.pictures:
                if picture.number == number:
                    return picture.pixels
        raise CannotReadError("That picture is no longer on the desk; reload the page.")

    def lay(self, pixels: Sequence[Pixels], *, add: bool = False, window: str = "") -> None:
        """Take new pictures, in place of the old ones or (`add`) beside them, and look for the board in them.

        Pictures in which none is found lie on the desk all the same, with the reason, so that the grid can be drawn
        by hand; beside others they are refused. Raises CalibrationError, UsageError.
        """
        with self._lock:
            fresh = tuple(Picture(next(self._numbers), one) for one in pixels)
            if len(fresh) + len(self.sheet.pictures if add else ()) > MAX_PICTURES:
                raise UsageError(f"At most {MAX_PICTURES} pictures lie on the desk at once; start with new ones.")
            if add and self.sheet.draft is not None:
                draft = self.sheet.draft
                for picture in fresh:
                    draft = _with_picture(draft, picture.pixels)
                pictures = (*self.sheet.pictures, *fresh)
                self._put(replace(self.sheet, pictures=pictures, draft=draft, done="adding a picture"))
                return
            self._put(replace(self._read(fresh, window), done="opening a picture"))

    def lay_screen(self, pixels: Pixels) -> None:
        """Lay a picture of another screen of the program, such as the one that says that the game is won, beside the
        others; no board is looked for in it. Raises UsageError, CalibrationError.
        """
        with self._lock:
            known = self._draft().shots[0].pixels
            if pixels.shape[:2] != known.shape[:2]:
                raise CalibrationError(
                    f"That picture is {pixels.shape[1]}x{pixels.shape[0]}, that of the game {known.shape[1]}x"
                    f"{known.shape[0]}: take both of one window at one size."
                )
            if len(self.sheet.pictures) >= MAX_PICTURES:
                raise UsageError(f"At most {MAX_PICTURES} pictures lie on the desk at once; start with new ones.")
            pictures = (*self.sheet.pictures, Picture(next(self._numbers), pixels))
            self._put(replace(self.sheet, pictures=pictures, done="adding a picture"))

    def surround(self, change: Callable[[Sheet, Draft], Beside], done: str, stroke: str = "") -> None:
        """Say something of what is not the board. Raises UsageError, CalibrationError."""
        with self._lock:
            before = self._sheets[-2] if stroke and stroke == self._stroke else self.sheet
            draft = self._draft()
            self._put(replace(self.sheet, beside=change(before, draft), done=done), stroke)

    def grid(self, shot: int, grid: Grid, stroke: str = "") -> None:
        """Sort the cells again on this grid. Changes of one stroke of the hand are undone together, and what was lost
        on the way, such as names of kinds that were not seen, comes back at its end.

        Raises CalibrationError, UsageError.
        """
        with self._lock:
            if grid.rows * grid.columns > MAX_CELLS:
                raise UsageError(
                    f"A board of {grid.columns} x {grid.rows} has {grid.rows * grid.columns} cells; at most "
                    f"{MAX_CELLS} are read."
                )
            before = self._sheets[-2] if stroke and stroke == self._stroke else self.sheet
            if before.draft is None:
                made = discover([one.pixels for one in self._pictures()], game=self.game, grid=grid)
            else:
                self._shot(shot)
                made = before.draft.with_grid(grid, shot)
            self._change(made, "the grid", stroke)

    def look(self, size: tuple[int, int] | None, reader: str | None) -> None:
        """Look for a board of cells afresh, with what is known of it: (rows, columns), the reader. What a known layout
        reads there is put aside. Raises CalibrationError.
        """
        with self._lock:
            pixels = [picture.pixels for picture in self._pictures()]
            try:
                self._change(discover(pixels, game=self.game, size=size, reader=reader), "looking again")
            except CalibrationError as error:
                if self.sheet.known is None:
                    raise
                self._put(replace(self.sheet, known=None, trouble=str(error), done="looking again"))

    def sort_by(self, reader: str) -> None:
        """Keep the grid, but sort its cells by another reader. Raises CalibrationError."""
        with self._lock:
            draft = self._draft()
            if len(draft.shots) == 1:
                made = discover([draft.shots[0].pixels], game=self.game, grid=draft.shots[0].grid, reader=reader)
            else:
                made = discover([shot.pixels for shot in draft.shots], game=self.game, reader=reader)
            self._change(made, f"reading as {reader}")

    def merge(self, keep: str, gone: str) -> None:
        """Two kinds are one. Raises CalibrationError."""
        self._edit(lambda draft: draft.merged(keep, gone), f"merging {gone} into {keep}")

    def split(self, label: str) -> None:
        """One kind is two. Raises CalibrationError."""
        self._edit(lambda draft: draft.split(label), f"splitting {label}")

    def name(self, label: str, new: str, name: str) -> None:
        """Give a kind another label or name. Raises CalibrationError."""
        self._edit(lambda draft: draft.named(label, new, name), f"naming {new}", f"name {new}")

    def put(self, shot: int, cell: Cell, label: str) -> None:
        """Say what one cell holds. Raises CalibrationError."""
        row, column = cell
        with self._lock:
            grid = self._draft().shots[self._shot(shot)].grid
            if not (row < grid.rows and column < grid.columns):
                raise UsageError(f"There is no cell {row},{column} in a board of {grid.rows} x {grid.columns}.")
            self._edit(lambda draft: draft.with_kind(shot, cell, label), f"cell {row},{column}")

    def type_board(self, shot: int, text: str) -> None:
        """Give every cell its label from a typed board; where a known layout reads more than cells, the whole position
        is typed. Raises BadPosition, CalibrationError, UsageError.
        """
        board = Position.parse(text)
        with self._lock:
            if self.sheet.known is not None:
                self._put(replace(self.sheet, known=self.sheet.known.with_text(text), done="typing the board"))
                return
            self._shot(shot)
            self._edit(lambda draft: draft.labelled(board, shot), "typing the board")

    def undo(self) -> None:
        """Go one change back."""
        with self._lock:
            if len(self._sheets) > 1:
                self._undone.append(self._sheets.pop())
                self._stroke = ""

    def redo(self) -> None:
        """Make the change again that was undone last."""
        with self._lock:
            if self._undone:
                self._sheets.append(self._undone.pop())
                self._stroke = ""

    def board(self, game: str, rules: Mapping[str, Any], shot: int) -> Board:
        """The board of a picture, as one of this game. Raises BadPosition, BadRule."""
        known = self.sheet.known
        if known is None:
            position = self._draft().position(self._shot(shot))
            played = possible_games(game, rules)[0]
            return Board(played, played.parse(position), position)
        own = known.layout.rules if game == known.layout.game else {}
        played = possible_games(game, {**own, **rules})[0]
        state = played.parse(known.position)
        return Board(played, state, known.position, known.layout, None if known.typed else known.reading)

    def solve(self, game: str, rules: Mapping[str, Any], shot: int) -> tuple[Board, Plan]:
        """What to play on the board of a picture. Raises BadPosition, BadRule."""
        board = self.board(game, rules, shot)
        return board, board.plan(self.limit)

    def hint(self, game: str, rules: Mapping[str, Any], shot: int) -> tuple[Board, Hint | None]:
        """The next step that a person could see on the board of a picture. Raises BadPosition, BadRule, UsageError."""
        board = self.board(game, rules, shot)
        if not isinstance(board.game, Teacher):
            raise UsageError(f"Banmen cannot explain {game} step by step; Solve gives the moves.")
        return board, board.game.hint(board.state, self.limit)

    def keep(
        self, folder: Path, *, game: str, title: str, windows: Sequence[str], rules: Mapping[str, Any], over: bool
    ) -> tuple[Layout, Draft]:
        """Write the layout into a folder, with what is known of the hands of the game where nobody said anything of
        them; it, and what it was made of.

        Raises Conflict where one is there and is not to be replaced, UsageError, CalibrationError.
        """
        with self._lock:
            draft = replace(self._draft(), game=game)
            if folder.exists() and not over:
                raise Conflict(f"There is already a layout {game}/{folder.name}; choose another name, or replace it.")
            kept = keep(
                draft, folder, title=title, windows=windows, rules=rules, beside=self.sheet.beside, force=over
            )  # fmt: skip
            return kept, draft

    def _read(self, pictures: tuple[Picture, ...], window: str) -> Sheet:
        """What can be made of fresh pictures: what a known layout reads in the last one, or a draft of all of them."""
        known = read_known(pictures[-1].pixels, self.game, window)
        if known is None or not known.plain:
            try:
                return Sheet(pictures, discover([one.pixels for one in pictures], game=self.game), window=window)
            except CalibrationError as error:
                if known is None:
                    return Sheet(pictures, trouble=str(error), window=window)
        return Sheet(pictures, known=known, window=window)

    def _pictures(self) -> tuple[Picture, ...]:
        if not self.sheet.pictures:
            raise UsageError("There is no picture yet; drop a screenshot on the page, or pick a window.")
        return self.sheet.pictures

    def _draft(self) -> Draft:
        self._pictures()
        if self.sheet.known is not None:
            layout = self.sheet.known.layout.name
            raise UsageError(f"The layout {layout} reads this picture as it is; there is nothing to be taught here.")
        if self.sheet.draft is None:
            raise UsageError("There is no board yet; draw the grid over it first.")
        return self.sheet.draft

    def _shot(self, shot: int) -> int:
        if not shot < len(self._draft().shots):
            raise UsageError(f"There is no picture {shot + 1}; there are {len(self._draft().shots)}.")
        return shot

    def _edit(self, change: Callable[[Draft], Draft], done: str, stroke: str = "") -> None:
        with self._lock:
            self._change(change(self._draft()), done, stroke)

    def _change(self, draft: Draft, done: str, stroke: str = "") -> None:
        self._put(replace(self.sheet, draft=draft, known=None, trouble="", done=done), stroke)

    def _put(self, sheet: Sheet, stroke: str = "") -> None:
        if stroke and stroke == self._stroke:
            self._sheets.pop()
        self._stroke = stroke
        self._sheets = [*self._sheets, sheet][-STEPS - 1 :]
        self._undone.clear()


def _with_picture(draft: Draft, pixels: Pixels) -> Draft:
    """The same with one more picture of the same program. Raises CalibrationError."""
    found = at_first_sight(pixels, draft.reader)
    if found is None:
        raise CalibrationError("No board like the one on the desk was found in that picture; it was not added.")
    return draft.with_shot(found.shot)
