"""The whole contract between a game and everything that plays it, on one screen.

A game is a value that holds its house rules. Its states are immutable and hashable and private to it; the
rest of Banmen sees positions (text) and moves. `parse` and `show` are inverses: `parse(show(s)) == s`, and
`show` keeps the labels that `parse` was given, so that two readings of one screen give equal states.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from importlib import import_module
from inspect import signature
from typing import Any, Protocol, TypeVar

from engine import games
from engine.moves import Cell, Move
from engine.position import BadPosition, Position

__all__ = [
    "BadPosition",
    "BadRule",
    "Cell",
    "Game",
    "Limit",
    "Move",
    "Outcome",
    "Plan",
    "Position",
    "game_names",
    "load_game",
]


class BadRule(ValueError):
    """A game or a house rule that does not exist, or a value that it does not take."""


class Outcome(Enum):
    """How a game stands: still open, won, or stuck (no move is left and it is not won)."""

    OPEN = "open"
    WON = "won"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Limit:
    """How much thinking a plan may cost: wall-clock seconds, search nodes, both, or (by default) no limit."""

    seconds: float | None = None
    nodes: int | None = None


class Proof(StrEnum):
    """What is certain of a puzzle that should have one solution."""

    UNIQUE = "unique"
    SEVERAL = "several"
    """A program may want another solution than the one that was found."""
    NONE = "none"


@dataclass(frozen=True)
class Plan:
    """What a game would play from a state, and what it can promise about it."""

    moves: tuple[Move, ...]
    """The moves to play, in order; empty when there is none or nothing is worth playing."""
    reaches: Outcome
    """Where the moves lead. STUCK with a proof: nobody can win from here. OPEN: the best found so far."""
    commit: int = 1
    """How many of the moves may be played before looking at the screen again."""
    score: float = 0.0
    """The game's own measure of the plan, higher is better; comparable within one game only."""
    proof: str | None = None
    """What makes `reaches` certain, in a few words; None where the limit came first. A Proof where others may solve the
    puzzle, too: SEVERAL where it is certain that they do.
    """
    notes: tuple[str, ...] = ()
    """What a person should know besides, a sentence each: that there is another solution, which clue seems wrong…"""
    later: tuple[Move, ...] = ()
    """What is meant to follow while the game goes on by itself, cells as they lie by then: for a person who looks. The
    bot plays only `moves`, and plans again from what it sees."""
    info: Mapping[str, float] = field(default_factory=dict)
    """Figures of the search: nodes, restarts, seconds…"""


S = TypeVar("S")


class Game(Protocol[S]):
    """A puzzle game under one choice of house rules."""

    @property
    def name(self) -> str:
        """The name of its folder in `engine/games`."""

    @property
    def moves_used(self) -> tuple[type[Move], ...]:
        """The kinds of move that this game knows."""

    def parse(self, position: Position) -> S:
        """The state that a position shows. Raises BadPosition with a sentence that names the row."""

    def show(self, state: S) -> Position:
        """The position of a state; `parse` undoes it."""

    def moves(self, state: S) -> Sequence[Move]:
        """All legal moves, in a fixed order."""

    def play(self, state: S, move: Move) -> S:
        """What follows a move. Raises IllegalMove."""

    def outcome(self, state: S) -> Outcome:
        """Whether the game goes on."""

    def plan(self, state: S, limit: Limit) -> Plan:
        """The best moves found within the limit. The same limit in nodes gives the same plan."""

    def trace(self, state: S, move: Move) -> Sequence[Cell]:
        """The cells that a player's eye follows when the move is played; for drawing it as a line.
        Cells may lie one outside the board.
        """

    def variants(self) -> Sequence[Game[S]]:
        """The same game under the other house rules that one look at the board cannot tell apart."""


def game_names() -> tuple[str, ...]:
    """All games in `engine/games`, sorted."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(games.__path__) if m.ispkg))


def load_game(name: str, **house_rules: Any) -> Game[Any]:
    """The game of that name under these house rules. Raises BadRule."""
    if name not in game_names():
        raise BadRule(f"There is no game called {name!r}; the games are {', '.join(game_names())}.")
    make = import_module(f"engine.games.{name}").GAME
    try:
        game: Game[Any] = make(**house_rules)
    except TypeError as error:
        named = [one.name for one in signature(make).parameters.values() if one.kind is not one.VAR_KEYWORD]
        known = dict.fromkeys([*getattr(make, "__dataclass_fields__", ()), *named])
        strange = next((rule for rule in house_rules if rule not in known), None)
        if strange is None:
            raise
        raise BadRule(f"{name} has no house rule {strange!r}; it knows: {', '.join(known) or 'none'}.") from error
    return game
