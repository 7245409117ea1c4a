"""Puyo Invader: rows of aliens come down, and are shot with pairs of puyos."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.arcade.invader.game import InvaderGame

USUAL = (704, 600)
"""Width and height of the picture: two pixels for one of the original's 320x240, with the window's own bars."""


def make(*, seed: int = 0, skin: str = "creatures", size: tuple[int, int] | None = None) -> InvaderGame:
    """A game; the seed says which aliens and which pairs come. Raises ArcadeError."""
    from bot.arcade.invader.game import InvaderGame
    from bot.arcade.invader.looks import load_look

    return InvaderGame(look=load_look(skin), seed=seed, size=size or USUAL)
