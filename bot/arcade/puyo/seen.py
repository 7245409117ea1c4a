"""What there is to see of a game of Puyo Puyo: its puyos where they are in this very frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Seen(NamedTuple):
    """A puyo on the screen; places are cells from the upper left corner of what is visible."""

    label: str
    x: float
    y: float
    links: str = ""
    """The sides (U, R, D, L) on which it hangs together with others."""
    lit: bool = False
    """It is about to vanish and flashes."""
    axis: bool = False
    """The one about which a pair is turned."""


@dataclass(frozen=True)
class Well:
    """Everything that a player sees of one board."""

    puyos: tuple[Seen, ...] = ()
    coming: tuple[str, ...] = ()
    """The next pairs, axis before child."""
    facts: tuple[tuple[str, str], ...] = ()
    """What is told beside the board: a word and a figure each."""
