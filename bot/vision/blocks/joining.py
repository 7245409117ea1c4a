"""Pieces that join with their like, as puyos do: told by their colour, for each of them has many shapes.

The bridges between neighbours bear that out, or belie it (`bridges.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.bridges import ALL, borne_out, bridges_of, narrow, neighbours, plainly_borne_out
from bot.vision.blocks.cluster import joined, numbered
from bot.vision.blocks.hue import plane, polar, turned
from bot.vision.blocks.look import SIDE, cells_of, distances, looks, middle, structures
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.cells import Cells
from bot.vision.spanning import tree

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FEWEST: Final = 8
"""Pieces from which kinds are told so."""
LIVELY: Final = 30.0
"""Structure, in grey levels, that every piece shows: its outline, its eyes, its gloss."""
STILL: Final = 0.55
"""Share of that of the faintest piece that ground shows at the most…"""
USUAL: Final = (2.0, 8.0)
"""How many times what it usually does, and how many grey levels more, ground shows at the most."""
WHOLE: Final = 0.6
"""Share of the structure of usual ones of its kind from which a piece is all there: one that vanishes shrinks."""
FLAT: Final = 80.0
"""Distance from grey that all cells have where they are pieces that show nothing else."""
ROUND: Final = 0.44
"""Radius, in cells, of what is looked at of a piece: around it is ground."""
VIVID: Final = 40.0
"""Distance from grey, in grey levels, from which the hue of a pixel counts."""
BAND: Final = 10
"""Degrees of hue that are counted together."""
LOBE: Final = 40.0
"""Degrees around the commonest hue of a piece that are one colour, in its light and its shade."""
PURE: Final = 0.75
"""Share of what has a colour that a piece shows in its own, at the least: in half of one and half of another it has
less."""
FAINT: Final = 30.0
"""Distance from grey, in grey levels, below which a colour tells little…"""
BRIGHT: Final = 0.25
"""… and how much brightness tells, against it."""
ALIKE: Final = 0.22
"""Difference of two colours, as a share of how far they are from grey, up to which they may be one: on nine boards none
of a kind is farther than 0.18 from the next…"""
UNLIKE: Final = 0.3
"""… and from which they are two: none of these has two kinds nearer than 0.3, or but for one 0.44."""
BARE: Final = (2, 0.1)
"""Cells, and their share, that looks tell for empty and colours for pieces, at most: on nine boards one at a time."""
STEPPED: Final = 25.0
"""Grey levels from one piece of a kind to the next brighter one, at which it is two of one hue: no step of some forty
kinds is larger than 17, that from dark to light blue puyos was 63."""
EXPECTED: Final = 4.0
"""Neighbours of two kinds of one colour that there would be by chance, from which it is none that there are none."""
FLYING: Final = 2
"""Pieces that may hang in the air above a heap: a pair that falls."""
PAINTED: Final = 23.0
"""How far from all pieces, by `look.distances`, what is painted is at the least: of crosses none is nearer than
27, of pieces none farther than 20."""
STRAY: Final = 1
"""Neighbours that are not seen to be joined, more than a share of them."""
BORNE_OUT: Final = 1.5
"""Quality of what bridges bear out plainly, however near colours are."""
OPEN: Final = 4
"""More cells in doubt, from which looks do not tell what colours do: a few may be what nobody has seen yet."""


class Colours(NamedTuple):
    """The colours of n cells."""

    mean: Floats
    """(n, 2), how far from grey, in grey levels, and in which direction; over all of a cell but its corners."""
    light: Floats
    """(n,), how bright, in grey levels."""
    hue: Floats
    """(n,), the direction in degrees."""
    pure: Floats
    """(n,), the share of what has a colour that shows this hue."""


def joined_by_colour(pixels: Pixels, sorting: Sorting) -> Sorting:
    """A sorting of cells by how they look; or by their colours, where pieces join with their like, and their looks left
    some open, or tell single ones and joined ones to be of two kinds.
    """
    found = by_joining(sorting.grid, cells_of(pixels, sorting.grid))
    if found is None:
        return sorting
    other, bridges = found
    bare = sorting.kind == EMPTY
    if (bare & (other.kind >= 0)).sum() > max(BARE[0], BARE[1] * bare.sum()):
        return sorting  # what all pieces lie on is one colour, too
    left, doubts = np.count_nonzero(sorting.kind == UNSURE), np.count_nonzero(other.kind == UNSURE)
    known = np.where((sorting.kind >= 0) & (other.kind >= 0), np.stack([sorting.kind, other.kind]), UNSURE)
    (one, two, joins), (a, b, _) = (neighbours(kind, bridges) for kind in known)
    between = joins[(one != two) & (a == b)]
    if (~between).sum() > (1 - ALL) * len(between) + (STRAY if between.any() else 0):
        return sorting  # kinds of one hue
    painted = ((other.kind == EMPTY) & (sorting.kind >= 0)).any()
    parted = doubts <= left and _parted(sorting, other, bridges)
    return other if left - doubts >= OPEN or painted or parted else sorting


def _parted(sorting: Sorting, other: Sorting, bridges: Bools) -> bool:
    """Whether a sorting has kinds of one colour, in another one, that are single pieces and joined ones: many would lie
    beside each other if they were of two kinds.
    """
    both = (sorting.kind >= 0) & (other.kind >= 0)
    pairs = {(int(a), int(b)) for a, b in zip(sorting.kind[both], other.kind[both], strict=True)}
    if len({a for a, _ in pairs}) != len(pairs) or len({b for _, b in pairs}) == len(pairs):
        return False  # it does not have kinds of the other one in parts
    one, two, _ = neighbours(sorting.kind, bridges)
    times = np.bincount(sorting.kind[both])
    chance = 0.0
    for colour in {b for _, b in pairs}:
        parts = [a for a, b in pairs if b == colour]
        if ((one != two) & np.isin(one, parts) & np.isin(two, parts)).any():
            return False
        mixed = times[parts].sum() ** 2 - (times[parts] ** 2).sum()
        chance += float(mixed) / times.sum() ** 2 * len(one)
    return chance > EXPECTED


def by_joining(grid: Grid, board: Cells) -> tuple[Sorting, Bools] | None:
    """The cells (rows, columns, SIDE, SIDE, 3) of a grid sorted by the colours of pieces that join; and (2, rows,
    columns) which of them are joined with the next one, and with the one below. None where pieces do not join, or their
    colours are not plainly apart.
    """
    cells = np.asarray(board.reshape(-1, SIDE, SIDE, 3), np.float32)
    lively = structures(cells)
    seen = _colours(cells)
    ways = list(_full(lively))
    for full in ways:
        if (found := _by_colours(grid, board, cells, seen, lively, full)) is not None:
            return found
    flat = not ways and bool((np.hypot(*seen.mean.T) > FLAT).all())
    return _by_colours(grid, board, cells, seen, None, np.ones(len(cells), np.bool_)) if flat else None


def _by_colours(
    grid: Grid, board: Cells, cells: Floats, seen: Colours, lively: Floats | None, full: Bools
) -> tuple[Sorting, Bools] | None:
    """The same where the cells that are `full`, of all of them (n, SIDE, SIDE, 3), hold pieces, by how `lively` they
    are and the colours that are `seen`; `lively` is None where pieces show nothing but their colour.
    """
    shape = board.shape[:2]
    whole = full & (seen.pure >= PURE)
    if whole.sum() < FEWEST:
        return None
    apart = _apart(seen.mean[whole], seen.light[whole])
    group = joined([(a, b) for step, a, b in tree(apart) if step <= ALIKE], int(whole.sum()))
    several = np.bincount(group)[group] > 1
    bare = np.zeros(len(cells), np.bool_)
    if lively is not None:
        several &= ~_shrunk(lively[whole], group)
        bare = ~(full | _odd(lively, ~full))
    several &= ~_of_two_lights(seen.light[whole], group)
    kind = np.where(bare, EMPTY, UNSURE)
    kind[whole] = np.where(several, group, UNSURE)
    other = np.where(group[:, None] == group[None], np.inf, apart)[np.ix_(several, several)]
    between = float(other.min(initial=np.inf))
    if not np.isfinite(between) or between < UNLIKE:
        return None
    kind = kind.reshape(shape)
    away = np.hypot(*seen.mean.T).reshape(shape)
    bridges = bridges_of(board, seen.hue.reshape(shape), away)
    if not borne_out(kind, bridges, away):
        return None
    kind[_sign(kind, cells)] = EMPTY
    within = np.where((group[:, None] == group[None]) & ~np.eye(len(group), dtype=bool), apart, np.inf)[several].min(1)
    margins = np.ones(kind.size, np.float32)
    margins[np.flatnonzero(whole)[several]] = np.clip(1 - within / between, 0, 1)
    margins = np.where(kind == UNSURE, np.float32(0), margins.reshape(shape))
    told = kind >= 0
    kind[told] = numbered(kind[told])
    plain = float(np.log((between + 0.1) / (float(within.max()) + 0.1)))
    if plainly_borne_out(kind, bridges):
        plain = max(plain, BORNE_OUT)
    quality = plain * float((kind != UNSURE).mean())
    return Sorting(grid, kind, margins, np.zeros(shape, np.bool_), quality), bridges


def bridged(pixels: Pixels, grid: Grid) -> bool:
    """Whether the pieces on a grid join with their like by bridges that are narrower than they are: flat blocks that
    lie side by side only seem to.
    """
    board = cells_of(pixels, grid)
    found = by_joining(grid, board)
    if found is None:
        return False
    hue = _colours(np.asarray(board.reshape(-1, SIDE, SIDE, 3), np.float32)).hue
    return narrow(board, hue.reshape(board.shape[:2]), found[1])


def _full(lively: Floats) -> Iterator[Bools]:
    """(n,), the cells that show more than ground does, by how `lively` they are: all of them where all may be pieces,
    and those beyond the first plain step, where there is one.
    """
    order = np.sort(lively)
    if order[0] >= LIVELY:
        yield np.ones(len(lively), np.bool_)
    steps = np.flatnonzero((order[1:] >= LIVELY) & (order[:-1] < STILL * order[1:]))
    if len(steps):
        yield np.asarray(lively > order[steps[0]])


def _shrunk(lively: Floats, group: Ints) -> Bools:
    """(n,), pieces that show far less than usual ones of their kind do."""
    usual = np.array([middle(lively[group == k]) for k in range(int(group.max()) + 1)])
    return np.asarray(lively < WHOLE * usual[group])


def _of_two_lights(light: Floats, group: Ints) -> Bools:
    """(n,), pieces of kinds that are two in one: some are far brighter than all the others, and none lies between."""
    two = np.zeros(int(group.max()) + 1, np.bool_)
    for k in range(len(two)):
        steps = np.diff(np.sort(light[group == k]))[1:-1]  # a single one may vanish
        two[k] = steps.max(initial=0.0) > STEPPED
    return np.asarray(two[group])


def _odd(lively: Floats, ground: Bools) -> Bools:
    """(n,), cells of the ground that show far more than it usually does."""
    limit = USUAL[0] * float(middle(lively[ground])) + USUAL[1] if ground.any() else 0.0
    return ground & (lively > limit)


def _colours(cells: Floats) -> Colours:
    """The colours of some cells (n, SIDE, SIDE, 3), each by its commonest hue."""
    across = np.arange(SIDE) - (SIDE - 1) / 2
    inside = across[:, None] ** 2 + across[None] ** 2 <= (ROUND * SIDE) ** 2
    x, y = plane(cells[:, inside])
    power, hue = polar(x, y)
    weight = np.where(power > VIVID, power, 0)
    bands = 360 // BAND
    at = (hue // BAND).astype(np.int64) % bands + bands * np.arange(len(cells))[:, None]
    counts = np.bincount(at.ravel(), weight.ravel(), bands * len(cells)).reshape(-1, bands)
    best = (counts + np.roll(counts, 1, 1) + np.roll(counts, -1, 1)).argmax(1) * BAND + BAND / 2
    own = turned(hue, best[:, None]) <= LOBE
    total = weight.sum(1)
    pure = np.where(total > 0, (weight * own).sum(1) / np.maximum(total, 1), 1)
    # What is nearly grey says how strong a colour is, not which.
    counted = own | (power <= VIVID)
    mean = np.stack([np.where(counted, x, 0).mean(1), np.where(counted, y, 0).mean(1)], 1)
    return Colours(
        np.asarray(mean, np.float32),
        np.asarray(cells[:, inside].max(2).mean(1), np.float32),
        polar(mean[:, 0], mean[:, 1])[1],
        np.asarray(pure, np.float32),
    )


def _apart(mean: Floats, light: Floats) -> Floats:
    """(n, n), how far colours (n, 2) are apart, as a share of how far they are from grey; what is nearly grey is told
    by how bright it is, which of colours says little.
    """
    power = np.hypot(mean[:, 0], mean[:, 1])
    seen = np.column_stack([mean, BRIGHT * light])
    away = np.sqrt(np.square(seen[:, None] - seen[None]).sum(2))
    return np.asarray(away / ((power[:, None] + power[None]) / 2 + FAINT), np.float32)


def _sign(kind: Ints, cells: Floats) -> Bools:
    """(rows, columns), cells of the uppermost row that something is painted on, where pieces lie in a heap: with ground
    below and beside them, and unlike any piece. `cells` are all of them, (n, SIDE, SIDE, 3).
    """
    found = np.zeros(kind.shape, np.bool_)
    full = np.pad(kind != EMPTY, ((0, 1), (1, 1)))
    found[0] = full[0, 1:-1] & ~full[1, 1:-1] & ~full[0, :-2] & ~full[0, 2:]
    hanging = (kind[:-1] != EMPTY) & (kind[1:] == EMPTY)
    if not found.any() or hanging.sum() - found.sum() > FLYING:
        return np.zeros_like(found)
    rows, others = looks(cells), (kind != EMPTY) & ~found
    found[found] = distances(rows[found.ravel()], rows[others.ravel()]).min(1) > PAINTED
    return found
