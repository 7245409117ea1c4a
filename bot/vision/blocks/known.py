"""Blocks whose looks are known, from a layout's samples or from a first sight: told one by one, then all together.

A cell by itself is told where one kind is near and all others are far. Where that leaves cells open on a board, the
light that all its cells together show is measured; then samples are moved by part of a pixel; and what looks like the
empty cell next to it is empty, too. Whatever one step would tell otherwise than another is doubted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.blocks.lit import SLOPES, STEPS, Light, distances_in, measured, terms
from bot.vision.blocks.look import CAP, RIM, SIDE, cells_of, distances, looks, one_cell
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.cells import Cells
from bot.vision.samples import Sample
from bot.vision.stretch import stretched

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

NOISE: Final = 1.0
"""Differences that equal cells may always have, in grey levels."""
LIMIT: Final = (4.0, 12.0)
"""Least and largest difference from a sample beyond which a cell is not that kind."""
NEARLY: Final = 2.0
"""How many times farther than that it may be from one that it is nearly like."""
NEARER: Final = 0.25
"""A cell with a smaller margin, in light that is not the samples', is not told but doubted."""
GROUND: Final = 18.0
"""Largest difference of an empty cell from samples of empty cells."""
EVEN: Final = 9.0
"""Difference of all samples of empty cells up to which the ground is even, and from which a cell on such ground shows
more than a grain of it."""
HUE: Final = 44.0
"""Grey levels by which one channel may change more than another on even ground: pieces that nobody knows may be like it
in two of three channels, as green ones are like black."""
SHADES: Final = 4
"""Looks of one kind from which it is known how much they differ."""
FAMILY: Final = 48
"""Looks kept of one kind."""
STARTS: Final = (1.0, 0.75, 1.35)
"""Gammas that are begun with."""
LEFT: Final = 0.25
"""Share of the cells up to which those that are open make no other light be tried."""
TURNS: Final = 8
"""Times that cells are told in the light that they showed before, at most."""
STRAY: Final = 4.0
"""A cell that differs so many times more from its kind than is usual on the board, and STRAYS more, is not told."""
STRAYS: Final = 3.0
GROUND_SAYS: Final = 0.3
"""How much empty cells say of the light, for one of other cells."""
KINDS: Final = 3
"""Kinds, the empty cell among them, that must agree on a light."""
VOUCH: Final = 8
"""Cells that must."""
ASIDE: Final = 0.8
"""How far samples are moved, in pixels of a cut cell, for cells that lie beside the grid."""
FIRMLY: Final = 0.35
"""Margin from which a cell is told that lies beside."""
DRIFT: Final = 12.0
"""Grey levels by which the ground may change, in any colour, from one cell to the next."""
GRAIN: Final = 4.0
"""Mean difference that the ground then still has."""
SMOOTH: Final = 2.0
"""The same where it is smooth, and changes faster."""
PLAINER: Final = 0.5
"""Share of the difference from any block up to which a cell may differ from the empty one beside it."""


class Told(NamedTuple):
    """What cells hold: numbers of labels, EMPTY or UNSURE."""

    kind: Ints
    margins: Floats
    marked: Bools


