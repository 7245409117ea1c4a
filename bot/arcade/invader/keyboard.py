"""The keys of Puyo Invader: what they ask for, a hundredth of a second after the other."""

from __future__ import annotations

from types import MappingProxyType

from bot.arcade.running.keyboard import HeldKeys
from engine.games.invader.running import BACK, LEFT, RIGHT, SHOOT, TURN

KEYS = MappingProxyType(
    {
        "Left": LEFT, "Right": RIGHT, "Up": TURN, "Down": BACK, "space": SHOOT, "Return": SHOOT,
        "a": LEFT, "d": RIGHT, "w": TURN, "s": BACK, "x": TURN, "z": BACK,
    }
)  # fmt: skip
REPEAT_AFTER = 25
"""Ticks that a key for a step is held before it begins to repeat."""
REPEAT = 10
"""Ticks from one repetition to the next."""


class Keyboard(HeldKeys):
    """Keys to walk, to turn the pair and to shoot it."""

    def __init__(self) -> None:
        super().__init__(KEYS)

    def tick(self) -> tuple[str, ...]:
        """What they ask for now, in order."""
        asked = list(self._due)
        self._due.clear()
        for meaning in self._held:
            self._held[meaning] += 1
            over = self._held[meaning] - REPEAT_AFTER
            if meaning in (LEFT, RIGHT) and over >= 0 and over % REPEAT == 0:
                asked.append(meaning)
        return tuple(asked)
