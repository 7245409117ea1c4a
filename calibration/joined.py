"""Pieces that join others of their colour: each look is another one, but all of a kind have one colour.

A join shows that this is so: where what is drawn in a cell goes on into the next, both have the same colour. So a board
is sorted by colours alone only where several join, and none that differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.grid import Grid
from bot.vision.blocks.look import RIM, SAME, cells_of, distances, looks, middle, structures
from bot.vision.cells import Cells
from calibration.shot import EMPTY, UNSURE, Shot
from calibration.tiles import in_order

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

PLAIN: Final = 6.0
"""Structure, in grey levels, that the inside of an empty cell may show."""
ALIKE: Final = 4.0
"""Grey levels by which the insides of empty cells may differ."""
FEWEST: Final = 8
"""Empty cells by which they are known."""
DRAWN: Final = 24
"""Grey levels, in any channel, by which a pixel differs from an empty cell's where something is drawn."""
SMALL: Final = 0.6
"""Share of what is usually drawn in a cell from which it is a piece: a mark on the ground, or part of a piece on its
way, is less."""
SOLID: Final = 0.62
"""Share of the convex hull of a piece that is drawn, at the least."""
OPEN: Final = 0.1
"""Share of the middle of a ring in which something is drawn, at the most."""
JOINED: Final = 3
"""Pixels of a cut cell's side across which a piece goes on into the next cell."""
GOES_ON: Final = 2 * SAME
"""Grey levels, in any channel, by which what goes on may differ on both sides of a border."""
BODY: Final = 14.0
"""How far it may be from the colour of its piece, in the steps of CIE L*a*b*."""
DISC: Final = 0.33
"""Of a cell, the radius of the middle in which the body of a round piece lies."""
BRIGHT: Final = 48
"""Grey levels between the strongest and the weakest channel of a colour that is no grey, white or black…"""
BODIES: Final = 0.2
"""… and the share of the middle that it has in pieces that are not grey, at the least."""
GREY: Final = 15.0
"""Strength of a colour, in the steps of CIE L*a*b*, up to which it is grey."""
HUE: Final = 60.0
"""How strong all other colours are taken to be where hues are compared."""
ONE_HUE: Final = 0.21
"""How far apart the hues of one colour in several lights are, as a part of that: 12 degrees."""
ALWAYS: Final = 0.65
"""Share of neighbours of one kind that join, at the least: a piece that falls touches some that it does not join."""
JOINS: Final = 3
"""Joins from which pieces join."""
NOISE: Final = 3.0
"""How far colours of one kind always may be apart, in the steps of CIE L*a*b*."""
LIGHT: Final = 0.4
"""How much the first of these steps, light, counts."""
APART: Final = 2.0
"""How many times farther apart the nearest kinds are than the farthest neighbours of one kind."""
TOLD: Final = 20.0
"""How far apart two colours are that people are to tell, at the least: shaded bodies of one colour are up to 18."""
COMMON: Final = (0.5, 0.75)
"""Share of two pieces that may show the same colours though they are of two kinds, and that shows them at the least if
they are of one: 0.26 and 0.96 where one of those that fell was cut off above."""
FEWEST_KINDS: Final = 3
MOST: Final = 8
"""Kinds at the least and at the most."""


def sort_joined(pixels: Pixels, grid: Grid) -> Shot | None:
    """The cells of a grid sorted by the colours of what is drawn in them; None where hardly any join, or colours are
    not so apart that all that join are of one kind.
    """
    seen = _pieces(pixels, grid)
    if seen is None:
        return None
    joins = _joins(seen)
    if len(joins) < JOINS:
        return None
    beside = _beside(seen.pieces)
    for number, margin in _parted(seen.colours):
        alike = sum(number[one] == number[other] for one, other in beside)
        if all(number[one] == number[other] for one, other in joins) and len(joins) >= ALWAYS * alike:
            return seen.sorted(pixels, grid, number, margin)
    return None


def sort_touching(shot: Shot) -> Shot | None:
    """The cells of a board sorted anew by the colours of what is drawn in them, where those of one colour were told as
    two kinds, and its neighbours explain that: all that touch another one of their colour look so, as some programs
    draw them lit or linked, and all that touch none otherwise. None where that is not so.
    """
    seen = _pieces(shot.pixels, shot.grid)
    if seen is None or (shot.kind[seen.pieces] == EMPTY).any() or (shot.kind[~seen.pieces] >= 0).any():
        return None
    told, beside = shot.kind[seen.pieces], _beside(seen.pieces)
    for number, margin in _parted(seen.colours):
        if _looks_told_by_neighbours(number, told, beside):
            return seen.sorted(shot.pixels, shot.grid, number, margin)
    return None


