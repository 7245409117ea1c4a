"""How large the cells of a board of blocks are, and where they may lie: edges that return at one distance, both ways.

Boards are small parts of large pictures, so the distances are asked of many small windows, each as loud as the rest.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.channels import largest
from bot.vision.finding.wallpaper import repeats

Floats = NDArray[np.float32]

LEAST: Final = 13
"""Pixels of the smallest cell."""
MOST: Final = 110
"""Pixels of the largest cell."""
STRIP: Final = 16
"""Lines of pixels that are asked together."""
PEAK: Final = 0.12
"""Agreement of a window with itself from which it has a say."""
CANDIDATES: Final = 6
DRAWN: Final = 0.75
"""Pixels by which a distance may be measured beside the one that has the votes before both are tried…"""
LIKELIEST: Final = 2
"""… where it is one of so many with the most votes: each takes as long as any other."""
PLAIN: Final[Floats] = np.clip((np.arange(256, dtype=np.float32) - 6) / 40, 0, 1)
"""How plain an edge is at which neighbours differ by so many grey levels."""
OUTLINES: Final[Floats] = np.clip((np.arange(256, dtype=np.float32) - np.float32(40)) / np.float32(80), 0, 1)
"""The same where only outlines and eyes count, and no pattern on a frame does."""
PAPER: Final = 0.5
"""Share of a picture's edges that wallpaper draws, at least."""
OBLONG: Final = 3
"""Widths and heights that are tried together where cells are not square."""
MORE: Final = 6
"""The same where cells are nearly square…"""
NEARLY_SQUARE: Final = 0.2
"""… one side shorter than the other by such a share of it at the most."""
LONGEST: Final = 1.7
"""How many times as long as the other one a side of a cell is at the most; a page that fits a board into its window
draws cells of 1.54."""
ASKEW: Final = 0.015
"""Share by which the width and height of square cells may be measured apart."""
NEARLY: Final = 0.03
"""The same where a frame tells them, in which they need not fit."""
AS_WELL: Final = 0.8
"""Share of the agreement at the best width and height that the same one for both has, if cells are square: of 120
boards of such cells one had less than 0.9, 0.84."""
NEARLY_AS_WELL: Final = 0.9
"""… and the share from which nothing else need be tried."""
STRETCHED: Final = 0.25
"""Logarithm of how much larger one side may be, for the same cells."""


def edge_maps(pixels: Pixels, plain: Floats = PLAIN) -> tuple[Floats, Floats]:
    """How plain the edges to the right and downwards are at every pixel, in any colour, 0 to 1."""
    height, width = pixels.shape[:2]
    across, down = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    if width > 1:
        across[:, 1:] = plain[_steps(pixels[:, 1:], pixels[:, :-1])]
    if height > 1:
        down[1:] = plain[_steps(pixels[1:], pixels[:-1])]
    return across, down


def _steps(here: Pixels, there: Pixels) -> Pixels:
    """(h, w), how far pixels are apart in the colour that tells most."""
    return largest(np.asarray(cv2.absdiff(here, there), np.uint8))


def pitches(across: Floats, down: Floats) -> list[tuple[float, float]]:
    """Widths and heights of cells that the picture may have: square ones, the likelier first, then others."""
    (votes_x, share_x), (votes_y, share_y) = _votes(across), _votes(np.ascontiguousarray(down.T))
    wide, high = _spread(votes_x), _spread(votes_y)
    share = share_x + share_y
    found = []
    for number, top in enumerate(_tops(np.sqrt(wide * high), CANDIDATES)):
        finer = _finer(share, top)
        # What lies around the board may return at nearly the same distance, one way only, and over more of the picture.
        found += [(one, one) for one in ([finer, top] if number < LIKELIEST and abs(finer - top) > DRAWN else [finer])]
    oblong = ((x, y) for x in _tops(wide, OBLONG) for y in _tops(high, OBLONG) if likely_shape(x, y))
    apart = dict.fromkeys((_finer(share_x, x), _finer(share_y, y)) for x, y in oblong)
    return found + [pair for pair in apart if not square(*pair)]


