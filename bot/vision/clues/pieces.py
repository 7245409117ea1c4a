"""Pieces of ink made into digits: those of a digit put together, digits that touch taken apart, and freed from a line
through them, by which many programs strike out numbers whose cells stand.

What a piece is worth as a digit says the bank; pieces that are too wide or too tall are cut where both parts are most
like digits, pieces too small belong to the one beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.vision.clues.bank import Bank
from bot.vision.clues.glyph import features
from bot.vision.clues.ink import LOW, Piece, Tone

STRANGE: Final = 0.55
"""Distance to the nearest known digit from which a piece is none."""
PLAINLY: Final = STRANGE - 0.1
"""How far from a known digit what plainly is one lies at the most."""
BARE: Final = 0.3
"""Width, in heights, of what is no more than a stroke."""
AS_FAINT: Final = 0.25
"""Share of their contrast by which digits of one colour differ at the most."""
SHORT: Final = 0.62
"""Height of a digit at least, in usual heights; old figures are of two heights."""
TALL: Final = 1.5
WIDE: Final = 1.12
"""Width of a digit at most, in usual heights."""
BAR: Final = 0.2
"""Width below which what is taller than a digit is a line."""
ROUND: Final = 0.5
"""Pixels by which a box may be wider than what it holds."""
LIKELY_WIDE: Final = 0.75
"""Width from which a piece that is no digit may be two."""
MOST: Final = 3.2
"""Width, in heights, beyond which a piece is a picture, no digits that touch."""
SOLID: Final = 0.95
"""Share of a piece that is ink where it is a block, no digits that touch."""
BETTER: Final = 0.06
"""By how much both must be nearer to digits."""
DOUBTFUL: Final = 0.3
"""Distance below which a piece is a digit, whatever may be cut from it."""
MIDDLE: Final = (0.25, 0.8)
"""Where a line through a number lies, in its height, from the top."""
STROKE: Final = 0.25
"""How thick such a line is at the most, in that height."""
ALONG: Final = 0.97
"""Share of the width of a piece along which it is drawn."""
HALF: Final = 0.5
"""Share of a piece's contrast that faint ends of its strokes have less of: a pixel that they cover in part."""
THROUGH: Final = 0.8
"""Share of the width of a piece from which a part of it goes through it…"""
THIN: Final = 0.6
"""…and of its own box that it fills at the most, where it is a line."""
LINE: Final = 5
"""Pixels across which strokes that a line of another colour hides are drawn again."""
CROSSED: Final = 3
"""Pixels of height from which a piece may be a number with a line through it."""


def widest(height: float) -> float:
    """How wide a digit is at the most, in pixels, where digits are so high."""
    return WIDE * height + ROUND


def sure_digits(pieces: Sequence[Piece], bank: Bank) -> tuple[float, NDArray[np.bool_]]:
    """How high digits are, going by pieces that surely are some, 0 where there is none; and which of all those are."""
    sure = np.zeros(len(pieces), np.bool_)
    if not pieces:
        return 0.0, sure
    heights = np.array([piece.box.h for piece in pieces])
    fits = np.array([0.15 <= piece.box.w / piece.box.h <= WIDE for piece in pieces]) & (heights >= 5)
    if not fits.any():
        return 0.0, sure
    some = np.flatnonzero(fits)
    named = bank.name(features(np.stack([piece.tile for piece, fit in zip(pieces, fits, strict=True) if fit])))
    sure[some[named.distance < STRANGE - 0.1]] = True
    likely = heights[sure]
    if not len(likely):
        return 0.0, sure
    return float(np.median(likely[likely > 0.6 * np.percentile(likely, 90)])), sure


def freed(lines: Sequence[Sequence[Piece]], bank: Bank) -> list[list[Piece]]:
    """The pieces of each line without what strikes them out: a line of another colour, or a level one through their
    middle that reaches beyond them on both sides; nor what is faint, and not plainly a digit.
    """
    plain = _plainly_digits([piece for own in lines for piece in own if piece.faint], bank)
    lines = [[piece for piece in own if not piece.faint or id(piece) in plain] for own in lines]
    coloured = [piece for own in lines for piece in own if piece.tones]
    digits = dict(zip(map(id, coloured), _of_one_colour(coloured, bank), strict=True))
    return [[part for piece in own for part in digits.get(id(piece)) or _unstruck(piece, bank)] for own in lines]


