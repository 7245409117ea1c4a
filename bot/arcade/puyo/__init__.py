"""Puyo Puyo under the rules of Tsu: fifty pairs, endless, two against each other; with faces, or with shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.arcade.scene import ArcadeError

if TYPE_CHECKING:
    from bot.arcade.puyo.game import PuyoGame

MODES = ("trial", "endless", "versus")
OPPONENTS = ("engine", "person")
USUAL = (620, 720)
"""Width and height of the picture with one board."""
WIDE = (1120, 720)
"""With two."""


def make(
    *,
    seed: int = 0,
    skin: str = "faces",
    size: tuple[int, int] | None = None,
    mode: str = "trial",
    preset: str = "normal",
    opponent: str = "engine",
) -> PuyoGame:
    """A game in one of the MODES; `preset` is how fast pairs fall and the opponent plays: easy, normal or hard.

    In a versus game the `opponent` is the engine's player or another person at the same keyboard. The seed says which
    pairs come. Raises ArcadeError.
    """
    from bot.arcade.puyo.game import TRIAL, AloneGame, VersusGame
    from bot.arcade.puyo.pace import PACES
    from bot.arcade.puyo.rival import rival
    from bot.arcade.puyo.skins import load_skin

    for word, known, given in (
        ("mode", MODES, mode),
        ("preset", tuple(PACES), preset),
        ("opponent", OPPONENTS, opponent),
    ):
        if given not in known:
            raise ArcadeError(f"There is no {word} called {given!r}; known are {', '.join(known)}.")
    looks, pace = load_skin(skin), PACES[preset]
    if mode == "versus":
        other = (lambda: rival(preset)) if opponent == "engine" else None
        return VersusGame(skin=looks, pace=pace, seed=seed, size=size or WIDE, rival=other)
    pairs = TRIAL if mode == "trial" else None
    return AloneGame(skin=looks, pace=pace, seed=seed, size=size or USUAL, pairs=pairs)
