"""Games whose clock does not wait: who plays them sees the screen again and again and says what to do now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from engine.moves import Cell, Move
from engine.position import Position


class Player(Protocol):
    """Plays one game; it remembers what it saw and what it is about to do."""

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        """The moves to make now, in order; none: nothing yet. `time` are seconds that never go back. It may be asked as
        often as the screen is read; what it asked for and does not see done, it asks for again. Raises BadPosition.
        """


@runtime_checkable
class Checks(Protocol):
    """A player that holds what it sees against what it expected."""

    surprises: int
    """How often the board was not what its last move leads to."""
    repeats: int
    """How often a move was asked for once more that the hand had not brought about."""


@runtime_checkable
class Stacked(Protocol):
    """A player of a game whose board is never empty while it runs."""

    least_pieces: int
    """Fewer are not to be seen for long before the game has ended."""


@runtime_checkable
class RealTime(Protocol):
    """A game that can be played while its clock runs."""

    def player(self, *, step_ms: float, swap_ms: float) -> Player:
        """A player for a new game, whose hands take so long for a step of the cursor, and from one swap to the next."""


@runtime_checkable
class Spawns(Protocol):
    """A game whose pieces appear in one column; which one is a house rule of this name."""

    @property
    def spawn(self) -> int:
        """Counted from the left, from 0."""
        ...


@runtime_checkable
class Littered(Protocol):
    """A game with pieces that never go by themselves, however many of them lie together."""

    @property
    def inert(self) -> str:
        """The label of such a piece."""
        ...


@runtime_checkable
class Clearing(Protocol):
    """A game in which like pieces that lie together go by themselves."""

    def clearing(self, board: Sequence[str]) -> Collection[Cell]:
        """The cells of a board, a string of labels for each row, whose pieces are about to go."""
        ...


@runtime_checkable
class Joining(Protocol):
    """A game whose pieces may be drawn joined with their like, where they lie beside each other."""

    @property
    def joins(self) -> bool:
        """Whether they are."""
        ...


@runtime_checkable
class Matching(Protocol):
    """A game in which labels that differ may fit one another."""

    def kind(self, label: str) -> str:
        """What a label counts as: the same for all that fit one another; nothing for one that need not fit any."""
        ...


@runtime_checkable
class Sized(Protocol):
    """A game whose board has one size under its house rules, and others under others."""

    def sized(self, rows: int, columns: int) -> Mapping[str, bool | int | str] | None:
        """The house rules that a board asks for which shows so many rows and columns; none where they are these
        already; None where no board of that size is played on.
        """


@runtime_checkable
class Untimed(Protocol):
    """A game with times of its own, which can also be played in a program whose times nobody knows."""

    @property
    def untimed(self) -> Mapping[str, bool | int | str]:
        """The house rules under which it is then played."""
