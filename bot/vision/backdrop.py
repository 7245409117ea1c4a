"""A board seen through an even sheet, as a page is darkened behind its dialog: the sheet is told, and taken away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels

APART: Final = 40
"""How far two colours must be apart, in levels, for what became of them to tell a sheet."""
COMMON: Final = 0.01
"""Share of the pixels that a colour must have to be asked about…"""
COLOURS: Final = 6
"""… so many at the most…"""
TURNED: Final = 4
"""… and for each, so many of the colours that it became: a dialog may hide most of a board."""
CLEAREST: Final = 0.97
DENSEST: Final = 0.1
"""Of a colour's distance to others so much is left at the most, and at the least."""
SAMPLE: Final = 96
"""Pixels, spread over the picture, that are asked where no colour is common…"""
MOST: Final = 0.5
"""… and the share of all that must then be seen through the sheet as they were."""
EXACT: Final = 3
"""Levels by which a pixel may miss what the sheet makes of it."""
SEEN: Final = 0.08
"""Share of the pixels that must be seen through the sheet as they were: the dialog on it may hide nearly all of a small
board."""
CLEAN: Final = 0.05
"""Share of what is seen through a sheet that may lie within the rectangle of what is as it was without one."""
HALF: Final = np.uint8(128)
"""Levels by which what lies in a dialog is made to differ from what was there."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Colours = NDArray[np.uint8]
Places = NDArray[np.intp]


def without_backdrop(now: Pixels, places: Sequence[tuple[slice, slice]], before: Sequence[Pixels]) -> Pixels | None:
    """A picture, (height, width, 3 or more), freed at some places of an even sheet that came over them since they
    showed `before`; what is then as it was is so to the last level. None where no such sheet is plain to see, or what
    is as it was without one lies about: in a dialog, which may look so, nothing is seen through the sheet.
    """
    parts = [now[place] for place in places]
    old, new = (np.concatenate([part[:, :, :3].reshape(-1, 3) for part in some]) for some in (before, parts))
    where = np.concatenate([np.mgrid[place].reshape(2, -1).T for place in places])
    sheet = max(_plain_sheets(old, new, where), key=lambda one: one.seen, default=None)
    if sheet is None:
        return None
    left, shade, inside = sheet.left, sheet.shade, sheet.dialog
    freed = now.copy()
    for place, part, was in zip(places, parts, before, strict=True):
        out = freed[place]
        out[:, :, :3] = np.clip(np.round((part[:, :, :3] - shade) / left), 0, 255)
        same = (np.abs(was[:, :, :3] * left + shade - part[:, :, :3]) <= EXACT).all(2)
        out[same] = was[same]
    rows, columns = where[inside].T
    freed[rows, columns, :3] = old[inside] ^ HALF  # a dialog's own colours may be those of cells
    return freed


class _Sheet(NamedTuple):
    left: float
    """What share of a colour is left."""
    shade: Floats
    """(3,), what is added to it."""
    seen: float
    """The share of the pixels that are seen through it as they were."""
    dialog: Bools
    """(n,), the pixels that lie on it, as far as that is told by those that are as they were without it."""


def _plain_sheets(old: Colours, new: Colours, where: Places) -> Iterator[_Sheet]:
    """The sheets that may have come between the two colours of pixels, (n, 3), which lie at rows and columns (n, 2)."""
    for left, shade in chain(_sheets(old, new), _most(old, new)):
        through: Bools = np.asarray((np.abs(old * left + shade - new) <= EXACT).all(1))
        if through.mean() < SEEN:
            continue
        dialog: Bools = np.zeros(len(where), np.bool_)
        kept = where[np.logical_and((old == new).all(1), ~through)]
        if len(kept):
            dialog = np.asarray(((where >= kept.min(0)) & (where <= kept.max(0))).all(1))
        if through[dialog].sum() <= CLEAN * through.sum():
            yield _Sheet(left, shade, float(through.mean()), dialog)


def _sheets(old: Colours, new: Colours) -> Iterator[tuple[float, Floats]]:
    """What sheets the commonest colours speak for: what share of a colour is left, and what is added to it."""
    turned = {colour: _commonest(new[(old == colour).all(1)], TURNED) for colour in _commonest(old, COLOURS)}
    for a, b in combinations(turned, 2):
        far = np.abs(np.subtract(a, b, dtype=float)) >= APART
        if not far.any():
            continue
        for c, d in product(turned[a], turned[b]):
            shares = np.subtract(c, d, dtype=float)[far] / np.subtract(a, b, dtype=float)[far]
            left = float(shares.mean())
            if DENSEST <= left <= CLEAREST and np.ptp(shares) <= 2 * EXACT / APART:
                yield left, (np.add(c, d, dtype=float) - left * np.add(a, b, dtype=float)) / 2


def _most(old: Colours, new: Colours) -> Iterator[tuple[float, Floats]]:
    """The sheet that most of the pixels speak for, where their ground changes from place to place and has no common
    colour.
    """
    some = np.linspace(0, len(old) - 1, SAMPLE).astype(int)
    a, b = np.triu_indices(SAMPLE, 1)
    before, after = (pixels[some].astype(float) for pixels in (old, new))
    far = np.abs(before[a] - before[b]) >= APART
    shares = (after[a] - after[b])[far] / (before[a] - before[b])[far]
    shares = shares[(shares >= DENSEST) & (shares <= CLEAREST)]
    if not len(shares):
        return
    # What lies on the sheet makes shares of any size; those of one size are the sheet's own.
    near = np.abs(shares[:, None] - shares[None, :: max(1, len(shares) // SAMPLE)]) <= EXACT / APART / 2
    left = float(np.median(shares[near[:, int(near.sum(0).argmax())]]))
    shade = np.median(after - left * before, axis=0)
    seen = (np.abs(before * left + shade - after) <= 2 * EXACT).all(1)
    if not seen.any():
        return
    middle, then = before[seen].mean(0), after[seen].mean(0)
    off = before[seen] - middle
    left = float((off * (after[seen] - then)).sum() / max((off**2).sum(), 1.0))
    shade = then - left * middle
    through = (np.abs(old * left + shade - new) <= EXACT).all(1)
    if DENSEST <= left <= CLEAREST and through.mean() >= MOST:
        yield left, shade


def _commonest(pixels: Colours, most: int) -> list[tuple[int, int, int]]:
    """The colours that most of some pixels, (n, 3), have."""
    values, counts = np.unique(pixels.astype(np.int64) @ (1 << 16, 1 << 8, 1), return_counts=True)
    order = [int(values[n]) for n in np.argsort(-counts)[:most] if counts[n] >= COMMON * len(pixels)]
    return [(value >> 16, value >> 8 & 255, value & 255) for value in order]
