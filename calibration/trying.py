"""Finding out by pressing and watching with which keys a board with a cursor is played, and what its cursor looks like.

Keys that may move the cursor are pressed one by one, there and back; what went where they say is the cursor. Then it is
brought over two panels that differ, and keys that may swap them are pressed until one does. Where no key moves a
cursor two panels are swapped in the ways of a mouse. Every key and click goes through the hand that is given, which is
a gate; keys that leave, pause or close programs are not among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.action import Action, Actuator, Key
from bot.actuate.gate import Refused
from bot.capture import Capture
from bot.clock import Clock
from bot.control import Control
from bot.frame import Frame
from bot.reading import Reader, Reading
from calibration.cursor import Bytes, View, learn_cursor, stirs
from calibration.meaning import told_ways, went
from engine.moves import Cell, Swap, parse_cell
from engine.position import EMPTY, UNKNOWN, Position

Progress = Callable[[str], None]

SETS: Final = (
    {"up": "Up", "down": "Down", "left": "Left", "right": "Right"},
    {"up": "w", "down": "s", "left": "a", "right": "d"},
)
"""Keys by which cursors are moved."""
SWAPS: Final = (
    "space", "z", "x", "j", "k", "c", "Control_R", "Control_L", "Shift_R", "Shift_L", "f", "l", "e", "Return",
)  # fmt: skip
"""Keys by which panels are swapped, the usual ones first; q is not tried, for it ends many a program, and Return last,
for it pauses many, and chooses in the menu that then comes."""
WAY: Final = (
    "left", "left", "right", "up", "right", "right", "up",
    "left", "down", "left", "down", "right", "up", "right",
)  # fmt: skip
"""Steps that bring a cursor to many places, wherever it begins."""
ENOUGH: Final = (8, 11)
"""Pictures from which the cursor may be known, before all of the way is gone."""
FEW: Final = 7
"""Pictures after which keys that have changed nothing are given up: by then a cursor has left any corner twice."""
HOLDS: Final = (0.05, 0.12)
"""Seconds for which keys are pressed; longer where none does anything: a program that looks twenty times a second which
are down misses shorter presses.
"""
SHOWS: Final = (0.15, 0.6)
"""Seconds after which a program shows a step of the cursor: the first are always waited for, the others, for a slow
program or a busy machine, where nothing has gone by then.
"""
SWAPPED: Final = (0.3, 1.0)
"""Seconds in which it shows panels swapped: most do soon, and every key is tried once before any is waited for longer.
"""
BETWEEN: Final = 0.03
"""Seconds between two looks, and for which something that goes may still be on its way."""
TRIES: Final = 5
"""Times that a key or a look is tried again where something passes by."""
ROUNDS: Final = 3
"""Times that each key of which nobody knows what it means is pressed twice in a row."""
ASTRAY: Final = 3
"""Keys in a row for which no two panels are reached, after which none is tried: the board is no longer what it was."""
WRAPPED: Final = 0.4
"""Parts of a cell by which a stack sinks at once where a row has come up from below."""


@dataclass(frozen=True, eq=False)
class Cursor:
    """What was found out about a cursor."""

    keys: dict[str, str]
    """The key for each of STEPS."""
    samples: Sequence[Bytes]
    """Its looks."""
    hold: float = HOLDS[0]
    """Seconds for which a key must be pressed."""


class Trier:
    """Presses keys and looks what follows."""

    def __init__(self, capture: Capture, hand: Actuator, clock: Clock, reader: Reader, hold: float = HOLDS[0]) -> None:
        self.capture, self.hand, self.clock, self.reader = capture, hand, clock, reader
        self.hold = hold
        self._scroll: float | None = None
        self._shows = SHOWS[0]
        self.risen = 0
        """Rows that have come up from below."""
        self.scrolls = False
        """Whether the board was seen to be one that moves by parts of a cell."""
        self.swapped = 0
        """How often a key was seen to swap two panels."""
        self.tried: set[str] = set()
        """The keys that were last pressed over two panels that differ."""
        self._astray = 0
        """Keys in a row for which no two panels were reached."""

    def look(self) -> tuple[Frame, Reading]:
        """The screen and what is read of it."""
        frame = self.capture.grab()
        reading = self.reader.read(frame)
        if reading.position is not None:
            self.scrolls |= "scroll" in reading.position.blocks
            scroll = float(reading.position.blocks.get("scroll", ("0",))[0])
            self.risen += self._scroll is not None and scroll < self._scroll - WRAPPED
            self._scroll = scroll
        return frame, reading

    def press(self, key: str) -> None:
        """Press a key. Raises Refused where the gate does not let it through."""
        self.act(Key(key, self.hold))

    def act(self, action: Action) -> None:
        """Do something on the screen as it is now. Raises Refused where the gate does not let it through."""
        for attempt in range(TRIES):
            try:
                self.hand.perform(action, self.capture.grab())
                return
            except Refused as refusal:
                if refusal.final or attempt == TRIES - 1:
                    raise
                self.clock.sleep(self._shows)

    def view(self, pressed: str | None) -> View | None:
        """What a press has led to; None where no board is read."""
        frame, reading = self.look()
        if reading.position is None or reading.grid is None:
            return None
        return View(frame.pixels[:, :, :3].copy(), reading.grid, pressed, self.risen)

    def find_keys(self, names: Sequence[str]) -> dict[str, str]:
        """What these keys mean that move a cursor, as far as it is seen: a name in STEPS each → the key."""
        tries: list[list[View]] = []
        for turn in range(ROUNDS):
            # At a wall a key does nothing, so it has a second turn.
            dead = turn == ROUNDS - 1
            for name in [one for one in names if not dead or any(went(*pair) for pair in _pairs(tries, one))]:
                views = [self.view(None)]
                for _ in range(2):
                    self.press(name)
                    views.append(self._shown(views[-1], name))
                seen = [view for view in views if view is not None]
                tries += [seen] if len(seen) == len(views) else []
        return told_ways(tries)

    def find_cursor(self, sets: Sequence[dict[str, str]]) -> Cursor | None:
        """Go about with one set of keys after the other until it is known what follows one; None: nothing does."""
        for self.hold in HOLDS:
            cursor = next(filter(None, map(self._follow, sets)), None)
            if cursor is not None:
                return cursor
        return None

    def _follow(self, keys: dict[str, str]) -> Cursor | None:
        """What goes about with these keys."""
        views: list[View] = []
        for number, step in enumerate((None, *WAY)):
            if step is not None:
                self.press(keys[step])
            view = self.view(step) if step is None else self._shown(views[-1] if views else None, step)
            if view is None:
                views = []
                continue
            views.append(view if views else View(view.pixels, view.grid, None, view.risen))
            if len(views) == FEW and not stirs(views):
                return None
            if len(views) in ENOUGH or number == len(WAY):
                samples = learn_cursor(views)
                if samples:
                    return Cursor(keys, samples, self.hold)
        return None

    def _shown(self, before: View | None, pressed: str) -> View | None:
        """What a press has led to, once something has gone over the board since the view before it, or late."""
        start = self.clock.now()
        self.clock.sleep(SHOWS[0])
        view = self.view(pressed)
        while view is not None and before is not None and not went(before, view):
            if self.clock.now() - start > SHOWS[1]:
                return view
            self.clock.sleep(BETWEEN)
            view = self.view(pressed)
            if view is not None and went(before, view):
                self._shows = max(self._shows, self.clock.now() - start)
                self.clock.sleep(BETWEEN)
                view = self.view(pressed)
        return view

    def find_swap(self, keys: Mapping[str, str], names: Sequence[str], *, sure: bool = True) -> str | None:
        """The one of these keys that swaps the two panels under the cursor, which these `keys` move; None also where
        the cursor cannot be brought over any, again and again. Where a stack moves by itself, what it does may look
        like a swap once, so a key is `sure` only when it is seen to swap twice. With more patience all but the last are
        tried the other way around: one that raises the stack may hide what the next one does.
        """
        self._astray = 0
        self.tried.clear()
        again = (*names[-2::-1], *names[-1:])
        for patience, order in zip(SWAPPED, (names, again), strict=True):
            for name in order:
                told = self._swaps_by(name, keys, patience)
                if self._astray == ASTRAY:
                    return None
                if told and (not (sure and self.scrolls) or self._swaps_again(name, keys)):
                    return name
        return None

    def _swaps_again(self, name: str, keys: Mapping[str, str]) -> bool:
        """Whether a key is seen to swap two panels once more."""
        for _ in range(TRIES):
            told = self._swaps_by(name, keys, SWAPPED[-1])
            if told is not None or self._astray == ASTRAY:
                return bool(told)
        return False

    def _swaps_by(self, name: str, keys: Mapping[str, str], patience: float) -> bool | None:
        """Whether a key is seen to swap two panels, to which these `keys` bring the cursor, within so many seconds;
        None where it was not pressed, because the cursor is seen over no two that differ.
        """
        there = self.reach(keys)
        self._astray = 0 if there else self._astray + 1
        over = self._over() if there else None
        if over is None or over[1][0] == over[1][1]:
            return None
        cell, pair, risen = *over, self.risen
        self.press(name)
        self.tried.add(name)
        told = self._shows_swapped(cell, pair, risen, patience)
        if told is None:  # the cursor hides what it lies over
            self.press(keys["up" if cell[0] else "down"])
            told = self._shows_swapped(cell, pair, risen, SWAPPED[-1])
        self.swapped += bool(told)
        return bool(told)

    def swaps(self, control: Control) -> bool:
        """Whether a way of swapping two panels without a cursor is seen to swap some."""
        for patience in SWAPPED:
            _, reading = self.look()
            goals = _goals(reading.position) if reading.position is not None else []
            if reading.position is None or not goals:
                self.clock.sleep(self._shows)
                continue
            (row, column), risen = goals[len(goals) // 2], self.risen
            pair = reading.position.board[row][column : column + 2]
            for action in control.actions([Swap((row, column))], reading):
                self.act(action)
            if self._shows_swapped((row, column), pair, risen, patience):
                return True
        return False

    def _shows_swapped(self, cell: Cell, pair: str, risen: int, patience: float) -> bool | None:
        """Whether two panels are seen swapped within so many seconds, in two looks one after the other; their left cell
        is the one that they had when the stack had risen by so many rows. None where they cannot be told all the while.
        """
        told, before = None, False
        start = self.clock.now()
        while self.clock.now() - start < patience:
            position = self.look()[1].position
            row = cell[0] - (self.risen - risen)
            now = _panels(position, (row, cell[1])) if position is not None and row >= 0 else None
            shown = now == pair[::-1]
            if shown and before:
                return True
            told, before = told if now is None else False, shown
            self.clock.sleep(BETWEEN)
        return told

    def under(self) -> str | None:
        """The two labels under the cursor; None where they, or it, cannot be told."""
        over = self._over()
        return over[1] if over is not None else None

    def _over(self) -> tuple[Cell, str] | None:
        """The left cell of the cursor and the two labels under it; None where they, or it, cannot be told."""
        position = self.look()[1].position
        shown = position.blocks.get("cursor") if position is not None else None
        if position is None or not shown:
            return None
        cell = parse_cell(shown[0])
        pair = _panels(position, cell)
        return (cell, pair) if pair is not None else None

    def reach(self, keys: Mapping[str, str]) -> bool:
        """Bring the cursor over two panels that differ and whose swap makes no three; whether it is there."""
        for _ in range(4 * TRIES):
            position = self.look()[1].position
            shown = position.blocks.get("cursor") if position is not None else None
            if position is None or not shown:
                self.clock.sleep(self._shows / 2)
                continue
            at = parse_cell(shown[0])
            goals = _goals(position)
            if not goals:
                self.clock.sleep(self._shows)
                continue
            goal = min(goals, key=lambda cell: abs(cell[0] - at[0]) + abs(cell[1] - at[1]))
            if goal == at:
                return True
            self.press(keys[_step(at, goal)])
            self.clock.sleep(self._shows)
        return False


def _panels(position: Position, cell: Cell) -> str | None:
    """The labels of a cell and the one to its right; None where they are no two panels that can be told."""
    pair = position.board[cell[0]][cell[1] : cell[1] + 2]
    return None if {EMPTY, UNKNOWN} & set(pair) or not pair.islower() else pair


def _pairs(tries: Sequence[Sequence[View]], name: str) -> list[tuple[View, View]]:
    """The views before and after each press of a key."""
    return [pair for views in tries if views[-1].pressed == name for pair in pairwise(views)]


def _step(at: Cell, goal: Cell) -> str:
    """The first step on the way to a cell."""
    if at[1] != goal[1]:
        return "right" if goal[1] > at[1] else "left"
    return "down" if goal[0] > at[0] else "up"


def _goals(position: Position) -> list[Cell]:
    """Left cells of two panels side by side that differ, and lie so that nothing follows their swap."""
    board = [list(line) for line in position.board]
    found = []
    for row, line in enumerate(board):
        for column, (left, right) in enumerate(pairwise(line)):
            if left != right and (left + right).isalpha() and (left + right).islower():
                line[column], line[column + 1] = right, left
                if not (_three(board, row, column) or _three(board, row, column + 1)):
                    found.append((row, column))
                line[column], line[column + 1] = left, right
    return found


def _three(board: Sequence[Sequence[str]], row: int, column: int) -> bool:
    """Whether a cell is one of three alike in a line."""
    for lines, at in ((board[row], column), ([line[column] for line in board], row)):
        low = high = at
        while low > 0 and lines[low - 1] == lines[at]:
            low -= 1
        while high < len(lines) - 1 and lines[high + 1] == lines[at]:
            high += 1
        if high - low >= 2:
            return True
    return False
