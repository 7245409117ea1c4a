"""A search for long chains, link by link: of all boards that a chain reaches the most promising are looked at further.

It runs in slices, so that a game can go on meanwhile, and knows at any time the longest chain found so far.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.games.paneldepon import linking
from engine.games.paneldepon import words as k
from engine.games.paneldepon.packing import Words
from engine.games.paneldepon.panels import GREY
from engine.games.paneldepon.timing import COLUMNS

OFFERS = 24
"""How many ways to the next link are tried at a board."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast hands are."""

    step_frames: int = 2
    """Frames from one step of the cursor to the next."""
    swap_frames: int = 5
    """Frames from one swap to the next."""

    @property
    def array(self) -> Words:
        """As the kernels know it."""
        return np.array([self.step_frames, self.swap_frames], dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """A board in motion in the frame in which a match begins, and how it came about."""

    node: Words
    """Cells, meta and more, at the places that `linking` names."""
    before: Link | None = None

    @property
    def number(self) -> int:
        """How many links the chain has; 0 before it begins."""
        return int(self.node[linking.INFO_AT + linking.LINKS])

    @property
    def time(self) -> int:
        """Frames since the root."""
        return int(self.node[linking.INFO_AT + linking.TIME])

    @property
    def value(self) -> int:
        """How promising it is."""
        return int(self.node[linking.INFO_AT + linking.VALUE])

    @property
    def touched(self) -> int:
        """Cells of garbage that were touched since the root."""
        return int(self.node[linking.INFO_AT + linking.TOUCHED])

    @property
    def key(self) -> int:
        """A number for its board."""
        return int(self.node[linking.INFO_AT + linking.KEY])

    @property
    def cells(self) -> Words:
        """The board, as words of `kernels`."""
        return self.node[: linking.CELLS]

    @property
    def swaps(self) -> tuple[int, ...]:
        """The places of the swaps that lead here from the link before."""
        count = int(self.node[linking.INFO_AT + linking.SWAPS])
        return tuple(int(place) for place in self.node[linking.SWAPS_AT : linking.SWAPS_AT + count])

    def since(self, root: Link) -> list[Link]:
        """The links that lead here from another one, which is not counted."""
        links: list[Link] = []
        link = self
        while link is not root and link.before is not None:
            links.append(link)
            link = link.before
        return links[::-1]


def root_of(cells: Words, meta: Words, place: int, waits: tuple[int, int], links: int = 0) -> Link:
    """A board as it is now, with the cursor at a place and hands that must wait so long for a step and a swap."""
    node = np.zeros(linking.NODE, dtype=np.int64)
    node[: len(cells)] = cells
    node[linking.META_AT : linking.HAND_AT] = meta
    node[linking.META_AT + k.RISING] = 0
    node[linking.HAND_AT : linking.INFO_AT] = (place, *waits)
    node[linking.INFO_AT + linking.LINKS] = links
    return Link(node)


class Beam:
    """The search from one board on: level by level, as many boards of each as `width`, up to so many links."""

    def __init__(self, root: Link, times: Words, pace: Pace, width: int, goal: int) -> None:
        self.root, self.goal, self.width = root, goal, width
        self.best = root
        self.done = False
        self._times, self._pace = times, pace.array
        self._level, self._at = [root], 0
        self._next: dict[int, Link] = {}
        self._ranks = np.zeros(OFFERS + 1, dtype=np.int64)
        self._plans = np.zeros((OFFERS + 1, linking.MOST_SWAPS + 1), dtype=np.int64)
        self._children = np.zeros((OFFERS + 1, linking.NODE), dtype=np.int64)

    @property
    def quickest(self) -> Link:
        """Of the boards of the level that was reached last the one that is there first; those that touch garbage before
        all others.
        """
        return min(self._level, key=lambda link: (link.touched == 0, link.time), default=self.best)

    def search(self, boards: int) -> int:
        """Look at so many boards; how many were looked at, which is less when the search is done."""
        looked = 0
        while looked < boards and not self.done:
            self._look_at(self._level[self._at])
            looked += 1
            self._at += 1
            if self._at == len(self._level):
                self._go_deeper()
        return looked

    def _look_at(self, link: Link) -> None:
        """Try what is on offer at a board."""
        count = linking.expand(
            link.node, self._children, self._times, self._pace, _GREYS, self._ranks, self._plans
        )  # fmt: skip
        for row in self._children[:count]:
            child = Link(row.copy(), link)
            rival = self._next.get(child.key)
            if rival is None or rival.value < child.value:
                self._next[child.key] = child

    def _go_deeper(self) -> None:
        """Keep the most promising boards of this level."""
        self._level = sorted(self._next.values(), key=lambda link: (-link.value, link.time))[: self.width]
        self._at, self._next = 0, {}
        if self._level:
            self.best = self._level[0]
        self.done = not self._level or self.best.number >= self.goal


_GREYS: NDArray[np.int64] = np.full((1, COLUMNS), GREY, dtype=np.int64)