class Known:
    """Knows kinds by samples of them."""

    def __init__(self, cells: Cells, kind: Ints, marked: Bools) -> None:
        """`cells` are (n, SIDE, SIDE, 3), `kind` their numbers (EMPTY for empty cells)."""
        self._cells, self._kind, self._marked = cells, kind, marked
        self._rows = looks(cells)
        self._bytes = np.clip(np.rint(self._rows), 0, 255).astype(np.uint8)
        self._numbers, self._order = np.unique(kind, return_inverse=True)
        other = kind[:, None] != kind[None]
        apart = distances(self._rows, self._rows)
        nearest = float(apart[other].min()) if other.any() else LIMIT[1]
        self._limit = float(np.clip(0.6 * nearest, *LIMIT))
        self._spread = np.zeros(len(self._numbers), np.float32)
        """How far the looks of each kind are known to lie apart."""
        self._beside: NDArray[np.uint8] | None = None
        bare = kind == EMPTY
        self._even = bool(bare.any() and apart[np.ix_(bare, bare)].max() <= EVEN)
        """Whether the ground looks the same in all samples."""

    @classmethod
    def of_samples(cls, samples: Sequence[Sample], labels: Sequence[str]) -> Known:
        """From a layout's sample crops; `labels` gives the numbers, `.` is EMPTY."""
        cells = [one_cell(s.pixels) for s in samples]
        number = [EMPTY if s.label == "." else labels.index(s.label) for s in samples]
        marked = np.array([s.marked for s in samples], np.bool_)
        known = cls(np.stack(cells), np.array(number, np.int64), marked)
        known._spread = np.array([_spread(known._rows[known._kind == one]) for one in known._numbers], np.float32)
        return known

    @property
    def bare(self) -> bool:
        """Whether an empty cell is among the samples."""
        return bool((self._kind == EMPTY).any())

    @classmethod
    def of_sorting(cls, pixels: Pixels, found: Sorting) -> Known:
        """From a board that was sorted at first sight."""
        cells = cells_of(pixels, found.grid).reshape(-1, SIDE, SIDE, 3)
        kind, marked = found.kind.ravel(), found.marked.ravel()
        keep = np.zeros(len(kind), np.bool_)
        for number in np.unique(kind[kind != UNSURE]):
            of = np.flatnonzero(kind == number)
            keep[of[:: max(1, -(-len(of) // FAMILY))]] = True
        return cls(cells[keep], kind[keep], marked[keep])

    def tell(self, rows: Floats, light: Light | None = None) -> Told:
        """What cells with these looks hold, each by itself."""
        light = light or Light.same(len(rows))
        return self._judged(rows, distances_in(light, rows, self._bytes), light.odd)[0]

    def nearest(self, rows: Floats, light: Light) -> tuple[Ints, Floats]:
        """The numbers of the samples that these cells look most like, and how much nearer these are than all of other
        kinds, 0 to 1, whether the cells can be told or not; 0 for cells that look empty.
        """
        _, nearest, near = self._judged(rows, distances_in(light, rows, self._bytes), light.odd)
        return nearest, np.where(self._kind[nearest] == EMPTY, np.float32(0), near)

    def nearly(self, rows: Floats) -> tuple[Ints, Floats]:
        """The kinds that cells with these looks are nearest to, UNSURE where they are far from all, and how much nearer
        these are than all others, 0 to 1: where a cell is sure to show a piece, but not just as it lies in samples.
        """
        light = Light.same(len(rows))
        apart = distances_in(light, rows, self._bytes)
        _, nearest, near = self._judged(rows, apart, light.odd)
        return np.where(apart.min(1) < NEARLY * self._limit, self._kind[nearest], UNSURE), near

    def shown(self, numbers: Ints, light: Light) -> Floats:
        """The looks of samples, as each cell's light would show them."""
        if light.own:
            return self._rows[numbers]
        curves, pixels = light.curves(), self._bytes[numbers].reshape(len(numbers), -1, 3)
        shown = curves[np.arange(len(numbers))[:, None, None], pixels, np.arange(3)]
        return np.asarray(shown.reshape(len(numbers), -1), np.float32)

    def halved(self, rows: Floats, light: Light) -> Bools:
        """Which of these cells show ground in one half, and a block that is on its way in the other."""
        ground, blocks = self._bytes[self._kind == EMPTY], self._bytes[self._kind != EMPTY]
        out = np.zeros(len(rows), np.bool_)
        if not len(rows) or not len(ground):
            return out
        side = SIDE - 2 * RIM
        seen, bare, whole = (of.reshape(-1, side, side, 3) for of in (rows, ground, blocks))
        for axis in (1, 2):
            halves = [
                distances_in(light, _part(seen, axis, half), _part(bare, axis, half)).min(1)
                for half in (slice(side // 2), slice(side // 2, side))
            ]
            for far, near, end in ((halves[0], halves[1], False), (halves[1], halves[0], True)):
                these = np.flatnonzero((far > GROUND) & (near < PLAINER * far))
                moved = np.full(len(these), np.inf, np.float32)
                for by in range(2, side - 1) if len(these) else ():
                    here, there = slice(by, side), slice(side - by)
                    here, there = (here, there) if end else (there, here)
                    apart = distances_in(light.at(these), _part(seen[these], axis, here), _part(whole, axis, there))
                    moved = np.minimum(moved, apart.min(1))
                out[these] |= moved < PLAINER * far[these]
        return out

    def look(self, rows: Floats, shape: tuple[int, int]) -> tuple[Told, Light]:
        """What all cells (rows * columns) of a board hold, and the light in which they are seen."""
        light = Light.same(len(rows))
        told, light = self._usual(light, rows)
        if (told.kind == UNSURE).any():
            told, light = self._relit(rows, shape, told, light)
        return self.settle(rows, told, shape, light, np.flatnonzero(told.kind == UNSURE)), light

    def settle(self, rows: Floats, told: Told, shape: tuple[int, int], light: Light, these: Ints) -> Told:
        """The same with those of the cells `these` told that are open, where they lie a little beside the grid or show
        the ground beside them.
        """
        open_ = these[told.kind[these] == UNSURE]
        if not len(open_):
            return told
        return self._bare(rows, self._nudged(rows, told, light, open_), shape, light, open_)

    def _judged(self, rows: Floats, apart: Floats, odd: float) -> tuple[Told, Ints, Floats]:
        """What cells with these looks and (n, samples) distances hold, their nearest samples, and how much nearer these
        are than any other kind's, 0 to 1.
        """
        n = len(apart)
        by_kind = np.stack([apart[:, self._kind == number].min(1) for number in self._numbers], 1)
        order = np.argsort(by_kind, 1)
        best = by_kind[np.arange(n), order[:, 0]]
        second = by_kind[np.arange(n), order[:, 1]] if len(self._numbers) > 1 else np.full(n, CAP, np.float32)
        kind = self._numbers[order[:, 0]]
        # Ground may look different at every place: it need only be much nearer than any block.
        odds = np.minimum(self._limit, np.maximum(odd, self._spread[order[:, 0]]))
        limit = np.where(kind == EMPTY, np.minimum(0.6 * second, GROUND), odds)
        near = np.asarray(np.clip(1 - (best + NOISE / 2) / (second + NOISE / 2), 0, 1), np.float32)
        margins = np.asarray(np.where(best < limit, near, 0), np.float32)
        nearest = apart.argmin(1)
        if self._even and len(other := np.flatnonzero((kind == EMPTY) & (best > EVEN) & (margins > 0))):
            away = np.abs((rows[other] - self._rows[nearest[other]]).reshape(len(other), -1, 3).mean(1))
            margins[other[np.ptp(away, axis=1) > HUE]] = 0
        sure = margins >= NEARER
        return Told(np.where(sure, kind, UNSURE), margins, sure & self._marked[nearest]), nearest, near

    def _usual(self, light: Light, rows: Floats) -> tuple[Told, Light]:
        """What cells hold in a light, where none may differ much more from its kind than is usual on this board."""
        apart = distances_in(light, rows, self._bytes)
        told = self._judged(rows, apart, light.odd)[0]
        blocks = (told.kind != UNSURE) & (told.kind != EMPTY)
        if blocks.sum() < VOUCH:
            return told, light
        usual = float(np.median(apart[blocks].min(1)))
        light = replace(light, odd=STRAY * usual + STRAYS)
        return self._judged(rows, apart, light.odd)[0], light

    def _relit(self, rows: Floats, shape: tuple[int, int], told: Told, own: Light) -> tuple[Told, Light]:
        """The same in the light that all cells together show; as it was where they do not agree on one."""
        best, light = told, own
        for gamma in STARTS:
            if gamma != STARTS[0] and (best.kind == UNSURE).mean() <= LEFT:
                break
            again, other = self._agreed(rows, terms(shape), replace(Light.same(len(rows)), gamma=gamma, own=gamma == 1))
            if not other.usual:
                continue
            kind = again.kind
            # Nothing is told otherwise than it was before: by itself, or in light that was begun with elsewhere.
            kind[(best.kind != UNSURE) & (best.kind != kind)] = UNSURE
            sure = kind != UNSURE
            if sure.sum() > max((best.kind != UNSURE).sum(), VOUCH - 1) and len(np.unique(kind[sure])) >= KINDS:
                best, light = again._replace(margins=again.margins * sure, marked=again.marked & sure), other
        return best, light

    def _agreed(self, rows: Floats, places: NDArray[np.float64], light: Light) -> tuple[Told, Light]:
        """What cells hold in the light that they show together, begun with one, and that light. Each kind must be told
        in the light that the others show, too.
        """
        before = np.zeros(0, np.int64)
        for turn in range(TURNS):
            _, nearest, near = self._judged(rows, distances_in(light, rows, self._bytes), light.odd)
            if turn > 2 and np.array_equal(before, nearest):
                break
            before, part = nearest, places if turn >= 2 else places[:, :SLOPES]
            # The ground may be another at every place: it says less.
            weight = near.astype(np.float64) ** 2 * np.where(self._kind[nearest] == EMPTY, GROUND_SAYS, 1.0)
            for _ in range(STEPS):
                evidence = measured(rows, self._rows[nearest], self._order[nearest], weight, part, light)
                light = evidence.light()
        told, light = self._usual(light, rows)
        for number in np.unique(told.kind[told.kind != UNSURE]):
            of = np.flatnonzero(told.kind == number)
            other = evidence.light(without=int(np.searchsorted(self._numbers, number))).at(of)
            again = self._judged(rows[of], distances_in(other, rows[of], self._bytes), other.odd)[0]
            told.kind[of[again.kind != number]] = UNSURE
        return told, light

    def _nudged(self, rows: Floats, told: Told, light: Light, open_: Ints) -> Told:
        """The same with samples moved by part of a pixel for the cells that are open."""
        if self._beside is None:
            self._beside = _moved(self._cells)
        apart = distances_in(light.at(open_), rows[open_], self._beside).reshape(len(open_), -1, len(self._kind)).min(1)
        again = self._judged(rows[open_], apart, light.odd)[0]
        kind, margins, marked = told.kind.copy(), told.margins.copy(), told.marked.copy()
        sure = again.margins > FIRMLY
        kind[open_[sure]], margins[open_[sure]], marked[open_[sure]] = (part[sure] for part in again)
        return Told(kind, margins, marked)

    def _bare(self, rows: Floats, told: Told, shape: tuple[int, int], light: Light, these: Ints) -> Told:
        """The same with open cells told empty that look like the empty cell beside them, but for a slow change."""
        kind, margins = told.kind.copy(), told.margins.copy()
        open_ = {int(i) for i in these[kind[these] == UNSURE]}
        blocks = self._bytes[self._kind != EMPTY]
        if not (kind == EMPTY).any() or not open_ or not len(blocks):
            return told
        edge = [int(i) for i in np.flatnonzero(kind == EMPTY)]
        far: dict[int, float] = {}
        while edge:
            here = edge.pop()
            row, column = divmod(here, shape[1])
            for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                i = r * shape[1] + c
                if not (0 <= r < shape[0] and 0 <= c < shape[1]) or i not in open_:
                    continue
                if i not in far:
                    far[i] = float(distances_in(light.at(np.array([i])), rows[i : i + 1], blocks).min())
                pair = (i, here) if i < here else (here, i)
                away = _drifted(rows[pair[0]], rows[pair[1]], across=r == row)
                if far[i] > self._limit and away < PLAINER * far[i]:
                    kind[i], margins[i] = EMPTY, 1 - away / far[i]
                    open_.discard(i)
                    edge.append(i)
        return Told(kind, margins, told.marked)


def _part(looks_: NDArray[Any], axis: int, part: slice) -> NDArray[Any]:
    """Part of looks (n, side, side, 3) in one direction, as rows."""
    shown = looks_[:, part] if axis == 1 else looks_[:, :, part]
    return np.ascontiguousarray(shown.reshape(len(looks_), -1))


def _moved(cells: Cells) -> NDArray[np.uint8]:
    """The looks of samples (n, SIDE, SIDE, 3) moved by part of a pixel in every direction, (9 * n, values)."""
    out = []
    for y in (-ASIDE, 0.0, ASIDE):
        for x in (-ASIDE, 0.0, ASIDE):
            moved = [stretched(cell, (-x, 1.0), (-y, 1.0), (SIDE, SIDE)) for cell in cells]
            out.append(looks(np.stack(moved).astype(np.float32)))
    return np.clip(np.rint(np.concatenate(out)), 0, 255).astype(np.uint8)


def _spread(rows: Floats) -> float:
    """How far each of the looks of a kind has the nearest other one, in the middle; 0 where few are known."""
    if len(rows) < SHADES:
        return 0.0
    apart = distances(rows, rows)
    np.fill_diagonal(apart, CAP)
    return float(np.median(apart.min(1)))


def _drifted(one: Floats, other: Floats, across: bool) -> float:
    """How much the look `other` differs from `one`, that of the cell before it (`across`: to the left, else above);
    CAP where more than a slow change of the ground does it.
    """
    side = SIDE - 2 * RIM
    first, second = one.reshape(side, side, 3), other.reshape(side, side, 3)
    if across:
        first, second = first.swapaxes(0, 1), second.swapaxes(0, 1)
    away = second - first
    drift = away.mean((0, 1))
    if np.abs(drift).max() < DRIFT and np.abs(away - drift).mean() < GRAIN:
        return float(np.minimum(np.abs(away), CAP).mean())
    # On a smooth ground, what each side would go on to be where the two meet.
    meet = SIDE / 2
    (end, rough), (start, plain) = _plane(first, meet), _plane(second, -meet)
    if max(rough, plain) > SMOOTH or np.abs(end - start).max() > DRIFT:
        return float(CAP)
    return float(np.abs(end - start).mean())


def _plane(look: Floats, at: float) -> tuple[Floats, float]:
    """The colours (side, 3) that a look (side, side, 3) goes on to so far from its middle, downwards, if it changes
    steadily; and how far it is from doing so.
    """
    step = np.arange(len(look)) - (len(look) - 1) / 2
    slope = (look * step[:, None, None]).sum(0) / (step * step).sum()
    middle = look.mean(0)
    rest = look - middle - slope * step[:, None, None]
    return np.asarray(middle + slope * at, np.float32), float(np.abs(rest).mean())
