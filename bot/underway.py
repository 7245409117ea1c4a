"""Moves that were played and are not yet seen to be done: what the board must become, and how much of that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from bot.cover import may_show, on_the_way
from bot.reading import Reading, Sight
from bot.step import in_short
from engine.api import Game, Move, Outcome
from engine.moves import Pick, show_cell
from engine.position import EMPTY, UNKNOWN, Position

CROSSED: Final = "x"
"""The label of a cell that is crossed out."""


@dataclass
class UnderWay:
    """What was played last, and what is known of it."""

    games: Sequence[Game[Any]]
    """The house rules that are possible, the likeliest first."""
    moves: tuple[Move, ...]
    before: Any
    """The state in which they were played."""
    at: float
    """When, in the seconds of the readings."""
    attempt: int = 1
    missing: float = inf
    """The least number of cells that were still to change when something was done again."""
    actions: int = 0
    """Of the last attempt."""
    cut: bool = False
    """Whether the gate held a part of it back, which is then no fault of the game."""
    rested: float = 0.0
    """Seconds for which the board had stood still when they were played."""
    refused: tuple[Move, ...] = ()
    """Moves that the program did not take before these: a tile of one may be picked still."""
    _expected: tuple[Any, ...] | None = None

    def __str__(self) -> str:
        return in_short(self.moves)

    @property
    def expected(self) -> tuple[Any, ...]:
        """What the board must become under each of the games."""
        return self.foresee()

    def foresee(self) -> tuple[Any, ...]:
        """Work that out, once."""
        if self._expected is None:
            self._expected = tuple(_played(game, self.before, self.moves) for game in self.games)
        return self._expected

    def way(self) -> list[Any]:
        """The states from the one in which they were played to the one that the first of the games expects."""
        states = [self.before]
        for move in self.moves:
            states.append(self.games[0].play(states[-1], move))
        return states

    def stirred(self, state: Any) -> bool:
        """Whether more changed than the cells that were touched: then things fall, and look landed a little early."""
        before, after = self._board(self.before), self._board(state)
        touched = {cell for move in self.moves for cell in move.cells}
        return any(
            old != new and (row, column) not in touched
            for row, (a, b) in enumerate(zip(before, after, strict=True))
            for column, (old, new) in enumerate(zip(a, b, strict=True))
        )

    def half_done(self, state: Any) -> bool:
        """Whether the screen shows a part of what was played, and nothing else; where things fall, nobody can say."""
        after = self.expected[0]
        now, before, then = (self._board(each) for each in (state, self.before, after))
        return now not in (before, then) and on_the_way(now, before, then) and not self.stirred(after)

    def replaced(self, state: Any) -> bool:
        """Whether a state is one of another board: of another size, or with other clues, or whatever else the moves do
        not change.
        """
        now, before, after = (self.games[0].show(each) for each in (state, self.before, self.expected[0]))
        if [len(row) for row in now.board] != [len(row) for row in before.board]:
            return True
        kept = (name for name in before.blocks if name != "board" and after.blocks.get(name) == before.blocks[name])
        return any(now.blocks.get(name) != before.blocks[name] for name in kept)

    def otherwise(self, state: Any) -> str:
        """Which cell was filled with another colour than was asked for, in words; empty where none was: programs with
        several have one of them chosen.
        """
        now, before = self._board(state), self._board(self.before)
        for move in self.moves:
            label = getattr(move, "label", EMPTY)
            for row, column in move.cells:
                seen = now[row][column]
                if label.isalpha() and seen.isalpha() and seen not in (label, before[row][column], CROSSED):
                    return f"{show_cell((row, column))} {seen} where {label} was meant"
        return ""

    def still_missing(self, state: Any) -> int:
        """How many cells are still to change: fewer each time is an answer, too."""
        now, then = self._board(state), self._board(self.expected[0])
        return sum(a != b for a, b in zip("".join(now), "".join(then), strict=True))

    def leaves_no_move(self, reading: Reading) -> bool:
        """Whether it leaves no other move, and some of what it leaves is hidden, but nothing else is seen."""
        if reading.position is None:
            return False
        if any(game.outcome(then) is not Outcome.STUCK for game, then in zip(self.games, self.expected, strict=True)):
            return False
        now = reading.position.board
        return any(may_show(now, self._board(then), EMPTY + UNKNOWN) for then in self.expected)

    def left(self, state: Any) -> list[Move]:
        """Those of the moves that can still be made."""
        legal = set(self.games[0].moves(state))
        return [move for move in self.moves if move in legal]

    def as_picked(self, reading: Reading) -> Reading | None:
        """The board as it was before tiles were picked, where nothing but these cannot be told, or looks gone without
        the tile that goes with it: they are told as picked, for a tile that is may look like no other, or lie face
        down, and the one that it goes with was not hit. None where more is amiss.
        """
        if reading.position is None or reading.sight not in {Sight.CLEAR, Sight.DOUBT}:
            return None
        moves = (*self.moves, *self.refused)
        if not all(isinstance(move, Pick) for move in moves):
            return None
        now, before = reading.position.board, self._board(self.before)
        if [len(row) for row in now] != [len(row) for row in before]:
            return None
        alone = {cell for move in moves for cell in _left_alone(move, now)}
        now = tuple("".join(UNKNOWN if (r, c) in alone else x for c, x in enumerate(row)) for r, row in enumerate(now))
        unseen = reading.unknown | alone
        if not unseen or not unseen <= {cell for move in moves for cell in move.cells}:
            return None
        if not may_show(now, before, UNKNOWN):
            return None
        marked = {*reading.position.blocks.get("marked", ()), *(f"{row},{column}" for row, column in unseen)}
        return replace(reading, position=Position({"board": before, "marked": tuple(sorted(marked))}))

    def beneath(self, reading: Reading) -> Reading | None:
        """The board as it must be after pairs were taken, or was before, where nothing but cells that are empty then
        cannot be told: some programs leave the line between a pair there until something else is clicked. None where
        more is amiss.
        """
        if reading.position is None or reading.sight is not Sight.DOUBT:
            return None
        if not all(isinstance(move, Pick) for move in self.moves):
            return None
        now = reading.position.board
        for state in (*self.expected, self.before):
            then = self._board(state)
            if may_show(now, then, UNKNOWN) and all(
                label != UNKNOWN or will == EMPTY for label, will in zip("".join(now), "".join(then), strict=True)
            ):
                return replace(reading, sight=Sight.CLEAR, position=Position({"board": then}), doubts=(), why="")
        return None

    def half_gone(self, reading: Reading) -> bool:
        """Whether of every pair one tile is seen to be gone, or both are, and of some the other cannot be told: a pair
        goes as one.
        """
        if reading.position is None or not all(isinstance(move, Pick) for move in self.moves):
            return False
        board = reading.position.board
        if [len(row) for row in board] != [len(row) for row in self._board(self.before)]:
            return False
        pairs = [{board[row][column] for row, column in move.cells} for move in self.moves]
        return all(EMPTY in pair <= {EMPTY, UNKNOWN} for pair in pairs) and any(UNKNOWN in pair for pair in pairs)

    def _board(self, state: Any) -> tuple[str, ...]:
        return self.games[0].show(state).board


def _left_alone(move: Move, board: Sequence[str]) -> set[tuple[int, int]]:
    """The cells of a pair that are seen empty while another of it is not: a pair goes as one."""
    gone = {(row, column) for row, column in move.cells if board[row][column] == EMPTY}
    return gone if len(gone) < len(move.cells) else set()


def _played(game: Game[Any], state: Any, moves: Sequence[Move]) -> Any:
    """The state after several moves."""
    for move in moves:
        state = game.play(state, move)
    return state
