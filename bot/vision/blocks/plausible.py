"""Whether cells that were sorted may be a board: enough of them recur, they are no parts of cells, and nothing goes on
beyond its border.
"""

from __future__ import annotations

from dataclasses import replace
from math import log10
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.cluster import numbered
from bot.vision.blocks.look import SIDE, cells_of, distances, looks, middle, quantile, quantile_of, seams
from bot.vision.blocks.pitch import likely_shape
from bot.vision.blocks.sorting import EMPTY, UNSURE, Sorting
from bot.vision.cells import outside

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

FEWEST: Final = 10
"""Blocks that a board shows at least."""
FEWEST_IN_FRAME: Final = 6
"""The same in a frame that holds a whole number of cells, none of them in doubt."""
STANDING: Final = 2
"""Blocks that stand on the floor at least, where it is told by them."""
RESTING: Final = 0.8
"""Share of the blocks that lie on others or on the floor."""
EVEN: Final = 8
"""Pairs or threes of cells that are compared to see whether they are one block."""
SPARE: Final = 4
"""Squares of cells, more than two for each pattern, from which patterns that recur tell of larger cells."""
AGAIN: Final = 2
"""Squares of cells that recur, none of whose kinds is seen elsewhere, from which they are whole blocks."""
SHIFTED: Final = 1.4
"""How many times more patterns squares show that do not lie on the larger cells."""
NOISE: Final = 2.0
"""Grey levels by which a block may differ from the usual look of its kind, at the least."""
WALL: Final = 0.5
"""Share of a line in which a wall is told."""
NEARLY_ALL: Final = 0.9
"""Share of all blocks that do not stand within it."""
BETWEEN: Final = 0.5
"""Share of the smallest difference of two kinds from which a look is no longer a kind's."""
NEARLY: Final = 0.9
"""The same for a line of cells beyond the border that are all like this."""
ALL_ALONG: Final = 0.8
"""Share of such a line."""


RULED: Final = 7.0
"""Grey levels from which a line is drawn between empty cells, all but a FEW of them."""
FEW: Final = 0.2
CHANCE: Final = 4.0
"""Orders of magnitude by which it must be unlikely that kinds keep to every other row by chance, or to every other
column as well."""
PER_LINE: Final = 1.5
"""Kinds for each row from which they keep to rows because the cells lie askew; stripes are of one kind."""
GROUND: Final = 0.6
"""Share of the cells of a board without empty ones that no kind has, where there are more than two."""
FEWEST_LINES: Final = 5
"""Rows, or columns, from which few looks among them are no chance…"""
FEW_LOOKS: Final = 0.4
"""… and the share of them that these are, at the most."""
STRIPES: Final = 3
"""Kinds of stripes from which they are no chance."""
STRIPED: Final = 0.8
"""Share of all cells that are like the next one."""
FLYING: Final = 2
"""Blocks that may be in the air: a pair that falls."""


def many(sorting: Sorting, fewest: int = FEWEST) -> bool:
    """Whether there are blocks enough, most of them with an equal one, to be sure that it is a board."""
    times = np.bincount(sorting.kind[sorting.kind >= 0], minlength=1)
    return bool(times.sum() >= fewest and (times >= 2).sum() >= 2 and times[times >= 2].sum() >= 0.7 * times.sum())


def agree(one: Sorting, other: Sorting) -> bool:
    """Whether two sortings of the same cells tell the same kinds, by whatever numbers."""
    pairs = {
        (int(a), int(b)) for a, b in zip(one.kind.ravel(), other.kind.ravel(), strict=True) if UNSURE not in (a, b)
    }
    ours, theirs = {a for a, _ in pairs}, {b for _, b in pairs}
    empty = all((a == EMPTY) == (b == EMPTY) for a, b in pairs)
    return empty and len(pairs) == len(ours) == len(theirs) and ours == set(one.kind.ravel().tolist()) - {UNSURE}


def split(sorting: Sorting, other: Sorting) -> Sorting:
    """The sorting with kinds in doubt that another one of the same cells takes for several."""
    several = [k for k in range(sorting.kinds) if len({*other.kind[sorting.kind == k].tolist()} - {UNSURE}) > 1]
    torn = np.isin(sorting.kind, several)
    margins = np.where(torn, np.float32(0), sorting.margins)
    kind = np.where(torn, UNSURE, sorting.kind)
    told = kind >= 0
    kind[told] = numbered(kind[told])
    return replace(sorting, kind=kind, margins=margins, marked=sorting.marked & ~torn)


