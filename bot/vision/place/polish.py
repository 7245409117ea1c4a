"""The last fraction of a pixel: the map for which the patches of the known picture look most like the frame.

Gauss-Newton on all pixels of all patches at once, each patch freed of its brightness and contrast first. It has no
preference for whole pixels, and an edge tells only of the direction across it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from bot.frame import Box
from bot.vision.place.pattern import GRAIN, PATCH, Level
from bot.vision.place.scene import Map, Scene

Doubles = NDArray[np.float64]

TURNS: Final = 6
STILL: Final = 0.004
"""A step smaller than this, in pixels, ends the search."""
UNLIKE: Final = 0.35
"""Root mean square from which a patch, of contrast 1, counts for less than half."""

ODD: Final = 0.7
"""A pixel that differs by so much of the contrast counts half."""

BOTH_SIDES: Final = 1.4
"""What agrees must reach over so much of the board, which is 2 wide."""


class Polished(NamedTuple):
    """A map and how well it is borne out."""

    there: Map
    near: float
    """Share of what is known by the board that lies where the map says, the weaker direction."""
    error: float
    """How far off a corner of the board is likely to be, in pixels of the frame (two deviations)."""


def polish(scene: Scene, level: Level, there: Map, board: Box) -> Polished | None:
    """The best map next to a good one; None where the patches do not hold it. `board` in pixels of the pattern."""
    middle = np.array([board.x + board.w / 2, board.y + board.h / 2]) * level.share
    span = np.array([board.w, board.h]) * level.share / 2
    for _ in range(TURNS):
        view = _view(scene, level, there)
        trust = view.trust * (0.1 + level.near)
        steps = []
        for axis in (0, 1):
            lever = (level.at[:, axis] + 0.5 - middle[axis]) / span[axis]
            steps.append((view.slope[axis], lever))
        solved = _solve(steps, view.rest, trust)
        if solved is None or np.abs(solved).max() > 3:
            return None
        (ax, bx), (ay, by) = solved
        there = _moved(there, level.share, middle, span, ax, bx, ay, by)
        if np.abs(solved).max() < STILL:
            break
    return _judged(_view(scene, level, there), level, there, middle, span)


def upright(scene: Scene, level: Level, there: Map) -> Map:
    """The same map, moved up or down only, to where the patches agree best nearby."""
    for _ in range(TURNS):
        view = _view(scene, level, there)
        slope, trust = view.slope[1], view.trust * (0.1 + level.near)
        power = float(((slope * slope).sum(1) * trust).sum())
        step = float(np.clip(((slope * view.rest).sum(1) * trust).sum() / max(power, 1e-9), -1, 1))
        there = there._replace(y=there.y + there.scale_y / level.share * step)
        if abs(step) < STILL:
            break
    return there


def stands(scene: Scene, level: Level, there: Map) -> float:
    """The share of all patches, 0 to 1, that look as they did exactly where a map says."""
    view = _view(scene, level, there)
    told = level.clear.max(1)
    same = view.trust * (np.sqrt((view.rest**2).sum(1)) < UNLIKE / 2)
    return float((told * same).sum() / max(told.sum(), 1e-9))


def agreement(scene: Scene, levels: Sequence[Level], there: Map) -> float:
    """The share of the patches, 0 to 1, that look much as they did where a map says; those by the board count most."""
    agreeing, total = 0.0, 1e-9
    for level in levels:
        told = level.clear.max(1) * (0.1 + level.near)
        agreeing += float((told * _view(scene, level, there).trust).sum())
        total += float(told.sum())
    return agreeing / total


class _View(NamedTuple):
    rest: Doubles
    """(patches, PATCH²), what is left between the known and the new, times the root of the pixel's weight."""
    slope: tuple[Doubles, Doubles]
    """(patches, PATCH²) in x and y, how a pixel changes when the new picture moves, times the same root."""
    trust: Doubles
    """(patches,), 0 to 1."""


