"""Choose the next placement: many possible futures, a beam through each, and the placement that is best on the whole.

The pairs that are known come first, then rows of pairs that bring every colour equally often. In each such future
`beam.search` tells for every first placement the largest chain that it met; what a placement is worth is the mean
over the futures. Chains that come late, or after smaller ones, count less, because the future that is played will be
another; near the end, where late is soon, only those after smaller ones. A chain that can be fired now is certain, so
it is fired when no future promises more. The last placements are those after which playing on fires most (`rollout`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.budget import Budget
from engine.games.puyo import beam, packing, rollout, rules
from engine.games.puyo.futures import any_futures, even_futures
from engine.games.puyo.notation import State
from engine.games.puyo.rules import Field, House, Placement
from engine.games.puyo.trial import SPARE
from engine.games.puyo.vectors import COLOURS


@dataclass(frozen=True)
class Weights:
    """What makes a field promising, in the order of `promise`'s constants; README.md tells where they come from."""

    chain: float = 1000
    """For each step of the longest chain that up to three more puyos of a colour would set off."""
    height: float = 250
    """For each row that its trigger lies above the floor."""
    key: float = -200
    """For each puyo that it still needs."""
    pairs: float = 60
    """For each two neighbours of one colour."""
    twos: float = 40
    """For each puyo with two such neighbours."""
    shape: float = -100
    """For each row that a column lies off a bowl with higher sides."""
    bump: float = -80
    """For each row beyond the first that a column stands out over its neighbours."""
    well: float = -100
    """For each row beyond the first that it lies under them."""
    swallowed: float = -50
    """For a child that the ghost row's ceiling swallowed."""
    garbage: float = -200
    """For each piece of garbage."""
    tear: float = -120
    """For each row that a half falls on alone."""
    pop: float = -250
    """For each placement that made something vanish on the way."""
    extend: float = 60
    """For each row of room beside the trigger."""
    delay: float = 0.02
    """The share of a chain's points that is taken off for each pair until it; near the end of a field nothing is."""
    detour: float = 0.1
    """The share that is taken off for each smaller chain before it."""
    left_pairs: float = 100
    """For each two neighbours of one colour that the chain leaves: with them it can be made longer."""
    left_twos: float = 70
    """For each puyo with two such neighbours."""
    dig: float = 0.0
    """How many pieces sent a piece of garbage is worth that a chain takes off one's own field."""


