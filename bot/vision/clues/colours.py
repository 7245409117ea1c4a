"""The colours of a coloured nonogram: of its digits, and of the cells that they fill.

Many programs show clues that are done, or wrong, in another colour. A puzzle is coloured only where every colour fills
as many cells by the clues of the rows as by those of the columns, and where the cells that are filled, if there are
any, show these colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.bands import Band
from bot.vision.clues.cells import Floats, Groups

SAME: Final = 0.98
"""Cosine between two directions from the ground from which they are one colour, however faint."""
TIGHT: Final = 0.988
"""Cosine that all digits of one colour have with each other where colours are beyond question."""
LETTERS: Final = "abcdefghij"
"""Names of colours; black has none."""
FEWEST: Final = 2
"""Digits of a colour at least, on each side."""


@dataclass(frozen=True, eq=False)
class Palette:
    """The colours of a puzzle."""

    names: tuple[str, ...]
    """A letter each, or nothing for black."""
    ways: Floats
    """(colours, 3), the direction of each from its ground, of length 1."""
    sure: bool
    """Whether digits of one colour are as like each other as they should be; else two colours may pass for one."""

    def name(self, colour: Floats, ground: Floats) -> str | None:
        """The name of a colour on a ground; None where it is none of them."""
        way = _way(colour[None], ground)[0]
        likeness = self.ways @ way
        best = int(likeness.argmax())
        return self.names[best] if likeness[best] >= SAME else None


def palette_of(
    left: Band, above: Band, ground: Floats, worths: tuple[Sequence[int], Sequence[int]]
) -> tuple[Palette, tuple[str, ...], tuple[str, ...]] | None:
    """The colours of the digits, and the name of the colour of each digit beside the rows and above the columns; None
    where they are no colours of a puzzle. `worths` is what each digit counts in its number.
    """
    colours = np.array([digit.glyph.colour for band in (left, above) for digit in band.digits], np.float32)
    ways = _way(colours, ground)
    kind, means = _sorted(ways)
    count = len(means)
    if not 1 < count <= len(LETTERS):
        return None
    split = len(left.digits)
    for own, digits, worth in (
        (kind[:split], left.named.digit, worths[0]),
        (kind[split:], above.named.digit, worths[1]),
    ):
        if np.bincount(own, minlength=count).min() < FEWEST or len(digits) != len(worth):
            return None
    across = np.bincount(kind[:split], left.named.digit * np.array(worths[0]), count)
    down = np.bincount(kind[split:], above.named.digit * np.array(worths[1]), count)
    if not np.array_equal(across, down):
        return None
    grey = np.abs(means @ np.full(3, 1 / np.sqrt(3), np.float32)) >= SAME
    letters = iter(LETTERS)
    names = tuple("" if plain else next(letters) for plain in grey)
    if sum(grey) > 1:
        return None
    told = [names[k] for k in kind]
    sure = all(float((own @ own.T).min()) >= TIGHT for own in (ways[kind == k] for k in range(count)))
    return Palette(names, means, sure), tuple(told[:split]), tuple(told[split:])


def borne_out(palette: Palette, groups: Groups) -> bool:
    """Whether cells show no other colours: all look alike, or those that do not are of two of the colours at least."""
    if len(groups.means) <= 1:
        return True
    named = [palette.name(mean, groups.means[0]) for mean in groups.means[1:]]
    return None not in named and len(set(named)) > 1


def labels(palette: Palette, groups: Groups, black: str, empty: str) -> Mapping[int, str]:
    """What each plain look of the cells means: the most frequent is undecided, the others are filled."""
    found = {0: empty}
    for number, mean in enumerate(groups.means[1:], 1):
        found[number] = palette.name(mean, groups.means[0]) or black
    return found


def _way(colours: Floats, ground: Floats) -> Floats:
    """(n, 3): the directions in which colours lie from the ground."""
    way = colours - ground
    return np.asarray(way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6), np.float32)


def _sorted(ways: Floats) -> tuple[NDArray[np.intp], Floats]:
    """The kind of each direction, and the mean of each kind."""
    kind = np.zeros(len(ways), np.intp)
    means: list[Floats] = []
    for place, way in enumerate(ways):
        likeness = [float(mean @ way) for mean in means]
        if likeness and max(likeness) >= SAME:
            kind[place] = int(np.argmax(likeness))
        else:
            kind[place] = len(means)
            means.append(way)
    sums = np.stack([ways[kind == k].mean(0) for k in range(len(means))])
    return kind, np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), np.float32)