def _view(scene: Scene, level: Level, there: Map) -> _View:
    share, pad = level.share, PATCH // 2 + 1
    # One pixel more on each side, for the slopes.
    wide = Map(
        there.scale_x, there.scale_y, there.x - pad * there.scale_x / share, there.y - pad * there.scale_y / share
    )
    warped = scene.warped(wide, share, (level.size[0] + 2 * pad, level.size[1] + 2 * pad))
    around = sliding_window_view(warped, (PATCH + 2, PATCH + 2))[level.at[:, 1], level.at[:, 0]]
    new = around[:, 1:-1, 1:-1].reshape(len(level.at), -1)
    across = (around[:, 1:-1, 2:] - around[:, 1:-1, :-2]).reshape(new.shape) / 2
    down = (around[:, 2:, 1:-1] - around[:, :-2, 1:-1]).reshape(new.shape) / 2
    weight = level.weight
    mean = (new * weight).sum(1, keepdims=True)
    contrast = np.sqrt((weight * (new - mean) ** 2).sum(1, keepdims=True) + GRAIN)
    rest = level.tone - (new - mean) / contrast
    # Single pixels that show something else (a cell beside the frame of the board) have little to say.
    root = np.sqrt(weight / (1 + (rest / ODD) ** 2))
    rest = rest * root
    slopes = tuple(
        ((slope - (slope * weight).sum(1, keepdims=True)) / contrast * root).astype(np.float64)
        for slope in (across, down)
    )
    left_over = (rest * rest).sum(1).astype(np.float64)
    trust = 1 / (1 + (left_over / UNLIKE**2) ** 2) * scene.shows(there, level)
    return _View(rest.astype(np.float64), (slopes[0], slopes[1]), trust)


def _solve(steps: list[tuple[Doubles, Doubles]], rest: Doubles, trust: Doubles) -> Doubles | None:
    """((offset, growth) in x, the same in y) of the least squares step, in pixels at the middle and at the side."""
    (slope_x, lever_x), (slope_y, lever_y) = steps
    xx, yy = (slope_x * slope_x).sum(1) * trust, (slope_y * slope_y).sum(1) * trust
    xy = (slope_x * slope_y).sum(1) * trust
    xr, yr = (slope_x * rest).sum(1) * trust, (slope_y * rest).sum(1) * trust
    left = np.stack([np.ones_like(lever_x), lever_x], 1)
    right = np.stack([np.ones_like(lever_y), lever_y], 1)
    matrix = np.zeros((4, 4))
    matrix[:2, :2] = (left * xx[:, None]).T @ left
    matrix[2:, 2:] = (right * yy[:, None]).T @ right
    matrix[:2, 2:] = (left * xy[:, None]).T @ right
    matrix[2:, :2] = matrix[:2, 2:].T
    aim = np.concatenate([left.T @ xr, right.T @ yr])
    if np.linalg.cond(matrix) > 1e7:
        return None
    return np.linalg.solve(matrix, aim).reshape(2, 2)


def _moved(there: Map, share: float, middle: Doubles, span: Doubles, ax: float, bx: float, ay: float, by: float) -> Map:
    """The map after its pixels of the level moved by a + b * (how far from the middle)."""
    out = []
    for scale, start, a, b, centre, half in (
        (there.scale_x, there.x, ax, bx, middle[0], span[0]),
        (there.scale_y, there.y, ay, by, middle[1], span[1]),
    ):
        out.append((scale * (1 + b / half), start + scale / share * (a - b * centre / half)))
    (scale_x, x), (scale_y, y) = out
    return Map(float(scale_x), float(scale_y), float(x), float(y))


def _judged(view: _View, level: Level, there: Map, middle: Doubles, span: Doubles) -> Polished | None:
    near, errors = [], []
    for axis in (0, 1):
        told = level.clear[:, axis] * level.near
        power = (view.slope[axis] ** 2).sum(1)
        off = (view.slope[axis] * view.rest).sum(1) / np.maximum(power, 1e-9)
        use = (view.trust > 0.3) & (np.abs(off) < 0.5) & (level.clear[:, axis] > 0.1)
        near.append(float((told * view.trust)[use].sum() / max(told.sum(), 1e-9)))
        weight = (power * view.trust * (0.1 + level.near))[use]
        place = (level.at[use, axis] + 0.5 - middle[axis]) / span[axis]
        if len(place) < 3 or np.ptp(place) < BOTH_SIDES or weight.sum() < 1e-9:
            return None
        errors.append(_error(place, weight, off[use]) * (there.scale_x, there.scale_y)[axis] / level.share)
    return Polished(there, min(near), max(errors))


def _error(place: Doubles, weight: Doubles, off: Doubles) -> float:
    """Two deviations at the sides of the board (place -1 and 1), in pixels of the level."""
    total = weight.sum()
    count = total**2 / (weight * weight).sum()
    middle = (weight * place).sum() / total
    variance = max((weight * (place - middle) ** 2).sum() / total, 1e-9)
    spread = np.sqrt((weight * off * off).sum() / total * count / max(count - 2, 0.5))
    lever = (1 + abs(middle)) ** 2
    return float(2 * max(spread, 0.03) * np.sqrt((1 + lever / variance) / count))
