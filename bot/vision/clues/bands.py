"""The bands of clues beside a grid: a strip for every line, the digits in it, and where the band ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.clues.bank import Bank, Named
from bot.vision.clues.ends import line_end, table_end
from bot.vision.clues.glyph import Floats, features
from bot.vision.clues.ink import Piece
from bot.vision.clues.lines import Ruled
from bot.vision.clues.pieces import BAR, BARE, PLAINLY, SHORT, STRANGE, TALL, freed, joined, parted, sure_digits, widest
from bot.vision.clues.strips import Strips, edge_of, strip_of, strips_of

UNLIKE: Final = (0.9, 0.08)
"""How much less like a digit something is than nearly all of those next to the grid are."""
SOME_LIKE: Final = 0.5
"""Share of what stands beyond a gap that must be like them."""
USUAL: Final = 0.62
"""Width of a digit, in heights, where only ones are seen."""
SOME: Final = 0.3
"""Share of lines beside which something stands that surely is a digit, from which there may be clues."""
UNFADED: Final = 0.5
"""Contrast of every digit, as a share of that of the strongest, from which none is faded."""
FAINT: Final = 0.2
"""The same of what is far fainter than all of them."""
BREAK: Final = 2.6
"""Room without ink, in heights of a digit and at least in cells, by their longer side, after which a band has ended."""
SQUARES: Final = 2.0
"""The same between numbers on squares of one line, in cells."""
APART: Final = 4.0
"""The same where cells are larger than that."""


@dataclass(frozen=True, eq=False)
class Digit:
    """One digit of a clue."""

    glyph: Piece
    line: int
    """The row or column that it belongs to."""


@dataclass(frozen=True, eq=False)
class Band:
    """The digits beside all rows, or above all columns."""

    digits: tuple[Digit, ...]
    named: Named
    """What they are, in the same order."""
    height: float = 0.0
    """Usual height of a digit in pixels; 0 where there is none."""
    width: float = 0.0
    """Usual width of a digit other than 1."""
    strongest: float = 0.0
    """Contrast of the strongest ink."""
    begin: float = 0.0
    """Where the band begins: its digits lie between here and the grid."""
    after: bool = False
    """Whether it stands to the right of the grid, or below it; begin is its far end then, too."""
    table: bool = False
    """Whether it was read without what stands behind the table that the clues are in."""
    page: Floats | None = None
    """The colour between the squares on which numbers stand; None where they stand free."""
    strays: frozenset[int] = field(default=frozenset())
    """Lines with ink among their digits that is none."""
    unknown: frozenset[int] = field(default=frozenset())
    """Digits, by their places, that have the size of one and look like none."""
    confirmed: frozenset[int] = field(default=frozenset())
    """Digits, by their places, that are beyond question whatever their margin."""
    letters: tuple[str, ...] = ()
    """The letter of each digit's colour, nothing for black; empty where the puzzle is not coloured."""


Sides: TypeAlias = tuple[Sequence[bool], Sequence[bool]]
"""Where the clues of rows, and of columns, are looked for: False is to the left, or above, True is to the right, or
below.
"""
ANY: Final = (False, True)
SPARE: Final = 2
"""Pieces of ink beside a line, on the average, that may be no digits."""
NOTHING: Final = Band((), Named(np.zeros((0, 10), np.float32)))


