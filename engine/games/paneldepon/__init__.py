"""Panel de Pon: swap two panels side by side; three and more of a colour in a line vanish, what lies above falls."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.api import Limit, Outcome, Plan
from engine.games.paneldepon import notation, rules
from engine.games.paneldepon.notation import State
from engine.games.paneldepon.rules import House
from engine.games.paneldepon.timing import COLUMNS, ROWS
from engine.generator import Made, Wish
from engine.moves import Cell, Move, Raise, Swap, Wait
from engine.player import Player
from engine.position import Position
from engine.teacher import Grade

__all__ = ["GAME", "House", "PanelDePon", "State"]


@dataclass(frozen=True, init=False)
class PanelDePon(House):
    """Panel de Pon under one choice of house rules."""

    def __init__(self, *, moves: int | None = None, **rules: Any) -> None:
        """The house rules by name; `moves` is another name for `swaps`, that of the position's block."""
        if moves is not None:
            rules["swaps"] = moves
        super().__init__(**rules)

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "paneldepon"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Panels are swapped; in motion one also waits; some programs let the stack be raised."""
        return (Swap, *((Wait,) if self.active else ()), *((Raise,) if self.rising else ()))

    def parse(self, position: Position) -> State:
        """The state that a position shows. Raises BadPosition: a cell not known, a row that is not six cells wide."""
        return notation.parse(position)

    def show(self, state: State) -> Position:
        """The position of a state."""
        return notation.show(state)

    def moves(self, state: State) -> Sequence[Move]:
        """All swaps that change something, then waiting or raising where there is a point in it."""
        return rules.moves(state, self)

    def play(self, state: State, move: Move) -> State:
        """The board at rest after a move; with `active`, two frames later. Raises IllegalMove."""
        return rules.play(state, move, self)

    def outcome(self, state: State) -> Outcome:
        """Won when nothing is left that must go, stuck when no swap is left and nothing moves."""
        return rules.outcome(state, self)

    def rests(self, state: State) -> bool:
        """Whether nothing falls or matches; with `active` panels may move all the time."""
        from engine.games.paneldepon.settling import settled

        return self.active or settled(state.board) == state.board

    def clearing(self, board: Sequence[str]) -> Collection[Cell]:
        """The panels of runs of three and more."""
        from engine.games.paneldepon.settling import in_runs

        return set(in_runs(board))

    def plan(self, state: State, limit: Limit) -> Plan:
        """An answer with the fewest swaps, all others in the notes; or the proof that there is none."""
        from engine.games.paneldepon import search

        return search.plan(state, self, limit)

    def grade(self, state: State, limit: Limit) -> Grade:
        """How hard a puzzle is for a person."""
        from engine.games.paneldepon import generate

        return generate.grade(state, limit)

    @property
    def grades(self) -> tuple[str, ...]:
        """The names of the grades, easy ones first."""
        from engine.games.paneldepon import generate

        return generate.GRADES

    def generate(self, wish: Wish, limit: Limit) -> Made:
        """A puzzle with exactly one shortest answer. Raises NoPuzzleError."""
        from engine.games.paneldepon import generate

        return generate.generate(wish, limit)

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """The two cells of a swap; the lowest row where one waits or raises the stack."""
        return rules.trace(state, move)

    def player(self, *, step_ms: float = 34.0, swap_ms: float = 84.0) -> Player:
        """A player for a running game, whose panels take the times of the house rules, and whose hands take so long for
        a step of the cursor and from one swap to the next.
        """
        from engine.games.paneldepon.timing import FRAMES_PER_SECOND
        from engine.games.paneldepon.watching import Watcher, hands

        return Watcher(
            self.times,
            hands(step_ms, swap_ms),
            lifts=self.lifting,
            goal=self.enough,
            reserve=self.free_rows,
            own_garbage=self.own_garbage,
            shows_matches=self.shows_matches,
            press_frames=step_ms * FRAMES_PER_SECOND / 1000,
        )

    @property
    def untimed(self) -> Mapping[str, bool | int | str]:
        """What falls and clears is waited for, not counted in frames."""
        return {"physics": "settled"}

    def sized(self, rows: int, columns: int) -> Mapping[str, bool | int | str] | None:
        """All boards are as wide; lower ones are played on as well."""
        return {} if rows <= ROWS and columns == COLUMNS else None

    def variants(self) -> Sequence[PanelDePon]:
        """The same game with the other physics: a board at rest does not tell."""
        if self.active:
            return ()
        return (replace(self, physics="settled" if self.physics == "frames" else "frames"),)


GAME = PanelDePon
