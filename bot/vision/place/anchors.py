"""Laying a known picture over a new one: small patches are looked for near where they should be, and one scale and
one offset in each direction are fitted to where they are, from coarse to fine, to a fraction of a pixel.

Everything is done in the known picture's own pixels: the new one is warped into them, so patches are cut only once.
Directions are fitted apart, by the straight line that most patches agree on; what moved otherwise (a tool bar that
keeps its height, a clock that goes on) is outvoted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from bot.frame import Box
from bot.vision.place.pattern import GRAIN, PATCH, Level, Pattern
from bot.vision.place.scene import Map, Scene

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

ALIKE: Final = 0.7
"""Correlation from which a patch counts as seen."""


class Agreement(NamedTuple):
    """How well the patches bear out a map."""

    near: float
    """Share of the patches by the board that lie where the map says, the weaker direction, 0 to 1."""
    whole: float
    """The same over the whole picture."""
    error: float
    """How far off a corner of the board is likely to be, in pixels of the frame."""
    likeness: float
    """Mean correlation of the patches that agree."""


class Shifts(NamedTuple):
    """Where the patches of a level were seen."""

    by: Doubles
    """(patches, 2), how far from where the map said, x and y, in pixels of the level."""
    likeness: Doubles
    """(patches,), correlation there."""
    sharp: Doubles
    """(patches, 2), how much the place is told by the picture, in x and y; 0 where the best lay at the rim."""
    seen: NDArray[np.bool_]
    """(patches,), inside the frame."""


def shifts(scene: Scene, there: Map, level: Level, reach: int) -> Shifts:
    """Look for the patches of a level around where a map says, up to `reach` pixels of the level away."""
    pad = reach + PATCH // 2
    side = 2 * reach + 1
    share = level.share
    # The warped picture is wider than the level by what patches at its rim may move.
    wide = Map(
        there.scale_x, there.scale_y, there.x - pad * there.scale_x / share, there.y - pad * there.scale_y / share
    )
    warped = scene.warped(wide, share, (level.size[0] + 2 * pad, level.size[1] + 2 * pad))
    windows = sliding_window_view(warped, (PATCH + 2 * reach, PATCH + 2 * reach))
    corner = level.at  # pad - PATCH // 2 - reach is 0
    near = windows[corner[:, 1], corner[:, 0]]
    cut = sliding_window_view(near, (PATCH, PATCH), axis=(1, 2)).reshape(len(level.at), side * side, PATCH * PATCH)
    mean = np.matmul(cut, level.weight[:, :, None])[:, :, 0]
    power = np.matmul(cut * cut, level.weight[:, :, None])[:, :, 0] - mean * mean
    both = np.matmul(cut, level.ink[:, :, None])[:, :, 0]  # ink sums to 0: the mean falls out
    alike = (both / np.sqrt(np.maximum(power, 0) + GRAIN)).astype(np.float64).reshape(-1, side, side)
    best = alike.reshape(len(alike), -1).argmax(1)
    row, column = best // side, best % side
    number = np.arange(len(alike))
    by, sharp = np.zeros((len(alike), 2)), np.zeros((len(alike), 2))
    top = alike[number, row, column]
    for axis, (index, other) in enumerate(((column, row), (row, column))):
        inner = (index > 0) & (index < side - 1)
        middle = np.clip(index, 1, side - 2)
        line = alike[number, other, :] if axis == 0 else alike[number, :, other]
        low, high = line[number, middle - 1], line[number, middle + 1]
        peak = line[number, middle]
        bend = np.maximum(2 * peak - low - high, 1e-9)
        by[:, axis] = index - reach + np.where(inner, np.clip(0.5 * (high - low) / bend, -0.5, 0.5), 0)
        sharp[:, axis] = np.where(inner, np.clip(bend / 0.1, 0, 1), 0)
    return Shifts(by, top, sharp, scene.shows(there, level))


def fitting(levels: tuple[Level, ...], there: Map) -> tuple[Level, ...]:
    """The levels from the coarsest to the one whose pixels are about as large as those of the frame."""
    scale = min(there.scale_x, there.scale_y)
    return tuple(level for level in levels if scale / level.share > 0.55) or levels[:1]


def align(scene: Scene, pattern: Pattern, there: Map, first: int = 0) -> tuple[Map, Agreement] | None:
    """Better a rough map until it fits to a fraction of a pixel; None where the patches do not agree on any. The
    `first` levels, the coarsest, are left out: of thin lines they show too little to hold a map both ways.
    """
    agreement = None
    levels = fitting(pattern.levels, there)[first:]
    for level in levels:
        for reach in (5, 3) if level is levels[0] else (3,):
            found = shifts(scene, there, level, reach)
            better = _better(there, level, found, pattern.board)
            if better is None:
                return None
            there, agreement = better
        if agreement is None or agreement.near < 0.3:
            return None
    return None if agreement is None else (there, agreement)


def _better(there: Map, level: Level, found: Shifts, board: Box) -> tuple[Map, Agreement] | None:
    """The map on which most patches agree."""
    share = level.share
    lines, near, whole, errors, alike = [], [], [], [], []
    spans = ((board.x * share, board.w * share), (board.y * share, board.h * share))
    for axis, (start, span) in enumerate(spans):
        place = np.asarray(level.at[:, axis] + 0.5, np.float64)
        told = level.clear[:, axis] * found.seen
        weight = told * level.near * found.sharp[:, axis] * _trust(found.likeness)
        line = _line(place, found.by[:, axis], weight, span)
        if line is None:
            return None
        offset, slope, inside, spread = line
        agreeing = inside & (found.likeness > ALIKE)
        near.append(float((told * level.near * agreeing).sum() / max((told * level.near).sum(), 1e-9)))
        whole.append(float((told * agreeing).sum() / max(told.sum(), 1e-9)))
        alike.append(float(found.likeness[inside].mean()))
        scale = (there.scale_x, there.scale_y)[axis]
        begin = (there.x, there.y)[axis]
        # A patch meant for `place` was seen at place + offset + slope * place, in pixels of the level.
        lines.append((scale * (1 + slope), begin + scale * offset / share))
        errors.append(_error(place[inside], weight[inside], spread, (start, start + span)) * scale / share)
    (scale_x, x), (scale_y, y) = lines
    return Map(scale_x, scale_y, x, y), Agreement(min(near), min(whole), max(errors), min(alike))


def _trust(likeness: Doubles) -> Doubles:
    """How much a patch is worth that looks like that: one that is seen again exactly outweighs many that resemble."""
    return np.clip(likeness - 0.4, 0, 1) ** 2 / (1.06 - likeness)


def _line(
    place: Doubles, by: Doubles, weight: Doubles, span: float
) -> tuple[float, float, NDArray[np.bool_], float] | None:
    """Offset, slope, which points lie on the line that most weight agrees on, and how far they scatter."""
    use = np.flatnonzero(weight > 0.02 * weight.max())
    if len(use) < 3:
        return None
    p, d, w = place[use], by[use], weight[use]
    first, second = np.triu_indices(len(use), 1)
    apart = p[second] - p[first]
    wide = np.abs(apart) >= 0.3 * span
    if not wide.any():
        return None
    first, second, apart = first[wide], second[wide], apart[wide]
    slope = (d[second] - d[first]) / apart
    steep = np.abs(slope) <= 0.3
    first, slope = first[steep], slope[steep]
    if not len(slope):
        return None
    offset = d[first] - slope * p[first]
    far = np.abs(d[None, :] - offset[:, None] - slope[:, None] * p[None, :])
    votes = (np.clip(1 - (far / 0.7) ** 2, 0, 1) * w[None, :]).sum(1)
    best = int(np.argmax(votes))
    line = float(offset[best]), float(slope[best])
    for tolerance in (0.7, 0.5, 0.35):
        inside = np.abs(d - line[0] - line[1] * p) < tolerance
        if np.count_nonzero(inside) < 3 or np.ptp(p[inside]) < 0.3 * span:
            break
        line = _fitted(p[inside], d[inside], w[inside])
    inside = np.abs(d - line[0] - line[1] * p) < 0.5
    if np.count_nonzero(inside) < 3:
        return None
    rest = d[inside] - line[0] - line[1] * p[inside]
    spread = float(np.sqrt((w[inside] * rest * rest).sum() / w[inside].sum()))
    mask = np.zeros(len(place), np.bool_)
    mask[use[inside]] = True
    return line[0], line[1], mask, spread


def _fitted(p: Doubles, d: Doubles, w: Doubles) -> tuple[float, float]:
    """Offset and slope by weighted least squares."""
    total = w.sum()
    middle, mean = (w * p).sum() / total, (w * d).sum() / total
    slope = (w * (p - middle) * (d - mean)).sum() / max((w * (p - middle) ** 2).sum(), 1e-9)
    return float(mean - slope * middle), float(slope)


def _error(p: Doubles, w: Doubles, spread: float, ends: tuple[float, float]) -> float:
    """How far off the line is likely to be at the ends of the board, in pixels of the level (two deviations)."""
    count = max(w.sum() ** 2 / (w * w).sum(), 1.0)
    middle = (w * p).sum() / w.sum()
    variance = max((w * (p - middle) ** 2).sum() / w.sum(), 1e-9)
    noise = max(spread, 0.06) * np.sqrt(count / max(count - 2, 0.5))
    lever = max((end - middle) ** 2 for end in ends)
    return float(2 * noise * np.sqrt((1 + lever / variance) / count))
