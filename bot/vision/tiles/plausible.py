"""What boards of pairs look like, and what does not: rules that hold whatever the tiles show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.cells import CELL_H, CELL_W, Cells
from bot.vision.tiles import kinds, presence

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Window = tuple[slice, slice]

FEWEST: Final = 6
"""Tiles from which a grid can be found at first sight."""
FEWEST_TWICE: Final = 4
"""Tiles that are no deal if each of them, and each gap between them, recurs at one distance."""
SAME: Final = 0.93
"""Agreement of the outlines of two cells from which they show the same picture."""
LEVEL: Final = 0.9
"""The same, half a cell beside, from which it is a picture that runs on."""
RIM: Final = (4, 4)
"""Rows and columns of the smallest rim."""
ASIDE: Final = 2
"""Columns or rows from one tile to the next beyond which it stands apart."""
MANY: Final = 7
"""Kinds that are hardly ever all even on both sides of a column without tiles, unless these are two boards."""
CHANCE: Final = 0.03
"""How likely it is at the most that the tiles on both sides of a narrow band are even where they are two boards."""
PLENTY: Final = 24
"""Tiles of a full board beside which a small block is none of it, though all its tiles are in pairs."""
BLOCK: Final = 3
"""Rows and columns of the largest block beside a board."""
MOTLEY: Final = 60.0
"""Grey levels by which no ground differs from the rest of it."""
ENDED: Final = (24, 0.7, 0.05)
"""Tiles from which it is told that some end too faintly, how faintly as a share of others, and the share of these that
may do so, too."""
EDGED: Final = 5
"""Cells of one kind, in a whole outer row or column, that no board of pairs shows."""
PAIRWISE: Final = 0.9
"""Share of tiles that lie in twos, and of cells that hold one, on what are halves of tiles and gaps."""
SHARED: Final = 0.3
"""Share of the tiles, on the one half of tiles, whose kind is seen on the other half as well."""
COUPLES: Final = 3
"""Kinds in twos, from which it is no chance that they are always together."""
ECHOES: Final = 4
"""Tiles that repeat the kind of another one of their row, and do so in the next, from which it is no chance."""
GRAINS: Final = 2
"""Kinds of four tiles and more in a row each, at the least, from which these are no chance."""
CLUMPS: Final = (3, 4, 0.8)
"""Kinds, of so many tiles at the least, and the share of them that hang together where no tiles were dealt."""
REGULAR: Final = 0.9
"""Share of cells that show the same as one some cells away, which tiles that were shuffled never do."""
BAR: Final = 0.75
"""Share of the cells of a bar that show the same: on the others something is written."""
RICH: Final = 2.0
"""Contrast, in grey levels, below which there is no picture."""
TWINS: Final = 0.9
"""The same, from which two cells that are not open are no ground."""
LINE: Final = (12.0, 0.8, 0.15)
"""Grey levels of the step along a line between tiles, its share of all that changes in cells, and how much of it cells
change by where they meet, if they lie between tiles.
"""


def window(where: Bools) -> Window:
    """The smallest part of the rows and columns that holds all that `where` names."""
    rows, columns = np.flatnonzero(where.any(1)), np.flatnonzero(where.any(0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def rim(kind: Ints) -> Window | None:
    """What lies inside a closed rim of one kind that is seen nowhere inside it: a wall of signs around the board."""
    for sign in np.flatnonzero(np.bincount(kind[kind >= 0]) >= 2 * sum(RIM)):
        of = kind == sign
        rows, columns = window(of)
        ring = of[rows, columns].copy()
        whole = ring[0].all() and ring[-1].all() and ring[:, 0].all() and ring[:, -1].all()
        if whole and min(ring.shape) > 3 and not ring[1:-1, 1:-1].any():
            return slice(rows.start + 1, rows.stop - 1), slice(columns.start + 1, columns.stop - 1)
    return None


def bar(kind: Ints) -> Window | None:
    """What is left without bars along the sides: outer rows (or columns) in which nearly every cell shows the same,
    which is seen nowhere else, and that reach beyond all other tiles. Menus and tool bars do.
    """
    tiles = kind >= 0
    left = tiles.copy()
    for lines, own in ((kind, left), (kind.T, left.T)):
        for ends in (range(len(lines)), reversed(range(len(lines)))):
            for at in ends:
                line, rest = lines[at], np.delete(lines, at, 0)
                sign = int(np.bincount(line[line >= 0], minlength=1).argmax())
                if (line == sign).sum() < max(EDGED, BAR * len(line)) or (rest == sign).any():
                    break
                own[at] = False
    if left.sum() < FEWEST or left.sum() == tiles.sum():
        return None
    rows, columns = window(left)
    shrunk = rows.stop - rows.start < len(kind) and columns.stop - columns.start < kind.shape[1]
    return (rows, columns) if shrunk else None


def beside(kind: Ints) -> Window | None:
    """What is left of a board without a full block of a few tiles that stands apart from it, where that block alone
    spoils the pairs: the next pieces, or what was taken last. Or one of two boards that stand beside each other, where
    of many kinds none is spoilt by taking them apart.
    """
    whole = even(kind)
    for lines, axis in ((kind, 1), (kind.T, 0)):
        full = np.flatnonzero((lines >= 0).any(0))
        for at in np.flatnonzero(np.diff(full) > 1):
            near = not whole and full[at + 1] - full[at] <= ASIDE
            left, right = full[: at + 1], full[at + 1 :]
            for own, rest in ((left, right), (right, left)):
                block, left_over = (lines[:, part[0] : part[-1] + 1] for part in (own, rest))
                if not even(left_over):
                    continue
                sizes = (block >= 0).sum(), (left_over >= 0).sum()
                many = len(np.unique(left_over[left_over >= 0])) >= MANY
                twin = many and sizes[0] >= FEWEST and (not whole or sizes[0] <= sizes[1])
                rows, columns = window(left_over >= 0)
                # No game is played so that all is left of one part, and next to nothing beyond it.
                untouched = bool((left_over[rows, columns] >= 0).all()) and sizes[1] >= PLENTY
                if (twin and not near) or ((not whole or untouched) and _solid(block)):
                    columns = slice(columns.start + int(rest[0]), columns.stop + int(rest[0]))
                    return (rows, columns) if axis else (columns, rows)
    return None


def two(kind: Ints) -> bool:
    """Whether this may be two boards, or a board and a block beside it: a band without tiles lies between parts that
    are both even by themselves, and that is hardly chance. Between boards it is enough that the band is wide.
    """
    for lines in (kind, kind.T):
        full = np.flatnonzero((lines >= 0).any(0))
        for at in np.flatnonzero(np.diff(full) > 1):
            parts = lines[:, : full[at] + 1], lines[:, full[at + 1] :]
            if not all(even(part) for part in parts):
                continue
            one, other = (part[part >= 0] for part in parts)
            boards = min(len(one), len(other)) >= FEWEST
            wide = full[at + 1] - full[at] > ASIDE
            if (boards and wide) or ((boards or any(map(_solid, parts))) and _chance(one, other) < CHANCE):
                return True
    return False


def _chance(one: Ints, other: Ints) -> float:
    """How likely it is that of tiles shuffled over two parts every kind is there an even number of times in each."""
    times = np.bincount(np.concatenate([one, other]))
    uneven = 1 - 2 * len(one) / (len(one) + len(other))
    return float(np.prod((1 + uneven ** times[times > 0]) / 2))


def even(kind: Ints) -> bool:
    """Whether every kind is there an even number of times."""
    return not (np.bincount(kind[kind >= 0], minlength=1) % 2).any()


def _solid(block: Ints) -> bool:
    """Whether these are a few tiles without a gap."""
    high = np.flatnonzero((block >= 0).any(1))
    size = max(block.shape[1], len(high))
    return size <= BLOCK and bool((block[high[0] : high[-1] + 1] >= 0).all())


def outlying(kind: Ints, ends: Floats) -> Window | None:
    """The board without kinds that lie beyond all others and end far less plainly than nearly all of their tiles do, as
    clouds that look alike; None where there are none. `ends` (rows, columns) is how plainly each cell ends.
    """
    tiles = kind >= 0
    if np.count_nonzero(tiles) < ENDED[0]:
        return None
    faint = ENDED[1] * float(np.quantile(ends[tiles], ENDED[2]))
    weak = [k for k in np.unique(kind[tiles]) if ends[kind == k].max() < faint]
    inner = window(tiles & ~np.isin(kind, weak))
    weak = [k for k in weak if not (kind[inner] == k).any()]
    inner = window(tiles & ~np.isin(kind, weak))
    if not weak or np.isin(kind[inner], weak).any():
        return None
    return inner if kind[inner].shape != kind.shape else None


def edged(kind: Ints) -> bool:
    """Whether an outer row or column, five cells or more, is all of one kind: ground or a bar, taken for tiles."""
    lines = (kind[0], kind[-1], kind[:, 0], kind[:, -1])
    return any(len(line) >= EDGED and line[0] >= 0 and bool((line == line[0]).all()) for line in lines)


def split(kind: Ints) -> bool:
    """Whether cells are halves or thirds of tiles: then far more kinds than chance allows keep to every other row
    (or column), or to every third.
    """
    rows, columns = np.nonzero(kind >= 0)
    found = kind[kind >= 0]
    times = np.bincount(found)
    for place, extent in ((rows, kind.shape[0]), (columns, kind.shape[1])):
        for parts in (2, 3):
            if extent < 2 * parts:
                continue
            seats = np.zeros((len(times), parts), np.bool_)
            seats[found, place % parts] = True
            keep = int(((seats.sum(1) == 1) & (times > 1)).sum())
            taken = np.bincount(place % parts, minlength=parts) / len(place)  # walls stand on every other line, too
            odds = (taken ** times[times > 1][:, None]).sum(1)
            chance, spread = float(odds.sum()), float(np.sqrt((odds * (1 - odds)).sum()))
            if keep > chance + 3.5 * spread + 1:
                return True
    return False


def doubled(kind: Ints) -> bool:
    """Whether cells are halves or thirds: nearly every cell has its equals right beside (or below) it, or every other
    row (or column) is empty, or gaps and tiles come in twos all over.
    """
    for lines in (kind, kind.T):
        for first in (0, 1, 2):
            a, b, c = (lines[first + part :: 3] for part in (0, 1, 2))
            a, b = a[: len(c)], b[: len(c)]
            seen = (a >= 0) | (b >= 0) | (c >= 0)
            if np.count_nonzero(seen) >= FEWEST // 2 and (np.equal(a, b) & np.equal(b, c))[seen].mean() > 0.8:
                return True
        full: Bools = np.asarray((lines >= 0).any(axis=1), np.bool_)
        if full.sum() > 2 and min(full[::2].sum(), full[1::2].sum()) == 0:
            return True
        for first in (0, 1):
            a, b = lines[first::2], lines[first + 1 :: 2]
            a = a[: len(b)]
            seen = (a >= 0) | (b >= 0)
            together = np.count_nonzero((a >= 0) & (b >= 0))
            alone = np.count_nonzero(lines >= 0) - np.count_nonzero(a >= 0) - np.count_nonzero(b >= 0)
            in_twos = FEWEST <= together > PAIRWISE * (np.count_nonzero(seen) + alone) and seen.mean() < PAIRWISE
            if in_twos and _shared(a, b) < SHARED:  # packed to one side whole tiles come in twos, too
                return True
            if np.count_nonzero(seen) >= FEWEST // 2 and np.equal(a, b)[seen].mean() > 0.8:
                return True
    return False


def _shared(one: Ints, other: Ints) -> float:
    """Share of the tiles of two parts whose kind is seen in both."""
    both = np.concatenate([one.ravel(), other.ravel()])
    return float(np.isin(both[both >= 0], np.intersect1d(one, other)).mean())


def married(kind: Ints) -> bool:
    """Whether nearly every tile is of two kinds that are never seen but side by side (or one upon the other), in the
    same order: these are the halves of tiles, wherever they lie.
    """
    times = np.bincount(kind[kind >= 0], minlength=1)
    for lines in (kind, kind.T):
        beside = (lines[:, :-1] >= 0) & (lines[:, 1:] >= 0)
        after = np.zeros((len(times), len(times)), np.int64)
        np.add.at(after, (lines[:, :-1][beside], lines[:, 1:][beside]), 1)
        pairs = (after == times[:, None]) & (after == times[None]) & (times > 1)
        np.fill_diagonal(pairs, False)
        pairs &= ~pairs.any(0)[:, None] & ~pairs.any(1)[None]
        if pairs.sum() >= COUPLES and 2 * after[pairs].sum() > PAIRWISE * times.sum():
            return True
    return False


def echoed(kind: Ints) -> bool:
    """Whether every other row (or column) repeats in other kinds what the one before it shows: the lower halves of its
    tiles. Of a board that a window cuts off a single row may be left, of which no more is seen.
    """
    for lines in (kind, kind.T):
        for first in (0, 1):
            again = 0
            for one, other in zip(lines[first::2], lines[first + 1 :: 2], strict=False):
                pairs = {(int(a), int(b)) for a, b in zip(one, other, strict=True)}
                tiles = {pair for pair in pairs if min(pair) >= 0}
                sides = {a for a, _ in pairs}, {b for _, b in pairs}
                if len(pairs) != len(sides[0]) or len(pairs) != len(sides[1]) or any(a == b for a, b in tiles):
                    break
                again += int((one >= 0).sum()) - len(tiles)
            else:
                if again >= ECHOES:
                    return True
    return False


def regular(kind: Ints) -> bool:
    """Whether nearly every cell shows the same as the second or third one beside it, or below it: the ground has a
    pattern, in which cells of another size were found. What recurs farther away, gaps and all, is no deal of tiles
    either, but a word that is written twice.
    """
    for lines in (kind, kind.T):
        for lag in range(2, max(3, len(lines) // 2) + 1):
            ahead, behind = lines[lag:], lines[:-lag]
            near = lag <= 3
            seen = (ahead >= 0) & (behind >= 0) if near else (ahead >= 0) | (behind >= 0)
            fewest = FEWEST if near else FEWEST_TWICE
            if np.count_nonzero(seen) >= fewest and np.equal(ahead, behind)[seen].mean() > REGULAR:
                return True
    return False


def clumped(kind: Ints) -> bool:
    """Whether nearly every kind of more than a pair hangs together: blocks that fall as pieces of one colour, or a
    drawing. Tiles that were dealt lie anywhere.
    """
    times = np.bincount(kind[kind >= 0], minlength=1)
    several = np.flatnonzero(times >= CLUMPS[1])
    if len(several) < CLUMPS[0]:
        return False
    whole = [cv2.connectedComponents((kind == one).astype(np.uint8), connectivity=4)[0] == 2 for one in several]
    return float(np.mean(whole)) >= CLUMPS[2]


def grained(kind: Ints) -> bool:
    """Whether all kinds lie in a row each, side by side, two of them and more four times: wood runs on so. Pairs that
    are left of a game may lie side by side.
    """
    runs = []
    for one in range(int(kind.max(initial=-1)) + 1):
        rows, columns = np.nonzero(kind == one)
        if len(rows) and (np.ptp(rows) or np.ptp(columns) != len(columns) - 1):
            return False
        runs.append(len(rows))
    return sum(run >= CLUMPS[1] for run in runs) >= GRAINS


def block(unsure: Bools) -> bool:
    """Whether cells, unsure or alike, lie so close together (3 x 2 or more) that something covers the board there."""
    if np.count_nonzero(unsure) < 6:
        return False
    lying = cv2.erode(unsure.astype(np.uint8), np.ones((2, 3), np.uint8), borderValue=0)
    return bool(lying.any())


def motley(cells: Cells, tiles: Bools) -> Bools:
    """(rows, columns), gaps that show a colour quite unlike that of the other gaps, which are all of one colour."""
    colour = cells[:, :, CELL_H // 4 : -CELL_H // 4, CELL_W // 4 : -CELL_W // 4].mean((2, 3))
    if tiles.all():
        return np.zeros_like(tiles)
    away = np.abs(colour - np.median(colour[~tiles], 0)).max(2)
    if np.quantile(away[~tiles], 0.6) > presence.NOISE:
        return np.zeros_like(tiles)
    return np.asarray(~tiles & (away > 0.5 * float(np.median(away[tiles]))) & (away > MOTLEY))


def doubles(cells: Cells, tiles: Bools) -> Floats:
    """(rows, columns), how well (-1 to 1) cells taken for gaps that show a picture as rich as a tile's, and the same as
    another cell, agree with that one; 0 for all others: ground is poorer, or it shows every picture once.
    """
    middle = _inner(cells)
    flat, taken = middle.reshape(-1, *middle.shape[2:]), tiles.ravel()
    contrast = kinds.contrast(flat, 0)
    rich = ~taken & (contrast > max(RICH, 0.6 * float(np.median(contrast[taken]))))
    shapes = kinds.outlines(flat, 0)
    alike = shapes @ shapes[rich].T
    alike[np.flatnonzero(rich), np.arange(rich.sum())] = -1
    best = alike[rich | taken].max(0, initial=-1)
    found = np.zeros(len(flat), np.float32)
    found[rich] = np.where(best > SAME, best, 0)
    return found.reshape(tiles.shape)


def shown(cells: Cells, alike: Floats, around: Cells) -> Bools:
    """(rows, columns), those of the cells that agree with another, and so well as `alike` (rows, columns) says, whose
    picture one of the cells `around` (n, …) shows as well, or hardly worse than that other.
    """
    found = alike > 0
    if found.any() and len(around):
        there = _inner(around[None])[0]
        ground = (kinds.outlines(_inner(cells)[found], 0) @ kinds.outlines(there, 0).T).max(1)
        found[found] = (ground > SAME) | (kinds.lead(alike[found], ground) < kinds.LEAD)
        return found
    return np.zeros_like(found)


def between(cells: Cells, tiles: Bools) -> bool:
    """Whether cells lie between flat tiles: nearly all of them change along one line inside, from side to side or from
    top to bottom, and nowhere else, nor where two of them meet.
    """
    for shown, full in ((cells, tiles), (cells.swapaxes(2, 3).swapaxes(0, 1), tiles.T)):
        both = full[:-1] & full[1:]
        if np.count_nonzero(both) < FEWEST:
            continue
        inner = np.abs(np.diff(shown[full], axis=1)).mean((0, 2, 3))
        meeting = float(np.abs(shown[1:, :, 0][both] - shown[:-1, :, -1][both]).mean())
        at = int(inner.argmax())
        line = float(inner[max(0, at - 1) : at + 2].sum())
        if line > LINE[0] and line > LINE[1] * float(inner.sum()) and meeting < LINE[2] * line:
            return True
    return False


def level(cells: Cells, beside: Sequence[Cells]) -> Bools:
    """(rows, columns), the cells that show the same picture half a cell `beside`: it runs on as ground does, in stripes
    or in a pattern, and as the figure on a tile never does.
    """
    shapes = [kinds.outlines(_inner(one).reshape(-1, *_inner(one).shape[2:]), 0) for one in (cells, *beside)]
    alike = np.max([np.einsum("ij,ij->i", shapes[0], moved) for moved in shapes[1:]], axis=0)
    return np.asarray(alike.reshape(cells.shape[:2]) > LEVEL)


def alike(cells: Cells, where: Bools) -> Bools:
    """(rows, columns), those of the cells that `where` names in the middle of which is the very same as in another."""
    found = np.zeros_like(where)
    if where.any():
        core = cells[:, :, int(0.35 * CELL_H) : int(0.8 * CELL_H), int(0.35 * CELL_W) : int(0.8 * CELL_W)]
        rows = np.ascontiguousarray(core[where].reshape(int(where.sum()), -1))
        found[where] = (kinds.differences(rows, rows) < (2 * presence.NOISE) ** 2).sum(1) > 1
    return found


def twins(cells: Cells, shut: Bools, tiles: Bools) -> Bools:
    """(rows, columns), those cells, shut and taken for gaps, that show the same as another of them, or as one of the
    `tiles`: ground hardly ever does.
    """
    found = np.zeros_like(shut)
    if not shut.any():
        return found
    inner = _inner(cells)
    shapes = kinds.outlines(inner[shut], 0)
    of_tiles = shapes @ kinds.outlines(inner[tiles], 0).T
    found[shut] = (((shapes @ shapes.T) > TWINS).sum(1) > 1) | (of_tiles > TWINS).any(1)
    return found


def _inner(cells: Cells) -> Cells:
    """Cells without their upper and left parts, into which the sides of tiles fall."""
    return cells[:, :, int(0.3 * CELL_H) : int(0.95 * CELL_H), int(0.3 * CELL_W) : int(0.95 * CELL_W)]
