"""Panel de Pon as the console plays it, frame by frame: puzzles, endless, two minutes, and two against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.arcade.scene import ArcadeError

if TYPE_CHECKING:
    from bot.arcade.paneldepon.game import PanelGame

MODES = ("puzzle", "endless", "time", "versus")
OPPONENTS = ("engine", "person")
USUAL = (620, 720)
"""Width and height of the picture with one board."""
WIDE = (1080, 720)
"""With two."""


def make(
    *,
    seed: int = 0,
    skin: str = "panels",
    size: tuple[int, int] | None = None,
    mode: str = "puzzle",
    preset: str = "normal",
    opponent: str = "engine",
) -> PanelGame:
    """A game in one of the MODES; `preset` is how fast panels clear: easy, normal, hard or ex. Raises ArcadeError.

    In a versus game the `opponent` is the engine's player or another person at the same keyboard. The seed is the
    number of the puzzle, or what the panels are drawn from.
    """
    from bot.arcade.paneldepon.puzzle import PuzzleGame, plainly
    from bot.arcade.paneldepon.rising import TRIAL, RisingGame, VersusGame
    from bot.arcade.paneldepon.rival import rival
    from bot.arcade.paneldepon.skins import load_skin
    from bot.arcade.puzzles import shipped
    from engine.games.paneldepon.timing import PRESETS

    for word, known, given in (("mode", MODES, mode), ("preset", PRESETS, preset), ("opponent", OPPONENTS, opponent)):
        if given not in known:
            raise ArcadeError(f"There is no {word} called {given!r}; known are {', '.join(known)}.")
    panels = load_skin(skin)
    if mode == "versus":
        other = rival if opponent == "engine" else None
        return VersusGame(skin=panels, preset=preset, seed=seed, size=size or WIDE, rival=other)
    if mode == "puzzle":
        own = shipped("paneldepon")
        return PuzzleGame(
            lambda n: plainly(own[n % len(own)]), skin=panels, preset=preset, seed=seed, size=size or USUAL
        )
    seconds = TRIAL if mode == "time" else None
    return RisingGame(skin=panels, preset=preset, seed=seed, size=size or USUAL, seconds=seconds)