def _plainly_digits(faint: Sequence[Piece], bank: Bank) -> set[int]:
    """Which of some faint pieces, by their identities, plainly are digits; a stroke looks like a 1 wherever it is, and
    is one only where others are as faint.
    """
    likely = [piece for piece, far in zip(faint, _distance(faint, bank), strict=True) if far < PLAINLY]
    sure = [piece.contrast for piece in likely if piece.box.w >= BARE * piece.box.h]
    return {
        id(piece)
        for piece in likely
        if piece.box.w >= BARE * piece.box.h or any(abs(piece.contrast - one) <= AS_FAINT * one for one in sure)
    }


def _unstruck(piece: Piece, bank: Bank) -> list[Piece]:
    """A piece without such a level line, as what hangs together then; itself where there is none."""
    ink = piece.ink[1:-1, 1:-1] > LOW * piece.contrast
    high = len(ink)
    low, end = (round(part * high) for part in MIDDLE)
    drawn = np.flatnonzero(ink.mean(1) >= ALONG)
    if high < CROSSED or not len(drawn) or not low <= drawn[0] <= drawn[-1] < end:
        return [piece]
    first, last = int(drawn[0]), int(drawn[-1]) + 1
    rest = np.where(ink, piece.ink[1:-1, 1:-1], 0)
    rest[first:last] = 0
    reaches = [_within(rest > level * piece.contrast) for level in (LOW, HALF)]
    if last - first > max(1, STROKE * high) or not any(reaches):
        return [piece]
    # Where a stroke of a digit crosses the line it goes on above it or below.
    free = ink.copy()
    free[first:last] &= (rest[first - 1] > 0) | (rest[last] > 0)
    count, parts = cv2.connectedComponents(free.astype(np.uint8), connectivity=8)
    found = [_crossed(piece, np.asarray(parts == part), slice(first, last), bank) for part in range(1, count)]
    digits = [part for part in found if part is not None]
    if not digits or reaches[0]:
        return digits or [piece]
    own, *near = _distance([piece, *digits], bank)
    return digits if max(near) < own - BETTER else [piece]


def _within(ink: NDArray[np.bool_]) -> bool:
    """Whether some of a box (h, w) is ink, but nothing of its outer columns."""
    columns = np.flatnonzero(ink.any(0))
    return len(columns) > 0 and bool(0 < columns[0] <= columns[-1] < ink.shape[1] - 1)


def _of_one_colour(pieces: Sequence[Piece], bank: Bank) -> list[list[Piece]]:
    """For each piece of two colours the digits that one of them makes up, where the other may be a line through them;
    empty where neither does, or the whole is a digit.
    """
    parts = [[_without(piece, other) for other in piece.tones if _line(other.mask)] for piece in pieces]
    some = [number for number, ways in enumerate(parts) if any(ways)]
    prices = dict(zip(some, _distance([pieces[number] for number in some], bank), strict=True))
    ways = [(number, way) for number in some if prices[number] >= DOUBTFUL for way in parts[number] if way]
    near = iter(_distance([digit for _, way in ways for digit in way], bank))
    found: list[list[Piece]] = [[] for _ in pieces]
    for number, way in ways:
        worst = max(next(near) for _ in way)
        if worst < min(prices[number] - BETTER, STRANGE):
            found[number], prices[number] = way, worst
    return found


def _line(tone: NDArray[np.bool_]) -> bool:
    """Whether a part (h, w) of a piece may be a line through it: thin, and from one side of it to the other."""
    y, x = np.flatnonzero(tone.any(1)), np.flatnonzero(tone.any(0))
    high, wide = int(np.ptp(y)) + 1 if len(y) else 0, int(np.ptp(x)) + 1 if len(x) else 0
    return wide >= THROUGH * tone.shape[1] and int(tone.sum()) <= THIN * high * wide


def _without(piece: Piece, line: Tone) -> list[Piece]:
    """What hangs together of a piece of two colours without a line that is one of them."""
    own = next(tone for tone in piece.tones if tone is not line)
    # The line may hide strokes that it crosses.
    closed = cv2.morphologyEx(np.pad(own.mask, LINE).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((LINE, LINE), np.uint8))
    whole = own.mask | (closed[LINE:-LINE, LINE:-LINE].astype(np.bool_) & line.mask)
    count, parts = cv2.connectedComponents(whole.astype(np.uint8), connectivity=8)
    plain = replace(piece, colour=own.colour)
    found = [plain.of(np.asarray(parts == part)) for part in range(1, count)]
    high = max((part.box.h for part in found if part is not None), default=0)
    return [part for part in found if part is not None and part.box.h > SHORT * high]


