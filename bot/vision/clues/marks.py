"""Which look of a cell means undecided, filled and crossed out.

A cell in which something is drawn (an X, a dot) is crossed out. Of the plain looks every way to give them meanings is
weighed: a filled cell looks like the ink of the clues, an undecided one lies between filled and crossed, every
line can still become what its clue says; what was known before stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from bot.grid import Grid
from bot.vision.clues.cells import ALIKE, CALM, OFF, Bools, Floats, Groups, measure
from bot.vision.clues.clue import runs_of
from bot.vision.clues.fits import fits
from bot.vision.samples import Sample
from engine.position import EMPTY

FILLED: Final = "#"
CROSSED: Final = "x"
MOST: Final = 4
"""Plain looks that are weighed; the rarest beyond are what the nearest of them is."""
MISTAKEN: Final = 0.5
"""Share of lines that a person's own mistakes may contradict."""
PICTURED: Final = 3
"""Filled cells, each with something else drawn in it, from which these are parts of a picture."""
ALL: Final = 3
"""Looks that have all meanings."""
NEAR: Final = 0.5
"""By how much a way must be better than the next to be beyond question."""
MET: Final = (0.5, 2.0)
"""By how much a way is better in which every line shows just what its clue says; and where crosses are drawn, too."""
DONE: Final = (0.3, 1.2)
"""By how much, for each run in lines of several that show just what their clue says, and at most: by chance hardly any
other look lies so."""
FINISHED: Final = 1.2
"""By how much where there are two looks only."""
INKED: Final = 0.25
"""How far from the colour of the digits, as a share of their contrast, what has that colour may be."""
TINT: Final = 0.75
"""How far stripes and what is under the pointer may be from the other undecided cells, as a share of the strongest
contrast.
"""
AS_NEAR: Final = 1.5
"""How many times as far as from the nearest look one may be from an undecided one that it is in another light."""
ELSEWHERE: Final = 2.0
"""By how much a way is worse in which a look is undecided that is not the ground on which crosses are drawn: they are
drawn on what was undecided before.
"""
CROSSES: Final = 2
MOSTLY_CROSSES: Final = 0.5
"""Cells in which the same is drawn as in others, at the least, and as a share of all in which something is: crosses…"""
ON_CROSSED: Final = 6.0
"""… and by how much a way is worse in which what they lie on is filled, or anything else undecided."""
UNLIKE: Final = 5.0
"""By how much a way is worse in which two looks that are plainly unlike are undecided, and nothing is filled."""
INK_IS_FILLED: Final = 16.0
"""The same, where one of them has the colour of the digits and another that of their ground: so it is filled, though
every line contradicts it."""
EXCHANGED: Final = 8.0
"""By how much a way is worse that most lines contradict, in which filled cells are those that have the colour of the
page, and not those that have that of its dark digits: nothing speaks for it then."""
FADED: Final = 0.4
"""Share of the way from an undecided cell to the ink of the clues from which one may be filled under something."""
TRUSTED: Final = 0.4
"""Margin from which what a look means is remembered."""


@dataclass(frozen=True, eq=False)
class Ink:
    """The colours of the clues, and what they say."""

    ink: Floats
    """(3,), of the digits."""
    ground: Floats
    """(3,), of what they stand on."""
    rows: tuple[tuple[int, ...] | None, ...]
    """The runs of each row; None where they are not known."""
    cols: tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True)
class Meaning:
    """What the plain looks mean."""

    labels: tuple[str, ...]
    """Of each look, in its order."""
    others: tuple[tuple[str, ...], ...] = ()
    """Other meanings that are nearly as likely."""
    margin: float = 1.0
    thinkable: bool = True
    """Whether it may be right at all, the likeliest though it is."""


Anchors = Sequence[tuple[Floats, str]]
"""Colours of plain cells whose meaning is known from before."""


