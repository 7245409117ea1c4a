"""The distance at which edges of a picture repeat: the pitch of a board, found before anything else is known of it.

Edges of a board agree with themselves moved by one, two, three cells, so the autocorrelation of what they add up to,
along rows and along columns, has a comb of peaks. It is taken in narrow bands, so that a board in a corner of a large
screen counts as much as the rest.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

MIN_PITCH: Final = 12.0
MAX_PITCH: Final = 220.0
STEP: Final = 0.25
"""Pitches are tried in steps of this many pixels."""
BAND: Final = 16
"""Rows (or columns) of pixels that are added up."""
WIDE: Final = 129
"""Pixels over which an even level is taken away."""
TEETH: Final = 8
"""Multiples of a pitch at which edges should agree."""
CANDIDATES: Final = 5
"""Pitches kept for each direction."""
FINER: Final = ((0.4, 0.08), (0.08, 0.02))
"""How far around a pitch, and in what steps, a better one is looked for."""
TRIED: Final = 3
"""Pitches of each direction that are put together."""
FAINT: Final = (0.008, 0.0004)
"""Weight below which a pitch, and that of two together, is no board's: those of letters and windows are fainter by
far than those of boards, down to small ones in the corner of a screen.
"""
SLENDER: Final = 0.4
"""Cells are at least this wide for their height, and the other way round."""


class Pitch(NamedTuple):
    """A distance at which edges repeat."""

    length: float
    """In pixels."""
    weight: float
    """How clearly they do, about 0 to 1."""


class Repeats:
    """How the rows of a picture of edges agree with themselves, band for band."""

    def __init__(self, edges: Bytes, down: bool = False) -> None:
        """`edges` are (h, w, 2), steps up and steps down; they are compared along their rows, or `down` the columns."""
        length, across = edges.shape[:2][:: -1 if not down else 1]
        bands = max(1, across // BAND)
        reach = min(int(MAX_PITCH * 4.5), length * 3 // 4)
        if down:
            narrow = cv2.resize(edges[:, : bands * BAND], (bands, length), interpolation=cv2.INTER_AREA)
            sums = np.ascontiguousarray(narrow.reshape(length, bands, 2).swapaxes(0, 1), np.float32)
        else:
            flat = cv2.resize(edges[: bands * BAND], (length, bands), interpolation=cv2.INTER_AREA)
            sums = np.asarray(flat, np.float32).reshape(bands, length, 2)
        self._sums = sums - cv2.blur(sums, (WIDE, 1)).reshape(sums.shape)
        # A step up agrees with a step up, a step down with a step down.
        agreement = autocorrelation(self._sums, reach)
        own = agreement[:, 0]
        self._agreement = agreement / (own + 0.3 * np.percentile(own, 80) + 1)[:, None]
        self.total = np.asarray(self._agreement.mean(0), np.float32)

    def pitches(self) -> list[Pitch]:
        """The distances at which the edges repeat, the clearest first."""
        tried, weight = _comb(self.total)
        best = [i for i in range(1, len(tried) - 1) if weight[i] >= weight[i - 1] and weight[i] > weight[i + 1] > -1]
        best.sort(key=lambda i: -weight[i])
        kept: list[Pitch] = []
        for i in best:
            length = sharpened(self.total, float(tried[i]), TEETH)
            if weight[i] > 0 and all(abs(length - other.length) > 2 * STEP for other in kept):
                kept.append(Pitch(length, float(weight[i])))
            if len(kept) == CANDIDATES:
                break
        return kept

    def span(self, pitch: float) -> tuple[int, int]:
        """The first row and the one after the last where edges repeat at that pitch."""
        rise = np.zeros(len(self._agreement))
        for k in (1, 2, 3):
            at, half = round(k * pitch), pitch / 2
            if at + half + 1 < self._agreement.shape[1]:
                here = self._agreement[:, at - 1 : at + 2].max(1)
                rise += here - (self._agreement[:, round(at - half)] + self._agreement[:, round(at + half)]) / 2
        rise = np.maximum(np.convolve(rise, (0.25, 0.5, 0.25), "same"), 0)
        first, last = _group(rise, 0.3 * float(np.percentile(rise, 95)), 2 + 2 * pitch / BAND)
        return first * BAND, last * BAND

    def extent(self, pitch: float, span: tuple[int, int]) -> tuple[int, int]:
        """The first column and the one after the last where, in a span of rows, edges repeat at that pitch."""
        rows = self._sums[span[0] // BAND : max(span[0] // BAND + 1, span[1] // BAND)]
        width, whole, half = rows.shape[1], round(pitch), round(pitch / 2)
        if width < 4 * whole:
            return 0, width
        rise = np.zeros(width, np.float32)
        for lag, worth in (
            (whole, 1.0),
            (2 * whole, 0.5),
            (half, -0.5),
            (whole + half, -0.75),
            (2 * whole + half, -0.25),
        ):
            same = _together(rows[:, : width - lag], rows[:, lag:])
            rise[: width - lag] += worth * same
            rise[lag:] += worth * same
        energy = _together(rows, rows)
        window = (1, 2 * whole + 1)
        level, power = (np.asarray(cv2.blur(v[:, None], window), np.float32).ravel() for v in (rise, energy))
        share = np.maximum(level / (power + 0.2 * np.percentile(power, 90) + 1), 0)
        return _group(share, 0.25 * float(np.percentile(share, 95)), 2.5 * pitch)


def _group(rise: NDArray[np.floating], least: float, gap: float) -> tuple[int, int]:
    """The first place and the one after the last of those above `least` with no gap wider than `gap` between them;
    of several such groups the one that adds up to most.
    """
    seen = np.flatnonzero(rise > least)
    if not len(seen):
        return 0, len(rise)
    parts = np.split(seen, np.flatnonzero(np.diff(seen) > gap) + 1)
    group = max(parts, key=lambda places: float(rise[places].sum()))
    return int(group[0]), int(group[-1]) + 1


def _together(one: Floats, other: Floats) -> Floats:
    """(w,), the product of two (b, w, c) summed over bands and channels."""
    return np.asarray((one * other).sum(0).sum(1), np.float32)


def autocorrelation(rows: Floats, reach: int) -> Floats:
    """(n, reach + 1): how much each of the rows (n, w, c) agrees with itself moved by 0, 1, … reach, the sum over its
    channels; by the theorem of Wiener and Khinchin. cv2's transform takes a quarter of the time of NumPy's.
    """
    width = rows.shape[1]
    size = cv2.getOptimalDFTSize(width + reach)
    power = np.zeros((len(rows), size), np.float32)
    for channel in cv2.split(rows):
        padded = cv2.copyMakeBorder(channel, 0, 0, 0, size - width, cv2.BORDER_CONSTANT)
        spectrum = cv2.dft(padded, flags=cv2.DFT_ROWS)
        power += cv2.mulSpectrums(spectrum, spectrum, cv2.DFT_ROWS, conjB=True)
    back = cv2.DFT_ROWS | cv2.DFT_INVERSE | cv2.DFT_REAL_OUTPUT | cv2.DFT_SCALE
    return np.asarray(cv2.dft(power, flags=back)[:, : reach + 1], np.float32)


def sharpened(agreement: Floats, pitch: float, teeth: int = 100) -> float:
    """The pitch to a few hundredths of a pixel: cells far away tell it the better the farther they lie."""
    level = np.convolve(agreement, (0.25, 0.5, 0.25), "same")
    for reach, step in FINER:
        tried = pitch + np.arange(-reach, reach + step / 2, step)
        k = np.arange(1, max(2, int((len(agreement) - 2) / tried[-1] - 0.5) + 1))[:teeth, None]
        lags = np.arange(len(agreement))
        here = np.interp(k * tried, lags, level)
        beside = np.interp((k - 0.5) * tried, lags, level) + np.interp((k + 0.5) * tried, lags, level)
        pitch = float(tried[np.argmax((here - beside / 2).sum(0))])
    return pitch


def _comb(agreement: Floats) -> tuple[Doubles, Doubles]:
    """How much higher the agreement is at multiples of a pitch than half-way between them, for every pitch tried."""
    lags = np.arange(len(agreement))
    tried = np.arange(MIN_PITCH, min(MAX_PITCH, len(agreement) / 2.5), STEP)
    near = np.convolve(agreement, (0.25, 0.5, 0.25), "same")
    far = np.convolve(near, (0.25, 0.5, 0.25), "same")
    total, count = np.zeros((2, len(tried))), np.zeros((2, len(tried)))
    for k in range(1, TEETH + 1):
        fits = (k + 0.5) * tried <= lags[-1]
        level = near if k < 4 else far
        here = np.interp(k * tried, lags, level)
        beside = np.interp((k - 0.5) * tried, lags, level) + np.interp((k + 0.5) * tried, lags, level)
        total[k % 2] += np.where(fits, (here - beside / 2) / np.sqrt(k), 0)
        count[k % 2] += fits / np.sqrt(k)
    mean = total / np.maximum(count, 0.1)
    # At half the pitch every other tooth is missing: the weaker half counts as much as all together.
    return tried, np.where(count.sum(0) > 1.6, mean.mean(0) + mean.min(0), -1)


class Guess(NamedTuple):
    """Pitches that may be those of a board, and the part of the picture in which edges repeat at both."""

    pitch_x: float
    pitch_y: float
    weight: float
    rows: tuple[int, int]
    columns: tuple[int, int]

    def moved(self, left: int, top: int) -> Guess:
        """The same of a picture in which the one that was looked at lies so many pixels from the left and the top."""
        rows, columns = ((first + by, last + by) for (first, last), by in ((self.rows, top), (self.columns, left)))
        return self._replace(rows=rows, columns=columns)


def guesses(across: Bytes, down: Bytes) -> list[Guess]:
    """Pairs of pitches at which edges across and edges downwards repeat in one place, the clearest first."""
    height, width = across.shape[:2]
    if min(height, width) < 3 * MIN_PITCH:
        return []
    found = []
    wide = Repeats(across)
    for x in (pitch for pitch in wide.pitches()[:TRIED] if pitch.weight > FAINT[0]):
        span = wide.span(x.length)
        rows, columns = _room(span, x.length, height), _room(wide.extent(x.length, span), x.length, width)
        tall = Repeats(down[rows[0] : rows[1], columns[0] : columns[1]], down=True)
        found += [
            Guess(x.length, y.length, x.weight * y.weight, rows, columns)
            for y in tall.pitches()[:TRIED]
            if SLENDER < x.length / y.length < 1 / SLENDER and y.weight > FAINT[0] and x.weight * y.weight > FAINT[1]
        ]
    return sorted(found, key=lambda guess: -guess.weight)


def _room(span: tuple[int, int], pitch: float, size: int) -> tuple[int, int]:
    """A span with a cell and a half of room at both ends, inside the picture."""
    room = int(1.5 * pitch) + BAND
    return max(0, span[0] - room), min(size, span[1] + room)
