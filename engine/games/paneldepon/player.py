"""The real-time player of Panel de Pon: raises the stack, thinks of a chain, plays it, and thinks on meanwhile."""

from __future__ import annotations

from engine.games.paneldepon import kernels as k
from engine.games.paneldepon.beam import Beam, Link, Pace, root_of
from engine.games.paneldepon.levelling import level
from engine.games.paneldepon.running import NOTHING, Keys, Running
from engine.games.paneldepon.timing import CHAIN_SCORES, COLUMNS, ROWS

GOAL = len(CHAIN_SCORES) - 1
"""Links worth making: longer chains score nothing more."""

SLACK = 20
"""A link that comes so many frames late will not come any more."""


class ChainPlayer:
    """Plays a running game for long chains; `decide` says which keys to press in the next frame."""

    def __init__(
        self, pace: Pace = Pace(), *, boards: int = 8, width: int = 12, wide: int = 48, goal: int = GOAL
    ) -> None:
        """Hands of that pace; so many boards are looked at in a frame; so wide a search before a chain is begun, and
        while it is played; so many links are wanted.
        """
        self.pace, self.goal = pace, goal
        self.boards, self.width, self.wide = boards, width, wide
        self._waits = [0, 0]
        self._pressed = -1
        self._plan: list[Link] = []
        self._swaps: list[int] = []
        self._beam: Beam | None = None
        self._fed = 0
        self._due = 0

    def decide(self, game: Running) -> Keys:
        """The keys for the next frame."""
        self._waits = [max(wait - 1, 0) for wait in self._waits]
        risen = int(game.meta[k.FED]) - self._fed
        self._fed += risen
        if risen:
            self._swaps = [place + risen * COLUMNS for place in self._swaps]
        if self._pressed >= 0:
            if game.meta[k.QUEUED] == self._pressed + risen * COLUMNS and self._swaps:
                self._swaps.pop(0)
            self._pressed = -1
        if game.meta[k.EVENT_SIZE] and (game.meta[k.EVENT_CHAIN] or not self._plan or self._plan[0].number == 1):
            self._linked(game)
        elif self._plan and game.frame > self._due:
            self._plan, self._swaps, self._beam = [], [], None
        if self._plan:
            self._think_on(game)
            return self._hands(game)
        self._swaps = []
        if game.meta[k.QUEUED] < 0 and self._beam is None:
            place = level(game.cells, game.meta, game.cursor[0] * COLUMNS + game.cursor[1])
            if place >= 0:
                self._swaps = [place]
                return self._hands(game)
        if self._busy(game):
            self._think_on(game)
            return NOTHING
        return self._prepare(game)

    @staticmethod
    def _busy(game: Running) -> bool:
        """Whether anything moves."""
        meta = game.meta
        return bool(meta[k.QUEUED] >= 0 or meta[k.ACTIVE] or meta[k.WAS_ACTIVE] or meta[k.CHANGES])

    def _prepare(self, game: Running) -> Keys:
        """Before a chain: raise the stack, then think."""
        if self._room(game):
            self._beam = None
            return Keys(lift=True)
        if self._beam is None or self._beam.root.number:
            self._beam = Beam(self._here(game, 0), game.times, self.pace, self.width, self.goal)
        self._beam.search(self.boards)
        if self._beam.done:
            self._adopt(game, self._beam.best.since(self._beam.root), self._beam.root.time)
            self._beam = None
        return NOTHING

    def _room(self, game: Running) -> bool:
        """Whether another row may come up."""
        return not game.cells[(ROWS - 1) * COLUMNS : (ROWS + 1) * COLUMNS].any()

    def _here(self, game: Running, links: int) -> Link:
        """The board as it is now."""
        row, column = game.cursor
        return root_of(game.cells, game.meta, row * COLUMNS + column, (self._waits[0], self._waits[1]), links)

    def _adopt(self, game: Running, plan: list[Link], now: int = 0) -> None:
        """Play this chain from now on; `now` is the time from which its links are counted."""
        self._plan = plan
        self._swaps = list(plan[0].swaps) if plan else []
        self._due = game.frame + plan[0].time - now + SLACK if plan else 0

    def _linked(self, game: Running) -> None:
        """A match has begun: is it the one that was planned?"""
        expected = self._plan[0] if self._plan else None
        if expected is not None and (expected.cells[6:78] == game.cells[6:78]).all():
            self._adopt(game, self._plan[1:], expected.time)
            return
        self._adopt(game, [])
        self._beam = Beam(self._here(game, max(game.chain, 1)), game.times, self.pace, self.width, self.goal)
        self._beam.search(self.boards)
        self._take(game, self._beam)
        self._beam = None

    def _think_on(self, game: Running) -> None:
        """While a chain is being played: look for one that goes on longer, from a link on that is still to come."""
        beam = self._beam
        if beam is not None and beam.done:
            self._take(game, beam)
            beam = self._beam = None
        if beam is None and len(self._plan) > 0 and self._plan[-1].number < self.goal:
            beam = self._beam = Beam(self._plan[0], game.times, self.pace, self.wide, self.goal)
        if beam is not None:
            beam.search(self.boards)

    def _take(self, game: Running, beam: Beam) -> None:
        """Go on as the search found it, where that is longer and not too late."""
        found = beam.best
        if not self._plan:
            self._adopt(game, found.since(beam.root), beam.root.time)
        elif found.number > self._plan[-1].number and beam.root in self._plan:
            at = self._plan.index(beam.root)
            self._plan = self._plan[: at + 1] + found.since(beam.root)

    def _hands(self, game: Running) -> Keys:
        """Go on with the swaps of the plan."""
        if not self._swaps:
            return NOTHING
        goal = self._swaps[0]
        row, column = game.cursor
        place = row * COLUMNS + column
        if place != goal:
            if self._waits[0] > 0:
                return NOTHING
            self._waits[0] = self.pace.step_frames
            if row != goal // COLUMNS:
                return Keys("up" if row < goal // COLUMNS else "down")
            return Keys("right" if column < goal % COLUMNS else "left")
        if self._waits[1] > 0 or game.meta[k.QUEUED] >= 0 or not k.can_swap(game.cells, game.meta, goal):
            return NOTHING
        self._waits[1] = self.pace.swap_frames
        self._pressed = goal
        return Keys(swap=True)
