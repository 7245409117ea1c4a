"""The keys of one player of a running game, between two frames."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping


class HeldKeys:
    """Keys that go down and up between frames; no press is lost, however short it was."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        """`meanings` are X keysym names to what they ask for."""
        self._meanings = meanings
        self._due: deque[str] = deque()
        self._held: dict[str, int] = {}
        """What is held, and for how many frames."""

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
        """Ask for something once."""
        self._due.append(meaning)

    def let_go(self, name: str) -> None:
        """A key goes up."""
        self._held.pop(self._meanings.get(name, ""), None)

    @property
    def busy(self) -> bool:
        """Whether the next frame has something to do for them."""
        return bool(self._due or self._held)
