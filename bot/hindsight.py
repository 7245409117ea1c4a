"""House rules that explain afterwards what nobody expected: programs let tiles fall or slide long after a pair is gone,
and until then the board looks as if nothing ever did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.underway import UnderWay
from engine.api import Game, Move
from engine.moves import IllegalMove


class Hindsight:
    """Which of the house rules that were possible once explain the board that is seen."""

    def __init__(self, games: Sequence[Game[Any]]) -> None:
        """`games` are the house rules that are possible before the first move."""
        self._games = tuple(games)
        self._last: tuple[Any, tuple[Move, ...]] | None = None
        """The state before the moves that were confirmed last, and these."""

    def confirmed(self, acted: UnderWay) -> None:
        """Note moves that the screen showed to be done."""
        self._last = acted.before, acted.moves

    def explain(
        self, games: Sequence[Game[Any]], state: Any, acted: UnderWay | None = None
    ) -> tuple[list[Game[Any]], int]:
        """Those of the house rules, beside the `games` that are taken to hold, by which the moves that were confirmed
        last, those that are under way, or both, lead to a state, and how many of those under way are done then; none
        where none do.
        """
        others = [game for game in self._games if game not in games]
        now: tuple[Move, ...] = acted.moves if acted else ()
        ways: list[tuple[Any, tuple[Move, ...], tuple[Move, ...]]] = [(acted.before, (), now)] if acted else []
        if self._last:
            ways += [(*self._last, made) for made in ([(), now] if now else [()])]
        for before, moves, made in ways:
            found = [game for game in others if _leads(game, before, (*moves, *made), state)]
            if found:
                return found, len(made)
        return [], 0


def _leads(game: Game[Any], before: Any, moves: Sequence[Move], state: Any) -> bool:
    """Whether moves lead from one state to another under a game's rules."""
    try:
        for move in moves:
            before = game.play(before, move)
    except IllegalMove:
        return False
    return bool(before == state)
