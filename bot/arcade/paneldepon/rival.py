"""The player of the engine at the second board."""

from __future__ import annotations

from engine.games.paneldepon.running import Keys, Running


class _Idle:
    def keys(self, game: Running) -> Keys:
        return Keys()


def rival(seed: int) -> _Idle:
    """Who plays the right board."""
    return _Idle()
