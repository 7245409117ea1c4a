"""The game that does nothing: take the cells of a board away, one at a time.

It is the smallest game that keeps the whole contract. To start a new game copy this folder, give it the new game's
name, and replace what is here piece by piece; the contract tests find it by its folder and stay red until it has
what a game needs. What a larger game puts where: the rules, readable, in `rules.py`; the search in `search.py`; what
must be fast in `kernels.py`; rules, sources and notation in `README.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.api import BadPosition, Limit, Outcome, Plan
from engine.budget import Budget
from engine.moves import Cell, IllegalMove, Move, Tap, show_cell
from engine.position import EMPTY, UNKNOWN, Position

__all__ = ["GAME", "Null", "State"]


@dataclass(frozen=True, slots=True)
class State:
    """What is on the board. Immutable and hashable, so that a plan can be kept by the states it expects.

    What a move changes belongs here; what the user would choose in a menu is a house rule, a field of the game.
    """

    board: tuple[str, ...]


@dataclass(frozen=True)
class Null:
    """The game under its house rules; this one has none. They would be fields with the usual choice as default."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "null"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Cells are tapped."""
        return (Tap,)

    def parse(self, position: Position) -> State:
        """The state that a position shows. Raises BadPosition with a sentence that says where and what."""
        strange = [name for name in position.blocks if name not in {"board", "marked"}]
        if strange:
            raise BadPosition(f"The null game has the blocks board and marked, not {strange[0]!r}.")
        if not position.board:
            raise BadPosition("The null game needs a block `board` with at least one row.")
        width = len(position.board[0])
        for row, line in enumerate(position.board):
            if len(line) != width:
                raise BadPosition(f"Row {row} of the board has {len(line)} cells; row 0 has {width}.")
            if UNKNOWN in line:
                raise BadPosition(f"Cell {row},{line.index(UNKNOWN)} of the board is not known (`?`).")
        return State(position.board)

    def show(self, state: State) -> Position:
        """The position of a state; `parse` undoes it, and the labels are those that `parse` was given."""
        return Position({"board": state.board})

    def moves(self, state: State) -> Sequence[Tap]:
        """All legal moves, in a fixed order: here every cell that is not empty, row by row."""
        return [
            Tap((row, column))
            for row, line in enumerate(state.board)
            for column, label in enumerate(line)
            if label != EMPTY
        ]

    def play(self, state: State, move: Move) -> State:
        """What follows a move: here its cell is empty. Raises IllegalMove with the move in its message."""
        if not isinstance(move, Tap):
            raise IllegalMove(f"In the null game cells are tapped, such as tap 0,1; not {str(move)!r}.")
        row, column = move.cell
        if row >= len(state.board) or column >= len(state.board[0]) or state.board[row][column] == EMPTY:
            raise IllegalMove(f"{move}: there is nothing at {show_cell(move.cell)}.")
        line = state.board[row]
        without = line[:column] + EMPTY + line[column + 1 :]
        return State((*state.board[:row], without, *state.board[row + 1 :]))

    def outcome(self, state: State) -> Outcome:
        """Whether the game goes on: here it is won when the board is empty, and nobody gets stuck."""
        return Outcome.OPEN if self.moves(state) else Outcome.WON

    def plan(self, state: State, limit: Limit) -> Plan:
        """The best moves within the limit: here every cell in turn, one node for each.

        A search asks its `Budget` before each slice, so that a plan ends in time, and the same limit in nodes gives
        the same plan.
        """
        budget = Budget(limit)
        taken: list[Tap] = []
        for move in self.moves(state):
            if not budget.slice(1):
                break
            budget.spend(1)
            taken.append(move)
        done = len(taken) == len(self.moves(state))
        return Plan(
            moves=tuple(taken),
            reaches=Outcome.WON if done else Outcome.OPEN,
            commit=max(1, len(taken)),
            score=float(len(taken)),
            proof="every cell is taken" if done else None,
            info={"nodes": budget.nodes},
        )

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """The cells that a player's eye follows when the move is played: here only its own."""
        self.play(state, move)
        return (move.cell,) if isinstance(move, Tap) else ()

    def variants(self) -> Sequence[Null]:
        """The same game under other house rules that one look cannot tell apart: here none."""
        return ()


GAME = Null
