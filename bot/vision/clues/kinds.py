"""Digits that look alike on one board are one digit: they are named together, and by what all clues add up to.

A board is set in one font, so the digits fall into kinds that look the same up to the blur of the screen. The mean look
of a kind is surer than each digit of it. Where two names are still nearly as likely, rows and columns tell: only one
choice makes them fill as many cells. Where a picture is so clean that each kind is far from every other, no two of them
are the same digit: of two that look most like a 9, the one that may as well be an 8 is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.bands import Band
from bot.vision.clues.bank import Bank, Named
from bot.vision.clues.glyph import Floats, features

ALIKE: Final = 0.2
"""Distance of looks within which digits are of one kind."""
LIKELY: Final = 0.2
"""How much farther, as a share, a kind may be from a digit than from the nearest to be that one too."""
MOST: Final = 4000
"""Ways of naming all doubtful kinds up to which they are tried."""
APART: Final = 0.3
"""Distance of looks from which two kinds are two digits, where no kind is spread over half as much."""


@dataclass(frozen=True, eq=False)
class Kinds:
    """The digits of both bands by their looks."""

    left: NDArray[np.intp]
    """The kind of each digit beside the rows."""
    above: NDArray[np.intp]
    """The kind of each digit above the columns."""
    named: Named
    """What the kinds are."""
    distinct: bool = False
    """Whether each kind is a digit of its own."""


def kinds_of(left: Band, above: Band, bank: Bank) -> Kinds:
    """The kinds of digits of a board."""
    tiles = [digit.glyph.tile for band in (left, above) for digit in band.digits]
    looks = features(np.stack(tiles))
    kind, means = _sorted(looks)
    split = len(left.digits)
    named, distinct = bank.name(means), _distinct(looks, kind, means)
    return Kinds(kind[:split], kind[split:], shared_out(named) if distinct else named, distinct)


def shared_out(named: Named) -> Named:
    """Kinds (up to ten) of which no two are the same digit: each gets one of its own, so that all together are as near
    to theirs as can be; how far it is from another then is what that would cost them all. As they were named where one
    of them would have to be a digit that it does not look like.
    """
    cost = named.cost.astype(np.float64)
    count, digits = cost.shape
    sets = np.arange(1 << digits)

    def totals(kinds: Sequence[int]) -> list[NDArray[np.float64]]:
        """After each of some kinds the least cost of all so far, by the set of digits that they are."""
        found = [np.where(sets == 0, 0.0, np.inf)]
        for kind in kinds:
            after = np.full(len(sets), np.inf)
            for digit in range(digits):
                without = sets[sets >> digit & 1 == 0]
                after[without | 1 << digit] = np.minimum(
                    after[without | 1 << digit], found[-1][without] + cost[kind, digit]
                )
            found.append(after)
        return found

    before, behind = totals(range(count)), totals(range(count - 1, -1, -1))[::-1]
    least = np.empty_like(cost)
    for kind, digit in product(range(count), range(digits)):
        # The others are any digits but this one: what follows has what is left of them.
        rest = _over_subsets(behind[kind + 1])[(len(sets) - 1) & ~(1 << digit) & ~sets]
        least[kind, digit] = (before[kind] + rest)[sets >> digit & 1 == 0].min() + cost[kind, digit]
    own = least.argmin(1)
    given = cost[np.arange(count), own]
    if (given > cost.min(1) * (1 + LIKELY)).any():
        return named
    return Named(np.asarray(least - least.min(1, keepdims=True) + given[:, None], np.float32))


def _over_subsets(value: NDArray[np.float64]) -> NDArray[np.float64]:
    """The least value of all subsets of each set of digits, sets written as the bits of a place."""
    least = value.copy()
    for digit in range(len(value).bit_length() - 1):
        pairs = least.reshape(-1, 2, 1 << digit)
        pairs[:, 1] = np.minimum(pairs[:, 0], pairs[:, 1])
    return least


def _distinct(looks: Floats, kind: NDArray[np.intp], means: Floats) -> bool:
    """Whether kinds are so far from each other, and the looks (n, d) of each so near together, that none is the same
    digit as another.
    """
    if len(means) > 10:
        return False
    spread = np.linalg.norm(looks - means[kind], axis=1).max()
    apart = np.linalg.norm(means[:, None] - means, axis=2)[np.triu_indices(len(means), 1)].min(initial=np.inf)
    return bool(apart >= max(APART, 2 * spread))


def _sorted(looks: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The kind of each look, and the mean look of each kind: each joins the nearest kind so far, or begins one."""
    sums: list[Floats] = []
    counts: list[int] = []
    kind = np.zeros(len(looks), np.intp)
    means = np.zeros((0, looks.shape[1]), np.float32)
    for place, look in enumerate(looks):
        apart = np.sqrt(np.maximum(((means - look) ** 2).sum(1), 0)) if len(means) else np.array([np.inf])
        nearest = int(apart.argmin())
        if apart[nearest] > ALIKE:
            nearest = len(sums)
            sums.append(look.copy())
            counts.append(1)
            means = np.concatenate([means, look[None]])
        else:
            sums[nearest] += look
            counts[nearest] += 1
            means[nearest] = sums[nearest] / counts[nearest]
        kind[place] = nearest
    return kind, means


def pooled(left: Band, above: Band, kinds: Kinds) -> tuple[Band, Band]:
    """Both bands with every digit named as its kind."""
    return (
        replace(left, named=Named(kinds.named.cost[kinds.left])),
        replace(above, named=Named(kinds.named.cost[kinds.above])),
    )


def confirmed(kinds: Kinds, across: Sequence[int], down: Sequence[int]) -> frozenset[int]:
    """The kinds whose names are the only ones by which the clues add up, of those that may have several names. Where
    kinds are `distinct`, each name is that of one of them.

    `across` and `down` are what each digit counts in its number, 1 or 10, beside the rows and above the columns. None
    are confirmed where the clues do not add up as they are named.
    """
    count = len(kinds.named.cost)
    weight = np.bincount(kinds.left, across, count) - np.bincount(kinds.above, down, count)
    digits = kinds.named.digit
    if weight @ digits != 0:
        return frozenset()
    near = kinds.named.cost <= kinds.named.cost.min(1, keepdims=True) * (1 + LIKELY)
    several = np.flatnonzero(near.sum(1) > 1)
    choices = [np.flatnonzero(near[kind]) for kind in several]
    if prod(len(choice) for choice in choices) > MOST:
        return frozenset()
    other: set[int] = set()
    for names in product(*choices):
        change = np.array(names) - digits[several]
        if not change.any() or weight[several] @ change != 0:
            continue
        named = digits.copy()
        named[several] = names
        if not kinds.distinct or len(np.unique(named)) == count:
            other.update(int(kind) for kind in several[change != 0])
    return frozenset(int(kind) for kind in several) - other
