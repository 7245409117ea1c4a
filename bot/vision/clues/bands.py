"""The bands of clues beside a grid: a strip for every line, the digits in it, and where the band ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.frame import Pixels
from bot.vision.clues.bank import Bank, Named
from bot.vision.clues.glyph import features
from bot.vision.clues.ink import Glyph, contrast, glyphs
from bot.vision.clues.lines import Ruled

STRANGE: Final = 0.5
"""Distance to the nearest known digit from which a glyph is none."""
SHORT: Final = 0.62
"""Height of a digit at least, in usual heights; old figures are of two heights."""
TALL: Final = 1.5
USUAL: Final = 0.62
"""Width of a digit, in heights, where only ones are seen."""
BREAK: Final = 2.6
"""Room without ink, in heights of a digit and at least in cells, after which a band has ended."""


@dataclass(frozen=True, eq=False)
class Digit:
    """One digit of a clue."""

    glyph: Glyph
    line: int
    """The row or column that it belongs to."""


@dataclass(frozen=True, eq=False)
class Band:
    """The digits beside all rows, or above all columns."""

    digits: tuple[Digit, ...]
    named: Named
    """What they are, in the same order."""
    height: float
    """Usual height of a digit in pixels; 0 where there is none."""
    width: float
    """Usual width of a digit other than 1."""
    strays: int
    """Pieces of ink among the digits that are none."""
    strongest: float = 0.0
    """Contrast of the strongest ink."""
    begin: float = 0.0
    """Where the band begins: its digits lie between here and the grid."""


def strip_of(ruled: Ruled, line: int, upright: bool, size: tuple[int, int]) -> tuple[slice, slice]:
    """Rows and columns of pixels beside row `line`, or above column `line`, in a frame of this (width, height)."""
    grid = ruled.grid
    start, pitch = (grid.x, grid.pitch_x) if upright else (grid.y, grid.pitch_y)
    low = max(0, int(np.ceil(start + line * pitch + ruled.line + 0.5)))
    high = min(size[0] if upright else size[1], int(start + (line + 1) * pitch - ruled.line - 0.5) + 1)
    end = max(0, int((grid.y if upright else grid.x) - ruled.line - 1))
    along, across = slice(0, end), slice(low, max(low, high))
    return (along, across) if upright else (across, along)


def read_band(
    pixels: Pixels, ruled: Ruled, upright: bool, bank: Bank, lines: Sequence[int] = (), strongest: float = 0.0
) -> Band:
    """The digits above all columns (`upright`) or beside all rows; or only those of some `lines`, where it is known
    how strong the strongest ink is.
    """
    grid = ruled.grid
    size = pixels.shape[1], pixels.shape[0]
    lines = lines or range(grid.columns if upright else grid.rows)
    places = [strip_of(ruled, line, upright, size) for line in lines]
    strips = [pixels[place] for place in places]
    empty = Band((), Named(np.zeros((0, 10), np.float32)), 0.0, 0.0, 0)
    if not all(strip.size for strip in strips):
        return empty
    inks = [contrast(strip, 0 if upright else 1) for strip in strips]
    strongest = strongest or float(np.percentile([ink.max() for ink in inks], 70))
    found = [
        Digit(glyph, line)
        for line, strip, ink, (rows, columns) in zip(lines, strips, inks, places, strict=True)
        for glyph in glyphs(strip, ink, strongest, (columns.start, rows.start))
    ]
    if not found:
        return empty
    named = bank.name(features(np.stack([digit.glyph.tile for digit in found])))
    likely = named.distance < STRANGE
    if not likely.any():
        return empty
    # What lies next to the grid says how high digits are; far away there may be any text.
    heights = np.array([digit.glyph.box.h for digit in found])
    height = float(np.median(heights[likely & (heights > 0.6 * np.percentile(heights[likely], 90))]))
    fits = (heights > SHORT * height) & (heights < TALL * height)
    keep = fits & likely
    pitch = grid.pitch_y if upright else grid.pitch_x
    edge = grid.y if upright else grid.x
    begin = _begin([_span(found[i], upright) for i in np.flatnonzero(keep)], edge, max(BREAK * height, pitch))
    inside = np.array([_span(digit, upright)[0] >= begin - height for digit in found])
    chosen = np.flatnonzero(keep & inside)
    strays = int((fits & ~likely & inside).sum())
    width = _width(np.array([found[i].glyph.box.w for i in chosen]), named.digit[chosen], height)
    return Band(tuple(found[i] for i in chosen), Named(named.cost[chosen]), height, width, strays, strongest, begin)


def _width(widths: NDArray[np.float64], digits: NDArray[np.intp], height: float) -> float:
    """The usual width of digits; a 1 is narrower in most fonts."""
    wide = widths[digits != 1]
    return float(np.median(wide)) if len(wide) else USUAL * height


def _span(digit: Digit, upright: bool) -> tuple[float, float]:
    """From where to where a digit goes along its strip."""
    box = digit.glyph.box
    return (box.y, box.y + box.h) if upright else (box.x, box.x + box.w)


def _begin(spans: list[tuple[float, float]], edge: float, room: float) -> float:
    """How far a band goes back from the edge of the grid without a break."""
    for low, high in sorted(spans, key=lambda span: -span[1]):
        if high < edge - room:
            break
        edge = min(edge, low)
    return edge
