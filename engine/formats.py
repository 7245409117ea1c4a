"""Games whose positions other programs write in forms of their own, such as `.non` or the ID of a puzzle."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.position import Position

TEXT = "text"
"""The form of Banmen itself."""


@runtime_checkable
class Translator(Protocol):
    """A game that reads and writes such forms."""

    @property
    def formats(self) -> tuple[str, ...]:
        """Their names, without `text`."""

    def read_format(self, text: str) -> Position | None:
        """The position that a text in one of these forms holds; None where it is in none of them. Raises BadPosition
        where it plainly is, but is faulty.
        """

    def write_format(self, position: Position, form: str) -> str:
        """A position in one of these forms. Raises BadPosition where the form cannot hold it."""
