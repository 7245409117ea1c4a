"""Kinds of tiles: told apart by same or different, never by name; a label is only the order of first appearance."""

from __future__ import annotations

import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, grey, strongest
from bot.vision.cells import usual as usual_of
from bot.vision.spanning import tree
from bot.vision.tiles import chain

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LABELS: Final = (
    string.ascii_uppercase
    + string.ascii_lowercase
    + string.digits
    + "".join(c for c in string.punctuation if c not in ".?#=:,")
)
"""Labels in the order in which kinds get them."""
FLOOR: Final = 0.004
"""Differences below this share of the usual one are noise of the picture."""
SPLIT: Final = 2.5
"""How many times longer than the next the longest step within a kind is, from which it is two."""
SHARP: Final = 4.0
"""The same, from which it is two though they are near to each other."""
UNCLEAR: Final = 1.5
"""Gap of a board on which a kind may be two."""
HEAP: Final = 7
"""Tiles above which a kind may be a heap of several that look alike."""
HEAPED: Final = (3.0, 4.0)
"""How many times as many as usual it has then, where no other kind's tiles are as far apart, and where some are."""
LOOSE: Final = 2.5
"""How many times farther apart than tiles of other kinds its tiles are."""
CROWD: Final = (12, 4, 8)
"""Tiles of a kind from which it is several however close they are to each other, how many times as many as any other
kind has, and of how many kinds: games deal about as many of each, and take them away in pairs."""
EVEN: Final = 1.4
"""Gap of a finer sorting in which every kind is even, from which it is taken."""
MORE: Final = 3
"""Kinds that it has more."""
THRICE: Final = 3
"""How many times as many tiles as any other a kind has that may be several: games take them away in pairs."""
BARE: Final = 0.2
"""Share of the usual ink from which a tile has hardly any."""
GRAIN: Final = 4.0
"""Mean squared difference, in grey levels, that the drawing of one and the same figure at another fraction of a pixel,
or the grain of a picture, may make."""
LIKE: Final = 0.5
"""Least agreement of the outlines of two tiles that are one kind in another light."""
LEAD: Final = 0.12
"""By how much the outlines must agree better with that kind than with the next."""
AGREED: Final = (0.97, 0.8)
"""From which agreement of their outlines two kinds may be one, where those of no others agree so well as the second."""
CLOSER: Final = 0.5
"""What share of the least difference between others they differ by then, at the most."""
COARSE: Final = (2, 4.0)
"""Kinds at the most, and how many times as long as usual the longest step within one of them is, that are several."""
FEW: Final = 12
"""Tiles up to which half of them may well be of one kind."""
NEARBY: Final = 2
"""Pixels of a cut cell by which a tile may be moved where it is picked."""
EDGE_X, EDGE_Y = 2, 3
"""Pixels of a cut cell left out on each side: sides of tiles look different beside a gap."""


def features(cells: Floats) -> Floats:
    """What of each cell tells its kind, as rows: `cells` is (n, CELL_H, CELL_W, 3), the result (n, length).

    Lightly blurred, so that a cell cut half a pixel beside another still equals it.
    """
    inner = cells[:, EDGE_Y : CELL_H - EDGE_Y, EDGE_X : CELL_W - EDGE_X]
    n, h, w, _ = inner.shape
    # All cells as one tall picture with room between them, to blur them in one call.
    tall = inner.take(_roomy(h), axis=1).reshape(n * (h + 4), w, 3)
    soft = cv2.GaussianBlur(tall, (3, 3), 0.7).reshape(n, h + 4, w, 3)[:, 2:-2]
    return np.ascontiguousarray(soft.reshape(n, -1))


@lru_cache(maxsize=8)
def _roomy(height: int) -> Ints:
    """The lines of a cell, of which the first and the last go on by two."""
    return np.clip(np.arange(-2, height + 2), 0, height - 1)


def free(cells: Floats) -> Floats:
    """The part of cells (n, CELL_H, CELL_W, 3) that even a thick side of the tile to the left or above leaves free."""
    return cells[:, EDGE_Y:-EDGE_Y, EDGE_X:-EDGE_X]


