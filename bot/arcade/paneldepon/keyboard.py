"""The keys of one player of Panel de Pon: what they ask for, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType

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


class Keyboard:
    """Keys that go down and up between frames; no press is lost, however short it was."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        """`meanings` are X keysym names to up, down, left, right, swap and raise."""
        self._meanings = meanings
        self._due: deque[str] = deque()
        self._held: dict[str, int] = {}
        self._lifts = False

    def press(self, name: str) -> bool:
        """A key goes down; whether it means anything here."""
        meaning = self._meanings.get(name)
        if meaning is None:
            return False
        if meaning not in self._held:
            self._held[meaning] = 0
            self.ask(meaning)
        return True

    def ask(self, meaning: str) -> None:
        """Ask for a step, a swap or a raise once."""
        if meaning == "raise":
            self._lifts = True
        else:
            self._due.append(meaning)

    def let_go(self, name: str) -> None:
        """A key goes up."""
        self._held.pop(self._meanings.get(name, ""), None)

    @property
    def busy(self) -> bool:
        """Whether the next frame has something to do for them."""
        return bool(self._due or self._held or self._lifts)

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
