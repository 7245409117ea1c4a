"""The last placements of a field, told apart by playing on (rollouts: Tesauro and Galperin 1996).

A search that is told the pairs of each future always has the right one for its trigger in time. Who plays does not: a
trigger is buried, its colour does not come, and the field is full. So the game is played on after each placement, in
the same futures for all, by a quick player that knows no more than the real one (`trial.play_on`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.games.puyo import packing, rules, trial
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House, Placement
from engine.games.puyo.vectors import COLOURS

ENOUGH: Final = 50_000
"""Points of a chain after which nothing is played on: the field is empty then."""


def best(
    placements: Sequence[Placement], futures: int, end: Callable[[Placement, int], int], more: Callable[[], bool]
) -> tuple[Placement, float]:
    """The placement after which the largest chains were fired in the mean, and that mean in points.

    `end` plays on after a placement in the future of that number. A third of the futures is played for all placements,
    the rest for the better half. What is played when there is no `more` time for it is the last.
    """
    ends = {placement: list[int]() for placement in placements}
    left = list(placements)
    third = futures // 3
    for part in (range(third), range(third, futures)):
        for future in part:
            for placement in left:
                ends[placement].append(end(placement, future))
            if not more():
                break
        left = sorted(left, key=lambda placement: -fmean(ends[placement]))[: -(-len(left) // 2)]
    return left[0], fmean(ends[left[0]])


@dataclass(frozen=True)
class Quick:
    """The player of the games that are played on: a narrow beam through a few futures."""

    width: int
    fires: int
    """A chain of so many points ends a line of play."""
    weights: NDArray[np.float64]
    futures: NDArray[np.uint8]
    """What it thinks of in place of the pairs that it does not know: colours, uint8[count, length, 2]."""


@dataclass(frozen=True)
class Games:
    """Games that go on from a state: as many pairs are known at any time as in the state."""

    state: State
    house: House
    quick: Quick
    futures: NDArray[np.uint8]
    """The pairs that come after those that are known: colours, uint8[count, length, 2]."""
    spend: Callable[[int], None]
    """Is told how many fields were looked at."""
    _begun: dict[Placement, tuple[packing.Words, int, int]] = field(default_factory=dict)

    def end(self, placement: Placement, future: int) -> int:
        """The points of the largest chain of the game that goes on with a placement, in the future of a number."""
        if placement not in self._begun:
            self._begun[placement] = self._after(placement)
        words, spent, points = self._begun[placement]
        if points >= ENOUGH:
            return points
        known, colours = self.state.pairs, self._colours
        later = np.array([list(map(colours.index, pair)) for pair in known[1:]], np.uint8).reshape(-1, 2)
        largest, nodes = trial.play_on(
            words.copy(),
            np.uint16(spent),
            np.concatenate((later, self.futures[future])),
            len(known),
            self.quick.futures,
            packing.house_words(self.house),
            self.quick.weights,
            self.quick.width,
            self.quick.fires,
            ENOUGH,
        )
        self.spend(nodes)
        return max(points, int(largest))

    @property
    def _colours(self) -> str:
        return packing.colours_of(self.state.field, self.state.pairs).ljust(COLOURS, "?")

    def _after(self, placement: Placement) -> tuple[packing.Words, int, int]:
        """The field after a placement, the columns that swallowed a child as bits, and the points that it makes."""
        state = self.state
        after, steps, spent = rules.drop(state.field, state.pairs[0], placement, self.house, state.spent)
        return packing.packed(after, self._colours), packing.columns_bits(spent), rules.score(steps)
