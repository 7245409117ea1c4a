"""Playing while the clock runs: what is seen of a game, look after look, and the keys that follow from it.

The rows that the screen shows are counted from the lowest place where a cell may be; how many of them have passed it is
remembered, and with it how many are still above the screen. A shot is asked for only while its pair is seen to stand
where it shall be shot from, so keys that were lost cost time and never a shot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.api import BadPosition
from engine.games.invader import rules
from engine.games.invader.notation import BULLET, reaches_out, rows_shown, stands
from engine.games.invader.player import Hands, View, led, strategy
from engine.games.invader.rules import CELL_HEIGHT, SHOOTER_Y, UNSEEN, Aim, Field, House
from engine.games.invader.running import BULLET_STEP, BULLET_TICKS, LEFT, RIGHT, SHOOT, TICKS_A_SECOND, Bullet
from engine.moves import Move, Shoot
from engine.position import EMPTY, UNKNOWN, Position

SHOWN: Final = 0.4
"""Seconds after which keys, or a shot, that show no effect are taken for lost."""
BLANKS: Final = 3
"""Shots without an effect after which another column is tried: a half of the last pair waits for one."""
WARY: Final = 5 * BULLET_STEP
"""Pixels before a bullet can hit from which its column is left alone: a second for looking, thinking and pressing."""
SCANNED: Final = 5.5
"""Seconds within which a small lump evaporates, two rounds of the scanner: what should have and is out of sight has."""
SPEED: Final = BULLET_STEP * TICKS_A_SECOND / BULLET_TICKS
"""Pixels that a bullet flies in a second."""


class Watcher:
    """Watches one game and says what to press."""

    def __init__(self, house: House, press: float) -> None:
        """`press` are the seconds that a press takes."""
        self.house, self._press = house, press
        self._hands = Hands(house, strategy(house), WARY)
        self._height: int | None = None
        self._risen: float | None = None
        """Since when the field seems to lie higher than it did."""
        self._gone = 0
        """Rows that have come lower than a cell may be."""
        self._cells: dict[rules.Spot, str] = {}
        """What was last told of each cell, rows counted as at the start."""
        self._small: dict[rules.Spot, float] = {}
        """Cells above the screen that hang together with too few to stay, rows counted as at the start, and since when.
        """
        self._bullet: tuple[Bullet, float] | None = None
        """The bullet, and when it was last seen, and where."""
        self._shot: tuple[Field, str, float] | None = None
        """The field and the pair when a shot was asked for, and when that was."""
        self._blanks = 0
        """Shots one after the other that had no effect."""
        self._sent: tuple[Aim, float] | None = None
        """Where the last keys lead, and when they were asked for."""

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        """The next part of the way to a shot, or the shot. Raises BadPosition where no field is seen."""
        board, height = rows_shown(seen)
        if not board or any(len(line) != self.house.columns for line in board):
            raise BadPosition(f"Expected rows of {self.house.columns} cells.")
        if self._height is None and not board[0].strip(EMPTY):
            self._gone = self.house.rows - len(board)  # begun elsewhere: nothing is above the screen
        if not self._sinks(height, time):
            return ()
        field = self._evaporated(self._field(board), time)
        self._fly(board, height, time)
        standing = stands(seen.blocks.get("stand", ()))
        if standing is None:
            return self._back_in(reaches_out(seen.blocks.get("stand", ())), time)
        pair, aim = standing
        if self._waits(field, pair, aim, time):
            return ()
        keys = self._hands.keys(View(field, height, aim.column, aim.side, pair, self._flying(time)))
        return self._ask(keys, field, pair, aim, time)

    def _back_in(self, aim: Aim | None, time: float) -> Sequence[Move]:
        """A step away from the wall beyond which the child of a pair is: after a shot it lies to the right again."""
        self._shot = None
        if aim is None or (self._sent is not None and time - self._sent[1] < SHOWN):
            return ()
        keys = (LEFT,) if aim.side == "R" else (RIGHT,)
        aimed = led(aim, keys)
        self._sent = aimed, time + self._press
        return (Shoot(aimed.column, aimed.side, keys),)

    def _sinks(self, height: int, time: float) -> bool:
        """Take in how far the field has come down; False where it seems to have risen, until it does so for long."""
        before = height if self._height is None else self._height
        rose = (before - height) % CELL_HEIGHT < CELL_HEIGHT // 2 and height != before
        if rose and (self._risen is None or time - self._risen < SHOWN):
            self._risen = time if self._risen is None else self._risen
            return False
        if not rose:
            self._gone += height < before
        elif height > before:
            self._gone -= 1
        self._height, self._risen = height, None
        return True

    def _ask(self, keys: tuple[str, ...], field: Field, pair: str, aim: Aim, time: float) -> Sequence[Move]:
        """The move that these keys are."""
        if not keys:
            return ()
        if keys == (SHOOT,):
            if self._blanks >= BLANKS:
                self._blanks = 0
                keys = (LEFT,) if aim.column and aim.child else (RIGHT,)
            else:
                self._shot = field, pair, time
                return (Shoot(aim.column, aim.side, keys),)
        aimed = led(aim, keys)
        self._sent = aimed, time + self._press * len(keys)
        return (Shoot(aimed.column, aimed.side, keys),)

    def _waits(self, field: Field, pair: str, aim: Aim, time: float) -> bool:
        """Whether the effect of what was asked for is still to be seen."""
        if self._shot is not None:
            before, old, at = self._shot
            if (before, old) == (field, pair):
                if time - at < SHOWN:
                    return True
                self._blanks += 1
                for column in {aim.column, aim.child}:
                    self._blank_above(before, column)
            else:
                self._blanks = 0
            self._shot = None
        if self._sent is not None:
            aimed, at = self._sent
            if aimed != aim and time - at < SHOWN:
                return True
            self._sent = None
        return False

    def _field(self, board: Sequence[str]) -> Field:
        """The field from the lowest row where a cell may be; what cannot be told is as it was."""
        left = self.house.rows - self._gone
        rows = []
        for row, line in enumerate(list(reversed(board))[:left]):
            labels = ""
            for column, label in enumerate(line):
                spot = (self._gone + row, column)
                told = EMPTY if label == BULLET else label
                if told == UNKNOWN:
                    told = self._cells.get(spot, EMPTY)
                self._cells[spot] = told
                labels += told
            rows.append(labels)
        hidden = range(self._gone + len(rows), self.house.rows)
        columns = range(self.house.columns)
        return (*rows, *("".join(self._cells.get((row, column), UNSEEN) for column in columns) for row in hidden))

    def _evaporated(self, field: Field, time: float) -> Field:
        """The field without the small lumps above the screen that must be gone by now."""
        lumps = [lump for lump in rules.lumps(field) if len(lump) <= self.house.lump]
        unseen = {(row, column) for lump in lumps for row, column in lump if field[row][column] == UNSEEN}
        since = {(self._gone + row, column): time for row, column in unseen}
        self._small = {spot: self._small.get(spot, at) for spot, at in since.items()}
        gone = {(row, column) for row, column in unseen if time - self._small[self._gone + row, column] > SCANNED}
        self._cells |= {(self._gone + row, column): EMPTY for row, column in gone}
        return rules.with_labels(field, dict.fromkeys(gone, EMPTY))

    def _blank_above(self, field: Field, column: int) -> None:
        """Nothing was hit in a column of which all that is seen is blank: what is above the screen is blank, too."""
        if all(cells[column] in (EMPTY, UNSEEN) for cells in field):
            self._cells |= {(self._gone + row, column): EMPTY for row in range(len(field))}

    def _fly(self, board: Sequence[str], height: int, time: float) -> None:
        """Take in the bullet."""
        for row, line in enumerate(reversed(board)):
            if BULLET in line:
                low = rules.y_of(row, height) + CELL_HEIGHT - BULLET_STEP
                self._bullet = Bullet(line.index(BULLET), low), time
                return

    def _flying(self, time: float) -> Bullet | None:
        """As low as the bullet may be; it has passed only when it must have."""
        if self._bullet is None:
            return None
        bullet, at = self._bullet
        y, past = round(bullet.y + SPEED * (time - at)), SHOOTER_Y + CELL_HEIGHT
        return Bullet(bullet.column, min(y, past - 1)) if y < past + CELL_HEIGHT else None