@dataclass(frozen=True)
class Effort:
    """How far and how wide is looked."""

    width: int = 400
    depth: int = 16
    futures: int = 6
    fires: int = 5_000
    """A chain of so many points ends a line of play: nobody builds on after it."""
    late: int = 16
    """Futures at the least when the field is nearly full: looks are short then, and what is missed ends the game."""
    trials: int = 32
    """Futures in which the last placements are played on, to tell them apart: a second or two a decision then."""

    def opening(self) -> Effort:
        """What is enough while much of the field is free: promises then hardly tell good games from bad ones."""
        return replace(self, width=min(120, self.width), depth=min(12, self.depth), futures=min(3, self.futures))

    def within(self, nodes: int) -> Effort:
        """What so many nodes allow. A wide beam is worth most: futures are given up first, then depth, then width."""
        full = self.width * _CHILDREN
        futures = max(min(_FEW, self.futures), min(self.futures, nodes // (full * self.depth)))
        depth = max(min(_NEAR, self.depth), min(self.depth, nodes // (full * futures)))
        width = max(1, min(self.width, nodes // (_CHILDREN * futures * depth)))
        return replace(self, width=width, depth=depth, futures=futures)


@dataclass(frozen=True)
class Choice:
    """A placement of the current pair, and what speaks for it."""

    placement: Placement
    worth: float
    """The mean of the largest chains that the futures hold after it, in points."""
    survives: bool
    nodes: int = 0
    futures: int = 0


def choose(
    state: State, house: House, budget: Budget, effort: Effort | None = None, weights: Weights | None = None
) -> Choice | None:
    """The placement of the current pair that is best over many futures; None where there is none."""
    effort, weights = effort or Effort(), weights or Weights()
    if _pairs_that_fit(state.field, house) > _OPEN:
        effort = effort.opening()
    found = _ranked(state, house, budget, effort, weights)
    if found is None:
        return None
    best, others = found
    if not effort.trials or _pairs_that_fit(state.field, house) > _CLOSE or budget.spent:
        return best
    promised = {best.placement: best.worth, **dict(islice(others, _TRIED - 1))}
    if len(promised) < 2:
        return best
    kinds = max(house.colours, len(packing.colours_of(state.field, state.pairs)))
    unknown = _QUICK_DEPTH - len(state.pairs)
    quick = rollout.Quick(
        _QUICK_WIDTH,
        effort.fires,
        np.array(astuple(replace(weights, delay=0.0)), np.float64),
        np.array(list(any_futures(_QUICK_FUTURES, unknown, kinds)), np.uint8),
    )
    futures = np.array(list(any_futures(effort.trials, _TRIAL, kinds)), np.uint8)
    games = rollout.Games(state, house, quick, futures, budget.spend)
    placement, points = rollout.best(promised, len(futures), games.end, lambda: not budget.spent)
    return replace(best, placement=placement, worth=points, nodes=budget.nodes)


def _ranked(
    state: State, house: House, budget: Budget, effort: Effort, weights: Weights
) -> tuple[Choice, Iterator[tuple[Placement, float]]] | None:
    """The placement of the current pair that promises most, and those after it that do not end the game, with what
    they promise; None where there is none. The first ends it only if all do.
    """
    if not rules.placements(state.field, house, state.spent):
        return None
    if _pairs_that_fit(state.field, house) <= _SOON:
        weights = replace(weights, delay=0.0)
    worth, nodes, futures = worths(state, house, budget, effort, weights)
    order = sorted(worth, key=lambda placement: -worth[placement])
    alive = (one for one in order if not rules.dead(rules.drop(state.field, state.pairs[0], one, house).field, house))
    best = next(alive, None)
    choice = Choice(best or order[0], worth[best or order[0]], best is not None, nodes, futures)
    return choice, ((placement, worth[placement]) for placement in alive)


def worths(
    state: State, house: House, budget: Budget, effort: Effort, weights: Weights
) -> tuple[dict[Placement, float], int, int]:
    """For each placement the mean, over the futures, of the points of the largest chain met after it."""
    colours = packing.colours_of(state.field, state.pairs).ljust(COLOURS, "?")
    root = packing.packed(state.field, colours)
    known = [(colours.index(pair[0]), colours.index(pair[1])) for pair in state.pairs]
    if budget.limit.nodes is not None:  # the same each time
        effort = effort.within(budget.limit.nodes)
    total: NDArray[np.int64] = np.zeros(beam.SPOTS, np.int64)
    best: NDArray[np.int64] = np.zeros(beam.SPOTS, np.int64)
    nodes = futures = 0
    depth = max(len(known), min(effort.depth, _pairs_that_fit(state.field, house)))
    short = depth <= _LATE
    count = effort.futures * effort.depth // depth if short else effort.futures
    if _pairs_that_fit(state.field, house) <= _LATE:
        count = max(count, effort.late)
    futures_of = any_futures if short else even_futures
    for future in futures_of(count, depth, max(house.colours, len(colours.rstrip("?")))):
        pairs = (known + future)[:depth]
        if futures and not budget.slice(1):
            break
        spent = np.uint16(packing.columns_bits(state.spent))
        looked = beam.search(
            root,
            spent,
            np.array(pairs, np.uint8),
            packing.house_words(house),
            np.array(astuple(weights), np.float64),
            effort.width,
            effort.fires,
            best,
        )
        budget.spend(looked)
        nodes += looked
        futures += 1
        total += best
    worth = {packing.placement_of(spot): float(total[spot]) / futures for spot in range(beam.SPOTS) if best[spot] >= 0}
    return worth, nodes, futures


FOUR = 4
"""The size of a group that the kernels know."""
_CLOSE = 9
"""So few pairs before the field is full, and the placements that promise most are told apart by playing on…"""
_TRIED = 6
"""…so many of them…"""
_TRIAL = 16
"""…in futures of so many pairs, …"""
_QUICK_WIDTH = 30
"""…by a player with so wide a beam, …"""
_QUICK_DEPTH = 8
"""…that looks so many pairs ahead, the known ones included, …"""
_QUICK_FUTURES = 6
"""…in so many futures."""
BRIEF = Effort(width=60, depth=12, futures=4, late=4, trials=0)
"""For pairs after the current one: they are thought over again when their turn comes."""
_CHILDREN = 22
"""Placements of a pair at the most."""
_FEW = 3
"""Futures that are looked at however few nodes there are…"""
_NEAR = 12
"""…and pairs."""
_OPEN = 27
"""More pairs than this fit, and a narrow look is enough."""
_LATE = 10
"""So few pairs before the field is full, and the futures are taken as they may come, and more of them."""
_SOON = 15
"""So few, and nothing is taken off for the wait for a chain: what is promised then is what comes, in the mean."""


def _pairs_that_fit(field: Field, house: House) -> int:
    free = house.columns * house.counted - sum(map(len, field))
    return max(2 * SPARE, free // 2 + SPARE)
