"""How the cells of a grid look: their colours, whether something is drawn in them, and which look alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.cells import cut

SIZE: Final = 16
"""Pixels to which a cell is scaled, each way."""
INNER: Final = slice(4, 12)
"""The part of it that is looked at: neither lines nor frames reach it."""
CORE: Final = slice(1, 7)
"""The middle of that part, which they do not reach either where a cell is a little off its place."""
SEVERAL: Final = 2
"""Cells that are drawn full alike, from which that is a look."""
FULL: Final = 0.5
HALF_FULL: Final = 0.25
"""Share of the contrast of the clues by which they are another colour than these stand on, or half as much, where they
are so far from all plain cells: crosses leave more free."""
ONE_SIGN: Final = 0.85
"""Correlation from which what is drawn in two cells is one sign."""
STROKES: Final = (0.065, 0.2)
"""Unrest below which nothing is drawn in a cell, and above which something is, as shares of the strongest contrast on
the board; between them the widest gap between the cells tells."""
BARE: Final = 1.0
"""Unrest of cells that show nothing but one colour, at the most…"""
FAINT: Final = 0.6
"""… and the share of the lower bound from which something is drawn in others of that colour."""
EVENLY_DRAWN: Final = 1.25
"""How many times as much unrest the most restless of these has as the least."""
WIDER: Final = 1.6
"""How many times as much unrest there is on the other side of such a gap."""
INKED: Final = 0.45
"""Unrest of cells in which thin strokes are drawn, at least, as a share of how far their colour is from plain ones."""
AROUND: Final = np.pad(np.pad(np.zeros((8, 8), np.bool_), 1, constant_values=True), 3)
"""(SIZE, SIZE), the pixels right around that part."""
ALONG: Final = (0.25, 0.4, 0.5, 0.6, 0.75)
"""Where along its side the line beside a cell is looked at, as parts of the pitch."""
CALM: Final = 4.0
"""Unrest that says nothing."""
ALIKE: Final = 0.1
"""Difference of colour, as such a share, within which plain cells look alike."""

OFF: Final = 0.3
"""How far a colour is from the ground on which crosses are drawn, as such a share, from which it is another one."""
EVENLY: Final = 0.8
"""Share of what lies around a figure that has one colour, at the least: crosses reach as far."""
FIGURE: Final = 0.15
"""Share of a cell that a figure in it has, at the least."""
MORE_LIKE: Final = 0.6
"""How much nearer to that ground a figure is than what it lies on."""
MOSTLY: Final = 0.5
"""Share of the cells in which something is drawn that must lie on one ground."""

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Looks:
    """What was measured of every cell."""

    colour: Floats
    """(rows, columns, 3), the mean colour of the inner part."""
    unrest: Floats
    """(rows, columns), how much the inner part differs from its mean."""
    reach: Floats
    """(rows, columns), from its darkest to its brightest."""
    rim: Floats
    """(rows, columns, 4, 3), the colours along the four sides, where the lines are."""
    core: Floats
    """(rows, columns), how much the very middle differs from its mean."""
    lean: Floats
    """(rows, columns), how much one half of the inner part differs from the other, left from right or upper from lower.
    """

    def put(self, where: Bools, fresh: Looks) -> Looks:
        """The same with the cells of `where` as in `fresh`."""

        def put(old: Floats, new: Floats) -> Floats:
            return np.asarray(np.where(where.reshape(where.shape + (1,) * (old.ndim - 2)), new, old), np.float32)

        return Looks(*(put(old, new) for old, new in zip(self.parts, fresh.parts, strict=True)))

    @property
    def parts(self) -> tuple[Floats, ...]:
        """All that was measured, in the order of the fields."""
        return tuple(getattr(self, field.name) for field in fields(self))


def measure(pixels: Pixels, grid: Grid) -> Looks:
    """The looks of all cells of a grid."""
    cells = cut(pixels, grid, size=(SIZE, SIZE))
    middle = cells[:, :, INNER, INNER]
    inner = middle.reshape(grid.rows, grid.columns, -1, 3)
    core = middle[:, :, CORE, CORE].reshape(grid.rows, grid.columns, -1, 3)
    return Looks(
        np.asarray(inner.mean(2), np.float32),
        np.asarray(inner.std(2).max(2), np.float32),
        np.asarray(np.ptp(inner, axis=2).max(2), np.float32),
        _rims(pixels, grid),
        np.asarray(core.std(2).max(2), np.float32),
        _lean(middle),
    )


def _lean(middle: Floats) -> Floats:
    """(rows, columns), how much the halves of square parts (rows, columns, side, side, 3) differ."""
    half = middle.shape[2] // 2
    upper, lower = middle[:, :, :half].mean((2, 3)), middle[:, :, half:].mean((2, 3))
    left, right = middle[:, :, :, :half].mean((2, 3)), middle[:, :, :, half:].mean((2, 3))
    return np.asarray(np.maximum(np.abs(upper - lower), np.abs(left - right)).max(2), np.float32)


def _rims(pixels: Pixels, grid: Grid) -> Floats:
    """(rows, columns, 4, 3): the colours on the lines above, below, left and right of every cell."""

    def places(start: float, pitch: float, count: int, parts: Sequence[float], most: int) -> NDArray[np.intp]:
        at = start + pitch * (np.arange(count)[:, None] + np.array(parts))
        return np.asarray(np.clip(np.floor(at), 0, most - 1), np.intp)

    height, width = pixels.shape[:2]
    within_y = places(grid.y, grid.pitch_y, grid.rows, ALONG, height)
    within_x = places(grid.x, grid.pitch_x, grid.columns, ALONG, width)
    lines_y = places(grid.y, grid.pitch_y, grid.rows + 1, (0.0,), height)
    lines_x = places(grid.x, grid.pitch_x, grid.columns + 1, (0.0,), width)
    upright = pixels[within_y[:, :, None], lines_x.T, :3].mean(1)
    level = pixels[lines_y[:, :, None], within_x[None], :3].mean(2)
    return np.stack([level[:-1], level[1:], upright[:, :-1], upright[:, 1:]], 2).astype(np.float32)


def measure_part(pixels: Pixels, grid: Grid, where: Bools, before: Looks) -> Looks:
    """The looks of all cells when only those of `where` are measured again."""
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    top, left, bottom, right = int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1
    some = measure(pixels, grid.part(slice(top, bottom), slice(left, right)))
    fresh = Looks(*map(np.array, before.parts))
    for new, old in zip(some.parts, fresh.parts, strict=True):
        old[top:bottom, left:right] = new
    return before.put(where, fresh)


@dataclass(frozen=True, eq=False)
class Groups:
    """Cells sorted by their looks."""

    strokes: Bools
    """(rows, columns), where something is drawn in a cell."""
    group: NDArray[np.intp]
    """(rows, columns), the number of the plain look that a cell has; -1 where something is drawn."""
    means: Floats
    """(groups, 3), the colour of each plain look, the most frequent first."""
    spread: float
    """The strongest contrast on the board."""
    under: NDArray[np.intp] | None = None
    """(rows, columns), the plain look that what is drawn in a cell lies on, where it is one; else -1. None where that
    was not looked at.
    """
    ground: Floats | None = None
    """(3,), the colour on which things are drawn in most such cells; None where there is none, or that was not looked
    at.
    """
    figured: Bools | None = None
    """(rows, columns), where what is drawn in a cell is more like that ground than what it lies on; None where that was
    not looked at.
    """
    single: Bools | None = None
    """(rows, columns), where something is drawn in a cell that is drawn in no other: a part of a picture, and no sign.
    None where that was not looked at.
    """


def sort(looks: Looks, contrast: float, alike: float = ALIKE) -> Groups:
    """The cells by their looks; `contrast` is that of the clues on their ground, `alike` the share of the strongest on
    the board within which plain cells look alike.
    """
    # Stripes of highlighted rows and gradients are no strokes: the contrast of the whole board is the measure.
    spread = max(contrast, float(np.ptp(looks.colour, axis=(0, 1)).max()), float(looks.reach.max()), 40.0)
    strokes = _strokes(looks, spread)
    group = np.full(strokes.shape, -1)
    means: list[Floats] = []
    if not strokes.all():
        colours = looks.colour[~strokes]
        number = _alike(colours, alike * spread)
        order = np.argsort(-np.bincount(number), kind="stable")
        group[~strokes] = np.argsort(order)[number]
        means = [np.asarray(np.median(colours[number == k], 0), np.float32) for k in order]
    return Groups(strokes, group, np.array(means, np.float32).reshape(-1, 3), spread)


def signs(looks: Looks, pixels: Pixels, grid: Grid, contrast: float) -> Bools:
    """(rows, columns), where the same is drawn in a cell as in another one: a cross, and nothing that lies over it."""
    found = sort(looks, contrast).strokes.copy()
    if found.any():
        found[found] = ~_single(cut(pixels, grid, size=(SIZE, SIZE))[found][:, INNER, INNER])
    return found


def seen_through(groups: Groups, pixels: Pixels, grid: Grid, bare: Floats, contrast: float) -> Groups:
    """The same with the plain looks `under` what is drawn in cells: most of a cell has the colour of its ground, or
    what lies around a figure has. Cells that are drawn full, to their sides, have a look of their own. The clues stand
    on the colour `bare` (3,), with so much `contrast`.
    """
    under, on, figured = np.full(groups.strokes.shape, -1), None, np.zeros_like(groups.strokes)
    single = np.zeros_like(groups.strokes)
    if groups.strokes.any() and len(groups.means):
        cells = cut(pixels, grid, size=(SIZE, SIZE))[groups.strokes]
        inner = cells[:, INNER, INNER]
        single[groups.strokes] = _single(inner)
        usual = np.median(inner.reshape(len(inner), -1, 3), 1)
        ring = cells[:, AROUND]
        around = np.median(ring, 1)
        for ground in (around, usual):
            apart = np.abs(ground[:, None] - groups.means[None]).max(2)
            like = apart.min(1) <= ALIKE * groups.spread
            under[groups.strokes] = np.where(like, apart.argmin(1), under[groups.strokes])
        mean = inner.mean((1, 2))
        away, plain = np.abs(mean - bare).max(1), np.abs(mean[:, None] - groups.means[None]).max(2).min(1)
        another = (away >= FULL * contrast) | ((plain >= FULL * contrast) & (away >= HALF_FULL * contrast))
        some = (under[groups.strokes] < 0) & another
        full = _full(mean, ring.mean(1), some, ALIKE * groups.spread)
        if full.any():
            return seen_through(_with_looks(groups, full, mean), pixels, grid, bare, contrast)
        most = np.asarray(np.median(around, 0), np.float32)
        if (np.abs(around - most).max(1) <= ALIKE * groups.spread).mean() > MOSTLY:
            on = most
            even = (np.abs(ring - around[:, None]).max(2) <= ALIKE * groups.spread).mean(1) > EVENLY
            figured[groups.strokes] = even & _figured(inner.reshape(len(inner), -1, 3), around, on, groups.spread)
    return replace(groups, under=under, ground=on, figured=figured, single=single)


def _full(colour: Floats, around: Floats, some: Bools, near: float) -> NDArray[np.intp]:
    """(n,), a number from 1 on for each look of cells that are drawn full of lines or of a pattern, as `some` may be, 0
    for others: the mean `colour` (n, 3) of such cells is that `around` their middle, and several have the same.
    """
    number = np.zeros(len(colour), np.intp)
    some = some & (np.abs(colour - around).max(1) <= near)
    if np.count_nonzero(some) >= SEVERAL:
        own = _alike(colour[some], near)
        many = np.flatnonzero(np.bincount(own) >= SEVERAL)
        number[some] = np.where(np.isin(own, many), 1 + np.searchsorted(many, own), 0)
    return number


def _with_looks(groups: Groups, number: NDArray[np.intp], colour: Floats) -> Groups:
    """The same with those cells in which something is drawn, of these colours (n, 3), that have a number as plain ones
    of a look for each number.
    """
    group, strokes = groups.group.copy(), groups.strokes.copy()
    group[groups.strokes] = np.where(number > 0, len(groups.means) + number - 1, -1)
    strokes[groups.strokes] = number == 0
    fresh = [np.median(colour[number == one], 0) for one in range(1, int(number.max()) + 1)]
    means = np.concatenate([groups.means, np.array(fresh, np.float32)])
    return replace(groups, strokes=strokes, group=group, means=means)


def _single(inner: Floats) -> Bools:
    """(n,): which of some cells (n, h, w, 3) show something that no other does."""
    shown = inner.mean(3).reshape(len(inner), -1)
    shown = shown - shown.mean(1, keepdims=True)
    shown = shown / (np.linalg.norm(shown, axis=1, keepdims=True) + 1e-6)
    alike = shown @ shown.T
    np.fill_diagonal(alike, -1)
    return np.asarray(alike.max(1) < ONE_SIGN)


def _figured(inner: Floats, around: Floats, ground: Floats, spread: float) -> Bools:
    """(n,): in which cells (n, pixels, 3) figures of the usual `ground` lie on another colour, `around` them (n, 3)."""
    apart = np.linalg.norm(inner - around[:, None], axis=2)
    drawn = apart >= np.quantile(apart, 1 - FIGURE, axis=1)[:, None]
    figure = (inner * drawn[..., None]).sum(1) / drawn.sum(1)[:, None]
    away, there = (np.linalg.norm(colour - ground, axis=1) for colour in (around, figure))
    return np.asarray((away > OFF * spread) & (there < MORE_LIKE * away))


def _strokes(looks: Looks, spread: float) -> Bools:
    """(rows, columns): where something is drawn in a cell. Only cells of one colour are compared: the frame of a filled
    one that is a little off its place is as restless as a thin cross.
    """
    unrest, colour = looks.unrest, looks.colour
    number = _alike(colour.reshape(-1, 3), ALIKE * spread).reshape(unrest.shape)
    strokes = np.zeros(unrest.shape, np.bool_)
    plain: list[Floats] = []
    restless: list[Bools] = []
    for kind in range(number.max() + 1):
        own = number == kind
        strokes[own] = unrest[own] > _drawn(unrest[own], spread)
        # Faint strokes are about the same on all sides: the edge of something that lies over a cell is not.
        strokes[own] &= (unrest[own] > STROKES[0] * spread) | (looks.lean[own] < unrest[own])
        calm = own & (unrest <= STROKES[0] * spread)
        if calm.any():
            plain.append(np.median(colour[calm], 0))
        elif not strokes[own].all():
            restless.append(own)
    # Where all cells of a colour are restless, thin strokes may have made that colour: it is not far from that of plain
    # ones; or strokes cross the very middle.
    for own in restless:
        mean = np.median(colour[own], 0)
        apart = min((float(np.abs(ground - mean).max()) for ground in plain), default=np.inf)
        thin = float(np.median(unrest[own])) >= INKED * apart
        strokes[own] |= thin or float(np.median(looks.core[own])) > STROKES[0] * spread
    return strokes


def _drawn(unrest: Floats, spread: float) -> float:
    """The unrest from which something is drawn in a cell: in the widest gap between those of some cells."""
    low, high = (share * spread for share in STROKES)
    seen = CALM + np.sort(unrest, axis=None)
    before, after = seen[:-1], seen[1:]
    # Fainter strokes are told where they are all alike, and the other cells show nothing at all.
    alike = (seen[-1] <= EVENLY_DRAWN * after) & (np.arange(len(after), 0, -1) > 1)
    least = np.where(alike & (before <= CALM + BARE), FAINT * low, low)
    gaps = np.where((after >= CALM + least) & (before <= CALM + high), after / before, 0)
    widest = int(gaps.argmax()) if len(gaps) else 0
    if not len(gaps) or gaps[widest] < WIDER:
        return high
    return float(np.sqrt(before[widest] * after[widest])) - CALM


def _alike(colours: Floats, within: float) -> NDArray[np.intp]:
    """(n,) group numbers of colours (n, 3): two are in one group where a chain of alike ones joins them."""
    within = max(1.0, within)
    boxes, index = np.unique(np.round(2 * colours / within).astype(np.int64), axis=0, return_inverse=True)
    means = (
        np.stack([np.bincount(index.ravel(), channel) for channel in colours.T], 1)
        / np.bincount(index.ravel())[:, None]
    )
    apart = np.abs(means[:, None] - means[None]).max(2)
    group = np.arange(len(boxes))
    for i, j in np.argwhere(np.triu(apart <= within, 1)):
        a, b = group[i], group[j]
        if a != b:
            group[group == max(a, b)] = min(a, b)
    _, dense = np.unique(group, return_inverse=True)
    return np.asarray(dense[index.ravel()])
