"""The engine at the second board: it thinks when a pair appears, and its hands take a step at a time."""

from __future__ import annotations

from bot.arcade.puyo.pair import Pair
from bot.arcade.puyo.seat import Seat
from engine.api import Limit
from engine.games.puyo import Puyo, planning
from engine.games.puyo.notation import State
from engine.games.puyo.steer import DROP

_HANDS = {"easy": (24, 300, 30), "normal": (12, 2_000, 14), "hard": (5, 8_000, 14)}
"""Preset to frames between two presses, nodes of a thought, and pieces that are worth sending at once."""


class EngineRival:
    """Plays for early chains."""

    def __init__(self, wait: int, nodes: int, enough: int) -> None:
        """Hands that press once in `wait` frames; thoughts of so many nodes; it fires what sends `enough`."""
        self._wait, self._limit = wait, Limit(nodes=nodes)
        self._enough = enough
        self._due: list[str] = []
        self._pair: int | None = None
        """Which pair the presses are for."""
        self._rested = 0

    def frame(self, seat: Seat) -> tuple[str, ...]:
        """The next press, when it is time for one; the last one is held."""
        if seat.pair is None:
            return ()
        if self._pair != seat.side.pairs:
            self._pair, self._rested = seat.side.pairs, 0
            self._due = self._think(seat, seat.pair)
        self._rested += 1
        if not self._due or self._rested < self._wait:
            return ()
        if self._due[0] == DROP:
            return ("drop",)
        self._rested = 0
        return (self._due.pop(0),)

    def _think(self, seat: Seat, pair: Pair) -> list[str]:
        house = Puyo(**{**vars(seat.house), "goal": "rush", "enough": self._enough})
        state = State(seat.side.field, (pair.labels, *seat.coming[:1]), seat.side.spent)
        move = planning.at_once(state, house, self._limit)
        return list(house.buttons(state, move) if move else ()) or [DROP]


def rival(preset: str) -> EngineRival:
    """A player that is as hard to beat as the preset says."""
    return EngineRival(*_HANDS[preset])
