"""Puyo Puyo: pairs of puyos fall; four and more of a colour that touch vanish, and what falls may go on as a chain."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.api import Limit, Outcome, Plan
from engine.games.puyo import notation, rules, steer
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House, Placement
from engine.moves import Cell, Drop, IllegalMove, Move
from engine.player import Player
from engine.position import Position

__all__ = ["GAME", "House", "Puyo", "State"]

AT_A_GLANCE = Limit(nodes=8_000)
"""For a placement while the clock runs and somebody else plays, too: some hundredths of a second."""
AT_LEISURE = Limit(nodes=60_000)
"""For one where nobody hurries: a tenth of a second."""

LEAST_ROWS, MOST_ROWS = 6, 14
LEAST_COLUMNS, MOST_COLUMNS = 4, 8
"""Of boards that programs show."""


@dataclass(frozen=True)
class Puyo(House):
    """Puyo Puyo under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "puyo"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Pairs are dropped."""
        return (Drop,)

    def parse(self, position: Position) -> State:
        """The state that a position shows. Raises BadPosition: a cell not known or in the air, a pair that is none."""
        return notation.parse(position, self)

    def show(self, state: State) -> Position:
        """The position of a state."""
        return notation.show(state, self)

    def moves(self, state: State) -> Sequence[Drop]:
        """Every placement of the current pair; of a pair of one colour those that differ."""
        if not state.pairs:
            return []
        alike = state.pairs[0][0] == state.pairs[0][1]
        return [
            Drop(placement.column, placement.side)
            for placement in rules.placements(state.field, self, state.spent)
            if not alike or placement.side in "UR"
        ]

    def play(self, state: State, move: Move) -> State:
        """The field at rest after a placement, with the next pair to come. Raises IllegalMove."""
        if not isinstance(move, Drop):
            raise IllegalMove(f"In Puyo Puyo pairs are dropped, such as drop 2 R; not {str(move)!r}.")
        placement = Placement(move.column, move.side)
        if not state.pairs or placement not in rules.placements(state.field, self, state.spent):
            raise IllegalMove(f"{move}: the pair cannot be brought there.")
        field, _, spent = rules.drop(state.field, state.pairs[0], placement, self, state.spent)
        return replace(state, field=field, pairs=state.pairs[1:], spent=spent)

    def outcome(self, state: State) -> Outcome:
        """Stuck when no pair can appear or be placed; open otherwise, also while nobody knows what comes next."""
        if rules.dead(state.field, self) or (state.pairs and not self.moves(state)):
            return Outcome.STUCK
        return Outcome.OPEN

    def plan(self, state: State, limit: Limit) -> Plan:
        """The best placement over many possible futures."""
        from engine.games.puyo import planning

        return planning.plan(state, self, limit)

    def player(self, *, step_ms: float = 20.0, swap_ms: float = 100.0) -> Player:
        """A player for a game whose clock runs; it takes the house rules, and hands of any pace."""
        from engine.games.puyo import planning
        from engine.games.puyo.watching import Watcher

        limit = AT_LEISURE if self.goal == "chain" else AT_A_GLANCE
        turns = (steer.TURN, steer.BACK) if self.turning == "both" else (self.turning,)

        def think(state: State) -> Drop | None:
            drop = planning.at_once(state, self, limit)
            return drop and replace(drop, way=tuple(self.buttons(state, drop, turns)))

        return Watcher(self, think)

    @property
    def untimed(self) -> Mapping[str, bool | int | str]:
        """Of a program that nobody knows often no more is seen than the pair in the air: no chain is waited for."""
        return {"goal": "rush"}

    @property
    def joins(self) -> bool:
        """Most programs draw puyos of a colour joined."""
        return True

    @property
    def inert(self) -> str:
        """Garbage goes with what vanishes beside it."""
        return rules.GARBAGE

    def sized(self, rows: int, columns: int) -> Mapping[str, bool | int | str] | None:
        """As many rows as are seen count, and a ghost row lies above them, as in the usual field."""
        if columns == self.columns and self.visible <= rows <= self.rows:
            return {}
        if not (LEAST_ROWS <= rows <= MOST_ROWS and LEAST_COLUMNS <= columns <= MOST_COLUMNS):
            return None
        spawn = (columns - 1) // 2
        return {
            "columns": columns, "visible": rows, "counted": rows, "rows": rows + 1, "death": rows, "spawn": spawn,
        }  # fmt: skip

    def buttons(self, state: State, move: Drop, turns: Collection[str] = (steer.TURN, steer.BACK)) -> Sequence[str]:
        """The presses that bring the current pair to rest so, as `steer.buttons`; () where no way is found."""
        return steer.buttons(state.field, Placement(move.column, move.side), self, turns) or ()

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """Where the axis and the child come to rest."""
        self.play(state, move)
        if not isinstance(move, Drop):
            return ()
        placement = Placement(move.column, move.side)
        axis_at, child_at = rules.rests(state.field, placement)
        floor = state.rows - 1
        return ((floor - axis_at, placement.column), (floor - child_at, placement.child))

    def variants(self) -> Sequence[Puyo]:
        """The same game under the other house rules that one look cannot tell apart: none that change a placement."""
        return ()


GAME = Puyo
