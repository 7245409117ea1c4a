"""Games that one can play without a screen: the game deals itself, and tells what a move brought."""

from __future__ import annotations

from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from engine.moves import Move

S = TypeVar("S")


class Turn(NamedTuple, Generic[S]):
    """What a move led to."""

    state: S
    """The state after it, with what the deal then shows."""
    points: int
    rows: int
    """Lines that went with it."""


@runtime_checkable
class Solo(Protocol[S]):
    """A game that deals itself: the same seed and the same moves give the same game."""

    def deal(self, seed: int) -> S:
        """The state at the beginning of the game of this seed."""

    def take_turn(self, state: S, move: Move, seed: int, number: int) -> Turn[S]:
        """What the move with this number, counted from 0, leads to in the game of this seed. Raises IllegalMove."""
