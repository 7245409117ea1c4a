"""One player's side of a game of Puyo Puyo: the field, the pair in the air, and what moves without being steered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Protocol

from bot.arcade.puyo.keyboard import Keyboard
from bot.arcade.puyo.pace import BLINK, FLASH, FREE, LANDING, LOCK, PUSHED, Pace
from bot.arcade.puyo.pair import Pair
from bot.arcade.puyo.seen import Seen, Well
from engine.games.puyo import match, rules
from engine.games.puyo.match import Side
from engine.games.puyo.rules import GARBAGE, Field, House, Step

AHEAD: Final = 2
"""Pairs that are shown beside the one in the air."""
SOFT: Final = 1
"""Points for each row that a pair is pushed down."""


class Rival(Protocol):
    """Somebody who plays by looking at the game itself."""

    def frame(self, seat: Seat) -> tuple[str, ...]:
        """What it asks for in the next frame."""


class Phase(Enum):
    """What goes on."""

    STEERED = "steered"
    """A pair is in the air."""
    FALLING = "falling"
    """What lost its hold falls, or just landed."""
    FLASHING = "flashing"
    """Groups are about to vanish."""
    OVER = "over"


@dataclass(frozen=True)
class _Fall:
    """A puyo on its way to where it will lie: column, and heights in rows."""

    label: str
    column: int
    start: float
    end: int


class Seat:
    """A field with somebody at it."""

    def __init__(
        self,
        house: House,
        pace: Pace,
        queue: Sequence[str],
        keyboard: Keyboard,
        order: Callable[[], Sequence[int]],
        rival: Rival | None = None,
    ) -> None:
        """`queue` are the pairs that come, again and again; `order` gives the columns in which garbage that is no full
        row begins to fall; `rival` plays instead of a person where there is one.
        """
        self.house, self.pace, self.keyboard, self.rival = house, pace, keyboard, rival
        self._queue, self._order = queue, order
        self.side: Side = match.begun(house)
        """What lies, with what will have fallen, and what is on its way."""
        self.score = self.best = self.chain = 0
        """Points, the longest chain so far, and the links of the last one as far as it went."""
        self._sends = 0
        self.seconds = 0.0
        self._shown: Field = self.side.field
        """What lies, as it is shown: groups that flash are still there."""
        self._steps: tuple[Step, ...] = ()
        self._steps_done = 0
        self._falls: tuple[_Fall, ...] = ()
        self._frames = 0
        """Of this phase."""
        self._sinks = self._rests = 0
        self._refused = ""
        """A turn that had no room: pressed once more, the halves change places."""
        self.pair: Pair | None = None
        self.phase = Phase.FALLING
        self._next()

    # ---- what is asked from outside

    @property
    def coming(self) -> tuple[str, ...]:
        """The pairs that are shown beside the one in the air."""
        first = self.side.pairs + (self.pair is not None)
        return tuple(self._queue[(first + n) % len(self._queue)] for n in range(AHEAD))

    def receive(self, pieces: int) -> None:
        """Garbage is on its way here."""
        self.side = match.received(self.side, pieces)

    def sent(self) -> int:
        """The pieces of garbage that a chain sends, once, when it has ended."""
        if self._steps_done < len(self._steps):
            return 0
        pieces, self._sends = self._sends, 0
        return pieces

    @property
    def moves(self) -> bool:
        """Whether anything moves."""
        return self.phase is not Phase.OVER

    def frame(self) -> bool:
        """Let a frame pass; whether a pair came to lie."""
        asked = self.rival.frame(self) if self.rival else self.keyboard.frame()
        self._frames += 1
        match self.phase:
            case Phase.STEERED:
                return self._steer(asked)
            case Phase.FLASHING if self._frames >= FLASH:
                self._vanish()
            case Phase.FALLING if self._landed() >= LANDING:
                self._settle()
        return False

    # ---- a pair in the air

    def _steer(self, asked: Sequence[str]) -> bool:
        pair = self.pair
        assert pair is not None
        field, house = self.side.field, self.house
        for word in asked:
            if word in ("left", "right"):
                pair = pair.stepped(1 if word == "right" else -1, field, house)
                self._refused = ""
            elif word in ("turn", "back"):
                pair = self._turned(pair, word)
        self._sinks += 1
        pushed = "drop" in asked
        self.pair = pair
        if self._sinks < (PUSHED if pushed else self.pace.half):
            return False
        lower = pair.sunk(field, house)
        if lower is not None:
            self.pair, self._sinks, self._rests = lower, 0, 0
            self.score += SOFT * (pushed and lower.height % 2 == 0)
            return False
        self._rests += 1
        if pushed or self._rests >= LOCK:
            self._lie(pair)
            return True
        return False

    def _turned(self, pair: Pair, word: str) -> Pair:
        field = self.side.field
        there = pair.turned(1 if word == "turn" else -1, field, self.house)
        if there is None and self._refused == word:
            return pair.flipped(field, self.house) or pair
        self._refused = word if there is None else ""
        return there or pair

    def _lie(self, pair: Pair) -> None:
        """The pair is let go: each half falls for itself, and what comes of it is known from here on."""
        before = self.side.field
        put = rules.put(before, pair.labels, pair.placement, self.house)
        turn = match.turn(self.side, pair.labels, pair.placement, self.house, self.seconds)
        self.side, self._steps, self._steps_done = turn.side, turn.steps, 0
        self._shown, self._sends = put, turn.sent
        ends = dict(zip((part[1:] for part in pair.parts), rules.rests(before, pair.placement), strict=True))
        self._falls = tuple(
            _Fall(label, column, height / 2, ends[column, height])
            for label, column, height in pair.parts
            if ends[column, height] < self.house.rows
        )
        self.pair, self.chain = None, 0
        self.keyboard.lift()
        self._enter(Phase.FALLING)

    # ---- what moves by itself

    def _landed(self) -> float:
        """For how many frames everything has been lying."""
        far = max((fall.start - fall.end for fall in self._falls), default=0.0)
        return self._frames - far / FREE

    def _settle(self) -> None:
        """Everything lies: groups begin to flash, garbage falls, or the next pair appears."""
        self._falls = ()
        if self._steps_done < len(self._steps):
            self._enter(Phase.FLASHING)
            return
        before = self.side.field
        self.side = match.fall(self.side, self.house, self._order())
        if self.side.field != before:
            self._falls = tuple(
                _Fall(GARBAGE, x, self.house.rows + height - len(early), height)
                for x, (early, late) in enumerate(zip(before, self.side.field, strict=True))
                for height in range(len(early), len(late))
            )
            self._shown = self.side.field
            self._enter(Phase.FALLING)
            self.side = replace(self.side, popped=True)  # what is left of it waits for another turn
            return
        self._next()

    def _vanish(self) -> None:
        """The groups are gone, and what lay over them falls."""
        step = self._steps[self._steps_done]
        self._steps_done += 1
        self.chain = self._steps_done
        self.best = max(self.best, self.chain)
        self.score += step.score
        gone = frozenset().union(*step.groups) | step.garbage
        falls = []
        for x, column in enumerate(self._shown):
            left = [height for height in range(len(column)) if (x, height) not in gone]
            falls += [_Fall(column[height], x, height, end) for end, height in enumerate(left) if end < height]
        self._falls, self._shown = tuple(falls), step.after
        self._enter(Phase.FALLING)

    def _next(self) -> None:
        """The next pair appears, or cannot."""
        self._shown = self.side.field
        self._steps, self._sinks, self._rests, self._refused = (), 0, 0, ""
        if rules.dead(self.side.field, self.house):
            self._enter(Phase.OVER)
            return
        self.pair = Pair.appearing(self._queue[self.side.pairs % len(self._queue)], self.house)
        self._enter(Phase.STEERED)

    def _enter(self, phase: Phase) -> None:
        self.phase, self._frames = phase, 0

    # ---- what is seen

    def well(self, facts: tuple[tuple[str, str], ...] = ()) -> Well:
        """The field in this very frame; rows are counted from the top of what is visible."""
        floor = self.house.visible - 1
        moving = {(fall.column, fall.end): fall for fall in self._falls}
        step = self._steps[self._steps_done] if self.phase is Phase.FLASHING else None
        lit = frozenset().union(*step.groups) if step and self._frames // BLINK % 2 == 0 else frozenset()
        puyos = []
        for x, column in enumerate(self._shown):
            for height, label in enumerate(column):
                fall = moving.get((x, height))
                at = max(height, fall.start - FREE * self._frames) if fall else float(height)
                puyos.append(Seen(label, x, floor - at, self._links(x, height, moving), (x, height) in lit))
        for n, (label, x, halves) in enumerate(self.pair.parts if self.pair else ()):
            puyos.append(Seen(label, x, floor - halves / 2, "", False, axis=n == 0))
        return Well(tuple(puyos), self.coming, facts)

    def _links(self, x: int, height: int, moving: dict[tuple[int, int], _Fall]) -> str:
        """The sides on which a puyo that lies hangs together with one of its colour."""
        label, counted = self._shown[x][height], self.house.counted
        if label == GARBAGE or (x, height) in moving or height >= counted:
            return ""
        beside = {"U": (x, height + 1), "R": (x + 1, height), "D": (x, height - 1), "L": (x - 1, height)}
        return "".join(
            side
            for side, (c, h) in beside.items()
            if 0 <= c < self.house.columns
            and 0 <= h < min(counted, len(self._shown[c]))
            and self._shown[c][h] == label
            and (c, h) not in moving
        )