def edged(sorting: Sorting) -> bool:
    """Whether two opposite outer lines show one kind and nothing else, or each one of its own and nearly all blocks
    that there are: ground, or the walls around it, that was taken for blocks.
    """
    kind = sorting.kind
    blocks = np.count_nonzero(kind >= 0)
    for turned in (kind, kind.T):
        sides = turned[[0, -1]]
        if sides[0, 0] >= 0 and (sides == sides[0, 0]).all():
            return True
        walls = all(len({*side.tolist()} - {EMPTY, UNSURE}) == 1 and (side >= 0).mean() > WALL for side in sides)
        if walls and np.count_nonzero(sides >= 0) > NEARLY_ALL * blocks:
            return True
    return False


def rests(sorting: Sorting, flying: int = 0) -> bool:
    """Whether blocks lie on the lowest row, and nearly all others on blocks, but for some that are `flying`."""
    full = sorting.kind != EMPTY
    held = np.concatenate([full[1:] | ~full[:-1], np.ones((1, full.shape[1]), np.bool_)])
    blocks = sorting.kind >= 0
    falls = int((~held[blocks]).sum())
    return bool(blocks[-1].sum() >= STANDING and (falls <= flying or falls < (1 - RESTING) * blocks.sum()))


def floats(sorting: Sorting) -> bool:
    """Whether all that is there would rest on one row, but that is not the lowest: then the floor is higher up."""
    rows = np.flatnonzero((sorting.kind >= 0).any(1))
    if not len(rows) or rows[-1] == len(sorting.kind) - 1 or rows[0] == 0:
        return False
    return rests(replace(sorting, kind=sorting.kind[: rows[-1] + 1]), FLYING)


def uniform(sorting: Sorting) -> bool:
    """Whether no cell is empty, and most are of one of several kinds: then that kind is the ground of a ruled board."""
    told = sorting.kind[sorting.kind >= 0]
    full = sorting.kinds > 2 and len(told) > 0 and not (sorting.kind == EMPTY).any()
    return bool(full and np.bincount(told).max() > GROUND * sorting.kind.size)


def lined(sorting: Sorting) -> bool:
    """Whether the cells are only paper ruled with thicker lines, rows of two looks and columns of two looks, or parts
    of other cells between such lines: rows of few looks, and columns of few looks.
    """
    ways = sorting.kind, sorting.kind.T
    return all(len(np.unique(kind, axis=0)) <= 2 for kind in ways) or all(_of_few_looks(kind) for kind in ways)


def _of_few_looks(kind: Ints) -> bool:
    """Whether far fewer rows than show anything are unlike all others."""
    held = kind[(kind != EMPTY).any(1)]
    return len(held) >= FEWEST_LINES and _looks(held) <= FEW_LOOKS * len(held)


def _looks(lines: Ints) -> int:
    """How many of some lines (n, cells) are unlike all others, whatever cells in doubt may be."""
    seen: list[Ints] = []
    for line in lines:
        like = next((one for one in seen if ((one == line) | (one == UNSURE) | (line == UNSURE)).all()), None)
        if like is None:
            seen.append(line.copy())
        else:
            like[like == UNSURE] = line[like == UNSURE]
    return len(seen)


def margin(pixels: Pixels, sorting: Sorting) -> bool:
    """Whether an outer line of cells, all empty, has no lines between them where other empty cells have: it lies beside
    a ruled board.
    """
    empty = sorting.kind == EMPTY
    outer = np.zeros((4, *empty.shape), np.bool_)
    outer[0, 0], outer[1, -1], outer[2, :, 0], outer[3, :, -1] = True, True, True, True
    bare = [line for line in outer if empty[line].all()]
    inside = empty & ~outer.any(0)
    if not bare or not inside.any():
        return False
    found = seams(cells_of(pixels, sorting.grid))
    ruled = _between(found, inside)
    if len(ruled) < FEWEST or float(quantile(ruled, FEW)) < RULED:
        return False
    return any(float(middle(_between(found, line))) < RULED / 2 for line in bare)


def _between(found: tuple[Floats, Floats], of: Bools) -> Floats:
    """How plain the lines are between neighbours that both are some of the cells."""
    beside, below = found
    return np.concatenate([beside[of[:, :-1] & of[:, 1:]], below[of[:-1] & of[1:]]])


def striped(sorting: Sorting) -> bool:
    """Whether nearly every cell is of the kind of the next one in some direction, slanting ones too: a texture."""
    kind = sorting.kind
    told = kind[kind >= 0]
    if len(np.unique(told)) < STRIPES:
        return False
    slanting = (kind[1:, 1:], kind[:-1, :-1]), (kind[1:, :-1], kind[:-1, 1:])
    pairs = *slanting, (kind[1:], kind[:-1]), (kind[:, 1:], kind[:, :-1])
    for here, there in pairs:
        both = (here >= 0) & (there >= 0)
        if both.sum() > len(told) / 2 and (here == there)[both].mean() > STRIPED:
            return True
    return False


