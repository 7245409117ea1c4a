"""Puyo Puyo on the screen: boards with somebody at each, alone or against each other."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import floor
from types import MappingProxyType
from typing import Any, ClassVar

from bot.action import Button
from bot.arcade.cabinet import Cabinet
from bot.arcade.puyo.keyboard import EITHER_HAND, LEFT_HAND, RIGHT_HAND, Keyboard
from bot.arcade.puyo.pace import Pace
from bot.arcade.puyo.seat import Phase, Rival, Seat
from bot.arcade.puyo.seen import Well
from bot.arcade.puyo.skins import LABELS, Skin
from bot.arcade.puyo.view import PuyoView
from bot.arcade.running.arena import Arena
from bot.arcade.running.game import Facts, RunningGame
from bot.frame import Point
from engine.api import Outcome
from engine.games.puyo.rules import House
from engine.moves import show_cell
from engine.position import EMPTY, UNKNOWN, Position

COLOURS = 4
QUEUE = 128
"""Pairs until they come again; all colours come equally often, and only three of them at first."""
FIRST = 2
"""Pairs of three colours at the most."""
TRIAL = 50
"""Pairs of a trial."""


def dealt(seed: int) -> tuple[str, ...]:
    """The pairs of a seed, axis before child."""
    chance = random.Random(seed)
    while True:
        bag = list(LABELS[:COLOURS] * (2 * QUEUE // COLOURS))
        chance.shuffle(bag)
        if len(set(bag[: 2 * FIRST])) < COLOURS:
            return tuple(a + b for a, b in zip(bag[::2], bag[1::2], strict=True))


class PuyoGame(RunningGame[Seat, Well]):
    """What all ways to play have in common."""

    commands: ClassVar[Mapping[str, Callable[[Any], None]]] = MappingProxyType(
        {"pause": Cabinet._pause, "restart": Cabinet._restart, "new": Cabinet._new}
    )
    _view: PuyoView

    def __init__(self, *, skin: Skin, pace: Pace, seed: int, size: tuple[int, int]) -> None:
        self.skin, self.preset, self.house = skin, pace, House()
        super().__init__(seed, size)

    # ---- the scene

    def seat(self, keyboard: Keyboard, rival: Rival | None = None) -> Seat:
        """A fresh board; every board of a game gets the same pairs."""
        chance = random.Random(self._seed)
        columns = self.house.columns
        return Seat(
            self.house, self.preset, dealt(self._seed), keyboard, lambda: chance.sample(range(columns), columns), rival
        )

    def view(self, size: tuple[int, int]) -> PuyoView:
        """The boards in this size."""
        boards = Arena.of(size, self.house.visible, self.house.columns, len(self.seats), tuple(self.commands))
        return PuyoView(boards, self.skin)

    def touch(self, point: Point, button: Button) -> None:
        """A press on a board begins the game."""
        if self._outcome is Outcome.OPEN:
            self._started = True

    def end(self, outcome: Outcome) -> None:
        """The game is over."""
        self._outcome = outcome
        self._note(outcome.value)

    # ---- what is seen

    def well(self, seat: Seat) -> Well:
        """What there is to see of a board."""
        return seat.well(self.facts(seat))

    def hidden(self, seat: Seat) -> Well:
        """Nothing but the figures."""
        return Well(facts=self.facts(seat))

    def line(self) -> tuple[str, str]:
        """Points on the left, the game and its time on the right."""
        scores = " : ".join(f"{seat.score:,}" for seat in self.seats)
        return scores, f"Game {self._seed}    {self.clock()}"

    def truth(self) -> Position:
        """The field of the first board as it is shown, the pair in the air among it, and the pairs to come."""
        seat, rows = self.seats[0], self.house.visible
        well = Well() if self._paused else seat.well()
        board = [[EMPTY] * self.house.columns for _ in range(rows)]
        falling = set()
        for number, one in enumerate(well.puyos):
            steered = seat.pair is not None and number >= len(well.puyos) - 2
            for row in {floor(one.y), floor(one.y + 0.99)} & set(range(rows)):
                column = int(one.x)
                whole = one.y == row
                if steered:
                    falling.add((row, column))
                else:
                    board[row][column] = one.label if whole else UNKNOWN
        blocks = {"board": tuple("".join(line) for line in board)}
        if falling:
            blocks["falling"] = tuple(show_cell(cell) for cell in sorted(falling))
        if seat.pair is not None and len(falling) == len(seat.pair.labels):
            turned = seat.pair.side in ("D", "L")
            blocks["current"] = (seat.pair.labels[::-1] if turned else seat.pair.labels,)
        return Position({**blocks, "next": seat.coming})

    def told(self, seat: Seat) -> Facts:
        """Points and chains."""
        running = seat.phase in (Phase.FLASHING, Phase.FALLING) and seat.chain > 0
        chain = (("CHAIN", str(seat.chain)),) if running else (("BEST CHAIN", str(seat.best)),) if seat.best else ()
        return ("SCORE", f"{seat.score:,}"), *chain


class AloneGame(PuyoGame):
    """One player, as long as pairs can appear, or for a number of them."""

    def __init__(self, *, skin: Skin, pace: Pace, seed: int, size: tuple[int, int], pairs: int | None = None) -> None:
        """`pairs` is how many come; None: as many as can appear."""
        self.limit = pairs
        self.name = "Puyo Puyo (endless)" if pairs is None else f"Puyo Puyo ({pairs} pairs)"
        super().__init__(skin=skin, pace=pace, seed=seed, size=size)

    def fill(self) -> tuple[Seat, ...]:
        """One board; all keys do."""
        return (self.seat(Keyboard(EITHER_HAND)),)

    def frame(self) -> None:
        """One frame of the only board."""
        seat = self.seats[0]
        seat.seconds = self.seconds
        if seat.frame():
            self._note("drop")
        seat.sent()
        if seat.phase is Phase.OVER:
            self.end(Outcome.STUCK)
        elif seat.phase is Phase.STEERED and seat.side.pairs == self.limit:
            self.end(Outcome.WON)

    def facts(self, seat: Seat) -> Facts:
        """Points, chains, and the pairs that are left."""
        left = (("PAIRS", str(self.limit - seat.side.pairs)),) if self.limit is not None else ()
        return *self.told(seat), *left

    def notice(self) -> tuple[str, ...]:
        """What was reached."""
        seat = self.seats[0]
        return "The end", f"{seat.score:,} points, best chain {seat.best}", "R: once more   N: new game"


class VersusGame(PuyoGame):
    """Two players who send each other garbage, on the left you."""

    def __init__(
        self, *, skin: Skin, pace: Pace, seed: int, size: tuple[int, int], rival: Callable[[], Rival] | None
    ) -> None:
        """`rival` plays on the right; without it a second person does."""
        self._rival = rival
        self.name = "Puyo Puyo (versus)"
        super().__init__(skin=skin, pace=pace, seed=seed, size=size)

    def fill(self) -> tuple[Seat, ...]:
        """Two boards."""
        if self._rival is None:
            hands: Sequence[Mapping[str, str]] = (LEFT_HAND, RIGHT_HAND)
            return tuple(self.seat(Keyboard(keys)) for keys in hands)
        return self.seat(Keyboard(EITHER_HAND)), self.seat(Keyboard({}), self._rival())

    def frame(self) -> None:
        """One frame of both boards, and the garbage that goes from one to the other."""
        for number, seat in enumerate(self.seats):
            seat.seconds = self.seconds
            if seat.frame() and number == 0:
                self._note("drop")
            if pieces := seat.sent():
                self.seats[1 - number].receive(pieces)
        left, right = (seat.phase is Phase.OVER for seat in self.seats)
        if left or right:
            self.end(Outcome.WON if not left else Outcome.STUCK)

    def facts(self, seat: Seat) -> Facts:
        """Points, chains, and the garbage that is on its way."""
        pending = seat.side.purse.pending
        return *self.told(seat), *((("GARBAGE", str(pending)),) if pending else ())

    def notice(self) -> tuple[str, ...]:
        """Who has won."""
        won = self._outcome is Outcome.WON
        names = ("Left wins!", "Right wins!") if self._rival is None else ("You win!", "You lose")
        return names[not won], f"after {self.clock()}", "R: once more   N: new game"
