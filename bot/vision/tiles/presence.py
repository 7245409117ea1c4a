"""Tile or gap: told by what all tiles of the board have in common and the ground around the board has not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells, halved, strongest
from bot.vision.cells import usual as usual_of
from bot.vision.tiles.kinds import differences, squares

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

NOISE: Final = 3.0
"""Grey levels that equal pixels of two tiles may always differ by."""
SHARE: Final = 0.3
"""Share of a cell's pixels that are trusted: those that differ most between tiles and ground for their spread."""
SURE: Final = 0.3
"""How far from what tiles share a tile may be that stands far from all others."""
LIKE: Final = 0.6
"""How far from what tiles share a tile may be at all, unless it lies between tiles."""
STRANGE: Final = 20.0
"""Grey levels, as the root of the mean square, by which no gap differs from ground that is all of one colour."""
VARIED: Final = 3.0
"""How many times farther from all other ground than usual ground no gap is, where ground has many looks."""
MOSTLY: Final = 0.6
"""Share of what was taken for tiles that are some, at the least, where the others have nothing in common with them."""
DOUBT: Final = 0.5
"""Share of a gap of what is unlike all tiles, and unlike all ground."""
LOOKS: Final = 1000
"""Looks of the ground that are kept: one that moves has new ones for ever."""
ROUNDS: Final = 4
_HALF: Final = (CELL_H // 2, CELL_W // 2)
_QUARTERS: Final = tuple(
    (rows, columns)
    for rows in (slice(0, _HALF[0] // 2), slice(_HALF[0] // 2, None))
    for columns in (slice(0, _HALF[1] // 2), slice(_HALF[1] // 2, None))
)
# Sides and shadows of tiles to the left and above fall into the rest of a gap.
_INNER: Final = (
    slice(int(0.5 * _HALF[0]), int(0.95 * _HALF[0]), 2),
    slice(int(0.5 * _HALF[1]), int(0.95 * _HALF[1]), 2),
)


@dataclass(frozen=True, eq=False)
class Presence:
    """What tiles share and what the ground looks like, learnt from one look at a board."""

    middle: Floats
    """(h, w, 3), the tile that all tiles are like."""
    spread: Floats
    """(h, w), how far tiles are from it, in grey levels."""
    beyond: Floats
    """(h, w), how far the ground is from it."""
    grounds: Floats
    """(m, length), looks of the ground."""
    usual: float
    """How far tiles are from the ground."""
    loose: tuple[float, float]
    """How far all but the oddest tiles are from what tiles share, and all but the oddest ground from other ground."""

    def judge(self, cells: Floats) -> tuple[Floats, Bools]:
        """For each of `cells` (n, CELL_H, CELL_W, 3): 0 for a tile, 1 for a gap, 0.5 for what could be both; and
        whether it shows little of what tiles share, less than any tile should.
        """
        flat = halved(cells)
        to_tile = self._from_tile(flat)
        return self._weigh(to_tile, self._from_ground(_inner(flat)) / self.usual), self._bare(to_tile)

    @property
    def motley(self) -> bool:
        """Whether tiles have nothing in common."""
        return self.loose[0] > LIKE

    @property
    def akin(self) -> bool:
        """Whether tiles plainly have something in common: a side, a frame, a face."""
        return self.loose[0] < SURE / 2

    @property
    def calm(self) -> bool:
        """Whether the ground is all alike."""
        return self.loose[1] * self.usual <= 2 * NOISE

    def bared(self, cells: Floats) -> Floats:
        """For each of `cells` the share of it, without its upper and left parts, that has the colour of ground that is
        all alike; 0 where it is not.
        """
        if not self.calm or not len(self.grounds):
            return np.zeros(len(cells), np.float32)
        colour = np.median(self.grounds.reshape(-1, 3), 0)
        near = strongest(np.abs(_inner_part(cells) - colour)) < 2 * NOISE + 2 * self.loose[1] * self.usual
        return np.asarray(near.mean((1, 2)), np.float32)

    def sure(self, cells: Floats, limit: float = SURE) -> Bools:
        """For each of `cells` whether it shows so well what tiles share that it is one, wherever it lies."""
        return np.asarray(self._from_tile(halved(cells)) < limit)

    def strangeness(self, cells: Floats) -> Floats:
        """For each of `cells` how far it is from what tiles share, 0 to 1."""
        return self._from_tile(halved(cells))

    def bereft(self, cells: Floats, limit: float) -> Bools:
        """For each of `cells` whether it is `limit` away from what tiles share, at the least."""
        return np.asarray(self._from_tile(halved(cells)) > limit)

    def bare(self, cells: Floats) -> Bools:
        """For each of `cells` whether it shows little of what tiles share."""
        return self._bare(self._from_tile(halved(cells)))

    def grounded(self, cells: Floats) -> Bools:
        """For each of `cells` whether it looks just like ground that was seen."""
        return np.asarray(self.apart(cells) < max(NOISE, 0.08 * self.usual))

    def apart(self, cells: Floats) -> Floats:
        """For each of `cells` how far it is from the likest ground, in grey levels as the root of the mean square."""
        return self._from_ground(_inner(halved(cells)))

    def without(self, cells: Floats) -> Presence:
        """The same without those looks of the ground that `cells`, tiles for sure, show: a tile passed for ground."""
        if not len(cells) or not len(self.grounds):
            return self
        apart = np.sqrt(differences(self.grounds, _inner(halved(cells)))).min(1)
        return replace(self, grounds=self.grounds[apart > NOISE])

    def knowing(self, cells: Floats) -> Presence:
        """The same with what `cells`, gaps for sure, show among the looks of the ground, LOOKS of them at the most."""
        fresh = cells[self.apart(cells) > NOISE]
        return replace(self, grounds=np.concatenate([self.grounds, _inner(halved(fresh))])[-LOOKS:])

    def strange(self, cells: Floats) -> Bools:
        """For each of `cells`, taken for gaps, whether it is unlike all ground: where the ground is all alike by what
        it shows, where ground has many looks by showing the very same as another such cell, as ground never does.
        """
        if not len(cells):
            return np.zeros(0, np.bool_)
        inner = _inner(halved(cells))
        apart = self._from_ground(inner)
        if self.calm:
            return np.asarray(apart > STRANGE)
        far = apart > max(STRANGE, VARIED * self.loose[1] * self.usual)
        alike = differences(inner, inner) < NOISE
        np.fill_diagonal(alike, False)
        return np.asarray(far & alike[:, far].any(1))

    def part(self, cells: Floats, seen: Bools) -> Floats:
        """For each of `cells` how far the part of it that is `seen` (h, w at half size) is from what tiles share."""
        away = strongest(np.abs(halved(cells) - self.middle))
        excess = np.clip((away - self.spread) / self._room, 0, 1)
        gain = np.where(seen, self.beyond / self.spread, 0)
        trusted = gain >= np.quantile(gain[seen], 1 - SHARE)
        return np.asarray(excess[:, trusted & seen].mean(1), np.float32)

    def _bare(self, to_tile: Floats) -> Bools:
        return np.asarray(to_tile > min(max(0.45, 2.5 * self.loose[0]), 0.8))

    def _weigh(self, to_tile: Floats, to_ground: Floats) -> Floats:
        # Where tiles have nothing in common, only the ground tells them from gaps.
        to_tile = np.maximum(to_tile, np.clip((self.loose[0] - 0.7) / 0.2, 0, 1))
        a, b = to_tile / (0.15 + self.loose[0]), to_ground / (0.25 + self.loose[1])
        return np.asarray((a + 0.05) / (a + b + 0.1), np.float32)

    @cached_property
    def _room(self) -> Floats:
        """(h, w), how much farther away the ground is than tiles are."""
        return np.asarray(np.maximum(self.beyond - self.spread, 1.0))

    @cached_property
    def _trusted(self) -> Floats:
        """(h * w, 4), for each quarter of a cell the weight of its pixels: only the most telling count."""
        gain = self.beyond / self.spread
        weights = []
        for rows, columns in _QUARTERS:
            quarter = np.zeros_like(gain)
            quarter[rows, columns] = gain[rows, columns] >= np.quantile(gain[rows, columns], 1 - SHARE)
            weights.append((quarter / quarter.sum()).ravel())
        return np.asarray(np.stack(weights, 1), np.float32)

    @cached_property
    def _squares(self) -> Floats:
        """(m,), the sum of the squares of each look of the ground."""
        return squares(self.grounds)

    def _from_ground(self, inner: Floats) -> Floats:
        return _nearest(differences(inner, self.grounds, self._squares))

    def _from_tile(self, flat: Floats) -> Floats:
        away = strongest(np.abs(flat - self.middle))
        excess = np.minimum(np.maximum((away - self.spread) / self._room, 0), 1)
        parts = excess.reshape(len(flat), len(self._trusted)) @ self._trusted
        # The side of a tile falls into the gap beside it, but never into all four quarters.
        return np.asarray((parts.max(1) + parts.mean(1)) / 2, np.float32)


def learn(
    cells: Cells, seed: Bools, known: Bools | None = None, seen: Bools | None = None
) -> tuple[Presence, Floats] | None:
    """What tiles of a board share, and `share` of every cell (rows, columns); None where there is too little to see.

    `cells` are the cut cells with one ring of ground around the board, `seed` (rows, columns) is true where a tile
    was found, `known` where there is ground for sure, `seen` what lies in the picture: beyond it its border is
    continued, and what ends there is no ground. A tile is nearer to what tiles share than the ground is; a gap
    is nearer to the ground that was seen elsewhere than tiles are. The two are weighed against each other, and what
    was learnt is used again.
    """
    rows, columns = seed.shape
    flat = halved(cells.reshape(rows * columns, *cells.shape[2:]))
    inner = _inner(flat)
    rim = np.pad(np.zeros((rows - 2, columns - 2), np.bool_), 1, constant_values=True).ravel()
    if seen is not None and np.count_nonzero(rim & seen.ravel()) > 1:
        rim &= seen.ravel()
    tiles = seed.ravel().copy()
    sure = np.zeros_like(tiles) if known is None else known.ravel()
    ground = (rim & ~tiles) | sure
    found, parted = None, False
    for _ in range(ROUNDS):
        if tiles.sum() < 2 or ground.sum() < 2:
            return None
        middle = usual_of(flat[tiles])
        away = strongest(np.abs(flat - middle))
        spread, beyond = usual_of(away[tiles]) + NOISE, usual_of(away[~tiles]) + NOISE
        presence = Presence(middle, spread, beyond, inner[:0], 1.0, (0, 0))
        to_tile = presence._from_tile(flat)
        strays = _strays(to_tile, flat, tiles)
        parted, tiles = parted or bool(strays.any()), tiles & ~strays
        # A row of tiles may have been missed so far: it must not pass for ground.
        if (ground & (to_tile > LIKE)).sum() >= 2:
            ground &= (to_tile > LIKE) | sure
        # Where tiles have nothing in common, ground is what looks like most of the ground.
        if np.quantile(to_tile[tiles], 0.9) > 0.7:
            usual_look = usual_of(inner[ground])[None]
            strange = np.sqrt(differences(inner, usual_look))[:, 0]
            plain = ground & ((strange < 0.25 * np.median(strange[tiles])) | sure)
            ground = plain if plain.sum() >= 2 else ground
        apart = _nearest(differences(inner, inner[ground]), ground)
        usual = max(float(np.median(apart[tiles])), NOISE)
        to_ground = apart / usual
        loose = float(np.quantile(to_tile[tiles], 0.9)), float(np.quantile(to_ground[ground], 0.9))
        presence = replace(presence, grounds=inner[ground], usual=usual, loose=loose)
        share = presence._weigh(to_tile, to_ground)
        if parted:
            share = np.where(to_tile > LIKE, np.maximum(share, DOUBT), share)
        fresh = (share < 0.5) & ~sure
        found = presence, np.asarray(share.reshape(rows, columns), np.float32)
        if (fresh == tiles).all():
            break
        tiles, ground = fresh, (rim | sure | (to_ground < 0.25)) & ~fresh
    return found


def _strays(to_tile: Floats, flat: Floats, tiles: Bools) -> Bools:
    """(n,), those of the `tiles` that are none: most of them plainly have something in common, these nothing at all,
    and between the two is none. A picture that lies behind a board shows something else through every gap, but where it
    is of one colour; what comes again is a kind of tiles that look otherwise.
    """
    none = np.zeros_like(tiles)
    shared = tiles & (to_tile < SURE)
    stray = tiles & (to_tile > LIKE)
    if not stray.any() or (tiles & ~shared & ~stray).any() or shared.sum() < MOSTLY * tiles.sum():
        return none
    if np.quantile(to_tile[shared], 0.9) > SURE / 2:
        return none
    return none if _repeated(flat[stray]).any() else stray


def unlike(cells: Floats, others: Floats) -> Floats:
    """For each of `cells` how far it is from the likest of the others, in grey levels (root of the mean square)."""
    return _nearest(differences(_inner(halved(cells)), _inner(halved(others))))


def repeated(cells: Floats) -> Bools:
    """For each of `cells` whether another shows the very same, and that is more than one colour from end to end."""
    return _repeated(halved(cells))


def _repeated(flat: Floats) -> Bools:
    inner = _inner(flat)
    varied = flat.reshape(len(flat), -1, 3).std(1).max(1) > NOISE
    return np.asarray(varied & ((np.sqrt(differences(inner, inner)) < NOISE).sum(1) > 1))


def _inner_part(cells: Floats) -> Floats:
    """Cells without their upper and left parts, into which the sides of tiles fall."""
    return cells[:, int(0.3 * CELL_H) : int(0.95 * CELL_H), int(0.3 * CELL_W) : int(0.95 * CELL_W)]


def _inner(flat: Floats) -> Floats:
    inner = flat[:, _INNER[0], _INNER[1]]
    return np.ascontiguousarray(inner.reshape(len(flat), int(np.prod(inner.shape[1:]))))


def _nearest(apart: Floats, own: Bools | None = None) -> Floats:
    """The mean difference of every cell from the two most similar looks of the ground, of how far it is `apart` from
    each (n, m), as mean squares; `own` cells are among them.
    """
    apart = np.sqrt(apart)
    apart.sort(axis=1)
    last = apart.shape[1]
    best = apart[:, : min(2, last)].mean(1)
    if own is not None:
        best = np.where(own, apart[:, min(1, last - 1) : min(3, last)].mean(1), best)
    return np.asarray(best, np.float32)