def outlines(cells: Floats, edge: int = 1) -> Floats:
    """What of each cell stays when it is tinted or lit: its edges, signed and scaled to length 1, as rows.

    `edge` 0 keeps the sides of the cells.
    """
    inner = _grey_inside(cells, edge)
    across = inner[:, 1:-1, 2:] - inner[:, 1:-1, :-2]
    down = inner[:, 2:, 1:-1] - inner[:, :-2, 1:-1]
    both = np.stack([across, down], 1).reshape(len(cells), -1)
    reach = _upper(np.abs(both)) + 4
    capped = np.clip(both, -reach, reach)
    return np.asarray(capped / (np.linalg.norm(capped, axis=1, keepdims=True) + 1e-3), np.float32)


def _upper(values: Floats) -> Floats:
    """(n, 1): what nine tenths of every row (n, m) lie below; `np.quantile` takes five times as long for a few rows."""
    at = 0.9 * (values.shape[1] - 1)
    low = int(at)
    two = np.partition(values, (low, low + 1), axis=1)[:, low : low + 2]
    return np.asarray(two[:, :1] + np.float32(at - low) * (two[:, 1:] - two[:, :1]), np.float32)


def lead(best: Floats, second: Floats) -> Floats:
    """How surely what agrees so well with one outline and so with the next (-1 to 1) is of the first: by how much it
    agrees better, or by how many times less it differs, for figures that differ in a stroke agree with each other, too.
    """
    apart = np.sqrt(np.maximum(1 - best, 0) / np.maximum(1 - second, 1e-6))
    return np.asarray(np.maximum(best - second, 1 - 2 * apart), np.float32)


def _grey_inside(cells: Floats, edge: int) -> Floats:
    h, w = cells.shape[1:3]
    dy, dx = edge * EDGE_Y, edge * EDGE_X
    return grey(cells[:, dy : h - dy, dx : w - dx])


def contrast(cells: Floats, edge: int = 1) -> Floats:
    """(n,): how strong the edges inside each cell are, in grey levels."""
    inner = _grey_inside(cells, edge)
    return np.asarray(np.abs(np.diff(inner, axis=1)).mean((1, 2)) + np.abs(np.diff(inner, axis=2)).mean((1, 2)))


def colour_contrast(cells: Floats) -> Floats:
    """(n,): how strong the edges of each cell are, its sides among them, in the channel in which they are strongest:
    blue upon grey may be no brighter than that.
    """
    steps = (strongest(np.abs(np.diff(cells, axis=axis))) for axis in (1, 2))
    return np.asarray(sum(step.mean((1, 2)) for step in steps), np.float32)


def differences(a: Floats, b: Floats, squares_b: Floats | None = None) -> Floats:
    """(len(a), len(b)): the mean squared difference of every row of `a` with every row of `b`, of which `squares_b`
    are the `squares` where those are known.
    """
    other = squares(b) if squares_b is None else squares_b
    square = squares(a)[:, None] + other - 2 * (a @ b.T)
    return np.asarray(np.maximum(square, 0) / a.shape[1], np.float32)


def squares(rows: Floats) -> Floats:
    """(n,), the sum of the squares of every row (n, length)."""
    return np.asarray(np.einsum("ij,ij->i", rows, rows), np.float32)


def differences_nearby(cells: Floats, looks: Floats) -> tuple[Floats, Bools]:
    """(n, m) twice: the least difference of each of `cells` (n, CELL_H, CELL_W, 3) from each of `looks` (m, length),
    features of other cells, wherever it lies within NEARBY pixels of its place; and whether it lies beside it.
    """
    high, wide = CELL_H - 2 * EDGE_Y - 2 * NEARBY, CELL_W - 2 * EDGE_X - 2 * NEARBY
    faces = [rows.reshape(len(rows), high + 2 * NEARBY, wide + 2 * NEARBY, 3) for rows in (features(cells), looks)]
    at = range(2 * NEARBY + 1)
    still = faces[1][:, NEARBY : NEARBY + high, NEARBY : NEARBY + wide].reshape(len(looks), -1)
    tried = [
        differences(faces[0][:, y : y + high, x : x + wide].reshape(len(cells), -1), still) for y in at for x in at
    ]
    best = np.argmin(tried, 0)
    return np.min(tried, 0), best != len(tried) // 2


