"""The engine at the second board: how fast its hands are, and how long the chains that it looks for."""

from __future__ import annotations

from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.player import ChainPlayer

_HANDS = {
    "easy": (Pace(step_frames=8, swap_frames=24), 4),
    "normal": (Pace(step_frames=6, swap_frames=18), 4),
    "hard": (Pace(step_frames=4, swap_frames=12), 8),
    "ex": (Pace(step_frames=2, swap_frames=5), 13),
}
"""Preset to hands, and links after which a chain is long enough."""


def rival(preset: str) -> ChainPlayer:
    """A player that is as hard to beat as the preset says."""
    pace, goal = _HANDS[preset]
    return ChainPlayer(pace, goal=goal)
