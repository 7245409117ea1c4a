"""Drop falling pairs with keys: turn the pair, walk it to its column, let it fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.action import Action, Key
from bot.control.steering import Steering
from bot.layout import Hands, LayoutError
from bot.reading import Reading
from engine.moves import Cell, Drop, Move, parse_cell
from engine.position import EMPTY

TURNED = "URDL"
"""The sides of the child as the pair is turned clockwise from how it appears."""
ARROWS: Final = {"left": "Left", "right": "Right", "drop": "Down"}
LETTERS: Final = {"left": "a", "right": "d", "turn": "w", "drop": "s"}
"""The other keys that are usual: of two at one keyboard, each has some."""
BESIDE = {"R": 1, "L": -1}
"""How far to the side of its axis the child lies."""
FRESH: Final = 0.3
"""Seconds after which a picture is soon too old for another key: the rest of a longer way is gone from what is seen."""
LEAST: Final = 3
"""Keys of a way that are pressed at once in any case: all turns, and a step."""
LONGEST: Final = 4.0
"""So many times as long as a layout says may a pair take to fall…"""
LONGER: Final = 2.0
"""… and so many times longer is the key held next, where it hangs in the air after that."""
DELAY: Final = 0.6
"""Seconds after which a key that is held repeats, usually, …"""
EACH: Final = 0.03
"""… and for each row from then on, at the least: held longer in a strange program, it drops the next pair, too."""
PAIR: Final = 2
"""Cells of a pair that is seen whole; one on its way from one row to the next touches more."""


@dataclass(frozen=True)
class _Let:
    """A pair that was let fall."""

    drop: Drop
    labels: str | None
    top: int
    """The row in which it hung then."""
    held: float
    """Seconds for which the key was held."""


class DropPair:
    """For programs in which a pair falls, a key for each step to a side, one or two that turn it, one that drops it."""

    def __init__(
        self,
        keys: Mapping[str, str],
        hold: float = 0.05,
        *,
        row: float = 0.0,
        appears: int | None = None,
        gap: float = 0.0,
        strange: bool = False,
    ) -> None:
        """`keys` names the X keysyms of `left`, `right`, `drop`, and of `turn` (clockwise), `back` or both.

        The key that drops a pair is held for `row` seconds for each row that it falls; 0: one press drops it.
        `appears` is the column in which pairs appear; without it they are walked into the left wall first. `gap` are
        the seconds from one key to the next.
        In a `strange` program a pair is looked at, and what it still needs is pressed, until it hangs as it is to fall.
        """
        self._most = max(LEAST, int(FRESH / (hold + gap)))
        self.keys = dict(keys)
        self.hold, self.row, self.appears, self.strange = hold, row, appears, strange
        self._asked: tuple[Drop, bool] | None = None
        """What was asked for last of a pair that was walked already, and whether it had steps left to go."""
        self._steering = Steering(list(keys))
        self._smoothly = False
        """Whether pairs fall by parts of a row: then they are hardly ever seen whole."""
        self._let: _Let | None = None
        """The pair that was let fall last."""
        self._each = row / LONGER if strange else row
        """Seconds for which the key that drops a pair is held for each row, as far as is known: in a strange program
        too short at first rather than too long, for then it would drop the next pair, too.
        """

    @classmethod
    def of(cls, hands: Hands) -> DropPair:
        """The hand that a layout describes. Raises LayoutError where it names no key for what must be done."""
        missing = [name for name in ("left", "right", "drop") if name not in hands.keys]
        if missing or not {"turn", "back"} & set(hands.keys):
            wanted = ", ".join(missing) or "turn or back"
            raise LayoutError(f"hands.keys: a control that drops pairs needs a key for {wanted}.")
        return cls(
            hands.keys,
            hands.hold or 0.05,
            row=hands.row,
            appears=hands.appears,
            gap=hands.gap,
            strange=hands.strange,
        )

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """The turns, the steps and the fall of the current pair; only the first placement, since it must be seen
        to lie before the next is begun. A way that is known is pressed; otherwise turns come before steps.
        """
        drop = next((move for move in moves if isinstance(move, Drop)), None)
        if drop is None or seen.grid is None:
            return ()
        if self.strange and self.appears is not None:
            cells = _hanging(seen)
            self._smoothly |= len(cells) > PAIR
            if not self._smoothly:
                return self._steered(drop, seen, cells) if len(cells) == PAIR else ()
            if _labels(seen) is not None and (two := _two(cells)) is not None:
                return self._steered(drop, seen, two)
        if self._walked(seen):
            rest = self._rest(drop, seen)
            again, self._asked = self._asked == (drop, bool(rest)), (drop, bool(rest))
            if rest and again:
                return tuple(rest)  # the program takes not every key: it is to be seen there before it falls
            if again:
                self._each = min(LONGEST * self.row, LONGER * self._each)
            return (*rest, self._fall(drop, seen))
        self._asked, fall = None, self._fall(drop, seen)
        if self.appears is not None and drop.way and self.keys.keys() >= set(drop.way):
            keys = [key for word in drop.way[:-1] for key in self._press(word)]
        else:
            keys = [*self._turn(drop.side), *self._walk(drop, seen.grid.columns)]
        cut = self.appears is not None and len(keys) >= self._most and not self._turns(keys[LEAST - 1 :])
        return tuple(keys[: self._most]) if cut else (*keys, fall)

    def _turns(self, keys: Sequence[Key]) -> bool:
        """Whether any of these keys turns a pair."""
        return any(key.name in (self.keys.get("turn"), self.keys.get("back")) for key in keys)

    def _steered(self, drop: Drop, seen: Reading, cells: Sequence[Cell]) -> Sequence[Action]:
        """What a pair in a strange program still needs, which is seen in these cells."""
        top, labels = min(row for row, _ in cells), _labels(seen)
        way = self._steering.way(drop, cells, labels)
        if self._steering.deaf and self.keys.items() >= ARROWS.items():
            self.keys, self._steering = dict(LETTERS), Steering(list(LETTERS))
            way = self._steering.way(drop, cells, labels)
        let, self._let = self._let, None
        if way:
            return tuple(key for name in way[: self._most] for key in self._press(name))
        if let is not None and let.drop == drop and let.labels == labels and top >= let.top:
            fallen = top - let.top
            slower = let.held / fallen if fallen else LONGER * self._each
            self._each = min(LONGEST * self.row, max(self._each, slower))
        key = self._fall(drop, seen)
        self._let = _Let(drop, labels, top, key.hold)
        return (key,)

    def _rest(self, drop: Drop, seen: Reading) -> list[Key]:
        """The steps that are left of the way of a pair that was turned already; none where it is not seen to be."""
        columns = sorted({column for _, column in _hanging(seen)})
        if len(columns) != (2 if drop.side in BESIDE else 1):
            return []
        away = drop.column - (columns[-1] if drop.side == "L" else columns[0])
        return self._press("right" if away > 0 else "left", abs(away))

    def _walked(self, seen: Reading) -> bool:
        """Whether the pair is seen in another column than where it appeared: it was turned and walked already."""
        return self.appears is not None and any(column != self.appears for _, column in _hanging(seen))

    def _walk(self, drop: Drop, columns: int) -> list[Key]:
        """The steps to the column of the axis: from where the pair appears, or from the wall, where every column is
        told by counting, wherever the pair was.
        """
        if self.appears is None:
            wall = 1 if drop.side == "L" else 0
            return [*self._press("left", columns), *self._press("right", drop.column - wall)]
        away = drop.column - self.appears
        return self._press("right" if away > 0 else "left", abs(away))

    def _fall(self, drop: Drop, seen: Reading) -> Key:
        """The key that drops the pair, held until it has surely come to rest; in a strange program until it should."""
        board = seen.position.board if seen.position is not None else ()
        if not self.row or not board:
            return Key(self.keys["drop"], self.hold)
        child = drop.column + BESIDE.get(drop.side, 0)
        left = min(_free(board, column) for column in (drop.column, child))
        if self.strange:
            left = max(1, left - max((row + 1 for row, _ in _hanging(seen)), default=0))
        held = self.hold + self._each * (1 + left)
        return Key(self.keys["drop"], min(held, DELAY + EACH * left) if self.strange else held)

    def _turn(self, side: str) -> list[Key]:
        """The shorter way round, as far as there is a key for it."""
        turns = TURNED.index(side)
        if "turn" not in self.keys or ("back" in self.keys and turns > 2):
            return self._press("back", -turns % len(TURNED))
        return self._press("turn", turns)

    def _press(self, what: str, times: int = 1) -> list[Key]:
        return [Key(self.keys[what], self.hold)] * times


def _hanging(seen: Reading) -> list[Cell]:
    """The cells that a pair in the air touches; none where it is not seen."""
    lines = seen.position.blocks.get("falling", ()) if seen.position is not None else ()
    return [parse_cell(line) for line in lines]


def _labels(seen: Reading) -> str | None:
    """The labels of the pair in the air, the lower or left one first; None where they are not told."""
    return seen.position.blocks.get("current", (None,))[0] if seen.position is not None else None


def _two(cells: Sequence[Cell]) -> tuple[Cell, Cell] | None:
    """Two cells for a pair that touches these, as it falls by parts of a cell: side by side where it touches two
    columns, else one above the other; None where it touches more columns than two.
    """
    columns = sorted({column for _, column in cells})
    if not columns or columns[-1] - columns[0] >= PAIR:
        return None
    top = min(row for row, _ in cells)
    return (
        ((top, columns[0]), (top, columns[-1])) if len(columns) == PAIR else ((top, columns[0]), (top + 1, columns[0]))
    )


def _free(board: Sequence[str], column: int) -> int:
    """The empty rows above what lies in a column."""
    lying = "".join(line[column] for line in reversed(board)).find(EMPTY)
    return len(board) - (lying if lying >= 0 else len(board))
