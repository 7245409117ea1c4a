"""The ink in a strip beside a row or above a column: whatever stands out from the strip's own ground, piece by piece.

The ground is what a strip shows across most of its width at each place along it, so every strip may have its own
colour, be shaded or textured; ink may be darker or lighter, of any colour, and faint beside strong ink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.vision.clues.glyph import Bytes, Floats, tile

Bools = NDArray[np.bool_]
Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""

FAINTEST: Final = 16.0
"""Contrast below which nothing is ink, in steps of a colour."""
LOW: Final = 0.25
"""Share of the strongest contrast near by from which pixels hang together."""
BLANK: Final = 0.2
"""Share of the strongest ink of all strips below which a strip holds none."""
GRAIN: Final = 5.0
"""How much stronger than the usual unrest of a strip ink is."""
FADED: Final = 0.1
"""Share of the strongest ink of all strips that the faintest has."""
WINDOW: Final = 2.5
"""Widths of a strip over which its ground is taken."""
CALM: Final = 0.8
"""Share of a strip across which its usual colour is shown where nothing is drawn on it."""
SEEN: Final = 0.1
"""The same of the ground where something is…"""
HALO: Final = 2 * FAINTEST
"""… within so many levels: digits may have a halo."""
ALOOF: Final = 2
"""Pixels by which what is faint keeps away from strong ink that it is no rim of…"""
AS_HIGH: Final = 0.2
"""… and the share of their height by which it is higher or lower than what else hangs together, at the most."""
ACROSS: Final = 10
"""Percentile of the ink across a strip that is still ink where a line crosses it."""
EVEN: Final = 0.6
"""How even the ink of a line across a strip is."""
BAR: Final = 0.94
"""Share of a strip across which a thin piece is a line, no digit."""
THIN: Final = 0.2

LOWEST: Final = 5
"""Pixels of height from which a piece may be a digit."""
STRONG: Final = 0.4
"""Share of the contrast of its strokes from which the colour of a pixel can be told."""
OTHER: Final = 0.94
"""Cosine between the ways to two colours, seen from the ground, below which they are not one in two shades."""
LESSER: Final = 0.12
"""Share of the strokes that the smaller part of them has at the least."""
BOX: Final = 0.3
"""Length of the shortest box beside a board, as a share of how wide its strip is."""
BESIDE: Final = 0.1
"""How far from the board it may begin, as such a share."""
SIDE: Final = 0.25
"""Share of a strip across which the line beside it may reach into it, from each side."""
RUNNING: Final = 0.9
"""Share of the places along a strip at which such a line is seen."""


class Tone(NamedTuple):
    """A part of a piece that has one colour."""

    mask: Bools
    """(h, w), where it is."""
    colour: Colour


@dataclass(frozen=True, eq=False)
class Piece:
    """One piece of ink."""

    box: Box
    """Where it lies in the frame, to a whole pixel."""
    ink: Floats
    """(h + 2, w + 2), how far each pixel stands out from the ground, with a pixel of room on every side."""
    contrast: float
    """How far its strokes stand out."""
    colour: Colour
    """Of its strokes: blue, green, red."""
    ground: Colour
    """Of what it stands on."""
    tones: tuple[Tone, ...] = ()
    """Its parts of one colour where it has two, as a number and a line through it may."""
    faint: bool = False
    """Whether it is so faint beside stronger ink that it is none unless it plainly is a digit."""

    @property
    def tile(self) -> Bytes:
        """It, ready to be compared."""
        return tile(self.ink)

    def part(self, rows: slice, columns: slice) -> Piece | None:
        """What of it lies in these rows and columns of its box; None where nothing does."""
        room = np.zeros_like(self.ink)
        inside = slice(1 + rows.start, 1 + rows.stop), slice(1 + columns.start, 1 + columns.stop)
        room[inside] = self.ink[inside]
        seen = room > LOW * self.contrast
        y, x = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
        if not len(y):
            return None
        top, left, bottom, right = int(y[0]), int(x[0]), int(y[-1]) + 1, int(x[-1]) + 1
        box = Box(self.box.x + left - 1, self.box.y + top - 1, right - left, bottom - top)
        return replace(self, box=box, ink=room[top - 1 : bottom + 1, left - 1 : right + 1], tones=())

    def of(self, mask: NDArray[np.bool_]) -> Piece | None:
        """What of it lies where the `mask` (h, w) of its box says, with the faint rim around that; None where nothing
        does.
        """
        near = np.asarray(cv2.dilate(np.pad(mask, 1).astype(np.uint8), np.ones((3, 3), np.uint8)), np.bool_)
        faint = self.ink <= LOW * self.contrast
        own = np.where(np.pad(mask, 1) | (near & faint), self.ink, 0)
        whole = replace(self, ink=np.asarray(own, np.float32))
        return whole.part(slice(0, int(self.box.h)), slice(0, int(self.box.w)))

    def with_other(self, other: Piece) -> Piece:
        """Both as one."""
        x, y = min(self.box.x, other.box.x), min(self.box.y, other.box.y)
        right = max(self.box.x + self.box.w, other.box.x + other.box.w)
        bottom = max(self.box.y + self.box.h, other.box.y + other.box.h)
        ink = np.zeros((int(bottom - y) + 2, int(right - x) + 2), np.float32)
        for one in (self, other):
            top, left = int(one.box.y - y), int(one.box.x - x)
            own = ink[top : top + one.ink.shape[0], left : left + one.ink.shape[1]]
            np.maximum(own, one.ink, out=own)
        strong = max(self, other, key=lambda one: one.ink.sum())
        box = Box(x, y, right - x, bottom - y)
        return Piece(box, ink, max(self.contrast, other.contrast), strong.colour, strong.ground)


@dataclass(frozen=True, eq=False)
class Strip:
    """The ink in a strip and what it stands on."""

    ink: Floats
    """(h, w), how far each pixel stands out from the ground."""
    ground: Pixels
    """(n, 3), the ground at every place along the strip."""


def usual(strip: Pixels, along: int) -> Pixels:
    """(n, 3): what a strip (h, w, 3) that runs `along` axis 0 or 1 shows across most of its width, at every place along
    it. Of ink there may be more than of ground: what is usual on both sides of it is taken then, where it is seen
    there, too.
    """
    lines = strip if along else strip.swapaxes(0, 1)
    middle = np.ascontiguousarray(np.median(lines, 0), np.uint8)
    calm = _alike(lines, middle, FAINTEST) >= CALM
    places = np.flatnonzero(calm)
    if len(places) < 2 or calm.all():
        return middle
    at = np.arange(len(middle))
    between = np.stack([np.interp(at, places, middle[places, channel]) for channel in range(3)], 1)
    # Between two squares of their own colours there is no third one.
    after = np.clip(np.searchsorted(places, at), 1, len(places) - 1)
    sides = middle[places[after - 1]], middle[places[after]]
    nearer = np.argmax([_alike(lines, side, HALO) for side in sides], 0)[:, None]
    parted = np.abs(sides[0].astype(np.int16) - sides[1]).max(1) > HALO
    between = np.where(parted[:, None], np.where(nearer == 0, *sides), between)
    seen = ~calm & (_alike(lines, between, HALO) >= SEEN)
    return np.where(seen[:, None], np.rint(between).astype(np.uint8), middle)


def _alike(lines: Pixels, ground: NDArray[np.generic], within: float) -> Floats:
    """(n,), the share of each column of a strip (h, n, 3) that has the colour of a ground (n, 3), to some levels."""
    apart = np.abs(lines.astype(np.float32) - ground.astype(np.float32)).max(2)
    return np.asarray((apart <= within).mean(0), np.float32)


def smoothed(middle: Pixels, window: float) -> Pixels:
    """Colours (n, 3) along a strip without what is shorter than half a window of so many pixels."""
    size = int(window) | 1
    if len(middle) <= 2 or size < 3:
        return middle
    # What stands at the very end of a strip is not its ground.
    padded = np.pad(middle[None], ((0, 0), (size, size), (0, 0)), "symmetric")
    return np.asarray(cv2.medianBlur(padded, min(size, 255)), np.uint8)[0, size:-size]


def plain(strip: Pixels, along: int, middle: Pixels, *, after: bool = False) -> Strip:
    """The ink in a strip whose ground goes on along it; `middle` is what is `usual` there. The box next to the board,
    at its end, or at its beginning where it stands `after` that, may be short; a long one is seen as it is, and may be
    a page and a panel on it, which differ little.
    """
    across = strip.shape[1 - along]
    ground = smoothed(middle, WINDOW * across)
    box = _next_to(strip if along else strip.swapaxes(0, 1), middle, after)
    if BOX * across <= box.stop - box.start <= WINDOW * across:
        ground = ground.copy()
        ground[box] = np.median(middle[box], 0)
    return Strip(contrast(strip, along, ground), ground)


def _next_to(lines: Pixels, middle: Pixels, after: bool) -> slice:
    """The places next to the board, of those along a strip (h, n, 3), at which most of it shows one colour."""
    count, way = len(middle), slice(None, None, 1 if after else -1)
    usual = middle[way]
    calm = np.flatnonzero(_alike(lines[:, way], usual, FAINTEST)[: ceil(BESIDE * len(lines))] >= CALM)
    if not len(calm):
        return slice(0, 0)
    first = int(calm[0])
    same = np.abs(usual.astype(np.float32) - usual[first]).max(1) <= FAINTEST
    last = first + int(np.argmin(np.append(same[first:], False)))
    return slice(first, last) if after else slice(count - last, count - first)


def contrast(strip: Pixels, along: int, ground: Pixels) -> Floats:
    """(h, w): how far each pixel of a strip (h, w, 3) is from the ground (n, 3); the strip runs `along` axis 0 or 1.
    Lines across it are left out.
    """
    across = 1 - along
    ink = np.asarray(np.abs(strip.astype(np.int16) - np.expand_dims(ground, across)).max(2), np.float32)
    # What goes on from side to side is a line between boxes; no digit does.
    least, usual, most = np.percentile(ink, (ACROSS, 50, 100 - ACROSS), axis=across)
    line = (least > FAINTEST / 2) & (least > EVEN * usual) & (usual > EVEN * most)
    return np.where(np.expand_dims(line, across), np.float32(0), ink)


def without_sides(seen: Strip, along: int, near: slice) -> Strip:
    """A strip without the lines along its two sides: ink that goes on at all places `near` the board, from the side
    inwards. Thick lines reach into the strips beside them, and digits that fill a strip touch them.
    """
    own = seen.ink if along else seen.ink.T
    running = (own[:, near] > FAINTEST).mean(1) >= RUNNING
    most = int(SIDE * len(running))
    first, last = (int(np.argmin(np.append(way[:most], False))) for way in (running, running[::-1]))
    if not (first or last):
        return seen
    own = own.copy()
    own[:first], own[len(own) - last :] = 0, 0
    return replace(seen, ink=own if along else np.ascontiguousarray(own.T))


def pieces(strip: Pixels, seen: Strip, strongest: float, corner: tuple[int, int], along: int) -> list[Piece]:
    """The pieces of ink in a strip whose upper left pixel is `corner` (x, y); `strongest` is the contrast of the
    strongest ink of all strips. Lines across the strip are left out. What is faint beside strong ink is there, too,
    where it keeps away from that and is as high as digits are.
    """
    ink = seen.ink
    peak = float(ink.max(initial=0))
    if peak < max(FAINTEST, BLANK * strongest):
        return []
    floor = _floor(ink, strongest, along)
    found = _hanging(strip, seen, ink > floor, corner, along)
    heights = [piece.box.h for piece in found if piece.box.h >= LOWEST]
    if not heights:
        return found
    near = cv2.dilate((ink > floor).astype(np.uint8), np.ones((2 * ALOOF + 1, 2 * ALOOF + 1), np.uint8)) > 0
    pale = (ink > _faintest(ink, strongest)) & ~near
    usual = float(np.median(heights))
    high = (1 - AS_HIGH) * usual, (1 + AS_HIGH) * usual
    others = [one for one in _hanging(strip, seen, pale, corner, along) if high[0] <= one.box.h <= high[1]]
    return [*found, *(replace(one, faint=True) for one in others)]


def _hanging(strip: Pixels, seen: Strip, drawn: Bools, corner: tuple[int, int], along: int) -> list[Piece]:
    """The pieces that hang together of what is `drawn` (h, w) in a strip."""
    ink = seen.ink
    _, blobs, stats, _ = cv2.connectedComponentsWithStats(drawn.astype(np.uint8), connectivity=8)
    labels = np.asarray(blobs, np.int32)
    wide = strip.shape[1 - along]
    found = []
    for number in range(1, len(stats)):
        left, top, w, h, area = (int(v) for v in stats[number])
        across, length = (h, w) if along else (w, h)
        if area < 2 or (across >= BAR * wide and length <= max(2, THIN * wide)):
            continue
        rows, columns = slice(top, top + h), slice(left, left + w)
        mask = labels[rows, columns] == number
        own = np.where(mask, ink[rows, columns], 0)
        strokes = own >= np.percentile(own[mask], 60)
        level = float(np.percentile(own[mask], 90))
        padded = np.minimum(_with_rim(ink, labels, number, left, top, w, h), level)
        beside = (slice(None), columns) if along else (rows, slice(None))
        around = strip[beside][ink[beside] < LOW * level].reshape(-1, 3)
        colours = _colour(strip[rows, columns][strokes]), _colour(around if len(around) else seen.ground)
        high = h >= LOWEST and wide >= h  # else it is no number with a line through it
        tones = _tones(strip[rows, columns], np.asarray(own, np.float32), level, colours[1]) if high else ()
        found.append(Piece(Box(corner[0] + left, corner[1] + top, w, h), padded, level, *colours, tones))
    return found


def _tones(pixels: Pixels, ink: Floats, level: float, ground: Colour) -> tuple[Tone, ...]:
    """The two parts of one colour each of a piece of `ink` (h, w) in some pixels (h, w, 3), whose strokes stand out by
    a `level`; none where it has one colour. Between a stroke and its ground is every colour between theirs, so that
    only the way from the ground tells them apart.
    """
    away = pixels.astype(np.float32) - np.asarray(ground, np.float32)
    drawn = away[ink > STRONG * level]
    ways = drawn / np.maximum(np.linalg.norm(drawn, axis=1, keepdims=True), 1)
    first = ways[np.abs(drawn).max(1).argmax()] if len(ways) else ways
    if not len(ways) or float((ways @ first).min()) > OTHER:
        return ()
    second = ways[(ways @ first).argmin()]
    nearer = ways @ first >= ways @ second
    if not LESSER <= nearer.mean() <= 1 - LESSER:
        return ()
    colours = np.median(drawn[nearer], 0), np.median(drawn[~nearer], 0)
    if float(colours[0] @ colours[1]) > OTHER * float(np.linalg.norm(colours[0]) * np.linalg.norm(colours[1])):
        return ()
    own = _off(away, colours[0]) <= _off(away, colours[1])
    found = zip((own, ~own), colours, strict=True)
    return tuple(Tone(np.asarray((ink > 0) & mask, np.bool_), _rounded(away + ground)) for mask, away in found)


def _off(away: Floats, colour: Floats) -> Floats:
    """(h, w): how far pixels, given as their way from the ground (h, w, 3), are from all colours on the way to one."""
    along = np.clip((away @ colour) / max(float(colour @ colour), 1.0), 0, 1)
    return np.asarray(np.linalg.norm(away - along[..., None] * colour, axis=2), np.float32)


def _colour(pixels: Pixels) -> Colour:
    """The usual colour of pixels (n, 3)."""
    return _rounded(np.median(pixels, 0))


def _rounded(colour: NDArray[np.generic]) -> Colour:
    blue, green, red = (round(float(value)) for value in colour)
    return blue, green, red


def _floor(ink: Floats, strongest: float, along: int) -> Floats:
    """The contrast from which pixels hang together, for every place along a strip: a share of the strongest near."""
    length = 2 * ink.shape[1 - along] | 1
    near = ink.max(1 - along).reshape(1, -1)
    near = np.asarray(cv2.dilate(near, np.ones((1, length), np.uint8)), np.float32)[0]
    floor = np.asarray(np.maximum(_faintest(ink, strongest), LOW * np.minimum(strongest, near)), np.float32)
    return floor[None] if along else floor[:, None]


def _faintest(ink: Floats, strongest: float) -> float:
    """The contrast below which nothing in a strip is ink."""
    return max(FAINTEST, GRAIN * float(np.median(ink)), FADED * strongest)


def _with_rim(ink: Floats, labels: NDArray[np.int32], number: int, left: int, top: int, w: int, h: int) -> Floats:
    """The ink of a piece and the faint rim around it, where that is no other piece's."""
    out = np.zeros((h + 2, w + 2), np.float32)
    y0, x0 = max(0, top - 1), max(0, left - 1)
    y1, x1 = min(ink.shape[0], top + h + 1), min(ink.shape[1], left + w + 1)
    part, own = ink[y0:y1, x0:x1], labels[y0:y1, x0:x1]
    out[y0 - top + 1 : y1 - top + 1, x0 - left + 1 : x1 - left + 1] = np.where((own == number) | (own == 0), part, 0)
    return out