def nearly_square(pixels: Pixels) -> list[tuple[float, float]]:
    """Widths and heights of cells that are nearly square, and that outlines in a picture (h, w, 3) return at, or else
    all of its edges.
    """
    found = _nearly_square(*edge_maps(pixels, OUTLINES))
    usual = [pair for pair in pitches(*edge_maps(pixels)) if square(*pair, NEARLY_SQUARE)]
    return list(dict.fromkeys([*found, *usual]))


def _nearly_square(across: Floats, down: Floats) -> list[tuple[float, float]]:
    """Those that some edges return at."""
    (votes_x, share_x), (votes_y, share_y) = _votes(across), _votes(np.ascontiguousarray(down.T))
    wide, high = (_tops(_spread(votes), MORE) for votes in (votes_x, votes_y))
    near = [(x, y) for x in wide for y in high if abs(x - y) < NEARLY_SQUARE * max(x, y)]
    finer = [(_finer(share_x, x), _finer(share_y, y)) for x, y in near]
    # What lies around a small board draws its distances aside.
    drawn = [one for one, other in zip(near, finer, strict=True) if np.abs(np.subtract(one, other)).max() > DRAWN]
    return list(dict.fromkeys([*finer, *drawn]))


def likely_shape(pitch_x: float, pitch_y: float) -> bool:
    """Whether cells may be so much wider than high, or higher than wide."""
    return max(pitch_x, pitch_y) < LONGEST * min(pitch_x, pitch_y)


def square(pitch_x: float, pitch_y: float, askew: float = ASKEW) -> bool:
    """Whether cells of this width and height may be square, and were only measured otherwise."""
    return abs(pitch_x - pitch_y) < askew * max(pitch_x, pitch_y)


def bare_pitches(
    pixels: Pixels, across: Floats, down: Floats, papered: tuple[float, float]
) -> list[tuple[float, float]]:
    """The same without the edges of a wallpaper that repeats at the distances `papered`, whose votes drown those of a
    board on it; none where there is no such wallpaper.
    """
    repeating = repeats(pixels, *papered)
    edges = (across > 0) | (down > 0)
    if np.count_nonzero(edges & repeating) < PAPER * np.count_nonzero(edges):
        return []
    bare = ~repeating
    return pitches(across * bare, down * bare)


def _tops(votes: Floats, count: int) -> list[float]:
    """The distances with the most votes."""
    tops = [i for i in range(LEAST, len(votes) - 1) if votes[i] > 0 and votes[i - 1] <= votes[i] > votes[i + 1]]
    tops.sort(key=lambda i: -votes[i])
    return [float(i) for i in tops[:count]]


def _spread(votes: Floats) -> Floats:
    """Votes shared with the next distances: a pitch need not be a whole number of pixels."""
    return np.asarray(np.convolve(votes, [0.5, 1, 0.5], "same"), np.float32)