def meaning(groups: Groups, ink: Ink, anchors: Anchors = ()) -> Meaning:
    """What the plain looks mean."""
    count = len(groups.means)
    known = [_known(mean, anchors, ALIKE * groups.spread) for mean in groups.means]
    lit = [
        known[k] is None and (_pointed(groups, k, ink) or (not _inky(groups, k, ink) and _lit(groups, k)))
        for k in range(count)
    ]
    free = [k for k in range(count) if known[k] is None and not lit[k]][:MOST]
    if not free:
        told = {k: label for k, label in enumerate(known) if label is not None}
        return Meaning(tuple(label or (_tinted(groups, k, told) if told else EMPTY) for k, label in enumerate(known)))
    tinted = [k for k in range(count) if known[k] is None and k not in free]
    weigh = _Weigh(groups, ink, tuple(k in tinted for k in range(count)))
    ways = []
    for choice in product((EMPTY, FILLED, CROSSED), repeat=len(free)):
        told = {k: label for k, label in enumerate(known) if label is not None} | dict(zip(free, choice, strict=True))
        way = [told[k] if k in told else _tinted(groups, k, told) for k in range(count)]
        ways.append((weigh.cost(way), way))
    ways.sort(key=lambda one: one[0])
    best = ways[0][0]
    # In two looks a finished puzzle says nothing of what is not filled: it may be crossed out or not.
    within = FINISHED if count == 2 and not groups.strokes.any() else NEAR
    others = tuple(tuple(way) for cost, way in ways[1:3] if cost - best < within)
    margin = float(np.clip((ways[1][0] - best) / FINISHED, 0, 1)) if len(ways) > 1 else 1.0
    if len(ways) > 1 and not weigh.thinkable(ways[0][1]):
        return Meaning(tuple(ways[0][1]), margin=0.0, thinkable=False)
    return Meaning(tuple(ways[0][1]), others, margin)


def text(groups: Groups, labels: Sequence[str]) -> tuple[str, ...]:
    """The cells as text. Nobody crosses out a cell that is filled: where few seem to be, the pointer makes it look so,
    or it is filled with a figure; where most of them show another thing each, with parts of a picture.
    """
    letters = np.array([*labels, CROSSED])
    told = letters[groups.group]
    if groups.under is not None:
        filled = groups.strokes & (groups.under >= 0) & (letters[groups.under] == FILLED)
        single = np.zeros_like(filled) if groups.single is None else groups.single
        pictured = np.count_nonzero(filled & single) >= max(PICTURED, MISTAKEN * np.count_nonzero(filled))
        if pictured:
            filled |= groups.strokes & single & (groups.under < 0)
        if pictured or np.count_nonzero(filled) <= max(1, MISTAKEN * np.count_nonzero(groups.strokes)):
            told[filled] = FILLED
    if groups.figured is not None:
        told[groups.figured] = FILLED
    return tuple("".join(row) for row in told)


def anchors_of(groups: Groups, labels: Sequence[str]) -> list[tuple[Floats, str]]:
    """What is known of plain looks from now on."""
    return [(mean, label) for mean, label in zip(groups.means, labels, strict=True)]


def taught(samples: Sequence[Sample]) -> Anchors:
    """What plain cells mean by a layout's samples; those in which something is drawn need no telling."""
    known: list[tuple[Floats, str]] = []
    for sample in samples:
        height, width = sample.pixels.shape[:2]
        look = measure(sample.pixels, Grid(0, 0, width, height, 1, 1))
        if sample.label in (EMPTY, FILLED, CROSSED) and float(look.unrest.max()) <= CALM:
            known.append((look.colour[0, 0], sample.label))
    return known


def _known(mean: Floats, anchors: Anchors, within: float) -> str | None:
    """The meaning of a colour that was seen before."""
    near = min(anchors, key=lambda anchor: float(np.abs(anchor[0] - mean).max()), default=None)
    return near[1] if near is not None and float(np.abs(near[0] - mean).max()) <= within else None


def _tinted(groups: Groups, group: int, told: Mapping[int, str]) -> str:
    """What a look means that is another one in another light: undecided, where it is about as near to such a one."""
    away = {k: float(np.linalg.norm(groups.means[group] - groups.means[k])) for k in told}
    nearest = min(away, key=away.__getitem__)
    bare = min((far for k, far in away.items() if told[k] == EMPTY), default=np.inf)
    return EMPTY if bare <= AS_NEAR * away[nearest] else told[nearest]


