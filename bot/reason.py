"""Why a board is not told beyond doubt: what that is about, and the sentence that says so to people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class About(Enum):
    """What a reason is about. What is done about it hangs on this, never on its sentence."""

    CELLS = "cells"
    """Some cells could not be told."""
    EXTENT = "extent"
    """How far the board reaches."""
    WHICH = "which"
    """Which of several boards alike is the player's."""
    FEW = "few"
    """That the board shows no piece by which a kind is known: it has only begun."""
    FAINT = "faint"
    """The board is hardly told from its ground."""
    WHOLE = "whole"
    """The board as a whole: it is cut off, its kinds are too much alike…"""


@dataclass(frozen=True)
class Reason:
    """One reason; its `str` is the sentence."""

    about: About
    said: str
    """What was expected, what was found and what helps."""

    def __str__(self) -> str:
        return self.said
