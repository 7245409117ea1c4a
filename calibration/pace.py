"""How long a key must be held, and how soon the next may follow, measured by a cursor that is read on its board.

A stack that rises, a cursor that blinks and a clock beside the board change the picture all the time. So nothing is
told by what changes, as on boards that stand still (`calibration/hands.py`), but by the cell in which the cursor is
read: no stack moves it aside, and rows are counted from the one that was the lowest at first, so they stay as it rises.

Panels are swapped to and fro where nothing follows from it, and only where swaps are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from bot.action import Key
from bot.control.walk_cursor import SPAN
from bot.errors import StoppedError
from calibration.cursor import STEPS
from calibration.hands import BACK, GAPS, HOLDS, SLOWLY, TRIES, HandsError, Measured, Progress, shortest
from calibration.trying import Trier
from calibration.watch import BETWEEN, FRAME, GOLDEN
from engine.moves import Cell, parse_cell

UNSEEN: Final = 1.0
"""Seconds after which a cursor that is not seen where it is goes elsewhere…"""
ASIDE: Final = ("down", "right", "down", "left")
"""… these ways, one after the other, before it is taken to be gone."""
SLOWEST: Final = 1.0
"""Seconds in which a program shows a key, before its own pace is known…"""
LATE: Final = 0.2
"""… and by which it may be later than it ever was."""
ROOM: Final = 3
"""Steps in a row that are tried."""
HIGH: Final = 2
"""Rows at the top to which a stack may carry the cursor, where it cannot go on."""
SWAP: Final = "swap"


@dataclass(frozen=True)
class Spot:
    """Where the cursor is."""

    height: int
    """Rows above the one that was the lowest at first."""
    column: int
    row: int
    """Rows below the top."""
    columns: int
    """Of the board."""

    @property
    def cell(self) -> Cell:
        """What the stack does not change."""
        return self.height, self.column


class Pace:
    """Presses keys that move a cursor, and sees it go."""

    def __init__(self, trier: Trier, say: Progress, stopped: Callable[[], str | None] = lambda: None) -> None:
        """`stopped` tells why everything has to stop, or None."""
        self.trier, self.say, self.stopped = trier, say, stopped
        self.keys: dict[str, str] = {}
        self.presses = 0
        self._phase = 0.0
        self._patience = SLOWEST

    def meanings(self, names: Sequence[str]) -> dict[str, str]:
        """Which of these keys goes where: a name in STEPS → the key, as far as any does. At a wall a key does nothing,
        so every key has a second turn.
        """
        ways = {step: way for way, step in STEPS.items()}
        for name in (*names, *names):
            if name in self.keys.values():
                continue
            cells = [self._spot().cell]
            for _ in range(2):
                self._press([name], SLOWLY, 0.0)
                cells.append(self._moved(cells[-1]))
            first, second = ((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells))
            way = ways.get(first)
            if way is not None and first == second and way not in self.keys:
                self.keys[way] = name
                self.say(f"{name} moves the cursor {way}.")
        return self.keys

    def measured(self, keys: Mapping[str, str], *, swaps: bool) -> Measured:
        """Hold, gap and response with these keys, a name in STEPS each; with `swaps` also of the key `swap`.

        Raises HandsError, Refused, StoppedError.
        """
        self.keys = dict(keys)
        columns = self._spot().columns
        room = min(ROOM, columns - SPAN)
        if room < 1:
            raise HandsError(f"Expected a board on which a cursor can go aside, found one of {columns} columns.")
        self._patience = LATE + 2 * self._answer(SLOWLY)
        hold = shortest(
            HOLDS, self._always(lambda value: self._there_and_back(["right"], value, 0)), "a key is seen", self.say
        )
        if swaps:
            hold = self._longer(HOLDS, hold, lambda value: self._swaps([], value, 0), "a swap is seen")
        response = self._answer(hold)
        self._patience = LATE + 2 * response
        gap = shortest(GAPS, self._always(lambda value: self._follow(room, hold, value)), "keys follow", self.say)
        if swaps:
            gap = self._longer(GAPS, gap, lambda value: self._swaps(["right"], hold, value), "a swap follows")
        # No time at all would mean in a layout that nobody knows it.
        return Measured(round(response, 4), hold or HOLDS[1], gap, self.keys, self.presses)

    def _always(self, holds: Callable[[float], bool]) -> Callable[[float], bool]:
        """Whether something holds again and again."""
        return lambda value: all(holds(value) for _ in range(TRIES // 2))

    def _longer(self, values: Sequence[float], least: float, holds: Callable[[float], bool], what: str) -> float:
        """The least value where it does, or as much more as is needed."""
        rest, always = values[values.index(least) :], self._always(holds)
        return least if always(least) and always(least) else shortest(rest[1:] or rest, always, what, self.say)

    def _answer(self, hold: float) -> float:
        """Seconds until a step shows, the longest of some. Raises HandsError where none does."""
        self._home()
        spent = []
        for turn in range(TRIES // 2 * 2):
            way = "left" if turn % 2 else "right"
            before, start = self._spot().column, self.trier.clock.now()
            self._press([self.keys[way]], hold, 0.0)
            if self._until(partial(_at_column, before + STEPS[way][1])):
                spent.append(self.trier.clock.now() - start)
            else:
                self._home()
        if not spent:
            raise HandsError("Expected the cursor to go aside, but it does not any more: is the game over, or paused?")
        return max(spent)

    def _follow(self, room: int, hold: float, gap: float) -> bool:
        """Whether keys that follow each other so soon all count: the same key, and different ones."""
        upright = "up" if self._spot().row > HIGH + 1 else "down"
        mixed = ["right", upright, "right"] if room > 1 else ["right", upright]
        return self._there_and_back(["right"] * room, hold, gap) and self._there_and_back(mixed, hold, gap)

    def _there_and_back(self, way: Sequence[str], hold: float, gap: float) -> bool:
        """Whether the cursor goes so from the wall on the left, and back; it ends there."""
        right = self._goes(way, hold, gap) and self._goes([BACK[step] for step in reversed(way)], hold, gap)
        if not right or self._spot().row < HIGH:
            self._home()
        return right

    def _goes(self, way: Sequence[str], hold: float, gap: float) -> bool:
        """Whether the cursor goes this way, and no farther."""
        start = self._spot().cell
        up, aside = (sum(STEPS[step][axis] for step in way) for axis in (0, 1))
        goal = start[0] + up, start[1] + aside

        def there(spot: Spot) -> bool:
            return spot.cell == goal if up else spot.column == goal[1]

        self._press([self.keys[step] for step in way], hold, gap)
        if not self._until(there):
            return False
        self.trier.clock.sleep(LATE / 2)
        return there(self._spot())

    def _home(self) -> None:
        """Bring the cursor to the wall on the left, below the top. Raises HandsError where it does not go there."""
        spot = self._spot()
        for _ in range(4 * spot.columns):
            if spot.column == 0 and spot.row >= HIGH:
                return
            self._press([self.keys["left" if spot.column else "down"]], SLOWLY, 0.0)
            self._moved(spot.cell)
            spot = self._spot()
        raise HandsError(
            f"Expected {self.keys['left']} to bring the cursor to the left edge, but it stays at column {spot.column}."
        )

    def _swaps(self, way: Sequence[str], hold: float, gap: float) -> bool:
        """Whether two panels are swapped by the key that does it, after a step that leads to them if `way` has one."""
        for _ in range(TRIES):
            before = self.trier.under() if self.trier.reach(self.keys) else None
            spot = self._spot()
            step = ("right" if spot.column else "left") if way else None
            if step is not None:
                self._press([self.keys[BACK[step]]], SLOWLY, 0.0)
            if before is not None and (step is None or self._moved(spot.cell) != spot.cell):
                break
        else:
            raise HandsError(
                "Expected two panels that can be swapped and nothing follows, but the cursor reaches none: begin a "
                "game whose stack is lower, or slower."
            )
        self._press([*([self.keys[step]] if step else []), self.keys[SWAP]], hold, gap)
        return self._until(lambda now: now.cell == spot.cell and self.trier.under() == before[::-1])

    def _moved(self, start: Cell) -> Cell:
        """Where the cursor is once it has left a cell, or when it is not seen to."""
        self._until(lambda spot: spot.cell != start)
        return self._spot().cell

    def _until(self, holds: Callable[[Spot], bool]) -> bool:
        """Whether the cursor is seen as it should be before the program is late."""
        end = self.trier.clock.now() + self._patience
        while not holds(self._spot()):
            if self.trier.clock.now() > end:
                return False
            self.trier.clock.sleep(BETWEEN)
        return True

    def _spot(self) -> Spot:
        """Where the cursor is, which goes aside where it is not seen. Raises HandsError where that does not help,
        StoppedError.
        """
        aside = [self.keys[way] for way in ASIDE if way in self.keys]
        start = self.trier.clock.now()
        while True:
            if self.trier.clock.now() - start > UNSEEN:
                if not aside:
                    break
                self._press([aside.pop(0)], SLOWLY, 0.0)
                start = self.trier.clock.now()
            if reason := self.stopped():
                raise StoppedError(reason)
            position = self.trier.look()[1].position
            shown = position.blocks.get("cursor") if position is not None else None
            if position is not None and shown:
                row, column = parse_cell(shown[0])
                rows = len(position.board)
                return Spot(rows - 1 - row - self.trier.risen, column, row, len(position.board[0]))
            self.trier.clock.sleep(BETWEEN)
        raise HandsError("Expected to see the cursor, but it is gone: is the game over, or paused? Nothing is kept.")

    def _press(self, keys: Sequence[str], hold: float, gap: float) -> None:
        """Press keys, `gap` seconds apart. They begin at another moment of the program's frame each time, and when the
        last key has been up for long.
        """
        self._phase = (self._phase + GOLDEN) % 1
        self.trier.clock.sleep(SLOWLY + self._phase * FRAME)
        for number, key in enumerate(keys):
            if number:
                self.trier.clock.sleep(gap)
            self.trier.act(Key(key, hold))
            self.presses += 1


def _at_column(column: int, spot: Spot) -> bool:
    return spot.column == column
