"""What to do next in a running game of Panel de Pon: raise the stack, level it, or go on with a chain.

A chain is thought of before it is begun, then played link by link, and while the hands are at it the search goes on
from the links still to come. Whenever the board is not the one that was expected, a new plan is made from what is seen.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from engine.games.paneldepon import linking
from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Beam, Link, Pace, root_of
from engine.games.paneldepon.levelling import level, spread
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.reckoning import WALL
from engine.games.paneldepon.timing import CHAIN_SCORES, COLUMNS, ROW_PARTS, ROWS

GOAL = len(CHAIN_SCORES) - 1
"""Links worth making: longer chains score nothing more."""
SLACK = 20
"""A link that comes so many frames late will not come any more, where frames are exact."""
HASTE, HASTE_STEPS, HASTE_SWAPS = 80, 40, 14
"""Frames that may pass until a chain begins, and besides so many steps and swaps: so much time is left before the stack
reaches the top."""
AGAIN = 20
"""After so many frames a board is looked at again on which nothing was found in haste."""
NARROW, TOWER = 2, 4
"""With less than so many rows left, edges so high are levelled before the next match."""
DIGGING = 2
"""A chain of so many links is thought of before it is begun where garbage lies on the stack."""


class View(Protocol):
    """A running game as far as it is known."""

    @property
    def cells(self) -> Words:
        """The panels, as words of `kernels`."""

    @property
    def meta(self) -> Words:
        """What belongs to the whole stack, at the places that `kernels` names."""

    @property
    def times(self) -> Words:
        """How long things take."""

    @property
    def cursor(self) -> tuple[int, int]:
        """Row from 1 at the bottom, and column of its left cell."""

    @property
    def frame(self) -> int:
        """Frames since the game began."""

    @property
    def row_frames(self) -> int:
        """In how many frames the stack rises by a row."""


class Intent(NamedTuple):
    """What the hands should do."""

    swap: int = -1
    """The place of a swap; -1: none."""
    lift: bool = False
    then: tuple[int, ...] = ()
    """The swaps that follow it."""


class Depth(NamedTuple):
    """How much is thought."""

    boards: int = 8
    """Boards looked at in a frame."""
    hurried: int = 3
    """How wide the search is before a chain, if there is no time…"""
    width: int = 12
    """… if there is…"""
    wide: int = 48
    """… and while a chain is played."""


class Planner:
    """Makes plans for one game; `look` in every frame, or as often as the game is seen."""

    def __init__(
        self, pace: Pace, depth: Depth, goal: int = GOAL, slack: int = SLACK, *, lifts: bool = True, reserve: int = 0
    ) -> None:
        """For hands of that pace; chains of so many links are long enough; a link that comes later than was reckoned by
        more frames than `slack` will not come. It raises the stack where that is better only if it `lifts`, and leaves
        so many rows above it free.
        """
        self.pace = pace
        """How fast the hands are known to be; it may be learned meanwhile."""
        self._depth, self._goal, self._slack, self._lifts = depth, goal, slack, lifts
        self.reserve = reserve
        """Rows that must stay free when the stack is raised; it may turn out meanwhile that garbage comes."""
        self._plan: list[Link] = []
        self._swaps: list[int] = []
        self._beam: Beam | None = None
        self._tried = self._hasty = b""
        self._again = 0
        self._fed = 0
        self._due = 0

    @property
    def plan(self) -> tuple[Link, ...]:
        """The links that are expected to come."""
        return tuple(self._plan)

    def look(self, view: View, waits: tuple[int, int] = (0, 0)) -> Intent:
        """What to do now, when hands must wait so many frames for a step and for a swap."""
        meta = view.meta
        risen, self._fed = int(meta[k.FED]) - self._fed, int(meta[k.FED])
        spare = self._spare_frames(view)
        hurried = spare < self._haste
        if risen and hurried and self._plan:
            self._rise(risen)
        elif risen or (self._plan and view.frame > self._due):
            self.forget()
        if meta[k.EVENT_SIZE] and (meta[k.EVENT_CHAIN] or not self._plan or self._plan[0].number == 1):
            self._linked(view)
        if not self._plan and meta[k.PRE_STOP]:
            self._go_on(view, waits)
        if self._plan:
            self._think_on(view)
            return self._next()
        if hurried and self._beam is None:
            return self._hurry(view, waits)
        if self._beam is None and meta[k.QUEUED] < 0:
            place = level(view.cells, meta, place_of(view))
            if place >= 0:
                return Intent(place)
        return Intent() if busy(view) else self._prepare(view, waits)

    def swapped(self, place: int) -> None:
        """The swap that was wanted at a place has begun."""
        if self._swaps and self._swaps[0] == place:
            self._swaps.pop(0)

    def _next(self) -> Intent:
        """The swaps that are still to be made for the next link."""
        return Intent(self._swaps[0], then=tuple(self._swaps[1:])) if self._swaps else Intent()

    # --- without time ------------------------------------------------------------------------------------------------

    def _rise(self, rows: int) -> None:
        """The stack has risen, and what was about to be done with it: the rest is thought of anew."""
        self._plan, self._beam = self._plan[:1], None
        self._swaps = [place + rows * COLUMNS for place in self._swaps]

    def _hurry(self, view: View, waits: tuple[int, int]) -> Intent:
        """The next match that can be had, whatever else moves, and beside garbage rather than elsewhere; until there is
        one, the highest column is lowered.
        """
        if view.meta[k.QUEUED] >= 0:
            return Intent()
        if self._spare_frames(view) < NARROW * view.row_frames:
            place = level(view.cells, view.meta, place_of(view), steep=TOWER)
            if place >= 0:
                return Intent(place)
        rest = linking.at_rest(view.cells).tobytes()
        if rest != self._hasty or view.frame > self._again:
            self._hasty, self._again = rest, view.frame + AGAIN
            beam = Beam(here(view, waits), view.times, self.pace, 99, 1)
            beam.search(1)
            best = beam.quickest
            place = self._flatter(view) if not best.touched else -1
            if place >= 0:
                self._hasty = b""
                return Intent(place)
            if best is not beam.root:
                self._adopt(view, best.since(beam.root), 0)
                return self._next()
        place = level(view.cells, view.meta, place_of(view))
        return Intent(place, lift=place < 0 and self._starved(view))

    def _flatter(self, view: View) -> int:
        """The place of a swap that is better than a match which touches no garbage; -1: there is none.

        A swap lowers a tower as far as a match does, and the garbage that lies on it; on a flat stack garbage touches
        many columns, and the panels of a match made elsewhere are missing for the one that frees the others.
        """
        if not lies_garbage(view.cells):
            return -1
        place = level(view.cells, view.meta, place_of(view))
        return place if place >= 0 else spread(view.cells, view.meta)

    def _starved(self, view: View) -> bool:
        """Whether only new panels help: garbage lies on the stack, nothing moves, and a row can still come up."""
        return self._lifts and lies_garbage(view.cells) and top_row(view) < ROWS - 1 and not busy(view)

    # --- before a chain ----------------------------------------------------------------------------------------------

    def _prepare(self, view: View, waits: tuple[int, int]) -> Intent:
        """Raise the stack, then think; where there is no time, begin with any match and think of what follows later.
        Under garbage look for a match that touches it before the stack is raised.
        """
        spare, buried = self._spare_frames(view), lies_garbage(view.cells)
        if buried and self._beam is None:
            place = spread(view.cells, view.meta)
            if place >= 0:
                return Intent(place)
        lifts = self._lifts and ROWS - top_row(view) > self.reserve
        if lifts and not buried and spare >= self._haste + view.row_frames:
            self._beam = None
            return Intent(lift=True)
        if self._beam is None:
            links = 1 if spare < self._haste else DIGGING if buried else self._goal
            self._beam = Beam(here(view, waits), view.times, self.pace, self._depth.width, min(links, self._goal))
        beam = self._beam
        beam.search(self._depth.boards)
        if not beam.done:
            return Intent()
        self._beam = None
        if lifts and buried and beam.best.touched == 0 and spare > view.row_frames:
            return Intent(lift=True)
        if beam.best is not beam.root:
            self._adopt(view, beam.best.since(beam.root), 0)
            return Intent()
        return Intent(level(view.cells, view.meta, place_of(view), steep=1))

    @property
    def _haste(self) -> int:
        """Frames to the top from which there is no time for long chains."""
        return HASTE + HASTE_STEPS * self.pace.step_frames + HASTE_SWAPS * self.pace.swap_frames

    @staticmethod
    def _spare_frames(view: View) -> int:
        """Frames until the stack will reach the top by itself."""
        return (ROWS - 1 - top_row(view)) * view.row_frames + view.row_frames * int(
            view.meta[k.DISPLACEMENT]
        ) // ROW_PARTS

    # --- during a chain ----------------------------------------------------------------------------------------------

    def _linked(self, view: View) -> None:
        """A match has begun: go on if it is the one that was expected."""
        if self._plan and same_board(self._plan[0].cells, view.cells):
            self._adopt(view, self._plan[1:], self._plan[0].time)
            return
        self.forget()

    def _go_on(self, view: View, waits: tuple[int, int]) -> None:
        """Something clears and nothing is planned: look at once, and again whenever the board has changed, how it can
        become a chain, or how the chain can go on.
        """
        links, rest = max(int(view.meta[k.CHAIN]), 1), linking.at_rest(view.cells).tobytes()
        if links >= self._goal or rest == self._tried:
            return
        self._tried, self._beam = rest, None
        beam = Beam(here(view, waits, links), view.times, self.pace, self._depth.hurried, self._goal)
        beam.search(self._depth.boards)
        self._adopt(view, beam.best.since(beam.root), 0)

    def _think_on(self, view: View) -> None:
        """Look for a chain that goes on longer, from a link on that is still to come."""
        if self._beam is None and self._plan[-1].number < self._goal:
            self._beam = Beam(self._plan[0], view.times, self.pace, self._depth.wide, self._goal)
        if self._beam is None:
            return
        self._beam.search(self._depth.boards)
        if self._beam.done:
            root, best = self._beam.root, self._beam.best
            if best.number > self._plan[-1].number and root in self._plan:
                self._plan = self._plan[: self._plan.index(root) + 1] + best.since(root)
            self._beam = None

    def _adopt(self, view: View, plan: list[Link], now: int) -> None:
        """Play this chain from now on; `now` is the time from which its links are counted."""
        self._plan = plan
        self._swaps = list(plan[0].swaps) if plan else []
        self._due = view.frame + plan[0].time - now + self._slack if plan else 0

    def forget(self) -> None:
        """Nothing is as it was expected."""
        self._plan, self._swaps, self._beam = [], [], None


def place_of(view: View) -> int:
    """Where the cursor is."""
    row, column = view.cursor
    return row * COLUMNS + column


def top_row(view: View) -> int:
    """The highest row in which anything lies, counted from 1; 1 where nothing does."""
    board = view.cells[COLUMNS : (ROWS + 1) * COLUMNS] & k.COLOUR
    return int(board.nonzero()[0].max(initial=0)) // COLUMNS + 1


def here(view: View, waits: tuple[int, int], links: int = 0) -> Link:
    """The board as it is now, as the root of a search."""
    return root_of(view.cells, view.meta, place_of(view), waits, links)


def busy(view: View) -> bool:
    """Whether anything moves; cells that cannot be told for long count as active, but lie there."""
    meta, walls = view.meta, np.count_nonzero(view.cells == WALL)
    return bool(meta[k.QUEUED] >= 0 or max(meta[k.ACTIVE], meta[k.WAS_ACTIVE]) > walls or meta[k.CHANGES])


def lies_garbage(cells: Words) -> bool:
    """Whether garbage lies on the stack; cells that could not be told are none."""
    return bool(((cells & k.GARBAGE != 0) & (cells & k.PHASE != k.DIMMED << k.PHASE_AT)).any())


def same_board(expected: Words, seen: Words) -> bool:
    """Whether all panels that were expected will lie where they should. Those out of garbage were not known, and
    columns of which something is hidden do not count.
    """
    a, b = linking.at_rest(expected), linking.at_rest(seen)
    board = seen[: len(b)].reshape(-1, COLUMNS)
    hidden = ((board & k.HELD) | ((board & k.GARBAGE) * (board & k.PHASE == k.DIMMED << k.PHASE_AT))).any(axis=0)
    return bool(((a == b) | (a == GREY)).reshape(-1, COLUMNS)[:, ~hidden].all())
