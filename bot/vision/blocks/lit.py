"""Known blocks in another light: what a picture's gamma, its colours and uneven brightness made of the samples is
measured on all cells of a board at once, and cells are then compared with the samples in that light.

A pixel of a sample, as a share of full brightness, is taken to become `colour * light(place) * sample ** gamma`, cut
off at full brightness; the light is a parabola over the board. In logarithms that is a straight line, fitted by least
squares in which single pixels that show something else count less (iterated reweighting), and which holds on to what
the samples show where cells say little.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.blocks.look import CAP, distances

Bytes = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

DARK: Final = 6.0
"""Grey levels added before logarithms are taken: what is nearly black tells little."""
BRIGHT: Final = 251.0
"""Grey levels from which a pixel may have been cut off."""
ODD: Final = 10.0
"""Grey levels by which a pixel may miss before it counts less."""
GAMMAS: Final = (0.6, 1.6)
"""Within these a gamma is believed."""
GAINS: Final = (0.57, 1.6)
"""What half brightness may become on the average of the board, as a factor."""
HOLD: Final = 0.0005 * np.array([8, 4, 4, 4, 4, 4, 40, 40, 40])
"""How strongly gamma, the three colours, two slopes and three bends hold on to the samples' own light."""
SLOPES: Final = 2
"""Terms of the light over the board without its bends."""
STEPS: Final = 2
"""Times that a light is fitted anew with what it then explains."""


@dataclass(frozen=True, eq=False)
class Light:
    """How samples look at every place of a board."""

    gamma: float
    level: Doubles
    """(cells, 3), the logarithm of the factor for blue, green and red."""
    odd: float = float(CAP)
    """Difference from every sample from which a cell is odd in it: cells that are told differ less."""
    own: bool = False
    """Whether it is the samples' own light."""

    @classmethod
    def same(cls, cells: int) -> Light:
        """The samples' own light."""
        return cls(1.0, np.zeros((cells, 3)), own=True)

    def at(self, cells: NDArray[np.generic]) -> Light:
        """The light of some of the cells."""
        return replace(self, level=self.level[cells])

    @property
    def usual(self) -> bool:
        """Whether it is no stronger than what screens and pictures do; a board under a veil is darker."""
        factor = np.exp((self.gamma - 1) * np.log(0.5) + self.level).mean()
        return bool(GAINS[0] < factor < GAINS[1])

    def curves(self) -> Bytes:
        """(cells, 256, 3), what each grey level of a sample becomes."""
        before = np.log((np.arange(256) + DARK) / (255 + DARK))
        after = np.exp(self.gamma * before[None, :, None] + self.level[:, None, :]) * (255 + DARK) - DARK
        return np.asarray(np.clip(np.rint(after), 0, 255), np.uint8)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What the cells of each kind say of the light: normal equations, which add up."""

    terms: Doubles
    """(cells, slopes and bends)."""
    left: Doubles
    """(kinds, unknowns, unknowns)."""
    right: Doubles
    """(kinds, unknowns)."""
    weight: Doubles
    """(kinds,)."""

    def light(self, without: int | None = None) -> Light:
        """The light that they agree on best; `without` leaves the cells of one kind out."""
        heard = np.ones(len(self.weight), np.bool_)
        if without is not None:
            heard[without] = False
        left, right = self.left[heard].sum(0), self.right[heard].sum(0)
        hold = HOLD[: len(right)] * max(float(self.weight[heard].sum()), 1e-6)
        found = np.linalg.solve(left + np.diag(hold), right)
        level = found[1:4][None] + (self.terms @ found[4:])[:, None]
        return Light(float(np.clip(1 + found[0], *GAMMAS)), level)


def terms(shape: tuple[int, int]) -> Doubles:
    """(cells, 5): place of every cell, -1 to 1 from side to side: y, x, y², xy, x²."""
    y, x = (np.linspace(-1, 1, length) if length > 1 else np.zeros(1) for length in shape)
    down, across = np.repeat(y, shape[1]), np.tile(x, shape[0])
    return np.stack([down, across, down * down, down * across, across * across], 1)


def measured(rows: Floats, shown: Floats, kind: Ints, weight: Doubles, places: Doubles, light: Light) -> Evidence:
    """What cells say of the light in which they are seen.

    `rows` (cells, values) are their looks and `shown` those of the samples that they are taken for, of kind number
    `kind` (from 0); `weight` is how surely, `places` the terms that the light may have, `light` the best one so far.
    """
    n = len(rows)
    new, old = (looks.reshape(n, -1, 3).astype(np.float64) for looks in (rows, shown))
    ink, turn = np.log((old + DARK) / (255 + DARK)), np.log((new + DARK) / (old + DARK))
    expected = np.minimum(np.exp(light.gamma * ink + light.level[:, None, :]) * (255 + DARK) - DARK, 255)
    trust = ((new + DARK) / 100) ** 2 / (1 + ((new - expected) / ODD) ** 2) * (new < BRIGHT)
    trust *= weight[:, None, None] / new.shape[1]
    own, inked = trust.sum(1), (trust * ink).sum(1)
    turned, both = (trust * turn).sum(1), (trust * ink * turn).sum((1, 2))
    squares = (trust * ink * ink).sum((1, 2))
    kinds, unknowns = int(kind.max()) + 1, 4 + places.shape[1]
    left, right = np.zeros((kinds, unknowns, unknowns)), np.zeros((kinds, unknowns))
    for number in range(kinds):
        of = kind == number
        a, b, at = left[number], right[number], places[of]
        a[0, 0], b[0] = squares[of].sum(), both[of].sum()
        a[0, 1:4], b[1:4] = inked[of].sum(0), turned[of].sum(0)
        a[1:4, 1:4] = np.diag(own[of].sum(0))
        a[0, 4:], b[4:] = at.T @ inked[of].sum(1), at.T @ turned[of].sum(1)
        a[1:4, 4:] = own[of].T @ at
        a[4:, 4:] = at.T @ (own[of].sum(1)[:, None] * at)
        a[:] = np.triu(a) + np.triu(a, 1).T
    return Evidence(places, left, right, np.array([own[kind == k].sum() / 3 for k in range(kinds)]))


def distances_in(light: Light, rows: Floats, samples: Bytes) -> Floats:
    """(cells, samples): the mean capped difference of each cell from every sample as its light would show it."""
    if light.own:
        return distances(rows, samples.astype(np.float32))
    count = len(samples)
    found = np.zeros((len(rows), count), np.float32)
    if not count:
        return found
    pixels = samples.reshape(-1, 1, 3)
    away, total = np.empty_like(samples), np.empty((count, 1), np.float32)
    for i, (row, curve) in enumerate(zip(np.clip(np.rint(rows), 0, 255).astype(np.uint8), light.curves(), strict=True)):
        away[:] = row
        shown = np.asarray(cv2.LUT(pixels, curve[:, None, :])).reshape(count, -1)
        cv2.absdiff(shown, away, dst=away)
        cv2.threshold(away, CAP, 0, cv2.THRESH_TRUNC, dst=away)
        cv2.reduce(away, 1, cv2.REDUCE_SUM, dst=total, dtype=cv2.CV_32F)
        found[i] = total[:, 0]
    return np.asarray(found / samples.shape[1], np.float32)
