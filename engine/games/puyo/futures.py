"""Rows of pairs that may come, in place of those that nobody knows. A pair is the numbers of two colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

_DRAWS = 500
"""Samples of which the fairest is taken: some hundredths of a second, once."""


def even_futures(count: int, length: int, colours: int) -> Iterator[list[tuple[int, int]]]:
    """Rows of pairs that bring all colours equally often: the pairs of two colours, again and again in one order."""
    pairs = list(combinations(range(colours), 2)) or [(0, 0)]
    chance = np.random.default_rng(0)
    for _ in range(count):
        order = [pairs[n] for n in chance.permutation(len(pairs))]
        yield [order[n % len(order)] for n in range(length)]


def any_futures(count: int, length: int, colours: int) -> Iterator[list[tuple[int, int]]]:
    """Rows of pairs as they may come: in each place every pair is as frequent as any other, as far as so few can tell.

    Latin hypercube sampling (McKay, Beckman, Conover 1979): the colour that a trigger waits for comes next in as many
    of the futures as it should, and not by chance in all or none. Of several such samples it is the one in which the
    colours come for the first time when they should: a trigger waits for more than one pair, and the same sample is
    asked again and again.
    """
    kinds = list(product(range(colours), repeat=2))
    for row in _fairest(count, length, colours):
        yield [kinds[n] for n in row]


@cache
def _fairest(count: int, length: int, colours: int) -> NDArray[np.intp]:
    """The numbers of the pairs, intp[count, length]."""
    chance = np.random.default_rng(0)
    return min((_latin(count, length, colours, chance) for _ in range(_DRAWS)), key=lambda s: _unfairness(s, colours))


def _latin(count: int, length: int, colours: int, chance: np.random.Generator) -> NDArray[np.intp]:
    """A Latin hypercube sample, intp[count, length]."""
    kinds = colours**2
    rounds = -(-count // kinds)
    places = [np.concatenate([chance.permutation(kinds) for _ in range(rounds)])[:count] for _ in range(length)]
    return np.array(places, np.intp).reshape(length, count).T


def _unfairness(sample: NDArray[np.intp], colours: int) -> float:
    """How far off the shares of the rows are in which a colour has come by each place, squared and added up."""
    pairs = np.stack((sample // colours, sample % colours), axis=-1)
    holds = (pairs[..., None] == np.arange(colours)).any(axis=2)
    come = np.maximum.accumulate(holds, axis=1).mean(axis=0)
    puyos = 2 * np.arange(1, sample.shape[1] + 1)
    return float(((come - 1 + ((colours - 1) / colours) ** puyos[:, None]) ** 2).sum())
