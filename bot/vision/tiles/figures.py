"""Kinds that differ in a detail of their figures only: by far less than other kinds do, and by far more than equal
tiles do once each is moved to where it equals the other most.

How far kinds are apart tells nothing about the nearest two of them: nine dots and eight, blurred, are a seventh as far
from each other as two letters. But equal tiles, moved upon each other, differ by the grain of the picture alone, which
is the same for all kinds: a step within one of them that is several times as long lies between two.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.tiles import chain, kinds

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

USUAL: Final = 0.9
"""Share of the tiles from which the likest of their kind is no farther than usual."""
LONG: Final = 3.5
"""How many times longer than usual ones, and than those on both of its sides, a step between two kinds is, of four
tiles: less the more tiles tell it, for that all of them lie apart by chance is the less likely."""
FEWEST: Final = 8
"""Tiles from which it is known how far equal ones are apart."""
FAINT: Final = 1.0
"""Mean squared difference that grain makes at the least: on a picture that nobody has spoilt it makes no more, and a
faint figure tells kinds apart that are one for all that others would show.
"""
GRAINS: Final = (kinds.GRAIN, FAINT)
"""One after the other, what grain may make."""
AGREE: Final = 6
"""Tiles, more than need be, that all lie in rows or columns of their own part: by chance once in two to the power."""


def suspected(raw: Floats, kind: Ints, grain: float = kinds.GRAIN) -> dict[int, Ints]:
    """For each kind that may be several the part of it that each of its tiles would be in; `raw` (n, n) is how far
    tiles (n,) of some `kind` are apart, moved upon each other, of which so much may be `grain`. None where it is more,
    though less than usual was looked for.
    """
    apart = raw + grain
    own = np.where(kind[:, None] == kind[None], apart, np.inf)
    np.fill_diagonal(own, np.inf)
    mates = own.min(1)
    mates = mates[np.isfinite(mates)]
    if len(mates) < FEWEST:
        return {}
    usual = float(np.quantile(mates, USUAL))
    if usual > 2 * grain and grain < kinds.GRAIN:
        return {}
    times = np.bincount(kind)
    found = {}
    for k in np.flatnonzero(times >= 4):
        longest, ratio, part = chain.rift(np.flatnonzero(kind == k), apart)
        if min(ratio, longest / usual) > LONG ** math.sqrt(4 / times[k]):
            found[int(k)] = part
    return found


def parted(raw: Floats, kind: Ints, at: Ints) -> tuple[Ints, float] | None:
    """The kinds (n,) of tiles that are `raw` (n, n) apart, with those parted that are several, and the grain for which
    they are; None where then not all kinds are far from each other for what tiles of any of them are, so that either
    may be right. `at` (n, 2) are the rows and columns where tiles lie: by these none is parted.
    """
    seen = kinds.GRAIN
    for grain in GRAINS:
        fresh = kind.copy()
        for k, part in by_figure(suspected(raw, kind, grain), kind, at).items():
            members = np.flatnonzero(kind == k)
            fresh[members[part > 0]] = fresh.max() + part[part > 0]
        if fresh.max() > kind.max():
            kind, seen = chain.renumbered(fresh), grain
            if kinds.sorting(kind, raw, grain).gap < kinds.SPLIT:
                return None
    return kind, seen


def by_figure(parts: dict[int, Ints], kind: Ints, at: Ints) -> dict[int, Ints]:
    """The `parts` of kinds without those that go by the rows or columns `at` (n, 2) which tiles of some `kind` (n,)
    lie: a program that draws to whole pixels drew cells in two ways, and in all of a row or column in the same.
    """
    lines: list[dict[int, int]] = [{}, {}]  # which way is known of a row, and of a column
    left = dict(parts)
    for k, part in sorted(parts.items(), key=lambda one: -len(one[1])):
        if part.max() > 1:
            continue
        for known, places in zip(lines, at[kind == k].T.tolist(), strict=True):
            own = list(zip(places, part.tolist(), strict=True))
            turned = next((known[place] != side for place, side in own if place in known), False)
            ways = {(place, side != turned) for place, side in own}
            pure = len(dict(ways)) == len(ways) and all(known.get(place, way) == way for place, way in ways)
            if pure and len(own) - len(ways - known.items()) >= AGREE + bool(known):
                known.update(ways)
                left.pop(k)
                break
    return left