def parts(sorting: Sorting) -> bool:
    """Whether the cells are halves or thirds of blocks: then neighbours are equal in twos or threes, kinds keep to
    every other row, or every third, or squares of cells show few patterns; or a little larger or smaller than blocks.
    """
    kind = sorting.kind
    lines = any(_split(turned, count) for turned in (kind, kind.T) for count in (2, 3))
    keep = max(sum(_keeping(turned, count) for turned in (kind, kind.T)) for count in (2, 3))
    return (
        lines
        or keep > CHANCE
        or any(_askew(turned) for turned in (kind, kind.T))
        or any(_patterned(kind, n) or _assembled(kind, n) for n in (2, 3))
    )


def paired(pixels: Pixels, sorting: Sorting) -> bool:
    """Whether each cell is two cells that lie together: then the halves of all kinds have fewer looks than there are
    kinds, since any look may go with any other.
    """
    grid, kind = sorting.grid, sorting.kind
    for down, across in ((2, 1), (1, 2)):
        half = (grid.pitch_x / across, grid.pitch_y / down)
        if not likely_shape(*half):
            continue
        halves = cells_of(pixels, Grid(grid.x, grid.y, *half, grid.rows * down, grid.columns * across))
        rows = looks(halves.reshape(-1, SIDE, SIDE, 3)).reshape(grid.rows, down, grid.columns, across, -1)
        rows = rows.swapaxes(1, 2).reshape(kind.size, 2, -1)
        of = [np.flatnonzero(kind.ravel() == k) for k in (EMPTY, *range(sorting.kinds))]
        of = [cells for cells in of if len(cells)]
        usual = np.stack([middle(rows[cells], 0) for cells in of])
        own = [distances(rows[cells, side], usual[i, side][None]) for i, cells in enumerate(of) for side in (0, 1)]
        apart = distances(*2 * (usual.reshape(2 * len(of), -1),))
        whole = np.maximum(apart[::2, ::2], apart[1::2, 1::2])[~np.eye(len(of), dtype=bool)]
        limit = min(2 * quantile_of(np.concatenate(own).ravel(), 0.9) + NOISE, BETWEEN * float(whole.min(initial=99)))
        if len(of) > 2 and _looks_apart(apart < limit) < len(of):
            return True
    return False


def _looks_apart(alike: Bools) -> int:
    """How many looks there are, where such as are alike, or both like a third one, are one."""
    joined = alike
    for _ in range(len(alike).bit_length()):
        joined = joined @ joined
    return len(np.unique(joined, axis=0))