def read_band(
    pixels: Pixels,
    ruled: Ruled,
    upright: bool,
    bank: Bank,
    lines: Sequence[int] = (),
    before: Band | None = None,
    *,
    after: bool = False,
    near: bool = False,
    table: bool = False,
    strips: Strips | None = None,
) -> Band:
    """The digits above all columns (`upright`) or to the left of all rows, `after` the grid below and to the right; or
    only those of some `lines` of a band that was read `before`. `near`: without what does not
    stand next to the grid. `table`: without what stands behind the table that the clues are in. `strips` are those
    beside the grid, where they may have been looked at before.
    """
    grid = ruled.grid
    after, table = (before.after, before.table) if before else (after, table)
    size = pixels.shape[1], pixels.shape[0]
    lines = lines or range(grid.columns if upright else grid.rows)
    inked = (before.strongest, before.page) if before else None
    shown = strips.at(upright, after) if strips else strips_of(pixels, ruled, upright, lines, inked, after=after)
    if shown is None:
        return NOTHING
    strongest, page = shown.strongest, shown.page
    raw = strips.freed(upright, after, bank) if strips else freed(shown.pieces, bank)
    pitch = grid.pitch_y if upright else grid.pitch_x
    cells, mirror = grid.rows if upright else grid.columns, -1 if after else 1
    edge = mirror * edge_of(ruled, upright, after)
    raw, next_to_it = _nearest(raw, edge, pitch, (upright, mirror), bank) if near else (raw, 0.0)
    end = table_end([one.ground for one in shown.inks], pitch, after) if table else None
    if table and end is None:
        end = line_end([pixels[strip_of(ruled, line, upright, size, after)] for line in lines], pitch, upright, after)
    reach = ruled.reach[upright]
    if reach < (inf if end is None else end):
        end = round(reach)
    if end is not None:
        raw = [[piece for piece in own if _span(piece, upright, mirror)[1] >= edge - end] for own in raw]
    if page is not None:
        raw = [_unbroken(own, upright, mirror, SQUARES * pitch) for own in raw]
    height = before.height if before else _height(raw, cells, bank, next_to_it, strongest)
    if not height:
        return NOTHING
    found = [
        Digit(digit, line)
        for line, own in zip(lines, raw, strict=True)
        for piece in joined(own, height)
        for digit in parted(piece, height, bank)
    ]
    if not found:
        return NOTHING
    named = bank.name(features(np.stack([digit.glyph.tile for digit in found])))
    heights, widths = (np.array([digit.glyph.box[k] for digit in found]) for k in (3, 2))
    sized = (heights > SHORT * height) & (heights < TALL * height) & (widths <= widest(height))
    keep = sized & (named.distance < STRANGE)
    # Beyond the grid a band is measured in the mirror.
    spans = [_span(digit.glyph, upright, mirror) for digit in found]
    # What the rim of the picture cuts may be any digit.
    rim = -(size[1] if upright else size[0]) if after else 0
    shorn = (heights > SHORT * height) & np.array([low <= rim for low, _ in spans])
    keep &= ~shorn
    kept = [(found[i].line, *spans[i]) for i in np.flatnonzero(keep | shorn)]
    # All within a table's boxes may be clues: some programs write them from its outer end.
    first = max(BREAK * height, grid.pitch_x, grid.pitch_y, end or 0.0)
    begin = _begin(kept, named.distance[keep | shorn], edge, (first, height), 50 if upright else 80)
    inside = np.array([low >= begin - 0.5 * height for low, _ in spans])
    pattern = _pattern(found, named.distance, keep & inside)
    keep &= ~pattern
    known = np.flatnonzero(keep & inside)
    width = before.width if before else _width(widths[known], named.digit[known], height)
    # What is thin and taller than a digit is a side of a box around one.
    bars = (heights >= TALL * height) & (widths < BAR * height)
    stray = inside & ~sized & ~bars & ~pattern & (heights > 0.5 * height)
    strays = frozenset(found[i].line for i in np.flatnonzero(stray))
    chosen = np.flatnonzero(sized & inside & ~pattern)
    unknown = frozenset(int(place) for place in np.flatnonzero(~keep[chosen]))
    digits = tuple(found[i] for i in chosen)
    named = Named(named.cost[chosen])
    return Band(digits, named, height, width, strongest, mirror * begin, after, table, page, strays, unknown)


def _unbroken(own: list[Piece], upright: bool, mirror: int, room: float) -> list[Piece]:
    """The pieces of a strip up to the first gap of so much room, those nearest to the grid first: squares on which
    numbers stand lie side by side, and what stands beyond is no clue of theirs.
    """
    begin = None
    for low, high in sorted((_span(piece, upright, mirror) for piece in own), key=lambda span: -span[1]):
        if begin is not None and high < begin - room:
            break
        begin = low if begin is None else min(begin, low)
    return [piece for piece in own if begin is not None and _span(piece, upright, mirror)[0] >= begin]


def _height(raw: Sequence[Sequence[Piece]], cells: int, bank: Bank, known: float, strongest: float) -> float:
    """How high the digits are in what stands beside lines of so many cells, where it is not `known`; 0 where these are
    no clues. What is far fainter than the `strongest` ink may be a pattern that they stand on.
    """
    height, sure = sure_digits([piece for own in raw for piece in own], bank)
    height = known or height
    if not height:
        return 0.0
    lines = np.repeat(np.arange(len(raw)), [len(own) for own in raw])
    heights = np.array([piece.box.h for own in raw for piece in own])
    beside = np.unique(lines[sure & (heights > SHORT * height) & (heights < TALL * height)])
    # A line of n cells has at most (n + 1) / 2 numbers, of two digits each: what stands in tiles and texts is more.
    most = len(raw) * (cells + SPARE)
    plain = np.array([piece.contrast >= FAINT * strongest for own in raw for piece in own])
    return 0.0 if len(beside) < SOME * len(raw) or (plain & (heights > SHORT * height)).sum() > most else height


