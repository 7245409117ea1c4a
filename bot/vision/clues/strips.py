"""The strips of a picture beside the lines of a grid, and the ink in them: looked at once, however clues are read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.clues.bank import Bank
from bot.vision.clues.boxes import unboxed
from bot.vision.clues.chips import PLAIN, page_of, read_chips
from bot.vision.clues.glyph import Floats
from bot.vision.clues.ink import Piece, Strip, pieces, plain, usual, without_sides
from bot.vision.clues.lines import Ruled
from bot.vision.clues.pieces import freed

Place: TypeAlias = tuple[slice, slice]
"""Rows and columns of pixels."""
Inked: TypeAlias = tuple[float, Floats | None]
"""The contrast of the strongest ink, and the colour between the squares on which numbers stand, as in `Shown`."""
ASIDE: Final = 3
"""Pixels by which digits keep away from the sides of their strips, at least, where one that touches one is none."""
LARGER: Final = 2.0
"""How many times as high as digits, or as wide, it is at the least."""
SAME: Final = 12
"""Steps of a colour by which the side of a strip of squares differs from its middle, at the most…"""
MOSTLY: Final = 0.75
"""… along so much of it: digits reach it, too."""
WIDER: Final = 2
"""Pixels by which such a strip is made wider on each side, at the most."""
BESIDE: Final = 2.5
"""Cells beside the board along which the lines between strips go on."""


class Shown(NamedTuple):
    """What stands in the strips on one side of a grid."""

    inks: list[Strip]
    """Of each line."""
    pieces: list[list[Piece]]
    """The pieces of ink of each line."""
    strongest: float
    """Contrast of the strongest ink."""
    page: Floats | None
    """The colour between the squares on which numbers stand; None where they stand free."""


class Strips:
    """All strips beside one grid; each side is looked at when it is first asked for."""

    def __init__(self, pixels: Pixels, ruled: Ruled) -> None:
        self._pixels, self._ruled = pixels, ruled
        self._seen: dict[tuple[bool, bool], Shown | None] = {}
        self._freed: dict[tuple[bool, bool], list[list[Piece]]] = {}

    def at(self, upright: bool, after: bool) -> Shown | None:
        """What stands above all columns (`upright`) or to the left of all rows, or `after` them; None where the picture
        has no room there.
        """
        if (upright, after) not in self._seen:
            lines = range(self._ruled.grid.columns if upright else self._ruled.grid.rows)
            self._seen[upright, after] = strips_of(self._pixels, self._ruled, upright, lines, after=after)
        return self._seen[upright, after]

    def freed(self, upright: bool, after: bool, bank: Bank) -> list[list[Piece]]:
        """The pieces of ink of each line there without what strikes them out; none where there is no room."""
        if (upright, after) not in self._freed:
            shown = self.at(upright, after)
            self._freed[upright, after] = freed(shown.pieces, bank) if shown else []
        return self._freed[upright, after]


def strips_of(
    pixels: Pixels,
    ruled: Ruled,
    upright: bool,
    lines: Sequence[int],
    before: Inked | None = None,
    *,
    after: bool = False,
) -> Shown | None:
    """The same of some `lines` only, whose ink was seen `before`."""
    grid = ruled.grid
    size = pixels.shape[1], pixels.shape[0]
    places = [strip_of(ruled, line, upright, size, after) for line in lines]
    strips = [pixels[place] for place in places]
    if not all(strip.size for strip in strips):
        return None
    along = 0 if upright else 1
    middles = [usual(strip, along) for strip in strips]
    page = before[1] if before else page_of(middles, [strip.shape[1 - along] for strip in strips], after=after)
    if page is not None:
        squares = [np.abs(middle - page).max(1) > PLAIN for middle in middles]
        places = [
            _to_their_sides(pixels, place, along, middle, own)
            for place, middle, own in zip(places, middles, squares, strict=True)
        ]
        strips = [pixels[place] for place in places]
        middles = [usual(strip, along) for strip in strips]
    seen = [
        plain(strip, along, middle, after=after) if page is None else read_chips(strip, along, middle, page)
        for strip, middle in zip(strips, middles, strict=True)
    ]
    pitch = grid.pitch_y if upright else grid.pitch_x
    near_board = slice(0, round(BESIDE * pitch)) if after else slice(-round(BESIDE * pitch), None)
    seen = [without_sides(one, along, near_board) for one in seen]
    strongest = before[0] if before else float(np.percentile([one.ink.max() for one in seen], 70))
    found = [
        unboxed(pieces(strip, one, strongest, (columns.start, rows.start), along))
        for strip, one, (rows, columns) in zip(strips, seen, places, strict=True)
    ]
    ends = [(part.start, part.stop) for part in (place[1 - along] for place in places)]
    start, stop = places[0][along].start, places[0][along].stop
    near = range(start, start + near_board.stop) if after else range(stop + near_board.start, stop)
    return Shown(seen, _unframed(found, ends, along, near), strongest, page)


def _to_their_sides(pixels: Pixels, place: Place, along: int, middle: Pixels, squares: NDArray[np.bool_]) -> Place:
    """A strip as wide as the squares on it, which are at so many of the places along it, (n,): lines may be thinner
    between them than between cells, and digits as high as they are. `middle` (n, 3) is what is usual along it.
    """
    across = 1 - along
    low, high = place[across].start, place[across].stop

    def shows(at: int) -> bool:
        if not (squares.any() and 0 <= at < pixels.shape[across]):
            return False
        line = pixels[at, place[1]] if along else pixels[place[0], at]
        apart = np.abs(line.astype(np.int16) - middle.astype(np.int16)).max(1)
        return bool((apart[squares] <= SAME).mean() >= MOSTLY)

    low -= next((by for by in range(WIDER) if not shows(low - 1 - by)), WIDER)
    high += next((by for by in range(WIDER) if not shows(high + by)), WIDER)
    sides = slice(low, high)
    return (sides, place[1]) if along else (place[0], sides)


def _unframed(found: list[list[Piece]], ends: Sequence[tuple[int, int]], along: int, near: range) -> list[list[Piece]]:
    """The pieces of ink of each line without those of a frame around all strips, of round corners that reach into the
    outer ones: what touches their outer sides `near` the board and is far larger than a digit, where all other digits
    there keep away from theirs.
    """

    def away(piece: Piece, line: int, last: bool) -> float:
        low, size = (piece.box.y, piece.box.h) if along else (piece.box.x, piece.box.w)
        return ends[line][1] - low - size if last else low - ends[line][0]

    def beside(piece: Piece) -> bool:
        middle = piece.box.centre
        return round(middle.x if along else middle.y) in near

    kept = list(found)
    for line, last in ((0, False), (len(found) - 1, True)) if len(found) > 1 else ():
        others = [(piece, at) for at, own in enumerate(found) if at != line for piece in own if beside(piece)]
        if others and min(away(piece, at, last) for piece, at in others) >= ASIDE:
            most = LARGER * float(np.median([piece.box.h for piece, _ in others]))
            kept[line] = [
                piece
                for piece in found[line]
                if not beside(piece) or away(piece, line, last) > 0 or max(piece.box.w, piece.box.h) <= most
            ]
    return kept


def strip_of(ruled: Ruled, line: int, upright: bool, size: tuple[int, int], after: bool = False) -> tuple[slice, slice]:
    """Rows and columns of pixels to the left of row `line`, or above column `line`, in a frame of this (width, height);
    `after` it: to the right, or below.
    """
    grid = ruled.grid
    start, pitch = (grid.x, grid.pitch_x) if upright else (grid.y, grid.pitch_y)
    low = max(0, int(np.ceil(start + line * pitch + ruled.line + 0.5)))
    high = min(size[0] if upright else size[1], int(start + (line + 1) * pitch - ruled.line - 0.5) + 1)
    across = slice(low, max(low, high))
    most, edge = size[1] if upright else size[0], edge_of(ruled, upright, after)
    beside = ruled.clear[upright] + ruled.frame + 0.5
    behind, before = slice(min(most, int(np.ceil(edge + beside))), most), slice(0, max(0, int(edge - beside)))
    along = behind if after else before
    return (along, across) if upright else (across, along)


def edge_of(ruled: Ruled, upright: bool, after: bool) -> float:
    """Where the grid begins, or ends, along the strips beside it."""
    box = ruled.grid.box
    begin, length = (box.y, box.h) if upright else (box.x, box.w)
    return begin + length if after else begin
