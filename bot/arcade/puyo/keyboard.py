"""The keys of one player of Puyo Puyo: what they ask for, frame by frame."""

from __future__ import annotations

from types import MappingProxyType

from bot.arcade.puyo.pace import REPEAT, REPEAT_AFTER
from bot.arcade.running.keyboard import HeldKeys

RIGHT_HAND = MappingProxyType(
    {"Left": "left", "Right": "right", "Down": "drop", "Up": "turn", "Return": "turn", "Shift_R": "back"}
)
LEFT_HAND = MappingProxyType({"a": "left", "d": "right", "s": "drop", "w": "turn", "e": "turn", "q": "back"})
EITHER_HAND = MappingProxyType({**RIGHT_HAND, **LEFT_HAND, "x": "turn", "z": "back", "space": "turn"})
"""Where one plays alone all keys do."""
STEPS = ("left", "right")


class Keyboard(HeldKeys):
    """Keys to left, right, drop, turn (clockwise) and back."""

    def frame(self) -> tuple[str, ...]:
        """What they ask for in the next frame, in order; `drop` as long as its key is held."""
        asked = list(self._due)
        self._due.clear()
        for meaning in self._held:
            self._held[meaning] += 1
            over = self._held[meaning] - REPEAT_AFTER
            if meaning in STEPS and meaning not in asked and over >= 0 and over % REPEAT == 0:
                asked.append(meaning)
        if "drop" in self._held and "drop" not in asked:
            asked.append("drop")
        return tuple(asked)

    def lift(self) -> None:
        """A pair lies: the next one is not pushed down by a key that is still held."""
        self._held.pop("drop", None)
