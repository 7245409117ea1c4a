"""What there is to see in the window of a running game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

W = TypeVar("W")


@dataclass(frozen=True)
class Picture(Generic[W]):
    """Everything that there is to see in the window; a W is what a player sees of one board."""

    wells: tuple[W, ...]
    panel: tuple[str, ...] = ()
    """A notice over the boards: its heading, then smaller lines."""
    status: tuple[str, str] = ("", "")
    off: frozenset[str] = field(default_factory=frozenset)
    """The buttons that would do nothing now."""
