"""How a kind of move is done by a kind of hand; the layout names which one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.action import Action
from bot.reading import Reading
from engine.moves import Move


class Control(Protocol):
    """Turns moves into actions."""

    def actions(self, moves: Sequence[Move], seen: Reading, attempt: int = 1) -> Sequence[Action]:
        """What the hand does to play the moves, one after the other, on the screen as it was seen, marks and cursor
        included: what is already done (a tile that is already picked, a cell that is already filled) is not done
        again. The more attempts have failed, the less is taken for granted.
        """