@dataclass(frozen=True, eq=False)
class Grouping:
    """Cells sorted into kinds."""

    kind: Ints
    """(n,), the number of each cell's kind, counted from 0 in order of first appearance."""
    margins: Floats
    """(n,), 0 (as near to another kind as to its own) to 1."""
    same: float
    """How far a tile may be from the next of its kind, as mean squared difference."""
    different: float
    """How near to each other two kinds come."""
    lit: Bools
    """(n,), cells that stand among their kind by their outlines only: the game shows them in another light."""
    gap: float
    """How many times farther kinds are from each other than tiles of one kind, for the ink that they bear."""
    strained: float = 0.0
    """How many times longer than the next the longest step within a kind is, where it may be two."""
    apart: float = 1.0
    """The gap, however much ink they bear."""

    @property
    def odd(self) -> list[int]:
        """Kinds with an odd number of tiles."""
        return [int(k) for k in np.flatnonzero(np.bincount(self.kind) % 2)]

    def trusted(self) -> Grouping:
        """The same sorting with tiles that are alone of their kind told as plainly as kinds differ."""
        alone = np.bincount(self.kind)[self.kind] == 1
        plainly = 1 - np.sqrt(self.same / max(self.different, self.same))
        return replace(self, margins=np.where(alone, plainly, self.margins).astype(np.float32))


def _ink(rows: Floats) -> Floats:
    """(n, n), the weight of a difference: the less there is on two tiles, the more it counts. Between two thin figures
    few pixels can differ, and equal thin figures, cut a little differently, differ in few.
    """
    ink = ((rows - usual_of(rows)) ** 2).mean(1)
    usual = float(np.median(ink)) + 1
    return np.asarray(usual / ((ink[:, None] + ink[None]) / 2 + BARE * usual), np.float32)


