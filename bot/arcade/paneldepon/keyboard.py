"""The keys of one player of Panel de Pon: what they ask for, frame by frame."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.arcade.running.keyboard import HeldKeys
from engine.games.paneldepon.running import STEPS, Keys

REPEAT_AFTER = 14
"""Frames that a key for a step is held before it begins to repeat; then a step comes every other frame."""

RIGHT_HAND = MappingProxyType(
    {
        "Up": "up", "Down": "down", "Left": "left", "Right": "right",
        "Return": "swap", "KP_Enter": "swap", "Shift_R": "raise",
    }
)  # fmt: skip
LEFT_HAND = MappingProxyType(
    {"w": "up", "s": "down", "a": "left", "d": "right", "space": "swap", "f": "swap", "e": "raise"}
)
EITHER_HAND = MappingProxyType({**RIGHT_HAND, **LEFT_HAND})
"""Where one plays alone all keys do."""


class Keyboard(HeldKeys):
    """Keys to up, down, left, right, swap and raise."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        super().__init__(meanings)
        self._lifts = False

    def ask(self, meaning: str) -> None:
        """Ask for a step, a swap or a raise once."""
        if meaning == "raise":
            self._lifts = True
        else:
            super().ask(meaning)

    @property
    def busy(self) -> bool:
        """Whether the next frame has something to do for them."""
        return super().busy or self._lifts

    def frame(self) -> Keys:
        """What they ask for in the next frame: a step at the most, then a swap."""
        step, swap = "", False
        if self._due and self._due[0] in STEPS:
            step = self._due.popleft()
        if self._due and self._due[0] == "swap":
            self._due.popleft()
            swap = True
        for meaning in self._held:
            self._held[meaning] += 1
            over = self._held[meaning] - REPEAT_AFTER
            if meaning in STEPS and not step and over >= 0 and over % 2 == 0:
                step = meaning
        lifts, self._lifts = self._lifts or "raise" in self._held, False
        return Keys(step, swap, lifts)
