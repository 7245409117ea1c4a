"""The bank of kinds: what every kind of tile looks like, for as long as a reader lives."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, strongest
from bot.vision.tiles import kinds
from bot.vision.tiles.board import FLOOR, NONE, UNSURE, Sorted
from bot.vision.tiles.framed import unframed
from bot.vision.tiles.presence import Presence

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

FAINT: Final = 0.6
"""Share of the usual contrast below which a tile is fading, or under something."""
ODD_LOOK: Final = 3.0
"""How many times farther from its kind than usual a tile is that the game shows as picked."""
NEARLY: Final = 2.0
"""How many times farther from its kind than others may be a tile in doubt is that is nearly of that kind."""
NEARER: Final = 2.0
"""How many times farther it must be from the next."""
PLAINLY: Final = 8.0
"""The same, from which it is nearly of that kind however far it is from it."""
OWN: Final = 0.995
"""Agreement of outlines of a tile with the kind that it alone is of."""
GLOW: Final = 4.0
"""Grey levels by which the usual colour of a tile in another light differs from that of its kind, at the least."""
PLAINER: Final = 0.7
"""Share of how far another tile is from what all tiles share, up to which a tile is plainly nearer."""
SEEN: Final = 0.04
"""Of how far kinds differ, what a mark that a player is meant to see changes at the least."""


class Told(NamedTuple):
    """What cells hold."""

    kind: Ints
    """NONE for a gap, UNSURE for what could not be told."""
    margins: Floats
    marked: Bools
    """Cells that the game shows in another light."""
    bare: Bools
    """Cells that show nothing of what tiles share."""

    def updated(self, where: Bools, fresh: Told) -> Told:
        """The same with the cells that `where` (rows, columns) names told anew."""
        kind, margins, marked, bare = self.kind.copy(), self.margins.copy(), self.marked.copy(), self.bare.copy()
        kind[where], margins[where], marked[where], bare[where] = fresh
        return Told(kind, margins, marked, bare)


def _plainer(strange: Floats, kind: Ints, marked: Bools) -> Bools:
    """(n,), those of two tiles of a kind, both of them marked since they differ, that show what all tiles share, where
    the other one shows less of it: that one is in another light.
    """
    found = np.zeros_like(marked)
    times = np.bincount(kind)
    for k in np.flatnonzero((times == 2) & (np.bincount(kind, marked) == 2)):
        one, other = np.flatnonzero(kind == k)
        if min(strange[one], strange[other]) < PLAINER * max(strange[one], strange[other]):
            found[one if strange[one] < strange[other] else other] = True
    return found


def _otherwise(cells: Floats, kind: Ints, standing: Bools) -> Bools:
    """(n,), those of the tiles that stand out of their kind which do so by what they bear: they are as light as the
    others of it, and differ around their middle no less than at their sides. No game marks a tile so.
    """
    found = np.zeros_like(standing)
    for k in np.unique(kind[standing]):
        mine, others = standing & (kind == k), ~standing & (kind == k)
        if not others.any():
            continue
        usual = np.median(cells[others], 0)
        light = np.median(usual.reshape(-1, 3), 0)
        for tile in np.flatnonzero(mine):
            apart = strongest(np.abs(cells[tile] - usual))
            inner = apart[CELL_H // 4 : -(CELL_H // 4), CELL_W // 4 : -(CELL_W // 4)]
            outer = (apart.sum() - inner.sum()) / (apart.size - inner.size)
            glow = float(np.abs(np.median(cells[tile].reshape(-1, 3), 0) - light).max())
            found[tile] = glow <= GLOW and float(inner.mean()) >= outer
    return found


class Bank:
    """Knows kinds by their looks. It starts empty; `adopt` gives every new kind the next number."""

    def __init__(self) -> None:
        self._looks: Floats = np.zeros((0, 0), np.float32)
        self._squares: Floats = np.zeros(0, np.float32)
        self._outlines: Floats = np.zeros((0, 0), np.float32)
        self._contrast: Floats = np.zeros(0, np.float32)
        self._same = 0.0
        self._different = 0.0

    def __len__(self) -> int:
        return len(self._looks)

    @property
    def _limit(self) -> float:
        """The difference from which a look is another kind's: half-way (as a ratio) between same and different."""
        return float(np.sqrt(self._same * self._different))

    def know(self, cells: Floats) -> None:
        """Learn one kind by examples of it, (n, CELL_H, CELL_W, 3); it gets the next number."""
        look, shape = np.median(kinds.features(cells), 0), kinds.outlines(cells).mean(0)
        self._grow(look.astype(np.float32), shape, np.float32(np.median(kinds.contrast(cells))))
        self._squares = kinds.squares(self._looks)

    def learn(self, cells: Floats, number: Ints) -> None:
        """See how kinds that are known look on a board at hand: `cells` (n, CELL_H, CELL_W, 3) and their kinds."""
        features, outlines, contrast = kinds.features(cells), kinds.outlines(cells), kinds.contrast(cells)
        for k in np.unique(number):
            mine = number == k
            self._looks[k], self._outlines[k] = np.median(features[mine], 0), outlines[mine].mean(0)
            self._contrast[k] = np.median(contrast[mine])
        self._squares = kinds.squares(self._looks)
        own = ((features - self._looks[number]) ** 2).mean(1)
        apart = kinds.differences(self._looks, self._looks) + np.diag(np.full(len(self), np.inf, np.float32))
        self._different = float(apart.min()) if len(self) > 1 else float(kinds.contrast(cells).mean() ** 2)
        self._same = float(np.clip(np.quantile(own, 0.9), 1.0, self._different / 4))

    def adopt(self, board: Sorted, *, alone: bool = False) -> Told:
        """Learn the kinds of a board seen for the first time; kinds that are known keep their numbers. Tiles may be
        `alone` of their kind, and are then none of another one in another light.
        """
        found = board.kind >= 0
        cells = board.cells[found]
        features, outlines = kinds.features(cells), kinds.outlines(cells)
        grouping = board.grouping.trusted() if alone else unframed(kinds.mend(board.grouping, outlines), cells)
        count = int(grouping.kind.max()) + 1
        looks = np.stack([np.median(features[grouping.kind == k], 0) for k in range(count)])
        shapes = np.stack([outlines[grouping.kind == k].mean(0) for k in range(count)])
        contrast = kinds.contrast(cells)
        contrasts = np.array([np.median(contrast[grouping.kind == k]) for k in range(count)], np.float32)
        number = self._numbers(looks, shapes, grouping.different)
        for k in np.argsort(number):
            if number[k] >= len(self._looks):
                self._grow(looks[k], shapes[k], contrasts[k])
            else:
                self._looks[number[k]], self._outlines[number[k]] = looks[k], shapes[k]
                self._contrast[number[k]] = contrasts[k]
        self._squares = kinds.squares(self._looks)
        self._same, self._different = max(grouping.same, 1.0), grouping.different
        kind, margins = board.kind.copy(), board.margins.copy()
        kind[found] = number[grouping.kind]
        margins[found] = np.minimum(np.abs(2 * board.share[found] - 1), grouping.margins)
        marked = np.zeros(kind.shape, np.bool_)
        standing = self._stand_out(features, number[grouping.kind])
        margins[found] = np.where(_otherwise(cells, grouping.kind, standing), 0, margins[found])
        standing |= grouping.lit
        marked[found] = standing & ~_plainer(board.presence.strangeness(cells), grouping.kind, standing)
        return Told(kind, margins, marked, board.bare)

    def _grow(self, look: Floats, shape: Floats, contrast: np.float32) -> None:
        self._looks = np.vstack([self._looks, look[None]]) if len(self) else look[None]
        self._outlines = np.vstack([self._outlines, shape[None]]) if len(self._outlines) else shape[None]
        self._contrast = np.append(self._contrast, contrast)

    def _numbers(self, looks: Floats, shapes: Floats, different: float) -> Ints:
        """For every kind of a new board the number of the known kind that it is, or the next free one."""
        number = np.full(len(looks), -1)
        if len(self):
            apart = kinds.differences(looks, self._looks)
            alike = shapes @ self._outlines.T
            best = apart.argmin(1)
            mutual = apart.argmin(0)[best] == np.arange(len(looks))
            near = (apart.min(1) < different / 2) | (alike[np.arange(len(looks)), best] > 0.8)
            number = np.where(mutual & near, best, -1)
        free = len(self)
        for k in np.flatnonzero(number < 0):
            number[k] = free
            free += 1
        return number

    def _stand_out(self, features: Floats, number: Ints) -> Bools:
        """Tiles that look more unlike their kind than tiles of one kind do."""
        apart = ((features - self._looks[number]) ** 2).mean(1)
        usual = max(float(np.quantile(apart, 0.9)), 1.0)
        return np.asarray(apart > max(ODD_LOOK * max(usual, self._same / 2), SEEN * self._different))

    def tell(self, cells: Floats, presence: Presence) -> Told:
        """What changed cells (n, CELL_H, CELL_W, 3) of a known board hold now."""
        share, bare = presence.judge(cells)
        apart = kinds.differences(kinds.features(cells), self._looks, self._squares)
        order = np.sort(apart, 1)
        nearest = apart.argmin(1)
        best, second = order[:, 0], order[:, 1] if len(self) > 1 else np.full(len(cells), self._different)
        plain = (best < self._limit) & (share < 0.7)
        other = ~plain & (share < 0.5)
        lit, lead, shape = np.zeros_like(plain), np.zeros(len(cells), np.float32), nearest.copy()
        if other.any():
            lit[other], lead[other], shape[other] = self._shaped(cells[other])
        gap = ~plain & ~lit & (share > 0.5 + FLOOR / 2)
        kind = np.where(plain, nearest, np.where(lit, shape, np.where(gap, NONE, UNSURE)))
        margins = np.where(plain, 1 - np.sqrt(best / np.maximum(second, self._limit)), np.where(lit, lead, 0))
        margins = np.where(gap, 2 * share - 1, margins)
        marked = lit | (plain & (best > max(ODD_LOOK * self._same, SEEN * self._different)))
        untold = bare & (kind == UNSURE)
        if untold.any():  # a blank tile in another light shows nothing that tiles share, and no ground either
            bare[untold] = ~presence.strange(cells[untold])
        return Told(kind, np.clip(margins, 0, 1).astype(np.float32), marked, bare)

    def likeliest(self, cells: Floats) -> tuple[Ints, Bools]:
        """For each of `cells` the kind that it nearly is, and far more nearly than any other, -1 for none and for what
        is far fainter; and whether it lies a little beside its place: some games raise the tile that is picked.
        """
        apart, moved = kinds.differences_nearby(cells, self._looks)
        order = np.sort(apart, 1)
        first, second = order[:, 0], order[:, 1] if len(self) > 1 else np.full(len(cells), self._different)
        near = ((first < NEARLY * self._limit) & (first * NEARER < second)) | (first * PLAINLY < second)
        nearest = apart.argmin(1)
        vivid = kinds.contrast(cells) > FAINT * self._contrast[nearest]
        return np.where(near & vivid, nearest, -1), moved[np.arange(len(cells)), nearest]

    def shows(self, cells: Floats, kind: int) -> Floats:
        """For each of `cells` how well it shows the figure of a kind, -1 to 1 as `kinds.outlines` agree; less than 0
        where it shows that of another kind better, but for such as the cell alone is of.
        """
        shapes = self._outlines / np.maximum(np.linalg.norm(self._outlines, axis=1, keepdims=True), 1e-6)
        agree = kinds.outlines(cells) @ shapes.T
        others = np.where((np.arange(len(self)) == kind) | (agree > OWN), -1, agree)
        return np.asarray(np.where(agree[:, kind] > others.max(1), agree[:, kind], -1), np.float32)

    def _shaped(self, cells: Floats) -> tuple[Bools, Floats, Ints]:
        """(n,), whether cells show, in another light, what some kind does; by how much their outlines agree better with
        it than with the next; and which kind that is.
        """
        # A blank tile has no outline, and agrees with nothing.
        shapes = self._outlines / np.maximum(np.linalg.norm(self._outlines, axis=1, keepdims=True), 1e-6)
        agree = kinds.outlines(cells) @ shapes.T
        ranks = np.sort(agree, 1)
        lead = kinds.lead(ranks[:, -1], ranks[:, -2] if len(self) > 1 else np.zeros(len(cells), np.float32))
        shape = agree.argmax(1)
        vivid = kinds.contrast(cells) > FAINT * self._contrast[shape]
        return (ranks[:, -1] > kinds.LIKE) & (lead > kinds.LEAD) & vivid, lead, shape