def _split(kind: Ints, count: int) -> bool:
    if len(kind) < 2 * count:
        return False
    for first in range(count):
        whole = kind[first : first + (len(kind) - first) // count * count]
        folded = whole.reshape(-1, count, kind.shape[1])
        full = (folded >= 0).any(1)
        if full.sum() >= EVEN and (folded == folded[:, :1]).all(1)[full].mean() > 0.9:
            return True
    return False


def _keeping(kind: Ints, count: int) -> float:
    """How unlikely it is, in orders of magnitude, that kinds keep to every `count`-th row by chance; 0 where few do."""
    if len(kind) < 2 * count:
        return 0.0
    told = kind[kind >= 0]
    seat = np.broadcast_to((np.arange(len(kind)) % count)[:, None], kind.shape)[kind >= 0]
    keep = [k for k in np.unique(told) if (told == k).sum() >= 3 and len(np.unique(seat[told == k])) == 1]
    most = len(keep) >= 3 and len(keep) > 0.6 * len(np.unique(told))
    return sum(int((told == k).sum()) - 1 for k in keep) * log10(count) if most else 0.0


def _askew(kind: Ints) -> bool:
    """Whether kinds keep to one row, several to each: then every row of cells cuts the blocks at another place."""
    rows = [np.flatnonzero((kind == k).any(1)) for k in range(int(kind.max()) + 1) if (kind == k).sum() > 1]
    lines = len({int(row) for of in rows for row in of})
    if len(rows) < PER_LINE * lines or any(len(of) > 1 for of in rows):
        return False
    cells = int(sum((kind == k).sum() - 1 for k in range(int(kind.max()) + 1)))
    return cells * log10(max(2, lines)) > CHANCE


def _patterned(kind: Ints, side: int) -> bool:
    """Whether squares of cells recur at one place of the lattice, and far less at all others."""
    counts = []
    for top in range(side):
        for left in range(side):
            rows, columns = (kind.shape[0] - top) // side, (kind.shape[1] - left) // side
            if rows < 2 or columns < 2:
                return False
            whole = kind[top : top + rows * side, left : left + columns * side]
            squares = whole.reshape(rows, side, columns, side).swapaxes(1, 2).reshape(rows * columns, -1)
            squares = squares[(squares != EMPTY).any(1)]
            counts.append((len(np.unique(squares, axis=0)), len(squares)))
    counts.sort(key=lambda one: one[0] / max(1, one[1]))
    (patterns, squares_), others = counts[0], counts[1:]
    recur = squares_ >= 2 * patterns + SPARE
    return recur and min(one[0] / max(1, one[1]) for one in others) > SHIFTED * patterns / squares_


def _assembled(kind: Ints, side: int) -> bool:
    """Whether kinds are only ever seen together, as the parts of a few larger blocks: each in one place of one kind of
    square, of which some recur.
    """
    for top, left in np.ndindex(side, side):
        rows, columns = (kind.shape[0] - top) // side, (kind.shape[1] - left) // side
        whole = kind[top : top + rows * side, left : left + columns * side]
        squares = whole.reshape(rows, side, columns, side).swapaxes(1, 2).reshape(rows * columns, side**2)
        squares = squares[(squares != EMPTY).any(1)]
        if not len(squares) or len(squares) * side**2 != np.count_nonzero(kind != EMPTY) or (squares < 0).any():
            continue
        looks = np.unique(squares, axis=0)
        if len(np.unique(looks)) == looks.size and len(squares) - len(looks) >= AGAIN:
            return True
    return False


def goes_on(pixels: Pixels, sorting: Sorting, framed: bool = False) -> tuple[int, int, int, int]:
    """How many cells beyond the left, top, right and bottom border look like a block of the board. Where it is
    `framed`, what lies along all of a side and looks like one kind is ground of its colour.
    """
    grid, kind = sorting.grid, sorting.kind
    wide = grid.wider(1)
    cells = cells_of(pixels, wide)
    rows = looks(cells.reshape(-1, SIDE, SIDE, 3))
    inner = np.zeros((wide.rows, wide.columns), np.bool_)
    inner[1:-1, 1:-1] = True
    mine = rows[inner.ravel()]
    seen = kinds_seen(sorting, mine)
    if seen is None:
        return 0, 0, 0, 0
    look, limit, loose = seen
    ring = ~inner & ~outside(wide, pixels)
    apart = distances(rows[ring.ravel()], look)
    near = apart.min(1)
    bare = mine[(kind == EMPTY).ravel()]
    filled = near < BETWEEN * distances(rows[ring.ravel()], bare).min(1) if len(bare) else np.ones(len(near), np.bool_)
    found, whole = np.zeros((2, *inner.shape), np.bool_)
    found[ring], whole[ring] = (near <= limit) & filled, (near <= loose) & filled
    # A line that is a little beside the grid looks less alike, but does so all along.
    lines = (np.s_[1:-1, 0], np.s_[0, 1:-1], np.s_[1:-1, -1], np.s_[-1, 1:-1])
    if framed:
        like = np.full(inner.shape, UNSURE)
        like[ring] = np.where(whole[ring], apart.argmin(1), UNSURE)
        for line in (np.s_[:, 0], np.s_[0], np.s_[:, -1], np.s_[-1]):
            if like[line][0] != UNSURE and (like[line] == like[line][0]).all():
                found[line] = whole[line] = False
    left, top, right, bottom = (
        int(whole[line].sum()) if whole[line].mean() > ALL_ALONG else int(found[line].sum()) for line in lines
    )
    return left, top, right, bottom


class KindsSeen(NamedTuple):
    """What the kinds of a board usually look like."""

    look: Floats
    """(kinds, n)."""
    limit: float
    """Difference from one of them up to which a cell is of that kind."""
    loose: float
    """The same for a line of cells that are all like this."""


def kinds_seen(sorting: Sorting, mine: Floats) -> KindsSeen | None:
    """What the kinds of a board look like whose cells look like `mine` (cells, n); None where none is told."""
    usual = ((sorting.kind >= 0) & ~sorting.marked).ravel()
    kind = sorting.kind.ravel()
    known = np.unique(kind[usual])
    if not len(known):
        return None
    look = np.stack([middle(mine[(kind == k) & usual], 0) for k in known])
    own = distances(mine[usual], look).min(1)
    limit = loose = 2 * quantile_of(own, 0.9) + NOISE
    if len(known) > 1:
        least = float(distances(look, look)[~np.eye(len(known), dtype=bool)].min())
        limit, loose = min(limit, BETWEEN * least), min(limit, NEARLY * least)
    return KindsSeen(look, limit, loose)


def grown(grid: Grid, sides: tuple[int, int, int, int]) -> Grid:
    """The grid with a line of cells more on the sides (left, top, right, bottom) that are not 0."""
    return grid.grown(*(int(bool(side)) for side in sides))