def sort_by_colour(shot: Shot) -> Shot | None:
    """The cells of a board in which some could not be told sorted by the colours of what is drawn in them; None where
    these are not plainly apart, or are not those that the others were told by.
    """
    seen = _pieces(shot.pixels, shot.grid)
    if seen is None or (seen.pieces != (shot.kind != EMPTY)).any():
        return None
    return _told_more(seen, shot)


def sort_round(shot: Shot) -> Shot | None:
    """The same where no empty cells are plain to see: by the colours of what lies in the middle of each cell, eyes and
    shine left out.
    """
    cells, pieces = cells_of(shot.pixels, shot.grid), shot.kind != EMPTY
    places = (np.arange(cells.shape[2]) + 0.5) / cells.shape[2] - 0.5
    disc = places[:, None] ** 2 + places**2 < DISC**2
    drawn = _vivid(cells, np.broadcast_to(disc, cells.shape[:4]))
    colours = _colours(cells[pieces], drawn[pieces])
    return _told_more(_Seen(cells, drawn, pieces, pieces, _hues(colours)), shot)


def sort_hues(pixels: Pixels, grid: Grid, pieces: Bools) -> Shot | None:
    """The cells of a grid of which `pieces` (rows, columns) hold one, sorted by the colours of these, whatever joins
    them; None where hardly any do, or colours are neither plainly apart nor one in several lights.
    """
    seen = _pieces(pixels, grid)
    if seen is None or (seen.pieces != pieces).any():
        return None
    for colours in (seen.colours, _hues(seen.colours)):
        for number, margin in _parted(colours):
            if of_own_hues(seen.colours, number) and of_one_hue(seen.colours, number):
                shot = seen.sorted(pixels, grid, number, margin)
                return shot.with_kinds(np.where(pieces, shot.kind, EMPTY))
    return None


def _hues(colours: Floats) -> Floats:
    """(n, 3), the colours without what shading changes: how light and how strong they are, but hardly their hue."""
    strong = np.linalg.norm(colours[:, 1:], axis=1)
    hues = np.where((strong > GREY)[:, None], HUE * colours / np.maximum(strong, 1)[:, None], colours)
    hues[:, 0] = 0
    return hues.astype(np.float32)


def _told_more(seen: _Seen, shot: Shot) -> Shot | None:
    """The pieces of a board in which some could not be told, sorted by colours: no kind by which others were told has
    pieces of two, but those of one colour may look so different, by their shading, that they were told as several.
    """
    told = shot.kind[seen.pieces]
    known = told != UNSURE
    for number, margin in _parted(seen.colours):
        pairs = set(zip(number[known].tolist(), told[known].tolist(), strict=True))
        if pairs and len(pairs) == len({kind for _, kind in pairs}) and of_own_hues(seen.colours, number):
            return seen.sorted(shot.pixels, shot.grid, _no_newer(seen, number, known), margin)
    return None


