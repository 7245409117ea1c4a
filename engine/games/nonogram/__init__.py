"""Nonograms: fill the cells that the clues beside the rows and above the columns tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.api import Limit, Outcome, Plan
from engine.doubt import Guess, Settled
from engine.games.nonogram import rules
from engine.games.nonogram.rules import House, State
from engine.generator import Made, Wish
from engine.moves import Cell, IllegalMove, Mark, Move
from engine.position import Position
from engine.teacher import Grade, Hint

__all__ = ["GAME", "House", "Nonogram", "State"]


@dataclass(frozen=True)
class Nonogram(House):
    """Nonograms under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "nonogram"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Runs of cells are marked."""
        return (Mark,)

    def parse(self, position: Position) -> State:
        """The puzzle that a position shows. Raises BadPosition: no clues, a clue or a cell that is not known."""
        return rules.parse(position)

    def show(self, state: State) -> Position:
        """The position of a puzzle."""
        return rules.show(state)

    def moves(self, state: State) -> Sequence[Mark]:
        """Every change of a single cell, row by row; none once the puzzle is done."""
        return list(rules.moves(state, self))

    def play(self, state: State, move: Move) -> State:
        """The puzzle after a run of cells is marked. Raises IllegalMove."""
        return rules.play(state, _mark(move))

    def outcome(self, state: State) -> Outcome:
        """Won when the filled cells are what every clue says; never stuck, because cells can be wiped."""
        return rules.outcome(state, self)

    def plan(self, state: State, limit: Limit) -> Plan:
        """The marks that finish the puzzle, wrong cells put right first. `proof` is `unique`, `several` or `none`."""
        from engine.games.nonogram import search

        return search.plan(state, self, limit)

    def settle(self, position: Position, guesses: Sequence[Guess], limit: Limit) -> Settled:
        """The reading whose clues agree, fit and have a solution. Never raises for what a position holds."""
        from engine.games.nonogram import settle

        return settle.settle(position, guesses, limit)

    def hint(self, state: State, limit: Limit) -> Hint | None:
        """The easiest step from here by name, a mistake first; None where nothing is left to be done or found."""
        from engine.games.nonogram import hints

        return hints.hint(state, self, limit)

    def explain(self, state: State, limit: Limit) -> Iterator[Hint]:
        """Step by step to the end, or as far as steps are found within the limit."""
        from engine.games.nonogram import hints

        return hints.explain(state, self, limit)

    def grade(self, state: State, limit: Limit) -> Grade:
        """How hard the puzzle is from a blank board: its hardest technique, how much of each, its narrowest point."""
        from engine.games.nonogram import grade

        return grade.grade(rules.blank(state), limit)

    @property
    def formats(self) -> tuple[str, ...]:
        """`.non`, the XML of webpbn, and the IDs of Simon Tatham's puzzles."""
        from engine.games.nonogram import formats

        return formats.FORMATS

    def read_format(self, text: str) -> Position | None:
        """The puzzle in a text of one of these forms; None where it is none of them. Raises BadPosition."""
        from engine.games.nonogram import formats

        return formats.read(text)

    def write_format(self, position: Position, form: str) -> str:
        """A puzzle in one of these forms, without what is filled in. Raises BadPosition."""
        from engine.games.nonogram import formats

        return formats.write(position, form)

    @property
    def grades(self) -> tuple[str, ...]:
        """How hard puzzles can be, easy first."""
        from engine.games.nonogram import generate

        return generate.GRADES

    def generate(self, wish: Wish, limit: Limit) -> Made:
        """A new puzzle with one solution. Raises NoPuzzleError."""
        from engine.games.nonogram import generate

        return generate.generate(wish, limit)

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """The cells of the run."""
        self.play(state, move)
        return _mark(move).cells

    def variants(self) -> Sequence[Nonogram]:
        """None: what differs between programs is told by the layout."""
        return ()


def _mark(move: Move) -> Mark:
    """The move as a run of cells. Raises IllegalMove."""
    if not isinstance(move, Mark):
        raise IllegalMove(f"In a nonogram cells are marked, such as mark 0,1 0,4 #; not {str(move)!r}.")
    return move


GAME = Nonogram
