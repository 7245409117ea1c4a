"""What there is to see of a game of Puyo Invader, in pixels of the original's screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Seen(NamedTuple):
    """A cell on the screen: an alien in lower case, a puyo in upper case."""

    label: str
    column: int
    y: int


class Standing(NamedTuple):
    """The pair at the bottom of the screen."""

    labels: str
    """Pivot before child."""
    column: int
    side: str


@dataclass(frozen=True)
class Scenery:
    """Everything that a player sees of the field."""

    cells: tuple[Seen, ...] = ()
    standing: Standing | None = None
    bullet: tuple[int, int] | None = None
    """Its column, and where it is drawn."""