def of_own_hues(colours: Floats, number: Ints) -> bool:
    """Whether no two kinds of these colours, (n, 3), may be one in another light."""
    hues = _hues(colours)
    usual = np.array([np.median(hues[number == kind], 0) for kind in range(int(number.max()) + 1)])
    apart = np.linalg.norm(usual[:, None] - usual[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return bool((apart >= TOLD).all())


def of_one_hue(colours: Floats, number: Ints) -> bool:
    """Whether all pieces of each kind of these colours, (n, 3), may have one hue: blue and purple have not."""
    hues = _hues(colours)
    apart = np.linalg.norm(hues[:, None] - hues[None], axis=2)
    return bool((apart[number[:, None] == number[None]] <= ONE_HUE * HUE).all())


def _no_newer(seen: _Seen, number: Ints, known: Bools) -> Ints:
    """The kinds of pieces, (n,), with those of a kind that no `known` piece has taken for one of another that shows the
    same colours, and UNSURE where some are: which colour prevails in a piece of several changes as it falls.
    """
    found = number.copy()
    fresh = np.flatnonzero(~np.isin(number, number[known]))
    if not len(fresh):
        return found
    shown = [cell[where] for cell, where in zip(_seen(seen.cells[seen.pieces]), seen.drawn[seen.pieces], strict=True)]
    kinds = np.unique(number[known])
    for piece in fresh:
        alike = {
            int(kind): max(_in_common(shown[piece], shown[other]) for other in np.flatnonzero(known & (number == kind)))
            for kind in kinds
        }
        best, *others = sorted(alike, key=lambda kind: -alike[kind])
        if alike[best] >= COMMON[1] and all(alike[kind] < COMMON[0] for kind in others):
            found[piece] = best
        elif alike[best] >= COMMON[0]:
            found[piece] = UNSURE
    return found


def _in_common(one: Floats, other: Floats) -> float:
    """The share of the pixels of two pieces, (n, 3) and (m, 3), of which the other one has the colour, too."""
    apart = np.linalg.norm(one[:, None] - other[None], axis=2)
    return float(min((apart.min(1) <= BODY / 2).mean(), (apart.min(0) <= BODY / 2).mean()))


def _looks_told_by_neighbours(number: Ints, told: Ints, beside: Sequence[tuple[int, int]]) -> bool:
    """Whether pieces of these colours, (n,), were `told` as more kinds, (n,), but only because those that touch one of
    their colour look otherwise than those that touch none.
    """
    touches = np.zeros(len(number), np.bool_)
    for one, other in beside:
        if number[one] == number[other]:
            touches[[one, other]] = True
    known = told != UNSURE
    several = 0
    for colour in np.unique(number):
        own = known & (number == colour)
        kinds = np.unique(told[own])
        if any((told == kind)[number != colour].any() for kind in kinds):
            return False
        if len(kinds) > 1:
            ways = [np.unique(touches[own & (told == kind)]) for kind in kinds]
            if any(len(way) > 1 for way in ways) or sum(not way[0] for way in ways) != 1:
                return False
            several += int(np.count_nonzero(own & touches))
    return several >= JOINS


class _Seen(NamedTuple):
    """The pieces on a board."""

    cells: Cells
    """(rows, columns, side, side, 3)."""
    drawn: Bools
    """(rows, columns, side, side), where something is drawn."""
    full: Bools
    """(rows, columns), cells in which anything lies…"""
    pieces: Bools
    """… and those in which it is a piece."""
    colours: Floats
    """(n, 3), of the pieces."""

    def sorted(self, pixels: Pixels, grid: Grid, number: Ints, margin: float) -> Shot:
        """The board with these kinds of its pieces, (n,)."""
        kind = np.where(self.full, UNSURE, EMPTY)
        kind[self.pieces] = number
        margins = np.where(kind == UNSURE, 0, np.where(self.full, margin, 1)).astype(np.float32)
        marked = np.zeros(kind.shape, np.bool_)
        return Shot(np.ascontiguousarray(pixels), grid, in_order(kind), margins, marked)


def _pieces(pixels: Pixels, grid: Grid) -> _Seen | None:
    """The pieces in the cells of a grid; None where they are few, or no empty cells are plain to see."""
    cells = cells_of(pixels, grid)
    drawn = _drawn(cells)
    if drawn is None:
        return None
    area = drawn.mean((2, 3))
    full = area > 0
    pieces = area >= SMALL * float(np.median(area[full])) if full.any() else full
    solid = _solid(drawn)
    # A mark on the ground, such as one where pairs appear, lies on nothing.
    full[:-1] &= solid[:-1] | full[1:]
    pieces &= solid
    if np.count_nonzero(pieces) < 2 * JOINS:
        return None
    return _Seen(cells, drawn, full, pieces, _colours(cells[pieces], _vivid(cells, drawn)[pieces]))


def _vivid(cells: Cells, drawn: Bools) -> Bools:
    """(rows, columns, side, side), of what is `drawn` that which has a colour, where enough of it has: not the shine,
    the eyes and the shadow that all pieces have.
    """
    bright = drawn & (np.ptp(cells, axis=4) > BRIGHT)
    enough = bright.sum((2, 3), keepdims=True) > BODIES * drawn.sum((2, 3), keepdims=True)
    return np.where(enough, bright, drawn)


def bodiless(pixels: Pixels, grid: Grid) -> tuple[Bools, Bools] | None:
    """(rows, columns), the cells of a grid in which something is drawn without a body, such as a cross or a ring; and
    those of them whose middle is empty, as a ring's is. None where no empty cells are plain to see.
    """
    drawn = _drawn(cells_of(pixels, grid))
    if drawn is None:
        return None
    third = drawn.shape[2] // 3
    bare = drawn.any((2, 3)) & ~_solid(drawn)
    return bare, bare & (drawn[:, :, third:-third, third:-third].mean((2, 3)) < OPEN)


def _drawn(cells: Cells) -> Bools | None:
    """(rows, columns, side, side), where something is drawn that empty cells do not show; None where no empty cells are
    plain to see.
    """
    every = cells.reshape(-1, *cells.shape[2:])
    plain = np.flatnonzero(structures(every[:, RIM:-RIM, RIM:-RIM]) <= PLAIN)
    if len(plain) < FEWEST:
        return None
    rows = looks(every[plain])
    near = distances(rows, rows) <= ALIKE
    empty = plain[near[int(near.sum(1).argmax())]]
    if len(empty) < FEWEST:
        return None
    usual = middle(every[empty])
    drawn = np.abs(cells - usual).max(4) > DRAWN
    drawn.reshape(len(every), -1)[empty] = False
    return np.asarray(drawn)


def _solid(drawn: Bools) -> Bools:
    """(rows, columns), the cells in which something is drawn that has a body; a cross, or a ring, is a mark."""
    found = np.zeros(drawn.shape[:2], np.bool_)
    for cell in np.argwhere(drawn.any((2, 3))):
        row, column = map(int, cell)
        points = np.argwhere(drawn[row, column]).astype(np.int32)
        hull = np.zeros(drawn.shape[2:], np.uint8)
        cv2.fillConvexPoly(hull, cv2.convexHull(points[:, ::-1].copy()), 1)
        found[row, column] = len(points) >= SOLID * np.count_nonzero(hull)
    return found


def _colours(cells: Cells, drawn: Bools) -> Floats:
    """(n, 3), the colour that prevails in what is drawn in each of n cells, as `_seen`: that of a body, whatever eyes,
    outlines and shine it has.
    """
    found = []
    for cell, where in zip(_seen(cells), drawn, strict=True):
        own = cell[where]
        near = np.linalg.norm(own[:, None] - own[None], axis=2) <= BODY / 2
        found.append(np.median(own[near[int(near.sum(1).argmax())]], 0))
    return np.array(found, np.float32)


def _seen(cells: Cells) -> Floats:
    """(n, h, w, 3), cells in CIE L*a*b*, in which light counts for less: bodies are shaded."""
    tall = cells.reshape(-1, *cells.shape[2:]) / np.float32(255)
    seen = np.asarray(cv2.cvtColor(tall, cv2.COLOR_BGR2LAB), np.float32).reshape(cells.shape)
    return np.asarray(seen * np.array([LIGHT, 1, 1], np.float32))


def _parted(colours: Floats) -> Iterator[tuple[Ints, float]]:
    """The number of each colour's kind, (n,), in all ways in which kinds are plainly apart, the most kinds first; and
    how plainly they are, 0 to 1.
    """
    apart = np.linalg.norm(colours[:, None] - colours[None], axis=2)
    steps = np.maximum(_links(apart), NOISE)
    for last in range(max(0, len(steps) - MOST), len(steps) + 1 - FEWEST_KINDS):
        low, high = float(steps[last]), float(steps[last + 1])
        if high >= max(APART * low, TOLD):
            near = apart <= (low + high) / 2
            number = np.arange(len(colours))
            for _ in colours:
                number = np.where(near, number[None], len(colours)).min(1)
            yield np.unique(number, return_inverse=True)[1].astype(np.int64), 1 - low / high


def _links(apart: Floats) -> Floats:
    """(n - 1,), the lengths of the shortest links that join n points, the shortest first."""
    left = apart[0].copy()
    inside = np.zeros(len(apart), np.bool_)
    inside[0] = True
    found = []
    for _ in range(len(apart) - 1):
        left[inside] = np.inf
        nearest = int(left.argmin())
        found.append(left[nearest])
        inside[nearest] = True
        left = np.minimum(left, apart[nearest])
    return np.sort(np.array(found, np.float32))


def _beside(pieces: Bools) -> list[tuple[int, int]]:
    """The numbers of all two `pieces` (rows, columns) side by side, or one above the other."""
    number = np.full(pieces.shape, -1)
    number[pieces] = np.arange(np.count_nonzero(pieces))
    pairs = [*zip(number[:, :-1].flat, number[:, 1:].flat, strict=True)]
    pairs += zip(number[:-1].flat, number[1:].flat, strict=True)
    return [(int(one), int(other)) for one, other in pairs if min(one, other) >= 0]


def _joins(board: _Seen) -> list[tuple[int, int]]:
    """The numbers of all two pieces side by side, or one above the other, from one of which what has its colour goes on
    into the other.
    """
    cells, drawn, _, pieces, colours = board
    number = np.full(pieces.shape, -1)
    number[pieces] = np.arange(len(colours))
    own = np.full((*pieces.shape, 3), np.inf, np.float32)
    own[pieces] = colours
    seen = _seen(cells.reshape(-1, *cells.shape[2:])).reshape(cells.shape)
    body = drawn & (np.linalg.norm(seen - own[:, :, None, None], axis=4) <= BODY)
    found: list[tuple[int, int]] = []
    for one, other, ends in (
        (np.s_[:, :-1], np.s_[:, 1:], (np.s_[:, :, :, -1], np.s_[:, :, :, 0])),
        (np.s_[:-1], np.s_[1:], (np.s_[:, :, -1], np.s_[:, :, 0])),
    ):
        sides = cells[one][ends[0]], cells[other][ends[1]]
        same = np.abs(sides[0] - sides[1]).max(3) <= GOES_ON
        both = (same & body[one][ends[0]] & body[other][ends[1]]).sum(2) >= JOINED
        found += zip(number[one][both].tolist(), number[other][both].tolist(), strict=True)
    return found