def _votes(edge: Floats) -> tuple[Floats, Floats]:
    """For every distance how many windows have edges that return after it, by how well; and how well all agree."""
    height, width = edge.shape
    size = min(width, 3 * MOST)
    votes, total = np.zeros(MOST + 2, np.float32), np.zeros(MOST + 2, np.float32)
    strips = height // STRIP
    if strips == 0 or size < 3 * LEAST:
        return votes, total
    length = cv2.getOptimalDFTSize(size + MOST + 2)
    for left in range(0, max(1, width - size // 2), size // 2):
        part = edge[: strips * STRIP, left : left + size]
        part = part.reshape(strips, STRIP, -1)[:, ::2]
        part = part - part.mean(2, keepdims=True)
        power = _power(part.reshape(-1, part.shape[2]), length).reshape(strips, part.shape[1], -1).sum(1)
        agreement = np.fft.irfft(power, length, axis=1)[:, : MOST + 2]
        own = agreement[:, :1]
        lively = own[:, 0] > 0.01 * part.shape[1] * part.shape[2]
        share = np.where(lively[:, None], agreement / (own + 1e-3), 0)
        peak = np.zeros_like(share)
        inner = share[:, 1:-1]
        high = (inner > PEAK) & (inner >= share[:, :-2]) & (inner > share[:, 2:])
        peak[:, 1:-1] = np.where(high, inner, 0)
        peak[:, :LEAST] = 0
        votes += peak.sum(0).astype(np.float32)
        total += share.sum(0).astype(np.float32)
    return votes, total


def sharpened(across: Floats, down: Floats, pitch_x: float, pitch_y: float) -> list[tuple[float, float]]:
    """The width and height of cells to a few hundredths of a pixel, measured on the part of the picture that holds
    the board; those of square cells, and others after them, where few edges leave both open.
    """
    wide, high = _agreement(across), _agreement(np.ascontiguousarray(down.T))
    own = _finer(wide, pitch_x), _finer(high, pitch_y)
    if not square(pitch_x, pitch_y, NEARLY):
        return [own]
    pitch = _finer(wide + _resized(high, len(wide)), (pitch_x + pitch_y) / 2)
    if square(*own):
        return [(pitch, pitch)]
    as_square, as_measured = _told(wide, high, (pitch, pitch)), _told(wide, high, own)
    if as_square < AS_WELL * as_measured:
        return [own]
    return [(pitch, pitch), own] if as_square < NEARLY_AS_WELL * as_measured else [(pitch, pitch)]


def rivals(size: tuple[float, float], sizes: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The sizes that cells may have instead, a little wider or higher for their height or width."""
    near = [pair for pair in sizes if not square(pair[0] / size[0], pair[1] / size[1])]
    return [pair for pair in near if max(abs(np.log(np.divide(pair, size)))) < STRETCHED]


def _told(wide: Floats, high: Floats, size: tuple[float, float]) -> float:
    """How well edges agree at a width, a height, and their multiples, as a share of how well they do at none."""
    told = 0.0
    for agreement, pitch in zip((wide, high), size, strict=True):
        at = np.arange(1, 12) * pitch
        at = at[at < len(agreement) - 1]
        if len(at) and agreement[0] > 0:
            told += float(np.interp(at, np.arange(len(agreement)), agreement).mean() / agreement[0])
    return told


def _finer(agreement: Floats, pitch: float) -> float:
    """The pitch by the peaks at its multiples: the farther, the better they tell it."""
    sum_k = sum_lag = 0.0
    for k in range(1, 12):
        at, reach = round(k * pitch), max(1, min(3, int(pitch / 8)))
        if at + reach + 1 >= len(agreement):
            break
        peak = at - reach + int(np.argmax(agreement[at - reach : at + reach + 1]))
        left, top, right = (float(v) for v in agreement[peak - 1 : peak + 2])
        bend = left - 2 * top + right
        if bend >= 0 or abs(peak - at) == reach:
            continue
        sum_k += k * k
        sum_lag += k * (peak + 0.5 * (left - right) / bend)
        pitch = sum_lag / sum_k
    return pitch


def _agreement(edge: Floats) -> Floats:
    reach = edge.shape[1] * 3 // 4
    flat = edge - edge.mean(1, keepdims=True)
    size = cv2.getOptimalDFTSize(edge.shape[1] + reach)
    return np.asarray(np.fft.irfft(_power(flat, size).sum(0), size)[: reach + 1], np.float32)


def _power(rows: Floats, size: int) -> Floats:
    """(n, size // 2 + 1), the power at every frequency of rows (n, w) that are filled up with zeros to a `size`; cv2
    works it out in an eighth of the time that NumPy takes.
    """
    filled = np.zeros((len(rows), size), np.float32)
    filled[:, : rows.shape[1]] = rows
    # A real number first, then real and imaginary ones by turns, and where the size is even one real number more.
    squares = np.asarray(cv2.dft(filled, flags=cv2.DFT_ROWS), np.float32) ** 2
    power = np.zeros((len(rows), size // 2 + 1), np.float32)
    power[:, 0] = squares[:, 0]
    power[:, 1:] = squares[:, 1::2]
    power[:, 1 : (size + 1) // 2] += squares[:, 2::2]
    return power


def _resized(values: Floats, length: int) -> Floats:
    """The values cut, or filled up with zeros, to a length."""
    out = np.zeros(length, np.float32)
    out[: min(length, len(values))] = values[:length]
    return out