def _pattern(found: Sequence[Digit], distance: Floats, keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pieces (n,), at their `distance` from the nearest known digit, are none but the pattern that numbers stand
    on: where none of those that plainly are digits, of the ones to `keep`, is faded, what is far fainter and is not.
    """
    strengths = np.array([digit.glyph.contrast for digit in found])
    # A stroke looks like a 1 wherever it is.
    bars = np.array([digit.glyph.box.w < BARE * digit.glyph.box.h for digit in found])
    strong = float(strengths[keep].max(initial=0.0))
    plain = (distance < PLAINLY) & ~(bars & (strengths < FAINT * strong))
    sure = strengths[keep & plain]
    if not len(sure) or sure.min() < UNFADED * sure.max():
        return np.zeros(len(found), np.bool_)
    return np.asarray(~plain & (strengths < FAINT * sure.max()))


def _width(widths: NDArray[np.float64], digits: NDArray[np.intp], height: float) -> float:
    """The usual width of digits; a 1 is narrower in most fonts."""
    wide = widths[digits != 1]
    return float(np.median(wide)) if len(wide) else USUAL * height


def _nearest(
    raw: Sequence[list[Piece]], edge: float, pitch: float, way: tuple[bool, int], bank: Bank
) -> tuple[list[list[Piece]], float]:
    """Of pieces in strips those next to the grid without a break, by the height of the very nearest, and that height:
    what else a page shows beyond them is of any size. `way` is whether strips are upright, and -1 in the mirror.
    """
    ends = [[_span(piece, *way)[1] for piece in own] for own in raw]
    first = [own[int(np.argmax(at))] for own, at in zip(raw, ends, strict=True) if at and max(at) > edge - pitch]
    height, _ = sure_digits(first, bank)
    begin, most = edge, pitch
    for low, high in sorted((_span(piece, *way) for own in raw for piece in own), key=lambda span: -span[1]):
        if not height or high < begin - most:
            break
        begin, most = min(begin, low), max(BREAK * height, min(pitch, APART * height))
    return [[piece for piece in own if _span(piece, *way)[0] >= begin] for own in raw], height


def _span(piece: Piece, upright: bool, mirror: int) -> tuple[float, float]:
    """From where to where a piece goes along its strip; with -1 in the mirror."""
    box = piece.box
    ends = (box.y, box.y + box.h) if upright else (box.x, box.x + box.w)
    low, high = sorted(mirror * end for end in ends)
    return low, high


def _begin(
    spans: list[tuple[int, float, float]], distance: Floats, edge: float, sizes: tuple[float, float], usual: int
) -> float:
    """How far a band goes back from the edge of the grid without a break: no more than `first` before the digits next
    to the grid, and after that not much more than is `usual` (a percentile) between digits of that height; `sizes` are
    these two. `spans` are line, begin and end of what looks like digits at some `distance` (n,).

    What no line reaches but over a gap of its own is left out, if most of it does not look like digits as those nearer
    do: what else a page shows stands beyond the longest clue.
    """
    first, height = sizes
    like = distance <= _like(spans, distance)
    digits = [span for span, so in zip(spans, like, strict=True) if so]
    pairs = ((later[1] - one[2]) for one, later in pairwise(sorted(digits)) if one[0] == later[0])
    between = [gap for gap in pairs if 0 < gap < first]
    room = min(first, 1.6 * float(np.percentile(between, usual)) + 0.6 * height) if between else 0.8 * first
    begin = _reached(spans, edge, first, room)
    alone = [_reached([span for span in spans if span[0] == line], edge, first, room) for line in {s[0] for s in spans}]
    nearest = min(alone, default=begin)
    beyond = np.array([begin <= low < nearest for _, low, _ in spans], np.bool_)
    return nearest if beyond.any() and like[beyond].mean() < SOME_LIKE else begin


def _like(spans: list[tuple[int, float, float]], distance: Floats) -> float:
    """How far from a known digit what is one may be, by those that stand next to the grid in each line."""
    nearest: dict[int, tuple[float, float]] = {}
    for (line, _, high), far in zip(spans, distance.tolist(), strict=True):
        nearest[line] = max(nearest.get(line, (-inf, 0.0)), (high, far))
    far = [far for _, far in nearest.values()]
    return float(np.quantile(far, UNLIKE[0])) + UNLIKE[1] if far else inf


def _reached(spans: list[tuple[int, float, float]], edge: float, first: float, room: float) -> float:
    """How far what begins and ends there goes back from an edge: `first` before it, then with such `room` between."""
    begin, most = edge, first
    for _, low, high in sorted(spans, key=lambda span: -span[2]):
        if high < begin - most:
            break
        begin, most = min(begin, low), room
    return begin
