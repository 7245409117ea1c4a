"""What to do next where a player gets his own garbage: one match after the other, and none that links to it.

While anything clears the stack stands, so that three panels now and then suffice for ever; what ends games is garbage,
and chains bring most of it. Matches that touch garbage are made as soon as they can be. Others are made only where
there are panels enough: under garbage they are needed to reach it, and without any the stack may rise.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from engine.games.paneldepon import words as k
from engine.games.paneldepon.beam import Pace
from engine.games.paneldepon.levelling import level, spread
from engine.games.paneldepon.linking import MOST_SWAPS
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.planner import Intent, View, lies_garbage, place_of
from engine.games.paneldepon.singles import COUNT, TOUCHES, next_match
from engine.games.paneldepon.timing import COLUMNS

ENOUGH, ENOUGH_BURIED = 18, 26
"""Panels from which a match is made that touches no garbage, and the same where some lies on them."""
PUSHES = 2
"""Panels that are pushed over an edge for a match…"""
AGAIN = 3
"""… unless the same board was seen so many times, since a push can be undone."""


class Alone:
    """Makes matches for one game; `look` as often as the game is seen."""

    def __init__(self, pace: Pace) -> None:
        """For hands of that pace."""
        self.pace = pace
        """How fast the hands are known to be; it may be learned meanwhile."""
        self._seen = self._board = b""
        self._intent = Intent()
        self._count = 0
        self._boards: Counter[bytes] = Counter()
        """How often boards were seen of as many panels as there are now."""

    def look(self, view: View) -> Intent:
        """What to do now; the same as long as the board is."""
        seen = view.cells[: k.LAST].tobytes() + bytes(view.cursor)
        if seen != self._seen:
            self._seen, self._intent = seen, self._think(view)
        return self._intent

    def _think(self, view: View) -> Intent:
        """The swaps for the next match; those that lower towers where none is to be made."""
        swaps = np.zeros(MOST_SWAPS, dtype=np.int64)
        count, buried = panels(view.cells), lies_garbage(view.cells)
        if count != self._count:
            self._count = count
            self._boards.clear()
        board = (view.cells[: k.LAST] & k.COLOUR).tobytes()
        self._boards[board] += board != self._board
        self._board = board
        pushes = PUSHES if self._boards[board] < AGAIN else 0
        best = next_match(view.cells, place_of(view), self.pace.array, pushes, swaps)
        if best[COUNT] and (best[TOUCHES] or count >= (ENOUGH_BURIED if buried else ENOUGH)):
            first, *then = swaps[: best[COUNT]].tolist()
            return Intent(first, then=tuple(then))
        place = level(view.cells, view.meta, place_of(view))
        return Intent(spread(view.cells, view.meta) if place < 0 and buried else place)


def panels(cells: Words) -> int:
    """How many panels lie on the board, those that clear included."""
    board = cells[COLUMNS : k.LAST]
    return int(((board & k.COLOUR != 0) & (board & k.GARBAGE == 0)).sum())