class _Weigh:
    """How unlikely meanings of looks are."""

    def __init__(self, groups: Groups, ink: Ink, tinted: tuple[bool, ...]) -> None:
        self._tinted = tinted
        # Where plain looks have all meanings a single cell in which something is drawn is the one under the pointer.
        self._drawn = np.count_nonzero(groups.strokes) > (len(groups.means) >= ALL)
        self._means = groups.means
        reach = max(float(np.linalg.norm(ink.ground - ink.ink)), 1.0)
        self._apart = np.linalg.norm(groups.means - ink.ink, axis=1) / reach
        self._groups, self._ink = groups, ink
        on = groups.ground
        self._off = [on is not None and float(np.abs(mean - on).max()) > OFF * groups.spread for mean in groups.means]
        """Which looks are not the ground on which crosses are drawn."""
        signs = groups.strokes if groups.single is None else groups.strokes & ~groups.single
        mostly = max(CROSSES, MOSTLY_CROSSES * np.count_nonzero(groups.strokes))
        self._crosses = on is not None and not all(self._off) and np.count_nonzero(signs) >= mostly
        """Whether crosses are drawn: then what they lie on is undecided, however much was filled wrongly."""

    def cost(self, labels: Sequence[str]) -> float:
        """The less the likelier."""
        filled, crossed, empty = (
            [k for k, label in enumerate(labels) if label == meant and not self._tinted[k]]
            for meant in (FILLED, CROSSED, EMPTY)
        )
        # People fill cells wrongly, but not so that most lines contradict their clues.
        against, met, runs = self._against(labels)
        cost = 5 * against - min(DONE[1], DONE[0] * runs)
        cost += 0.0 if self._crosses else 16 * max(0.0, against - MISTAKEN)
        if met:
            cost -= self._surely_done(filled)
        # Where undecided cells have the colour of the digits, as on dark plates, filled ones have another.
        if not any(self._apart[k] < INKED for k in empty):
            cost += sum(min(1.0, float(self._apart[k])) for k in filled)
        cost += sum(0.8 for k in (*empty, *crossed) if self._apart[k] < INKED)
        cost += sum(ON_CROSSED if self._crosses else ELSEWHERE for k in empty if self._off[k])
        cost += sum(ON_CROSSED for k in filled if self._crosses and not self._off[k])
        cost += EXCHANGED if against > MISTAKEN and self._exchanged(empty, filled) else 0.0
        more = 2.0 if filled else INK_IS_FILLED if self._inked(empty) else UNLIKE if self._unlike(empty) else 2.0
        cost += max(0, len(filled) - 1) + more * max(0, len(empty) - 1)
        cost += max(0, len(crossed) - 1)
        cost += len(crossed) * (2.0 if self._drawn else 0.6) + (0.5 if not empty else 0.0)
        if len(filled) == len(crossed) == len(empty) == 1:
            cost += self._order(filled[0], empty[0], crossed[0])
        return cost

    def thinkable(self, labels: Sequence[str]) -> bool:
        """Whether a way may be right at all: not where most lines contradict it, nor where nothing is filled though two
        looks are plainly unlike. Of such ways one is the likeliest all the same. Where crosses are drawn they tell.
        """
        if self._crosses:
            return True
        empty = [k for k, label in enumerate(labels) if label == EMPTY and not self._tinted[k]]
        return self._against(labels)[0] <= MISTAKEN and (FILLED in labels or not self._unlike(empty))

    def _exchanged(self, empty: Sequence[int], filled: Sequence[int]) -> bool:
        """Whether undecided cells have the colour of dark digits, and filled ones that of the bright page."""
        bright = float(self._ink.ground.sum()) > float(self._ink.ink.sum())
        return bright and bool((self._apart[empty] < INKED).any() and (self._apart[filled] > 1 - INKED).any())

    def _inked(self, looks: Sequence[int]) -> bool:
        """Whether some looks have the colour of the digits, and others that of what these stand on."""
        apart = self._apart[looks]
        return bool((apart < INKED).any() and (apart > 1 - INKED).any())

    def _unlike(self, looks: Sequence[int]) -> bool:
        """Whether any two of some looks are plainly unlike."""
        apart = np.abs(self._means[looks][:, None] - self._means[looks][None])
        return len(looks) > 1 and float(apart.max()) > OFF * self._groups.spread

    def _order(self, filled: int, empty: int, crossed: int) -> float:
        """1 unless the undecided look lies between the filled and the crossed one."""
        way = self._means[crossed] - self._means[filled]
        share = float((self._means[empty] - self._means[filled]) @ way) / max(float(way @ way), 1.0)
        return 0.0 if 0.05 < share < 0.95 else 1.0

    def _surely_done(self, filled: Sequence[int]) -> float:
        """By how much a way is better in which every line shows just what its clue says; not where crosses are drawn on
        the look that is filled then: of that ground undecided cells are.
        """
        under, drawn = self._groups.under, self._groups.strokes
        if under is None or not drawn.any():
            return MET[0]
        return MET[1] if np.isin(under[drawn], filled).mean() < MISTAKEN else 0.0

    def _against(self, labels: Sequence[str]) -> tuple[float, bool, int]:
        """The share of lines that cannot become what their clue says, whether all are just that, and the runs in those
        lines of several runs that are.
        """
        rows = text(self._groups, labels)
        lines = [*zip(self._ink.rows, rows, strict=True)]
        lines += zip(self._ink.cols, ("".join(column) for column in zip(*rows, strict=True)), strict=True)
        marked = [(clue, cells) for clue, cells in lines if cells.strip(EMPTY)]
        wrong = sum(clue is not None and not fits(clue, cells) for clue, cells in marked)
        done = [(clue, clue is None or _shown(cells) == tuple(filter(None, clue))) for clue, cells in lines]
        runs = sum(len(clue) for clue, so in done if so and clue is not None and len(clue) > 1)
        return wrong / max(len(lines), 1), bool(lines) and all(so for _, so in done), runs


