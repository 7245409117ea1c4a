"""The keys of one player of Puyo Puyo: what they ask for, frame by frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import MappingProxyType

from bot.arcade.puyo.pace import REPEAT, REPEAT_AFTER

RIGHT_HAND = MappingProxyType(
    {"Left": "left", "Right": "right", "Down": "drop", "Up": "turn", "Return": "turn", "Shift_R": "back"}
)
LEFT_HAND = MappingProxyType({"a": "left", "d": "right", "s": "drop", "w": "turn", "e": "turn", "q": "back"})
EITHER_HAND = MappingProxyType({**RIGHT_HAND, **LEFT_HAND, "x": "turn", "z": "back", "space": "turn"})
"""Where one plays alone all keys do."""
STEPS = ("left", "right")


class Keyboard:
    """Keys that go down and up between frames; no press is lost, however short it was."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        """`meanings` are X keysym names to left, right, drop, turn (clockwise) and back."""
        self._meanings = meanings
        self._due: deque[str] = deque()
        self._held: dict[str, int] = {}

    def press(self, name: str) -> bool:
        """A key goes down; whether it means anything here."""
        meaning = self._meanings.get(name)
        if meaning is None:
            return False
        if meaning not in self._held:
            self._held[meaning] = 0
            self._due.append(meaning)
        return True

    def let_go(self, name: str) -> None:
        """A key goes up."""
        self._held.pop(self._meanings.get(name, ""), None)

    @property
    def busy(self) -> bool:
        """Whether the next frame has something to do for them."""
        return bool(self._due or self._held)

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
