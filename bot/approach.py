"""The way of the hand to where moves begin: no press is made where the hand is not seen to be.

Where a program shows its cursor, the cursor is walked first and pressed only once it is seen in its place. Keys that
were lost or came twice are then a longer way, and never a wrong move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

from bot.action import Action
from bot.reading import Reading
from bot.step import Act, Look
from engine.moves import Move

CURSOR: Final = "cursor"
"""The block of a position that says where the hand is."""
MARKED: Final = "marked"
"""The block of a position that says which cells look picked."""
FADES: Final = 0.4
"""Seconds within which a cell that the pointer has left looks like the others again."""


@runtime_checkable
class Walks(Protocol):
    """A control whose hand has to be brought to a place before it can do something there."""

    def way(self, moves: Sequence[Move], seen: Reading) -> Sequence[Action]:
        """What brings the hand from where it is seen to where the moves begin; nothing where it is there."""


@runtime_checkable
class StepsAside(Protocol):
    """A control whose hand can rest beside the board."""

    def aside(self, seen: Reading) -> Sequence[Action]:
        """What brings the hand there."""


class Approach:
    """Watches the hand and brings it to where moves begin."""

    def __init__(self, astray: float, hidden: float) -> None:
        """A hand that was sent out and does not move for `astray` seconds is sent once more; one that was seen before
        and is hidden now is waited for `hidden` seconds.
        """
        self._astray, self._hidden = astray, hidden
        self._hand: tuple[str, ...] | None = None
        self._since = 0.0
        """When the hand was first seen where it is."""
        self._seen: float | None = None
        """When it was seen last; None where it never was."""
        self._sent: list[float] = []
        """When it was sent to where it is to go now."""
        self._aside: float | None = None
        """When the hand was first beside the board; None while it may lie over a cell."""
        self.leads = False
        """Whether the last step was to bring the hand to its place."""

    def see(self, reading: Reading) -> None:
        """Take in where the hand is."""
        self.leads = False
        hand = reading.position.blocks.get(CURSOR) if reading.position is not None else None
        if hand is None:
            return
        self._seen = reading.time
        if hand != self._hand:
            self._hand, self._since = hand, reading.time

    def step(self, control: object, moves: Sequence[Move], reading: Reading) -> Act | Look | None:
        """What to do before the moves are made; None where nothing has to be done, or the hand is not to be seen."""
        if isinstance(control, StepsAside):
            return self._off_the_board(control, moves, reading)
        if not isinstance(control, Walks) or self._seen is None or reading.position is None:
            return None
        if CURSOR not in reading.position.blocks:
            return Look("the cursor is hidden") if reading.time - self._seen < self._hidden else None
        stands = reading.time - max([self._since, *self._sent[-1:]])
        actions = tuple(control.way(moves, reading))
        if not actions:
            # Sent twice, it may yet be on its way through its place.
            if len(self._sent) > 1 and stands < self._astray:
                return Look("waiting whether the cursor stays")
            self._sent = []
            return None
        if self._sent and stands < self._astray:
            return Look("the cursor is on its way")
        self._sent.append(reading.time)
        self.leads = True
        return Act(tuple(moves), actions, leads=True)

    def _off_the_board(self, control: StepsAside, moves: Sequence[Move], reading: Reading) -> Act | Look | None:
        """Before the first move the hand may lie anywhere, and a cell under it may look picked because of that alone:
        it is put aside, and what still looks picked then is.
        """
        if self._aside is None:
            self._aside = reading.time
            if reading.position is not None and reading.position.blocks.get(MARKED):
                self.leads = True
                return Act(tuple(moves), tuple(control.aside(reading)), leads=True)
            self._aside -= FADES
        if reading.time - self._aside < FADES:
            return Look("waiting whether what looks picked only lay under the pointer")
        return None
