"""Playing while the clock runs: what is seen of a field, look after look, and the placement of every pair.

A pair is to come when another one is announced, and is there once something hangs at the top. By then what fell before
is at rest, but may still be hard to read: it bounces, sparks fly over it, rows are hidden. So the field is what the
rules say that the last placement led to, wherever the picture does not plainly say otherwise; garbage and pairs that
went astray are taken in from the picture. A placement is asked for again while its pair still hangs where it appeared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.api import BadPosition
from engine.games.puyo import rules
from engine.games.puyo.notation import BESIDE, State
from engine.games.puyo.rules import GARBAGE, Field, House, Placement
from engine.moves import Cell, Drop, Move, parse_cell
from engine.position import EMPTY, UNKNOWN, Position

PUZZLED: Final = 0.25
"""Seconds after which a field that looks otherwise at every look is taken for what the rules say."""
HIDDEN: Final = 2.5
"""Seconds after which a pair is there that nobody saw at the top."""
LANDED: Final = 0.1
"""Seconds after a landing from which something at the top is the next pair, though the one announced stayed the same.
"""
IGNORED: Final = 0.2
"""Seconds after which a pair that still hangs at the top was not taken by the hand."""
STRANGE: Final = 1.0
"""Seconds for which a first pair, or one of a program that announces none, is looked at; then it is dropped unknown."""
NEXT: Final = "next"
"""The block in which pairs are announced; of a program that nobody knows it may not be read."""
DOOR: Final = 2
"""Rows from the top in which a pair is seen first."""
MANY: Final = 6
"""So many pieces that wait have signs of their own."""
ANY: Final = UNKNOWN * 2
"""A pair that nobody could tell."""


@dataclass(frozen=True)
class _Sent:
    """A placement that was asked for."""

    move: Drop
    pair: str
    at: float
    after: Field | None
    """What it leads to; None where nobody can tell."""


class Watcher:
    """Watches one game and says where each pair goes."""

    def __init__(self, house: House, think: Callable[[State], Drop | None]) -> None:
        """`think` chooses the placement of the current pair; None where there is none."""
        self.house, self._think = house, think
        self.surprises = 0
        """How often the field was not what the last placement leads to, garbage aside."""
        self.repeats = 0
        """How often a placement was asked for once more."""
        self._field: Field = ("",) * house.columns
        self._heights = (0,) * house.columns
        """How many pieces are seen to lie in each column, told or not."""
        self._foreseen = False
        """Whether that is what a placement leads to, rather than what was there before."""
        self._blind = False
        """Whether the last pair was not known: what it left is what lies there, and nothing of it hangs."""
        self._air: str | None = None
        """The pair that is to come or hangs in the air, until its placement is asked for."""
        self._coming: str | None = None
        """The pair after it."""
        self._announced: str | None = None
        """Another one that was announced, seen once."""
        self._sent: _Sent | None = None
        self._landed: float | None = None
        """When what was asked for was seen to lie there."""
        self._since: float | None = None
        """When the pair in the air was announced as the current one, or a first one was looked for."""
        self._there: float | None = None
        """When it was first seen to be there."""
        self._beside: tuple[tuple[str, tuple[str, ...]], ...] = ()
        """What is seen of the opponent, and the pieces of garbage that wait over one's own field."""
        self._looked: Field | None = None
        """What the field looked like at the last look."""
        self._hanging: str | None = None
        """A first pair, seen once."""
        self._strange: float | None = None
        """Since when a pair hangs that nobody can tell and nobody announced…"""
        self._last: Sequence[Cell] = ()
        """What hung in the air at the last look."""
        self._fresh = True
        """… and whether nothing hung since the last placement, or hung higher again, so that it is another pair."""
        self._door = {(row, house.spawn) for row in range(DOOR)}

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        """The placement of the pair that has just appeared. Raises BadPosition where no field is seen."""
        board = seen.board
        if len(board) < self.house.visible or any(len(line) != self.house.columns for line in board):
            raise BadPosition(f"Expected at least {self.house.visible} rows of {self.house.columns} cells.")
        self._heights = tuple(_height([line[x] for line in board]) for x in range(self.house.columns))
        self._follow(seen, time)
        self._beside = _beside(seen)
        if self._air is None:
            return self._once_more(seen, time)
        if self._there is None:
            if not self._at_door(seen) and self._since is not None and time - self._since < HIDDEN:
                return ()
            self._there = time
        field = self._rest(board, time)
        return () if field is None else self._place(field, time)

    def _follow(self, seen: Position, time: float) -> None:
        """Take in what is announced, whether a pair is to come, and whether the hand took the last one."""
        coming = _told(seen)
        if self._coming is None and NEXT not in seen.blocks:
            self._watch_air(seen, time)
        elif self._coming is None:
            if coming is not None:
                self._coming = coming
                self._think(State(self._field, (coming, coming)))  # what has to be loaded is loaded now
        elif coming is not None and coming != self._coming:
            if coming == self._announced:
                self._appear(self._coming, time)
                self._coming = coming
            self._announced = coming
        else:
            self._announced = None
            if self._sent is not None:
                self._after(seen, self._sent, time)
            elif self._air is None:
                self._begin(seen, time)

    def _begin(self, seen: Position, time: float) -> None:
        """The first pair was announced before anybody looked: it is told as it falls."""
        hanging = _hanging(seen)
        self._since = time if self._since is None else self._since
        if hanging is not None and hanging == self._hanging:
            self._air, self._there = hanging, time
        elif time - self._since > STRANGE:
            self._air, self._there = ANY, time
        self._hanging = hanging

    def _watch_air(self, seen: Position, time: float) -> None:
        """Where nothing is ever announced: a pair is there once it is told twice at the top, or is surely another one,
        and what was asked for lies, or it has other colours.
        """
        self._watch_strange(seen, time)
        sent = self._sent
        if sent is not None and self._landed is None and sent.after is not None and _shows(seen.board, sent.after):
            self._landed = time
        lies = self._landed is not None and time - self._landed > LANDED
        # A key that is held for too long brings the next pair down, too, before anybody sees it at the top.
        hanging = _hanging(seen) if lies or self._fresh or self._at_door(seen) else None
        if sent is not None and not lies and sorted(hanging or "") == sorted(sent.pair):
            hanging = None
        if hanging is not None and hanging == self._hanging and self._air is None:
            self._appear(hanging, time)
            self._there = time
        self._hanging = hanging

    def _watch_strange(self, seen: Position, time: float) -> None:
        """Where a pair hangs for long that nobody can tell, drop it unknown: its kinds are learned once it lies."""
        falling = [parse_cell(line) for line in seen.blocks.get("falling", ())]
        cells = len(falling)
        self._fresh |= not cells or self._another(falling)
        self._last = falling
        strange = self._fresh and cells >= len(ANY) and _hanging(seen) is None and self._air is None
        if not strange:
            self._strange = None
        elif self._strange is None:
            self._strange = time
        elif time - self._strange > STRANGE:
            self._appear(ANY, time)
            self._there = time

    def _another(self, falling: Sequence[Cell]) -> bool:
        """Whether what hangs there is another pair than at the last look, where the next one appears as soon as one
        lies: it hangs higher than a turn lifts it, or higher and where pairs appear again.
        """
        if not self._last:
            return False
        higher = min(row for row, _ in self._last) - min(row for row, _ in falling)
        was, there = (self.house.spawn in {column for _, column in cells} for cells in (self._last, falling))
        return higher > 1 or (higher > 0 and there and not was)

    def _appear(self, pair: str, time: float) -> None:
        """A pair is to come, and what was asked for has landed."""
        self._foreseen = self._sent is not None and self._sent.after is not None
        if self._sent is not None and self._sent.after is not None:
            self._field = self._sent.after
        self._air, self._since = pair, time
        self._sent = self._landed = self._looked = self._there = None

    def _after(self, seen: Position, sent: _Sent, time: float) -> None:
        """Whether the last pair has landed, and the next one is there though another like it is announced."""
        if self._landed is None and sent.after is not None and _shows(seen.board, sent.after):
            self._landed = time
        later = self._landed is not None and time - self._landed > LANDED
        if later and self._coming is not None and self._at_door(seen):
            self._appear(self._coming, time)

    def _once_more(self, seen: Position, time: float) -> Sequence[Move]:
        """The last placement, where its pair still hangs in the air."""
        sent = self._sent
        if sent is None or self._landed is not None or time - sent.at < IGNORED:
            return ()
        hanging = _hanging(seen) or ""
        hidden = NEXT in seen.blocks and _told(seen) is None
        same = self._still_strange(seen) if sent.pair == ANY else sorted(hanging) == sorted(sent.pair)
        if self._announced is not None or hidden or not same:
            return ()
        self._sent, self.repeats = replace(sent, at=time), self.repeats + 1
        if sent.move.side == "D" and hanging == sent.pair[::-1] != sent.pair:
            return (Drop(sent.move.column, "U"),)  # it was turned already
        return (sent.move,)

    def _still_strange(self, seen: Position) -> bool:
        """Whether the pair hangs there that nobody could tell or announced, and was to be dropped."""
        return not self._fresh and NEXT not in seen.blocks and len(seen.blocks.get("falling", ())) >= len(ANY)

    def _at_door(self, seen: Position) -> bool:
        """Whether a pair is seen where pairs appear; garbage that waits there may hide it."""
        if any(parse_cell(line) in self._door for line in seen.blocks.get("falling", ())):
            return True
        over = seen.blocks.get("waiting", ())
        return bool(over) and not _many(seen) and over[-1][self.house.spawn] not in (EMPTY, GARBAGE)

    def _rest(self, board: Sequence[str], time: float) -> Field | None:
        """The field at rest under the pair in the air; None where another look will tell."""
        looks = self._seen(board)
        if looks == self._field:
            return looks
        settled = looks == self._looked and not rules.chain(looks, self.house)
        self._looked = looks
        if settled:
            self.surprises += self._foreseen and not _only_garbage(self._field, looks)
            return looks
        return self._field if self._there is not None and time - self._there > PUZZLED else None

    def _seen(self, board: Sequence[str]) -> Field:
        """What lies on the floor; as it is believed to be where it cannot be told, or is hidden."""
        rows, field = len(board), []
        for x, believed in enumerate(self._field):
            column = ""
            for height in range(rows):
                label = board[rows - 1 - height][x]
                if label == UNKNOWN:
                    label = believed[height : height + 1] or EMPTY
                if label == EMPTY:
                    break
                column += label
            if len(column) == rows:
                column += believed[rows:]
            more = column.removeprefix(believed)
            hangs = x == self.house.spawn and not self._blind and column.startswith(believed) and 0 < len(more) <= 2
            field.append(believed if hangs and self._air and set(more) <= set(self._air) else column)
        return tuple(field)

    def _place(self, field: Field, time: float) -> Sequence[Move]:
        """Where the pair in the air goes."""
        pair, self._air, self._field, self._landed = self._air, None, field, None
        self._fresh = False
        assert pair is not None
        self._blind = pair == ANY
        # Unknown pairs that nothing announces may come one after the other: they do not all lie in the door.
        drop, after = Drop(self.house.spawn if self._coming else self._lowest(), "U"), None
        if pair != ANY:
            coming = (self._coming,) if self._coming else ()
            drop = self._think(State(field, (pair, *coming), beside=self._beside, rows=self.house.visible)) or drop
            put = rules.put(field, pair, Placement(drop.column, drop.side), self.house)
            steps = rules.chain(put, self.house)
            after = steps[-1].after if steps else put
        self._sent = _Sent(drop, pair, time, after)
        return (drop,)

    def _lowest(self) -> int:
        """The column in which the least lies, told or not, of equals the one farthest from where pairs appear."""
        return min(range(self.house.columns), key=lambda x: (self._heights[x], -abs(x - self.house.spawn)))


