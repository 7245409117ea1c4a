"""The real-time player of Panel de Pon before a screen: some swaps at a time, and the next when those are seen done."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from engine.games.paneldepon import words as k
from engine.games.paneldepon.alone import Alone
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.belief import Belief
from engine.games.paneldepon.kernels import can_swap
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.planner import GOAL, Depth, Intent, Planner, lies_garbage, place_of
from engine.games.paneldepon.timing import COLUMNS, FRAMES_PER_SECOND, Times
from engine.games.paneldepon.tracker import Tracker
from engine.moves import Move, Raise, Swap
from engine.position import Position

DEPTH = Depth(boards=10)
SLACK = 60
"""So many frames a link may come later than was reckoned: the times of a screen are rough."""
LAG_FRAMES = 15
"""From the end of a key press until its effect must have been seen."""
LATELY = 30
"""Frames for which a panel that cannot be told any more is yet taken hold of."""
LEARNING = 0.2
"""How much the last move counts when it is told how long a swap takes, besides the way to it…"""
QUICKEST, SLOWEST = 2.0, 60.0
"""… which are so many frames at the least and at the most."""

IN_VAIN = 3
"""Times that one swap may show no effect, after which both panels are left alone…"""
LET_BE = 240
"""… for so many frames: programs do not swap what they still let hang, or think falls."""
SPARE_FRAMES = 2
"""Plans leave hands so much more for each swap: what comes a little late is missed, and all that was to follow."""


class Asked(NamedTuple):
    """Moves that hands were asked for."""

    moves: tuple[Move, ...]
    at: int
    """The frame in which they were."""
    until: int
    """If they are not seen done by this frame the rest is asked for again."""
    fed: int
    """Rows that had come up by then."""
    walks: float = 0.0
    """Frames for which the cursor is on its way between them."""
    places: tuple[int, ...] = ()
    """Where swaps are to be made."""
    touched: tuple[int, ...] = ()
    """Where panels change their places."""
    looks: tuple[tuple[int, ...], ...] = ()
    """The colours there before the first swap, and after each of them."""
    due: tuple[float, ...] = ()
    """After how many frames each swap should be made."""


class Watcher:
    """Plays what it sees on a screen."""

    least_pieces = COLUMNS - 1
    """What comes up from below is a whole row; a panel of it may be hidden."""

    def __init__(
        self,
        times: Times,
        pace: Pace,
        *,
        goal: int = GOAL,
        lifts: bool = True,
        reserve: int = 0,
        own_garbage: bool = False,
        shows_matches: bool = True,
        press_frames: float | None = None,
    ) -> None:
        """A game whose panels take such times, hands of that pace; chains of `goal` links are long enough; whether the
        stack is raised where that is better, and how many rows stay free then once garbage has come; whether who sends
        garbage gets it, and whether the screen shows what clears. A key takes `press_frames`, which may be parts of
        one; as long as a step by default.
        """
        self.tracker = Tracker(times, shows_matches=shows_matches, wakes=own_garbage)
        self.belief = None if own_garbage else Belief(self.tracker)
        """None where single matches are made: for these it suffices what the tracker sees."""
        self._planner: Planner | Alone
        self._planner = Alone(pace) if own_garbage else Planner(pace, DEPTH, goal, SLACK, lifts=lifts)
        self._pace, self._reserve = pace, reserve
        self._press_frames = pace.step_frames if press_frames is None else press_frames
        self._swap_frames = float(pace.swap_frames)
        """Frames from one swap to the next, besides the way to it, as was seen lately."""
        self._asked: Asked | None = None
        self._stands: tuple[int, tuple[int, ...], int] = -1, (), 0
        """When the moves were asked for of which something is seen, what of them, and since when."""
        self._vain: tuple[int, int] = 0, 0
        """The place on the stack of the last swap that showed no effect, and how often it did not."""
        self._let_be: dict[int, int] = {}
        """Places on the stack where swaps showed none, and until when they are left alone."""
        self._been: tuple[int, set[bytes]] = -1, set()
        """The boards on which swaps were asked for since so many rows had come up."""

    @property
    def view(self) -> Tracker | Belief:
        """The game as far as it is known."""
        return self.tracker if self.belief is None else self.belief

    def decide(self, seen: Position, time: float) -> Sequence[Move]:
        """The swaps to make now, or the raise; none: nothing yet. Raises BadPosition."""
        tracker, view = self.tracker, self.view
        view.see(seen, time)
        if self._asked is not None:
            self._see_done(self._asked)
        self._leave_alone()
        if isinstance(self._planner, Planner):
            if lies_garbage(view.cells):
                self._planner.reserve = self._reserve
            intent = self._planner.look(view)
        else:
            intent = Intent() if self._asked else self._planner.look(view)
        if self._asked is not None:
            return ()
        fed, now = int(view.meta[k.FED]), tracker.frame
        if intent.lift:
            self._asked = Asked((Raise(),), now, now + 2 * LAG_FRAMES, fed)
            tracker.raised_by_hand(3 * LAG_FRAMES)
        elif intent.swap >= 0 and can_swap(view.cells, view.meta, intent.swap) and self._told(intent.swap):
            asked = self.ask((intent.swap, *intent.then), len(seen.board))
            if self._goes_back(asked):
                return ()
            self._asked = asked
            if self.belief is not None:
                self.belief.ask(asked.places, asked.due)
        return self._asked.moves if self._asked else ()

    def _leave_alone(self) -> None:
        """Hold the panels that swaps do not move, so that they are planned with where they are."""
        view, frame = self.view, self.tracker.frame
        self._let_be = {place: until for place, until in self._let_be.items() if until > frame}
        for place in self._let_be:
            at = place + int(view.meta[k.FED]) * COLUMNS
            for cell in (at, at + 1):
                if cell < k.LAST and view.cells[cell] & k.COLOUR:
                    view.cells[cell] |= k.HELD

    def _tried_in_vain(self, asked: Asked) -> None:
        """A swap was asked for and nothing of it was seen."""
        place = asked.places[0] - asked.fed * COLUMNS
        self._vain = place, self._vain[1] + 1 if self._vain[0] == place else 1
        if self._vain[1] >= IN_VAIN:
            self._vain = 0, 0
            self._let_be[place] = self.tracker.frame + LET_BE
            if isinstance(self._planner, Planner):
                self._planner.forget()

    def _goes_back(self, asked: Asked) -> bool:
        """Whether swaps lead back to a board that was there since the last row came up: to and fro nothing is won."""
        colours = self.view.cells & k.COLOUR
        now = colours.tobytes()
        for place in asked.places:
            colours[place], colours[place + 1] = colours[place + 1], colours[place]
        if self._been[0] != asked.fed:
            self._been = asked.fed, set()
        back = colours.tobytes() in self._been[1]
        self._been[1].add(now)
        return back

    def _told(self, place: int) -> bool:
        """Whether both panels of a swap have lately been seen."""
        at = place - COLUMNS
        return bool(self.tracker.frame - self.tracker.told_at[at : at + 2].min() <= LATELY)

    def ask(self, places: Sequence[int], rows: int) -> Asked:
        """Ask for a swap, and for those that follow as long as they push panels at rest past each other: nothing falls
        meanwhile.
        """
        tracker = self.tracker
        cells, at, steps, count = self.view.cells.copy(), place_of(tracker), 0, 0
        touched = tuple(dict.fromkeys(cell for place in places for cell in (place, place + 1)))
        looks, due = [self._colours(cells, touched)], []
        for place in places:
            if count and not (at_rest(cells[place]) and at_rest(cells[place + 1])):
                break
            steps += distance(at, place)
            due.append((steps + count) * self._press_frames)
            cells[place], cells[place + 1] = cells[place + 1], cells[place]
            looks.append(self._colours(cells, touched))
            at, count = place, count + 1
        moves = tuple(Swap((rows - place // COLUMNS, place % COLUMNS)) for place in places[:count])
        walks = steps * self._press_frames
        until = tracker.frame + round(walks + count * self._swap_frames) + LAG_FRAMES
        return Asked(
            moves, tracker.frame, until, int(tracker.meta[k.FED]), walks, tuple(places[:count]), touched, tuple(looks),
            tuple(due),
        )  # fmt: skip

    @staticmethod
    def _colours(cells: Words, places: Sequence[int]) -> tuple[int, ...]:
        """The colours at some places."""
        return tuple(int(cells[place]) & k.COLOUR for place in places)

    def _see_done(self, asked: Asked) -> None:
        """Take in how much of what was asked for can be seen."""
        risen = (int(self.tracker.meta[k.FED]) - asked.fed) * COLUMNS
        late = self.tracker.frame >= asked.until
        if not asked.places:
            self._asked = None if risen or late else asked
            return
        inside = tuple(place + risen for place in asked.touched)
        seen = self._colours(self.view.cells, inside) if inside[-1] < k.LAST else ()
        done = max((count for count, look in enumerate(asked.looks) if look == seen), default=len(asked.places))
        if self._stands[:2] != (asked.at, seen):
            self._stands = asked.at, seen, self.tracker.frame
        stuck = self.belief is None and seen != asked.looks[0] and self.tracker.frame - self._stands[2] >= LAG_FRAMES
        puzzling = self.belief is None and seen not in asked.looks
        if not (late or stuck) and (done < len(asked.places) or puzzling):
            return
        for place in asked.places[:done]:
            if isinstance(self._planner, Planner):
                self._planner.swapped(place + risen)
        if done == len(asked.places) and not (late or stuck):
            self._measure(asked)
        if done:
            self._vain = 0, 0
        elif late:
            self._tried_in_vain(asked)
        self._asked = None

    def _measure(self, done: Asked) -> None:
        """Learn from swaps that are seen done how long they take besides the way to them."""
        took = (self.tracker.frame - done.at - done.walks) / len(done.places)
        self._swap_frames += LEARNING * (min(max(took, QUICKEST), SLOWEST) - self._swap_frames)
        self._planner.pace = Pace(self._pace.step_frames, round(self._swap_frames) + SPARE_FRAMES)


def at_rest(word: int) -> bool:
    """Whether a panel lies at a place and does nothing."""
    return bool(word & k.COLOUR) and not word & (k.PHASE | k.GARBAGE | k.HELD)


def distance(start: int, end: int) -> int:
    """Steps of the cursor from one place to another."""
    return abs(start // COLUMNS - end // COLUMNS) + abs(start % COLUMNS - end % COLUMNS)


def hands(step_ms: float, swap_ms: float) -> Pace:
    """Hands that take so many milliseconds for a step and from one swap to the next: whole frames, for a link that was
    reckoned too early is missed.
    """
    return Pace(*(max(ceil(ms * FRAMES_PER_SECOND / 1000), least) for ms, least in ((step_ms, 0), (swap_ms, 1))))