def _crossed(piece: Piece, part: NDArray[np.bool_], line: slice, bank: Bank) -> Piece | None:
    """A part (h, w) of a piece without the `line` of pixels across it; with what of that lies within it, where it is
    more like a digit so: an 8 may have its waist there.
    """
    columns = np.flatnonzero(part.any(0))
    whole = part.copy()
    whole[line, columns[0] : columns[-1] + 1] = True
    both = [one for one in (piece.of(part), piece.of(whole)) if one is not None]
    return min(both, key=lambda one: _distance([one], bank)[0]) if both else None


def joined(pieces: Sequence[Piece], height: float) -> list[Piece]:
    """The pieces of a strip, with those put together that lie above each other and are no higher than a digit."""
    left = sorted(pieces, key=lambda piece: (piece.box.x, piece.box.y))
    out: list[Piece] = []
    for piece in left:
        mate = next((k for k, other in enumerate(out) if _one(piece, other, height)), None)
        if mate is None:
            out.append(piece)
        else:
            out[mate] = out[mate].with_other(piece)
    return out


def _one(a: Piece, b: Piece, height: float) -> bool:
    """Whether two pieces are parts of one digit."""
    left, right = max(a.box.x, b.box.x), min(a.box.x + a.box.w, b.box.x + b.box.w)
    top, bottom = min(a.box.y, b.box.y), max(a.box.y + a.box.h, b.box.y + b.box.h)
    wide = max(a.box.x + a.box.w, b.box.x + b.box.w) - min(a.box.x, b.box.x)
    above = right - left >= 0.4 * min(a.box.w, b.box.w)
    small = min(a.box.h, b.box.h) < SHORT * height
    return above and small and bottom - top <= 1.12 * height + 1 and wide <= widest(height)


def parted(piece: Piece, height: float, bank: Bank) -> list[Piece]:
    """A piece as the digits that it is made of; itself where it is one, or where no cut makes digits of it."""
    tall, wide = piece.box.h > TALL * height, piece.box.w > widest(height)
    if tall and piece.box.w < BAR * height:
        return [piece]
    if not (tall or wide or piece.box.w > LIKELY_WIDE * height) or piece.box.w > MOST * height:
        return [piece]
    if float((piece.ink[1:-1, 1:-1] > piece.contrast / 2).mean()) >= SOLID:
        return [piece]
    # What may be one digit is cut only where both parts are more like digits than the whole.
    own = STRANGE if tall or wide else _distance([piece], bank)[0] - BETTER
    if own < DOUBTFUL:
        return [piece]
    parts = _cut(piece, height, bank, min(own, STRANGE), upright=not tall)
    if parts is None:
        return [piece]
    return [digit for part in parts for digit in parted(part, height, bank)]


def _cut(piece: Piece, height: float, bank: Bank, within: float, upright: bool) -> tuple[Piece, Piece] | None:
    """A piece in two parts that are most like a digit and a rest of digits, `within` some distance; `upright` parts it
    in left and right.
    """
    length = int(piece.box.w if upright else piece.box.h)
    other = slice(0, int(piece.box.h if upright else piece.box.w))
    one = 0.5 * height if upright else height
    low, high = max(1, int(0.15 * height if upright else SHORT * height)), length - max(1, int(0.15 * height))
    pairs: list[tuple[Piece, Piece]] = []
    ink: list[float] = []
    profile = piece.ink.sum(0 if upright else 1)[1:-1]
    for at in range(low, min(high, round(2.2 * one) + 1)):
        first, second = slice(0, at), slice(at, length)
        a = piece.part(other, first) if upright else piece.part(first, other)
        b = piece.part(other, second) if upright else piece.part(second, other)
        if a is not None and b is not None and min(a.box.h, b.box.h) >= SHORT * height:
            pairs.append((a, b))
            ink.append(float(min(profile[at - 1], profile[at])))
    if not pairs:
        return None
    # The first part must be a digit; the second may be several, so it counts only while it is no wider than one.
    near = _distance([a for a, _ in pairs], bank)
    rest = _distance([b for _, b in pairs], bank)
    single = [b.box.w <= widest(height) and b.box.h <= TALL * height for _, b in pairs]
    price = [
        d + (e if one_left else 0.4) + 0.4 * i / max(piece.contrast * height, 1.0)
        for d, e, one_left, i in zip(near, rest, single, ink, strict=True)
    ]
    best = int(np.argmin(price))
    good = near[best] < within and (not single[best] or rest[best] < within)
    return pairs[best] if good else None


def _distance(pieces: Sequence[Piece], bank: Bank) -> list[float]:
    if not pieces:
        return []
    return [float(d) for d in bank.name(features(np.stack([piece.tile for piece in pieces]))).distance]
