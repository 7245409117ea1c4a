"""Shisen-sho: take away pairs of equal tiles that can be joined by a line with at most two corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.api import Limit, Outcome, Plan
from engine.games.shisen import rules
from engine.games.shisen.rules import House, State
from engine.generator import Made, Wish
from engine.moves import Cell, IllegalMove, Move, Pick
from engine.position import Position

__all__ = ["GAME", "House", "Shisen", "State"]


@dataclass(frozen=True)
class Shisen(House):
    """Shisen-sho under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "shisen"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Pairs are picked."""
        return (Pick,)

    def parse(self, position: Position) -> State:
        """The state that a position shows. Raises BadPosition: a cell not known, rows of different lengths, or a
        kind that is there an odd number of times.
        """
        return rules.parse(position, self)

    def show(self, state: State) -> Position:
        """The position of a state."""
        return rules.show(state)

    def moves(self, state: State) -> Sequence[Pick]:
        """All pairs that can be taken, in order of their cells."""
        return rules.moves(state, self)

    def play(self, state: State, move: Move) -> State:
        """The board after a pair is taken. Raises IllegalMove."""
        return rules.play(state, _pick(move), self)

    def outcome(self, state: State) -> Outcome:
        """Won when the board is empty, stuck when no pair is left."""
        return rules.outcome(state, self)

    def plan(self, state: State, limit: Limit) -> Plan:
        """A complete clearing, the proof that there is none, or the longest clearing found within the limit."""
        from engine.games.shisen import search

        return search.plan(state, self, limit)

    @property
    def grades(self) -> tuple[str, ...]:
        """None: how hard a board is nobody has said."""
        return ()

    def generate(self, wish: Wish, limit: Limit) -> Made:
        """A new board that can be cleared. Raises NoPuzzleError."""
        from engine.games.shisen import deal

        return deal.generate(wish, self)

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """The line that joins the pair: its ends and corners, which may lie one outside the board."""
        return rules.check(state, _pick(move), self)

    def variants(self) -> Sequence[Shisen]:
        """The same game with tiles that fall otherwise, or do not: a full board does not tell. With walls none fall."""
        if self.walls:
            return ()
        ways = [way for way in rules.GRAVITIES if way != self.gravity]
        return tuple(replace(self, gravity=way) for way in (ways if not self.first_four else ways[:1]))

    def stricter(self, state: State, move: Move) -> tuple[Shisen, str] | None:
        """Where lines must stay inside the board, for a pair that only a line around it joins."""
        inside = replace(self, rim=False)
        if not self.rim or rules.pair_joined(state, _pick(move), inside):
            return None
        return inside, "rim=off"


def _pick(move: Move) -> Pick:
    """The move as a pair of tiles. Raises IllegalMove."""
    if not isinstance(move, Pick):
        raise IllegalMove(f"In Shisen-sho pairs are picked, such as pick 0,1 3,4; not {str(move)!r}.")
    return move


GAME = Shisen