def group(rows: Floats, raw: Floats | None = None) -> Grouping:
    """Sort cells into kinds, cutting where the gap between same and different is widest.

    `rows` are the features of the cells, and `raw` (n, n) is by how much they differ, as mean squares, where that is
    not the difference of the features: neither of two cells lies exactly where the grid says.

    Cells are chained nearest first (the edges of the minimum spanning tree); every cut of the chain is a possible
    sorting. Wide gaps are good, kinds with an odd number of tiles are bad.
    """
    n = len(rows)
    raw = differences(rows, rows) if raw is None else raw
    apart = (raw + GRAIN) * _ink(rows)
    usual = float(np.median(apart[~np.eye(n, dtype=bool)])) if n > 1 else 1.0
    apart = apart + FLOOR * max(usual, 1.0)
    links = tree(apart)
    links.sort()
    tried: list[tuple[float, Grouping]] = []
    steps = np.array([length for length, _, _ in links], np.float32)
    # At least a third of the links join equal tiles (every kind has two tiles or more).
    for cut in range(max(1, n // 3), n):
        low = float(steps[cut - 1])
        high = float(steps[cut]) if cut < n - 1 else max(usual, low)
        if cut < n - 1 and high < 1.25 * low:
            continue
        found = _cut(links[:cut], n, apart, low, high)
        if n > FEW and np.bincount(found.kind).max() > n / 2:
            continue  # one kind of half of all tiles is all kinds in one, beside a few strangers
        worth = np.log(high / low) - 0.15 * min(len(found.odd), 4) - (0.5 if cut == n - 1 else 0)
        tried.append((float(worth), found))
    if tried:
        found = _weighed(_divided(_chosen(tried), apart), apart, raw)
        several = heaped(found) and finer(found, (other for _, other in tried))
        return replace(found, gap=min(found.gap, UNCLEAR)) if several else found
    return _weighed(_cut(links, n, apart, float(steps[-1]) if n > 1 else 0.0, usual), apart, raw)


def nearest(rows: Floats, shifted: Sequence[Floats]) -> Floats:
    """(n, n), the mean squared difference of cells, the least of what they and the `shifted` ones show."""
    raw = differences(rows, rows)
    for moved in shifted:
        beside = differences(rows, moved)
        raw = np.minimum(raw, np.minimum(beside, beside.T))
    return raw


def sorting(kind: Ints, raw: Floats, grain: float = GRAIN) -> Grouping:
    """The sorting into these kinds (n,) of tiles that differ by `raw` (n, n), of which so much may be `grain`, with all
    that is measured of it.
    """
    apart = raw + grain
    groups = (np.flatnonzero(kind == k) for k in np.flatnonzero(np.bincount(kind) > 1))
    same = max(length for members in groups for length, _, _ in tree(raw[np.ix_(members, members)]))
    different = float(np.where(kind[:, None] == kind[None], np.inf, raw).min())
    margins = _margins(kind, apart, same + grain, different + grain)
    gap = (different + grain) / (same + grain)
    return Grouping(kind, margins, max(same, 1.0), different, np.zeros(len(kind), np.bool_), gap, apart=gap)


def _chosen(tried: list[tuple[float, Grouping]]) -> Grouping:
    """The best of some sortings (worth, sorting), or a finer one with several kinds more that are all even: kinds that
    are taken together stay even, but hardly ever does every kind that is torn apart.
    """
    _, best = max(tried, key=lambda one: one[0])
    finer = [
        one for one in tried if not one[1].odd and one[1].gap > EVEN and one[1].kind.max() >= best.kind.max() + MORE
    ]
    return max(finer, key=lambda one: one[0])[1] if finer else best


def heaped(found: Grouping) -> bool:
    """Whether one kind has so many more tiles than any other that it may be several of them."""
    times = np.sort(np.bincount(found.kind))
    return len(times) > 1 and bool(times[-1] >= THRICE * times[-2])


def finer(found: Grouping, ways: Iterable[Grouping | None]) -> bool:
    """Whether another way to sort the same tiles, by which every kind is even and far from others, has more kinds."""
    return any(
        other is not None and not other.odd and other.gap > EVEN and other.kind.max() > found.kind.max()
        for other in ways
    )


def _weighed(found: Grouping, apart: Floats, raw: Floats) -> Grouping:
    """The same sorting with its differences in grey levels, and less sure where a kind may be two."""
    alike = found.kind[:, None] == found.kind[None]
    same, torn, strained = 1.0, False, 0.0
    times = np.bincount(found.kind)
    spread = np.zeros(len(times))
    for k in np.flatnonzero(times >= 2):
        members = np.flatnonzero(found.kind == k)
        same = max(same, *(length for length, _, _ in tree(raw[np.ix_(members, members)])))
        spread[k] = max(length for length, _, _ in tree(apart[np.ix_(members, members)]))
        longest, ratio, _ = chain.rift(members, apart)
        torn |= longest > found.different / (6 if ratio > SPLIT else 3)
        strained = max(strained, ratio if longest > found.different / 6 else 0.0)
    # Many tiles far from each other in one kind, and few close to each other in every other: it is several.
    least = np.where(spread == spread.max(), *HEAPED) * np.median(times)
    heap = (times > HEAP) & (times > least) & (spread > LOOSE * float(np.median(spread)))
    torn |= bool(heap.any()) or _crowded(times) or _coarse(found.kind, raw)
    different = float(np.where(alike, np.inf, raw).min(initial=np.inf))
    different = different if np.isfinite(different) else max(float(np.median(raw)), same)
    gap = UNCLEAR if torn else max(found.gap, different / same)
    return replace(found, same=same, different=different, gap=gap, strained=strained, apart=different / same)


def _crowded(times: Ints) -> bool:
    """Whether kinds of so many tiles each are one heap of several, such as all numerals of a small picture, beside
    others.
    """
    least, ratio, kinds = CROWD
    if len(times) < kinds:
        return False
    second, most = np.partition(times, -2)[-2:]
    return bool(most >= max(least, ratio * second))


def _coarse(kind: Ints, raw: Floats) -> bool:
    """Whether many tiles are of one or two kinds, of which one has tiles far farther apart than most: kinds that differ
    in a part of their pictures only, beside one or two that differ all over.
    """
    most, ratio = COARSE
    if kind.max() >= most or len(kind) <= FEW:
        return False
    for k in range(int(kind.max()) + 1):
        members = np.flatnonzero(kind == k)
        lengths = [length for length, _, _ in tree(raw[np.ix_(members, members)])]
        if len(lengths) > 1 and max(lengths) > ratio * (float(np.median(lengths)) + GRAIN):
            return True
    return False


def measured(found: Grouping, rows: Floats) -> Grouping:
    """The same sorting with what is `same` and what is `different` in other features of the same cells."""
    raw = differences(rows, rows)
    alike = found.kind[:, None] == found.kind[None]
    different = float(np.where(alike, np.inf, raw).min(initial=np.inf))
    own = np.where(alike & ~np.eye(len(rows), dtype=bool), raw, np.inf).min(1, initial=np.inf)
    same = float(own.max(initial=1.0, where=np.isfinite(own)))
    different = different if np.isfinite(different) else max(float(np.median(raw)), same)
    return replace(found, same=min(same, different), different=different)


def _divided(found: Grouping, apart: Floats) -> Grouping:
    """The same sorting with kinds parted that are several: even groups, each close, far from each other."""
    kind = found.kind.copy()
    for k in range(int(kind.max()) + 1):
        members = np.flatnonzero(kind == k)
        longest, ratio, part = chain.rift(members, apart)
        if _several(longest, ratio, found.different):
            kind[members[part > 0]] = kind.max() + part[part > 0]
    if kind.max() == found.kind.max():
        return found
    kind = chain.renumbered(kind)
    return replace(found, kind=kind, margins=_margins(kind, apart, found.same, found.different))


def _several(longest: float, ratio: float, different: float) -> bool:
    """Whether a step within a kind is one between two kinds: long, or very sharp."""
    return (ratio > SPLIT and longest > different / 3) or (ratio > SHARP and longest > different / 6)


def _cut(links: list[tuple[float, int, int]], n: int, apart: Floats, same: float, different: float) -> Grouping:
    kind = chain.joined(links, n)
    margins = _margins(kind, apart, same, different)
    return Grouping(kind, margins, same, different, np.zeros(n, np.bool_), different / max(same, 1e-6))


def _margins(kind: Ints, apart: Floats, same: float, different: float) -> Floats:
    """How much nearer each cell is to its own kind than to the next, 0 to 1."""
    alike = kind[:, None] == kind[None]
    own = np.where(alike & ~np.eye(len(kind), dtype=bool), apart, np.inf).min(1, initial=np.inf)
    other = np.where(alike, np.inf, apart).min(1, initial=np.inf)
    other = np.where(np.isfinite(other), other, max(different, same))
    own = np.where(np.isfinite(own), own, other)
    return np.asarray(np.clip(1 - np.sqrt(own / other), 0, 1), np.float32)


def shaded(cells: Floats, kind: Ints) -> bool:
    """Whether two kinds may be one that is seen in two lights, or on two grounds that shine through it: their outlines
    agree as those of one kind do, those of no others, and they are far closer to each other than any others. `cells`
    are (n, CELL_H, CELL_W, 3), `kind` (n,) their kinds.
    """
    numbers = range(int(kind.max()) + 1)
    if len(numbers) <= 2:
        return False
    shapes, looks = outlines(cells), features(cells)
    shape = np.stack([shapes[kind == k].mean(0) for k in numbers])
    shape /= np.linalg.norm(shape, axis=1, keepdims=True) + 1e-6
    agree = shape @ shape.T
    look = np.stack([looks[kind == k].mean(0) for k in numbers])
    apart = differences(look, look)
    pairs = np.triu(np.ones_like(apart, np.bool_), 1)
    one = pairs & (agree >= AGREED[0])
    others = pairs & ~one
    if not one.any() or not others.any() or agree[others].max() > AGREED[1]:
        return False
    return bool(apart[one].max() < CLOSER * apart[others].min())


def mend(found: Grouping, shapes: Floats) -> Grouping:
    """The same sorting with tiles in another light put back to their kind.

    A tile that the game shows as picked looks like no other, and its kind is one short. Where there are such odd
    kinds, the smaller is added to the larger if its outlines say so beyond doubt; otherwise nothing is changed.
    `shapes` are the outlines of the cells.
    """
    kind, lit, margins = found.kind.copy(), found.lit.copy(), found.margins.copy()
    count = np.bincount(kind)
    if len(count) < 2:
        return found
    mean = np.stack([shapes[kind == k].mean(0) for k in range(len(count))])
    mean /= np.linalg.norm(mean, axis=1, keepdims=True) + 1e-6
    odd = set(found.odd)
    for k in sorted(odd, key=lambda k: int(count[k])):
        if k not in odd or count[k] > 2:
            continue
        agree = mean @ mean[k]
        agree[k] = -1
        best, next_best = np.argsort(-agree)[:2]
        ahead = float(lead(agree[best], agree[next_best]))
        if int(best) in odd and agree[best] > LIKE and ahead > LEAD:
            moved = kind == k
            lit |= moved if count[k] <= count[best] else kind == best
            alone = moved | (kind == best) if count[best] == 1 else moved
            margins[alone] = ahead
            kind[moved] = best
            odd -= {k, int(best)}
    return replace(found, kind=chain.renumbered(kind), margins=margins, lit=lit)
