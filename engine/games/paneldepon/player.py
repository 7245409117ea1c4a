"""Hands for the planner of Panel de Pon: which keys to press in the next frame of a running game."""

from __future__ import annotations

from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.kernels import can_swap
from engine.games.paneldepon.planner import GOAL, Depth, Planner, place_of
from engine.games.paneldepon.running import NOTHING, Keys, Running
from engine.games.paneldepon.timing import COLUMNS

HANDS = Pace()
DEPTH = Depth()


class ChainPlayer:
    """Plays a running game for long chains; `decide` says which keys to press in the next frame."""

    def __init__(self, pace: Pace = HANDS, depth: Depth = DEPTH, goal: int = GOAL, reserve: int = 0) -> None:
        """Hands of that pace; chains of so many links are long enough; so many rows stay free above what is raised."""
        self.planner = Planner(pace, depth, goal, reserve=reserve)
        self._pace = pace
        self._step_wait = self._swap_wait = 0
        self._pressed = False

    def decide(self, game: Running) -> Keys:
        """The keys for the next frame; to be asked once a frame."""
        self._step_wait, self._swap_wait = max(self._step_wait - 1, 0), max(self._swap_wait - 1, 0)
        if self._pressed and game.meta[k.QUEUED] >= 0:
            self.planner.swapped(int(game.meta[k.QUEUED]))
        self._pressed = False
        intent = self.planner.look(game, (self._step_wait, self._swap_wait))
        if intent.swap < 0:
            return Keys(lift=intent.lift)
        if intent.swap != place_of(game):
            return self._step(game, intent.swap)
        if self._swap_wait or game.meta[k.QUEUED] >= 0 or not can_swap(game.cells, game.meta, intent.swap):
            return NOTHING
        self._swap_wait, self._pressed = self._pace.swap_frames, True
        return Keys(swap=True)

    def _step(self, game: Running, goal: int) -> Keys:
        """A step towards a place, up and down first."""
        if self._step_wait:
            return NOTHING
        self._step_wait = self._pace.step_frames
        row, column = game.cursor
        if row != goal // COLUMNS:
            return Keys("up" if row < goal // COLUMNS else "down")
        return Keys("right" if column < goal % COLUMNS else "left")
