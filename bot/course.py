"""The course: a plan, kept by the state in which each of its moves is meant.

If the screen shows such a state, the plan goes on there; any other state is a reason to plan anew. Where house rules
are still open, the first moves are chosen so that the game can be won under each of the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from engine.api import Game, Limit, Move, Outcome, Plan

AHEAD = 8
"""Moves that are planned at once as long as they do not tell which house rules hold."""
LIKELY = 2
"""House rules that the first moves must suit; a plan for each is what that takes. Others are thought of when seen."""
TRIED = 6
"""First moves that are tried in search of one that suits all house rules."""


class Course:
    """What is to be played next, wherever on its plan a game stands."""

    def __init__(self, limit: Limit, at_once: int = 1) -> None:
        """`limit` is for one plan, `at_once` how many moves may be played before looking where the plan allows it."""
        self.limit = limit
        self.at_once = at_once
        self.plan: Plan | None = None
        self.end: Any = None
        """The state to which the plan leads; None where that is not yet known."""
        self._next: dict[Any, tuple[Move, ...]] = {}

    def __contains__(self, state: Any) -> bool:
        """Whether the plan says how to go on from this state."""
        return state in self._next

    def moves(self, state: Any) -> tuple[Move, ...]:
        """What to play from a state on the plan before looking again. Raises KeyError for any other."""
        return self._next[state][: self.at_once]

    def forget(self) -> None:
        """What was planned does not hold any more."""
        self.plan, self.end, self._next = None, None, {}

    def think(self, games: Sequence[Game[Any]], state: Any) -> Plan:
        """Plan from here for all house rules that are possible, the likeliest first."""
        plan = self.plan = games[0].plan(state, self.limit)
        self._next, self.end = {}, None
        if len(games) == 1:
            self._follow(games[0], state, plan)
        elif plan.moves:
            self._find_out(games[:LIKELY], state, plan.moves)
        return plan

    def otherwise(self, games: Sequence[Game[Any]], state: Any, refused: Set[Move]) -> bool:
        """Go on with another move than those that were refused, one after which the game can be won if such a one is
        found; False where there is no other move.
        """
        games = games[:LIKELY]
        at = {cell for move in refused for cell in move.cells}
        others = [move for move in games[0].moves(state) if move not in refused]
        others.sort(key=lambda move: not at.isdisjoint(move.cells))
        if not others:
            return False
        move, plans = self._harmless(games, state, others)
        self.plan = replace(plans[0], moves=(move, *plans[0].moves))
        self._next = {state: (move,)}
        after = [game.play(state, move) for game in games]
        if len(games) == 1:
            self._follow(games[0], after[0], plans[0])
        else:
            self._note(games, after, plans)
        return True

    def _follow(self, game: Game[Any], state: Any, plan: Plan) -> None:
        """Note the moves of a plan, as many together as may be played before looking. The last one is played alone:
        of the others it is seen first that they were taken, whatever the program lays over its board then.
        """
        last = len(plan.moves) - (plan.reaches is Outcome.WON)
        for number, move in enumerate(plan.moves):
            count = max(1, min(self.at_once, plan.commit - number, last - number))
            self._next[state] = plan.moves[number : number + count]
            state = game.play(state, move)
        self.end = state

    def _find_out(self, games: Sequence[Game[Any]], state: Any, moves: Sequence[Move]) -> None:
        """Note moves that suit all the games, one by one, up to the one that tells them apart and beyond."""
        after: list[Any] = []
        plans: list[Plan] = []
        for _ in range(AHEAD):
            others = [move for move in games[0].moves(state) if move != moves[0]]
            move, plans = self._harmless(games, state, [moves[0], *others])
            self._next[state] = (move,)
            after = [game.play(state, move) for game in games]
            moves, state = plans[0].moves, after[0]
            if not moves or len(set(after)) > 1:
                break
        self._note(games, after, plans)

    def _note(self, games: Sequence[Game[Any]], after: Sequence[Any], plans: Sequence[Plan]) -> None:
        """Note how it goes on under each of the games, where the board after a move tells which it is."""
        if len(set(after)) == len(after):
            for game, then, plan in zip(games, after, plans, strict=True):
                self._next |= {here: (move,) for here, move in _line(game, then, plan.moves)}

    def _harmless(self, games: Sequence[Game[Any]], state: Any, moves: Sequence[Move]) -> tuple[Move, list[Plan]]:
        """The first of some moves after which the game can be won under all the house rules that are still possible,
        and the plan after it under each of them. Where no such move is found, the first of all.
        """
        first: list[Plan] = []
        for move in moves[:TRIED]:
            plans = [game.plan(game.play(state, move), self.limit) for game in games]
            if all(plan.reaches is Outcome.WON for plan in plans):
                return move, plans
            first = first or plans
        return moves[0], first


def _line(game: Game[Any], state: Any, moves: Sequence[Move]) -> Iterator[tuple[Any, Move]]:
    """Each move of a plan under the state in which it is meant."""
    for move in moves:
        yield state, move
        state = game.play(state, move)
