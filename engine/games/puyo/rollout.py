"""The last placements of a field, told apart by playing on (rollouts: Tesauro and Galperin 1996).

A search that is told the pairs of each future always has the right one for its trigger in time. Who plays does not: a
trigger is buried, its colour does not come, and the field is full. So the game is played on after each placement, in
the same futures for all, by a quick player that knows no more than the real one (`trial.play_on`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.games.puyo import packing, rules, trial
from engine.games.puyo.notation import State
from engine.games.puyo.rules import House, Placement
from engine.games.puyo.vectors import COLOURS

ENOUGH: Final = 50_000
"""Points of a chain after which nothing is played on: the field is empty then."""


PRIOR: Final = 4
"""What is promised counts as much as so many games: held against 160 games each in 22 positions (README.md)."""


def best(
    promised: Mapping[Placement, float], futures: int, end: Callable[[Placement, int], int], more: Callable[[], bool]
) -> tuple[Placement, float]:
    """The placement after which most is to be expected, and how much that is, in points.

    `promised` tells what each is worth to a seer, the best first; `end` plays on after a placement in the future of
    that number. The futures are spent by halving (Karnin, Koren, Somekh 2013): a quarter of them on all placements, a
    quarter on the better half, and the rest on the better half of that. What is played when there is no `more` time is
    the last.
    """
    ends = {placement: list[int]() for placement in promised}

    def worth(placement: Placement) -> float:
        played = ends[placement]
        return (PRIOR * promised[placement] + sum(played)) / (PRIOR + len(played))

    left = list(promised)
    quarter = futures // 4
    for part in (range(quarter), range(quarter, 2 * quarter), range(2 * quarter, futures)):
        for future in part:
            for placement in left:
                ends[placement].append(end(placement, future))
            if not more():
                break
        left = sorted(left, key=worth, reverse=True)[: -(-len(left) // 2)]
    return left[0], worth(left[0])


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
