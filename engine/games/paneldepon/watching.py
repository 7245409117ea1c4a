"""The real-time player of Panel de Pon before a screen: one move at a time, and the next when that one is seen done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.kernels import can_swap
from engine.games.paneldepon.planner import Depth, Planner, place_of
from engine.games.paneldepon.timing import COLUMNS, FRAMES_PER_SECOND, Times
from engine.games.paneldepon.tracker import Tracker
from engine.moves import Move, Raise, Swap
from engine.position import Position

DEPTH = Depth(boards=10)
SLACK = 60
"""So many frames a link may come later than was reckoned: the times of a screen are rough."""
LAG_FRAMES = 15
"""From the end of a key press until its effect must have been seen."""
LEARNING = 0.2
"""How much the last move counts when it is told how much slower the hands are than was said…"""
SLOWEST = 8.0
"""… which is so much at the most."""


class Asked(NamedTuple):
    """A move that hands were asked for."""

    move: Move
    until: int
    """If nothing is seen of it by this frame it is asked for again."""
    fed: int
    """Rows that had come up by then."""
    at: int = 0
    """The frame in which they were."""
    takes: int = 0
    """Frames that they should take."""
    place: int = -1
    pair: tuple[int, int] = (0, 0)
    """The colours of the two that change places."""


class Watcher:
    """Plays what it sees on a screen."""

    def __init__(self, times: Times, pace: Pace) -> None:
        """A game whose panels take such times, hands of that pace."""
        self.tracker = Tracker(times)
        self._planner = Planner(pace, DEPTH, slack=SLACK)
        self._pace = pace
        self._slower = 1.0
        self._asked: Asked | None = None

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        """The swap or raise to make now; none: nothing yet. Raises BadPosition."""
        tracker = self.tracker
        tracker.see(seen, time)
        if self._asked is not None and self._is_done(self._asked):
            if isinstance(self._asked.move, Swap):
                self._planner.swapped()
                self._measure(self._asked)
            self._asked = None
        intent = self._planner.look(tracker)
        if self._asked is not None and tracker.frame < self._asked.until:
            return ()
        self._asked = None
        fed = int(tracker.meta[k.FED])
        if intent.lift:
            self._asked = Asked(Raise(), tracker.frame + 2 * LAG_FRAMES, fed, tracker.frame)
            tracker.raised_by_hand(3 * LAG_FRAMES)
        elif intent.swap >= 0 and can_swap(tracker.cells, tracker.meta, intent.swap):
            self._asked = self._ask(intent.swap, len(seen.board), fed)
        return (self._asked.move,) if self._asked else ()

    def _ask(self, place: int, rows: int, fed: int) -> Asked:
        """Ask for a swap."""
        row, column = divmod(place, COLUMNS)
        at_row, at_column = divmod(place_of(self.tracker), COLUMNS)
        takes = self._pace.step_frames * (abs(row - at_row) + abs(column - at_column)) + self._pace.swap_frames
        now = self.tracker.frame
        until = now + round(takes * self._slower) + LAG_FRAMES
        return Asked(Swap((rows - row, column)), until, fed, now, takes, place, self._pair(place))

    def _measure(self, done: Asked) -> None:
        """Learn from a swap that is seen done how much slower the hands are than was said."""
        slower = (self.tracker.frame - done.at) / max(done.takes, 1)
        self._slower += LEARNING * (min(max(slower, 1.0), SLOWEST) - self._slower)
        self._planner.pace = self._pace.slower(self._slower)

    def _pair(self, place: int) -> tuple[int, int]:
        """The colours of the two panels at a place."""
        left, right = (int(w) & k.COLOUR for w in self.tracker.cells[place : place + 2])
        return left, right

    def _is_done(self, asked: Asked) -> bool:
        """Whether it can be seen that a move was made."""
        risen = int(self.tracker.meta[k.FED]) - asked.fed
        if asked.place < 0:
            return risen > 0
        return self._pair(asked.place + risen * COLUMNS) != asked.pair


def hands(step_ms: float, swap_ms: float) -> Pace:
    """Hands that take so many milliseconds for a step and from one swap to the next."""
    return Pace(*(max(round(ms * FRAMES_PER_SECOND / 1000), least) for ms, least in ((step_ms, 0), (swap_ms, 1))))
