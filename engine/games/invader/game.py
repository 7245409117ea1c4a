"""Puyo Invader as a game: positions, shots, and what follows a shot when everything has evaporated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.api import BadPosition, Limit, Outcome, Plan
from engine.games.invader import player, rules
from engine.games.invader.rules import SIDES, UNSEEN, Aim, Field, House
from engine.moves import Cell, IllegalMove, Move, Shoot
from engine.position import EMPTY, UNKNOWN, Position

__all__ = ["GAME", "Invader", "State"]


@dataclass(frozen=True, slots=True)
class State:
    """A field at rest, the pair to be shot, where the shooter stands, and how far the field has come down."""

    field: Field
    pair: str
    shooter: str
    """The column and the side of the child, as they were written; empty where they were not."""
    height: int


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
        known = ("board", "next", "shooter", "height")
        strange = [name for name in position.blocks if name not in known]
        if strange:
            raise BadPosition(f"Puyo Invader has the blocks {', '.join(known)}, not {strange[0]!r}.")
        height = self._height(position.blocks.get("height", ()))
        field = self._field(position.board)
        pairs = position.blocks.get("next", ())
        if len(pairs) > 1 or any(len(pair) != 2 or not pair.isalpha() or not pair.islower() for pair in pairs):
            raise BadPosition(f"`next` is one pair of lower-case colours, pivot before child, not {pairs!r}.")
        return State(field, "".join(pairs), self._shooter(position.blocks.get("shooter", ())), height)

    def show(self, state: State) -> Position:
        """The position of a state, with the rows that the screen shows."""
        seen = [row for row in state.field if UNSEEN not in row]
        blocks = {"board": tuple(reversed(seen)), "height": (str(state.height),)}
        if state.pair:
            blocks["next"] = (state.pair,)
        if state.shooter:
            blocks["shooter"] = (state.shooter,)
        return Position(blocks)

    def moves(self, state: State) -> Sequence[Shoot]:
        """Every shot that sticks and does not end the game; of a pair of one colour those that differ."""
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
        moves = self.moves(state)
        if not moves:
            outcome = self.outcome(state)
            proof = {Outcome.WON: "no alien is left", Outcome.STUCK: "no shot is left"}.get(outcome)
            return Plan((), outcome, proof=proof)
        followed = 12 if limit.nodes is None else min(12, limit.nodes // _ANSWERS)
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

    def trace(self, state: State, move: Move) -> Sequence[Cell]:
        """Where pivot and child stick, as cells of the rows that are seen."""
        self.play(state, move)
        if not isinstance(move, Shoot):
            return ()
        spots = rules.spots_of(state.field, Aim(move.column, move.side))
        top = sum(UNSEEN not in row for row in state.field) - 1
        return tuple((top - row, column) for row, column in spots or ())

    def variants(self) -> Sequence[Invader]:
        """The same game under the other house rules that one look cannot tell apart: without the fault, or with it."""
        return (replace(self, swapped=not self.swapped),)

    def _over(self, state: State) -> bool:
        return not rules.aliens(state.field) or rules.landed(state.field, state.height)

    def _lands(self, state: State, aim: Aim) -> bool:
        stuck = rules.shoot(state.field, state.pair, aim, self).stuck
        return rules.landed(stuck, state.height + rules.SINKS)

    def _field(self, board: tuple[str, ...]) -> Field:
        if not 1 <= len(board) <= self.rows:
            raise BadPosition(f"The board has 1 to {self.rows} rows; found {len(board)}.")
        for row, cells in enumerate(board):
            if len(cells) != self.columns:
                raise BadPosition(f"Row {row} of the board has {len(cells)} cells; expected {self.columns}.")
            if UNKNOWN in cells:
                raise BadPosition(f"Cell {row},{cells.index(UNKNOWN)} of the board is not known (`?`).")
            if strange := [label for label in cells if label != EMPTY and not label.isalpha()]:
                raise BadPosition(f"Cell {row},{cells.index(strange[0])} of the board is no alien and no puyo.")
        unseen = (UNSEEN * self.columns,) * (self.rows - len(board))
        return (*reversed(board), *unseen)

    def _height(self, lines: tuple[str, ...]) -> int:
        text = "".join(lines) or str(rules.START_HEIGHT)
        if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
            raise BadPosition(f"`height` is where the row next to the player is drawn, in pixels; not {text!r}.")
        return int(text)

    def _shooter(self, lines: tuple[str, ...]) -> str:
        text = "".join(lines)
        column, _, side = text.partition(" ")
        if text and not (column.isascii() and column.isdigit() and int(column) < self.columns and side in SIDES):
            raise BadPosition(f"`shooter` is a column from 0 and a side, such as 3 R; not {text!r}.")
        return text


_ANSWERS = 350
"""Shots that are looked at for each one that is followed."""
_DIGITS = 4
GAME = Invader