def _height(column: Sequence[str]) -> int:
    """How many cells of a column, from the top, lie on its floor without a gap."""
    return next((height for height, label in enumerate(reversed(column)) if label == EMPTY), len(column))


def _told(seen: Position) -> str | None:
    """The pair that is announced, axis before child; None where it cannot be told."""
    lines = seen.blocks.get(NEXT, ())
    pair = lines[0] if lines else ""
    return pair if len(pair) == 2 and not {EMPTY, UNKNOWN, GARBAGE} & set(pair) else None


def _beside(seen: Position) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a position shows of the opponent, and how many pieces wait over one's own field, as blocks of a state."""
    blocks = {name: seen.blocks[name] for name in BESIDE if name in seen.blocks}
    waiting = "".join(seen.blocks.get("waiting", ())).count(GARBAGE)
    if waiting and "pending" not in blocks:
        blocks["pending"] = (str(waiting),)
    return tuple(blocks.items())


def _many(seen: Position) -> bool:
    """Whether so many pieces wait that they are drawn as other signs, and hide what appears behind them."""
    return any(line.isascii() and line.isdigit() and int(line) >= MANY for line in seen.blocks.get("pending", ()))


def _hanging(seen: Position) -> str | None:
    """The pair that hangs in the air, axis before child; None where it cannot be told."""
    return seen.blocks.get("current", (None,))[0]


def _shows(board: Sequence[str], field: Field) -> bool:
    """Whether every puyo of the field is seen in its place, as far as the board shows it."""
    floor = len(board) - 1
    return all(
        board[floor - height][x] == label
        for x, column in enumerate(field)
        for height, label in enumerate(column)
        if height <= floor
    )


def _only_garbage(before: Field, after: Field) -> bool:
    """Whether nothing but garbage came on top."""
    return all(
        late.startswith(early) and set(late[len(early) :]) <= {GARBAGE}
        for early, late in zip(before, after, strict=True)
    )
