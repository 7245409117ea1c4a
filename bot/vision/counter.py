"""Counters beside a board: a number that is written somewhere, such as a score or how many moves are left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Box, Pixels
from bot.vision.clues.bank import bank
from bot.vision.clues.glyph import features, tile
from engine.position import UNKNOWN

STRANGE: Final = 0.42
"""Distance to the nearest known digit from which a glyph is none."""
SURE: Final = 0.2
"""How much nearer the likeliest digit must be than the next: no sum bears a counter out, as it does clues."""
SHORT: Final = 0.62
"""Height of a digit at least, in that of the highest. What is shorter is a part of one, or parts a number in two."""
FAINT: Final = 24.0
"""Contrast, in grey levels, below which nothing is written."""
BLUR: Final = 0.22
"""Share of the strongest contrast from which pixels hang together."""
STROKE: Final = 0.5
"""Share of a piece's own contrast from which a pixel belongs to a stroke."""
TOGETHER: Final = 0.5
"""Share of the narrower of two strokes that lies above the other where both are of one digit."""
SPECK: Final = 3
"""Pixels, and pixels of height, below which a piece is no part of what is written."""
OTHER: Final = 160.0
"""Grey levels from which a pixel shows nothing of a colour."""
LOWEST: Final = 7
"""Height of a digit, in pixels, below which it cannot be told."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class _Digit:
    """A piece of what is written."""

    box: Box
    ink: Floats


def read_number(strip: Pixels, colour: tuple[int, int, int] | None = None) -> tuple[str, float]:
    """The number that is written on a strip, (h, w, 3), and how sure its least sure digit is, 0 to 1; `?` where
    something is written that is no plain number, or nothing. There must be a little room around it. Where its colour
    (blue, green, red) is known, nothing else is looked at.

    >>> read_number(np.zeros((12, 30, 3), np.uint8))
    ('?', 0.0)
    """
    if min(strip.shape[:2]) < LOWEST:
        return UNKNOWN, 0.0
    ink = _ink(strip) if colour is None else _ink_of(strip, colour)
    digits = _pieces(ink)
    highest = max((digit.box.h for digit in digits), default=0)
    if highest < LOWEST or min(digit.box.h for digit in digits) < SHORT * highest:
        return UNKNOWN, 0.0
    if _cut(digits, strip) or _across(digits):
        return UNKNOWN, 0.0
    named = bank().name(features(np.stack([tile(digit.ink) for digit in digits])))
    margin = float(np.clip(named.margin.min() / (2 * SURE), 0, 1))
    if float(named.distance.max()) > STRANGE or float(named.margin.min()) < SURE:
        return UNKNOWN, min(margin, 0.49)
    return "".join(str(int(digit)) for digit in named.digit), margin


def _ink(strip: Pixels) -> Floats:
    """(h, w), how far each pixel is from the colour that most of the rim has."""
    rim = np.concatenate([strip[0], strip[-1], strip[:, 0], strip[:, -1]])
    return np.asarray(np.abs(strip.astype(np.float32) - np.median(rim, 0)).max(2), np.float32)


def _ink_of(strip: Pixels, colour: tuple[int, int, int]) -> Floats:
    """(h, w), how much nearer each pixel is to a colour than anything that counts as another one."""
    apart = np.abs(strip.astype(np.float32) - np.array(colour, np.float32)).max(2)
    return np.asarray(np.clip(OTHER - apart, 0, None), np.float32)


def _pieces(ink: Floats) -> list[_Digit]:
    """What is written, piece by piece from the left; pieces that only blur joins are apart."""
    peak = float(np.percentile(ink, 99))
    if peak < FAINT:
        return []
    found = []
    for corner, blob in _joined(ink, BLUR * peak):
        own = float(np.percentile(blob[blob > 0], 90))
        strokes = _whole(_joined(blob, STROKE * own))
        for (left, top), part in strokes:
            h, w = part.shape
            whole = np.pad(blob, 1)
            if len(strokes) > 1:
                near = np.zeros_like(whole)
                near[top + 1 : top + 1 + h, left + 1 : left + 1 + w] = part > 0
                whole = np.where(cv2.dilate(near, np.ones((3, 3), np.uint8)) > 0, whole, 0)
            seen = np.minimum(whole[top : top + h + 2, left : left + w + 2], own)
            found.append(_Digit(Box(corner[0] + left, corner[1] + top, w, h), np.asarray(seen, np.float32)))
    return sorted(found, key=lambda digit: digit.box.x)


def _whole(strokes: list[tuple[tuple[int, int], Floats]]) -> list[tuple[tuple[int, int], Floats]]:
    """The strokes of one blob, with those that lie above each other put together: digits stand side by side."""
    found: list[tuple[tuple[int, int], Floats]] = []
    for (left, top), part in sorted(strokes, key=lambda stroke: stroke[0]):
        h, w = part.shape
        if found:
            (x, y), known = found[-1]
            tall, wide = known.shape
            if min(x + wide, left + w) - max(x, left) > TOGETHER * min(wide, w):
                right, low, high = max(x + wide, left + w), max(y + tall, top + h), min(y, top)
                both = np.zeros((low - high, right - x), np.float32)
                both[y - high : y - high + tall, :wide] = known
                at = both[top - high : top - high + h, left - x : left - x + w]
                np.maximum(at, part, out=at)
                found[-1] = (x, high), both
                continue
        found.append(((left, top), part))
    return found


def _joined(ink: Floats, least: float) -> list[tuple[tuple[int, int], Floats]]:
    """The pieces of ink stronger than that which hang together: their upper left corners, and they alone."""
    count, pieces, stats, _ = cv2.connectedComponentsWithStats((ink > least).astype(np.uint8), connectivity=8)
    found = []
    for number in range(1, count):
        left, top, w, h, area = (int(value) for value in stats[number])
        if area >= SPECK and h >= SPECK:
            part = slice(top, top + h), slice(left, left + w)
            found.append(
                ((left, top), np.asarray(np.where(np.asarray(pieces)[part] == number, ink[part], 0), np.float32))
            )
    return found


def _cut(digits: list[_Digit], strip: Pixels) -> bool:
    """Whether a digit reaches the edge of the strip: more of it may lie outside."""
    height, width = strip.shape[:2]
    boxes = [digit.box for digit in digits]
    return any(box.x <= 0 or box.y <= 0 or box.x + box.w >= width or box.y + box.h >= height for box in boxes)


def _across(digits: list[_Digit]) -> bool:
    """Whether digits overlap, or stand above each other: then they are no plain number."""
    tops, ends = [digit.box.y for digit in digits], [digit.box.y + digit.box.h for digit in digits]
    overlap = any(b.box.x < a.box.x + 0.6 * a.box.w for a, b in pairwise(digits))
    return overlap or max(tops) > min(ends)
