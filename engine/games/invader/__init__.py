"""Puyo Invader: pairs of puyos are shot at aliens that come down; four and more of a colour that touch vanish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.api import Limit, Outcome, Plan
from engine.games.invader import notation, rules
from engine.games.invader.notation import State
from engine.games.invader.rules import UNSEEN, Aim, House
from engine.moves import Cell, IllegalMove, Move, Shoot
from engine.player import Player
from engine.position import Position

__all__ = ["GAME", "House", "Invader", "State"]

ANSWERS = 350
"""Shots that are looked at for each one that is followed."""


@dataclass(frozen=True)
class Invader(House):
    """Puyo Invader under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "invader"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Pairs are shot."""
        return (Shoot,)

    def parse(self, position: Position) -> State:
        """The state that a position shows. Raises BadPosition: a cell not known, a pair or a shooter that is none."""
        return notation.parse(position, self)

    def show(self, state: State) -> Position:
        """The position of a state, with the rows that the screen shows."""
        return notation.show(state, self)

    def moves(self, state: State) -> Sequence[Shoot]:
        """Every shot that sticks and does not end the game."""
        if not state.pair or self._over(state):
            return []
        return [Shoot(aim.column, aim.side) for aim in rules.aims(state.field, self) if not self._lands(state, aim)]

    def play(self, state: State, move: Move) -> State:
        """The field when everything small has evaporated, with the next pair to come. Raises IllegalMove."""
        if not isinstance(move, Shoot):
            raise IllegalMove(f"In Puyo Invader pairs are shot, such as shoot 2 R; not {str(move)!r}.")
        if move not in self.moves(state):
            raise IllegalMove(f"{move}: the pair cannot be shot so.")
        shot = rules.shoot(state.field, state.pair, Aim(move.column, move.side), self)
        field, _ = rules.evaporate(shot.after, self)
        return replace(state, field=field, pair="", height=state.height + rules.SINKS)

    def outcome(self, state: State) -> Outcome:
        """Won when no alien is left, stuck when a cell has come too low or no shot is left; else open."""
        if not rules.aliens(state.field):
            return Outcome.WON
        if rules.landed(state.field, state.height) or (state.pair and not self.moves(state)):
            return Outcome.STUCK
        return Outcome.OPEN

    def plan(self, state: State, limit: Limit) -> Plan:
        """The best shot of the pair."""
        from engine.games.invader import player

        moves = self.moves(state)
        if not moves:
            outcome = self.outcome(state)
            proof = {Outcome.WON: "no alien is left", Outcome.STUCK: "no shot is left"}.get(outcome)
            return Plan((), outcome, proof=proof)
        followed = player.FOLLOWED if limit.nodes is None else min(player.FOLLOWED, limit.nodes // ANSWERS)
        choice = player.choose(state.field, state.height, state.pair, self, followed=followed)
        if choice is None:
            return Plan((), Outcome.OPEN)
        move = Shoot(choice.aim.column, choice.aim.side)
        won = not rules.aliens(self.play(state, move).field)
        return Plan(
            (move,),
            Outcome.WON if won else Outcome.OPEN,
            score=choice.worth,
            proof="no alien is left" if won else None,
            info={"nodes": choice.nodes},
        )

    def player(self, *, step_ms: float = 20.0, swap_ms: float = 100.0) -> Player:
        """A player for a game whose clock runs."""
        from engine.games.invader.watching import Watcher

        return Watcher(self, step_ms / 1000)

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """Where pivot and child stick, as cells of the rows that are seen."""
        self.play(state, move)
        if not isinstance(move, Shoot):
            return ()
        spots = rules.spots_of(state.field, Aim(move.column, move.side))
        top = sum(UNSEEN not in row for row in self._seen(state)) - 1
        return tuple((top - row, column) for row, column in spots or ())

    def variants(self) -> Sequence[Invader]:
        """The same game under the other house rules that one look cannot tell apart: without the fault, or with it."""
        return (replace(self, swapped=not self.swapped),)

    def _seen(self, state: State) -> Sequence[str]:
        return self.show(state).board

    def _over(self, state: State) -> bool:
        return not rules.aliens(state.field) or rules.landed(state.field, state.height)

    def _lands(self, state: State, aim: Aim) -> bool:
        stuck = rules.shoot(state.field, state.pair, aim, self).stuck
        return rules.landed(stuck, state.height + rules.SINKS)


GAME = Invader
