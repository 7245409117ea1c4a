"""Pentas: take pentominoes out of a board that starts full, before one comes that fits nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.api import Limit, Outcome, Plan
from engine.games.pentas import notation, rules
from engine.games.pentas.notation import State
from engine.games.pentas.rules import House
from engine.moves import Cell, IllegalMove, Move, Take
from engine.position import Position
from engine.solo import Turn

__all__ = ["GAME", "House", "Pentas", "State"]


@dataclass(frozen=True)
class Pentas(House):
    """Pentas under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return "pentas"

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """Pieces are taken out, five cells at once."""
        return (Take,)

    def parse(self, position: Position) -> State:
        """The state that a position shows, on a board of any size. Raises BadPosition."""
        return notation.parse(position)

    def show(self, state: State) -> Position:
        """The position of a state."""
        return notation.show(state)

    def moves(self, state: State) -> Sequence[Take]:
        """Every placement of the current piece; of all pieces where the current one is not known."""
        pieces = (state.piece,) if state.piece else rules.PIECES
        return [Take(cells) for piece in pieces for cells in rules.placements(state.board, piece, self)]

    def play(self, state: State, move: Move) -> State:
        """The board without the cells of a move, empty rows replaced; the next piece is the current one. Raises
        IllegalMove.
        """
        if not isinstance(move, Take):
            raise IllegalMove(f"In Pentas pieces are taken out, such as take 0,0 0,1 0,2 0,3 0,4; not {str(move)!r}.")
        columns = len(state.board[0])
        if any(r >= len(state.board) or c >= columns or state.board[r][c] != rules.FILLED for r, c in move.cells):
            raise IllegalMove(f"{move}: every cell must be filled.")
        piece = rules.piece_of(move.cells)
        lies = piece is not None and rules.to_corner(move.cells) in rules.orientations(piece, self.reflections)
        if piece is None or not lies or state.piece not in (None, piece):
            raise IllegalMove(f"{move}: these are not the cells of the piece {state.piece or 'that is to be taken'}.")
        return State(rules.taken(state.board, move.cells)[0], state.following)

    def outcome(self, state: State) -> Outcome:
        """Stuck when the current piece fits nowhere; nobody wins, one only lasts."""
        return Outcome.OPEN if self.moves(state) else Outcome.STUCK

    def plan(self, state: State, limit: Limit) -> Plan:
        """The placement after which the game lasts longest, or brings most; the three best are told."""
        from engine.games.pentas import search

        return search.plan(state, self, limit)

    def deal(self, seed: int) -> State:
        """A full board and the first two pieces of this seed."""
        return State(rules.full(self), rules.drawn(seed, 0), rules.drawn(seed, 1))

    def take_turn(self, state: State, move: Move, seed: int, number: int) -> Turn[State]:
        """The board after a move, the piece after the next one, and what the move brought. Raises IllegalMove."""
        after = self.play(state, move)
        assert isinstance(move, Take)
        gone = rules.taken(state.board, move.cells)[1]
        return Turn(replace(after, following=rules.drawn(seed, number + 2)), rules.points(gone, self), gone)

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """The cells that are taken, as a way through them."""
        self.play(state, move)
        return move.cells

    def variants(self) -> Sequence[Pentas]:
        """The same game under other house rules that one look cannot tell apart: none is tried, because a placement
        that needs no reflection is legal under all of them, and the others are told by the layout.
        """
        return ()


GAME = Pentas