def _shown(cells: str) -> tuple[int, ...]:
    """The lengths of the runs of filled cells in a line."""
    return tuple(length for length, _ in runs_of(cells.replace(CROSSED, EMPTY)))


def _inky(groups: Groups, group: int, ink: Ink) -> bool:
    """Whether a look is more like the ink of the clues than like the most frequent look."""
    mean = groups.means[group]
    return float(np.linalg.norm(mean - ink.ink)) < float(np.linalg.norm(mean - groups.means[0]))


def _lit(groups: Groups, group: int) -> bool:
    """Whether a look is that of undecided cells on a striped ground, or under the pointer."""
    tint = float(np.abs(groups.means[group] - groups.means[0]).max()) <= TINT * groups.spread
    return tint and (_highlight(groups, group) or _regular(groups, group))


def _pointed(groups: Groups, group: int, ink: Ink) -> bool:
    """Whether a look is that of one cell, beside looks enough for all meanings: that under the pointer. Where crosses
    are drawn, an undecided look and a filled one are enough; and on a blank board it is more likely so than crossed.
    """
    if np.count_nonzero(groups.group == group) != 1:
        return False
    inky = [_inky(groups, k, ink) for k in range(len(groups.means))]
    crossed = np.count_nonzero(groups.strokes) > 1
    # Where undecided cells are as bright as the digits, filled ones are not.
    reach, away = (float(np.linalg.norm(colour - ink.ink)) for colour in (ink.ground, groups.means[0]))
    blank = len(inky) == 2 and not groups.strokes.any() and away > reach / 2
    light = not inky[group] and _towards(groups.means[group], groups.means[0], ink.ink) < FADED
    return len(inky) > ALL or bool(light and (blank or (crossed and any(inky[1:]))))


def _towards(colour: Floats, start: Floats, end: Floats) -> float:
    """How far a colour is on the way from one to another, as a share of it."""
    way = end - start
    return float((colour - start) @ way) / max(float(way @ way), 1.0)


def _regular(groups: Groups, group: int) -> bool:
    """Whether a look is that of every cell in some rows, columns or blocks of five: the ground is striped so."""
    if group == 0:
        return False
    own, usual = groups.group == group, groups.group == 0
    row, column = np.indices(own.shape)
    for part in (row, column, row // 5 * 100 + column // 5):
        parts = np.unique(part)
        mine, others = (np.isin(parts, part[where]) for where in (own, usual))
        if len(parts) > 2 and not (mine & others).any() and min(mine.sum(), others.sum()) > 1:
            return True
    return False


def _highlight(groups: Groups, group: int) -> bool:
    """Whether a look is only that of the row and the column under the pointer."""
    where: Bools = groups.group == group
    if group == 0 or not where.any():
        return False
    usual = groups.group == 0
    rows = np.flatnonzero(where.any(1) & ~usual.any(1) & (where.sum(1) >= 2))
    columns = np.flatnonzero(where.any(0) & ~usual.any(0) & (where.sum(0) >= 2))
    if len(rows) > 1 or len(columns) > 1 or not (len(rows) or len(columns)):
        return False
    rest = where.copy()
    rest[rows], rest[:, columns] = False, False
    return not bool(rest.any())
